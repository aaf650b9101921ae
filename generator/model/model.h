/* The model: what a section is meant to say.  A family fills one in; encode.c writes its bytes and answer.c
 * the answers to them, each from the model alone.
 *
 * Rules say what is meant ("RA is in the slot at CFA - 8"), never words.  The encoder refuses a model that
 * the chosen profile cannot express, so that a family notices.  A model may break statements if it can be
 * written (functions out of order, bytes that nobody owns); check.c finds the clauses.  Mistakes that only
 * bytes can have are made by the raw layer, which changes bytes behind the model's back: see encode.h. */
#pragma once

#include "format.h"

enum { MAX_FUNCTIONS = 96, MAX_ROWS = 1024, MAX_AUX = 255, MAX_WORDS = 15 };

enum pc_type { PC_INC, PC_MASK };
/* Unknown types occur only in readings of contested bytes.  The answer to decode then has no rows (of an
 * unknown row type), or rows without rules (of an unknown function type). */
enum fre_type { FRE_ADDR1, FRE_ADDR2, FRE_ADDR4, FRE_UNKNOWN };
enum fde_type { FDE_DEFAULT, FDE_FLEX, FDE_UNKNOWN };

/* Where a value is: base plus offset, or, with `deref`, what lies there. */
enum place {
    PLACE_UNSAID, /* no word: header and ABI decide */
    PLACE_PADDED, /* a word of 0, which says no more than no word (s390x RA, flexible RA and FP) */
    PLACE_SP,     /* the CFA's base in a default row; in a flexible one SP's register number */
    PLACE_FP,     /* likewise */
    PLACE_CFA,    /* for RA and FP */
    PLACE_REGISTER, /* flexible rows; s390x in v2e1 and v2e2 for RA and FP, with offset 0 */

    /* For readings of contested bytes only: the encoder writes no such row. */
    PLACE_SAME,
    PLACE_UNDEFINED,
    PLACE_UNKNOWN,  /* the bytes give no rule, so that the row has no answer */
    PLACE_LAST_CFA, /* the base is the CFA that was found last */
};

struct rule {
    enum place place;
    bool deref;
    uint32_t reg;
    uint32_t idle_bits; /* further bits of a flexible control word, such as the unused bit 2 */
    int64_t offset;     /* in bytes; the encoder scales it on s390x */
};

struct row {
    uint32_t start;
    bool empty; /* no words at all */
    bool mangled;
    bool idle_base;    /* the base register bit where it means nothing (flexible and empty rows) */
    uint8_t word_size; /* 1, 2, 4 bytes; 0: the least that holds the words */
    struct rule cfa, ra, fp;
    uint8_t extra_count; /* surplus words after those of the rules */
    int32_t extra[MAX_WORDS];
};

struct function {
    int64_t start; /* from the start of the section, whatever the encoding */
    uint32_t size;
    enum pc_type pc_type;
    enum fre_type fre_type;
    enum fde_type fde_type;
    uint32_t rep_size;
    bool signal;
    bool key_b;
    int shares;         /* the earlier function whose rows it uses, or -1 */
    uint32_t first_row; /* in the section's pool of rows */
    uint32_t row_count;
    uint32_t rows_before; /* how many the bytes hold before those of the model: see shapes/counted.h */
    uint32_t gap_before;  /* unused bytes before its data in the row sub-section */
};

struct section {
    enum profile profile;
    enum abi abi;
    enum byte_order order;
    uint8_t flags;
    int8_t fixed_fp, fixed_ra; /* 0: none */
    uint8_t aux_length;
    uint8_t aux[MAX_AUX];
    uint64_t address;
    uint32_t gap_header;    /* bytes between header and first sub-section */
    uint32_t gap_functions; /* bytes at the end of the function sub-section */
    uint32_t gap_rows;      /* unused bytes at the end of the row sub-section */
    uint32_t gap_end;       /* bytes after the last sub-section */
    uint8_t filler;         /* what the gaps hold */
    bool rows_first;
    bool has_data_order; /* data_order says in which order functions have their rows; else that of the table */
    uint8_t data_order[MAX_FUNCTIONS];
    uint32_t functions_before; /* how many the bytes hold before those of the model: see shapes/counted.h */
    uint32_t function_count;
    struct function functions[MAX_FUNCTIONS];
    uint32_t row_count;
    struct row rows[MAX_ROWS];
};

