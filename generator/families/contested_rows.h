/* Contested rows and functions: what the shapes of contested_rows are made of. */
#ifndef GENERATOR_FAMILIES_CONTESTED_ROWS_H
#define GENERATOR_FAMILIES_CONTESTED_ROWS_H

#include "shapes/contested.h"
#include "shapes/tables.h"

enum { SHAPE_READINGS = 3, MAX_TOUCHED = 3, START = 0x1000, SECOND = 0x2000, SIZE = 16 };
/* Big-endian AArch64 differs in nothing here. */
enum { EITHER = AMD | ARM };

struct where {
    enum field_name field;
    int function, row, word;
};

struct shape {
    const char *ledger, *name, *note;
    unsigned profiles, abis, operations;
    enum fde_type fde_type;
    struct rules row;
    uint8_t word_count; /* above 0: the row consists of these words, whatever they say */
    int32_t words[MAX_WORDS];
    void (*build)(struct section *section); /* what else there is */
    enum field_name set_field; /* of the first function or its first row: bits that are then set */
    uint64_t set_bits;
    void (*lie)(struct encoded *encoded);    /* what else is done to the bytes */
    struct where at;                         /* the field at fault, to whom it is one */
    uint64_t lookup;                         /* from the function's start */
    struct reading readings[SHAPE_READINGS]; /* the oracle's first, but those that fit most answers last */
    unsigned oracle;                         /* which it is */
};

#define SAYS(cfa, ra, fp)                                                                                    \
    {                                                                                                        \
        true, cfa, ra, fp                                                                                    \
    }
#define LAST_CFA(n)                                                                                          \
    {                                                                                                        \
        .place = PLACE_LAST_CFA, .offset = (n)                                                               \
    }
#define AT_LAST_CFA(n)                                                                                       \
    {                                                                                                        \
        .place = PLACE_LAST_CFA, .deref = true, .offset = (n)                                                \
    }
#define SAME                                                                                                 \
    {                                                                                                        \
        .place = PLACE_SAME                                                                                  \
    }
#define UNDEFINED                                                                                            \
    {                                                                                                        \
        .place = PLACE_UNDEFINED                                                                             \
    }
#define UNKNOWN                                                                                              \
    {                                                                                                        \
        .place = PLACE_UNKNOWN                                                                               \
    }
#define OUTERMOST SAYS(UNKNOWN, UNDEFINED, UNKNOWN)
/* Whether the second word is then RA's or the offset of the first is the reader's own affair. */
#define IRREGULAR_ROW                                                                                        \
    "{\"verdict\":\"irregular\",\"functions\":[{\"start\":\"0x11000\",\"size\":16,\"rows\":[{\"start\":0}]}" \
    "]}"
#define NO_ANSWER SAYS(UNKNOWN, UNKNOWN, UNKNOWN)

#define ROW_INFO                                                                                             \
    {                                                                                                        \
        FIELD_ROW_INFO, 0, 0, -1                                                                             \
    }
#define WORD(n)                                                                                              \
    {                                                                                                        \
        FIELD_WORD, 0, 0, n                                                                                  \
    }
#define INFO                                                                                                 \
    {                                                                                                        \
        FIELD_INFO, 0, -1, -1                                                                                \
    }
#define INFO2                                                                                                \
    {                                                                                                        \
        FIELD_INFO2, 0, -1, -1                                                                               \
    }

/* Shapes by what they are about: the words of a row, or where rows lie and what a function's info says. */
extern const struct shape gen_word_shapes[], gen_place_shapes[];
extern const unsigned gen_word_shape_count, gen_place_shape_count;

#endif
