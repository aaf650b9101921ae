/* The families of vectors.  To add one: copy a file in families/, add a row here. */
#ifndef GENERATOR_FAMILIES_H
#define GENERATOR_FAMILIES_H

#include "vector.h"

/*   FAMILY(name, "what it makes, in one line")     the function is family_<name> in families/<name>.c */
#define FAMILIES(FAMILY)                                                                                     \
    FAMILY(exhaustive, "small sections: every combination of types, widths, encodings; every shape of row")  \
    FAMILY(boundary, "every PC around every edge of rows and functions; fields at their extremes")           \
    FAMILY(metamorphic, "groups of sections that say the same in different bytes: one answer")               \
    FAMILY(bits, "every bit of every info byte, flipped where that changes an answer in a known way")        \
    FAMILY(truncation, "sections cut after every byte, and row sub-sections declared too short")

#define FAMILY(name, words) void family_##name(struct emitter *emitter);
FAMILIES(FAMILY)
#undef FAMILY

#endif
