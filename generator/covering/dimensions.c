#include "dimensions.h"

#include <string.h>

static const struct {
    const char *name;
    const char *values[MAX_VALUES];
    uint8_t breaks; /* the set of values that break a statement */
} dimensions[DIMENSIONS] = {
    [DIM_PROFILE] = {"profile", {NULL}, 0},
    [DIM_ABI] = {"abi", {NULL}, 0},
    [DIM_ORDER] = {"byte-order", {"native", "foreign"}, 1 << ORDER_FOREIGN},
    [DIM_SORTED] = {"sorted-flag", {"no", "yes"}, 0},
    [DIM_TABLE] = {"function-order", {"ascending", "other"}, 0},
    [DIM_FRAME_POINTER] = {"frame-pointer-flag", {"no", "yes"}, 0},
    [DIM_START] = {"starts", {"section", "pcrel"}, 0},
    [DIM_FIXED_FP] = {"fixed-fp", {"none", "some"}, 0},
    [DIM_FIXED_RA] = {"fixed-ra", {"usual", "other"}, 0},
    [DIM_AUX] = {"auxiliary-header", {"none", "some", "longest"}, 0},
    [DIM_ADDRESS] = {"section-address", {"zero", "low", "high", "last"}, 0},
    [DIM_SIDE] = {"functions-lie", {"above-section", "below-section"}, 0},
    [DIM_FUNCTIONS] = {"functions", {"one", "two", "several", "none"}, 0},
    [DIM_KINDS] = {"function-kinds", {"alike", "mixed"}, 0},
    [DIM_SPACING] = {"function-spacing", {"apart", "adjacent"}, 0},
    [DIM_SHARING] = {"shared-rows", {"none", "some"}, 1 << SHARING_SOME},
    [DIM_SUBSECTIONS] = {"first-sub-section", {"functions", "rows"}, 1 << SUBSECTIONS_ROWS_FIRST},
    [DIM_DATA] = {"row-data-order", {"ascending", "other"}, 0},
    [DIM_GAP] = {"gap",
                 {"none", "after-header", "after-functions", "among-rows", "after-rows", "end"},
                 1 << GAP_HEADER | 1 << GAP_AMONG_ROWS | 1 << GAP_AFTER_ROWS | 1 << GAP_END},
    [DIM_PC_TYPE] = {"pc-type", {"inc", "mask"}, 0},
    [DIM_FDE_TYPE] = {"fde-type", {"default", "flex", "other"}, 0},
    [DIM_SIGNAL] = {"signal", {"no", "yes"}, 0},
    [DIM_KEY] = {"pauth-key", {"a", "b"}, 0},
    [DIM_FRE_TYPE] = {"fre-type", {"addr1", "addr2", "addr4", "other"}, 0},
    [DIM_ROWS] = {"rows", {"one", "several", "none"}, 0},
    [DIM_MANGLED] = {"mangled-ra", {"no", "yes"}, 0},
    [DIM_WORD_SIZE] = {"word-size", {"1", "2", "4", "other", "none"}, 0},
    [DIM_CFA] = {"cfa", {"sp", "fp", "register", "slot", "other", "none"}, 0},
    [DIM_CFA_OFFSET] = {"cfa-word", {"small", "large", "negative", "none"}, 0},
    [DIM_RA] = {"ra", {"unsaid", "padded", "slot", "register", "register-slot", "other", "undefined"}, 0},
    [DIM_FP] = {"fp", {"unsaid", "padded", "slot", "register", "register-slot", "other", "none"}, 0},
    [DIM_SURPLUS] = {"surplus-words", {"no", "yes"}, 1 << YES},
};

const char *gen_dimension_name(enum dimension dimension)
{
    return dimensions[dimension].name;
}

const char *gen_value_name(enum dimension dimension, unsigned value)
{
    if (dimension == DIM_PROFILE)
        return profile_name((enum profile)value);
    return dimension == DIM_ABI ? abi_name((enum abi)value) : dimensions[dimension].values[value];
}

unsigned gen_value_count(enum dimension dimension)
{
    unsigned count = dimension == DIM_PROFILE ? PROFILES : dimension == DIM_ABI ? ABIS : 0;
    while (count < MAX_VALUES && dimensions[dimension].values[count] != NULL)
        count++;
    return count;
}

