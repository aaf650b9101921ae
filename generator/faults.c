#include "faults.h"

#include <string.h>

/* --- Twins ---------------------------------------------------------------------------------------------- */

void add_plain_functions(struct section *section, uint32_t first)
{
    for (uint32_t i = first; i < 3; i++) {
        add_function(section, 0x1000 + 0x100 * (int64_t)i, 0x40);
        add_prologue(section, 4);
    }
}

void make_wide(struct section *section)
{
    for (uint32_t i = 0; i < section->function_count; i++)
        section->functions[i].fre_type = FRE_ADDR4;
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].word_size = 4;
}

static void build_plain(struct section *section)
{
    add_plain_functions(section, 0);
}

static void build_small(struct section *section)
{
    add_function(section, 0x1000, 0x40);
    add_row(section, 0);
}

static void build_empty(struct section *section)
{
    (void)section;
}

static void build_aux(struct section *section)
{
    section->aux_length = 8;
    for (uint8_t i = 0; i < 8; i++)
        section->aux[i] = (uint8_t)(0xa5 + i);
    add_plain_functions(section, 0);
}

const struct twin twin_plain = {"fault-twin-plain", build_plain, EVERYWHERE};
const struct twin twin_small = {"fault-twin-small", build_small,
                                BOTH | AT_FIRST | AT_FAR | AT_SECOND_ROW | AT_LAST};
const struct twin twin_empty = {"fault-twin-empty", build_empty, BOTH | AT_FIRST | AT_FAR};
const struct twin twin_aux = {"fault-twin-aux", build_aux, BOTH | AT_FIRST | AT_SECOND_ROW | AT_LAST};

/* --- Words ---------------------------------------------------------------------------------------------- */

/* Words, or an enumerator, as they stand in an id: lower case, letters, digits and hyphens. */
static void slug(struct text *text, const char *words)
{
    for (; *words != '\0'; words++) {
        if (*words >= 'A' && *words <= 'Z')
            text_char(text, (char)(*words - 'A' + 'a'));
        else if (*words == ' ' || *words == '.' || *words == '_')
            text_char(text, '-');
        else if (*words != ',' && *words != '\'')
            text_char(text, *words);
    }
}

const char *numbered_way(const char *before, uint64_t number, const char *after)
{
    static char buffer[MAX_ID];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_string(&text, before);
    text_unsigned(&text, number);
    text_string(&text, after);
    return text_c(&text);
}

const char *shape_of_encoding(char buffer[MAX_ID], const char *before, const char *name, unsigned start_width,
                              unsigned word_size)
{
    struct text shape;
    text_init(&shape, buffer, MAX_ID);
    text_string(&shape, before);
    slug(&shape, name);
    if (start_width != 0) {
        text_string(&shape, "-addr");
        text_unsigned(&shape, start_width);
    }
    if (word_size != 0) {
        text_string(&shape, "-word");
        text_unsigned(&shape, word_size);
    }
    return text_c(&shape);
}

/* --- Bytes ---------------------------------------------------------------------------------------------- */

const struct field *fault_field(const struct emitter *emitter, enum field_name name, int function)
{
    return find_field(&emitter->encoded, name, name >= FIELD_START ? function : -1, -1, -1);
}

uint32_t first_cut(const struct encoded *encoded, uint32_t end)
{
    for (uint32_t i = 0; i < encoded->field_count; i++) {
        const struct field *field = &encoded->fields[i];
        if (field->row >= 0 && field->offset + field->width > end)
            return field->offset;
    }
    return end;
}

void cut_rows(struct encoded *encoded, uint32_t bytes)
{
    const struct field *length = header_field(encoded, FIELD_FRE_LEN);
    lie_field(encoded, length, raw_value(encoded, length) - bytes);
    raw_cut(encoded, encoded->length - bytes);
}

/* --- Faults --------------------------------------------------------------------------------------------- */

static char clause_shape[MAX_ID]; /* of begin_fault: all ways to break the clause share it */

