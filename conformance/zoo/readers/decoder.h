/* A small decoder of SFrame sections, written from the texts alone: a third interpretation beside ref/ and
 * generator/. The zoo's bugs are in this code.  Its files follow the order of the texts. */
#pragma once

#include "bug.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum profile { V1, V2, V2E1, V2E2, V3, PROFILES };
enum abi { NO_ABI, AARCH64_BIG, AARCH64_LITTLE, AMD64, S390X, ABIS }; /* as the header numbers them */
enum { FLAG_SORTED = 0x1, FLAG_FRAME_POINTER = 0x2, FLAG_PCREL = 0x4 };

/* Offsets named _at count from the section's first byte. */
struct section {
    const uint8_t *bytes;
    size_t size;
    uint64_t address;
    enum profile profile;
    bool big;
    uint8_t version, flags, abi, aux_size;
    int8_t fixed_fp, fixed_ra;
    uint32_t function_count, row_count, rows_size;
    uint64_t functions_at, rows_at;
};

struct function {
    uint64_t start;
    uint32_t size, row_count, rep_size;
    unsigned row_start_width;
    bool mask, flex, signal, key_b;
    uint64_t rows_at;
};

struct row {
    uint32_t start;
    bool mangled, base_is_sp;
    unsigned word_count, word_size;
    uint64_t words_at, end_at;
};

/* A place: base plus offset, or the word at that address.  Bases from 0 up are registers by their DWARF
 * number. */
enum { BASE_CFA = -1, BASE_SP = -2, BASE_FP = -3 };
struct rule {
    enum { UNSTATED, SAME, UNDEFINED, PLACE } kind;
    int64_t base, offset;
    bool deref;
};

struct rules {
    struct rule cfa, ra, fp;
};

struct found {
    enum { NO_FUNCTION, NO_ROW, ROW, OUTERMOST } kind;
    uint32_t function, row;
    bool mangled, signal;
    struct rules rules;
};

/* In tables.c: the differences between the texts, and between ABIs; all other code asks these. */
struct text {
    const char *name;
    uint8_t version;
    uint8_t entry_size, start_width; /* bytes of a function's entry, and of the start in it */
    uint8_t attribute;               /* bytes before a function's rows with the rest of its entry, or 0 */
    uint8_t rep_size;                /* bytes of the block size; 0: there is none, and masks are bits */
    bool signal;                     /* functions may be signal frames */
    bool pcrel;                      /* a flag lets starts count from their own field */
    bool abi_decides_tracking;       /* the ABI decides whether rows track RA; else the header does */
    bool registers;                  /* a default row's word may be a register, if the ABI has that */
    bool no_words_undefined;         /* a row without words says that RA is undefined */
    bool no_rows_outermost;          /* a default function without rows is the outermost one */
};
extern const struct text texts[PROFILES];

struct abi_facts {
    const char *name;
    enum profile since;
    bool big;
    bool tracks_ra;             /* rows say where RA is; else it is at a fixed place */
    bool signs_ra;              /* return addresses can be mangled */
    bool words_name_registers;  /* an odd word names a register; a word of 0 for RA is padding */
    int64_t factor, adjustment; /* the CFA's offset is its word times factor, less adjustment */
    int64_t sp_below_cfa;       /* the distance from the caller's SP up to the CFA */
    int64_t sp, fp, ra;         /* DWARF numbers; `ra` is the return address register */
};
extern const struct abi_facts abis[ABIS];

/* The facts of a section's ABI.  Bugs may read a section of an ABI that does not exist. */
static inline const struct abi_facts *abi_of(const struct section *s)
{
    return &abis[s->abi < ABIS ? s->abi : NO_ABI];
}

static inline const struct text *text_of(const struct section *s)
{
    return &texts[s->profile];
}

extern const char text_names[], abi_names[]; /* all names, with a space between two */

/* The largest ABI number that the profile's text defines. */
uint8_t last_abi(enum profile profile);

enum profile profile_named(const char *name);
const struct abi_facts *abi_named(const char *name);

/* Every read of a section is done here, so no bug reads other memory.  A byte behind the end is 0; far behind
 * it, where a real reader would find no page and crash, the program aborts.  ZOO_BARE is for sanitizers,
 * which notice such reads themselves. */
static inline uint8_t byte_at(const struct section *s, uint64_t at)
{
#ifndef ZOO_BARE
    enum { GUARD = 1 << 16 };
    if (at >= s->size && at - s->size >= GUARD)
        abort();
    if (at >= s->size)
        return 0;
#endif
    return s->bytes[at];
}

static inline uint64_t load_in_order(const struct section *s, uint64_t at, unsigned width, bool big)
{
    uint64_t value = 0;
    if (BUG(fields_aligned_up))
        at = (at + width - 1) / width * width;
    if (BUG(fields_aligned_down))
        at = at / width * width;
    for (uint64_t next = big ? at : at + width; width > 0; width--)
        value = value << 8 | byte_at(s, big ? next++ : --next);
    return value;
}

static inline uint64_t load(const struct section *s, uint64_t at, unsigned width)
{
    return load_in_order(s, at, width, s->big);
}

/* Functions that can fail return NULL, or words that say why. */

/* header.c */
enum { HEADER_SIZE = 28 };
const char *read_header(struct section *s, const uint8_t *bytes, size_t size, uint64_t address,
                        enum profile profile);

/* functions.c */
int64_t sign_extend(uint64_t value, unsigned width);
unsigned entry_size(const struct section *s);
uint64_t read_start(const struct section *s, uint32_t index);
uint32_t read_size(const struct section *s, uint32_t index);
const char *read_function(const struct section *s, uint32_t index, struct function *f);

/* In rows.c: the first row is at function->rows_at, the next one at row->end_at. */
const char *read_row(const struct section *s, const struct function *f, uint64_t at, struct row *row);

/* rules.c */
void read_rules(const struct section *s, const struct function *f, const struct row *row, struct rules *r);

/* In check.c: checks that every function and row can be read. */
const char *check(const struct section *s);

/* lookup.c */
void forget_lookups(void); /* drops what bugs keep between lookups; called when a section is opened */
const char *lookup(const struct section *s, uint64_t pc, struct found *found);

/* In flip.c: writes the section in the other byte order to TO, which has room for section->size bytes. */
const char *flip(const struct section *s, uint8_t *to);

/* In unwind.c; it uses the types of the kit. */
struct request;
struct answer;
void answer_unwind(const struct request *request, struct answer *answer);
