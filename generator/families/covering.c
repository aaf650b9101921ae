/* Covering: a section for each row of a covering array, so that every allowed combination of that many values
 * of dimensions is in a section.  `sframe-gen coverage` proves it from the sections themselves. */
#include "covering/array.h"
#include "shapes/edges.h"
#include "families.h"
#include "emit/sets.h"

#include <string.h>

enum { SEVERAL = 3, MASK_BLOCK = 16, MASK_BLOCKS = 3, SURPLUS = 2 };

/* --- Rows ----------------------------------------------------------------------------------------------- */

/* The CFA's offset for a word of this kind; rows with another `different` have another one. */
static int64_t cfa_offset(const struct section *section, const uint8_t *values, unsigned kind,
                          uint32_t different)
{
    int64_t word = 16 + 4 * (int64_t)different;
    if (kind == CFA_OFFSET_LARGE)
        word = gen_least_large_word(1U << values[DIM_WORD_SIZE]) + 4 * (int64_t)different;
    if (kind == CFA_OFFSET_NEGATIVE)
        word = -word;
    return values[DIM_FDE_TYPE] == FDE_TYPE_DEFAULT ? gen_cfa_of_word(section->abi, word) : word;
}

/* Register 10 is not SP, FP or RA on any ABI. */
static struct rule cfa_rule(unsigned kind, int64_t offset)
{
    switch (kind) {
    case CFA_FP:
        return gen_rule_fp(offset);
    case CFA_REGISTER:
        return gen_rule_register(10, offset);
    case CFA_SLOT:
        return gen_rule_register_slot(10, offset);
    default:
        return gen_rule_sp(offset);
    }
}

static struct rule thing_rule(unsigned kind, uint32_t reg, int64_t offset, bool flexible)
{
    switch (kind) {
    case THING_PADDED:
        return gen_rule_padded();
    case THING_SLOT:
        return gen_rule_slot(offset);
    case THING_REGISTER:
        return gen_rule_register(reg, flexible ? offset : 0);
    case THING_REGISTER_SLOT:
        return gen_rule_register_slot(reg, offset);
    default:
        return gen_rule_unsaid();
    }
}

/* A row before the last: as plain as its function's type allows. */
static void say_plain(const struct section *section, const uint8_t *values, struct row *row,
                      uint32_t different)
{
    bool flexible = values[DIM_FDE_TYPE] == FDE_TYPE_FLEX;
    row->cfa = gen_rule_sp(cfa_offset(section, values, CFA_OFFSET_SMALL, different));
    if (flexible && gen_abi_facts[section->abi].tracks_ra)
        row->ra = gen_rule_register(gen_abi_facts[section->abi].ra, 0);
}

/* The last row has the values of the plan. */
static void say_planned(const struct section *section, const uint8_t *values, struct row *row,
                        uint32_t different)
{
    bool flexible = values[DIM_FDE_TYPE] == FDE_TYPE_FLEX;
    row->mangled = values[DIM_MANGLED] == YES;
    row->empty = values[DIM_RA] == THING_NOWHERE;
    if (row->empty)
        return;
    row->cfa = cfa_rule(values[DIM_CFA], cfa_offset(section, values, values[DIM_CFA_OFFSET], different));
    row->ra = thing_rule(values[DIM_RA], 12, -48, flexible);
    row->fp = thing_rule(values[DIM_FP], 13, -56, flexible);
    if (values[DIM_SURPLUS] == NO)
        return;
    row->extra_count = SURPLUS;
    row->extra[0] = 1;
    row->extra[1] = -1;
}

/* The distance from row to row: starts then need the row type, except in masks, whose blocks are short. */
static uint32_t row_step(const uint8_t *values)
{
    static const uint32_t steps[] = {[FRE_TYPE_1] = 8, [FRE_TYPE_2] = 0x120, [FRE_TYPE_4] = 0x12000};
    return values[DIM_PC_TYPE] == PC_MASK ? MASK_BLOCK / 4 : steps[values[DIM_FRE_TYPE]];
}

