/* What libdw leaves to its callers: where an FDE's function lies, AArch64's return-address signing, and
 * whether the CFA has a rule at all (of one that has none libdw makes one up). */
#ifndef CORPUS_CFI_ENTRIES_H
#define CORPUS_CFI_ENTRIES_H

#include "cfi.h"

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
    bool signing, has_cfa;  /* where its instructions end: RA is signed, the CFA has a rule */
    struct frame_cost cost; /* of its instructions */
    uint64_t passed;        /* bytes of CIEs that were read so far */
};

struct frame_fde {
    uint64_t offset, start, size;
    struct bytes instructions;
};

/* The entry at OFFSET if that is an FDE: *cie is its own, read anew only when it is another one.  0: *fde is
 * set; 1: it is none, or cannot be placed (*odd); -1: no more. */
int cfi_frame_next(const struct frame_section *section, uint64_t offset, uint64_t *next,
                   struct frame_cie *cie, struct frame_fde *fde, bool *odd);

struct frame_cost cfi_frame_cost(const struct frame_section *section, const struct frame_cie *cie,
                                 const struct frame_fde *fde);

/* Bytes of memory that libdw needs while it runs it. */
uint64_t cfi_frame_memory(const struct frame_cost *cost);

/* So that libdw passes over the FDE at OFFSET, where ours says nothing of what it covers. */
void cfi_frame_strike(const struct frame_section *section, uint64_t offset);

/* Whether RA is signed and whether the CFA has a rule, from PC to PC as they ascend. */
struct signing {
    struct bytes instructions;
    uint64_t location, code_unit;
    bool state, has_cfa;
    uint64_t remembered, remembered_cfa; /* stacks of bits */
};

void cfi_signing_begin(struct signing *signing, const struct frame_cie *cie, const struct frame_fde *fde);
bool cfi_signing_at(struct signing *signing, uint64_t pc);
/* At the PC that was asked for last; true also where nothing is known. */
bool cfi_cfa_at(const struct signing *signing);

#endif
