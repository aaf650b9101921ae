/* glibc's reader, asked the same as libsframe-ref, in place of theirs.c.  It looks up PCs in sections of
 * version 2, and cannot walk. */
#include "theirs.h"

#include <inttypes.h>
#include <stdio.h>

const char *const their_name = "glibc";
const int their_lookup_goal = 2;
const bool they_walk = false;

void open_theirs(struct bench *bench)
{
    static sframe_decoder_ctx decoder;
    bench->theirs = &decoder;
    if (__sframe_decode(&decoder, (const char *)bench->bytes) != _URC_NO_REASON) {
        (void)printf("glibc cannot read v%d\n", bench->section.version);
        bench->theirs = NULL;
    }
}

void close_theirs(struct bench *bench)
{
    bench->theirs = NULL;
}

static bool their_lookup(const struct bench *bench, uint64_t pc, sframe_frame_row_entry *row)
{
    return __sframe_find_fre(bench->theirs, (int32_t)pc, row) == _URC_NO_REASON;
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

bool same_lookups(const struct bench *bench, uint32_t count)
{
    struct sfr_answer answer;
    sframe_frame_row_entry row;
    _Unwind_Reason_Code none;
    for (uint32_t i = 0; i < count; i++) {
        const bool found = sfr_lookup(&bench->section, bench->pcs[i], &answer) == SFR_FOUND;
        if (their_lookup(bench, bench->pcs[i], &row) == found &&
            (!found || (row.fre_start_addr == answer.row.start && row.fre_info == answer.row.info &&
                        __sframe_fre_get_cfa_offset(bench->theirs, &row, &none) == answer.rules.cfa.offset)))
            continue;
        (void)fprintf(stderr, "bench: the answers differ at PC 0x%" PRIx64 "\n", bench->pcs[i]);
        return false;
    }
    return true;
}

uint64_t their_rows(const struct bench *bench, uint32_t count)
{
    (void)bench, (void)count;
    return 0;
}

bool same_functions(const struct bench *bench, uint32_t count)
{
    (void)bench, (void)count;
    return true;
}
