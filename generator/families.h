/* The families of vectors.  To add one: copy a file in families/, add a row here. */
#ifndef GENERATOR_FAMILIES_H
#define GENERATOR_FAMILIES_H

#include "vector.h"

/*   FAMILY(name, "what it makes, in one line")     the function is family_<name> in families/<name>.c */
#define FAMILIES(FAMILY)                                                                                     \
    FAMILY(exhaustive, "small sections: every combination of types, widths, encodings; every shape of row")  \
    FAMILY(boundary, "every PC around every edge of rows and functions; fields at their extremes")           \
    FAMILY(faults_rows, "info bytes and rows: one statement broken, beside its valid twin")                  \
    FAMILY(faults_readers, "info bytes and rows: valid twins that tell who ignores a statement")             \
    FAMILY(faults_places, "info bytes and starts: valid twins that tell who ignores a statement")            \
    FAMILY(faults_flex, "flexible rows: one statement broken, beside its valid twin")

#define FAMILY(name, words) void family_##name(struct emitter *emitter);
FAMILIES(FAMILY)
#undef FAMILY

#endif
