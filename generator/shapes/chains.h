/* What families of walks have in common: routines and callers drawn by chance. */
#pragma once

#include "call_chain.h"
#include "emit/sets.h"

enum { SP_AND_FP = 1 << STYLE_SP | 1 << STYLE_FP, ANY_STYLE = SP_AND_FP | 1 << STYLE_LEAF };

/* A row of a family's table: `count` walks, each made by its number from 0, for profiles and ABIs in these
 * sets. */
struct walks {
    void (*make)(struct emitter *emitter, uint32_t number);
    uint32_t count;
    unsigned profiles, abis;
};

/* Makes the walks of one row after the other, each row for all wanted profiles and ABIs. */
void gen_make_walks(struct emitter *emitter, const struct walks *rows, unsigned count);

/* Begins a walk with `modules` usual modules (0: none), whose vector exercises the clauses about traces. */
struct walk *gen_start_walk(struct emitter *emitter, const char *shape, const char *note, uint32_t modules);

/* Adds routines to modules drawn by chance, of styles in the set.  The first can call, if a style can. */
void gen_add_routines(struct walk *walk, unsigned styles, uint32_t count);
/* Adds calls by chance until there are `depth`, of routines that have a style; some may recur. */
void gen_add_callers(struct walk *walk, uint32_t depth);

/* Sets the mask of signatures by its number, once all calls are there.  If a PC has bits of the mask, the one
 * for addresses of 48 bits is set instead. */
void gen_set_pac_mask(struct walk *walk, uint32_t number);

/* A signal frame.  Its CFA counts from SP in stage 0, and in stage 1 from FP, so that stacks may differ. */
uint32_t gen_add_signal_routine(struct walk *walk, unsigned module);

/* Emits the walk's vector, valid unless another class is demanded; printf makes its name.  The stack is laid
 * if it is not yet. */
#define FINISH(walk, ...) gen_finish_walk(walk, SAY((walk)->emitter->detail, __VA_ARGS__))
void gen_finish_walk(struct walk *walk, const char *name);
