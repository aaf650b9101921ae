/* GNU libsframe. */
#ifndef REF_BENCH_LIBSFRAME_H
#define REF_BENCH_LIBSFRAME_H

#include <sframe-api.h>

#include <stdio.h>

const char *const their_name = "libsframe";
const int their_lookup_goal = 5;
const bool they_walk = true;

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

static bool their_row(const struct bench *bench, uint32_t index, uint32_t i, sframe_frame_row_entry *row)
{
    return sframe_decoder_get_fre(bench->theirs, index, i, row) == 0;
}

static bool their_lookup(const struct bench *bench, uint64_t pc, sframe_frame_row_entry *row)
{
    return sframe_find_fre(bench->theirs, (their_pc)pc, row) == 0;
}

/* Its base and its offset; registers other than SP and FP have no name in libsframe. */
static bool same_cfa(const struct bench *bench, const struct sfr_function *function,
                     const struct sfr_rules *rules, const sframe_frame_row_entry *theirs)
{
    int32_t offset;
    int error = 0;
    if (!their_cfa(bench, theirs, function->fde_type, &offset) || offset != rules->cfa.offset)
        return false;
    return rules->cfa.base == SFR_REGISTER ||
           (rules->cfa.base == SFR_SP) ==
               (sframe_fre_get_base_reg_id((sframe_frame_row_entry *)(uintptr_t)theirs, &error) ==
                SFRAME_BASE_REG_SP);
}

#endif
