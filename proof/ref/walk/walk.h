/* What holds of a walk between its events, and the measure that falls with each of them. */
#pragma once

#include "ref/lib/walk.h"

static inline bool goes_on(enum walk_event event)
{
    return event == WALK_FUNCTION || event == WALK_ROW;
}

/* EVENT is the last event, and the function or row that it is about could be read. */
static inline bool is_event(const struct walk *walk, enum walk_event event)
{
    return (unsigned)event <= WALK_MEETS &&
           (event == WALK_ENDS || event == WALK_FAULT || is_function(walk->section, &walk->function)) &&
           (event != WALK_ROW || is_row(walk->section, &walk->row));
}

/* It is a walk, after EVENT. */
static inline bool is_walk(const struct walk *walk, enum walk_event event)
{
    return is_event(walk, event) && is_ahead(walk) && is_recalled(walk) &&
           (!goes_on(event) || is_path(walk->section, &walk->path)) &&
           (event != WALK_ROW || (walk->path.left != 0 && walk->row.offset - walk->section->fres == walk->at));
}

/* It falls with each event: a walk has at most 7 events per byte of the rows, 2 per function, and 7 more. */
static inline uint64_t measure(const struct walk *walk, enum walk_event event)
{
    return UINT64_C(7) * (walk->section->fre_len - walk->at) + UINT64_C(2) * (ROW_TYPES - walk->type) +
           UINT64_C(2) * (walk->section->function_count - walk->begun) + goes_on(event);
}

/* walk.c itself, for proofs of its static functions; what it exports has other names here. */
#define sfr_sort_functions sorted_functions
#define sfr_walk_begin walk_begun
#define sfr_walk_next walk_gone_on
#include "ref/lib/walk.c"
