#include "lift.h"

#include "model/encode.h"
#include "vocabulary.h"

#include <string.h>

static const bool leaves_a_model[LOSS_COUNT] = {
#define LOSS(enumerator, has_model, words) has_model,
    LOSSES(LOSS)
#undef LOSS
};

struct lifting {
    struct section *model;
    const struct sfr_section *section;
    struct sfr_function functions[MAX_FUNCTIONS];
    uint8_t order[MAX_FUNCTIONS]; /* sorted by where their data begins */
    size_t row_at[MAX_ROWS];      /* for each row of the model's pool */
    /* A place in the row sub-section: all before it is in the model, as data or as a gap. */
    size_t at;
    size_t fields;                /* the number of fields, as the encoder counts them */
    bool has_filler;              /* the model's filler is that of a gap */
    unsigned lost;
};

static bool lose(struct lifting *lifting, enum loss loss)
{
    lifting->lost |= 1U << loss;
    return leaves_a_model[loss];
}

/* --- Words ---------------------------------------------------------------------------------------------- */

/* The words of a row, which are taken one after the other. */
struct reading {
    struct lifting *lifting;
    const struct sfr_row *row;
    unsigned at;
};

static bool has_word(const struct reading *reading)
{
    return reading->at < reading->row->word_count;
}

static int32_t take_signed(struct reading *reading)
{
    return sfr_word_signed(reading->lifting->section, reading->row, reading->at++);
}

static uint32_t take_unsigned(struct reading *reading)
{
    return sfr_word_unsigned(reading->lifting->section, reading->row, reading->at++);
}

static int64_t take_cfa_offset(struct reading *reading)
{
    const struct sfr_abi_facts *const abi = sfr_abi_facts(reading->lifting->section->abi);
    return take_signed(reading) * (int64_t)abi->cfa_scale + abi->cfa_bias;
}

/* Takes RA's or FP's word of a default row, if the row still has one. */
static struct rule take_slot(struct reading *reading, bool of_ra)
{
    const struct sfr_section *const section = reading->lifting->section;
    const struct sfr_abi_facts *const abi = sfr_abi_facts(section->abi);
    const bool registers = abi->register_words && sfr_text_facts(section->profile)->register_words;
    if (!has_word(reading))
        return gen_rule_unsaid();
    const int32_t word = take_signed(reading);
    if (abi->zero_ra_word && of_ra && word == 0)
        return gen_rule_padded();
    if (!registers || word % 2 == 0)
        return gen_rule_slot(word);
    if (word < 0)
        (void)lose(reading->lifting, LOSS_REGISTER_SIGN);
    return gen_rule_register((uint32_t)word >> 1, 0);
}

static void take_default_rules(struct reading *reading, struct row *row)
{
    row->cfa = reading->row->base_sp ? gen_rule_sp(0) : gen_rule_fp(0);
    row->cfa.offset = take_cfa_offset(reading);
    row->ra = gen_ra_tracked(reading->lifting->model) ? take_slot(reading, true) : gen_rule_unsaid();
    row->fp = take_slot(reading, false);
}

/* Takes a pair of a flexible row, or its padding, if the row still has words. */
static struct rule take_pair(struct reading *reading, bool of_cfa)
{
    enum { REG_P = 1, DEREF_P = 2, UNUSED = 4, REGNUM_SHIFT = 3 };
    if (!has_word(reading))
        return gen_rule_unsaid();
    const uint32_t control = take_unsigned(reading);
    if (control == 0)
        return gen_rule_padded();
    if (!has_word(reading)) {
        (void)lose(reading->lifting, LOSS_PAIR_CUT);
        return gen_rule_padded();
    }
    struct rule rule = gen_rule_cfa(of_cfa ? take_cfa_offset(reading) : take_signed(reading));
    rule.deref = (control & DEREF_P) != 0;
    rule.idle_bits = control & ~(uint32_t)(REG_P | DEREF_P);
    if ((control & REG_P) != 0) {
        rule.place = PLACE_REGISTER;
        rule.reg = control >> REGNUM_SHIFT;
        rule.idle_bits = control & UNUSED;
    }
    return rule;
}

