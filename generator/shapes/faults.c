#include "faults.h"

#include <string.h>

/* --- Twins ---------------------------------------------------------------------------------------------- */

void gen_add_plain_functions(struct section *section, uint32_t first)
{
    for (uint32_t i = first; i < 3; i++) {
        gen_add_function(section, 0x1000 + 0x100 * (int64_t)i, 0x40);
        gen_add_prologue(section, 4);
    }
}

void gen_make_wide(struct section *section)
{
    for (uint32_t i = 0; i < section->function_count; i++)
        section->functions[i].fre_type = FRE_ADDR4;
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].word_size = 4;
}

static void build_plain(struct section *section)
{
    gen_add_plain_functions(section, 0);
}

static void build_small(struct section *section)
{
    gen_add_function(section, 0x1000, 0x40);
    gen_add_row(section, 0);
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
    gen_add_plain_functions(section, 0);
}

const struct twin gen_twin_plain = {"fault-twin-plain", build_plain, EVERYWHERE};
const struct twin gen_twin_small = {"fault-twin-small", build_small,
                                    BOTH | AT_FIRST | AT_FAR | AT_SECOND_ROW | AT_LAST};
const struct twin gen_twin_empty = {"fault-twin-empty", build_empty, BOTH | AT_FIRST | AT_FAR};
const struct twin gen_twin_aux = {"fault-twin-aux", build_aux, BOTH | AT_FIRST | AT_SECOND_ROW | AT_LAST};

/* --- Words ---------------------------------------------------------------------------------------------- */

/* Words, or an enumerator, as they stand in an id: lower case, letters, digits and hyphens. */
static void slug(struct text *text, const char *words)
{
    for (; *words != '\0'; words++) {
        if (*words >= 'A' && *words <= 'Z')
            gen_text_char(text, (char)(*words - 'A' + 'a'));
        else if (*words == ' ' || *words == '.' || *words == '_')
            gen_text_char(text, '-');
        else if (*words != ',' && *words != '\'')
            gen_text_char(text, *words);
    }
}

const char *gen_numbered_way(const char *before, uint64_t number, const char *after)
{
    static char buffer[MAX_ID];
    return SAY(buffer, "%s%" PRIu64 "%s", before, number, after);
}

const char *gen_shape_of_encoding(char buffer[MAX_ID], const char *before, const char *name,
                                  unsigned start_width, unsigned word_size)
{
    struct text shape;
    gen_text_init(&shape, buffer, MAX_ID);
    gen_text_string(&shape, before);
    slug(&shape, name);
    if (start_width != 0)
        gen_text_format(&shape, "-addr%u", start_width);
    if (word_size != 0)
        gen_text_format(&shape, "-word%u", word_size);
    return gen_text_c(&shape);
}

/* --- Bytes ---------------------------------------------------------------------------------------------- */

const struct field *gen_fault_field(const struct emitter *emitter, enum field_name name, int function)
{
    return gen_find_field(&emitter->encoded, name, name >= FIELD_START ? function : -1, -1, -1);
}

uint32_t gen_first_cut(const struct encoded *encoded, uint32_t end)
{
    for (uint32_t i = 0; i < encoded->field_count; i++) {
        const struct field *field = &encoded->fields[i];
        if (field->row >= 0 && field->offset + field->width > end)
            return field->offset;
    }
    return end;
}

void gen_cut_rows(struct encoded *encoded, uint32_t bytes)
{
    const struct field *length = gen_header_field(encoded, FIELD_FRE_LEN);
    gen_lie_field(encoded, length, gen_raw_value(encoded, length) - bytes);
    gen_raw_cut(encoded, encoded->length - bytes);
}

/* --- Faults --------------------------------------------------------------------------------------------- */

static char clause_shape[MAX_ID]; /* of gen_begin_fault: all ways to break the clause share it */

bool gen_is_for(const struct emitter *emitter, unsigned profiles, unsigned abis)
{
    if (abis == TWO && is_in(V2 | V2E1, emitter->profile))
        abis = AMD;
    return applies(profiles, abis, emitter->profile, emitter->abi);
}

struct section *gen_begin_fault(struct emitter *emitter, const struct twin *twin, const char *clause,
                                const char *way)
{
    struct text shape;
    gen_text_init(&shape, clause_shape, sizeof clause_shape);
    gen_text_string(&shape, "fault-");
    slug(&shape, clause);
    struct section *section = gen_start(emitter, gen_text_c(&shape));
    gen_differs_from(emitter, twin->shape, clause, way);
    twin->build(section);
    return section;
}

bool gen_make_fault(struct emitter *emitter, const struct twin *twin, const char *clause, const char *way)
{
    gen_begin_fault(emitter, twin, clause, way);
    return gen_make_bytes(emitter);
}

void gen_differs_from(struct emitter *emitter, const char *twin_shape, const char *clause, const char *way)
{
    emitter->fault_of = (struct fault){clause, way, twin_shape, NULL};
}

void gen_report(struct emitter *emitter, const char *clause, uint32_t offset, enum severity severity)
{
    gen_breaks(emitter, clause != NULL ? clause : emitter->fault_of.clause, offset, severity);
    gen_demand_class(emitter, severity == MAL ? CLASS_MALFORMED : CLASS_IRREGULAR);
}

void gen_report_model(struct emitter *emitter, const char *clause)
{
    gen_breaks_model(emitter, clause != NULL ? clause : emitter->fault_of.clause);
    gen_demand_class(emitter, CLASS_IRREGULAR);
}

const char *gen_fault_name(struct emitter *emitter, const char *twin_name)
{
    static char buffer[MAX_ID];
    struct text name;
    emitter->fault_of.twin_detail = twin_name;
    if (emitter->shape != clause_shape)
        return twin_name;
    gen_text_init(&name, buffer, sizeof buffer);
    slug(&name, emitter->fault_of.way);
    if (strcmp(twin_name, "whole") != 0)
        gen_text_format(&name, "-%s", twin_name);
    return gen_text_c(&name);
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

void gen_ask_one(struct emitter *emitter, enum operation operation, uint64_t pc, const char *name)
{
    gen_emit(emitter, operation, pc, emitter->fault_of.clause != NULL ? gen_fault_name(emitter, name) : name);
}

void gen_ask(struct emitter *emitter, const struct questions *questions)
{
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_CHECK; operation++)
        if ((questions->asked >> operation & 1) != 0)
            gen_ask_one(emitter, operation, 0, "whole");
    for (unsigned i = 0; i < PLACE_COUNT; i++)
        if ((questions->asked & (unsigned)FIRST_PLACE << i) != 0)
            gen_ask_one(emitter, OPERATION_LOOKUP, emitter->section.address + (uint64_t)places[i].distance,
                        places[i].name);
    for (unsigned i = 0; i < questions->lookup_count; i++) {
        const uint32_t at = questions->lookups[i];
        gen_ask_one(emitter, OPERATION_LOOKUP, questions->origin + at, SAY(emitter->detail, "at-%u", at));
    }
}

void gen_ask_places(struct emitter *emitter, unsigned asked)
{
    const struct questions questions = {.asked = asked};
    gen_ask(emitter, &questions);
}

void gen_emit_twin(struct emitter *emitter, const struct twin *twin)
{
    twin->build(gen_start(emitter, twin->shape));
    if (!gen_make_bytes(emitter))
        return;
    gen_demand_class(emitter, CLASS_VALID);
    gen_ask_places(emitter, twin->asked);
    if (twin == &gen_twin_plain)
        gen_emit_flip(emitter, "whole"); /* of what no flip can turn: see faults_parts.c */
}
