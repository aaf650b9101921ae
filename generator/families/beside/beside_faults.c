/* Sections that are broken by one lie each, with every two of the attributes that a function, a row or a
 * section can have: a reader may miss a check only where one of them holds.  Each has a valid twin. */
#include "../families.h"
#include "beside.h"
#include "shapes/faults.h"

/* --- Lies ----------------------------------------------------------------------------------------------- */

/* How a field lies: the value replaces it, is added to it, replaces some bits, or counts from the end of the section or
 * of the rows. */
enum how { SET, ADD, BITS_0_TO_3, BITS_0_TO_4, BEHIND_END, BEHIND_ROWS };

struct lie {
    const char *name, *clause, *way;
    unsigned profiles;
    uint32_t (*change)(struct emitter *emitter, const struct beside *beside); /* returns where the report points */
    /* If `change` is null: the field of the header or of the target function that lies. */
    enum field_name field;
    enum how how;
    uint64_t value;
    bool at_end;       /* the report points behind the rows, not at the field */
    bool last_row;     /* the target has to be the last row */
    bool of_header;    /* the attributes of function and row make no difference */
    bool only_whole;   /* no lookups: readers may answer them without reading what is wrong */
    bool little_alone; /* only little-endian ABIs: a reader that flips in place writes at random */
};

static uint32_t lie_in_field(struct emitter *emitter, const struct beside *beside, const struct lie *lie)
{
    struct encoded *const encoded = &emitter->encoded;
    const struct field *const field = gen_fault_field(emitter, lie->field, (int)beside->function);
    if (lie->how == BITS_0_TO_3 || lie->how == BITS_0_TO_4)
        gen_lie_bits(encoded, field, lie->value, lie->how == BITS_0_TO_3 ? 0xf : 0x1f);
    else
        gen_lie_field(encoded, field,
                      lie->value + (lie->how == ADD           ? gen_raw_value(encoded, field)
                                    : lie->how == BEHIND_END  ? encoded->length - encoded->header_end
                                    : lie->how == BEHIND_ROWS ? encoded->rows_end - encoded->rows_begin
                                                              : 0));
    return lie->at_end ? encoded->rows_end : field->offset;
}

static const struct field *row_info(const struct emitter *emitter, const struct beside *beside)
{
    return gen_find_field(&emitter->encoded, FIELD_ROW_INFO, (int)beside->function, (int)beside->row, -1);
}

/* The first field of a row that goes beyond `end`: what a report points at if the rows end there. */
static uint32_t first_cut(const struct encoded *encoded, uint32_t end)
{
    for (uint32_t i = 0; i < encoded->field_count; i++) {
        const struct field *field = &encoded->fields[i];
        if (field->row >= 0 && field->offset + field->width > end)
            return field->offset;
    }
    return end;
}

/* Takes bytes from the end of the section, where its rows are; the header's length of rows follows. */
static uint32_t cut(struct emitter *emitter, uint32_t bytes)
{
    struct encoded *const encoded = &emitter->encoded;
    gen_add_to(emitter, FIELD_FRE_LEN, -1, 0 - (uint64_t)bytes);
    gen_raw_cut(encoded, encoded->length - bytes);
    return first_cut(encoded, encoded->length);
}

static uint32_t cut_byte(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    return cut(emitter, 1);
}

static uint32_t cut_words(struct emitter *emitter, const struct beside *beside)
{
    return cut(emitter, emitter->encoded.rows_end - (row_info(emitter, beside)->offset + 1));
}

static uint32_t cut_info(struct emitter *emitter, const struct beside *beside)
{
    return cut(emitter, emitter->encoded.rows_end - row_info(emitter, beside)->offset);
}

static uint32_t cut_start(struct emitter *emitter, const struct beside *beside)
{
    const uint32_t width = 1U << beside->values[BESIDE_START];
    return cut(emitter, emitter->encoded.rows_end - (row_info(emitter, beside)->offset - width / 2));
}

/* All bytes are there, but the header's length of rows does not count the last one. */
static uint32_t count_byte_less(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    const uint32_t end = emitter->encoded.rows_end - 1;
    gen_add_to(emitter, FIELD_FRE_LEN, -1, (uint64_t)-1);
    gen_also_breaks(emitter, "tile.cover", end, IRR);
    return first_cut(&emitter->encoded, end);
}

