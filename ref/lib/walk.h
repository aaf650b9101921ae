/* A walk over the rows of a section.  It gives each row once, in the order of their places, even if functions
 * share rows. */
#ifndef REF_LIB_WALK_H
#define REF_LIB_WALK_H

#include "internal.h"

enum {
    ROW_TYPES = SFR_ADDR4 + 1,
    ROW_MOST = 4 + 1 + 15 * 4, /* bytes: a start, the info byte, words */
    WALK_AHEAD = ROW_MOST + 1  /* from a row to the one after it, both included */
};

/* The way of one function through its rows, and how far the walk has come on it. */
struct path {
    uint32_t function;
    uint32_t left; /* rows that it still has; 0: there is no such path */
    uint32_t previous_start;
    bool first;    /* no row of it was read yet */
    bool reported; /* for the caller: it has reported that the function shares rows */
};

enum walk_event {
    WALK_ENDS,
    WALK_FUNCTION, /* the data of `function` begins here */
    WALK_ROW,      /* `row`, of `path` */
    WALK_FAULT,    /* the row of `path` cannot be read, which was reported; the path ends */
    WALK_MEETS,    /* from `meeting` on `path` has the rows of another path, which goes on; it ends */
};

/* Which rows follow depends only on the place and on the row type.  So two functions that come to the same
 * place with the same row type have the same rows from there on.  Only the one with more rows left goes on
 * (if both have as many, the one that was there first).  No row is read twice with the same type, and a
 * path ends at each meeting, so the time of a walk is linear in the bytes present. */
struct walk {
    const struct sfr_section *section;
    struct sink *sink;
    const uint32_t *order; /* the functions, by where their data begins */
    uint32_t begun;        /* how many of them */
    uint64_t next_data;    /* where that of the next one begins; UINT64_MAX: there is none */
    uint32_t at;           /* from the start of the row sub-section, as that is */
    uint32_t paths;        /* how many wait ahead */
    unsigned type;         /* the next to look at in this place */
    enum walk_event event; /* the last, and what it was about: */
    struct sfr_function function;
    struct path path;
    struct sfr_row row;
    size_t meeting;
    struct path ahead[WALK_AHEAD][ROW_TYPES];
};

/* The first place in the caller's scratch that is aligned for indices. */
static inline uint32_t *sfr_indices(void *scratch)
{
    return (uint32_t *)(void *)((uint8_t *)scratch + -(uintptr_t)scratch % sizeof(uint32_t));
}

/* SCRATCH has room for two indices for each function.  Rows that cannot be read are reported to SINK. */
void sfr_walk_begin(struct walk *walk, const struct sfr_section *section, uint32_t *scratch,
                    struct sink *sink);

/* Goes on to the next event and returns it.  The members of WALK say what it is about. */
enum walk_event sfr_walk_next(struct walk *walk);

/* Sorts the functions' indices by KEY; functions with the same key stay in their order.  SCRATCH has room
 * for two arrays of function_count indices; the result is one of them. */
const uint32_t *sfr_sort_functions(const struct sfr_section *section, uint32_t *scratch,
                                   uint64_t (*key)(const struct sfr_section *section, uint32_t index));

#endif
