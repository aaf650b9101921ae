/* Whether two answers are the same in everything that they state. */
#pragma once

#include "sframe-ref.h"

bool same_function(const struct sfr_function *one, const struct sfr_function *other);
bool same_row(const struct sfr_row *one, const struct sfr_row *other);
bool same_rules(const struct sfr_rules *one, const struct sfr_rules *other);
bool same_violation(const struct sfr_violation *one, const struct sfr_violation *other);
bool same_answer(const struct sfr_answer *one, const struct sfr_answer *other);

/* Picks the PCs that are looked up, so that edges are tested whatever the input says: those of the first and
 * the last function, of the function that CHOICE picks, and of the row in it that CHOICE picks.  Returns how
 * many. */
enum { EDGES_MOST = 16 };
unsigned edges_of(const struct sfr_section *section, uint64_t choice, uint64_t pcs[EDGES_MOST]);