static uint32_t count_words(struct emitter *emitter, const struct beside *beside)
{
    gen_lie_bits(&emitter->encoded, row_info(emitter, beside), 0x1e, 0);
    return emitter->encoded.rows_end;
}

static uint32_t size_words(struct emitter *emitter, const struct beside *beside)
{
    const struct field *const info = row_info(emitter, beside);
    gen_lie_bits(&emitter->encoded, info, 0x60, 0);
    return info->offset;
}

/* Nothing is ever looked up in such a function. */
static uint32_t lead_beyond_if_empty(struct emitter *emitter, const struct beside *beside)
{
    gen_lie_to(emitter, FIELD_SIZE, (int)beside->function, 0);
    return gen_lie_to(emitter, FIELD_FRE_OFF, (int)beside->function,
                      emitter->encoded.rows_end - emitter->encoded.rows_begin + 1);
}

/* One byte of the attribute is left. */
static uint32_t lead_to_last_byte(struct emitter *emitter, const struct beside *beside)
{
    const uint32_t length = emitter->encoded.rows_end - emitter->encoded.rows_begin;
    gen_lie_to(emitter, FIELD_FRE_OFF, (int)beside->function, length - 1);
    return emitter->encoded.rows_end - 1;
}

static uint32_t functions_late(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    gen_add_to(emitter, FIELD_FDEOFF, -1, 1);
    return gen_fault_field(emitter, FIELD_NUM_FDES, -1)->offset;
}

static const struct lie lies[] = {
    {"cut-byte", "fre.inside", "the last byte of the row is missing", ALL, cut_byte, .last_row = true},
    {"cut-words", "fre.inside", "the words of the row are missing", ALL, cut_words, .last_row = true},
    {"cut-info", "fre.inside", "the row ends before its info byte", ALL, cut_info, .last_row = true},
    {"cut-start", "fre.inside", "the row ends in its start", ALL, cut_start, .last_row = true},
    {"byte-less", "fre.inside", "the rows are said to end a byte earlier", ALL, count_byte_less, .last_row = true},
    {"words-15", "fre.inside", "the row counts fifteen words", ALL, count_words, .last_row = true},
    {"row-more", "fre.inside", "the function counts a row more than there is", ALL, NULL, FIELD_FUNC_NUM_FRES, ADD, 1,
     .at_end = true, .last_row = true},
    {"rows-65535", "fre.inside", "the function counts 65535 rows", ALL, NULL, FIELD_FUNC_NUM_FRES, SET, 65535,
     .at_end = true, .last_row = true},
    {"word-size-3", "fre.size-known", "the row has word size 3", ALL, .change = size_words},
    {"rows-beyond-if-empty", "fde.fre-off-inside", "the rows of no bytes begin a byte beyond the rows", ALL,
     lead_beyond_if_empty, .only_whole = true},
    {"rows-beyond", "fde.fre-off-inside", "the rows begin a byte beyond the rows", ALL, .field = FIELD_FRE_OFF,
     .how = BEHIND_ROWS, .value = 1},
    {"rows-far", "fde.fre-off-inside", "the rows begin 2^31 bytes on", ALL, .field = FIELD_FRE_OFF, .value = 1U << 31},
    {"attribute-cut", "attribute.inside", "one byte of the attribute is left", V3, .change = lead_to_last_byte},
    {"row-type-3", "info.fre-type-known", "row type 3", ALL, .field = FIELD_INFO, .how = BITS_0_TO_3, .value = 3},
    {"row-type-8", "info.fre-type-known", "row type 8", ALL, .field = FIELD_INFO, .how = BITS_0_TO_3, .value = 8},
    {"function-type-2", "info2.fde-type-known", "function type 2", V3, .field = FIELD_INFO2, .how = BITS_0_TO_4,
     .value = 2},
    {"function-type-16", "info2.fde-type-known", "function type 16", V3, .field = FIELD_INFO2, .how = BITS_0_TO_4,
     .value = 16},
    {"magic", "preamble.magic", "the magic number is one off", ALL, NULL, FIELD_MAGIC, ADD, 1, .of_header = true},
    {"version", "version.known", "the version is four too high", ALL, NULL, FIELD_VERSION, ADD, 4, .of_header = true},
    {"abi-9", "abi.known", "ABI 9", ALL, NULL, FIELD_ABI_ARCH, SET, 9, .of_header = true},
    {"abi-0", "abi.known", "ABI 0", ALL, NULL, FIELD_ABI_ARCH, SET, 0, .of_header = true},
    {"function-more", "header.fde-array", "a function more than there is", ALL, NULL, FIELD_NUM_FDES, ADD, 1,
     .of_header = true},
    {"functions-late", "header.fde-array", "the functions end a byte behind where the rows begin", ALL, functions_late,
     .of_header = true, .little_alone = true},
    {"row-byte-more", "header.fre-len-inside", "a byte of rows more than there is", ALL, NULL, FIELD_FRE_LEN, ADD, 1,
     .of_header = true, .only_whole = true},
    {"functions-after-end", "header.fdeoff-inside", "the functions begin a byte behind the end", ALL, NULL,
     FIELD_FDEOFF, BEHIND_END, 1, .of_header = true},
    {"rows-after-end", "header.freoff-inside", "the rows begin a byte behind the end", ALL, NULL,
     FIELD_FREOFF, BEHIND_END, 1, .of_header = true},
};