static void take_flexible_rules(struct reading *reading, struct row *row)
{
    row->cfa = take_pair(reading, true);
    if (row->cfa.place == PLACE_PADDED)
        (void)lose(reading->lifting, LOSS_FLEX_CFA);
    row->ra = take_pair(reading, false);
    row->fp = take_pair(reading, false);
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

static void lift_row(struct lifting *lifting, const struct function *function, const struct sfr_row *from)
{
    struct section *const model = lifting->model;
    struct reading reading = {lifting, from, 0};
    const bool flexible = function->fde_type == FDE_FLEX;
    lifting->row_at[model->row_count] = from->offset;
    lifting->fields += 2U + from->word_count;
    struct row *const row = &model->rows[model->row_count++];
    memset(row, 0, sizeof *row);
    row->start = from->start;
    row->mangled = from->mangled_ra;
    row->word_size = from->word_size;
    row->empty = from->word_count == 0;
    row->idle_base = (flexible || row->empty) && from->base_sp;
    if (row->empty)
        return;
    if (flexible)
        take_flexible_rules(&reading, row);
    else
        take_default_rules(&reading, row);
    while (has_word(&reading))
        row->extra[row->extra_count++] = take_signed(&reading);
}

static bool lift_rows(struct lifting *lifting, uint32_t number)
{
    struct section *const model = lifting->model;
    struct function *const function = &model->functions[number];
    const struct sfr_function *const from = &lifting->functions[number];
    struct sfr_row row = {.next = from->rows};
    struct sfr_violation fault;
    if (from->num_fres > MAX_ROWS - model->row_count)
        return lose(lifting, LOSS_LARGE);
    function->first_row = model->row_count;
    function->row_count = from->num_fres;
    for (uint32_t i = 0; i < from->num_fres; i++) {
        if (!sfr_row(lifting->section, from, row.next, &row, &fault))
            return lose(lifting, LOSS_UNREADABLE);
        lift_row(lifting, function, &row);
    }
    lifting->at = row.next;
    return true;
}

/* --- Gaps ----------------------------------------------------------------------------------------------- */

/* Makes bytes that belong to nothing a gap; returns their number. */
static uint32_t lift_gap(struct lifting *lifting, size_t from, size_t to)
{
    const uint8_t *const bytes = lifting->section->bytes;
    for (size_t at = from; at < to; at++) {
        if (lifting->has_filler && bytes[at] != lifting->model->filler)
            (void)lose(lifting, LOSS_FILLER);
        else
            lifting->model->filler = bytes[at];
        lifting->has_filler = true;
    }
    if (from < to)
        lifting->fields++;
    return (uint32_t)(to - from);
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static size_t data_of(const struct sfr_function *function)
{
    return function->attribute != 0 ? function->attribute : function->rows;
}

/* Whether the data of ONE begins before that of OTHER; at the same place, empty data comes first. */
static bool is_before(const struct lifting *lifting, uint32_t one, uint32_t other)
{
    const struct sfr_function *const first = &lifting->functions[one];
    const struct sfr_function *const second = &lifting->functions[other];
    if (data_of(first) != data_of(second))
        return data_of(first) < data_of(second);
    if (first->attribute == 0 && (first->num_fres == 0) != (second->num_fres == 0))
        return first->num_fres == 0;
    return one < other;
}

/* An insertion sort: tables are short, and most are in order. */
static void sort_by_data(struct lifting *lifting)
{
    for (uint32_t i = 0; i < lifting->model->function_count; i++) {
        uint32_t at = i;
        for (; at > 0 && is_before(lifting, i, lifting->order[at - 1]); at--)
            lifting->order[at] = lifting->order[at - 1];
        lifting->order[at] = (uint8_t)i;
    }
}

static void note_reserved(struct lifting *lifting, const struct sfr_function *function)
{
    const uint8_t unused = sfr_text_facts(lifting->section->profile)->info_unused;
    if ((function->info & unused) != 0 || (function->info2 & 0xe0) != 0 || function->padding != 0)
        (void)lose(lifting, LOSS_RESERVED);
}

static bool lift_function(struct lifting *lifting, uint32_t number)
{
    struct sfr_function *const from = &lifting->functions[number];
    struct function *const function = &lifting->model->functions[number];
    struct sfr_violation fault;
    if (!sfr_function(lifting->section, number, from, &fault))
        return lose(lifting, LOSS_UNREADABLE);
    note_reserved(lifting, from);
    if (from->relative < from->start_field)
        return lose(lifting, LOSS_START_WRAPS);
    *function = (struct function){.start = from->relative,
                                  .size = from->size,
                                  .pc_type = from->pc_type == SFR_MASK ? PC_MASK : PC_INC,
                                  .fre_type = generators_fre_type(from->fre_type),
                                  .fde_type = from->fde_type == SFR_FLEX ? FDE_FLEX : FDE_DEFAULT,
                                  .rep_size = from->rep_size,
                                  .signal = from->signal,
                                  .key_b = from->pauth_key_b,
                                  .shares = -1};
    return true;
}

/* The first row of the owner that the function uses; -1: it uses none. */
static int borrowed_from(const struct lifting *lifting, uint32_t number, uint32_t owner)
{
    const struct sfr_function *const from = &lifting->functions[number];
    const struct function *const lender = &lifting->model->functions[owner];
    if (lender->shares >= 0)
        return -1;
    if (from->attribute != 0 || from->num_fres == 0)
        return data_of(from) == data_of(&lifting->functions[owner]) ? 0 : -1;
    if (lifting->functions[owner].fre_type != from->fre_type)
        return -1;
    for (uint32_t i = 0; i < lender->row_count && from->num_fres <= lender->row_count - i; i++)
        if (lifting->row_at[lender->first_row + i] == from->rows)
            return (int)i;
    return -1;
}

/* Makes the function borrow rows.  All owners were lifted before: a function that begins where another one's
 * data is comes later in the order. */
static bool borrow_rows(struct lifting *lifting, uint32_t number)
{
    struct function *const function = &lifting->model->functions[number];
    for (uint32_t owner = 0; owner < number; owner++) {
        const int skip = borrowed_from(lifting, number, owner);
        if (skip < 0)
            continue;
        function->shares = (int)owner;
        function->first_row = lifting->model->functions[owner].first_row + (uint32_t)skip;
        function->row_count = lifting->functions[number].num_fres;
        return true;
    }
    return lose(lifting, LOSS_OVERLAP);
}

/* Lifts the data in the order of its places: it belongs to a function, or begins where another one's is. */
static bool lift_data(struct lifting *lifting)
{
    struct section *const model = lifting->model;
    bool borrows[MAX_FUNCTIONS] = {false};
    uint32_t placed = 0;
    lifting->at = lifting->section->fres;
    for (uint32_t i = 0; i < model->function_count; i++) {
        const uint32_t number = lifting->order[i];
        const size_t data = data_of(&lifting->functions[number]);
        borrows[number] = data < lifting->at;
        if (borrows[number])
            continue;
        model->functions[number].gap_before = lift_gap(lifting, lifting->at, data);
        if (!lift_rows(lifting, number))
            return false;
        if (placed > 0 && model->data_order[placed - 1] > number)
            model->has_data_order = true;
        model->data_order[placed++] = (uint8_t)number;
    }
    for (uint32_t i = 0; i < model->function_count; i++) {
        if (!borrows[i])
            continue;
        model->functions[i].shares = (int)i; /* no other can borrow from it */
        model->data_order[placed++] = (uint8_t)i;
    }
    for (uint32_t i = 0; i < model->function_count; i++)
        if (borrows[i] && !borrow_rows(lifting, i))
            return false;
    model->gap_rows = lift_gap(lifting, lifting->at, lifting->section->fres_end);
    return true;
}

static bool lift_functions(struct lifting *lifting)
{
    struct section *const model = lifting->model;
    if (lifting->section->function_count > MAX_FUNCTIONS || lifting->section->size > MAX_BYTES)
        return lose(lifting, LOSS_LARGE);
    model->function_count = lifting->section->function_count;
    for (uint32_t i = 0; i < model->function_count; i++)
        if (!lift_function(lifting, i))
            return false;
    sort_by_data(lifting);
    return lift_data(lifting);
}

/* --- The section ---------------------------------------------------------------------------------------- */

static bool lift_layout(struct lifting *lifting)
{
    const struct sfr_section *const section = lifting->section;
    struct section *const model = lifting->model;
    const size_t header_end = (size_t)HEADER_SIZE + section->aux_len;
    model->rows_first = section->fres < section->fdes;
    if (!model->rows_first) {
        model->gap_header = lift_gap(lifting, header_end, section->fdes);
        model->gap_functions = lift_gap(lifting, section->fdes_end, section->fres);
        model->gap_end = lift_gap(lifting, section->fres_end, section->size);
        return true;
    }
    if (section->fres == section->fres_end)
        return lose(lifting, LOSS_EMPTY_FIRST);
    if (section->fres_end != section->fdes)
        return lose(lifting, LOSS_BETWEEN);
    model->gap_header = lift_gap(lifting, header_end, section->fres);
    model->gap_end = lift_gap(lifting, section->fdes_end, section->size);
    return true;
}

static void lift_header(struct section *model, const struct sfr_section *section)
{
    gen_section_init(model, generators_profile(section->profile), generators_abi(section->abi));
    model->order = section->big_endian ? ORDER_BIG : ORDER_LITTLE;
    model->flags = section->flags;
    model->fixed_fp = section->fixed_fp;
    model->fixed_ra = section->fixed_ra;
    model->aux_length = section->aux_len;
    if (section->aux_len > 0)
        memcpy(model->aux, section->bytes + HEADER_SIZE, section->aux_len);
    model->address = section->address;
}

/* The number of fields that the encoder records for the header and for an entry. */
enum { HEADER_FIELDS = 12, ENTRY_FIELDS = 8 };

bool lift(struct section *model, const struct sfr_section *section, unsigned *lost)
{
    static struct lifting lifting; /* too large for a stack */
    lifting.model = model;
    lifting.section = section;
    lifting.has_filler = false;
    lifting.lost = 0;
    lifting.fields = HEADER_FIELDS + (size_t)ENTRY_FIELDS * section->function_count;
    if (section->malformed)
        (void)lose(&lifting, LOSS_UNREADABLE);
    else {
        lift_header(model, section);
        if (lift_layout(&lifting) && lift_functions(&lifting) && model->row_count != section->num_fres)
            (void)lose(&lifting, LOSS_TOTAL);
        if (lifting.fields > MAX_FIELDS)
            (void)lose(&lifting, LOSS_LARGE);
    }
    *lost = lifting.lost;
    for (unsigned i = 0; i < LOSS_COUNT; i++)
        if ((lifting.lost >> i & 1) != 0 && !leaves_a_model[i])
            return false;
    return true;
}
