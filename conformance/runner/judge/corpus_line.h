/* A vector: one line of the corpus, cut into its members. */
#pragma once

#include "../process/spans.h"

#include <jansson.h>

struct unwind_request {
    char counts[64]; /* " LIMIT REGISTERS MODULES PIECES": the end of the request's line */
    char *text;      /* what follows the section's bytes; on the heap */
    size_t size;
};

/* Members of a vector's input, in JSON; those that are missing are empty. */
struct scenario_text {
    struct span registers, pac_mask, modules, memory, limit;
};

/* Makes an unwind request from these members.  Returns false if they are broken. */
bool runner_unwind_request_read(struct unwind_request *request, const struct scenario_text *scenario);

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

/* Operations from ASSEMBLE on are for writers, the others for readers. */
enum operation { DECODE, CHECK, LOOKUP, FLIP, UNWIND, ASSEMBLE, LINK, ENCODE, MERGE, OPERATION_COUNT };
enum vector_class { VALID, MALFORMED, IRREGULAR, CONTESTED, CLASS_COUNT };

extern const char *const runner_profile_names[PROFILE_COUNT + 1]; /* the last one is that of ANY_PROFILE */
extern const char *const runner_abi_names[ABI_COUNT];
extern const char *const runner_operation_names[OPERATION_COUNT];
extern const char *const runner_class_names[CLASS_COUNT];

/* Whether the operation asks for a section to be written, rather than read. */
bool runner_is_writing(enum operation operation);

struct vector {
    /* The number of the line that it shares with other vectors; 0: it has a line of its own. */
    uint64_t unit;
    bool not_asked;  /* of a unit: its text does not ask for SFrame */
    /* Of a unit: stands for the section of all its functions; no adapter is asked this vector. */
    bool is_section;
    /* For a function of a unit: what stands before all functions, the function, and the truth about it.  They
     * are null for other vectors, which have `input` and `expect`. */
    json_t *head, *function, *truth;
    unsigned users; /* how many hold it; the last one to release it frees it */
    enum profile profile;
    enum abi abi;
    enum operation operation;
    enum vector_class class;
    struct span id, family, ledger, origin;                 /* without quotes; ledger may be empty */
    struct span clauses, note, input, expect;               /* JSON as the line has it */
    struct span fault, breaches;                            /* the same, or empty */
    struct span starts;                                     /* of a link: from where starts count, or empty */
    struct span bytes; /* the section, in hexadecimal; only its beginning if `parts` describe it */
    struct span parts; /* JSON, or empty */
    size_t section_size; /* in bytes */
    uint64_t address, pc;                                   /* pc is 0 if the operation needs none */
    struct unwind_request unwinding;                        /* empty unless the vector asks to unwind */
    size_t size;
    char line[];
};

/* Returns null if the line is not a vector; *fault then says why. */
struct vector *runner_vector_read(struct span line, const char **fault);
void runner_vector_release(struct vector *vector);

/* Writes the section's bytes, section_size of them. */
void runner_vector_section(const struct vector *vector, uint8_t *to);

/* Whether the section has the other byte order than its ABI. */
bool runner_vector_foreign(const struct vector *vector);

enum { MADE_MAX = 1 << 22 }; /* bytes of a section; a run keeps few at a time */

/* A section that `parts` describe, before its bytes are made. */
struct made_section {
    struct span first; /* the bytes of the first part, in hexadecimal */
    size_t size;       /* of the section */
};

/* Reads `parts`.  Returns null, or what is wrong with them. */
const char *runner_made_read(struct span parts, struct made_section *made);
/* Writes the bytes of parts that were read before: as many as their size. */
void runner_made_write(struct span parts, uint8_t *to);
