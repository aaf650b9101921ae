/* Sections in which one function and one of its rows are the target of a test, with every two values of other
 * attributes: of the section, of the function, of the row, and of the target's place among others.
 *
 * gen_take_beside() gives the rows of the covering array, gen_begin_beside() begins the vectors of one. */
#pragma once

#include "attributes.h"

enum attribute_number {
    BESIDE_SORTED,
    BESIDE_PCREL,
    BESIDE_AUX,
    BESIDE_ADDRESS,
    BESIDE_FUNCTION,
    BESIDE_PC_TYPE,
    BESIDE_FDE_TYPE,
    BESIDE_SIGNAL,
    BESIDE_KEY,
    BESIDE_START,
    BESIDE_ROW,
    BESIDE_WORD,
    BESIDE_BASE,
    BESIDE_WORDS,
    BESIDE_MANGLED,
    BESIDE_COUNT
};

enum { FUNCTION_ALONE, FUNCTION_FIRST, FUNCTION_MIDDLE, FUNCTION_LAST };
enum { ROW_ALONE, ROW_LAST, ROW_FIRST, ROW_MIDDLE };

struct beside {
    enum profile profile;
    enum abi abi;
    unsigned number; /* of the row of the array, from 0 */
    uint8_t values[BESIDE_COUNT];
    uint32_t function; /* the target; its data come last in the row sub-section */
    uint32_t row;      /* of that function */
};

/* Takes a row of the array of the emitter's profile and ABI.  False: there are not as many, or the run has stopped. */
bool gen_take_beside(const struct emitter *emitter, unsigned number, struct beside *beside);

/* The same, except that the target is the last row of its function. */
struct beside gen_with_last_row(const struct beside *beside);

/* A fresh section with these attributes; its shape is "beside-" and WHAT, and its vectors are named by
 * gen_beside_name(). */
struct section *gen_begin_beside(struct emitter *emitter, const struct beside *beside, const char *what);

/* Drops the cells about functions and rows, for faults to which these make no difference. */
void gen_say_section_alone(struct emitter *emitter);

/* Adds a place to what the next vectors are about, so that the core also has lookups there. */
void gen_say_place(struct emitter *emitter, const char *place);

/* The name of a vector: the number of the row of the array, as in "4", or "4-NAME". */
const char *gen_beside_name(const struct beside *beside, const char *name);

/* The shape of a section that gen_begin_beside() begins; valid until the next call but one. */
const char *gen_beside_shape(const char *what);

/* The first PC for which the target row holds. */
uint64_t gen_beside_pc(const struct emitter *emitter, const struct beside *beside);
