/* The families of vectors.  To add one: copy a file in families/, add a row here. */
#ifndef GENERATOR_FAMILIES_H
#define GENERATOR_FAMILIES_H

#include "vector.h"

/*   FAMILY(name, "what it makes, in one line")     the function is family_<name> in families/<name>.c */
#define FAMILIES(FAMILY)                                                                                     \
    FAMILY(exhaustive, "small sections: every combination of types, widths, encodings; every shape of row")  \
    FAMILY(boundary, "every PC around every edge of rows and functions; fields at their extremes")           \
    FAMILY(faults_layout, "preamble, header and sub-sections: header fields that lie, one at a time")    \
    FAMILY(faults_parts, "sections cut short, parts out of place, foreign byte order, flags that nobody knows")  \
    FAMILY(faults_functions, "functions out of order, on top of each other or beyond the end; entries that lie") \
    FAMILY(twins_layout, "pairs of valid sections that a reader tells apart only if it honours a clause")

#define FAMILY(name, words) void family_##name(struct emitter *emitter);
FAMILIES(FAMILY)
#undef FAMILY

#endif
