#include "counted.h"

#include "faults.h"

struct parts gen_counted;

/* --- Parts of the encoded section ----------------------------------------------------------------------- */

static void append(const struct encoded *encoded, uint32_t begin, uint32_t end)
{
    (void)gen_parts_add(&gen_counted, encoded->bytes + begin, end - begin, 1);
}

/* Appends `length` of the encoded bytes, `times` times.  A field that differs from the same field `length` bytes
 * further on counts up by the difference. */
static void repeat(const struct encoded *encoded, uint32_t begin, uint32_t length, uint32_t times)
{
    if (gen_parts_add(&gen_counted, encoded->bytes + begin, length, times) == NULL)
        return;
    for (uint32_t i = 0; i < encoded->field_count && times > 1; i++) {
        const struct field *const field = &encoded->fields[i];
        struct field next = *field;
        next.offset += length;
        if (field->offset < begin || field->offset - begin >= length)
            continue;
        const uint64_t step = gen_raw_value(encoded, &next) - gen_raw_value(encoded, field);
        if (step != 0)
            gen_parts_count(&gen_counted, field->offset - begin, field->width,
                            field->width == 8 ? (int64_t)step : (int32_t)step);
    }
}

/* How many a model can hold. */
static uint32_t most_of(const struct crowd *crowd)
{
    return crowd->of_rows ? MAX_ROWS : MAX_FUNCTIONS;
}

/* Makes the model these functions, or rows, alone. */
static void model(struct section *section, const struct crowd *crowd, uint32_t first, uint32_t count)
{
    section->function_count = section->row_count = 0;
    crowd->add(section, crowd, first, count);
    section->functions_before = crowd->of_rows ? 0 : first;
    section->functions[0].rows_before = crowd->of_rows ? first : 0;
}

/* Encodes these alone, which belong to the section that was made. */
static void encode(struct emitter *emitter, const struct crowd *crowd, uint32_t first, uint32_t count)
{
    model(&emitter->section, crowd, first, count);
    if (!gen_encode(&emitter->encoded, &emitter->section))
        gen_family_fails(emitter, emitter->encoded.error);
}

/* Hands the parts to the emitter.  If a model holds the whole, it is now that. */
static bool finish(struct emitter *emitter, const struct crowd *crowd)
{
    emitter->vector.parts = crowd->count < 2 * crowd->period ? NULL : &gen_counted;
    if (crowd->count > most_of(crowd))
        return !emitter->stopped;
    model(&emitter->section, crowd, 0, crowd->count);
    return gen_make_bytes(emitter);
}

/* Begins the parts of the section, and encodes its first two periods. */
static bool begin(struct emitter *emitter, const struct crowd *crowd)
{
    model(&emitter->section, crowd, 0, 2 * crowd->period);
    gen_parts_begin(&gen_counted, emitter->section.order == ORDER_BIG);
    return gen_make_bytes(emitter);
}

/* --- Functions ------------------------------------------------------------------------------------------ */

/* What the first functions of a period take in the row sub-section: bytes and rows. */
struct share {
    uint32_t data, rows;
};

static struct share share_of(const struct emitter *emitter, uint32_t functions)
{
    return (struct share){emitter->encoded.data_at[functions] - emitter->encoded.data_at[0],
                          emitter->section.functions[functions].first_row};
}

static uint32_t end_of_run(const struct crowd *crowd, uint32_t first)
{
    uint32_t end = 0;
    for (unsigned i = 0; i < crowd->run_count && end <= first; i++)
        end += crowd->runs[i];
    return end > first ? end : crowd->count;
}

/* Appends the entries of functions from number `first` on: `length` of them, `times` times.  They are encoded as if
 * they came first in the table; then their fields are changed for their place, where `data` bytes of rows and `first`
 * entries come before. */
static void append_entries(struct emitter *emitter, const struct crowd *crowd, uint32_t first, uint32_t length,
                           uint32_t times, uint32_t data)
{
    const struct encoded *const encoded = &emitter->encoded;
    const uint32_t entry = gen_profile_facts[emitter->section.profile].entry_size;
    encode(emitter, crowd, first, times > 1 ? 2 * length : length);
    repeat(encoded, encoded->functions_begin, length * entry, times);
    for (uint32_t i = 0; i < length && !emitter->stopped; i++) {
        const struct field *const index = gen_find_field(encoded, FIELD_FRE_OFF, (int)i, -1, -1);
        gen_parts_add_to(&gen_counted, index->offset - encoded->functions_begin, index->width, data);
        if (gen_starts_pcrel(&emitter->section))
            gen_parts_add_to(&gen_counted, i * entry, gen_profile_facts[emitter->section.profile].start_width,
                             0 - (uint64_t)first * entry);
    }
}

