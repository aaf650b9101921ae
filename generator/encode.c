#include "encode.h"

#include <assert.h>
#include <string.h>

static const char *const field_names[FIELD_NAMES] = {
#define FIELD(enumerator, name) name,
    FIELDS(FIELD)
#undef FIELD
};

const char *field_name(enum field_name name)
{
    return field_names[name];
}

static void fail(struct encoded *encoded, const char *error)
{
    if (encoded->error == NULL)
        encoded->error = error;
}

/* --- Words ---------------------------------------------------------------------------------------------- */

static void word(struct words *words, int64_t value, bool control)
{
    words->value[words->count] = value;
    words->control[words->count] = control;
    words->count++;
}

static void cannot(struct words *words, const char *error)
{
    if (words->error == NULL)
        words->error = error;
}

/* s390x stores it adjusted and scaled; in flexible rows too, as the oracle reads them (ledger:
 * s390x-flex-cfa-scaled). */
static void cfa_offset(const struct section *section, int64_t offset, struct words *words)
{
    const struct abi_facts *abi = &abi_facts[section->abi];
    int64_t scaled = offset - abi->cfa_addend;
    if (scaled % abi->cfa_factor != 0)
        cannot(words, "a CFA offset on s390x is a multiple of 8");
    word(words, scaled / abi->cfa_factor, false);
}

static void default_cfa(const struct section *section, const struct rule *rule, struct words *words)
{
    if ((rule->place != PLACE_SP && rule->place != PLACE_FP) || rule->deref)
        cannot(words, "a default row's CFA is SP or FP plus an offset");
    cfa_offset(section, rule->offset, words);
}

/* The word for RA or FP in a default row; `place_of_ra` as there a word of 0 can mean "not saved". */
static void default_slot(const struct section *section, const struct rule *rule, bool place_of_ra,
                         struct words *words)
{
    if (rule->place == PLACE_PADDED && place_of_ra && abi_facts[section->abi].zero_is_unsaved) {
        word(words, 0, false);
    } else if (rule->place == PLACE_REGISTER && names_registers(section)) {
        if (rule->offset != 0 || rule->deref)
            cannot(words, "a register in a default row on s390x takes no offset");
        word(words, (int64_t)rule->reg << 1 | 1, false);
    } else if (rule->place == PLACE_CFA && rule->deref) {
        if (names_registers(section) && rule->offset % 2 != 0)
            cannot(words, "an odd word on s390x names a register");
        if (place_of_ra && abi_facts[section->abi].zero_is_unsaved && rule->offset == 0)
            cannot(words, "an RA word of 0 on s390x means not saved");
        word(words, rule->offset, false);
    } else {
        cannot(words, "a default row has no word for this rule");
    }
}

static void default_words(const struct section *section, const struct row *row, struct words *words)
{
    bool tracked = ra_tracked(section);
    bool says_fp = row->fp.place != PLACE_UNSAID;
    default_cfa(section, &row->cfa, words);
    if (row->ra.place != PLACE_UNSAID) {
        if (!tracked)
            cannot(words, "RA is not tracked, so a default row has no word for it");
        default_slot(section, &row->ra, true, words);
    } else if (tracked && (says_fp || row->extra_count > 0)) {
        cannot(words, "RA has no word, so nothing can follow in the row");
    }
    if (says_fp)
        default_slot(section, &row->fp, false, words);
    else if (row->extra_count > 0)
        cannot(words, "FP has no word, so nothing can follow in the row");
}

static void control_word(const struct section *section, const struct rule *rule, struct words *words)
{
    uint32_t reg = rule->reg;
    if (rule->place == PLACE_SP)
        reg = register_sp(section->abi);
    else if (rule->place == PLACE_FP)
        reg = register_fp(section->abi);
    uint64_t control =
        (rule->place == PLACE_CFA ? 0 : (uint64_t)reg << 3 | 1) | (rule->deref ? 2U : 0) | rule->idle_bits;
    if (control == 0)
        cannot(words, "a control word of 0 is padding");
    if (rule->place > PLACE_REGISTER)
        cannot(words, "no pair of words says this rule");
    word(words, (int64_t)control, true);
}

