/* Fields at their extremes, and rows of odd kinds, beside every two of the attributes that a function, a row
 * or a section can have: who reads a field too narrow, or with a sign, may do so where one of them holds alone. */
#include "../families.h"
#include "beside.h"
#include "shapes/edges.h"

enum { MANY_ROWS = 258, BYTE_BLOCK = 128, UNEVEN_BLOCK = 240, BLOCKS_BEFORE = 20 };

struct target {
    struct section *section;
    struct function *function;
    struct row *row;
};

/* What is so of the target. */
struct extreme {
    const char *name;
    unsigned profiles;
    enum { ANYWHERE, AT_END, AT_BEGIN } where; /* of the table: functions beside the target must leave room */
    bool last_row, masks, flexible;            /* the target has to be so */
    bool few;                                  /* a decode would say a lot: only lookups */
    void (*make)(const struct target *at);
};

/* --- Functions ------------------------------------------------------------------------------------------ */

static uint32_t width_of(const struct function *function)
{
    return 1U << function->fre_type;
}

static bool is_mask(const struct function *function)
{
    return function->pc_type == PC_MASK;
}

static void size_with_sign(const struct target *at)
{
    at->function->size = 0x80000010;
}

static void greatest_size(const struct target *at)
{
    at->function->size = 0xfffffff0;
}

static void start_far_above(const struct target *at)
{
    at->function->start =
        gen_profile_facts[at->section->profile].start_width == 8 ? 0x123480000000 : 0x7fff0000;
}

/* The section moves up, so that the function does not lie below 0. */
static void start_far_below(const struct target *at)
{
    if (at->section->address >> 63 == 0)
        at->section->address += UINT64_C(1) << 46;
    at->function->start =
        gen_profile_facts[at->section->profile].start_width == 8 ? -0x123480000000 : -0x7fff0000;
}

/* Rows follow each other byte by byte, and each says something else than its neighbours. */
static void many_rows(const struct target *at)
{
    const struct row first = at->section->rows[at->function->first_row];
    uint32_t count = at->function->fre_type == FRE_ADDR1 ? 256 : MANY_ROWS;
    if (is_mask(at->function))
        count = BYTE_BLOCK;
    at->section->row_count = at->function->first_row;
    at->function->row_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct row *const added = gen_add_row(at->section, i);
        *added = first;
        added->start = i;
        added->cfa.offset += 8 * (int64_t)(i % 8);
    }
    at->function->size = 2 * MANY_ROWS;
    if (at->function->rep_size != 0)
        at->function->rep_size = BYTE_BLOCK;
}

