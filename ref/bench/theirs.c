/* What another reader is asked, whichever it is: its header gives the calls, here are the loops. */
#include "theirs.h"

#include <inttypes.h>
#include <stdio.h>

#ifdef WITH_LIBSFRAME
#include "libsframe.h"
#elif defined WITH_GLIBC
#include "glibc.h"
#else
#include "none.h"
#endif

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
            if (their_row(bench, index, i, &row))
                sum += row.fre_start_addr + row.fre_info;
    }
    return sum;
}

/* The same row: its start, its bits, and where it says that the CFA is. */
static bool same_row(const struct bench *bench, const struct sfr_function *function,
                     const struct sfr_row *row, const struct sfr_rules *rules,
                     const sframe_frame_row_entry *theirs)
{
    return row->start == theirs->fre_start_addr && row->info == theirs->fre_info &&
           (rules->cfa.kind != SFR_AT || same_cfa(bench, function, rules, theirs));
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
               their_row(bench, index, i, &theirs) && same_row(bench, &function, &row, &rules, &theirs);
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
