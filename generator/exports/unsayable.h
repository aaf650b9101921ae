/* Models that no section says: an encoder refuses them, and cuts nothing silently. */
#ifndef GENERATOR_EXPORTS_UNSAYABLE_H
#define GENERATOR_EXPORTS_UNSAYABLE_H

#include "emit/vector.h"

/* Writes those that are selected, as JSON Lines; how many. */
uint64_t gen_write_unsayable(struct text *text, const struct selection *selection);

#endif
