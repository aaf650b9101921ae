/* A vector: one line of the corpus, cut into its members. */
#ifndef CONFORMANCE_RUNNER_JUDGE_CORPUS_LINE_H
#define CONFORMANCE_RUNNER_JUDGE_CORPUS_LINE_H

#include "unwind_request.h"

#include <jansson.h>

enum profile { V1, V2, V2E1, V2E2, V3, PROFILE_COUNT, ANY_PROFILE = PROFILE_COUNT };

/* ABI(enumerator, name, the DWARF names of SP and FP, big-endian, machine of ELF files) */
#define KNOWN_ABIS(ABI)                                                                                      \
    ABI(AMD64, "amd64", "r7", "r6", false, 62)                                                               \
    ABI(AARCH64, "aarch64", "r31", "r29", false, 183)                                                        \
    ABI(AARCH64_BE, "aarch64_be", "r31", "r29", true, 183)                                                   \
    ABI(S390X, "s390x", "r15", "r11", true, 22)

enum abi {
#define ABI(enumerator, name, sp, fp, big, machine) enumerator,
    KNOWN_ABIS(ABI)
#undef ABI
        ABI_COUNT
};

extern const struct abi_facts {
    const char *sp, *fp;
    bool big;
    uint16_t machine;
} runner_abi_facts[ABI_COUNT];

/* Those from ASSEMBLE on are asked of writers. */
enum operation { DECODE, CHECK, LOOKUP, FLIP, UNWIND, ASSEMBLE, LINK, ENCODE, MERGE, OPERATION_COUNT };
enum vector_class { VALID, MALFORMED, IRREGULAR, CONTESTED, CLASS_COUNT };

extern const char *const runner_profile_names[PROFILE_COUNT + 1]; /* the last one: of ANY_PROFILE */
extern const char *const runner_abi_names[ABI_COUNT];
extern const char *const runner_operation_names[OPERATION_COUNT];
extern const char *const runner_class_names[CLASS_COUNT];

/* The number of what is so called; COUNT if nothing is. */
unsigned runner_name_number(const char *const *names, unsigned count, struct span name);

/* Whether a section is to be written, and not to be read. */
bool runner_is_writing(enum operation operation);

struct vector {
    uint64_t unit;   /* of which line of the corpus it is a part, with others; 0: it is the line */
    bool not_asked;  /* of a unit: its text asks for no SFrame */
    bool is_section; /* of a unit: what all of its functions get together, which nobody is asked for */
    /* Of a unit's function: what stands before all of them, and it and its truth.  Null: read input and
     * expect. */
    json_t *head, *function, *truth;
    unsigned users; /* freed when the last one lets go */
    enum profile profile;
    enum abi abi;
    enum operation operation;
    enum vector_class class;
    struct span id, family, ledger, origin;                 /* without quotes; ledger may be empty */
    struct span clauses, note, input, expect;               /* JSON as it stands */
    struct span fault, group, breaches;                     /* likewise, or empty */
    struct span starts;                                     /* of a link: from where they count, or empty */
    struct span bytes;                                      /* the section, in hexadecimal */
    uint64_t address, pc;                                   /* pc: 0 where none is asked for */
    struct scenario scenario;                               /* of an unwinding; else empty */
    size_t size;
    char line[];
};

/* Null, and *fault in words: the line is none.  Out of memory says so too. */
struct vector *runner_vector_read(struct span line, const char **fault);
void runner_vector_release(struct vector *vector);

/* Whether the section's bytes are in the other order than its ABI's. */
bool runner_vector_foreign(const struct vector *vector);

#endif