/* One rule of a flexible row: its pair, padding, or nothing if nothing follows. */
static void flexible_rule(const struct section *section, const struct rule *rule, bool last,
                          struct words *words)
{
    if (rule->place == PLACE_PADDED || (rule->place == PLACE_UNSAID && !last)) {
        word(words, 0, true);
    } else if (rule->place != PLACE_UNSAID) {
        control_word(section, rule, words);
        word(words, rule->offset, false);
    }
}

static void flexible_words(const struct section *section, const struct row *row, struct words *words)
{
    bool surplus = row->extra_count > 0;
    if (row->cfa.place == PLACE_UNSAID || row->cfa.place == PLACE_PADDED)
        cannot(words, "a flexible row's CFA has a rule");
    control_word(section, &row->cfa, words);
    cfa_offset(section, row->cfa.offset, words);
    flexible_rule(section, &row->ra, row->fp.place == PLACE_UNSAID && !surplus, words);
    flexible_rule(section, &row->fp, !surplus, words);
}

static bool word_fits(int64_t value, bool control, uint8_t size)
{
    int64_t span = (int64_t)1 << (8 * size);
    return control ? value >= 0 && value < span : value >= -(span / 2) && value < span / 2;
}

static bool words_fit(const struct words *words, uint8_t size)
{
    for (unsigned i = 0; i < words->count; i++)
        if (!word_fits(words->value[i], words->control[i], size))
            return false;
    return true;
}

void row_words(const struct section *section, const struct function *function, const struct row *row,
               struct words *words)
{
    words->count = 0;
    words->extra_at = -1;
    words->error = NULL;
    if (!row->empty) {
        if (function->fde_type == FDE_FLEX)
            flexible_words(section, row, words);
        else
            default_words(section, row, words);
    }
    if (row->extra_count > 0)
        words->extra_at = (int)words->count;
    for (unsigned i = 0; i < row->extra_count; i++)
        word(words, row->extra[i], false);
    words->size = row->word_size != 0 ? row->word_size : 1;
    while (row->word_size == 0 && words->size < 4 && !words_fit(words, words->size))
        words->size = (uint8_t)(words->size * 2);
    if (words->count > MAX_WORDS)
        cannot(words, "a row has at most 15 words");
    if (!words_fit(words, words->size))
        cannot(words, "a word does not fit");
}

/* --- Storing -------------------------------------------------------------------------------------------- */

static void store(struct encoded *encoded, uint32_t offset, uint64_t value, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++) {
        uint32_t shift = 8 * (encoded->big ? width - 1 - i : i);
        encoded->bytes[offset + i] = (uint8_t)(value >> shift);
    }
}

static void record(struct encoded *encoded, const struct field *field)
{
    if (encoded->field_count == MAX_FIELDS)
        fail(encoded, "too many fields for one section");
    else
        encoded->fields[encoded->field_count++] = *field;
}

/* Writes the field that begins at *offset and moves on. */
static void put(struct encoded *encoded, uint32_t *offset, struct field field, uint64_t value)
{
    if (field.width > MAX_BYTES - *offset) {
        fail(encoded, "too many bytes for one section");
        return;
    }
    field.offset = *offset;
    store(encoded, *offset, value, field.width);
    record(encoded, &field);
    *offset += field.width;
}

static void put_header(struct encoded *encoded, uint32_t *offset, enum field_name name, uint64_t value,
                       uint32_t width)
{
    put(encoded, offset, (struct field){name, -1, -1, -1, 0, width}, value);
}

static void put_function(struct encoded *encoded, uint32_t *offset, enum field_name name, uint32_t function,
                         uint64_t value, uint32_t width)
{
    put(encoded, offset, (struct field){name, (int)function, -1, -1, 0, width}, value);
}

