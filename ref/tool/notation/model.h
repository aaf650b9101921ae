/* How a section is put into the notation of docs/notation.md.  A text in that notation has lines that
 * describe a section whose fields agree with each other, and then edits.  The former is called the model
 * here: a copy of the bytes in which every header field, function and row can be read.
 *
 * These files were written from that page alone, and share no line with the generator, which reads texts
 * back. */
#pragma once

#include "../printing.h"
#include "../scenario.h"

enum { HEADER_SIZE = 28, ATTRIBUTE_SIZE = 5 };

/* Offsets of the header's fields. */
enum header_offset {
    AT_MAGIC = 0,
    AT_VERSION = 2,
    AT_ABI = 4,
    AT_FIXED_RA = 6,
    AT_AUX_LEN = 7,
    AT_NUM_FDES = 8,
    AT_NUM_FRES = 12,
    AT_FRE_LEN = 16,
    AT_FDEOFF = 20,
    AT_FREOFF = 24,
};

/* Where a function has its rows from. */
enum holding {
    OWNS,   /* it has data of its own */
    EMPTY,  /* it has no data, but a place among that of others */
    SHARES, /* it uses rows of an earlier function */
    LOST,   /* no line of the notation can say where its data is, so an edit does */
};

/* The data of a function: an attribute in version 3, and its rows. */
struct data {
    enum holding holding;
    enum sfr_fre_type type;
    size_t at, rows_at, end; /* its data in the model's bytes, and the rows in it */
    size_t limit;            /* where the data of the next function begins */
    size_t gap;              /* bytes before it that belong to no function */
    uint64_t taken;          /* how many rows were read to find its end */
    uint32_t claimed, rows;  /* how many rows its field claims; how many the model has */
    uint32_t owner, from;    /* SHARES: the function whose rows it uses, and the first of them */
    bool guessed;            /* rows have words of no known size, so where the next ones are is a guess */
};

/* A place where data of functions begins. */
struct data_place {
    uint64_t at;
    const struct data *read; /* what was read there last; NULL: nothing yet */
};

/* A section on its way into the notation. */
struct notation {
    FILE *out;
    bool is_module; /* of an unwinding, and not its first */
    uint64_t address;
    const struct sfr_text_facts *text;
    const uint8_t *bytes; /* the section's own */
    size_t size;
    uint8_t *model; /* the bytes that the lines before the edits describe */
    size_t model_size;
    struct sfr_section section; /* the model's */
    struct data *data;          /* of each function */
    struct data_place *places;  /* where the data of each function begins, ascending */
    uint32_t *order;            /* the functions: first those that have a place, as their places ascend */
    uint32_t placed;            /* how many have a place */
    bool ascending;             /* in that order, their numbers ascend, too */
    size_t data_end;            /* where the last data ends */
    uint8_t filler;
    uint8_t *ruleless; /* for each byte, whether it is a word of a row whose words make no rules */
    uint64_t rows_left; /* how many may still be read, as functions that share rows could claim any number */
    bool other;         /* the model lacks functions or rows that the bytes have */
};

/* header.c: makes the header of the model, so that both sub-sections lie in it. */
void tool_notation_header(struct notation *notation);

/* data.c: makes the functions and rows of the model.  False: rows_left is used up, or no memory. */
bool tool_notation_data(struct notation *notation);

/* scenario.c: prints what else an unwinding is given, other than further modules. */
void tool_notation_scenario(FILE *out, const struct scenario *scenario);

/* edits.c: prints how the bytes differ, and the clauses that this breaks.  False: no memory. */
bool tool_notation_edits(const struct notation *notation);
bool tool_notation_is_edited(const struct notation *notation);

/* How many bytes of the model belong to nothing: after the header, the functions, the rows, and at the
 * end. */
struct gaps {
    size_t header, functions, rows, end;
};
struct gaps tool_notation_gaps(const struct notation *notation);

/* Calls VISIT for each run of such bytes, but not for the one at the end; TO is behind its last byte. */
void tool_notation_each_gap(const struct notation *notation,
                            void (*visit)(void *context, size_t from, size_t to), void *context);

/* Read and write a number of 1 to 8 bytes of the model. */
uint64_t tool_notation_get(const struct notation *notation, size_t offset, size_t width);
void tool_notation_put(struct notation *notation, size_t offset, size_t width, uint64_t value);

static inline bool notation_attributes(const struct notation *notation)
{
    return notation->text->attribute_fields != NULL;
}

/* Offsets in the model: of a function's entry, and of the fields that follow its start and size. */
static inline size_t notation_entry(const struct notation *notation, uint32_t index)
{
    return notation->section.fdes + (size_t)index * notation->text->entry_size;
}

static inline size_t notation_fre_off(const struct notation *notation, uint32_t index)
{
    return notation_entry(notation, index) + notation->text->start_size + 4;
}

static inline size_t notation_num_fres(const struct notation *notation, uint32_t index)
{
    return notation_attributes(notation) ? notation->data[index].at
                                         : notation_fre_off(notation, index) + 4;
}

static inline size_t notation_num_fres_width(const struct notation *notation)
{
    return notation_attributes(notation) ? 2 : 4;
}

static inline size_t notation_info(const struct notation *notation, uint32_t index)
{
    return notation_num_fres(notation, index) + notation_num_fres_width(notation);
}
