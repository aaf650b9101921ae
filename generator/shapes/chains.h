/* Walks that families have in common: routines and callers by chance. */
#ifndef GENERATOR_SHAPES_CHAINS_H
#define GENERATOR_SHAPES_CHAINS_H

#include "call_chain.h"
#include "emit/sets.h"

enum { SP_AND_FP = 1 << STYLE_SP | 1 << STYLE_FP, ANY_STYLE = SP_AND_FP | 1 << STYLE_LEAF };

/* Of rules in tables: one that is drawn, and the one that RA is in. */
enum { ANY_REGISTER = 1000, LINK_REGISTER };

/* A walk whose vectors exercise what the texts say of a trace. */
struct walk *gen_start_walk(struct emitter *emitter, const char *shape);

/* In any of the modules, of the styles in the set; the first can call, if any of them can. */
void gen_add_routines(struct walk *walk, unsigned styles, uint32_t count);
/* Adds calls until there are `depth`: of routines of the usual styles, some more than once. */
void gen_add_callers(struct walk *walk, uint32_t depth);

/* A mask by its number, once all calls are there: one of 48 bits if the addresses need more than it leaves.
 */
void gen_set_pac_mask(struct walk *walk, uint32_t number);

/* A signal frame: stage 0 finds who was interrupted by SP, stage 1 by FP, on whatever stack. */
uint32_t gen_add_signal_routine(struct walk *walk, unsigned module);

/* "word-7", for a detail. */
const char *gen_numbered(struct walk *walk, const char *word, uint32_t number);

#endif
