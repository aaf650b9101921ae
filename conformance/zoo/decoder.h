/* A small decoder of SFrame sections, written from the texts alone: a third reading beside ref/ and
 * generator/, and the body in which the zoo's bugs live.  Files follow the order of the texts. */
#ifndef CONFORMANCE_ZOO_DECODER_H
#define CONFORMANCE_ZOO_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* A place: base plus offset, or what lies there.  Bases from 0 up are registers by their DWARF number. */
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

/* tables.c: in what the texts differ, and in what ABIs do; all else asks these. */
struct text {
    const char *name;
    uint8_t version;
    uint8_t entry_size, start_width; /* bytes of a function's entry, and of the start in it */
    uint8_t attribute;               /* bytes before a function's rows of what its entry does not say, or 0 */
    uint8_t rep_size;                /* bytes of it; 0: there is none, and masks are bits */
    bool signal;                     /* functions may be signal frames */
    bool pcrel;                      /* by a flag starts count from their own field */
    bool abi_tells_tracking;         /* whether rows track RA; else the header does */
    bool registers;                  /* a default row's word may name one, if the ABI has that */
    bool no_words_undefined;         /* a row without words says that RA is undefined */
    bool no_rows_outermost;          /* a default function without rows is the outermost one */
};
extern const struct text texts[PROFILES];

struct abi_facts {
    const char *name;
    enum profile since;
    bool big;
    bool tracks_ra;             /* in rows; else RA is at a fixed place */
    bool signs_ra;              /* return addresses can be mangled */
    bool words_name_registers;  /* if odd; and RA's word of 0 says nothing */
    int64_t factor, adjustment; /* CFA's offset: its word times one, less the other */
    int64_t sp_below_cfa;       /* the caller's SP */
    int64_t sp, fp, ra;         /* DWARF numbers; RA is where a call leaves it */
};
extern const struct abi_facts abis[ABIS];

/* Bugs read a section as if it were of an ABI that there is not. */
static inline const struct abi_facts *abi_of(const struct section *s)
{
    return &abis[s->abi < ABIS ? s->abi : NO_ABI];
}

static inline const struct text *text_of(const struct section *s)
{
    return &texts[s->profile];
}

extern const char text_names[], abi_names[]; /* of all, as the kit takes them */

/* The last that the text lists. */
uint8_t last_abi(enum profile profile);

enum profile profile_named(const char *name);
const struct abi_facts *abi_named(const char *name);

/* What can fail returns NULL, or words about why. */

/* bytes.c.  A byte that is not there reads as 0; far beyond the end the program aborts, as a reader would. */
uint8_t byte_at(const struct section *s, uint64_t at);
uint64_t load(const struct section *s, uint64_t at, unsigned width);
uint64_t load_in_order(const struct section *s, uint64_t at, unsigned width, bool big);
int64_t sign_extend(uint64_t value, unsigned width);

/* header.c */
enum { HEADER_SIZE = 28 };
const char *read_header(struct section *s, const uint8_t *bytes, size_t size, uint64_t address,
                        enum profile profile);

/* functions.c */
unsigned entry_size(const struct section *s);
uint64_t read_start(const struct section *s, uint32_t index);
const char *read_function(const struct section *s, uint32_t index, struct function *f);

/* rows.c: the first row is at function->rows_at, the next one at row->end_at. */
const char *read_row(const struct section *s, const struct function *f, uint64_t at, struct row *row);

/* rules.c */
void read_rules(const struct section *s, const struct function *f, const struct row *row, struct rules *r);

/* check.c: whether all that the header counts can be read. */
const char *check(const struct section *s);

/* lookup.c */
const char *lookup(const struct section *s, uint64_t pc, struct found *found);

/* flip.c: the section in the other byte order; to has room for section->size bytes. */
const char *flip(const struct section *s, uint8_t *to);

/* unwind.c, in the terms of the kit */
struct request;
struct answer;
void answer_unwind(const struct request *request, struct answer *answer);

#endif
