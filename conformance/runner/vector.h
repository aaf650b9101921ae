/* A vector: one line of the corpus, cut into its members. */
#ifndef CONFORM_VECTOR_H
#define CONFORM_VECTOR_H

#include "scenario.h"

enum profile { V1, V2, V2E1, V2E2, V3, PROFILE_COUNT };
enum abi { AMD64, AARCH64, AARCH64_BE, S390X, ABI_COUNT };
enum operation { DECODE, CHECK, LOOKUP, FLIP, UNWIND, OPERATION_COUNT };
enum vector_class { VALID, MALFORMED, IRREGULAR, CONTESTED, CLASS_COUNT };

extern const char *const profile_names[PROFILE_COUNT];
extern const char *const abi_names[ABI_COUNT];
extern const char *const operation_names[OPERATION_COUNT];
extern const char *const class_names[CLASS_COUNT];

/* The number of what is so called; COUNT if nothing is. */
unsigned name_number(const char *const *names, unsigned count, struct span name);

struct vector {
    unsigned users; /* freed when the last one lets go */
    enum profile profile;
    enum abi abi;
    enum operation operation;
    enum vector_class class;
    struct span id, family, ledger, origin;                 /* without quotes; ledger may be empty */
    struct span clauses, note, input, expect;               /* JSON as it stands */
    struct span fault, group, breaches;                     /* likewise, or empty */
    struct span bytes;                                      /* the section, in hexadecimal */
    uint64_t address, pc;                                   /* pc: 0 where none is asked for */
    struct scenario scenario;                               /* of an unwinding; else empty */
    size_t size;
    char line[];
};

/* Null, and *fault in words: the line is none.  Out of memory says so too. */
struct vector *vector_read(struct span line, const char **fault);
void vector_release(struct vector *vector);

/* Whether the section's bytes are in the other order than its ABI's. */
bool vector_foreign(const struct vector *vector);

#endif
