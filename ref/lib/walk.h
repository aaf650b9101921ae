/* Every row of a section once, in the order of their places, whatever rows functions share. */
#ifndef REF_LIB_WALK_H
#define REF_LIB_WALK_H

#include "internal.h"

enum {
    ROW_TYPES = SFR_ADDR4 + 1,
    ROW_MOST = 4 + 1 + 15 * 4, /* bytes: a start, the info byte, words */
    WALK_AHEAD = ROW_MOST + 1  /* from a row to the one after it, both included */
};

/* How far a function has come with its rows. */
struct path {
    uint32_t function;
    uint32_t left; /* rows that it still has; 0: there is no such path */
    uint32_t previous_start;
    bool first; /* no row of it was read yet */
    bool told;  /* the caller's: that it shares is known */
};

enum walk_event {
    WALK_ENDS,
    WALK_FUNCTION, /* the data of `function` begins here */
    WALK_ROW,      /* `row`, of `path` */
    WALK_FAULT,    /* the row of `path` cannot be read, which was told; the path ends */
    WALK_MEETS,    /* at `meeting` the rest of `path` is another's too, which goes on: the path ends */
};

/* What rows follow depends on the place and on the row type alone.  So two functions that come to one place
 * with one row type have the same rows from there on, and only the one with more of them goes on (of equals
 * the one that was there first).  No row is read twice by one type, and a path ends in each meeting: the walk
 * is linear in the bytes present. */
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

/* Where in the caller's scratch indices can lie. */
static inline uint32_t *sfr_indices(void *scratch)
{
    return (uint32_t *)(void *)((uint8_t *)scratch + -(uintptr_t)scratch % sizeof(uint32_t));
}

/* SCRATCH holds two indices for each function.  The row's faults go to SINK. */
void sfr_walk_begin(struct walk *walk, const struct sfr_section *section, uint32_t *scratch,
                    struct sink *sink);

enum walk_event sfr_walk_next(struct walk *walk);

/* The functions' indices by what KEY says of them, in one of the two arrays of function_count each that
 * SCRATCH holds. */
const uint32_t *sfr_sort_functions(const struct sfr_section *section, uint32_t *scratch,
                                   uint64_t (*key)(const struct sfr_section *section, uint32_t index));

#endif
