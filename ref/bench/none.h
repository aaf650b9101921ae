/* No other reader: ours is measured alone. */
#ifndef REF_BENCH_NONE_H
#define REF_BENCH_NONE_H

typedef struct {
    uint32_t fre_start_addr;
    uint8_t fre_info;
} sframe_frame_row_entry;

const char *const their_name = "";
const int their_lookup_goal = 0;
const bool they_walk = true;

void open_theirs(struct bench *bench)
{
    bench->theirs = NULL;
}

void close_theirs(struct bench *bench)
{
    (void)bench;
}

#include "no_rows.h"

static bool their_lookup(const struct bench *bench, uint64_t pc, sframe_frame_row_entry *row)
{
    (void)bench, (void)pc, (void)row;
    return false;
}

static bool same_cfa(const struct bench *bench, const struct sfr_function *function,
                     const struct sfr_rules *rules, const sframe_frame_row_entry *theirs)
{
    (void)bench, (void)function, (void)rules, (void)theirs;
    return false;
}

#endif
