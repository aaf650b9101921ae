/* Sections of which one function and one row are the target, with every two of the attributes that may stand
 * beside it: those of the section, of the function, of the row, and where the target lies among others.
 *
 * gen_for_each_beside calls a function of the caller's with each; that begins a vector by gen_begin_beside. */
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
    uint32_t function; /* the target; its data are the last of all */
    uint32_t row;      /* of that function */
};

/* One call for each row of the array of this profile and ABI; `context` is handed through. */
void gen_for_each_beside(struct emitter *emitter,
                         void (*make)(struct emitter *emitter, const struct beside *beside,
                                      const void *context),
                         const void *context);

/* The same, but that the target is the last row of its function. */
struct beside gen_with_last_row(const struct beside *beside);

/* A fresh section with these attributes; its shape is "beside-" and WHAT, and its vectors are named by
 * gen_beside_name(). */
struct section *gen_begin_beside(struct emitter *emitter, const struct beside *beside, const char *what);

/* For what no function or row makes a difference to: the core is to know of the section alone. */
void gen_say_section_alone(struct emitter *emitter);

/* The core is to know of what follows by this place as well: in a row its start may be read wrong. */
void gen_say_place(struct emitter *emitter, const char *place);

/* "4", or "4-NAME". */
const char *gen_beside_name(const struct beside *beside, const char *name);

/* The shape of a section so begun, until the next call. */
const char *gen_beside_shape(const char *what);

/* Where the target row holds. */
uint64_t gen_beside_pc(const struct emitter *emitter, const struct beside *beside);