static bool describe_functions(struct emitter *emitter, const struct crowd *crowd)
{
    const struct encoded *const encoded = &emitter->encoded;
    const uint32_t period = crowd->period, missing = crowd->count - 2 * period;
    const uint32_t entries = missing * gen_profile_facts[emitter->section.profile].entry_size;
    if (!begin(emitter, crowd))
        return false;
    const struct share whole = share_of(emitter, period), rest = share_of(emitter, crowd->count % period);
    gen_add_to(emitter, FIELD_NUM_FDES, -1, missing);
    gen_add_to(emitter, FIELD_NUM_FRES, -1, (crowd->count / period - 2) * whole.rows + rest.rows);
    gen_add_to(emitter, FIELD_FRE_LEN, -1, (crowd->count / period - 2) * whole.data + rest.data);
    gen_add_to(emitter, FIELD_FREOFF, -1, entries);
    append(encoded, 0, encoded->functions_begin);
    for (uint32_t first = 0, end; first < crowd->count && !emitter->stopped; first = end) {
        end = end_of_run(crowd, first);
        const uint32_t times = (end - first) / period;
        end = times > 0 ? first + times * period : end;
        append_entries(emitter, crowd, first, times > 0 ? period : end - first, times > 0 ? times : 1,
                       first / period * whole.data);
    }
    encode(emitter, crowd, 0, 2 * period);
    repeat(encoded, encoded->rows_begin, whole.data, crowd->count / period);
    append(encoded, encoded->rows_begin, encoded->rows_begin + rest.data);
    return !emitter->stopped;
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

static bool describe_rows(struct emitter *emitter, const struct crowd *crowd)
{
    const struct encoded *const encoded = &emitter->encoded;
    const uint32_t period = crowd->period, missing = crowd->count - 2 * period, rest = crowd->count % period;
    if (!begin(emitter, crowd))
        return false;
    const uint32_t at = encoded->row_at[0], row = encoded->row_at[1] - at, data = missing * row;
    gen_add_to(emitter, FIELD_NUM_FRES, -1, missing);
    gen_add_to(emitter, FIELD_FRE_LEN, -1, data);
    gen_add_to(emitter, FIELD_FUNC_NUM_FRES, 0, missing);
    if (emitter->section.function_count > 1)
        gen_add_to(emitter, FIELD_FRE_OFF, 1, data);
    append(encoded, 0, at);
    repeat(encoded, at, period * row, crowd->count / period);
    if (rest > 0)
        encode(emitter, crowd, crowd->count - rest, rest);
    append(encoded, at, at + rest * row);
    encode(emitter, crowd, 0, 2 * period);
    append(encoded, at + 2 * period * row, encoded->length);
    return !emitter->stopped;
}

/* --- Crowds --------------------------------------------------------------------------------------------- */

bool gen_make_crowd(struct emitter *emitter, const struct crowd *crowd)
{
    return (crowd->count < 2 * crowd->period ||
            (crowd->of_rows ? describe_rows : describe_functions)(emitter, crowd)) &&
           finish(emitter, crowd);
}

uint64_t gen_open_window(struct emitter *emitter, const struct crowd *crowd, uint32_t number)
{
    struct section *const section = &emitter->section;
    if (crowd->count > most_of(crowd))
        model(section, crowd, number, 1);
    const uint32_t at = crowd->of_rows ? 0 : number - section->functions_before;
    const struct function *const function = &section->functions[at];
    const uint64_t address = gen_function_address(section, function);
    return crowd->of_rows ? address + gen_function_row(section, function, number - function->rows_before)->start
                          : address;
}

void gen_look_into(struct emitter *emitter, const struct crowd *crowd, uint32_t number, int64_t place,
                   const char *name)
{
    gen_ask_one(emitter, OPERATION_LOOKUP, gen_open_window(emitter, crowd, number) + (uint64_t)place, name);
}

void gen_look_at(struct emitter *emitter, uint64_t place, const char *name)
{
    gen_emit(emitter, OPERATION_LOOKUP, emitter->section.address + place, name);
}

const char *gen_name_size(const char *what, uint64_t size, const char *more)
{
    static char buffer[MAX_ID];
    return SAY(buffer, "size-%s-%" PRIu64 "%s", what, size, more);
}
