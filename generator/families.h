/* The families of vectors.  To add one: copy a file in families/, add a row here. */
#ifndef GENERATOR_FAMILIES_H
#define GENERATOR_FAMILIES_H

#include "vector.h"

/*   FAMILY(name, "what it makes, in one line")     the function is family_<name> in families/<name>.c */
#define FAMILIES(FAMILY)                                                                                     \
    FAMILY(exhaustive, "small sections: every combination of types, widths, encodings; every shape of row")  \
    FAMILY(boundary, "every PC around every edge of rows and functions; fields at their extremes")           \
    FAMILY(covering, "every allowed combination of values of any three dimensions of a section")             \
    FAMILY(truncation, "every prefix of small sections")                                                     \
    FAMILY(faults_layout, "one fault each: magic, version, ABI, fields of the header")                       \
    FAMILY(faults_parts, "one fault each: sub-sections, order, overlap, flags")                              \
    FAMILY(faults_functions, "one fault each: function entries, index and attributes")                       \
    FAMILY(twins_layout, "pairs that part readers who ignore a statement on header and functions")           \
    FAMILY(faults_rows, "one fault each: info bytes, rows, words of every ABI")                              \
    FAMILY(faults_flex, "one fault each: words of flexible functions")                                       \
    FAMILY(faults_readers, "pairs that part readers who ignore a statement on rows and words")               \
    FAMILY(faults_places, "pairs that part readers who ignore a statement on types and starts")              \
    FAMILY(bits, "every bit of every info byte changes the answer")                                          \
    FAMILY(metamorphic, "groups whose bytes differ and whose answers are the same")                          \
    FAMILY(settled, "settled points of the ledger: what their popular mistakes get wrong")                   \
    FAMILY(contested_layout, "open points of header, functions and layout, with every reading's answer")     \
    FAMILY(contested_rows, "open points of rows and their words, with every reading's answer")               \
    FAMILY(reports, "public reports about readers and writers, a shape each")                                \
    FAMILY(unwinding, "call chains and the stack that they leave, with the frames that were there")          \
    FAMILY(unwinding_open, "open points of a whole trace, with every reading's frames")                      \
    FAMILY(unwinding_faults, "a section that cannot be read where a trace comes to it")                      \
    FAMILY(sizes, "ladders of sizes, for tests of scaling: functions, rows, spans, blocks, words")           \
    FAMILY(arrangement, "functions inside others, and rows that come first and reach into the entries")      \
    FAMILY(regression, "bugs that were found by an input that is like no other vector")

#define FAMILY(name, words) void gen_family_##name(struct emitter *emitter);
FAMILIES(FAMILY)
#undef FAMILY

#define FAMILY(name, words) FAMILY_##name,
enum { FAMILIES(FAMILY) FAMILY_COUNT };
#undef FAMILY

const char *gen_family_name(unsigned number);
const char *gen_family_words(unsigned number);

/* All that are selected, in the order of the table. */
void gen_run_families(struct emitter *emitter, const struct selection *selection, struct sink *sink,
                      uint64_t seed);

#endif
