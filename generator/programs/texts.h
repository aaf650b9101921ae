/* Families that are texts: corpus/assembly/NAME.s, compiled in.  docs/program-texts.md says how they are
 * written. */
#pragma once

#include "program_emitter.h"
#include "terms.h"

struct program_text {
    struct program_emitter *emitter; /* whose program each function becomes in turn */
    const char *name;                /* of the text, perhaps without _MACHINE */
    const char *words;               /* all of it; null: that of the name, which is compiled in */
    const struct name *names;        /* that it may use besides those of the ABI; null: none */
    const uint64_t *kept;            /* registers that kept(N) knows, as bits; null: none */
    struct random *random;           /* from which it draws; null: the emitter's */
    const char *only; /* the name of one function, whose steps are added to the emitter's program; null: all
                         are read */
    void (*take)(struct program_text *text); /* what becomes of a function; null: it is emitted */
    /* Words besides those of all texts; null: none.  False: this is not one with operands that are right. */
    bool (*read_word)(struct program_text *text, const char *word, const char *operands);
    void *into;
    bool done; /* nothing more is to be read */

    /* Of the function. */
    const char *about; /* lasts until the next one */
    int64_t weight;    /* how often it is drawn */
    bool has_body;     /* there is a place where its body goes: */
    unsigned body;     /* behind so many steps */
};

/* The text that names directives, which other texts may use as lines, and as the lists \first and \later. */
#define GEN_DIRECTIVES "directives"

/* Reads all functions of the text, one text at a time.  What is wrong with it is the emitter's fault. */
void gen_read_text(struct program_text *text);

/* In the text that is read: the number that the words are (false: they are none, which is a fault); and words
 * in which {SUM} is a number, and @N or @{SUM} the machine's name for the register of this number. */
bool gen_text_number(const char *words, int64_t *number);
void gen_text_fill_in(struct text *into, const char *form, size_t length);

/* A family that is the text of its name. */
void gen_programs_text(struct program_emitter *emitter);
