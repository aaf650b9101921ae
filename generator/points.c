#include "points.h"

/* The bytes of a point: false if the generator has stopped. */
static bool make_point(struct emitter *emitter, enum profile profile, enum abi abi, const char *word,
                       const struct point *point)
{
    static char shape[MAX_ID];
    struct section *section =
        begin(emitter, profile, abi, JOIN(shape, word, "-", point->name, point->variant));
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

static void emit_valid_point(struct emitter *emitter, const struct point *point)
{
    demand_class(emitter, point->vector_class);
    emit_whole(emitter, point->operations, "whole");
    for (unsigned i = 0; i < MAX_PROBES && point->probes[i].detail != NULL; i++)
        emit(emitter, OPERATION_LOOKUP, point->probes[i].pc, point->probes[i].detail);
}

static void emit_open_point(struct emitter *emitter, const struct point *point)
{
    struct dispute dispute = dispute_over(emitter, point->ledger, point->readings, MAX_POINT_READINGS);
    dispute.lists_violations = true;
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_CHECK; operation++) {
        if ((point->operations >> operation & 1) == 0)
            continue;
        put_question(&dispute, operation, 0, "whole");
        judge_all(&dispute, point->readings, 0);
    }
    for (unsigned i = 0; i < MAX_PROBES && point->probes[i].detail != NULL; i++) {
        put_question(&dispute, OPERATION_LOOKUP, point->probes[i].pc, point->probes[i].detail);
        judge_all(&dispute, point->readings, 0);
    }
}

void emit_points(struct emitter *emitter, enum profile profile, enum abi abi, const char *word,
                 const struct point *points, unsigned count)
{
    for (unsigned i = 0; i < count && !emitter->stopped; i++)
        if (applies(points[i].profiles, points[i].abis, profile, abi) &&
            make_point(emitter, profile, abi, word, &points[i]))
            (points[i].ledger != NULL ? emit_open_point : emit_valid_point)(emitter, &points[i]);
}

/* The functions of a section that a reading takes for an empty one. */
void finds_nothing(struct section *section)
{
    section->function_count = 0;
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

void steps_of_four(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    for (uint32_t start = 0; start < 16; start += 4)
        add_row(section, start)->cfa = rule_sp(320 + 8 * start);
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