bool gen_value_breaks(enum dimension dimension, unsigned value)
{
    return (dimensions[dimension].breaks >> value & 1) != 0;
}

/* --- Measuring ------------------------------------------------------------------------------------------ */

/* The fields that are looked at: those of the header, of the first function and of its last row. */
struct fields {
    const struct encoded *encoded;
    const struct field *named[FIELD_NAMES];
    const struct field *words[MAX_WORDS];
    unsigned word_count;
};

/* Each row overwrites the fields of the one before, so that those of the function's last row are kept. */
static void gather(struct fields *fields, const struct encoded *encoded)
{
    memset(fields, 0, sizeof *fields);
    fields->encoded = encoded;
    for (uint32_t i = 0; i < encoded->field_count; i++) {
        const struct field *field = &encoded->fields[i];
        if (field->function > 0 || field->name == FIELD_GAP)
            continue;
        if (field->name == FIELD_ROW_START)
            fields->word_count = 0;
        if (field->name != FIELD_WORD)
            fields->named[field->name] = field;
        else if (fields->word_count < MAX_WORDS)
            fields->words[fields->word_count++] = field;
    }
}

/* 0 for a field that the section does not have. */
static uint64_t field_value(const struct fields *fields, enum field_name name)
{
    const struct field *field = fields->named[name];
    return field == NULL ? 0 : gen_raw_value(fields->encoded, field);
}

static int64_t word_value(const struct fields *fields, unsigned number)
{
    const struct field *field = fields->words[number];
    unsigned unused = 64 - 8 * field->width;
    uint64_t value = gen_raw_value(fields->encoded, field);
    bool negative = (value >> (8 * field->width - 1) & 1) != 0;
    return (int64_t)(negative ? value | ~(UINT64_MAX >> unused) : value);
}

static uint8_t yes(bool value)
{
    return value ? YES : NO;
}

static void measure_header(const struct section *section, const struct fields *fields, uint8_t *values)
{
    bool big = fields->encoded->bytes[0] == 0xde;
    uint64_t flags = field_value(fields, FIELD_FLAGS);
    uint64_t usual_ra = (uint8_t)gen_abi_facts[section->abi].fixed_ra;
    uint64_t auxiliary = field_value(fields, FIELD_AUX_LEN);
    uint64_t functions = field_value(fields, FIELD_NUM_FDES);
    values[DIM_PROFILE] = (uint8_t)section->profile;
    values[DIM_ABI] = (uint8_t)section->abi;
    values[DIM_ORDER] = big == (gen_abi_facts[section->abi].order == ORDER_BIG) ? ORDER_NATIVE : ORDER_FOREIGN;
    values[DIM_SORTED] = yes((flags & FLAG_SORTED) != 0);
    values[DIM_FRAME_POINTER] = yes((flags & FLAG_FRAME_POINTER) != 0);
    values[DIM_START] = (flags & FLAG_PCREL) != 0 ? START_PCREL : START_SECTION;
    values[DIM_FIXED_FP] = field_value(fields, FIELD_FIXED_FP) == 0 ? FIXED_FP_NONE : FIXED_FP_SOME;
    values[DIM_FIXED_RA] = field_value(fields, FIELD_FIXED_RA) == usual_ra ? FIXED_RA_USUAL : FIXED_RA_OTHER;
    values[DIM_AUX] = auxiliary == 0 ? AUX_NONE : auxiliary < MAX_AUX ? AUX_SOME : AUX_LONGEST;
    values[DIM_FUNCTIONS] = functions == 0   ? FUNCTIONS_NONE
                            : functions == 1 ? FUNCTIONS_ONE
                            : functions == 2 ? FUNCTIONS_TWO
                                             : FUNCTIONS_SEVERAL;
}

/* Last: within the last 16 MiB of the address space.  Low: where 32 bits reach. */
static uint8_t measure_address(uint64_t address)
{
    if (address == 0)
        return ADDRESS_ZERO;
    if (address >> 32 == 0)
        return ADDRESS_LOW;
    return address >> 24 == UINT64_MAX >> 24 ? ADDRESS_LAST : ADDRESS_HIGH;
}

