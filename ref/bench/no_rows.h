/* Of a reader that gives no rows. */
#ifndef REF_BENCH_NO_ROWS_H
#define REF_BENCH_NO_ROWS_H

static uint32_t their_row_count(const struct bench *bench, uint32_t index)
{
    (void)bench, (void)index;
    return 0;
}

static bool their_row(const struct bench *bench, uint32_t index, uint32_t i, sframe_frame_row_entry *row)
{
    (void)bench, (void)index, (void)i, (void)row;
    return false;
}

#endif