static void byte_block(const struct target *at)
{
    at->function->rep_size = BYTE_BLOCK;
    at->function->size = 3 * BYTE_BLOCK;
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

/* Wherever a PC is counted from, its place in a block is the same. */
static void start_mask_at(const struct target *at, uint32_t start)
{
    at->section->address -= at->section->address % UNEVEN_BLOCK;
    at->function->start = (int64_t)BLOCKS_BEFORE * UNEVEN_BLOCK;
    at->row->start = start < UNEVEN_BLOCK ? start : UNEVEN_BLOCK - 1;
    at->function->size = 2 * UNEVEN_BLOCK;
    if (at->function->rep_size != 0)
        at->function->rep_size = UNEVEN_BLOCK;
}

static void start_row_at(const struct target *at, uint64_t start)
{
    if (is_mask(at->function)) {
        start_mask_at(at, (uint32_t)start);
        return;
    }
    at->row->start = start < UINT32_MAX - 2 ? (uint32_t)start : UINT32_MAX - 2;
    at->function->size = at->row->start + 2;
}

static void row_with_sign(const struct target *at)
{
    start_row_at(at, UINT64_C(1) << (8 * width_of(at->function) - 1));
}

static void greatest_row(const struct target *at)
{
    start_row_at(at, (UINT64_C(1) << (8 * width_of(at->function))) - 1);
}

static int64_t extreme_word(const struct row *row, bool least)
{
    const int64_t half = INT64_C(1) << (8 * row->word_size - 1);
    return least ? -half : half - 2;
}

static void set_cfa(const struct target *at, bool least)
{
    const int64_t word = extreme_word(at->row, least);
    at->row->cfa.offset = gen_cfa_of_word(at->section->abi, gen_clear_cfa_word(at->section->abi, word));
}

static void greatest_cfa(const struct target *at)
{
    set_cfa(at, false);
}

static void least_cfa(const struct target *at)
{
    set_cfa(at, true);
}

static void set_slots(const struct target *at, bool least)
{
    at->row->fp = gen_rule_slot(extreme_word(at->row, least));
    if (gen_ra_tracked(at->section) || at->function->fde_type == FDE_FLEX)
        at->row->ra = gen_rule_slot(extreme_word(at->row, least));
}

static void greatest_slots(const struct target *at)
{
    set_slots(at, false);
}

static void least_slots(const struct target *at)
{
    set_slots(at, true);
}

static void no_words(const struct target *at)
{
    at->row->empty = true;
}

/* Of control words with a register, that of 31 has the top bit of a byte. */
static void cfa_register(const struct target *at)
{
    at->row->cfa = gen_rule_register(10, 16);
}

static void cfa_at_register(const struct target *at)
{
    at->row->cfa = gen_rule_register_slot(10, 0);
}

static void others_in_registers(const struct target *at)
{
    at->row->ra = gen_rule_register(12, 0);
    at->row->fp = gen_rule_register(13, 8);
}

static void others_at_registers(const struct target *at)
{
    at->row->ra = gen_rule_register_slot(31, -8);
    at->row->fp = gen_rule_register_slot(13, 0);
}

static void padded_ra(const struct target *at)
{
    at->row->ra = gen_rule_padded();
    at->row->fp = gen_rule_slot(-24);
}

static const struct extreme extremes[] = {
    {"size-with-sign", ALL, AT_END, false, false, false, false, size_with_sign},
    {"greatest-size", ALL, AT_END, false, false, false, false, greatest_size},
    {"start-far-above", ALL, AT_END, false, false, false, false, start_far_above},
    {"start-far-below", ALL, AT_BEGIN, false, false, false, false, start_far_below},
    {"many-rows", ALL, AT_END, false, false, false, true, many_rows},
    {"byte-block", V2ON, ANYWHERE, false, true, false, false, byte_block},
    {"row-with-sign", ALL, AT_END, true, false, false, false, row_with_sign},
    {"greatest-row", ALL, AT_END, true, false, false, false, greatest_row},
    {"greatest-cfa", ALL, ANYWHERE, false, false, false, false, greatest_cfa},
    {"least-cfa", ALL, ANYWHERE, false, false, false, false, least_cfa},
    {"greatest-slots", ALL, ANYWHERE, false, false, false, false, greatest_slots},
    {"least-slots", ALL, ANYWHERE, false, false, false, false, least_slots},
    {"no-words", E2ON, ANYWHERE, true, false, false, false, no_words},
    {"cfa-register", V3, ANYWHERE, false, false, true, false, cfa_register},
    {"cfa-at-register", V3, ANYWHERE, false, false, true, false, cfa_at_register},
    {"others-in-registers", V3, ANYWHERE, false, false, true, false, others_in_registers},
    {"others-at-registers", V3, ANYWHERE, false, false, true, false, others_at_registers},
    {"padded-ra", V3, ANYWHERE, false, false, true, false, padded_ra},
};

/* --- Vectors -------------------------------------------------------------------------------------------- */

/* The attributes of the row of the array, but for those that the extreme decides. */
static struct beside fitting(const struct beside *beside, const struct extreme *extreme)
{
    struct beside fits = extreme->last_row ? gen_with_last_row(beside) : *beside;
    uint8_t *const function = &fits.values[BESIDE_FUNCTION];
    if (extreme->where != ANYWHERE && *function != FUNCTION_ALONE) {
        *function = extreme->where == AT_END ? FUNCTION_LAST : FUNCTION_FIRST;
        fits.function = extreme->where == AT_END ? 2 : 0;
    }
    if (extreme->masks)
        fits.values[BESIDE_PC_TYPE] = PC_MASK;
    if (extreme->flexible)
        fits.values[BESIDE_FDE_TYPE] = FDE_FLEX;
    return fits;
}

static void look_up(struct emitter *emitter, const struct beside *beside, uint64_t pc, const char *name)
{
    gen_emit(emitter, OPERATION_LOOKUP, pc, gen_beside_name(beside, name));
}

/* In the target row, just before it, and at both ends of its function. */
static void ask(struct emitter *emitter, const struct beside *beside, const struct extreme *extreme)
{
    const struct function *const function = &emitter->section.functions[beside->function];
    const uint64_t start = gen_function_address(&emitter->section, function);
    const uint64_t pc = gen_beside_pc(emitter, beside);
    if (!extreme->few) {
        gen_emit(emitter, OPERATION_DECODE, 0, gen_beside_name(beside, NULL));
        gen_emit_flip(emitter, gen_beside_name(beside, NULL));
    }
    look_up(emitter, beside, pc, "in-row");
    if (extreme->few)
        look_up(emitter, beside, start + function->row_count - 1, "last-row");
    look_up(emitter, beside, start + function->size - 1, "last-byte");
    look_up(emitter, beside, start + function->size, "behind");
    if (extreme->last_row)
        gen_say_place(emitter, "before");
    if (pc != start)
        look_up(emitter, beside, pc - 1, "before-row");
}

static void make_extreme(struct emitter *emitter, const struct beside *beside, const void *context)
{
    const struct extreme *const extreme = context;
    const struct beside target = fitting(beside, extreme);
    struct section *const section = gen_begin_beside(emitter, &target, extreme->name);
    struct function *const function = &section->functions[target.function];
    extreme->make(&(struct target){section, function, &section->rows[function->first_row + target.row]});
    if (gen_make_bytes(emitter) && emitter->violations.count == 0)
        ask(emitter, &target, extreme);
}

void gen_family_beside_extremes(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(extremes) && !emitter->stopped; i++)
        if (is_in(extremes[i].profiles, emitter->profile))
            gen_for_each_beside(emitter, make_extreme, &extremes[i]);
}
