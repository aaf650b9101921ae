/* A section in the notation of docs/notation.md: a model, whose bytes follow from it, and edits of them.
 *
 * What is here knows the notation from that page alone, and no line of what reads it back. */
#ifndef REF_TOOL_NOTATION_MODEL_H
#define REF_TOOL_NOTATION_MODEL_H

#include "printing.h"
#include "scenario.h"

enum { HEADER_SIZE = 28, ATTRIBUTE_SIZE = 5 };

/* Where fields are: in the header, and in an entry from the end of its start. */
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

/* How a function comes to its rows. */
enum holding {
    OWNS,   /* its data is its own */
    EMPTY,  /* it has none, but a place among that of others */
    SHARES, /* it uses rows of an earlier one */
    LOST,   /* no line can say where its data is: an edit does */
};

struct data {
    enum holding holding;
    enum sfr_fre_type type;
    size_t at, rows_at, end; /* its data in the model's bytes, and the rows in it */
    size_t limit;            /* where that of the next one begins */
    size_t gap;              /* bytes of nobody before it */
    uint32_t claimed, rows;  /* as its field has it; as the model has it */
    uint32_t owner, from;    /* SHARES: whose rows, from which on */
    bool guessed;            /* rows have words of no known size, so where the next ones are is a guess */
};

struct notation {
    FILE *out;
    bool is_module; /* a further one of an unwinding */
    uint64_t address;
    const struct sfr_text_facts *text;
    const uint8_t *bytes; /* as they are */
    size_t size;
    uint8_t *model; /* as the lines before the edits say them */
    size_t model_size;
    struct sfr_section section; /* the model's */
    struct data *data;          /* of each function */
    size_t *places;             /* where data begins, ascending */
    uint32_t *order;            /* the functions, those with a place first, as their places ascend */
    uint32_t placed;            /* how many they are */
    bool ascending;             /* so do their numbers then */
    size_t data_end;            /* of the last data */
    uint8_t filler;
    uint8_t *ruleless; /* by byte: of a row's words that make no rules, so its line does not say what they break */
    uint64_t rows_left; /* functions that share rows could claim any number */
    bool other;         /* the bytes have functions or rows that the model cannot have */
};

/* notation_header.c: the model's header, by which the two sub-sections are there. */
void tool_notation_header(struct notation *notation);

/* notation_data.c: so are all functions and rows.  False: no rows are left, or there is no memory. */
bool tool_notation_data(struct notation *notation);

/* notation_scenario.c: what else an unwinding is given, other than further modules. */
void tool_notation_scenario(FILE *out, const struct scenario *scenario);

/* notation_edits.c: what the bytes have otherwise, and what that breaks.  False: no memory. */
bool tool_notation_edits(const struct notation *notation);
bool tool_notation_is_edited(const struct notation *notation);

/* Bytes of nobody in the model: in the header's order, after each function's data, at the end. */
struct gaps {
    size_t header, functions, rows, end;
};
struct gaps tool_notation_gaps(const struct notation *notation);

/* Visits those but the last, each from its first byte to behind its last one. */
void tool_notation_each_gap(const struct notation *notation,
                            void (*visit)(void *context, size_t from, size_t to), void *context);

/* Of 1 to 8 bytes, in the model's byte order: at FROM; of the model. */
uint64_t tool_notation_load(const struct notation *notation, const uint8_t *from, size_t width);
uint64_t tool_notation_get(const struct notation *notation, size_t offset, size_t width);
void tool_notation_put(struct notation *notation, size_t offset, size_t width, uint64_t value);

static inline bool notation_attributes(const struct notation *notation)
{
    return notation->text->attribute_fields != NULL;
}

static inline size_t notation_entry(const struct notation *notation, uint32_t index)
{
    return notation->section.fdes + (size_t)index * notation->text->entry_size;
}

/* After the start, the size. */
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

#endif
