#include "model.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* --- Building ------------------------------------------------------------------------------------------- */

void gen_section_init(struct section *section, enum profile profile, enum abi abi)
{
    /* Functions and rows are cleared as they are added: to clear all of them here would take too long. */
    memset(section, 0, offsetof(struct section, functions));
    section->profile = profile;
    section->abi = abi;
    section->order = gen_abi_facts[abi].order;
    section->flags = FLAG_SORTED;
    section->fixed_ra = gen_abi_facts[abi].fixed_ra;
    section->address = 0x10000;
    section->row_count = 0;
}

void gen_copy_section(struct section *to, const struct section *from)
{
    memcpy(to, from, offsetof(struct section, rows) + from->row_count * sizeof *from->rows);
}

struct function *gen_add_function(struct section *section, int64_t start, uint32_t size)
{
    assert(section->function_count < MAX_FUNCTIONS);
    struct function *function = &section->functions[section->function_count++];
    memset(function, 0, sizeof *function);
    function->start = start;
    function->size = size;
    function->shares = -1;
    function->first_row = section->row_count;
    return function;
}

static struct function *last_function(struct section *section)
{
    assert(section->function_count > 0);
    return &section->functions[section->function_count - 1];
}

struct row *gen_add_row(struct section *section, uint32_t start)
{
    assert(section->row_count < MAX_ROWS && last_function(section)->shares < 0);
    struct row *row = &section->rows[section->row_count++];
    memset(row, 0, sizeof *row);
    last_function(section)->row_count++;
    row->start = start;
    row->cfa = gen_rule_sp(cfa_at_entry(section->abi));
    return row;
}

void gen_share_rows(struct section *section, int other, uint32_t skip, uint32_t count)
{
    struct function *function = last_function(section);
    const struct function *owner = &section->functions[other];
    function->shares = other;
    function->first_row = owner->first_row + skip;
    function->row_count = count;
    function->fre_type = owner->fre_type;
    if (!gen_profile_facts[section->profile].has_attribute)
        return;
    /* The attribute is shared as well. */
    function->pc_type = owner->pc_type;
    function->fde_type = owner->fde_type;
    function->rep_size = owner->rep_size;
    function->signal = owner->signal;
    function->key_b = owner->key_b;
}

static struct rule rule_at(enum place place, uint32_t reg, int64_t offset, bool deref)
{
    return (struct rule){.place = place, .deref = deref, .reg = reg, .offset = offset};
}

struct rule gen_rule_unsaid(void)
{
    return rule_at(PLACE_UNSAID, 0, 0, false);
}

struct rule gen_rule_padded(void)
{
    return rule_at(PLACE_PADDED, 0, 0, false);
}

struct rule gen_rule_sp(int64_t offset)
{
    return rule_at(PLACE_SP, 0, offset, false);
}

struct rule gen_rule_fp(int64_t offset)
{
    return rule_at(PLACE_FP, 0, offset, false);
}

struct rule gen_rule_slot(int64_t offset)
{
    return rule_at(PLACE_CFA, 0, offset, true);
}

struct rule gen_rule_cfa(int64_t offset)
{
    return rule_at(PLACE_CFA, 0, offset, false);
}

struct rule gen_rule_register(uint32_t reg, int64_t offset)
{
    return rule_at(PLACE_REGISTER, reg, offset, false);
}

struct rule gen_rule_register_slot(uint32_t reg, int64_t offset)
{
    return rule_at(PLACE_REGISTER, reg, offset, true);
}

/* --- Common shapes -------------------------------------------------------------------------------------- */

void gen_make_flexible(struct section *section)
{
    last_function(section)->fde_type = FDE_FLEX;
}

void gen_add_prologue(struct section *section, uint32_t step)
{
    bool says_ra = gen_ra_tracked(section) || last_function(section)->fde_type == FDE_FLEX;
    const struct abi_facts *abi = &gen_abi_facts[section->abi];
    gen_add_row(section, 0);
    for (uint32_t i = 1; i <= 2; i++) {
        struct row *row = gen_add_row(section, i * step);
        row->cfa = i == 1 ? gen_rule_sp(abi->usual.cfa) : gen_rule_fp(abi->usual.cfa);
        if (says_ra)
            row->ra = gen_rule_slot(abi->usual.ra);
        row->fp = gen_rule_slot(abi->usual.fp);
    }
}

struct function *gen_add_stub(struct section *section, int64_t start, uint8_t rep_size, uint32_t blocks)
{
    struct function *function = gen_add_function(section, start, rep_size * blocks);
    function->pc_type = PC_MASK;
    function->rep_size = gen_profile_facts[section->profile].block_size_width != 0 ? rep_size : 0;
    gen_add_row(section, 0);
    struct row *row = gen_add_row(section, rep_size / 2U);
    row->cfa = gen_rule_sp(cfa_at_entry(section->abi) + 8);
    return function;
}

struct function *gen_add_clear_stub(struct section *section, int64_t start, uint8_t rep_size, uint32_t blocks)
{
    struct function *function = gen_add_stub(section, start, rep_size, blocks);
    if (gen_profile_facts[section->profile].masks_are_bits) {
        function->row_count--;
        section->row_count--;
    }
    return function;
}
