/* What libdw leaves to its callers: where an FDE's function lies, and AArch64's return-address signing. */
#ifndef CROSSCHECK_ENTRIES_H
#define CROSSCHECK_ENTRIES_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    const uint8_t *at, *end;
    bool big_endian, failed;
};

/* Where the entries lie. */
struct frame_section {
    Elf_Data *data;
    const unsigned char *ident;
    uint64_t address;
    bool eh_frame;
};

struct frame_cie {
    uint64_t offset;
    Dwarf_CIE cie;
    uint8_t encoding; /* DW_EH_PE_... of the FDEs' starts */
    bool known, key_b, signal;
};

struct frame_fde {
    uint64_t offset, start, size;
    struct bytes instructions;
};

/* The entry at OFFSET if that is an FDE: *cie is its own, read anew only when it is another one.  0: *fde is
 * set; 1: it is none, or cannot be placed (*odd); -1: no more. */
int frame_next(const struct frame_section *section, uint64_t offset, uint64_t *next, struct frame_cie *cie,
               struct frame_fde *fde, bool *odd);

/* Whether RA is signed, from PC to PC as they ascend. */
struct signing {
    struct bytes instructions;
    uint64_t location, code_unit;
    bool state;
    uint64_t remembered; /* a stack of bits */
};

void signing_begin(struct signing *signing, const struct frame_cie *cie, const struct frame_fde *fde);
bool signing_at(struct signing *signing, uint64_t pc);

#endif
