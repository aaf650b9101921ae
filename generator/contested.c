#include "contested.h"

#include <string.h>

static void at_fault(struct emitter *emitter, const char *what)
{
    if (emitter->fault == NULL)
        emitter->fault = what;
    emitter->stopped = true;
}

/* --- Points --------------------------------------------------------------------------------------------- */

static void make_point(struct emitter *emitter, const struct contested_point *point, enum profile profile,
                       enum abi abi)
{
    struct matter matter = {
        .emitter = emitter, .section = &emitter->section, .point = point, .profile = profile, .abi = abi};
    point->make(&matter);
    if (!matter.made && !emitter->stopped)
        at_fault(emitter, "a contested point has no vector");
}

void make_contested(struct emitter *emitter, const struct contested_point *points, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
            for (enum abi abi = ABI_AMD64; abi < ABIS; abi++)
                if (applies(points[i].profiles, points[i].abis, profile, abi) &&
                    wanted(emitter, profile, abi))
                    make_point(emitter, &points[i], profile, abi);
}

struct section *begin_matter(struct matter *matter, const char *suffix)
{
    struct text shape;
    text_init(&shape, matter->shape, sizeof matter->shape);
    text_string(&shape, "open-");
    text_string(&shape, matter->point->ledger);
    text_string(&shape, suffix);
    begin(matter->emitter, matter->profile, matter->abi, text_c(&shape));
    exercises(matter->emitter, matter->point->clause);
    return matter->section;
}

/* --- Questions ------------------------------------------------------------------------------------------ */

void put_question(struct matter *matter, enum operation operation, uint64_t pc, const char *name)
{
    matter->operation = operation;
    matter->pc = pc;
    matter->name = name;
    matter->told = 0;
    contest(matter->emitter);
}

void ask_plainly(struct matter *matter, enum operation operation, uint64_t pc)
{
    put_question(matter, operation, pc, operation == OPERATION_LOOKUP ? "inside" : "whole");
}

static unsigned count_readings(const struct contested_point *point)
{
    unsigned count = 0;
    while (count < MAX_READINGS && point->readings[count] != NULL)
        count++;
    return count;
}

static void note_told(struct matter *matter, const char *reading)
{
    unsigned number = 0;
    while (number < count_readings(matter->point) && strcmp(matter->point->readings[number], reading) != 0)
        number++;
    matter->told |= 1U << number;
}

void answers(struct matter *matter, const char *reading)
{
    note_told(matter, reading);
    reading_answers(matter->emitter, matter->point->ledger, reading, matter->operation, matter->pc);
}

void refuses(struct matter *matter, const char *reading)
{
    note_told(matter, reading);
    reading_refuses(matter->emitter, matter->point->ledger, reading);
}

void says(struct matter *matter, const char *reading, const char *json)
{
    note_told(matter, reading);
    text_string(reading_says(matter->emitter, matter->point->ledger, reading), json);
}

static void drop(struct violations *violations, const char *clause)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < violations->count; i++)
        if (strcmp(violations->list[i].clause, clause) != 0)
            violations->list[kept++] = violations->list[i];
    violations->count = kept;
}

void stands(struct matter *matter, const char *reading, enum stance stance, uint32_t offset)
{
    if (stance == REFUSES) {
        refuses(matter, reading);
        return;
    }
    drop(&matter->emitter->violations, matter->point->clause);
    if (stance == BREACHES)
        also_breaks(matter->emitter, matter->point->clause, offset, SEVERITY_IRREGULAR);
    answers(matter, reading);
}

/* Violations are the readings' and not the vector's, so of clauses it lists the one at issue alone. */
void settle(struct matter *matter)
{
    struct emitter *emitter = matter->emitter;
    unsigned readings = count_readings(matter->point);
    if (matter->told + 1 != 1U << readings || emitter->reading_count != readings)
        at_fault(emitter, "a contested vector has not each reading of its point once");
    uint32_t count = emitter->violations.count;
    emitter->violations.count = 0;
    emit_contested(emitter, matter->operation, matter->pc, matter->point->readings[0], matter->name);
    emitter->violations.count = count;
    matter->made = true;
}
