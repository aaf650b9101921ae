#include "points.h"

/* The bytes of a point: false if the generator has stopped. */
static bool make_point(struct emitter *emitter, enum profile profile, enum abi abi, const char *word,
                       const struct point *point)
{
    static char shape[MAX_ID];
    struct section *section =
        gen_begin(emitter, profile, abi, JOIN(shape, word, "-", point->name, point->variant));
    if (point->origin == NULL)
        emitter->ledger = point->name;
    else
        emitter->origin = point->origin;
    emitter->note = point->note;
    point->build(section);
    if (!gen_make_bytes(emitter))
        return false;
    if (point->lie != NULL)
        point->lie(emitter);
    return true;
}

static void emit_valid_point(struct emitter *emitter, const struct point *point)
{
    gen_demand_class(emitter, point->vector_class);
    gen_emit_whole(emitter, point->operations, "whole");
    for (unsigned i = 0; i < MAX_PROBES && point->probes[i].detail != NULL; i++)
        gen_emit(emitter, OPERATION_LOOKUP, point->probes[i].pc, point->probes[i].detail);
}

static void emit_open_point(struct emitter *emitter, const struct point *point)
{
    struct dispute dispute = gen_dispute_over(emitter, point->ledger, point->readings, MAX_POINT_READINGS);
    dispute.lists_violations = true;
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_CHECK; operation++) {
        if ((point->operations >> operation & 1) == 0)
            continue;
        gen_put_question(&dispute, operation, 0, "whole");
        gen_judge_all(&dispute, point->readings, 0);
    }
    for (unsigned i = 0; i < MAX_PROBES && point->probes[i].detail != NULL; i++) {
        gen_put_question(&dispute, OPERATION_LOOKUP, point->probes[i].pc, point->probes[i].detail);
        gen_judge_all(&dispute, point->readings, 0);
    }
}

void gen_emit_points(struct emitter *emitter, enum profile profile, enum abi abi, const char *word,
                     const struct point *points, unsigned count)
{
    for (unsigned i = 0; i < count && !emitter->stopped; i++)
        if (applies(points[i].profiles, points[i].abis, profile, abi) &&
            make_point(emitter, profile, abi, word, &points[i]))
            (points[i].ledger != NULL ? emit_open_point : emit_valid_point)(emitter, &points[i]);
}

/* The functions of a section that a reading takes for an empty one. */
void gen_finds_nothing(struct section *section)
{
    section->function_count = 0;
}

/* --- Sections ------------------------------------------------------------------------------------------- */

void gen_leaf_at(struct section *section, int64_t start)
{
    gen_add_function(section, start, 0x20);
    gen_add_row(section, 0)->cfa = gen_rule_sp(320);
}

void gen_prologue_at(struct section *section, int64_t start)
{
    gen_add_function(section, start, 0x20);
    gen_add_prologue(section, 4);
}

void gen_leaf(struct section *section)
{
    gen_leaf_at(section, 0x1000);
}

void gen_prologue(struct section *section)
{
    gen_prologue_at(section, 0x1000);
}

void gen_two_prologues(struct section *section)
{
    gen_prologue_at(section, 0x1000);
    gen_prologue_at(section, 0x1100);
    section->rows[4].cfa.offset += 64;
}

void gen_no_functions(struct section *section)
{
    (void)section;
}

void gen_rows_first(struct section *section)
{
    section->rows_first = true;
    gen_two_prologues(section);
}

void gen_auxiliary_zeros(struct section *section, uint8_t length)
{
    section->aux_length = length;
    for (unsigned i = 0; i < length; i++)
        section->aux[i] = 0;
}

static void pcrel_every(struct section *section, uint32_t step)
{
    section->flags |= FLAG_PCREL;
    for (uint32_t i = 0; i < 11; i++) {
        gen_add_function(section, 0x1000 + (int64_t)step * i, 8);
        gen_add_row(section, 0)->cfa = gen_rule_sp(160 + 8 * (int64_t)i);
    }
}

void gen_equal_fields(struct section *section)
{
    pcrel_every(section, gen_entry_bytes(section->profile));
}

void gen_falling_fields(struct section *section)
{
    pcrel_every(section, gen_entry_bytes(section->profile) - 8);
}

void gen_end_of_stack(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_add_row(section, 0)->cfa = gen_rule_sp(320);
    gen_add_row(section, 8)->empty = true;
    gen_add_row(section, 16)->cfa = gen_rule_sp(328);
}

void gen_stub(struct section *section)
{
    gen_add_stub(section, 0x1000, 16, 4);
}

void gen_steps_of_four(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    for (uint32_t start = 0; start < 16; start += 4)
        gen_add_row(section, start)->cfa = gen_rule_sp(320 + 8 * start);
}

void gen_slots_to(const struct section *section, struct row *row, int64_t ra, int64_t fp)
{
    if (gen_ra_tracked(section))
        row->ra = gen_rule_slot(ra);
    row->fp = gen_rule_slot(fp);
}

/* --- Lies ----------------------------------------------------------------------------------------------- */

void gen_append_itself(struct emitter *emitter)
{
    struct encoded *encoded = &emitter->encoded;
    uint32_t end = encoded->length;
    gen_raw_append(encoded, encoded->bytes, end);
    gen_breaks(emitter, "tile.cover", end, SEVERITY_IRREGULAR);
}
