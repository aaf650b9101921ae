#include "draw.h"

#include "case.h"
#include "vocabulary.h"

/* --- Choices -------------------------------------------------------------------------------------------- */

uint64_t draw_number(struct choices *choices, unsigned width)
{
    return take_number(&choices->at, &choices->left, width);
}

uint32_t draw_below(struct choices *choices, uint32_t bound)
{
    return (uint32_t)draw_number(choices, bound > 256 ? 2 : 1) % bound;
}

bool draw_rarely(struct choices *choices, uint32_t times)
{
    return draw_below(choices, times) == times - 1;
}

/* A signed number of up to WIDTH bytes: often a small one, sometimes an extreme. */
static int64_t draw_signed(struct choices *choices, unsigned width)
{
    const unsigned chosen = 1U + draw_below(choices, width);
    const uint64_t number = draw_number(choices, chosen);
    const uint64_t sign = UINT64_C(1) << (8 * chosen - 1);
    return (int64_t)((number ^ sign) - sign);
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

static struct rule draw_default_slot(struct choices *choices, const struct section *section, bool of_ra)
{
    if (oracles_abi(section->abi)->register_words && draw_rarely(choices, 4))
        return of_ra ? gen_rule_padded() : gen_rule_register((uint32_t)draw_number(choices, 1), 0);
    return gen_rule_slot(draw_signed(choices, 4));
}

/* An offset that a word of the row can express. */
static int64_t cfa_offset(const struct section *section, int64_t word)
{
    const struct sfr_abi_facts *const abi = oracles_abi(section->abi);
    return word * abi->cfa_scale + abi->cfa_bias;
}

static void draw_default_rules(struct choices *choices, const struct section *section, struct row *row)
{
    const unsigned words = draw_below(choices, 4);
    row->cfa = draw_below(choices, 2) == 0 ? gen_rule_sp(0) : gen_rule_fp(0);
    row->cfa.offset = cfa_offset(section, draw_signed(choices, 4));
    if (words > 0 && gen_ra_tracked(section))
        row->ra = draw_default_slot(choices, section, true);
    if (words > (gen_ra_tracked(section) ? 1 : 0))
        row->fp = draw_default_slot(choices, section, false);
}

static struct rule draw_pair(struct choices *choices)
{
    struct rule rule =
        gen_rule_register((uint32_t)draw_number(choices, draw_rarely(choices, 8) ? 4 : 1) >> 3, 0);
    static const enum place places[] = {PLACE_REGISTER, PLACE_CFA, PLACE_SP, PLACE_FP};
    rule.place = places[draw_below(choices, 4)];
    rule.deref = draw_below(choices, 2) != 0;
    rule.offset = draw_signed(choices, 4);
    if (draw_rarely(choices, 16))
        rule.idle_bits = 4;
    return rule;
}

static struct rule draw_pair_or_none(struct choices *choices)
{
    const unsigned kind = draw_below(choices, 4);
    return kind == 0 ? gen_rule_unsaid() : kind == 1 ? gen_rule_padded() : draw_pair(choices);
}

static void draw_flexible_rules(struct choices *choices, const struct section *section, struct row *row)
{
    row->cfa = draw_pair(choices);
    if (row->cfa.place == PLACE_CFA && !draw_rarely(choices, 16))
        row->cfa.place = PLACE_SP;
    row->cfa.offset = cfa_offset(section, row->cfa.offset);
    row->ra = draw_pair_or_none(choices);
    row->fp = draw_pair_or_none(choices);
}

static void draw_row(struct choices *choices, struct section *section, uint32_t start)
{
    static const uint8_t word_sizes[] = {0, 1, 2, 4};
    const struct function *const function = &section->functions[section->function_count - 1];
    struct row *const row = gen_add_row(section, start);
    const unsigned kind = draw_below(choices, 16);
    row->mangled = kind == 1;
    row->empty = kind == 2;
    row->idle_base = kind == 3;
    row->word_size = word_sizes[kind == 4 ? draw_below(choices, 4) : 0];
    if (!row->empty && function->fde_type == FDE_FLEX)
        draw_flexible_rules(choices, section, row);
    else if (!row->empty)
        draw_default_rules(choices, section, row);
    if (kind != 5)
        return;
    row->extra_count = (uint8_t)draw_below(choices, MAX_WORDS);
    for (unsigned i = 0; i < row->extra_count; i++)
        row->extra[i] = (int32_t)draw_signed(choices, 4);
}

static void draw_rows(struct choices *choices, struct section *section)
{
    const struct function *const function = &section->functions[section->function_count - 1];
    const uint32_t most = draw_rarely(choices, 32) ? 300 : 6;
    uint32_t count = draw_below(choices, most), start = 0;
    if (count > MAX_ROWS - section->row_count)
        count = MAX_ROWS - section->row_count;
    for (uint32_t i = 0; i < count; i++) {
        const unsigned step = draw_below(choices, 24);
        if (step == 23)
            start = (uint32_t)draw_number(choices, 4);
        else if (i > 0 || step == 22)
            start += step;
        draw_row(choices, section, start & (UINT32_MAX >> (32 - (8U << function->fre_type))));
    }
}

/* --- Functions ------------------------------------------------------------------------------------------ */

/* Makes the function share the rows of an earlier one, if there is one that owns some. */
static bool draw_sharing(struct choices *choices, struct section *section)
{
    const uint32_t number = section->function_count - 1;
    if (number == 0 || !draw_rarely(choices, 16))
        return false;
    const uint32_t other = draw_below(choices, number);
    const struct function *const owner = &section->functions[other];
    if (owner->shares >= 0)
        return false;
    const bool some = oracles_text(section->profile)->attribute_fields == NULL && owner->row_count > 0;
    const uint32_t skip = some ? draw_below(choices, owner->row_count) : 0;
    gen_share_rows(section, (int)other, skip,
                   some ? draw_below(choices, owner->row_count - skip + 1) : owner->row_count);
    return true;
}

/* A start, mostly behind the function before. */
static int64_t draw_start(struct choices *choices, const struct section *section)
{
    const unsigned kind = draw_below(choices, 24), width = oracles_text(section->profile)->start_size;
    const struct function *const last =
        section->function_count > 0 ? &section->functions[section->function_count - 1] : NULL;
    const int64_t far = draw_rarely(choices, 8) ? draw_signed(choices, 8) : 0;
    if (kind == 23)
        return draw_signed(choices, width);
    if (last == NULL)
        return (int64_t)(0x1000U + (width == sizeof far ? (uint64_t)far : 0));
    if (kind == 22)
        return last->start;
    return (int64_t)((uint64_t)last->start + last->size + kind);
}

static void draw_function(struct choices *choices, struct section *section)
{
    const int64_t start = draw_start(choices, section);
    const unsigned kind = draw_below(choices, 32);
    const uint32_t size = kind == 31 ? (uint32_t)draw_number(choices, 4) : 1 + draw_below(choices, 256);
    struct function *const function = gen_add_function(section, start, kind == 30 ? 0 : size);
    function->fre_type = (enum fre_type)draw_below(choices, 3);
    function->gap_before = draw_rarely(choices, 16) ? draw_below(choices, 8) : 0;
    function->key_b = draw_rarely(choices, 8);
    if (draw_rarely(choices, 4))
        function->pc_type = PC_MASK;
    const struct sfr_text_facts *const text = oracles_text(section->profile);
    if (text->rep_size && (function->pc_type == PC_MASK) != draw_rarely(choices, 16))
        function->rep_size = (uint8_t)draw_number(choices, 1);
    function->signal = text->signals && draw_rarely(choices, 4);
    if (text->flexible && draw_rarely(choices, 3))
        gen_make_flexible(section);
    if (!draw_sharing(choices, section))
        draw_rows(choices, section);
}

/* --- The section ---------------------------------------------------------------------------------------- */

void draw_text(struct choices *choices, enum profile *profile, enum abi *abi)
{
    *profile = (enum profile)(PROFILES - 1 - draw_below(choices, PROFILES));
    *abi = (enum abi)draw_below(choices, ABIS);
    if (!abi_known(*profile, *abi))
        *abi = ABI_AMD64;
}

static uint32_t draw_gap(struct choices *choices)
{
    return draw_rarely(choices, 16) ? draw_below(choices, 16) : 0;
}

static void draw_layout(struct choices *choices, struct section *section)
{
    section->gap_header = draw_gap(choices);
    section->gap_functions = draw_gap(choices);
    section->gap_rows = draw_gap(choices);
    section->gap_end = draw_gap(choices);
    section->filler = (uint8_t)draw_number(choices, 1);
    section->rows_first = draw_rarely(choices, 16);
    if (draw_rarely(choices, 16)) {
        section->aux_length = (uint8_t)draw_number(choices, 1);
        for (unsigned i = 0; i < section->aux_length; i++)
            section->aux[i] = (uint8_t)draw_number(choices, 1);
    }
}

static void draw_header(struct choices *choices, struct section *section)
{
    static const uint64_t addresses[] = {0x10000, 0, 8, UINT64_C(1) << 63, UINT64_C(0) - 0x1000};
    const unsigned address = draw_below(choices, 24);
    section->address = address < 5 ? addresses[address] : address == 5 ? draw_number(choices, 8) : 0x10000;
    if (draw_rarely(choices, 8))
        section->order = section->order == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG;
    if (draw_rarely(choices, 8))
        section->flags = (uint8_t)draw_number(choices, 1);
    else if ((oracles_text(section->profile)->flags & SFR_PCREL) != 0 && draw_below(choices, 2) != 0)
        section->flags |= FLAG_PCREL;
    if (draw_rarely(choices, 8))
        section->fixed_fp = (int8_t)draw_number(choices, 1);
    if (draw_rarely(choices, 8))
        section->fixed_ra = (int8_t)draw_number(choices, 1);
}

/* Draws a new order of the owners' data: the order of the table, rotated. */
static void draw_data_order(struct choices *choices, struct section *section)
{
    const uint32_t turn = draw_below(choices, MAX_FUNCTIONS);
    section->has_data_order = draw_rarely(choices, 8);
    for (uint32_t i = 0; section->has_data_order && i < section->function_count; i++)
        section->data_order[i] = (uint8_t)((i + turn) % section->function_count);
}

void draw_section(struct choices *choices, struct section *section)
{
    draw_header(choices, section);
    draw_layout(choices, section);
    const uint32_t count = draw_below(choices, draw_rarely(choices, 32) ? MAX_FUNCTIONS + 1 : 6);
    for (uint32_t i = 0; i < count; i++)
        draw_function(choices, section);
    draw_data_order(choices, section);
}