static void put_gap(struct encoded *encoded, uint32_t *offset, uint32_t width, uint8_t filler)
{
    if (width == 0)
        return;
    if (width > MAX_BYTES - *offset) {
        fail(encoded, "too many bytes for one section");
        return;
    }
    memset(encoded->bytes + *offset, filler, width);
    record(encoded, &(struct field){FIELD_GAP, -1, -1, -1, *offset, width});
    *offset += width;
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

static uint64_t row_info(const struct function *function, const struct row *row, const struct words *words)
{
    unsigned size_code = words->size == 4 ? 2U : words->size - 1U;
    bool base_is_sp =
        function->fde_type == FDE_FLEX || row->empty ? row->idle_base : row->cfa.place == PLACE_SP;
    return (row->mangled ? 0x80U : 0) | size_code << 5 | words->count << 1 | (base_is_sp ? 1U : 0);
}

static void encode_row(struct encoded *encoded, const struct section *section, uint32_t number,
                       uint32_t index, uint32_t *offset)
{
    const struct function *function = &section->functions[number];
    const struct row *row = function_row(section, function, index);
    uint32_t pool = function->first_row + index;
    uint32_t start_width = 1U << function->fre_type;
    struct words words;
    row_words(section, function, row, &words);
    if (words.error != NULL) {
        fail(encoded, words.error);
        return;
    }
    if (start_width < 4 && row->start >> (8 * start_width) != 0)
        fail(encoded, "a row's start does not fit its type");

    struct field field = {FIELD_ROW_START, (int)number, (int)index, -1, 0, start_width};
    encoded->row_at[pool] = *offset;
    put(encoded, offset, field, row->start);
    encoded->row_info_at[pool] = *offset;
    field.name = FIELD_ROW_INFO;
    field.width = 1;
    put(encoded, offset, field, row_info(function, row, &words));
    field.name = FIELD_WORD;
    field.width = words.size;
    for (unsigned i = 0; i < words.count; i++) {
        field.word = (int)i;
        put(encoded, offset, field, (uint64_t)words.value[i]);
    }
}

static uint64_t info_byte(const struct section *section, const struct function *function)
{
    uint64_t info = (uint64_t)function->fre_type | (uint64_t)function->pc_type << 4;
    if (function->key_b)
        info |= 0x20;
    if (function->signal && profile_facts[section->profile].has_signal)
        info |= 0x80;
    return info;
}

static void encode_attribute(struct encoded *encoded, const struct section *section, uint32_t number,
                             uint32_t *offset)
{
    const struct function *function = &section->functions[number];
    if (function->row_count > UINT16_MAX)
        fail(encoded, "too many rows for one function");
    put_function(encoded, offset, FIELD_FUNC_NUM_FRES, number, function->row_count, 2);
    encoded->info_at[number] = *offset;
    put_function(encoded, offset, FIELD_INFO, number, info_byte(section, function), 1);
    put_function(encoded, offset, FIELD_INFO2, number, (uint64_t)function->fde_type, 1);
    encoded->rep_size_at[number] = *offset;
    put_function(encoded, offset, FIELD_REP_SIZE, number, function->rep_size, 1);
}

static void encode_data(struct encoded *encoded, const struct section *section, uint32_t number,
                        uint32_t *offset)
{
    const struct function *function = &section->functions[number];
    if (function->shares >= 0)
        return;
    put_gap(encoded, offset, function->gap_before, section->filler);
    encoded->data_at[number] = *offset;
    if (profile_facts[section->profile].has_attribute)
        encode_attribute(encoded, section, number, offset);
    for (uint32_t i = 0; i < function->row_count; i++)
        encode_row(encoded, section, number, i, offset);
}

/* A function that uses another's rows: in V3 it also uses its attribute. */
static void borrow_data(struct encoded *encoded, const struct section *section, uint32_t number)
{
    const struct function *function = &section->functions[number];
    if (function->shares < 0)
        return;
    uint32_t other = (uint32_t)function->shares;
    const struct function *owner = &section->functions[other];
    bool whole = profile_facts[section->profile].has_attribute;
    if (other >= number || owner->shares >= 0)
        fail(encoded, "rows are shared with an earlier function that owns them");
    else if (whole && (function->first_row != owner->first_row || function->row_count != owner->row_count))
        fail(encoded, "in version 3 rows are shared all or none");
    encoded->data_at[number] =
        whole || function->row_count == 0 ? encoded->data_at[other] : encoded->row_at[function->first_row];
    encoded->info_at[number] = encoded->info_at[other];
    encoded->rep_size_at[number] = encoded->rep_size_at[other];
}

static void encode_rows(struct encoded *encoded, const struct section *section, uint32_t *offset)
{
    encoded->rows_begin = *offset;
    for (uint32_t i = 0; i < section->function_count; i++)
        encode_data(encoded, section, section->has_data_order ? section->data_order[i] : i, offset);
    for (uint32_t i = 0; i < section->function_count; i++)
        borrow_data(encoded, section, i);
    put_gap(encoded, offset, section->gap_rows, section->filler);
    encoded->rows_end = *offset;
}

/* --- Functions ------------------------------------------------------------------------------------------ */

uint32_t entry_bytes(enum profile profile)
{
    return profile_facts[profile].entry_size;
}

static uint64_t start_field(struct encoded *encoded, const struct section *section,
                            const struct function *function, uint32_t offset)
{
    uint64_t value = (uint64_t)function->start;
    if (starts_pcrel(section)) {
        if (function->start < INT64_MIN + (int64_t)offset)
            fail(encoded, "a start does not fit its field");
        value -= offset;
    }
    if (profile_facts[section->profile].start_width == 4 && value + 0x80000000U > UINT32_MAX)
        fail(encoded, "a start does not fit its field");
    return value;
}

static void encode_function(struct encoded *encoded, const struct section *section, uint32_t number,
                            uint32_t *offset)
{
    const struct function *function = &section->functions[number];
    const struct profile_facts *profile = &profile_facts[section->profile];
    if (function->signal && !profile->has_signal)
        fail(encoded, "signal frames are marked from version 3 on");
    if (function->fde_type == FDE_FLEX && !profile->has_flexible)
        fail(encoded, "flexible functions came with version 3");
    if (function->rep_size != 0 && !profile->has_block_size)
        fail(encoded, "version 1 has no repetition size");
    encoded->start_at[number] = *offset;
    put_function(encoded, offset, FIELD_START, number, start_field(encoded, section, function, *offset),
                 profile->start_width);
    put_function(encoded, offset, FIELD_SIZE, number, function->size, 4);
    put_function(encoded, offset, FIELD_FRE_OFF, number, encoded->data_at[number] - encoded->rows_begin, 4);
    if (profile->has_attribute)
        return;
    put_function(encoded, offset, FIELD_FUNC_NUM_FRES, number, function->row_count, 4);
    encoded->info_at[number] = *offset;
    put_function(encoded, offset, FIELD_INFO, number, info_byte(section, function), 1);
    if (!profile->has_block_size)
        return;
    encoded->rep_size_at[number] = *offset;
    put_function(encoded, offset, FIELD_REP_SIZE, number, function->rep_size, 1);
    put_function(encoded, offset, FIELD_PADDING, number, 0, 2);
}

static void encode_functions(struct encoded *encoded, const struct section *section, uint32_t *offset)
{
    encoded->functions_begin = *offset;
    for (uint32_t i = 0; i < section->function_count; i++)
        encode_function(encoded, section, i, offset);
    put_gap(encoded, offset, section->gap_functions, section->filler);
    encoded->functions_end = *offset;
}

/* --- The section ---------------------------------------------------------------------------------------- */

/* Rows that two functions use are counted once. */
static uint32_t distinct_rows(const struct section *section)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < section->function_count; i++)
        if (section->functions[i].shares < 0)
            count += section->functions[i].row_count;
    return count;
}

