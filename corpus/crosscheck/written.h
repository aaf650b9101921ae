/* An object that an assembler made of functions whose truth is known: what it says of each of them. */
#pragma once

#include "../cfi/recovery.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From good to bad. */
enum said {
    SAID_SAME,   /* at each byte what is true */
    SAID_ABSENT, /* SFrame of its version cannot say it, and it is not there */
    SAID_OMITS,  /* it could be said, and is not there */
    SAID_HIDES,  /* SFrame cannot say it, and something else is there */
    SAID_WRONG,  /* something else is said */
};

/* The worst that is said of one function, and where it stands first. */
struct said_function {
    enum said said;
    const char *kind;                           /* of difference: an id of kinds.def; NULL: none */
    uint64_t at;                                /* from its start */
    char is_true[RECOVERY_TEXT], stated[RECOVERY_TEXT]; /* in words; empty: nothing */
};

/* What is asked of a file. */
struct written {
    uint8_t *bytes; /* on the heap */
    size_t size;
    uint16_t machine; /* for which it should be, as ELF has it */
    bool big_endian;
    const json_t *functions; /* what is true of each that must be there */
};

/* What is said about the SFrame sections of a file. */
struct said_section {
    bool there;
    const char *broken;      /* the first of the worst clauses that they break; NULL: none */
    const char *how;         /* irregular, malformed, or broken by the file around it */
    uint64_t offset;         /* where */
    uint64_t strangers;      /* pieces of code that they describe, and that no function has */
    uint64_t first_stranger; /* where the first one is */
};

/* Judges a file, whose bytes it takes.  FOUND has room for each function.  False, and WHY: it cannot be
 * judged. */
bool cfi_judge_written(const struct written *written, struct said_function *found,
                       struct said_section *section, char *why, size_t why_size);
