/* What breaks a section, beside every two of the attributes that a function, a row or a section can have: who
 * skips a check where one of them holds lets it pass.  One lie each, beside its valid twin. */
#include "../families.h"
#include "beside.h"
#include "shapes/faults.h"

/* --- Lies ----------------------------------------------------------------------------------------------- */

/* What a lie changes; it returns where the report points. */
struct lie {
    const char *name, *clause, *way;
    unsigned profiles;
    bool last_row; /* the target has to be the last row */
    bool of_header; /* what function and row are like makes no difference */
    bool only_whole; /* lookups may do without what is wrong */
    uint32_t (*change)(struct emitter *emitter, const struct beside *beside);
    bool little_alone; /* who turns such a section in place writes at random, and dies or does not */
};

static uint32_t lie_to(struct emitter *emitter, enum field_name name, int function, uint64_t value)
{
    const struct field *const field = gen_fault_field(emitter, name, function);
    gen_lie_field(&emitter->encoded, field, value);
    return field->offset;
}

static uint32_t add_to(struct emitter *emitter, enum field_name name, int function, uint64_t more)
{
    const struct field *const field = gen_fault_field(emitter, name, function);
    return lie_to(emitter, name, function, gen_raw_value(&emitter->encoded, field) + more);
}

static const struct field *row_info(const struct emitter *emitter, const struct beside *beside)
{
    return gen_find_field(&emitter->encoded, FIELD_ROW_INFO, (int)beside->function, (int)beside->row, -1);
}