static void encode_header(struct encoded *encoded, const struct section *section)
{
    uint32_t offset = 0;
    put_header(encoded, &offset, FIELD_MAGIC, 0xdee2, 2);
    put_header(encoded, &offset, FIELD_VERSION, profile_version(section->profile), 1);
    put_header(encoded, &offset, FIELD_FLAGS, section->flags, 1);
    put_header(encoded, &offset, FIELD_ABI_ARCH, abi_id(section->abi), 1);
    put_header(encoded, &offset, FIELD_FIXED_FP, (uint8_t)section->fixed_fp, 1);
    put_header(encoded, &offset, FIELD_FIXED_RA, (uint8_t)section->fixed_ra, 1);
    put_header(encoded, &offset, FIELD_AUX_LEN, section->aux_length, 1);
    put_header(encoded, &offset, FIELD_NUM_FDES, section->function_count, 4);
    put_header(encoded, &offset, FIELD_NUM_FRES, distinct_rows(section), 4);
    put_header(encoded, &offset, FIELD_FRE_LEN, encoded->rows_end - encoded->rows_begin, 4);
    put_header(encoded, &offset, FIELD_FDEOFF, encoded->functions_begin - encoded->header_end, 4);
    put_header(encoded, &offset, FIELD_FREOFF, encoded->rows_begin - encoded->header_end, 4);
    if (section->aux_length > 0) {
        record(encoded, &(struct field){FIELD_AUX, -1, -1, -1, offset, section->aux_length});
        memcpy(encoded->bytes + offset, section->aux, section->aux_length);
    }
}