/* The first gap, if there are several. */
static uint8_t measure_gap(const struct encoded *encoded)
{
    const struct field *first = NULL;
    for (uint32_t i = 0; i < encoded->field_count; i++) {
        const struct field *field = &encoded->fields[i];
        if (field->name == FIELD_GAP && (first == NULL || field->offset < first->offset))
            first = field;
    }
    if (first == NULL)
        return GAP_NONE;
    uint32_t end = first->offset + first->width;
    if (first->offset >= encoded->rows_begin && end <= encoded->rows_end)
        return end == encoded->rows_end ? GAP_AFTER_ROWS : GAP_AMONG_ROWS;
    if (first->offset >= encoded->functions_begin && end <= encoded->functions_end)
        return GAP_FUNCTIONS;
    return first->offset == encoded->header_end ? GAP_HEADER : GAP_END;
}

static bool ends_at(const struct function *one, const struct function *other)
{
    return (uint64_t)one->start + one->size == (uint64_t)other->start;
}

static bool are_alike(const struct function *one, const struct function *other)
{
    return one->fre_type == other->fre_type && one->pc_type == other->pc_type &&
           one->fde_type == other->fde_type;
}

/* Only neighbours in the table are compared: nearly every table is in order one way or the other. */
static void measure_functions(const struct section *section, const struct encoded *encoded, uint8_t *values)
{
    bool below = section->function_count > 0 && section->functions[0].start < 0;
    values[DIM_SIDE] = below ? SIDE_BELOW : SIDE_ABOVE;
    values[DIM_TABLE] = TABLE_ASCENDING;
    values[DIM_KINDS] = KINDS_ALIKE;
    values[DIM_SPACING] = SPACING_APART;
    values[DIM_SHARING] = SHARING_NONE;
    values[DIM_DATA] = DATA_ASCENDING;
    for (uint32_t i = 1; i < section->function_count; i++) {
        const struct function *function = &section->functions[i], *before = function - 1;
        if (function->start < before->start)
            values[DIM_TABLE] = TABLE_OTHER;
        if (!are_alike(function, before))
            values[DIM_KINDS] = KINDS_MIXED;
        if (ends_at(function, before) || ends_at(before, function))
            values[DIM_SPACING] = SPACING_ADJACENT;
        if (function->shares >= 0)
            values[DIM_SHARING] = SHARING_SOME;
        if (encoded->data_at[i] < encoded->data_at[i - 1])
            values[DIM_DATA] = DATA_OTHER;
    }
}

static void measure_layout(const struct section *section, const struct encoded *encoded, uint8_t *values)
{
    values[DIM_ADDRESS] = measure_address(section->address);
    values[DIM_SUBSECTIONS] =
        encoded->rows_begin < encoded->functions_begin ? SUBSECTIONS_ROWS_FIRST : SUBSECTIONS_FUNCTIONS_FIRST;
    values[DIM_GAP] = measure_gap(encoded);
}

static void measure_function(const struct section *section, const struct fields *fields, uint8_t *values)
{
    uint64_t info = field_value(fields, FIELD_INFO);
    uint64_t type = info & 0xf;
    uint64_t fde_type = field_value(fields, FIELD_INFO2) & 0x1f;
    uint64_t rows = field_value(fields, FIELD_FUNC_NUM_FRES);
    values[DIM_PC_TYPE] = (info & 0x10) != 0 ? PC_MASK : PC_INC;
    values[DIM_FDE_TYPE] = (uint8_t)(fde_type < FDE_TYPE_OTHER ? fde_type : FDE_TYPE_OTHER);
    values[DIM_SIGNAL] = yes(gen_profile_facts[section->profile].has_signal && (info & 0x80) != 0);
    values[DIM_KEY] = (info & 0x20) != 0 ? KEY_B : KEY_A;
    values[DIM_FRE_TYPE] = (uint8_t)(type < FRE_TYPE_OTHER ? type : FRE_TYPE_OTHER);
    values[DIM_ROWS] = rows == 0 ? ROWS_NONE : rows == 1 ? ROWS_ONE : ROWS_SEVERAL;
}

/* Large words are the upper half of the positive ones of a size.  With four bytes they begin lower, so that
 * s390x can scale some of them within 32 bits. */
int64_t gen_least_large_word(unsigned width)
{
    return (int64_t)1 << (width == 4 ? 27 : 8 * width - 2);
}

static uint8_t measure_offset(const struct fields *fields, unsigned number)
{
    int64_t value = word_value(fields, number);
    if (value < 0)
        return CFA_OFFSET_NEGATIVE;
    return value < gen_least_large_word(fields->words[number]->width) ? CFA_OFFSET_SMALL : CFA_OFFSET_LARGE;
}

