/* From DWARF CFI to an SFrame section, as an assembler and a linker would make it.
 *
 * A third writer beside the generator's and the test-suites' own.  It asks the oracle's tables how texts and
 * ABIs differ; beyond that it shares no code with either writer, nor with any reader.  CFI comes from
 * ../cfi/cfi.h. */
#pragma once

#include "../cfi/kinds.h"

/* Functions, and how much code they have together. */
struct share {
    uint64_t functions, code;
};

enum { OVERLAPS = KIND_COUNT }; /* one more reason: an earlier function has some of its code */

struct converted {
    uint8_t *bytes;
    size_t size;
    uint64_t address, functions;         /* functions: those of the CFI */
    struct share by_limit[OVERLAPS + 1]; /* by why they are left out; KIND_NONE: they are in the section */
};

/* The reasons from FIRST to LAST for leaving out a function, and the name by which they are printed. */
struct drop {
    const char *id;
    unsigned first, last;
};
enum { DROP_COUNT = 12 };
extern const struct drop cfi_drops[DROP_COUNT];

/* How many functions are left out for the reasons of DROP. */
uint64_t cfi_dropped(const struct converted *converted, const struct drop *drop);

/* The section as it would lie at ADDRESS.  False: no memory. */
bool cfi_convert(const struct cfi_table *cfi, enum sfr_profile profile, uint64_t address,
                 struct converted *converted);
void cfi_converted_free(struct converted *converted);

/* Whether the text lists the machine's ABI. */
bool cfi_text_knows(enum sfr_profile profile, const struct machine *machine);
