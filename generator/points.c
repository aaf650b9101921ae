#include "points.h"

static char shape_buffer[MAX_ID];

static const char *shape_of(const char *word, const struct point *point)
{
    struct text text;
    text_init(&text, shape_buffer, sizeof shape_buffer);
    text_string(&text, word);
    text_char(&text, '-');
    text_string(&text, point->name);
    text_string(&text, point->variant);
    return text_c(&text);
}

/* The bytes of a point: false if the generator has stopped. */
static bool make_point(struct emitter *emitter, enum profile profile, enum abi abi, const char *word,
                       const struct point *point)
{
    struct section *section = begin(emitter, profile, abi, shape_of(word, point));
    if (point->origin == NULL)
        emitter->ledger = point->name;
    else
        emitter->origin = point->origin;
    emitter->note = point->note;
    point->build(section);
    if (!make_bytes(emitter))
        return false;
    if (point->lie != NULL)
        point->lie(emitter);
    return true;
}

static void emit_point(struct emitter *emitter, enum profile profile, enum abi abi, const char *word,
                       const struct point *point)
{
    if (!make_point(emitter, profile, abi, word, point))
        return;
    demand_class(emitter, point->vector_class);
    emit_whole(emitter, point->operations, "whole");
    for (unsigned i = 0; i < MAX_PROBES && point->probes[i].detail != NULL; i++)
        emit(emitter, OPERATION_LOOKUP, point->probes[i].pc, point->probes[i].detail);
}

void emit_points(struct emitter *emitter, enum profile profile, enum abi abi, const char *word,
                 const struct point *points, unsigned count)
{
    for (unsigned i = 0; i < count && !emitter->stopped; i++)
        if (applies(points[i].profiles, points[i].abis, profile, abi))
            emit_point(emitter, profile, abi, word, &points[i]);
}

/* --- Points on which readings differ -------------------------------------------------------------------- */

static void say_reading(struct emitter *emitter, enum operation operation, uint64_t pc, const char *ledger,
                        const struct reading *reading)
{
    if (reading->stance == REFUSES) {
        reading_refuses(emitter, ledger, reading->name);
        return;
    }
    uint32_t functions = emitter->section.function_count;
    uint32_t violations = emitter->violations.count;
    if (reading->stance == FINDS_NOTHING)
        emitter->section.function_count = 0;
    if (reading->stance != FINDS_BREACH)
        emitter->violations.count = 0;
    reading_answers(emitter, ledger, reading->name, operation, pc);
    emitter->section.function_count = functions;
    emitter->violations.count = violations;
}

static void emit_open(struct emitter *emitter, const struct open_point *open, enum operation operation,
                      uint64_t pc, const char *name)
{
    contest(emitter);
    for (unsigned i = 0; i < MAX_READINGS && open->readings[i].name != NULL; i++)
        say_reading(emitter, operation, pc, open->ledger, &open->readings[i]);
    emit_contested(emitter, operation, pc, open->readings[0].name, name);
}

void emit_open_points(struct emitter *emitter, enum profile profile, enum abi abi, const char *word,
                      const struct open_point *points, unsigned count)
{
    for (unsigned i = 0; i < count && !emitter->stopped; i++) {
        const struct point *point = &points[i].point;
        if (!applies(point->profiles, point->abis, profile, abi) ||
            !make_point(emitter, profile, abi, word, point))
            continue;
        if ((point->operations & DECODE) != 0)
            emit_open(emitter, &points[i], OPERATION_DECODE, 0, "whole");
        if ((point->operations & CHECK) != 0)
            emit_open(emitter, &points[i], OPERATION_CHECK, 0, "whole");
        for (unsigned k = 0; k < MAX_PROBES && point->probes[k].detail != NULL; k++)
            emit_open(emitter, &points[i], OPERATION_LOOKUP, point->probes[k].pc, point->probes[k].detail);
    }
}

/* --- Sections ------------------------------------------------------------------------------------------- */

void leaf_at(struct section *section, int64_t start)
{
    add_function(section, start, 0x20);
    add_row(section, 0)->cfa = rule_sp(320);
}

void prologue_at(struct section *section, int64_t start)
{
    add_function(section, start, 0x20);
    add_prologue(section, 4);
}

void leaf(struct section *section)
{
    leaf_at(section, 0x1000);
}

void prologue(struct section *section)
{
    prologue_at(section, 0x1000);
}

void two_prologues(struct section *section)
{
    prologue_at(section, 0x1000);
    prologue_at(section, 0x1100);
    section->rows[4].cfa.offset += 64;
}

void no_functions(struct section *section)
{
    (void)section;
}

void rows_first(struct section *section)
{
    section->rows_first = true;
    two_prologues(section);
}

void auxiliary_zeros(struct section *section, uint8_t length)
{
    section->aux_length = length;
    for (unsigned i = 0; i < length; i++)
        section->aux[i] = 0;
}

static void pcrel_every(struct section *section, uint32_t step)
{
    section->flags |= FLAG_PCREL;
    for (uint32_t i = 0; i < 11; i++) {
        add_function(section, 0x1000 + (int64_t)step * i, 8);
        add_row(section, 0)->cfa = rule_sp(160 + 8 * (int64_t)i);
    }
}

void equal_fields(struct section *section)
{
    pcrel_every(section, entry_bytes(section->profile));
}

void falling_fields(struct section *section)
{
    pcrel_every(section, entry_bytes(section->profile) - 8);
}

void end_of_stack(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    add_row(section, 0)->cfa = rule_sp(320);
    add_row(section, 8)->empty = true;
    add_row(section, 16)->cfa = rule_sp(328);
}

void stub(struct section *section)
{
    add_stub(section, 0x1000, 16, 4);
}

void slots_to(const struct section *section, struct row *row, int64_t ra, int64_t fp)
{
    if (ra_tracked(section))
        row->ra = rule_slot(ra);
    row->fp = rule_slot(fp);
}

/* --- Lies ----------------------------------------------------------------------------------------------- */

void append_itself(struct emitter *emitter)
{
    struct encoded *encoded = &emitter->encoded;
    uint32_t end = encoded->length;
    raw_append(encoded, encoded->bytes, end);
    breaks(emitter, "tile.cover", end, SEVERITY_IRREGULAR);
}
