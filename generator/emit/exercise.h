/* Which clauses a vector exercises, by the features of its model: a table of facts in exercises.def. */
#pragma once

#include "model/model.h"

#include <stdint.h>

uint64_t gen_features_of(const struct section *section);

/* Writes up to `room` clause ids that a question about a section with these features exercises, and returns
 * their number.  `operation` is an enum operation (a number, as vector.h includes more than is needed here). */
uint32_t gen_exercised_clauses(enum profile profile, uint64_t features, unsigned operation,
                               const char **clauses, uint32_t room);
