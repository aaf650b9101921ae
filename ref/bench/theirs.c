/* GNU libsframe, asked the same as libsframe-ref. */
#include "theirs.h"

#include <inttypes.h>
#include <stdio.h>

const char *const their_name = "libsframe";
const int their_lookup_goal = 5;
const bool they_walk = true;

/* Only asked where they cannot walk. */
uint64_t bare_lookups(const struct bench *bench, uint32_t count)
{
    (void)bench, (void)count;
    return 0;
}

#ifdef WITH_LIBSFRAME

void open_theirs(struct bench *bench)
{
    int error = 0;
    bench->theirs = sframe_decode((const char *)bench->bytes, bench->size, &error);
    if (bench->theirs == NULL)
        (void)printf("libsframe cannot read v%d: %s\n", bench->section.version, sframe_errmsg(error));
}

void close_theirs(struct bench *bench)
{
    sframe_decoder_free(&bench->theirs);
}

/* From version 3 on PCs have 64 bits, and what words mean is the function type's to say. */
#ifdef SFRAME_VERSION_3
typedef int64_t their_pc;

static bool their_cfa(const struct bench *bench, const sframe_frame_row_entry *row, uint32_t type,
                      int32_t *offset)
{
    int error = 0;
    *offset = sframe_fre_get_cfa_offset(bench->theirs, row, type, &error);
    return error == 0;
}

static uint32_t their_row_count(const struct bench *bench, uint32_t index)
{
    uint32_t count = 0, size;
    int32_t start32;
    int64_t start64;
    unsigned char info, info2;
    uint8_t rep_size;
    if (!sfr_text_facts(bench->section.profile)->flexible)
        (void)sframe_decoder_get_funcdesc_v2(bench->theirs, index, &count, &size, &start32, &info, &rep_size);
    else
        (void)sframe_decoder_get_funcdesc_v3(bench->theirs, index, &count, &size, &start64, &info, &info2,
                                             &rep_size);
    return count;
}
#else
typedef int32_t their_pc;

static bool their_cfa(const struct bench *bench, const sframe_frame_row_entry *row, uint32_t type,
                      int32_t *offset)
{
    int error = 0;
    (void)type;
    *offset = sframe_fre_get_cfa_offset(bench->theirs, (sframe_frame_row_entry *)(uintptr_t)row, &error);
    return error == 0;
}

static uint32_t their_row_count(const struct bench *bench, uint32_t index)
{
    uint32_t count = 0, size;
    int32_t start;
    unsigned char info;
    (void)sframe_decoder_get_funcdesc(bench->theirs, index, &count, &size, &start, &info);
    return count;
}
#endif

static bool their_lookup(const struct bench *bench, uint64_t pc, sframe_frame_row_entry *row)
{
    return sframe_find_fre(bench->theirs, (their_pc)pc, row) == 0;
}

uint64_t their_lookups(const struct bench *bench, uint32_t count)
{
    sframe_frame_row_entry row;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        if (their_lookup(bench, bench->pcs[i], &row))
            sum += row.fre_start_addr + row.fre_info;
    return sum;
}

uint64_t their_rows(const struct bench *bench, uint32_t count)
{
    sframe_frame_row_entry row;
    uint64_t sum = 0;
    for (uint32_t index = 0; index < count; index++) {
        const uint32_t rows = their_row_count(bench, index);
        for (uint32_t i = 0; i < rows; i++)
            if (sframe_decoder_get_fre(bench->theirs, index, i, &row) == 0)
                sum += row.fre_start_addr + row.fre_info;
    }
    return sum;
}

/* The same row: its start, its bits, and the CFA's base and offset; registers other than SP and FP have no
 * name in libsframe. */
static bool same_row(const struct bench *bench, const struct sfr_function *function,
                     const struct sfr_row *row, const struct sfr_rules *rules,
                     const sframe_frame_row_entry *theirs)
{
    int32_t offset;
    int error = 0;
    if (row->start != theirs->fre_start_addr || row->info != theirs->fre_info)
        return false;
    if (rules->cfa.kind != SFR_AT)
        return true;
    if (!their_cfa(bench, theirs, function->fde_type, &offset) || offset != rules->cfa.offset)
        return false;
    return rules->cfa.base == SFR_REGISTER ||
           (rules->cfa.base == SFR_SP) ==
               (sframe_fre_get_base_reg_id((sframe_frame_row_entry *)(uintptr_t)theirs, &error) ==
                SFRAME_BASE_REG_SP);
}

bool same_lookups(const struct bench *bench, uint32_t count)
{
    struct sfr_answer answer;
    sframe_frame_row_entry row;
    for (uint32_t i = 0; i < count; i++) {
        const bool found = sfr_lookup(&bench->section, bench->pcs[i], &answer) == SFR_FOUND;
        if (their_lookup(bench, bench->pcs[i], &row) == found &&
            (!found || same_row(bench, &answer.function, &answer.row, &answer.rules, &row)))
            continue;
        (void)fprintf(stderr, "bench: the answers differ at PC 0x%" PRIx64 "\n", bench->pcs[i]);
        return false;
    }
    return true;
}

static bool same_rows(const struct bench *bench, uint32_t index)
{
    struct sfr_function function;
    struct sfr_row row;
    struct sfr_rules rules;
    struct sfr_violation fault;
    sframe_frame_row_entry theirs;
    bool same = sfr_function(&bench->section, index, &function, &fault) &&
                function.num_fres == their_row_count(bench, index);
    size_t at = function.rows;
    for (uint32_t i = 0; same && i < function.num_fres; i++, at = row.next)
        same = sfr_row(&bench->section, &function, at, &row, &fault) &&
               sfr_rules(&bench->section, &function, &row, &rules, &fault) &&
               sframe_decoder_get_fre(bench->theirs, index, i, &theirs) == 0 &&
               same_row(bench, &function, &row, &rules, &theirs);
    if (!same)
        (void)fprintf(stderr, "bench: the rows of function %" PRIu32 " differ\n", index);
    return same;
}

bool same_functions(const struct bench *bench, uint32_t count)
{
    bool same = true;
    for (uint32_t index = 0; same && index < count; index++)
        same = same_rows(bench, index);
    return same;
}

#else

void open_theirs(struct bench *bench)
{
    bench->theirs = NULL;
}

void close_theirs(struct bench *bench)
{
    (void)bench;
}

uint64_t their_lookups(const struct bench *bench, uint32_t count)
{
    (void)bench;
    return count;
}

uint64_t their_rows(const struct bench *bench, uint32_t count)
{
    return their_lookups(bench, count);
}

bool same_lookups(const struct bench *bench, uint32_t count)
{
    return their_lookups(bench, count) == count;
}

bool same_functions(const struct bench *bench, uint32_t count)
{
    return same_lookups(bench, count);
}

#endif
