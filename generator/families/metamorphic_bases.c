/* The sections that metamorphic says in several ways. */
#include "metamorphic.h"

enum { STUB_BLOCK = 16 };

/* --- Bases -----------------------------------------------------------------------------------------------
 *
 * Words fit in one byte and starts in one too.  Functions whose rows are masks start at multiples of 0x100,
 * as sections do, so that it does not matter where their PCs count from. */

CHANGE(build_simple, add_function(section, 0x1000, 0x20); add_row(section, 0))
CHANGE(build_prologue, add_function(section, 0x1000, 0x20); add_prologue(section, 8))

static void build_several(struct section *section)
{
    add_function(section, 0x1000, 0x40);
    add_prologue(section, 4);
    add_function(section, 0x1040, 0x40);
    add_prologue(section, 8);
    add_function(section, 0x1200, 1);
    add_row(section, 0);
}

static void build_many_rows(struct section *section)
{
    struct rule none = rule_unsaid();
    add_function(section, 0x1000, 0x40);
    for (int64_t i = 0; i < 8; i++) {
        struct row *row = add_row(section, 7 * (uint32_t)i);
        row->cfa = i % 2 == 0 ? rule_sp(cfa_at_entry(section->abi) + 8 * i) : rule_fp(16 * i);
        row->ra = ra_tracked(section) && i % 3 != 0 ? rule_slot(-8 * i) : none;
        row->fp = i % 3 != 0 ? rule_slot(-16 - 4 * i) : none;
    }
}

CHANGE(build_stub, add_clear_stub(section, 0x1000, STUB_BLOCK, 2))

static void build_stub_rows(struct section *section)
{
    struct function *function = add_function(section, 0x1000, 64);
    function->pc_type = PC_MASK;
    function->rep_size = 32;
    for (uint32_t i = 0; i < 4; i++)
        add_row(section, i * i)->cfa.offset += 8 * (int64_t)i;
}

static void build_mixed(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    add_prologue(section, 4);
    add_clear_stub(section, 0x1100, STUB_BLOCK, 2);
}

static void build_signal(struct section *section)
{
    add_function(section, 0x1000, 0x20)->signal = true;
    add_prologue(section, 8);
    add_function(section, 0x1100, 0x20); /* without rows: outermost */
    add_function(section, 0x1200, 0x20);
    add_row(section, 0);
}

static void build_flexible(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    make_flexible(section);
    add_prologue(section, 8);
    struct row *row = add_row(section, 24);
    row->cfa = rule_register_slot(10, -8);
    row->ra = rule_register(3, 0);
    row->fp = rule_register_slot(6, 0);
    if (ra_tracked(section)) /* left unsaid it is contested */
        section->rows[0].ra = rule_register(register_ra(section->abi), 0);
}

static void build_mangled(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    add_prologue(section, 8);
    section->rows[1].mangled = true;
    section->rows[2].mangled = true;
}

static void build_undefined(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    add_prologue(section, 8);
    add_row(section, 24)->empty = true;
}

static void build_registers(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    add_prologue(section, 8);
    section->rows[1].ra = rule_register(16, 0);
    section->rows[1].fp = rule_register(17, 0);
}

static void build_twins(struct section *section)
{
    for (int64_t start = 0x1000; start <= 0x1100; start += 0x100) {
        add_function(section, start, 0x20);
        add_prologue(section, 8);
    }
}

const struct base_section bases[] = {
    {"simple", ALL, ANY_ABI, build_simple},
    {"prologue", ALL, ANY_ABI, build_prologue},
    {"several", ALL, ANY_ABI, build_several},
    {"many-rows", ALL, ANY_ABI, build_many_rows},
    {"stub", ALL, ANY_ABI, build_stub},
    {"stub-rows", V2ON, ANY_ABI, build_stub_rows},
    {"mixed", ALL, ANY_ABI, build_mixed},
    {"twins", ALL, ANY_ABI, build_twins},
    {"signal", V3, ANY_ABI, build_signal},
    {"flexible", V3, AMD | ARMS, build_flexible}, /* s390x: is its CFA scaled? contested */
    {"mangled", ALL, ARMS, build_mangled},
    {"undefined", E2ON, ANY_ABI, build_undefined},
    {"registers", ERRATA, S390, build_registers},
};

const unsigned base_count = COUNT(bases);
