#include "contested.h"

#include <stddef.h>
#include <string.h>

/* --- Questions ------------------------------------------------------------------------------------------ */

void gen_put_question(struct dispute *dispute, enum operation operation, uint64_t pc, const char *name)
{
    dispute->operation = operation;
    dispute->pc = pc;
    dispute->name = name;
    dispute->given = 0;
    gen_contest(dispute->emitter);
}

void gen_put_usual_question(struct dispute *dispute, enum operation operation, uint64_t pc)
{
    gen_put_question(dispute, operation, pc, operation == OPERATION_LOOKUP ? "inside" : "whole");
}

/* After a reading's answer. */
static void note(struct dispute *dispute, const char *reading)
{
    const struct emitter *emitter = dispute->emitter;
    unsigned number = 0;
    while (number < dispute->reading_count && strcmp(dispute->readings[number], reading) != 0)
        number++;
    dispute->given |= 1U << number;
    if (number == dispute->reading_count)
        return;
    dispute->answers[number].begin = emitter->answer_at;
    dispute->answers[number].length = emitter->expectation.length - emitter->answer_at;
}

void gen_answers(struct dispute *dispute, const char *reading)
{
    gen_reading_answers(dispute->emitter, dispute->ledger, reading, dispute->operation, dispute->pc);
    note(dispute, reading);
}

void gen_refuses(struct dispute *dispute, const char *reading)
{
    gen_reading_refuses(dispute->emitter, dispute->ledger, reading);
    note(dispute, reading);
}

void gen_says(struct dispute *dispute, const char *reading, const char *json)
{
    gen_text_string(gen_reading_says(dispute->emitter, dispute->ledger, reading), json);
    note(dispute, reading);
}

void gen_traces(struct dispute *dispute, const char *reading, const struct trace *trace)
{
    gen_reading_traces(dispute->emitter, dispute->ledger, reading, trace);
    note(dispute, reading);
}

void gen_traces_or_refuses(struct dispute *dispute, const char *reading, const struct trace *trace)
{
    gen_reading_refuses_trace(dispute->emitter, dispute->ledger, reading, trace);
    note(dispute, reading);
}

void gen_close_question(struct dispute *dispute)
{
    struct emitter *emitter = dispute->emitter;
    if (dispute->given + 1 != 1U << dispute->reading_count ||
        emitter->reading_count != dispute->reading_count)
        gen_family_fails(emitter, "a contested vector has not each reading of its point once");
    uint32_t count = emitter->violations.count;
    if (!dispute->lists_violations)
        emitter->violations.count = 0;
    gen_emit_contested(emitter, dispute->operation, dispute->pc, dispute->readings[dispute->oracle],
                       dispute->name);
    emitter->violations.count = count;
    dispute->made = true;
}

/* --- Readings by table ---------------------------------------------------------------------------------- */

void gen_set_rules(struct row *row, const struct rules *rules)
{
    row->empty = false;
    row->extra_count = 0;
    row->cfa = rules->cfa;
    row->ra = rules->ra;
    row->fp = rules->fp;
}

/* Where the dispute is about one clause, whatever else is broken stays so. */
static void drop_violations(struct violations *violations, const char *clause)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < violations->count && clause != NULL; i++)
        if (strcmp(violations->list[i].clause, clause) != 0)
            violations->list[kept++] = violations->list[i];
    violations->count = kept;
}

/* Makes the violations those that the reading finds, and the model what it sees in the bytes. */
static void take(const struct dispute *dispute, const struct reading *reading, uint32_t offset)
{
    struct emitter *emitter = dispute->emitter;
    if (reading->judgement == ALLOWS || reading->clause != NULL)
        drop_violations(&emitter->violations, dispute->clause);
    if (reading->clause != NULL)
        gen_also_breaks(emitter, reading->clause, offset,
                        reading->judgement == UNREADABLE ? SEVERITY_MALFORMED : SEVERITY_IRREGULAR);
    if (reading->row.given)
        gen_set_rules(&emitter->section.rows[0], &reading->row);
    if (reading->understand != NULL)
        reading->understand(&emitter->section);
}

static bool has_no_answer(const struct dispute *dispute, const struct reading *reading)
{
    if (reading->judgement == REFUSES ||
        (reading->judgement == UNREADABLE && dispute->operation != OPERATION_CHECK))
        return true;
    return dispute->operation == OPERATION_LOOKUP &&
           gen_look_up(dispute->section, dispute->pc).found == FOUND_ERROR;
}

