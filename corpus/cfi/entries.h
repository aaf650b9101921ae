/* The entries of a CFI section.  libdw finds them; where the function of an FDE lies is computed here. */
#pragma once

#include "bytes.h"

#include <elfutils/libdw.h>

/* The section that holds the entries. */
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
    bool fresh; /* the last call has read it: it is not the CIE of the FDE before */
};

struct frame_fde {
    uint64_t offset, start, size;
    struct bytes instructions;
};

/* Reads the entry at OFFSET; *NEXT is where the next one begins.  0: it is an FDE, *FDE and *CIE are set, and
 * *CIE was read again only if it is another one.  1: it is a CIE, or an FDE that cannot be read (*ODD).  -1:
 * there are no more entries. */
int cfi_frame_next(const struct frame_section *section, uint64_t offset, uint64_t *next,
                   struct frame_cie *cie, struct frame_fde *fde, bool *odd);

/* Takes an address from BYTES, in the ENCODING of a CIE. */
uint64_t cfi_frame_address(const struct frame_section *section, uint8_t encoding, struct bytes *bytes);

struct bytes cfi_frame_initial(const struct frame_section *section, const struct frame_cie *cie);
