/* Sections that a family begins with, as texts in the notation: sections/FAMILY.txt, compiled in.  A line
 * `shape` names each.  Several may have one name: the one for the profile and the ABI is taken. */
#pragma once

#include "emit/vector.h"

/* The names, in the order of the texts; null beyond the last. */
const char *gen_model_shape(struct emitter *emitter, unsigned number);

bool gen_has_model(struct emitter *emitter, const char *shape, enum profile profile, enum abi abi);

/* Fills in a section from the text for its profile and ABI; its flag 0x4 stays.  False: there is none. */
bool gen_build_model(struct emitter *emitter, struct section *section, const char *shape);
