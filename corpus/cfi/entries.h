/* Entries of a CFI section: libdw finds them, and leaves to its callers where an FDE's function lies. */
#pragma once

#include "bytes.h"

#include <elfutils/libdw.h>

/* Where the entries lie. */
struct frame_section {
    Elf_Data data;
    const unsigned char *ident;
    uint64_t address;
    bool eh_frame;
};

struct frame_cie {
    uint64_t offset;
    Dwarf_CIE cie;
    uint8_t encoding; /* DW_EH_PE_... of the FDEs' starts */
    bool known, key_b, signal;
    bool fresh; /* read by the last call, and another than before */
};

struct frame_fde {
    uint64_t offset, start, size;
    struct bytes instructions;
};

/* The entry at OFFSET if that is an FDE: *cie is its own, read anew only when it is another one.  0: *fde is
 * set; 1: it is none, or cannot be placed (*odd); -1: no more. */
int cfi_frame_next(const struct frame_section *section, uint64_t offset, uint64_t *next,
                   struct frame_cie *cie, struct frame_fde *fde, bool *odd);

/* An address in the ENCODING of a CIE. */
uint64_t cfi_frame_address(const struct frame_section *section, uint8_t encoding, struct bytes *bytes);

struct bytes cfi_frame_initial(const struct frame_section *section, const struct frame_cie *cie);
