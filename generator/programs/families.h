/* The families of CFI programs.  TEXT: the family is corpus/assembly/NAME.s (texts.h).  FAMILY: a file of
 * families/ makes it.  To add one, copy a text or a file and add a row here. */
#pragma once

#include "program_emitter.h"

#define PROGRAM_FAMILIES(FAMILY, TEXT)                                                                       \
    TEXT(single, "each directive alone: at the start, between code, at the end")                             \
    FAMILY(pairs, "every two directives, in both orders, with and without code between them")                \
    TEXT(remembered, "what is remembered, changed and taken back, with and without code between")            \
    TEXT(offsets, "offsets at the limits of words, negative ones, and those that are no multiples")          \
    TEXT(spans, "functions and rows at the limits of starts of one, two and four bytes")                     \
    TEXT(frames, "functions as compilers and hand-written assembly make them")                               \
    TEXT(drawn, "directives drawn at random")                                                                \
    FAMILY(typical, "functions drawn as gcc, clang and people who write assembly make them")                 \
    FAMILY(walks, "every two directives again, many in one function")                                        \
    FAMILY(covering, "every three choices that make up a function")                                          \
    FAMILY(equal, "a function, and the same function said in another way")                                   \
    TEXT(relaxed, "code whose size the assembler chooses: jumps, alignment, LEB128")                         \
    FAMILY(sections, "functions in sections of all kinds, in turn")                                          \
    TEXT(small, "functions of no bytes, and of one piece of code")                                           \
    TEXT(large, "functions as large as SFrame can say, and larger")                                          \
    TEXT(borders, "offsets at the borders of SFrame's words, together")                                      \
    TEXT(registers, "every register that CFI can name")                                                      \
    TEXT(meaningless, "directives that mean nothing where they stand")                                       \
    FAMILY(listed, "what .cfi_sections names, in different orders, and without .sframe")                     \
    FAMILY(runs, "functions that run: each instruction does what CFI says")                                  \
    TEXT(widths, "hundreds of rows, 64 KiB of them, and states remembered deep")

#define FAMILY(name, words) void gen_programs_##name(struct program_emitter *emitter);
#define TEXT(name, words)
PROGRAM_FAMILIES(FAMILY, TEXT)
#undef TEXT
#undef FAMILY

/* Draws a function as compilers or people make them, into the emitter's program. */
void gen_draw_typical(struct program_emitter *emitter, uint64_t number);
