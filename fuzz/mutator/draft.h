/* A draft is a section in parts, which can be edited and written again.
 *
 * Reading is tolerant: it ends at the first thing that cannot be read.  Writing computes all offsets, counts
 * and lengths, so what is written can be read to its end.  A draft needs no memory but itself, and leaves out
 * what does not fit. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_FUNCTIONS = 256, MOST_ROWS = 2048, MOST_WORDS = 15, VERSIONS = 3 };
enum { FLAG_SORTED = 1, FLAG_FRAME_POINTER = 2, FLAG_PCREL = 4 };
enum { ABI_AARCH64_BIG = 1, ABI_AARCH64, ABI_AMD64, ABI_S390X, ABI_END };
enum { INFO_FRE_TYPE = 0x0f, INFO_MASK = 0x10, INFO_PAUTH = 0x20, INFO_SIGNAL = 0x80, INFO2_FLEX = 1 };
enum { ROW_BASE = 0x01, ROW_MANGLED = 0x80 };

/* --- Layouts ------------------------------------------------------------------------------------------- */

enum header_field {
    HEADER_MAGIC,
    HEADER_VERSION,
    HEADER_FLAGS,
    HEADER_ABI,
    HEADER_FIXED_FP,
    HEADER_FIXED_RA,
    HEADER_AUX_LEN,
    HEADER_NUM_FDES,
    HEADER_NUM_FRES,
    HEADER_FRE_LEN,
    HEADER_FDEOFF,
    HEADER_FREOFF,
    HEADER_FIELDS
};

enum function_field {
    FIELD_START,
    FIELD_SIZE,
    FIELD_FRE_OFF,
    FIELD_NUM_FRES,
    FIELD_INFO,
    FIELD_INFO2,
    FIELD_REP_SIZE,
    FIELD_PADDING,
    FUNCTION_FIELDS
};

struct bytes {
    const uint8_t *at;
    size_t size;
};

/* The place of a field in its structure; a width of 0 means that it is not there. */
struct place {
    uint8_t at, width;
};

/* The layout of a version. */
struct layout {
    uint8_t entry_size;
    uint8_t attribute_size; /* in front of a function's rows: V3 */
    bool pcrel;             /* starts can count from their fields */
    bool signals;           /* functions can be signal frames */
    struct place entry[FUNCTION_FIELDS], attribute[FUNCTION_FIELDS];
};

/* The facts of an ABI. */
struct abi {
    uint8_t since; /* the first version that has it */
    bool big_endian;
    uint8_t fixed_ra;
    uint8_t other; /* an ABI of the other byte order */
};

enum { HEADER_SIZE = 28, MAGIC = 0xdee2 };
extern const struct place header_places[HEADER_FIELDS];
extern const struct layout layouts[VERSIONS + 1];
extern const struct abi mutator_abis[ABI_END];

/* Whether functions of the version have the field. */
bool has_field(uint8_t version, enum function_field field);

/* The version's ABIs are from 1 to this. */
uint8_t mutator_last_abi(uint8_t version);

uint64_t number_at(const uint8_t *at, unsigned width, bool big_endian);
void put_number(uint8_t *at, unsigned width, bool big_endian, uint64_t value);

/* The places of a section's parts, as far as they are there. */
struct outline {
    bool big_endian;
    const struct layout *layout;
    size_t base;             /* offsets count from here */
    size_t fdes, fdes_count; /* of whole entries */
    size_t fres, fres_end;
};

/* Finds the parts.  Returns false if there is no header, or the header does not say how to read on. */
bool outline_of(const uint8_t *bytes, size_t size, struct outline *outline);

/* Finds where a section seems to begin in any bytes, at or behind FROM, and its size.  Returns false if there
 * is none. */
bool find_section(const uint8_t *bytes, size_t size, size_t from, struct bytes *found);

/* --- Drafts -------------------------------------------------------------------------------------------- */

struct draft_function {
    int64_t start; /* from the start of the section */
    uint32_t size;
    uint16_t first, count; /* its rows; functions can share them */
    uint16_t padding;
    uint8_t info, info2, rep_size;
    struct bytes gap; /* in front of its rows */
};

struct draft_row {
    uint32_t start;
    uint8_t info; /* without the bits of the next two */
    uint8_t word_width, word_count;
    int32_t words[MOST_WORDS];
};

enum gap { GAP_BEFORE, GAP_BETWEEN, GAP_AFTER, GAPS };

struct draft {
    bool big_endian;
    uint8_t version, flags, abi, fixed_fp, fixed_ra;
    bool rows_first;    /* the row sub-section lies before the function entries */
    bool rows_reversed; /* the last function's rows come first */
    int64_t pc;         /* the PC that is looked up, from the start of the section */
    struct bytes aux, gaps[GAPS];
    struct bytes source;                /* the bytes that were read */
    unsigned function_count, row_count; /* rows: also those that no function uses any more */
    struct draft_function functions[MOST_FUNCTIONS];
    struct draft_row rows[MOST_ROWS];
};

/* Reads a draft, which refers to the bytes. */
bool draft_read(struct draft *draft, const uint8_t *bytes, size_t size);

/* Makes a draft of a small section with one function. */
void draft_begin(struct draft *draft, uint8_t version, uint8_t abi);

/* Writes the section.  Returns its size, or 0 if there is too little room. */
size_t draft_write(const struct draft *draft, uint8_t *out, size_t room);

void put_header(uint8_t *header, bool big_endian, const uint64_t values[HEADER_FIELDS]);

/* Does the same as draft_write(), but drops parts until the rest fits. */
size_t draft_fit(struct draft *draft, uint8_t *out, size_t room);

/* Inserts COUNT functions, which are not set yet, at AT.  Returns false if there is no room. */
bool draft_insert_functions(struct draft *draft, unsigned at, unsigned count);
void draft_remove_functions(struct draft *draft, unsigned at, unsigned count);

/* Inserts a copy of SOURCE at row AT of a function; all functions that share the place get it. */
bool draft_insert_row(struct draft *draft, struct draft_function *function, unsigned at,
                      const struct draft_row *source);
void draft_remove_row(struct draft *draft, unsigned row);

/* Gives a function its own copies of COUNT rows. */
bool draft_own_rows(struct draft *draft, struct draft_function *function, const struct draft_row *source,
                    unsigned count);

/* Removes from a function what the version has no field for. */
void draft_suit(struct draft_function *function, uint8_t version);

/* The width of the address field in a function's rows. */
unsigned start_width(const struct draft_function *function);