/* --- Building ------------------------------------------------------------------------------------------- */

/* The plain section: the ABI's byte order, sorted, starts from the section, RA fixed at -8 on AMD64, no
 * auxiliary header, no gaps, at 0x10000, no functions. */
void gen_section_init(struct section *section, enum profile profile, enum abi abi);

/* Copies a section, without the room for rows that it does not use. */
void gen_copy_section(struct section *to, const struct section *from);

/* An increment function with one-byte starts, key A and no rows. */
struct function *gen_add_function(struct section *section, int64_t start, uint32_t size);

/* A row of the last function: CFA = SP + the ABI's offset at entry, RA and FP unsaid. */
struct row *gen_add_row(struct section *section, uint32_t start);

/* Lets the last function use `count` rows of function `other`, from its row `skip` on (V3: all of them). */
void gen_share_rows(struct section *section, int other, uint32_t skip, uint32_t count);

struct rule gen_rule_unsaid(void);
struct rule gen_rule_padded(void);
struct rule gen_rule_sp(int64_t offset);
struct rule gen_rule_fp(int64_t offset);
struct rule gen_rule_slot(int64_t offset);                        /* what lies at CFA + offset */
struct rule gen_rule_cfa(int64_t offset);                         /* CFA + offset itself */
struct rule gen_rule_register(uint32_t reg, int64_t offset);      /* register + offset itself */
struct rule gen_rule_register_slot(uint32_t reg, int64_t offset); /* what lies at register + offset */

/* --- Common shapes -------------------------------------------------------------------------------------- */

enum { PROLOGUE_ROWS = 3 };
/* The rows of a usual prologue (entry, frame pushed, frame pointer set up), as the ABI's compilers write
 * them, at starts 0, step and 2 * step.  Flexible functions say the same with pairs. */
void gen_add_prologue(struct section *section, uint32_t step);

/* A mask function over `blocks` blocks of `rep_size` bytes: two rows, at 0 and at half a block. */
struct function *gen_add_stub(struct section *section, int64_t start, uint8_t rep_size, uint32_t blocks);
/* The same; but in version 1, where it is open which of two rows answers, with the first row only. */
struct function *gen_add_clear_stub(struct section *section, int64_t start, uint8_t rep_size,
                                    uint32_t blocks);

/* Makes the last function flexible; to be called before its rows are added. */
void gen_make_flexible(struct section *section);

/* --- What a section says ------------------------------------------------------------------------------- */

static inline bool gen_starts_pcrel(const struct section *section)
{
    return (section->flags & gen_profile_facts[section->profile].flags_defined & FLAG_PCREL) != 0;
}

/* V1 and V2 say "if RA is being tracked", which the header's fixed offset decides; from errata 1 on the ABI
 * chapters decide. */
static inline bool gen_ra_tracked(const struct section *section)
{
    return gen_profile_facts[section->profile].header_says_tracking ? section->fixed_ra == 0
                                                                     : gen_abi_facts[section->abi].tracks_ra;
}

/* Whether the row's words say the rule: padding says nothing. */
static inline bool gen_is_said(const struct rule *rule)
{
    return rule->place != PLACE_UNSAID && rule->place != PLACE_PADDED;
}

static inline const struct row *gen_function_row(const struct section *section, const struct function *function,
                                                 uint32_t row)
{
    return &section->rows[function->first_row + row];
}

static inline uint64_t gen_function_address(const struct section *section, const struct function *function)
{
    return section->address + (uint64_t)function->start;
}