static uint32_t cut(struct emitter *emitter, uint32_t bytes)
{
    gen_cut_rows(&emitter->encoded, bytes);
    return gen_first_cut(&emitter->encoded, emitter->encoded.length);
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

/* The bytes are there, and the length of the rows does not count the last one. */
static uint32_t count_byte_less(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    const uint32_t end = emitter->encoded.rows_end - 1;
    add_to(emitter, FIELD_FRE_LEN, -1, (uint64_t)-1);
    gen_also_breaks(emitter, "tile.cover", end, IRR);
    return gen_first_cut(&emitter->encoded, end);
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

static uint32_t count_row(struct emitter *emitter, const struct beside *beside)
{
    add_to(emitter, FIELD_FUNC_NUM_FRES, (int)beside->function, 1);
    return emitter->encoded.rows_end;
}

static uint32_t count_rows(struct emitter *emitter, const struct beside *beside)
{
    lie_to(emitter, FIELD_FUNC_NUM_FRES, (int)beside->function, UINT16_MAX);
    return emitter->encoded.rows_end;
}

static uint32_t lead_beyond(struct emitter *emitter, const struct beside *beside)
{
    const uint32_t length = emitter->encoded.rows_end - emitter->encoded.rows_begin;
    return lie_to(emitter, FIELD_FRE_OFF, (int)beside->function, length + 1);
}

/* Nothing is ever looked up in such a function. */
static uint32_t lead_beyond_if_empty(struct emitter *emitter, const struct beside *beside)
{
    lie_to(emitter, FIELD_SIZE, (int)beside->function, 0);
    return lead_beyond(emitter, beside);
}

static uint32_t lead_far(struct emitter *emitter, const struct beside *beside)
{
    return lie_to(emitter, FIELD_FRE_OFF, (int)beside->function, 0x80000000);
}

/* One byte of the attribute is left. */
static uint32_t lead_to_last_byte(struct emitter *emitter, const struct beside *beside)
{
    const uint32_t length = emitter->encoded.rows_end - emitter->encoded.rows_begin;
    lie_to(emitter, FIELD_FRE_OFF, (int)beside->function, length - 1);
    return emitter->encoded.rows_end - 1;
}

static uint32_t set_bits(struct emitter *emitter, enum field_name name, const struct beside *beside,
                         uint64_t set, uint64_t mask)
{
    const struct field *const field = gen_fault_field(emitter, name, (int)beside->function);
    gen_lie_bits(&emitter->encoded, field, set, mask);
    return field->offset;
}

static uint32_t row_type_3(struct emitter *emitter, const struct beside *beside)
{
    return set_bits(emitter, FIELD_INFO, beside, 3, 0xf);
}

static uint32_t row_type_8(struct emitter *emitter, const struct beside *beside)
{
    return set_bits(emitter, FIELD_INFO, beside, 8, 0xf);
}

static uint32_t function_type_2(struct emitter *emitter, const struct beside *beside)
{
    return set_bits(emitter, FIELD_INFO2, beside, 2, 0x1f);
}

static uint32_t function_type_16(struct emitter *emitter, const struct beside *beside)
{
    return set_bits(emitter, FIELD_INFO2, beside, 16, 0x1f);
}

static uint32_t magic(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    return add_to(emitter, FIELD_MAGIC, -1, 1);
}

static uint32_t version(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    return add_to(emitter, FIELD_VERSION, -1, 4);
}

static uint32_t abi_9(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    return lie_to(emitter, FIELD_ABI_ARCH, -1, 9);
}

static uint32_t abi_0(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    return lie_to(emitter, FIELD_ABI_ARCH, -1, 0);
}

static uint32_t function_more(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    return add_to(emitter, FIELD_NUM_FDES, -1, 1);
}

static uint32_t functions_late(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    add_to(emitter, FIELD_FDEOFF, -1, 1);
    return gen_fault_field(emitter, FIELD_NUM_FDES, -1)->offset;
}

static uint32_t row_byte_more(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    return add_to(emitter, FIELD_FRE_LEN, -1, 1);
}

static uint32_t after_end(struct emitter *emitter, enum field_name name)
{
    return lie_to(emitter, name, -1, emitter->encoded.length - emitter->encoded.header_end + 1);
}

static uint32_t functions_after_end(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    return after_end(emitter, FIELD_FDEOFF);
}

static uint32_t rows_after_end(struct emitter *emitter, const struct beside *beside)
{
    (void)beside;
    return after_end(emitter, FIELD_FREOFF);
}

static const struct lie lies[] = {
    {"cut-byte", "fre.inside", "the last byte of the row is missing", ALL, true, false, false, cut_byte, false},
    {"cut-words", "fre.inside", "the words of the row are missing", ALL, true, false, false, cut_words, false},
    {"cut-info", "fre.inside", "the row ends before its info byte", ALL, true, false, false, cut_info, false},
    {"cut-start", "fre.inside", "the row ends in its start", ALL, true, false, false, cut_start, false},
    {"byte-less", "fre.inside", "the rows are said to end a byte earlier", ALL, true, false,
     false, count_byte_less, false},
    {"words-15", "fre.inside", "the row counts fifteen words", ALL, true, false, false, count_words, false},
    {"row-more", "fre.inside", "the function counts a row more than there is", ALL, true, false,
     false, count_row, false},
    {"rows-65535", "fre.inside", "the function counts 65535 rows", ALL, true, false, false, count_rows, false},
    {"word-size-3", "fre.size-known", "the row has word size 3", ALL, false, false, false, size_words, false},
    {"rows-beyond-if-empty", "fde.fre-off-inside", "the rows of no bytes begin a byte beyond the rows", ALL, false,
     false, true, lead_beyond_if_empty, false},
    {"rows-beyond", "fde.fre-off-inside", "the rows begin a byte beyond the rows", ALL, false, false,
     false, lead_beyond, false},
    {"rows-far", "fde.fre-off-inside", "the rows begin 2^31 bytes on", ALL, false, false, false, lead_far, false},
    {"attribute-cut", "attribute.inside", "one byte of the attribute is left", V3, false, false,
     false, lead_to_last_byte, false},
    {"row-type-3", "info.fre-type-known", "row type 3", ALL, false, false, false, row_type_3, false},
    {"row-type-8", "info.fre-type-known", "row type 8", ALL, false, false, false, row_type_8, false},
    {"function-type-2", "info2.fde-type-known", "function type 2", V3, false, false, false, function_type_2, false},
    {"function-type-16", "info2.fde-type-known", "function type 16", V3, false, false,
     false, function_type_16, false},
    {"magic", "preamble.magic", "the magic number is one off", ALL, false, true, false, magic, false},
    {"version", "version.known", "the version is four too high", ALL, false, true, false, version, false},
    {"abi-9", "abi.known", "ABI 9", ALL, false, true, false, abi_9, false},
    {"abi-0", "abi.known", "ABI 0", ALL, false, true, false, abi_0, false},
    {"function-more", "header.fde-array", "a function more than there is", ALL, false, true,
     false, function_more, false},
    {"functions-late", "header.fde-array", "the functions end a byte behind where the rows begin", ALL, false, true,
     false, functions_late, true},
    {"row-byte-more", "header.fre-len-inside", "a byte of rows more than there is", ALL, false, true,
     true, row_byte_more, false},
    {"functions-after-end", "header.fdeoff-inside", "the functions begin a byte behind the end", ALL, false, true,
     false, functions_after_end, false},
    {"rows-after-end", "header.freoff-inside", "the rows begin a byte behind the end", ALL, false, true,
     false, rows_after_end, false},
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

/* Whether no point is open on what the row of the twin answers: masks as bits, and where RA is if a flexible row of
 * some ABIs does not say it. */
static bool is_clear(const struct beside *beside)
{
    const struct abi_facts *const abi = &gen_abi_facts[beside->abi];
    const bool flexible = beside->values[BESIDE_FDE_TYPE] == FDE_FLEX, says_all = beside->values[BESIDE_WORDS] != 0;
    if (beside->values[BESIDE_PC_TYPE] == PC_MASK && gen_profile_facts[beside->profile].masks_are_bits)
        return false;
    return !flexible || (abi->cfa_factor == 1 && (says_all || !abi->tracks_ra));
}

static void make_twin(struct emitter *emitter, const struct beside *beside, const void *context)
{
    (void)context;
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

static void make_lie(struct emitter *emitter, const struct beside *beside, const void *context)
{
    const struct lie *const lie = context;
    const struct beside last = gen_with_last_row(beside);
    const struct beside *const target = lie->last_row ? &last : beside;
    gen_begin_beside(emitter, target, lie->name);
    if (lie->of_header)
        gen_say_section_alone(emitter);
    if (!gen_make_bytes(emitter))
        return;
    gen_differs_from(emitter, gen_beside_shape(lie->last_row ? "twin-last" : "twin"), lie->clause, lie->way);
    gen_report(emitter, NULL, lie->change(emitter, target), MAL);
    ask(emitter, target, !lie->only_whole && is_clear(target));
}

void gen_family_beside_faults(struct emitter *emitter)
{
    gen_for_each_beside(emitter, make_twin, NULL);
    for (unsigned i = 0; i < COUNT(lies) && !emitter->stopped; i++)
        if (is_in(lies[i].profiles, emitter->profile) &&
            !(lies[i].little_alone && abi_order(emitter->abi) == ORDER_BIG))
            gen_for_each_beside(emitter, make_lie, &lies[i]);
}