static void give_answer(struct dispute *dispute, const struct reading *reading)
{
    if (has_no_answer(dispute, reading)) {
        gen_refuses(dispute, reading->name);
    } else if (reading->decoded != NULL && dispute->operation == OPERATION_DECODE) {
        if (reading->judgement == BREAKS)
            gen_reading_breaks(dispute->emitter, reading->name);
        gen_says(dispute, reading->name, reading->decoded);
    } else {
        gen_answers(dispute, reading->name);
    }
}

/* Of large arrays only what is in use is kept; no reading adds rows. */
void gen_judge(struct dispute *dispute, const struct reading *reading, uint32_t offset)
{
    static struct section section;
    static struct violations violations;
    struct emitter *emitter = dispute->emitter;
    const size_t model = offsetof(struct section, rows) + emitter->section.row_count * sizeof(struct row);
    const size_t found =
        offsetof(struct violations, list) + emitter->violations.count * sizeof(struct violation);
    memcpy(&section, &emitter->section, model);
    memcpy(&violations, &emitter->violations, found);
    take(dispute, reading, offset);
    give_answer(dispute, reading);
    memcpy(&emitter->section, &section, model);
    memcpy(&emitter->violations, &violations, found);
}

struct dispute gen_dispute_over(struct emitter *emitter, const char *ledger, const struct reading *readings,
                                unsigned most)
{
    struct dispute dispute = {.emitter = emitter, .section = &emitter->section, .ledger = ledger};
    while (dispute.reading_count < most && readings[dispute.reading_count].name != NULL) {
        dispute.readings[dispute.reading_count] = readings[dispute.reading_count].name;
        dispute.reading_count++;
    }
    return dispute;
}

void gen_judge_all(struct dispute *dispute, const struct reading *readings, uint32_t offset)
{
    for (unsigned i = 0; i < dispute->reading_count; i++)
        gen_judge(dispute, &readings[i], offset);
    gen_close_question(dispute);
}

static unsigned pair(unsigned one, unsigned other)
{
    return 1U << (one * MAX_READINGS + other);
}

unsigned gen_all_pairs(const struct dispute *dispute)
{
    unsigned pairs = 0;
    for (unsigned i = 1; i < dispute->reading_count; i++)
        for (unsigned k = 0; k < i; k++)
            pairs |= pair(k, i);
    return pairs;
}

unsigned gen_pairs_that_differ(const struct dispute *dispute)
{
    const char *text = dispute->emitter->expectation.begin;
    unsigned pairs = 0;
    for (unsigned i = 1; i < dispute->reading_count; i++)
        for (unsigned k = 0; k < i; k++)
            if (dispute->answers[k].length != dispute->answers[i].length ||
                memcmp(text + dispute->answers[k].begin, text + dispute->answers[i].begin,
                       dispute->answers[i].length) != 0)
                pairs |= pair(k, i);
    return pairs;
}

/* --- Points by table ------------------------------------------------------------------------------------ */

void gen_make_contested_point(struct emitter *emitter, const struct contested_point *point,
                              enum profile profile, enum abi abi)
{
    static struct dispute dispute; /* for the emitter still has its shape when something fails */
    dispute = (struct dispute){.emitter = emitter,
                               .section = &emitter->section,
                               .ledger = point->ledger,
                               .clause = point->clause,
                               .profile = profile,
                               .abi = abi};
    while (dispute.reading_count < MAX_READINGS && point->readings[dispute.reading_count] != NULL) {
        dispute.readings[dispute.reading_count] = point->readings[dispute.reading_count];
        dispute.reading_count++;
    }
    point->make(&dispute);
    if (!dispute.made && !emitter->stopped && !emitter->incomplete)
        gen_family_fails(emitter, "a contested point has no vector");
}

void gen_make_contested(struct emitter *emitter, const struct contested_point *points, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
            for (enum abi abi = ABI_AMD64; abi < ABIS; abi++)
                if (applies(points[i].profiles, points[i].abis, profile, abi) &&
                    gen_wanted(emitter, profile, abi))
                    gen_make_contested_point(emitter, &points[i], profile, abi);
}

struct section *gen_begin_dispute(struct dispute *dispute, const char *suffix)
{
    gen_begin(dispute->emitter, dispute->profile, dispute->abi,
              JOIN(dispute->shape, "open-", dispute->ledger, suffix));
    gen_exercises(dispute->emitter, dispute->clause);
    return dispute->section;
}
