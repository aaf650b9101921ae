/* The families of CFI programs.  To add one: copy a file in families/, add a row here. */
#ifndef GENERATOR_PROGRAMS_FAMILIES_H
#define GENERATOR_PROGRAMS_FAMILIES_H

#include "program_emitter.h"

#define PROGRAM_FAMILIES(FAMILY)                                                                             \
    FAMILY(single, "each directive alone: at the start, between code, at the end")                           \
    FAMILY(pairs, "every two directives, in both orders, with and without code between them")                \
    FAMILY(remembered, "what is remembered, changed and taken back, with and without code between")          \
    FAMILY(offsets, "offsets at the limits of words, negative ones, and those that are no multiples")        \
    FAMILY(spans, "functions and rows at the limits of starts of one, two and four bytes")                   \
    FAMILY(frames, "functions as compilers and hand-written assembly make them")                             \
    FAMILY(drawn, "directives drawn at random")                                                              \
    FAMILY(typical, "functions drawn as gcc, clang and people who write assembly make them")                 \
    FAMILY(walks, "every two directives again, many in one function")                                        \
    FAMILY(covering, "every three choices that make up a function")                                          \
    FAMILY(equal, "a function, and the same function said in another way")                                   \
    FAMILY(relaxed, "code whose size the assembler chooses: jumps, alignment, LEB128")                       \
    FAMILY(sections, "functions in sections of all kinds, in turn")                                          \
    FAMILY(small, "functions of no bytes, and of one piece of code")                                         \
    FAMILY(large, "functions as large as SFrame can say, and larger")                                        \
    FAMILY(borders, "offsets at the borders of SFrame's words, together")                                    \
    FAMILY(registers, "every register that CFI can name")                                                    \
    FAMILY(meaningless, "directives that mean nothing where they stand")                                     \
    FAMILY(listed, "what .cfi_sections names, in different orders, and without .sframe")           \
    FAMILY(runs, "functions that run: each instruction does what CFI says")                                  \
    FAMILY(widths, "hundreds of rows, 64 KiB of them, and states remembered deep")

#define FAMILY(name, words) void gen_programs_##name(struct program_emitter *emitter);
PROGRAM_FAMILIES(FAMILY)
#undef FAMILY

/* A function as compilers or people make them, drawn. */
void gen_draw_typical(struct program_emitter *emitter, uint64_t number);

/* The functions of the family frames: how many; makes one of them in place of the emitter's program. */
unsigned gen_frame_count(void);
void gen_make_frame(struct program_emitter *emitter, unsigned number);

#endif
