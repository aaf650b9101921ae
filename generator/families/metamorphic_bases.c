/* The sections that metamorphic says in several ways. */
#include "metamorphic.h"

enum { STUB_BLOCK = 16 };

/* --- Bases -----------------------------------------------------------------------------------------------
 *
 * Words fit in one byte and starts in one too.  Functions whose rows are masks start at multiples of 0x100,
 * as sections do, so that it does not matter where their PCs count from. */

CHANGE(build_simple, gen_add_function(section, 0x1000, 0x20); gen_add_row(section, 0))
CHANGE(build_prologue, gen_add_function(section, 0x1000, 0x20); gen_add_prologue(section, 8))

static void build_several(struct section *section)
{
    gen_add_function(section, 0x1000, 0x40);
    gen_add_prologue(section, 4);
    gen_add_function(section, 0x1040, 0x40);
    gen_add_prologue(section, 8);
    gen_add_function(section, 0x1200, 1);
    gen_add_row(section, 0);
}

static void build_many_rows(struct section *section)
{
    struct rule none = gen_rule_unsaid();
    gen_add_function(section, 0x1000, 0x40);
    for (int64_t i = 0; i < 8; i++) {
        struct row *row = gen_add_row(section, 7 * (uint32_t)i);
        row->cfa = i % 2 == 0 ? gen_rule_sp(cfa_at_entry(section->abi) + 8 * i) : gen_rule_fp(16 * i);
        row->ra = gen_ra_tracked(section) && i % 3 != 0 ? gen_rule_slot(-8 * i) : none;
        row->fp = i % 3 != 0 ? gen_rule_slot(-16 - 4 * i) : none;
    }
}

CHANGE(build_stub, gen_add_clear_stub(section, 0x1000, STUB_BLOCK, 2))

static void build_stub_rows(struct section *section)
{
    struct function *function = gen_add_function(section, 0x1000, 64);
    function->pc_type = PC_MASK;
    function->rep_size = 32;
    for (uint32_t i = 0; i < 4; i++)
        gen_add_row(section, i * i)->cfa.offset += 8 * (int64_t)i;
}

static void build_mixed(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_add_prologue(section, 4);
    gen_add_clear_stub(section, 0x1100, STUB_BLOCK, 2);
}

static void build_signal(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20)->signal = true;
    gen_add_prologue(section, 8);
    gen_add_function(section, 0x1100, 0x20); /* without rows: outermost */
    gen_add_function(section, 0x1200, 0x20);
    gen_add_row(section, 0);
}

static void build_flexible(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_make_flexible(section);
    gen_add_prologue(section, 8);
    struct row *row = gen_add_row(section, 24);
    row->cfa = gen_rule_register_slot(10, -8);
    row->ra = gen_rule_register(3, 0);
    row->fp = gen_rule_register_slot(6, 0);
    if (gen_ra_tracked(section)) /* left unsaid it is contested */
        section->rows[0].ra = gen_rule_register(register_ra(section->abi), 0);
}

static void build_mangled(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_add_prologue(section, 8);
    section->rows[1].mangled = true;
    section->rows[2].mangled = true;
}

static void build_undefined(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_add_prologue(section, 8);
    gen_add_row(section, 24)->empty = true;
}

static void build_registers(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_add_prologue(section, 8);
    section->rows[1].ra = gen_rule_register(16, 0);
    section->rows[1].fp = gen_rule_register(17, 0);
}

static void build_twins(struct section *section)
{
    for (int64_t start = 0x1000; start <= 0x1100; start += 0x100) {
        gen_add_function(section, start, 0x20);
        gen_add_prologue(section, 8);
    }
}

const struct base_section gen_bases[] = {
    {"simple", ALL, ANY_ABI, build_simple},
    {"prologue", ALL, ANY_ABI, build_prologue},
    {"several", ALL, ANY_ABI, build_several},
    {"many-rows", ALL, ANY_ABI, build_many_rows},
    {"stub", ALL, ANY_ABI, build_stub},
    {"stub-rows", V2ON, ANY_ABI, build_stub_rows},
    {"mixed", ALL, ANY_ABI, build_mixed},
    {"twins", ALL, ANY_ABI, build_twins},
    {"signal", V3, ANY_ABI, build_signal},
    {"flexible", V3, UNSCALED, build_flexible}, /* s390x: is its CFA scaled? contested */
    {"mangled", ALL, ARMS, build_mangled},
    {"undefined", E2ON, ANY_ABI, build_undefined},
    {"registers", ERRATA, S390, build_registers},
};

const unsigned gen_base_count = COUNT(gen_bases);
