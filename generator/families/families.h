/* The families of vectors.  To add one: docs/extending.md. */
#pragma once

#include "emit/vector.h"

/* How often a family runs.  Today's assemblers and linkers count a function's start from its own field (flag
 * 0x4, from errata 1 on).  So a family that does not set that flag runs twice: once as it is, and once with
 * the flag set in all its sections.  The vectors of the latter have the same ids with "/pcrel" behind them. */
enum times {
    ONCE,  /* the family sets the flag itself, in some of its sections */
    DRAWN, /* the same; its draws depend on those before, so it goes through all profiles and ABIs */
    TWICE
};

/*   EACH(name, times, "what it makes, in one line")     gen_family_<name> in <name>.c, for each text and ABI
 *   FAMILY(name, times, "what it makes, in one line")   the same, which goes through texts and ABIs itself
 *   CASES(name, times, "what it makes, in one line")    its vectors are the texts of corpus/cases/<name> */
#define FAMILIES(EACH, FAMILY, CASES)                                                                        \
    EACH(exhaustive, ONCE, "small sections: every combination of types, widths and encodings; all rows")     \
    EACH(boundary, TWICE, "every PC around every edge of rows and functions; fields at their extremes")      \
    FAMILY(covering, TWICE, "every allowed combination of values of any three dimensions of a section")      \
    EACH(truncation, TWICE, "every prefix of small sections")                                                \
    CASES(faults_layout, TWICE, "one fault each: magic, version, ABI, fields of the header")                 \
    CASES(faults_parts, TWICE, "one fault each: sub-sections, order, overlap, flags")                        \
    CASES(faults_functions, TWICE, "one fault each: function entries, index and attributes")                 \
    CASES(twins_layout, TWICE, "pairs that part readers who ignore a statement on header and functions")     \
    CASES(faults_rows, TWICE, "one fault each: info bytes, rows, words of every ABI")                        \
    CASES(faults_flex, TWICE, "one fault each: words of flexible functions")                                 \
    CASES(faults_readers, TWICE, "pairs that part readers who ignore a statement on rows and words")         \
    CASES(faults_places, TWICE, "pairs that part readers who ignore a statement on types and starts")        \
    EACH(bits, TWICE, "every bit of every info byte changes the answer")                                     \
    FAMILY(metamorphic, TWICE, "groups whose bytes differ and whose answers are the same")                   \
    CASES(settled, TWICE, "settled points of the ledger: what their popular mistakes get wrong")             \
    CASES(contested_layout, TWICE, "open points of header, entries and layout, with every reading's answer") \
    CASES(contested_rows, TWICE, "open points of rows and their words, with every reading's answer")         \
    CASES(reports, TWICE, "public reports about readers and writers, a shape each")                          \
    EACH(produced, ONCE, "sections like those of assemblers and linkers, with all that is usual in them")    \
    FAMILY(unwinding, DRAWN, "call chains and the stack that they leave, with the frames that were there")   \
    EACH(unwinding_open, DRAWN, "open points of a whole trace, with every reading's frames")                 \
    EACH(unwinding_faults, DRAWN, "a section that cannot be read where a trace comes to it")                 \
    FAMILY(unwinding_places, DRAWN,                                                                          \
           "unwindings at odd places: cut words, stacks around 2^63, signal frames, masks")                  \
    FAMILY(sizes, TWICE, "ladders of sizes, for tests of scaling: functions, rows, spans, blocks, words")    \
    CASES(arrangement, TWICE, "functions inside others; rows that come first and reach into the entries")    \
    CASES(narrow, TWICE, "what parts readers that differ in one small thing, as mutants showed")             \
    CASES(regression, ONCE, "bugs that were found by an input that is like no other vector")                 \
    EACH(thresholds, TWICE, "as many functions, rows or blocks as 7 to 16 bits count; sections by parts")    \
    EACH(searches, ONCE, "tables that defeat clever searches: each start looked up; sections by parts")      \
    CASES(holes, TWICE, "between the values of other families: blocks, fixed offsets, 2^63, what may come")  \
    FAMILY(unwinding_modules, DRAWN,                                                                         \
           "traces through many modules, code among that of others, code without a section")                 \
    EACH(unwinding_signals, DRAWN, "open points of signal frames where functions end and begin")             \
    EACH(unwinding_missing, DRAWN, "each word of a stack missing in turn")                                   \
    CASES(survivors, TWICE, "what only a mutant, or a fault that somebody invented, gets wrong")             \
    EACH(beside_faults, ONCE, "one fault each, beside every two attributes of section, function and row")    \
    EACH(beside_extremes, ONCE, "fields at their extremes, beside every two such attributes")                \
    EACH(unwinding_beside, DRAWN, "what happens in a frame, beside every two attributes of a trace")

#define EACH(name, times, words)   void gen_family_##name(struct emitter *emitter);
#define FAMILY(name, times, words) void gen_family_##name(struct emitter *emitter);
#define CASES(name, times, words)
FAMILIES(EACH, FAMILY, CASES)
#undef CASES
#undef FAMILY
#undef EACH

#define FAMILY(name, times, words) FAMILY_##name,
enum { FAMILIES(FAMILY, FAMILY, FAMILY) FAMILY_COUNT };
#undef FAMILY

const char *gen_family_name(unsigned number);
const char *gen_family_words(unsigned number);
bool gen_is_family_of_cases(unsigned number);

/* Runs one family, as the emitter's members `pcrel` and `profiles` say. */
void gen_run_family_number(struct emitter *emitter, unsigned number);

/* Runs all selected families, in the order of the table. */
void gen_run_families(struct emitter *emitter, const struct selection *selection, struct sink *sink,
                      uint64_t seed);
