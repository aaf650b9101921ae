/* Families that are texts: corpus/assembly/NAME.s, compiled in.  docs/program-texts.md says how they are written. */
#ifndef GENERATOR_PROGRAMS_TEXTS_H
#define GENERATOR_PROGRAMS_TEXTS_H

#include "program_emitter.h"
#include "terms.h"

struct program_text {
    struct program_emitter *emitter; /* whose program each function becomes in turn */
    const char *name;                /* of the text */
    const struct name *names;        /* that it may use besides those of the ABI; null: none */
    struct random *random;           /* from which it draws; null: the emitter's */
    int wanted;                      /* the number of the only function that is taken; ALL_FUNCTIONS */
    void (*take)(struct program_text *text); /* null: each is emitted */
    void *into;

    /* Of the function that is taken. */
    unsigned number;
    int64_t weight;   /* how often it is drawn */
    bool has_body;    /* there is a place where its body goes: */
    unsigned body;    /* behind so many steps */
    const char *about; /* lasts until the next one */
};
enum { ALL_FUNCTIONS = -1 };

/* The text that names directives, which other texts may use as lines, and as the lists \first and \later. */
#define GEN_DIRECTIVES "directives"

/* A register that functions must keep and that SFrame does not name. */
uint8_t gen_other_register(enum abi abi);

/* Reads all functions of the text.  What is wrong with it is the emitter's fault. */
void gen_read_text(struct program_text *text);

/* A family that is the text of its name. */
void gen_programs_text(struct program_emitter *emitter);

#endif
