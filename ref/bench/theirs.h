/* Another reader, which in a turn does the same work as libsframe-ref; and whether its answers are ours.
 * WITH_LIBSFRAME: GNU libsframe.  WITH_GLIBC: glibc's.  Without either there is none. */
#pragma once

/* What cannot be done is NULL. */
struct reader {
    const char *name;
    sframe_decoder_ctx *(*open)(const struct bench *bench); /* NULL: it cannot read the section */
    void (*close)(sframe_decoder_ctx **theirs);
    turn *lookups, *rows;
    bool (*same_lookups)(const struct bench *bench, uint32_t count);
    bool (*same_functions)(const struct bench *bench, uint32_t count);
};

#ifdef WITH_LIBSFRAME
#include "libsframe.h"
#elif defined WITH_GLIBC
#include "glibc.h"
#endif

#if defined WITH_LIBSFRAME || defined WITH_GLIBC

static uint64_t their_lookups(const struct bench *bench, uint32_t count)
{
    sframe_frame_row_entry row;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        if (their_lookup(bench, bench->pcs[i], &row))
            sum += row.fre_start_addr + row.fre_info;
    return sum;
}

/* The row has the same start and bits, and the CFA is at the same place. */
static bool same_row(const struct bench *bench, const struct sfr_function *function,
                     const struct sfr_row *row, const struct sfr_rules *rules,
                     const sframe_frame_row_entry *theirs)
{
    return row->start == theirs->fre_start_addr && row->info == theirs->fre_info &&
           (rules->cfa.kind != SFR_AT || same_cfa(bench, function, rules, theirs));
}

static bool same_lookups(const struct bench *bench, uint32_t count)
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

#endif

#ifdef WITH_LIBSFRAME

static uint64_t their_rows(const struct bench *bench, uint32_t count)
{
    sframe_frame_row_entry row;
    uint64_t sum = 0;
    for (uint32_t index = 0; index < count; index++) {
        const uint32_t rows = their_row_count(bench, index);
        for (uint32_t i = 0; i < rows; i++)
            if (their_row(bench, index, i, &row))
                sum += row.fre_start_addr + row.fre_info;
    }
    return sum;
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
               their_row(bench, index, i, &theirs) && same_row(bench, &function, &row, &rules, &theirs);
    if (!same)
        (void)fprintf(stderr, "bench: the rows of function %" PRIu32 " differ\n", index);
    return same;
}

static bool same_functions(const struct bench *bench, uint32_t count)
{
    bool same = true;
    for (uint32_t index = 0; same && index < count; index++)
        same = same_rows(bench, index);
    return same;
}

static const struct reader reader = {"libsframe", open_theirs,  sframe_decoder_free, their_lookups,
                                     their_rows,  same_lookups, same_functions};
#elif defined WITH_GLIBC
static const struct reader reader = {
    .name = "glibc", .open = open_theirs, .lookups = their_lookups, .same_lookups = same_lookups};
#else
static const struct reader reader = {0};
#endif
