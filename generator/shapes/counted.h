/* Crowds: more functions, or rows of a function, than a model can hold.  The first of them are modelled and encoded.
 * Each number in them that differs from the same number one period on counts up by the difference.  So parts describe
 * all (model/parts.h), and bytes can be laid out.
 *
 * For the answers, the model is then a window: it holds what is looked up, and how many the bytes hold before it. */
#pragma once

#include "emit/vector.h"

enum { MOST_RUNS = 8, FUNCTIONS_BEGIN = 0x1000 };

struct crowd {
    bool of_rows;   /* of the first function; else they are functions */
    uint32_t count; /* two periods at least, or few enough for a model */
    uint32_t period;
    /* Adds COUNT functions from number FIRST on; or the first function with so many of its rows, and those
     * behind it. */
    void (*add)(struct section *section, const struct crowd *crowd, uint32_t first, uint32_t count);
    /* Functions: how many there are in a row whose starts count up evenly; no runs: all do. */
    unsigned run_count;
    uint32_t runs[MOST_RUNS];
};

extern struct parts gen_counted; /* of the present section: its header, for each run a part, and rows */

/* Makes the present section the crowd's.  Parts describe it, unless the crowd has fewer than two periods.  False: it
 * cannot be made, or the run has stopped. */
bool gen_make_crowd(struct emitter *emitter, const struct crowd *crowd);

/* Lets the model have this function or row, if it is a window.  Returns the first PC of it. */
uint64_t gen_open_window(struct emitter *emitter, const struct crowd *crowd, uint32_t number);

/* Asks for a lookup of a place that counts from there. */
void gen_look_into(struct emitter *emitter, const struct crowd *crowd, uint32_t number, int64_t place,
                   const char *name);

/* The same, counted from the section's start. */
void gen_look_at(struct emitter *emitter, uint64_t place, const char *name);

/* A shape: "size-WHAT-SIZE", and MORE. */
const char *gen_name_size(const char *what, uint64_t size, const char *more);
