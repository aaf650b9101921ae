/* Walks that families have in common: routines and callers by chance. */
#pragma once

#include "call_chain.h"
#include "emit/sets.h"

enum { SP_AND_FP = 1 << STYLE_SP | 1 << STYLE_FP, ANY_STYLE = SP_AND_FP | 1 << STYLE_LEAF };

/* Some walks of a family, each made by its number, for texts and ABIs in these sets. */
struct walks {
    void (*make)(struct emitter *emitter, uint32_t number);
    uint32_t count;
    unsigned profiles, abis;
};

/* One row after the other, each for all that is wanted. */
void gen_make_walks(struct emitter *emitter, const struct walks *rows, unsigned count);

/* A walk whose vectors exercise what the texts say of a trace, with so many of the usual modules, or none. */
struct walk *gen_start_walk(struct emitter *emitter, const char *shape, const char *note, uint32_t modules);

/* In any of the modules, of the styles in the set; the first can call, if any of them can. */
void gen_add_routines(struct walk *walk, unsigned styles, uint32_t count);
/* Adds calls until there are `depth`: of routines of the usual styles, some more than once. */
void gen_add_callers(struct walk *walk, uint32_t depth);

/* A mask by its number, once all calls are there: one of 48 bits if the addresses need more than it leaves.
 */
void gen_set_pac_mask(struct walk *walk, uint32_t number);

/* A signal frame: stage 0 finds who was interrupted by SP, stage 1 by FP, on whatever stack. */
uint32_t gen_add_signal_routine(struct walk *walk, unsigned module);

/* The walk's vector, valid unless another class is demanded, which has a name as printf makes it.  The stack
 * is laid now if it is not yet. */
#define FINISH(walk, ...) gen_finish_walk(walk, SAY((walk)->emitter->detail, __VA_ARGS__))
void gen_finish_walk(struct walk *walk, const char *name);