/* The word of RA or FP in a default row. */
static uint8_t measure_default_thing(const struct section *section, int64_t word, bool is_ra)
{
    if (word == 0 && is_ra && gen_abi_facts[section->abi].zero_is_unsaved)
        return THING_PADDED;
    bool may_name = default_names_registers(section->profile, section->abi);
    return may_name && (word & 1) != 0 ? THING_REGISTER : THING_SLOT;
}

static void measure_default_row(const struct section *section, const struct fields *fields, uint8_t *values)
{
    bool base_is_sp = (field_value(fields, FIELD_ROW_INFO) & 1) != 0;
    unsigned at = 1;
    values[DIM_CFA] = base_is_sp ? CFA_SP : CFA_FP;
    values[DIM_CFA_OFFSET] = measure_offset(fields, 0);
    if (gen_ra_tracked(section) && at < fields->word_count)
        values[DIM_RA] = measure_default_thing(section, word_value(fields, at++), true);
    if (at < fields->word_count)
        values[DIM_FP] = measure_default_thing(section, word_value(fields, at++), false);
    values[DIM_SURPLUS] = yes(at < fields->word_count);
}

static uint8_t measure_flexible_cfa(const struct section *section, uint64_t control)
{
    if ((control & 1) == 0)
        return CFA_OTHER;
    if ((control & 2) != 0)
        return CFA_SLOT;
    if (control >> 3 == gen_abi_facts[section->abi].sp)
        return CFA_SP;
    return control >> 3 == gen_abi_facts[section->abi].fp ? CFA_FP : CFA_REGISTER;
}

static uint8_t measure_flexible_thing(uint64_t control)
{
    static const uint8_t by_low_bits[] = {THING_OTHER, THING_REGISTER, THING_SLOT, THING_REGISTER_SLOT};
    return control == 0 ? THING_PADDED : by_low_bits[control & 3];
}

static void measure_flexible_row(const struct section *section, const struct fields *fields, uint8_t *values)
{
    static const enum dimension things[] = {DIM_CFA, DIM_RA, DIM_FP};
    unsigned at = 0;
    values[DIM_CFA] = CFA_OTHER;
    values[DIM_CFA_OFFSET] = CFA_OFFSET_SMALL;
    for (unsigned i = 0; i < 3 && at < fields->word_count; i++) {
        uint64_t control = gen_raw_value(fields->encoded, fields->words[at++]);
        bool has_offset = control != 0 && at < fields->word_count;
        values[things[i]] = i == 0 ? measure_flexible_cfa(section, control) : measure_flexible_thing(control);
        if (i == 0 && has_offset)
            values[DIM_CFA_OFFSET] = measure_offset(fields, at);
        at += has_offset ? 1 : 0;
    }
    values[DIM_SURPLUS] = yes(at < fields->word_count);
}

/* Without words, or without a row, the dimensions of words are empty. */
static void measure_row(const struct section *section, const struct fields *fields, uint8_t *values)
{
    uint64_t info = field_value(fields, FIELD_ROW_INFO);
    bool has_words = fields->word_count > 0;
    uint64_t size = info >> 5 & 3;
    values[DIM_MANGLED] = yes((info & 0x80) != 0);
    values[DIM_WORD_SIZE] = has_words ? (uint8_t)size : WORD_SIZE_NONE;
    values[DIM_CFA] = CFA_NONE;
    values[DIM_CFA_OFFSET] = CFA_OFFSET_NONE;
    values[DIM_RA] = has_words ? THING_UNSAID : THING_NOWHERE;
    values[DIM_FP] = has_words ? THING_UNSAID : THING_NOWHERE;
    values[DIM_SURPLUS] = NO;
    if (has_words && values[DIM_FDE_TYPE] == FDE_TYPE_FLEX)
        measure_flexible_row(section, fields, values);
    else if (has_words)
        measure_default_row(section, fields, values);
}

void gen_dimensions_of(const struct section *section, const struct encoded *encoded,
                       uint8_t values[DIMENSIONS])
{
    struct fields fields;
    gather(&fields, encoded);
    measure_header(section, &fields, values);
    measure_layout(section, encoded, values);
    measure_functions(section, encoded, values);
    measure_function(section, &fields, values);
    measure_row(section, &fields, values);
}
