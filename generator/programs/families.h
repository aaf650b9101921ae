/* The families of CFI programs.  To add one: copy a file in families/, add a row here. */
#ifndef GENERATOR_PROGRAM_FAMILIES_H
#define GENERATOR_PROGRAM_FAMILIES_H

#include "program_emitter.h"

#define PROGRAM_FAMILIES(FAMILY)                                                                             \
    FAMILY(single, "each directive alone: at the start, between code, at the end")                           \
    FAMILY(pairs, "every two directives, in both orders, with and without code between them")                \
    FAMILY(remembered, "what is remembered, changed and taken back, with and without code between")          \
    FAMILY(offsets, "offsets at the limits of words, negative ones, and those that are no multiples")        \
    FAMILY(spans, "functions and rows at the limits of starts of one, two and four bytes")                   \
    FAMILY(frames, "functions as compilers and hand-written assembly make them")                             \
    FAMILY(drawn, "directives drawn at random")

#define FAMILY(name, words) void gen_programs_##name(struct program_emitter *emitter);
PROGRAM_FAMILIES(FAMILY)
#undef FAMILY

#endif
