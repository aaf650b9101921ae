/* From DWARF CFI to an SFrame section, as an assembler and a linker would make it.
 *
 * A third writer beside the generator's and the test-suites' own.  In what texts and ABIs differ it asks the
 * oracle's tables; beyond that it shares no code with either, nor with any reader.  CFI comes from
 * ../cfi/cfi.h. */
#ifndef CORPUS_CONVERT_CONVERT_H
#define CORPUS_CONVERT_CONVERT_H

#include "../cfi/kinds.h"

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

/* Why a function cannot be said, as it is called in what is printed. */
enum drop {
    DROP_NONE,
#define DROP(name, id) DROP_##name,
    DROPS
#undef DROP
        DROP_COUNT,
};
extern const char *const cfi_drop_names[DROP_COUNT];

/* Functions, and how much code they have together. */
struct share {
    uint64_t functions, code;
};

struct converted {
    uint8_t *bytes;
    size_t size;
    uint64_t address;
    uint64_t functions, said, dropped[DROP_COUNT]; /* of CFI */
    struct share overlapping, by_limit[KIND_COUNT]; /* each function once; KIND_NONE: what is said */
};

/* The section as it would lie at ADDRESS.  False: no memory. */
bool cfi_convert(const struct cfi_table *cfi, enum sfr_profile profile, uint64_t address,
                 struct converted *converted);
void cfi_converted_free(struct converted *converted);

/* Whether the text lists the machine's ABI. */
bool cfi_text_knows(enum sfr_profile profile, const struct machine *machine);

#endif
