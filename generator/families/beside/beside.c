#include "beside.h"

#include <string.h>

enum { SIZE = 48, BLOCK = 16, STEP = 4, APART = 0x100, AUX_BYTES = 5, SEVERAL = 3 };

/* --- The array ------------------------------------------------------------------------------------------ */

static const struct attribute attributes[BESIDE_COUNT] = {
    [BESIDE_SORTED] = {"flag", {"sorted", "not sorted"}, ALL, ANY_ABI},
    [BESIDE_PCREL] = {"starts", {"as producers write them", "from the section"}, E1ON, ANY_ABI},
    [BESIDE_AUX] = {"auxiliary header", {"none", "some"}, ALL, ANY_ABI},
    [BESIDE_ADDRESS] = {"address", {"low", "high"}, ALL, ANY_ABI},
    [BESIDE_FUNCTION] = {"function", {"alone", "first", "middle", "last"}, ALL, ANY_ABI},
    [BESIDE_PC_TYPE] = {"PC type", {"inc", "mask"}, ALL, ANY_ABI},
    [BESIDE_FDE_TYPE] = {"function type", {"default", "flex"}, V3, ANY_ABI},
    [BESIDE_SIGNAL] = {"signal", {"no", "yes"}, V3, ANY_ABI},
    [BESIDE_KEY] = {"key", {"a", "b"}, ALL, ARMS},
    [BESIDE_START] = {"row starts of", {"1 byte", "2 bytes", "4 bytes"}, ALL, ANY_ABI},
    [BESIDE_ROW] = {"row", {"alone", "last", "first", "middle"}, ALL, ANY_ABI},
    [BESIDE_WORD] = {"words of", {"1 byte", "2 bytes", "4 bytes"}, ALL, ANY_ABI},
    [BESIDE_BASE] = {"base", {"SP", "FP"}, ALL, ANY_ABI},
    [BESIDE_WORDS] = {"words for", {"CFA", "CFA and others"}, ALL, ANY_ABI},
    [BESIDE_MANGLED] = {"mangled", {"no", "yes"}, ALL, ARMS},
};

static const struct attribute_table table = {attributes, BESIDE_COUNT};

bool gen_take_beside(const struct emitter *emitter, unsigned number, struct beside *beside)
{
    static const uint32_t functions[] = {
        [FUNCTION_ALONE] = 0, [FUNCTION_FIRST] = 0, [FUNCTION_MIDDLE] = 1, [FUNCTION_LAST] = 2};
    static const uint32_t rows[] = {[ROW_ALONE] = 0, [ROW_LAST] = 2, [ROW_FIRST] = 0, [ROW_MIDDLE] = 1};
    const struct covering_array array = gen_every_two(&table, emitter->profile, emitter->abi);
    if (number >= array.count || emitter->stopped)
        return false;
    const uint8_t *const values = array.rows[number].values;
    *beside = (struct beside){.profile = emitter->profile,
                              .abi = emitter->abi,
                              .number = number,
                              .function = functions[values[BESIDE_FUNCTION]],
                              .row = rows[values[BESIDE_ROW]]};
    memcpy(beside->values, values, sizeof beside->values);
    return true;
}

struct beside gen_with_last_row(const struct beside *beside)
{
    struct beside last = *beside;
    if (last.values[BESIDE_ROW] >= ROW_FIRST) {
        last.values[BESIDE_ROW] = (uint8_t)(last.values[BESIDE_ROW] - ROW_FIRST);
        last.row = last.values[BESIDE_ROW] == ROW_LAST ? 2 : 0;
    }
    return last;
}

/* --- The section ---------------------------------------------------------------------------------------- */

static bool has(const struct beside *beside, enum attribute_number attribute)
{
    return beside->values[attribute] != 0;
}

