/* The format as the generator reads it, in two tables: what each text says wherever the texts differ, and the
 * numbers of each ABI.  A profile is one text: a version, with its errata.
 *
 * One fact is one member, and none stands for another: code asks for the fact that it needs, never which
 * profile or ABI it has.  A new ABI is an enumerator here and a row in format.c.  A new text is an
 * enumerator, a row, and a member for each thing that no text said before. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum profile { PROFILE_V1, PROFILE_V2, PROFILE_V2E1, PROFILE_V2E2, PROFILE_V3, PROFILES };
enum abi { ABI_AMD64, ABI_AARCH64, ABI_AARCH64_BE, ABI_S390X, ABIS };

/* As help and messages name them. */
#define PROFILE_NAMES "v1, v2, v2e1, v2e2 or v3"
#define ABI_NAMES     "amd64, aarch64, aarch64_be or s390x"

enum byte_order { ORDER_LITTLE, ORDER_BIG };
enum flag { FLAG_SORTED = 1, FLAG_FRAME_POINTER = 2, FLAG_PCREL = 4 };

struct profile_facts {
    const char *name;
    uint8_t version;

    uint8_t flags_defined;
    bool undefined_flags_are_zero; /* the flags that it does not define must be 0 */
    bool array_is_sorted;          /* it calls the function entries a sorted array, flag or no flag */

    uint8_t entry_size;       /* bytes of a function entry */
    uint8_t start_width;      /* bytes of the start in it */
    bool has_attribute;       /* row count, info bytes and block size stand before the rows, not in the entry */
    uint8_t block_size_width; /* bytes of the field for a mask's block size; 0: there is no such field */
    bool has_signal;          /* functions can be marked as signal frames */
    bool has_flexible;        /* functions have a type, which may be flexible */
    bool may_be_extended;     /* it says that unused bits may get a meaning */
    bool other_keys_are_zero; /* the pauth key is 0, except on AArch64 */

    bool masks_are_bits;        /* a row of a mask function matches if (PC & start) >= start */
    bool no_rows_is_outermost;  /* a function without rows is the outermost frame */
    bool no_words_is_outermost; /* a row without words says that RA is undefined */

    bool header_says_tracking;   /* RA is tracked if the header fixes no offset; false: the ABI decides */
    bool three_words_at_most;     /* in default rows, whatever the ABI */
    bool default_names_registers; /* default rows can do so, on ABIs with names_registers */

    bool has_section_type;  /* ELF has one for SFrame; false: it is SHT_PROGBITS */
    bool describes_tracing; /* an appendix says how to go from a frame to its caller's */
};

struct abi_facts {
    const char *name;
    uint8_t id; /* in the header */
    enum byte_order order;
    enum profile since;
    uint16_t elf_machine;

    uint32_t sp, fp, ra;  /* DWARF numbers */
    int64_t cfa_at_entry; /* CFA - SP at a function's first instruction */
    int64_t cfa_above_sp; /* CFA - SP of the caller */

    bool tracks_ra;  /* rows may say where RA is; else it has a fixed place */
    int8_t fixed_ra; /* that place, from the CFA; 0: none */
    bool signs_ra;   /* return addresses can be mangled, with one key of two */

    int64_t cfa_factor, cfa_addend; /* a word for the CFA's offset stands for factor * word + addend */
    bool names_registers;           /* an odd word for RA or FP names a register */
    bool zero_is_unsaved;           /* a word of 0 in RA's place says that RA was not saved */
    unsigned word_counts;           /* bit N: a default row may have N words */
    const char *word_counts_clause; /* the clause that says so */

    /* How compilers for this ABI lay out frames; sections say nothing of it. */
    bool call_pushes_ra; /* onto the stack; false: a register holds it */
    bool frame_record;   /* RA and FP are saved together, as a rule where the frame ends */
    uint32_t code_unit;  /* instructions lie at multiples of it */
    int64_t frame_unit;  /* the size of a frame is a multiple of it */
    int64_t least_frame; /* bytes of a frame that saves RA */
    int64_t save_area;   /* bytes below the CFA in which registers are saved; 0: anywhere in the frame */
    uint32_t spare, spares; /* registers that can hold RA or FP for a while: the first, and how many */
    struct {
        int64_t cfa, ra, fp;
    } usual; /* once the frame is pushed: CFA - SP, and where RA and FP are from the CFA */
};

extern const struct profile_facts gen_profile_facts[PROFILES];
extern const struct abi_facts gen_abi_facts[ABIS];

/* The number of the profile, or ABI, with this name; -1: there is none. */
int gen_profile_named(const char *name);
int gen_abi_named(const char *name);

static inline const char *profile_name(enum profile profile)
{
    return gen_profile_facts[profile].name;
}

static inline bool has_pcrel(enum profile profile)
{
    return (gen_profile_facts[profile].flags_defined & FLAG_PCREL) != 0;
}

static inline const char *abi_name(enum abi abi)
{
    return gen_abi_facts[abi].name;
}

/* Whether the profile's text knows the ABI. */
static inline bool abi_known(enum profile profile, enum abi abi)
{
    return profile >= gen_abi_facts[abi].since;
}

/* Whether flexible rows can rest on no open point.  On an ABI that scales the CFA's word, the texts leave
 * open whether flexible rows scale it too. */
static inline bool has_clear_flexible(enum profile profile, enum abi abi)
{
    return gen_profile_facts[profile].has_flexible && gen_abi_facts[abi].cfa_factor == 1;
}

/* Whether an odd word for RA or FP in a default row names a register. */
static inline bool default_names_registers(enum profile profile, enum abi abi)
{
    return gen_profile_facts[profile].default_names_registers && gen_abi_facts[abi].names_registers;
}

static inline int64_t cfa_at_entry(enum abi abi)
{
    return gen_abi_facts[abi].cfa_at_entry;
}
