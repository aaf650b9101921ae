/* Small sections of which the cases are made. */
#ifndef GENERATOR_TESTS_SMALL_SECTIONS_H
#define GENERATOR_TESTS_SMALL_SECTIONS_H

#include "emit/sets.h"

/* Functions of 32 bytes: one row, and the usual three at 0, 4 and 8.  They are at 0x1000 if nothing is
 * said. */
void gen_leaf_at(struct section *section, int64_t start);
void gen_leaf(struct section *section);
void gen_prologue(struct section *section);

void gen_no_functions(struct section *section);
void gen_end_of_stack(struct section *section); /* rows at 0, 8 and 16, the second without words */
void gen_stub(struct section *section);         /* four blocks of 16 bytes at 0x1000 */

/* FP's slot, and RA's where rows track it. */
void gen_slots_to(const struct section *section, struct row *row, int64_t ra, int64_t fp);

#endif
