/* The dimensions of a section: the ways in which two sections can differ, for testing combinations of them.
 *
 * Each dimension has a few values, and every section of any family has one value in each.  A dimension about
 * a function is about the first one of the table, a dimension about a row about the last row of that
 * function.
 *
 * Some combinations of values are forbidden: the format cannot express them, or they rest on a point that the
 * texts leave open.  They are listed, each with its reason.  Some values break a statement: a section that
 * has one is irregular. */
#pragma once

#include "model/encode.h"
#include "model/model.h"

enum dimension {
    DIM_PROFILE,
    DIM_ABI,
    DIM_ORDER,
    DIM_SORTED,
    DIM_TABLE,
    DIM_FRAME_POINTER,
    DIM_START,
    DIM_FIXED_FP,
    DIM_FIXED_RA,
    DIM_AUX,
    DIM_ADDRESS,
    DIM_SIDE,
    DIM_FUNCTIONS,
    DIM_KINDS,
    DIM_SPACING,
    DIM_SHARING,
    DIM_SUBSECTIONS,
    DIM_DATA,
    DIM_GAP,
    DIM_PC_TYPE,
    DIM_FDE_TYPE,
    DIM_SIGNAL,
    DIM_KEY,
    DIM_FRE_TYPE,
    DIM_ROWS,
    DIM_MANGLED,
    DIM_WORD_SIZE,
    DIM_CFA,
    DIM_CFA_OFFSET,
    DIM_RA,
    DIM_FP,
    DIM_SURPLUS,
    DIMENSIONS
};

enum { MAX_VALUES = 8 }; /* of one dimension, so that a set of them is a byte */

/* The values, by dimension.  Profile and ABI have those of the model. */
enum { NO, YES }; /* sorted flag, frame-pointer flag, signal, mangled */
enum { ORDER_NATIVE, ORDER_FOREIGN };
enum { TABLE_ASCENDING, TABLE_OTHER };
enum { START_SECTION, START_PCREL };
enum { FIXED_FP_NONE, FIXED_FP_SOME };
enum { FIXED_RA_USUAL, FIXED_RA_OTHER };
enum { AUX_NONE, AUX_SOME, AUX_LONGEST };
enum { ADDRESS_ZERO, ADDRESS_LOW, ADDRESS_HIGH, ADDRESS_LAST };
enum { SIDE_ABOVE, SIDE_BELOW };
enum { FUNCTIONS_ONE, FUNCTIONS_TWO, FUNCTIONS_SEVERAL, FUNCTIONS_NONE };
enum { KINDS_ALIKE, KINDS_MIXED }; /* in the types of row, PC and function */
enum { SPACING_APART, SPACING_ADJACENT };
enum { SHARING_NONE, SHARING_SOME };
enum { SUBSECTIONS_FUNCTIONS_FIRST, SUBSECTIONS_ROWS_FIRST };
enum { DATA_ASCENDING, DATA_OTHER };
enum { GAP_NONE, GAP_HEADER, GAP_FUNCTIONS, GAP_AMONG_ROWS, GAP_AFTER_ROWS, GAP_END };
enum { FDE_TYPE_DEFAULT, FDE_TYPE_FLEX, FDE_TYPE_OTHER };
enum { KEY_A, KEY_B };
enum { FRE_TYPE_1, FRE_TYPE_2, FRE_TYPE_4, FRE_TYPE_OTHER };
enum { ROWS_ONE, ROWS_SEVERAL, ROWS_NONE };
enum { WORD_SIZE_1, WORD_SIZE_2, WORD_SIZE_4, WORD_SIZE_OTHER, WORD_SIZE_NONE };
enum { CFA_SP, CFA_FP, CFA_REGISTER, CFA_SLOT, CFA_OTHER, CFA_NONE };
enum { CFA_OFFSET_SMALL, CFA_OFFSET_LARGE, CFA_OFFSET_NEGATIVE, CFA_OFFSET_NONE };
/* Where RA or FP is.  In an outermost frame RA is nowhere, and so is FP, as nothing is said of it. */
enum {
    THING_UNSAID,
    THING_PADDED,
    THING_SLOT,
    THING_REGISTER,
    THING_REGISTER_SLOT,
    THING_OTHER,
    THING_NOWHERE
};

/* A set of values of each dimension. */
struct domains {
    uint8_t of[DIMENSIONS];
};

const char *gen_dimension_name(enum dimension dimension);
const char *gen_value_name(enum dimension dimension, unsigned value);
unsigned gen_value_count(enum dimension dimension);
bool gen_value_breaks(enum dimension dimension, unsigned value);

/* Measures a section: one value for each dimension, taken from the bytes of its fields where they say it and
 * else from the model. */
void gen_dimensions_of(const struct section *section, const struct encoded *encoded,
                       uint8_t values[DIMENSIONS]);

/* The least value that counts as large in a word of `width` bytes. */
int64_t gen_least_large_word(unsigned width);

/* --- What is forbidden ---------------------------------------------------------------------------------- */

enum { MAX_TERMS = 4 };

/* A forbidden combination: the value in each of these dimensions is in the set beside it.  Behind the last term the
 * sets are empty. */
struct forbidden {
    struct {
        enum dimension dimension;
        uint8_t values;
    } terms[MAX_TERMS];
    const char *because;
    const char *cites; /* a clause or an entry of the ledger; empty if it follows from the dimensions */
};

unsigned gen_forbidden_count(void);
const struct forbidden *gen_forbidden_entry(unsigned number);

/* For each dimension, the values that break nothing. */
struct domains gen_unbroken_domains(void);

/* Whether values can be chosen from the domains so that no forbidden combination is among them: exact.  If so
 * and `values` is given, a choice is written there. */
bool gen_domains_allow(const struct domains *domains, uint8_t values[DIMENSIONS]);

/* Chooses the lowest value of each domain. */
void gen_choose_lowest(const struct domains *domains, unsigned dimensions, uint8_t *values);
