/* From DWARF CFI to an SFrame section, as an assembler and a linker would make it.
 *
 * A third writer beside the generator's and the test-suites' own.  In what texts and ABIs differ it asks the
 * oracle's tables; beyond that it shares no code with either, nor with any reader.  CFI comes from
 * ../cfi/cfi.h. */
#pragma once

#include "../cfi/kinds.h"

/* Functions, and how much code they have together. */
struct share {
    uint64_t functions, code;
};

enum { OVERLAPS = KIND_COUNT }; /* a reason that is no kind of difference: its code is said already */

struct converted {
    uint8_t *bytes;
    size_t size;
    uint64_t address, functions;         /* of CFI */
    struct share by_limit[OVERLAPS + 1]; /* each function once; KIND_NONE: what is said */
};

/* Why functions cannot be said, as it is called in what is printed: reasons from FIRST to LAST. */
struct drop {
    const char *id;
    unsigned first, last;
};
enum { DROP_COUNT = 12 };
extern const struct drop cfi_drops[DROP_COUNT];

/* How many functions are left out for it. */
uint64_t cfi_dropped(const struct converted *converted, const struct drop *drop);

/* The section as it would lie at ADDRESS.  False: no memory. */
bool cfi_convert(const struct cfi_table *cfi, enum sfr_profile profile, uint64_t address,
                 struct converted *converted);
void cfi_converted_free(struct converted *converted);

/* Whether the text lists the machine's ABI. */
bool cfi_text_knows(enum sfr_profile profile, const struct machine *machine);