/* --- Vectors -------------------------------------------------------------------------------------------- */

static void ask(struct emitter *emitter, const struct beside *beside, bool looks_up)
{
    const char *const name = gen_beside_name(beside, NULL);
    emitter->fault_of.twin_detail = name;
    gen_emit(emitter, OPERATION_CHECK, 0, name);
    if (looks_up)
        gen_emit(emitter, OPERATION_LOOKUP, gen_beside_pc(emitter, beside), name);
}

/* Whether a lookup of the twin's row rests on no open point.  Points are open on masks of version 1, on
 * flexible rows where the CFA's word is scaled, and on where RA is if a flexible row does not say it and the
 * ABI tracks it. */
static bool is_clear(const struct beside *beside)
{
    const struct abi_facts *const abi = &gen_abi_facts[beside->abi];
    const bool flexible = beside->values[BESIDE_FDE_TYPE] == FDE_FLEX, says_all = beside->values[BESIDE_WORDS] != 0;
    if (beside->values[BESIDE_PC_TYPE] == PC_MASK && gen_profile_facts[beside->profile].masks_are_bits)
        return false;
    return !flexible || (abi->cfa_factor == 1 && (says_all || !abi->tracks_ra));
}

static void make_twin(struct emitter *emitter, const struct beside *beside)
{
    const struct beside last = gen_with_last_row(beside);
    gen_begin_beside(emitter, beside, "twin");
    if (!gen_make_bytes(emitter))
        return;
    gen_demand_class(emitter, CLASS_VALID);
    ask(emitter, beside, true);
    gen_emit(emitter, OPERATION_DECODE, 0, gen_beside_name(beside, NULL));
    gen_emit_flip(emitter, gen_beside_name(beside, NULL));
    gen_begin_beside(emitter, &last, "twin-last");
    if (!gen_make_bytes(emitter))
        return;
    gen_demand_class(emitter, CLASS_VALID);
    ask(emitter, &last, true);
}

static void make_lie(struct emitter *emitter, const struct beside *beside, const struct lie *lie)
{
    const struct beside last = gen_with_last_row(beside);
    const struct beside *const target = lie->last_row ? &last : beside;
    gen_begin_beside(emitter, target, lie->name);
    if (lie->of_header)
        gen_say_section_alone(emitter);
    if (!gen_make_bytes(emitter))
        return;
    gen_differs_from(emitter, gen_beside_shape(lie->last_row ? "twin-last" : "twin"), lie->clause, lie->way);
    const uint32_t at =
        lie->change != NULL ? lie->change(emitter, target) : lie_in_field(emitter, target, lie);
    gen_report(emitter, NULL, at, MAL);
    ask(emitter, target, !lie->only_whole && is_clear(target));
}

void gen_family_beside_faults(struct emitter *emitter)
{
    struct beside beside;
    for (unsigned number = 0; gen_take_beside(emitter, number, &beside); number++)
        make_twin(emitter, &beside);
    for (unsigned i = 0; i < COUNT(lies); i++)
        if (is_in(lies[i].profiles, emitter->profile) &&
            !(lies[i].little_alone && gen_abi_facts[emitter->abi].order == ORDER_BIG))
            for (unsigned number = 0; gen_take_beside(emitter, number, &beside); number++)
                make_lie(emitter, &beside, &lies[i]);
}