static void add_rows(struct section *section, const uint8_t *values, uint32_t number)
{
    static const uint32_t counts[] = {[ROWS_ONE] = 1, [ROWS_SEVERAL] = SEVERAL, [ROWS_NONE] = 0};
    uint32_t count = counts[values[DIM_ROWS]];
    for (uint32_t i = 0; i < count; i++) {
        struct row *row = gen_add_row(section, i * row_step(values));
        if (values[DIM_WORD_SIZE] != WORD_SIZE_NONE)
            row->word_size = (uint8_t)(1U << values[DIM_WORD_SIZE]);
        if (i + 1 < count)
            say_plain(section, values, row, number * SEVERAL + i);
        else
            say_planned(section, values, row, number * SEVERAL + i);
    }
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static uint32_t function_count(const uint8_t *values)
{
    static const uint32_t counts[] = {
        [FUNCTIONS_ONE] = 1, [FUNCTIONS_TWO] = 2, [FUNCTIONS_SEVERAL] = SEVERAL};
    return counts[values[DIM_FUNCTIONS]];
}

static uint32_t function_size(const uint8_t *values)
{
    return values[DIM_PC_TYPE] == PC_MASK ? MASK_BLOCK * MASK_BLOCKS : 4 * row_step(values);
}

/* Values for functions behind the first, which has those of the plan, if functions are mixed: plain ones,
 * except for another row type. */
static void copy_plain(uint8_t copy[DIMENSIONS], const uint8_t *values)
{
    static const enum dimension plain[] = {DIM_PC_TYPE, DIM_FDE_TYPE,   DIM_SIGNAL, DIM_KEY, DIM_MANGLED,
                                           DIM_CFA,     DIM_CFA_OFFSET, DIM_RA,     DIM_FP,  DIM_SURPLUS};
    memcpy(copy, values, DIMENSIONS);
    for (unsigned i = 0; i < COUNT(plain); i++)
        copy[plain[i]] = 0;
    copy[DIM_FRE_TYPE] = (uint8_t)((values[DIM_FRE_TYPE] + 1U) % FRE_TYPE_OTHER);
    copy[DIM_ROWS] = ROWS_SEVERAL;
    if (values[DIM_WORD_SIZE] == WORD_SIZE_NONE)
        copy[DIM_WORD_SIZE] = WORD_SIZE_1;
}

static void add_planned(struct section *section, const uint8_t *values, int64_t start)
{
    uint32_t number = section->function_count;
    struct function *function = gen_add_function(section, start, function_size(values));
    function->fre_type = (enum fre_type)values[DIM_FRE_TYPE];
    function->pc_type = (enum pc_type)values[DIM_PC_TYPE];
    function->fde_type = (enum fde_type)values[DIM_FDE_TYPE];
    function->signal = values[DIM_SIGNAL] == YES;
    function->key_b = values[DIM_KEY] == KEY_B;
    if (function->pc_type == PC_MASK && gen_profile_facts[section->profile].block_size_width != 0)
        function->rep_size = MASK_BLOCK;
    if (values[DIM_SHARING] == SHARING_SOME && number + 1 == function_count(values))
        gen_share_rows(section, (int)number - 1, 0, section->functions[number - 1].row_count);
    else
        add_rows(section, values, number);
}

/* Starts and sizes are multiples of the mask's block, so that it does not matter where a mask's PC counts
 * from. All functions lie on one side of the section, so that it does not matter whether starts are sorted as
 * signed numbers. */
static void add_functions(struct section *section, const uint8_t *values)
{
    uint8_t plain[DIMENSIONS];
    int64_t starts[SEVERAL];
    uint32_t count = function_count(values);
    int64_t next = values[DIM_SIDE] == SIDE_BELOW ? -0x800000 : 0x1000;
    copy_plain(plain, values);
    const uint8_t *others = values[DIM_KINDS] == KINDS_MIXED ? plain : values;
    for (uint32_t place = 0; place < count; place++) {
        uint32_t number = values[DIM_TABLE] == TABLE_OTHER ? count - 1 - place : place;
        bool adjacent = values[DIM_SPACING] == SPACING_ADJACENT;
        starts[number] = next;
        next += adjacent ? function_size(number == 0 ? values : others) : 0x100000;
    }
    for (uint32_t i = 0; i < count; i++)
        add_planned(section, i == 0 ? values : others, starts[i]);
}

/* --- The section ---------------------------------------------------------------------------------------- */

/* The section's address for ADDRESS_LAST: functions above the section end with the address space; if none
 * lies above, the section lies near the end. */
static uint64_t last_address(const struct section *section)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct function *function = &section->functions[i];
        if (function->start > 0 && (uint64_t)function->start + function->size > end)
            end = (uint64_t)function->start + function->size;
    }
    return 0 - (end > 0 ? end : 0x10000);
}

