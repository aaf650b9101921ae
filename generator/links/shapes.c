#include "shapes.h"

#include "emit/sets.h"

#include <stddef.h>

static uint32_t unit(const struct section *section)
{
    return gen_abi_facts[section->abi].code_unit;
}

/* A shape: what it adds to a section and its last function. */
#define SHAPE(name, ...)                                                                                     \
    static void name(struct section *section, struct function *function)                                     \
    {                                                                                                        \
        (void)section;                                                                                       \
        (void)function;                                                                                      \
        __VA_ARGS__;                                                                                         \
    }

SHAPE(leaf, gen_add_row(section, 0))
SHAPE(frame, gen_add_prologue(section, unit(section)))
SHAPE(signal_frame, function->signal = true; gen_add_row(section, 0))
SHAPE(outermost_without_rows, )
SHAPE(outermost_without_words, gen_add_row(section, 0)->empty = true)

/* Its rows have starts of two bytes, or of four. */
static void long_frame(struct section *section, struct function *function)
{
    function->fre_type = function->size > 0x10000 ? FRE_ADDR4 : FRE_ADDR2;
    gen_add_prologue(section, unit(section));
    gen_add_row(section, function->size - unit(section));
}

/* A row in which RA and FP are saved at their usual places. */
static void add_saved(struct section *section, uint32_t start, int64_t cfa)
{
    const struct abi_facts *const abi = &gen_abi_facts[section->abi];
    struct row *const row = gen_add_row(section, start);
    row->cfa = gen_rule_sp(cfa);
    if (gen_ra_tracked(section))
        row->ra = gen_rule_slot(abi->usual.ra);
    row->fp = gen_rule_slot(abi->usual.fp);
}

static void words_of(struct section *section, int64_t bytes)
{
    gen_add_row(section, 0);
    add_saved(section, unit(section), bytes + gen_abi_facts[section->abi].cfa_addend);
}

SHAPE(two_byte_words, words_of(section, 0x4000))
SHAPE(four_byte_words, words_of(section, 0x400000))

/* As many rows as a shape may have, with words of four bytes. */
static void very_many_rows(struct section *section, struct function *function)
{
    function->fre_type = FRE_ADDR2;
    gen_add_row(section, 0);
    for (uint32_t i = 1; i < SHAPE_ROWS; i++)
        add_saved(section, i * unit(section),
                  gen_abi_facts[section->abi].cfa_at_entry + 0x100000 + (i % 2 != 0 ? 16 : 0));
}

static void many_rows(struct section *section, struct function *function)
{
    const struct abi_facts *const abi = &gen_abi_facts[section->abi];
    (void)function;
    for (uint32_t i = 0; i < 20; i++)
        gen_add_row(section, i * unit(section))->cfa.offset =
            abi->cfa_at_entry + (int64_t)(i < 10 ? i : 20 - i) * 16;
}

static void signed_frame(struct section *section, struct function *function)
{
    function->key_b = true;
    gen_add_prologue(section, unit(section));
    for (uint32_t i = 1; i < function->row_count; i++)
        section->rows[function->first_row + i].mangled = true;
}

/* The stack is aligned anew: the CFA is in a register, then on the stack. */
static void realigned(struct section *section, struct function *function)
{
    const struct abi_facts *const abi = &gen_abi_facts[section->abi];
    const struct rule rules[] = {gen_rule_register(abi->sp, abi->cfa_at_entry),
                                 gen_rule_register(abi->spare + 2, 0), gen_rule_register_slot(abi->fp, -8)};
    function->fde_type = FDE_FLEX;
    for (uint32_t i = 0; i < 3; i++) {
        struct row *const row = gen_add_row(section, i * unit(section));
        row->cfa = rules[i];
        row->ra = i == 0 && abi->tracks_ra ? gen_rule_register(abi->ra, 0) : gen_rule_slot(abi->usual.ra);
        if (i == 2)
            row->fp = gen_rule_register_slot(abi->fp, 0);
    }
}

/* Blocks of 16 bytes that are all alike, as PLTs have them. */
static void blocks(struct section *section, struct function *function)
{
    function->pc_type = PC_MASK;
    function->rep_size = 16;
    gen_add_row(section, 0);
    gen_add_row(section, 8)->cfa.offset += 8;
}

const struct link_shape gen_link_shapes[ALL_SHAPES] = {
    [SHAPE_LEAF] = {"leaf", ALL, ANY_ABI, 4, leaf},
    {"frame", ALL, ANY_ABI, 8, frame},
    {"one-unit", ALL, ANY_ABI, 1, leaf},
    {"two-byte-starts", ALL, ANY_ABI, 300, long_frame},
    {"four-byte-starts", ALL, ANY_ABI, 0x10000 + 8, long_frame},
    {"two-byte-words", ALL, ANY_ABI, 8, two_byte_words},
    {"four-byte-words", ALL, ANY_ABI, 8, four_byte_words},
    {"many-rows", ALL, ANY_ABI, 24, many_rows},
    {"signal", V3, ANY_ABI, 8, signal_frame},
    {"signed", ALL, ARMS, 8, signed_frame},
    {"no-rows", V3, ANY_ABI, 4, outermost_without_rows},
    {"no-words", E2ON, ANY_ABI, 4, outermost_without_words},
    {"realigned", V3, UNSCALED, 8, realigned},
    {"blocks", V2ON, ANY_ABI, 32, blocks},
    {"290-rows", ALL, ANY_ABI, 300, very_many_rows},
};

bool gen_can_shape(unsigned shape, enum profile profile, enum abi abi)
{
    return applies(gen_link_shapes[shape].profiles, gen_link_shapes[shape].abis, profile, abi);
}

uint32_t gen_shape_size(unsigned shape, enum abi abi)
{
    return gen_link_shapes[shape].units * gen_abi_facts[abi].code_unit;
}
