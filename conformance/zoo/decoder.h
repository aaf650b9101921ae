/* A small decoder of SFrame sections, written from the texts alone: a third reading beside ref/ and
 * generator/, and the body in which the zoo's bugs live.  Files follow the order of the texts. */
#ifndef ZOO_DECODER_H
#define ZOO_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum profile { V1, V2, V2E1, V2E2, V3, PROFILES };
enum abi { AARCH64_BIG = 1, AARCH64_LITTLE = 2, AMD64 = 3, S390X = 4 };
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
    uint32_t size, row_count;
    unsigned row_start_width;
    uint8_t rep_size;
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

/* What can fail returns NULL, or words about why. */

/* bytes.c.  A byte that is not there reads as 0; far beyond the end the program aborts, as a reader would. */
uint8_t byte_at(const struct section *s, uint64_t at);
uint64_t load(const struct section *s, uint64_t at, unsigned width);
uint64_t load_in_order(const struct section *s, uint64_t at, unsigned width, bool big);
int64_t sign_extend(uint64_t value, unsigned width);

/* header.c */
enum { HEADER_SIZE = 28 };
enum profile profile_named(const char *name);
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
