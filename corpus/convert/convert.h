/* From DWARF CFI to an SFrame section, as an assembler and a linker would make it.
 *
 * A third writer beside the generator's and the test-suites' own: it shares no code with either, nor with any
 * reader.  CFI comes from crosscheck/cfi.h. */
#ifndef CONVERT_H
#define CONVERT_H

#include "cfi.h"

/* What a text lets a writer do. */
struct flavour {
    const char *name;
    uint8_t version;
    bool pc_relative; /* V2E1 1.2: starts count from their own field, and a flag says so */
    bool s390x;       /* V2E1 3.3 */
    bool paired;      /* V2E1 3.2: on AArch64 RA is saved where FP is, or neither */
    bool blocks;      /* V2 2.3: functions that repeat have the size of their block */
    bool undefined;   /* V3 1.3: a row without words */
    bool flexible;    /* V3 3.2; with it 64-bit starts, signal frames, and rows counted in 16 bits */
};

const struct flavour *flavour_named(const char *name); /* NULL if there is none */

#define DROPS                                                                                                \
    DROP(CFA_BASE, "cfa-base")                                                                               \
    DROP(CFA_EXPRESSION, "cfa-expression")                                                                   \
    DROP(CFA_OFFSET, "cfa-offset")                                                                           \
    DROP(RA_UNDEFINED, "ra-undefined")                                                                       \
    DROP(RA, "ra")                                                                                           \
    DROP(FP, "fp")                                                                                           \
    DROP(SP, "sp")                                                                                           \
    DROP(SIGNAL, "signal-frame")                                                                             \
    DROP(UNREADABLE, "cfi-unreadable")                                                                       \
    DROP(PLACE, "too-far-or-large")                                                                          \
    DROP(ROWS, "too-many-rows")                                                                              \
    DROP(OVERLAP, "overlap")

/* Why a function cannot be said. */
enum drop {
    DROP_NONE,
#define DROP(name, id) DROP_##name,
    DROPS
#undef DROP
        DROP_COUNT,
};
extern const char *const drop_names[DROP_COUNT];

struct converted {
    uint8_t *bytes;
    size_t size;
    uint64_t address;
    uint64_t functions, said, dropped[DROP_COUNT]; /* of CFI */
};

/* The section as it would lie at ADDRESS.  False: no memory. */
bool convert(const struct cfi_table *cfi, const struct flavour *flavour, uint64_t address,
             struct converted *converted);
void converted_free(struct converted *converted);

/* Whether the text knows the machine at all. */
bool flavour_knows(const struct flavour *flavour, const struct machine *machine);

#endif