static uint64_t section_address(const struct section *section, const uint8_t *values)
{
    static const uint64_t addresses[] = {0, 0x7f000000, 0xffff800000010000};
    return values[DIM_ADDRESS] == ADDRESS_LAST ? last_address(section) : addresses[values[DIM_ADDRESS]];
}

static void fill_header(struct section *section, const uint8_t *values)
{
    static const uint8_t aux_lengths[] = {[AUX_NONE] = 0, [AUX_SOME] = 5, [AUX_LONGEST] = MAX_AUX};
    section->flags = (uint8_t)((values[DIM_SORTED] == YES ? FLAG_SORTED : 0) |
                               (values[DIM_FRAME_POINTER] == YES ? FLAG_FRAME_POINTER : 0) |
                               (values[DIM_START] == START_PCREL ? FLAG_PCREL : 0));
    if (values[DIM_ORDER] == ORDER_FOREIGN)
        section->order = section->order == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG;
    section->aux_length = aux_lengths[values[DIM_AUX]];
    for (unsigned i = 0; i < section->aux_length; i++)
        section->aux[i] = (uint8_t)(0xa5 + i);
}

static void leave_gap(struct section *section, unsigned gap)
{
    section->filler = 0xcc;
    switch (gap) {
    case GAP_HEADER:
        section->gap_header = 4;
        break;
    case GAP_AMONG_ROWS:
        section->functions[0].gap_before = 3;
        break;
    case GAP_AFTER_ROWS:
        section->gap_rows = 5;
        break;
    case GAP_END:
        section->gap_end = 4;
        break;
    default:
        break;
    }
}

static void fill_layout(struct section *section, const uint8_t *values)
{
    section->rows_first = values[DIM_SUBSECTIONS] == SUBSECTIONS_ROWS_FIRST;
    section->has_data_order = values[DIM_DATA] == DATA_OTHER;
    for (uint32_t i = 0; i < section->function_count; i++)
        section->data_order[i] = (uint8_t)(section->function_count - 1 - i);
    leave_gap(section, values[DIM_GAP]);
    section->address = section_address(section, values);
}

/* --- Rows of the array ---------------------------------------------------------------------------------- */

/* Says which values are not plain: the plain one is the first of its dimension. */
static const char *note_of(const uint8_t *values)
{
    static char buffer[2 * MAX_ID];
    struct text text;
    const char *before = "Beside the plain: ";
    gen_text_init(&text, buffer, sizeof buffer);
    for (unsigned i = DIM_ORDER; i < DIMENSIONS; i++) {
        if (values[i] == 0)
            continue;
        gen_text_string(&text, before);
        gen_text_string(&text, gen_dimension_name((enum dimension)i));
        gen_text_char(&text, ' ');
        gen_text_string(&text, gen_value_name((enum dimension)i, values[i]));
        before = ", ";
    }
    gen_text_string(&text, text.length > 0 ? "." : "");
    return gen_text_c(&text);
}

static void emit_row(struct emitter *emitter, const uint8_t *values, unsigned number)
{
    static char shape[MAX_ID];
    const enum profile profile = (enum profile)values[DIM_PROFILE];
    const enum abi abi = (enum abi)values[DIM_ABI];
    if (!gen_wanted(emitter, profile, abi))
        return;
    SAY(shape, "covering-t%u-%04u", emitter->selection->strength, number);
    struct section *section = gen_begin(emitter, profile, abi, shape);
    emitter->vector.note = note_of(values);
    fill_header(section, values);
    add_functions(section, values);
    fill_layout(section, values);
    if (gen_make_bytes(emitter)) {
        gen_emit_whole(emitter, BOTH, "whole");
        gen_emit_edges(emitter, EDGE_AT);
        gen_emit_flip(emitter, "whole");
    }
}

void gen_family_covering(struct emitter *emitter)
{
    const struct covering_array array = gen_covering_array(emitter->selection->strength);
    for (uint32_t i = 0; i < array.count && !emitter->stopped; i++)
        emit_row(emitter, array.rows[i].values, i + 1);
}
