/* Fields at their extremes, and rows of odd kinds, with every two of the attributes that a function, a row or
 * a section can have: a reader that reads a field too narrow, or with a sign, may do so only where one of
 * them holds. */
#include "../families.h"
#include "beside.h"
#include "shapes/edges.h"
#include "shapes/tables.h"

enum { MANY_ROWS = 258, BYTE_BLOCK = 128, UNEVEN_BLOCK = 240, BLOCKS_BEFORE = 20 };

struct target {
    struct section *section;
    struct function *function;
    struct row *row;
    bool least; /* the extreme below zero */
};

/* An extreme, and what the target must be for it. */
struct extreme {
    const char *name;
    unsigned profiles;
    enum { ANYWHERE, AT_END, AT_BEGIN } where; /* in the table the target must be, to have room */
    bool last_row, masks, flexible;            /* the target must be the last row, a mask, flexible */
    bool few;                                  /* only lookups: the answer to a decode would be long */
    void (*make)(const struct target *at);     /* null: the following make it */
    uint32_t size;                             /* of the function; 0: as it is */
    bool no_words;                             /* in the row */
    struct rule cfa, ra, fp;                   /* of the row, if they are said */
    bool least;
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

/* Below, the section lies so high that the function does not lie below address 0. */
static void start_far_away(const struct target *at)
{
    const int64_t far =
        gen_profile_facts[at->section->profile].start_width == 8 ? 0x123480000000 : 0x7fff0000;
    if (at->least && at->section->address >> 63 == 0)
        at->section->address += UINT64_C(1) << 46;
    at->function->start = at->least ? -far : far;
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

/* Section and function begin at a multiple of the block: so a PC has the same place in a block wherever it is
 * counted from. */
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

static int64_t extreme_word(const struct target *at)
{
    const int64_t half = INT64_C(1) << (8 * at->row->word_size - 1);
    return at->least ? -half : half - 2;
}

static void extreme_cfa(const struct target *at)
{
    const enum abi abi = at->section->abi;
    at->row->cfa.offset = gen_cfa_of_word(abi, gen_clear_cfa_word(abi, extreme_word(at)));
}

static void extreme_slots(const struct target *at)
{
    at->row->fp = gen_rule_slot(extreme_word(at));
    if (gen_ra_tracked(at->section) || at->function->fde_type == FDE_FLEX)
        at->row->ra = gen_rule_slot(extreme_word(at));
}

static void take_members(const struct extreme *said, struct function *function, struct row *row)
{
    function->size = said->size != 0 ? said->size : function->size;
    row->empty = said->no_words;
    row->cfa = said->cfa.place != PLACE_UNSAID ? said->cfa : row->cfa;
    row->ra = said->ra.place != PLACE_UNSAID ? said->ra : row->ra;
    row->fp = said->fp.place != PLACE_UNSAID ? said->fp : row->fp;
}

static const struct extreme extremes[] = {
    {"size-with-sign", ALL, AT_END, .size = 0x80000010},
    {"greatest-size", ALL, AT_END, .size = 0xfffffff0},
    {"start-far-above", ALL, AT_END, .make = start_far_away},
    {"start-far-below", ALL, AT_BEGIN, .make = start_far_away, .least = true},
    {"many-rows", ALL, AT_END, .few = true, .make = many_rows},
    {"byte-block", V2ON, ANYWHERE, .masks = true, .make = byte_block},
    {"row-with-sign", ALL, AT_END, .last_row = true, .make = row_with_sign},
    {"greatest-row", ALL, AT_END, .last_row = true, .make = greatest_row},
    {"greatest-cfa", ALL, ANYWHERE, .make = extreme_cfa},
    {"least-cfa", ALL, ANYWHERE, .make = extreme_cfa, .least = true},
    {"greatest-slots", ALL, ANYWHERE, .make = extreme_slots},
    {"least-slots", ALL, ANYWHERE, .make = extreme_slots, .least = true},
    {"no-words", E2ON, ANYWHERE, .last_row = true, .no_words = true},
    /* Register 31 sets the top bit of a control word of one byte. */
    {"cfa-register", V3, .flexible = true, .cfa = REG(10, 16)},
    {"cfa-at-register", V3, .flexible = true, .cfa = AT_REG(10, 0)},
    {"others-in-registers", V3, .flexible = true, .ra = REG(12, 0), .fp = REG(13, 8)},
    {"others-at-registers", V3, .flexible = true, .ra = AT_REG(31, -8), .fp = AT_REG(13, 0)},
    {"padded-ra", V3, .flexible = true, .ra = PAD, .fp = SLOT(-24)},
};

/* --- Vectors -------------------------------------------------------------------------------------------- */

/* The attributes of a row of the array, changed where the extreme needs another value. */
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

/* Asks in the target row, just before it, and on both sides of the end of its function. */
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

static void make_extreme(struct emitter *emitter, const struct beside *beside, const struct extreme *extreme)
{
    const struct beside target = fitting(beside, extreme);
    struct section *const section = gen_begin_beside(emitter, &target, extreme->name);
    struct function *const function = &section->functions[target.function];
    struct row *const row = &section->rows[function->first_row + target.row];
    if (extreme->make != NULL)
        extreme->make(&(struct target){section, function, row, extreme->least});
    else
        take_members(extreme, function, row);
    if (gen_make_bytes(emitter) && emitter->violations.count == 0)
        ask(emitter, &target, extreme);
}

void gen_family_beside_extremes(struct emitter *emitter)
{
    struct beside beside;
    for (unsigned i = 0; i < COUNT(extremes); i++)
        if (is_in(extremes[i].profiles, emitter->profile))
            for (unsigned number = 0; gen_take_beside(emitter, number, &beside); number++)
                make_extreme(emitter, &beside, &extremes[i]);
}