/* Adds three usual rows.  In the target function one of them becomes the target row, or the only row. */
static void add_rows(struct section *section, const struct beside *beside, bool target)
{
    struct function *const function = &section->functions[section->function_count - 1];
    gen_add_prologue(section, STEP);
    struct row *const rows = &section->rows[function->first_row];
    if (target) {
        const uint32_t from = has(beside, BESIDE_BASE) ? 2 : has(beside, BESIDE_WORDS) ? 1 : 0;
        struct row row = rows[from];
        row.start = rows[beside->row].start;
        row.mangled = has(beside, BESIDE_MANGLED);
        if (!has(beside, BESIDE_WORDS))
            row.ra = row.fp = gen_rule_unsaid();
        rows[beside->row] = row;
        if (beside->values[BESIDE_ROW] == ROW_ALONE) {
            section->row_count -= function->row_count - 1;
            function->row_count = 1;
        }
    }
    for (uint32_t i = 0; i < function->row_count; i++)
        rows[i].word_size = (uint8_t)(1U << beside->values[BESIDE_WORD]);
}

static void add_function(struct section *section, const struct beside *beside, bool target)
{
    struct function *const function =
        gen_add_function(section, 0x1000 + APART * (int64_t)section->function_count, SIZE);
    function->fre_type = (enum fre_type)beside->values[BESIDE_START];
    if (target) {
        function->signal = has(beside, BESIDE_SIGNAL);
        function->key_b = has(beside, BESIDE_KEY);
        if (has(beside, BESIDE_FDE_TYPE))
            gen_make_flexible(section);
        if (has(beside, BESIDE_PC_TYPE)) {
            function->pc_type = PC_MASK;
            function->rep_size = gen_profile_facts[section->profile].block_size_width != 0 ? BLOCK : 0;
        }
    }
    add_rows(section, beside, target);
}

static void say_of_section(struct section *section, const struct beside *beside)
{
    if (has(beside, BESIDE_SORTED))
        section->flags &= (uint8_t)~FLAG_SORTED;
    if (has_pcrel(beside->profile) && !has(beside, BESIDE_PCREL))
        section->flags |= FLAG_PCREL;
    if (has(beside, BESIDE_AUX))
        section->aux_length = AUX_BYTES;
    for (uint8_t i = 0; i < section->aux_length; i++)
        section->aux[i] = (uint8_t)(0xa5 + i);
    if (has(beside, BESIDE_ADDRESS))
        section->address = UINT64_C(0xffff800000010000);
}

const char *gen_beside_shape(const char *what)
{
    static char buffers[2][MAX_ID];
    static unsigned turn;
    turn ^= 1;
    return SAY(buffers[turn], "beside-%s", what);
}

struct section *gen_begin_beside(struct emitter *emitter, const struct beside *beside, const char *what)
{
    static struct cells cells;
    struct section *const section = gen_begin(emitter, beside->profile, beside->abi, gen_beside_shape(what));
    say_of_section(section, beside);
    const uint32_t count = beside->values[BESIDE_FUNCTION] == FUNCTION_ALONE ? 1 : SEVERAL;
    for (uint32_t i = 0; i < count; i++)
        add_function(section, beside, i == beside->function);
    section->has_data_order = true;
    for (uint32_t i = 0; i < count; i++)
        section->data_order[i] = (uint8_t)((beside->function + 1 + i) % count);
    gen_say_cells(&cells, &table, what, beside->profile, beside->abi, beside->values);
    emitter->vector.cells = &cells;
    return section;
}

void gen_say_section_alone(struct emitter *emitter)
{
    static struct cells cells;
    cells = *emitter->vector.cells;
    cells.count -= BESIDE_COUNT - BESIDE_PC_TYPE;
    emitter->vector.cells = &cells;
}

void gen_say_place(struct emitter *emitter, const char *place)
{
    static char buffer[MAX_ID];
    static struct cells cells;
    cells = *emitter->vector.cells;
    cells.what = SAY(buffer, "%s %s", place, emitter->vector.shape);
    emitter->vector.cells = &cells;
}

const char *gen_beside_name(const struct beside *beside, const char *name)
{
    static char buffer[MAX_ID];
    return name != NULL ? SAY(buffer, "%u-%s", beside->number, name) : SAY(buffer, "%u", beside->number);
}

uint64_t gen_beside_pc(const struct emitter *emitter, const struct beside *beside)
{
    const struct section *const section = &emitter->section;
    const struct function *const function = &section->functions[beside->function];
    return gen_function_address(section, function) +
           gen_function_row(section, function, beside->row)->start;
}
