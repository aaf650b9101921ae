#include "encode.h"

#include <string.h>

static const char *const field_names[FIELD_NAMES] = {
#define FIELD(enumerator, name) name,
    FIELDS(FIELD)
#undef FIELD
};

const char *gen_field_name(enum field_name name)
{
    return field_names[name];
}

static void fail(struct encoded *encoded, const char *error)
{
    if (encoded->error == NULL)
        encoded->error = error;
}

/* --- Storing -------------------------------------------------------------------------------------------- */

static void record(struct encoded *encoded, const struct field *field)
{
    if (encoded->field_count == MAX_FIELDS)
        fail(encoded, "too many fields for one section");
    else
        encoded->fields[encoded->field_count++] = *field;
}

static bool has_room(struct encoded *encoded, uint32_t offset, uint32_t width)
{
    const bool fits = offset <= MAX_BYTES && width <= MAX_BYTES - offset;
    if (!fits)
        fail(encoded, "too many bytes for one section");
    return fits;
}

/* Writes the field at *offset, and moves *offset behind it. */
static void put(struct encoded *encoded, uint32_t *offset, struct field field, uint64_t value)
{
    if (!has_room(encoded, *offset, field.width))
        return;
    field.offset = *offset;
    gen_raw_store(encoded, *offset, value, field.width);
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
    if (width == 0 || !has_room(encoded, *offset, width))
        return;
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
    const struct row *row = gen_function_row(section, function, index);
    uint32_t pool = function->first_row + index;
    uint32_t start_width = 1U << function->fre_type;
    struct words words;
    gen_row_words(section, function, row, &words);
    if (words.error != NULL) {
        fail(encoded, words.error);
        return;
    }

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
    if (function->signal && gen_profile_facts[section->profile].has_signal)
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
    put_function(encoded, offset, FIELD_REP_SIZE, number, function->rep_size,
                 gen_profile_facts[section->profile].block_size_width);
}

static void encode_data(struct encoded *encoded, const struct section *section, uint32_t number,
                        uint32_t *offset)
{
    const struct function *function = &section->functions[number];
    if (function->shares >= 0)
        return;
    put_gap(encoded, offset, function->gap_before, section->filler);
    encoded->data_at[number] = *offset;
    if (gen_profile_facts[section->profile].has_attribute)
        encode_attribute(encoded, section, number, offset);
    for (uint32_t i = 0; i < function->row_count; i++)
        encode_row(encoded, section, number, i, offset);
}

/* Gives a function that shares rows the places of the owner's data; in V3 it shares the attribute too. */
static void borrow_data(struct encoded *encoded, const struct section *section, uint32_t number)
{
    const struct function *function = &section->functions[number];
    if (function->shares < 0)
        return;
    uint32_t other = (uint32_t)function->shares;
    const struct function *owner = &section->functions[other];
    bool whole = gen_profile_facts[section->profile].has_attribute;
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

static uint64_t start_field(struct encoded *encoded, const struct section *section,
                            const struct function *function, uint32_t offset)
{
    uint64_t value = (uint64_t)function->start;
    if (gen_starts_pcrel(section)) {
        if (function->start < INT64_MIN + (int64_t)offset)
            fail(encoded, "a start does not fit its field");
        value -= offset;
    }
    if (gen_profile_facts[section->profile].start_width == 4 && value + 0x80000000U > UINT32_MAX)
        fail(encoded, "a start does not fit its field");
    return value;
}

static void encode_function(struct encoded *encoded, const struct section *section, uint32_t number,
                            uint32_t *offset)
{
    const struct function *function = &section->functions[number];
    const struct profile_facts *profile = &gen_profile_facts[section->profile];
    if (function->signal && !profile->has_signal)
        fail(encoded, "signal frames are marked from version 3 on");
    if (function->fde_type == FDE_FLEX && !profile->has_flexible)
        fail(encoded, "flexible functions came with version 3");
    if (function->rep_size >> 8 * profile->block_size_width != 0)
        fail(encoded, "a repetition size does not fit its field, or its text has none");
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
    if (profile->block_size_width == 0)
        return;
    encoded->rep_size_at[number] = *offset;
    put_function(encoded, offset, FIELD_REP_SIZE, number, function->rep_size, profile->block_size_width);
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
    put_header(encoded, &offset, FIELD_VERSION, gen_profile_facts[section->profile].version, 1);
    put_header(encoded, &offset, FIELD_FLAGS, section->flags, 1);
    put_header(encoded, &offset, FIELD_ABI_ARCH, gen_abi_facts[section->abi].id, 1);
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

bool gen_encode(struct encoded *encoded, const struct section *section)
{
    encoded->big = section->order == ORDER_BIG;
    encoded->error = NULL;
    encoded->field_count = 0;
    encoded->header_end = HEADER_SIZE + section->aux_length;
    if (!abi_known(section->profile, section->abi))
        fail(encoded, "the profile does not know this ABI");

    /* Rows are encoded first, wherever they lie: function entries say where. */
    uint32_t offset = encoded->header_end;
    put_gap(encoded, &offset, section->gap_header, section->filler);
    if (section->rows_first) {
        encode_rows(encoded, section, &offset);
        if (encoded->rows_begin == encoded->rows_end)
            fail(encoded, "rows that come first are not nothing"); /* fdeoff and freoff would be equal */
        encode_functions(encoded, section, &offset);
    } else {
        uint32_t functions = offset;
        offset += section->function_count * gen_profile_facts[section->profile].entry_size + section->gap_functions;
        encode_rows(encoded, section, &offset);
        encode_functions(encoded, section, &functions);
    }
    put_gap(encoded, &offset, section->gap_end, section->filler);
    encode_header(encoded, section);
    encoded->length = offset;
    return encoded->error == NULL;
}

const struct field *gen_find_field(const struct encoded *encoded, enum field_name name, int function, int row,
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