bool encode(struct encoded *encoded, const struct section *section)
{
    encoded->big = section->order == ORDER_BIG;
    encoded->error = NULL;
    encoded->field_count = 0;
    encoded->header_end = HEADER_SIZE + section->aux_length;
    if (!abi_known(section->profile, section->abi))
        fail(encoded, "the profile does not know this ABI");

    /* Rows come first in time, since function entries need to know where they lie; in the bytes they follow.
     */
    uint32_t offset = encoded->header_end;
    put_gap(encoded, &offset, section->gap_header, section->filler);
    if (section->rows_first) {
        encode_rows(encoded, section, &offset);
        if (encoded->rows_begin == encoded->rows_end)
            fail(encoded, "rows that come first are not nothing"); /* else both offsets are equal */
        encode_functions(encoded, section, &offset);
    } else {
        uint32_t functions = offset;
        offset += section->function_count * entry_bytes(section->profile) + section->gap_functions;
        encode_rows(encoded, section, &offset);
        encode_functions(encoded, section, &functions);
    }
    put_gap(encoded, &offset, section->gap_end, section->filler);
    encode_header(encoded, section);
    encoded->length = offset;
    return encoded->error == NULL;
}

const struct field *header_field(const struct encoded *encoded, enum field_name name)
{
    return find_field(encoded, name, -1, -1, -1);
}

const struct field *find_field(const struct encoded *encoded, enum field_name name, int function, int row,
                               int word_number)
{
    for (uint32_t i = 0; i < encoded->field_count; i++) {
        const struct field *field = &encoded->fields[i];
        if (field->name == name && field->function == function && field->row == row &&
            field->word == word_number)
            return field;
    }
    return NULL;
}

/* --- The raw layer -------------------------------------------------------------------------------------- */

uint64_t raw_value(const struct encoded *encoded, const struct field *field)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < field->width && i < 8; i++) {
        uint32_t at = encoded->big ? i : field->width - 1 - i;
        value = value << 8 | encoded->bytes[field->offset + at];
    }
    return value;
}

void lie_field(struct encoded *encoded, const struct field *field, uint64_t value)
{
    store(encoded, field->offset, value, field->width);
}

void lie_bits(struct encoded *encoded, const struct field *field, uint64_t set, uint64_t clear)
{
    lie_field(encoded, field, (raw_value(encoded, field) & ~clear) | set);
}

void lie_bytes(struct encoded *encoded, uint32_t offset, const uint8_t *bytes, uint32_t count)
{
    assert(offset <= encoded->length && count <= encoded->length - offset);
    memcpy(encoded->bytes + offset, bytes, count);
}

void raw_cut(struct encoded *encoded, uint32_t length)
{
    assert(length <= encoded->length);
    encoded->length = length;
}

void raw_append(struct encoded *encoded, const uint8_t *bytes, uint32_t count)
{
    assert(count <= MAX_BYTES - encoded->length);
    memcpy(encoded->bytes + encoded->length, bytes, count);
    encoded->length += count;
}

static void shift_after(uint32_t *offset, uint32_t from, uint32_t by)
{
    if (*offset >= from)
        *offset += by;
}

void raw_insert(struct encoded *encoded, uint32_t offset, const uint8_t *bytes, uint32_t count)
{
    assert(offset <= encoded->length && count <= MAX_BYTES - encoded->length);
    memmove(encoded->bytes + offset + count, encoded->bytes + offset, encoded->length - offset);
    memcpy(encoded->bytes + offset, bytes, count);
    encoded->length += count;
    for (uint32_t i = 0; i < encoded->field_count; i++)
        shift_after(&encoded->fields[i].offset, offset, count);
    uint32_t *const edges[] = {&encoded->header_end, &encoded->functions_begin, &encoded->functions_end,
                               &encoded->rows_begin, &encoded->rows_end};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        shift_after(edges[i], offset, count);
    for (uint32_t i = 0; i < MAX_FUNCTIONS; i++) {
        shift_after(&encoded->start_at[i], offset, count);
        shift_after(&encoded->info_at[i], offset, count);
        shift_after(&encoded->rep_size_at[i], offset, count);
        shift_after(&encoded->data_at[i], offset, count);
    }
    for (uint32_t i = 0; i < MAX_ROWS; i++) {
        shift_after(&encoded->row_at[i], offset, count);
        shift_after(&encoded->row_info_at[i], offset, count);
    }
}
