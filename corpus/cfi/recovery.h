/* How to recover a frame at a PC: the common ground of DWARF CFI and SFrame. */
#pragma once

#include "sframe-ref.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum place_kind {
    PLACE_SAME,      /* still in its register */
    PLACE_UNDEFINED, /* nowhere */
    PLACE_AT,        /* base plus offset, or the word in memory at that (DEREF) */
    PLACE_COMPLEX,   /* a DWARF expression that is not of this form */
    PLACE_UNSTATED,  /* there is no rule */
};

enum { BASE_CFA = 0xffff }; /* among register numbers */

struct place {
    uint8_t kind; /* enum place_kind */
    bool deref;
    uint16_t base; /* a DWARF register number or BASE_CFA */
    int64_t offset;
};

struct recovery {
    struct place cfa, ra, fp, sp;
    bool mangled; /* AArch64: RA is signed here */
};

/* An ELF machine in one byte order, and its ABI. */
struct machine {
    uint16_t elf_machine;
    uint8_t abi; /* enum sfr_abi */
    const char *name;
    uint8_t code_unit; /* PCs are multiples of it */
};

static inline const struct sfr_abi_facts *facts_of(const struct machine *machine)
{
    return sfr_abi_facts(machine->abi);
}

/* NULL for machines that SFrame does not know. */
const struct machine *cfi_machine_of(uint16_t elf_machine, bool big_endian);

static inline struct place place_kind(enum place_kind kind)
{
    return (struct place){.kind = (uint8_t)kind};
}

static inline struct place place_at(uint16_t base, int64_t offset, bool deref)
{
    return (struct place){.kind = PLACE_AT, .deref = deref, .base = base, .offset = offset};
}

/* The same place, counted from the CFA's register instead of the CFA, where the CFA's rule allows that. */
struct place cfi_place_resolved(const struct place *place, const struct place *cfa);

/* Whether they are the same in form: a place is not compared with its resolved form. */
bool cfi_place_equal(const struct place *left, const struct place *right);
bool cfi_recovery_equal(const struct recovery *left, const struct recovery *right);

enum { PLACE_TEXT = 48 };
void cfi_place_text(const struct machine *machine, const struct place *place, char text[PLACE_TEXT]);
enum { RECOVERY_TEXT = 192 };
void cfi_recovery_text(const struct machine *machine, const struct recovery *recovery,
                       char text[RECOVERY_TEXT]);