bool is_for(unsigned profiles, unsigned abis, enum profile profile, enum abi abi)
{
    if (abis == TWO && is_in(V2 | V2E1, profile))
        abis = AMD;
    return applies(profiles, abis, profile, abi);
}

struct section *begin_fault(struct emitter *emitter, enum profile profile, enum abi abi,
                            const struct twin *twin, const char *clause, const char *way)
{
    struct text shape;
    text_init(&shape, clause_shape, sizeof clause_shape);
    text_string(&shape, "fault-");
    slug(&shape, clause);
    struct section *section = begin(emitter, profile, abi, text_c(&shape));
    differs_from(emitter, twin->shape, clause, way);
    twin->build(section);
    return section;
}

bool make_fault(struct emitter *emitter, enum profile profile, enum abi abi, const struct twin *twin,
                const char *clause, const char *way)
{
    begin_fault(emitter, profile, abi, twin, clause, way);
    return make_bytes(emitter);
}

void differs_from(struct emitter *emitter, const char *twin_shape, const char *clause, const char *way)
{
    emitter->fault_of = (struct fault){clause, way, twin_shape, NULL};
}

void report(struct emitter *emitter, const char *clause, uint32_t offset, enum severity severity)
{
    breaks(emitter, clause != NULL ? clause : emitter->fault_of.clause, offset, severity);
    demand_class(emitter, severity == MAL ? CLASS_MALFORMED : CLASS_IRREGULAR);
}

void report_model(struct emitter *emitter, const char *clause)
{
    breaks_model(emitter, clause != NULL ? clause : emitter->fault_of.clause);
    demand_class(emitter, CLASS_IRREGULAR);
}

const char *fault_name(struct emitter *emitter, const char *twin_name)
{
    static char buffer[MAX_ID];
    struct text name;
    emitter->fault_of.twin_detail = twin_name;
    if (emitter->shape != clause_shape)
        return twin_name;
    text_init(&name, buffer, sizeof buffer);
    slug(&name, emitter->fault_of.way);
    if (strcmp(twin_name, "whole") != 0) {
        text_char(&name, '-');
        text_string(&name, twin_name);
    }
    return text_c(&name);
}

/* --- Questions ------------------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    int64_t distance;
} places[PLACE_COUNT] = {
#define PLACE(name, words, distance) {words, distance},
    PLACES(PLACE)
#undef PLACE
};

void ask_one(struct emitter *emitter, enum operation operation, uint64_t pc, const char *name)
{
    emit(emitter, operation, pc, emitter->fault_of.clause != NULL ? fault_name(emitter, name) : name);
}

void ask(struct emitter *emitter, const struct questions *questions)
{
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_CHECK; operation++)
        if ((questions->asked >> operation & 1) != 0)
            ask_one(emitter, operation, 0, "whole");
    for (unsigned i = 0; i < PLACE_COUNT; i++)
        if ((questions->asked & (unsigned)FIRST_PLACE << i) != 0)
            ask_one(emitter, OPERATION_LOOKUP, emitter->section.address + (uint64_t)places[i].distance,
                    places[i].name);
    for (unsigned i = 0; i < questions->lookup_count; i++) {
        struct text *name = detail(emitter);
        text_string(name, "at-");
        text_unsigned(name, questions->lookups[i]);
        ask_one(emitter, OPERATION_LOOKUP, questions->origin + questions->lookups[i], text_c(name));
    }
}

void ask_places(struct emitter *emitter, unsigned asked)
{
    const struct questions questions = {.asked = asked};
    ask(emitter, &questions);
}

void emit_twin(struct emitter *emitter, enum profile profile, enum abi abi, const struct twin *twin)
{
    twin->build(begin(emitter, profile, abi, twin->shape));
    if (!make_bytes(emitter))
        return;
    demand_class(emitter, CLASS_VALID);
    ask_places(emitter, twin->asked);
}
