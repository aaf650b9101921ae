/* Families that are texts: corpus/assembly/NAME.s, compiled in.  docs/program-texts.md says how they are
 * written. */
#pragma once

#include "program_emitter.h"
#include "terms.h"

struct program_text {
    struct program_emitter *emitter; /* each function in turn becomes its program */
    const char *name;                /* of the text, perhaps without _MACHINE */
    const char *words;               /* all of the text; null: the compiled one of this name */
    const struct name *names;        /* that the text may use besides those of the ABI; null: none */
    const uint64_t *kept;            /* registers that kept(N) knows, as bits; null: none */
    struct random *random;           /* from which it draws; null: the emitter's */
    const char *only; /* the name of one function, whose steps are added to the emitter's program; null: all
                         are read */
    void (*take)(struct program_text *text); /* what becomes of a function; null: it is emitted */
    /* Reads words that only this family has; null: it has none.  False: it is none, or has wrong operands. */
    bool (*read_word)(struct program_text *text, const char *word, const char *operands);
    void *into;
    bool done; /* set to end the reading */

    /* Of the function that was read: */
    const char *about; /* lasts until the next one */
    int64_t weight;    /* how often it is drawn */
    bool has_body;     /* there is a place where its body goes: */
    unsigned body;     /* behind so many steps */
};

/* The text that names directives, which other texts may use as lines, and as the lists \first and \later. */
#define GEN_DIRECTIVES "directives"

/* Reads all functions of the text, one text at a time.  What is wrong with it is the emitter's fault. */
void gen_read_text(struct program_text *text);

/* While a text is read: the number that WORDS give (false: they give none, which is a fault); and FORM with a
 * number in the place of {SUM}, and with the machine's name of the register in the place of @N or @{SUM}. */
bool gen_text_number(const char *words, int64_t *number);
void gen_text_fill_in(struct text *into, const char *form, size_t length);

/* Runs a family that is a text. */
void gen_programs_text(struct program_emitter *emitter);
