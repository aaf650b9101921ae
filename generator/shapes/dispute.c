#include "dispute.h"

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

/* After a reading's answer. */
static void note(struct dispute *dispute, const char *reading)
{
    unsigned number = 0;
    while (number < dispute->reading_count && strcmp(dispute->readings[number], reading) != 0)
        number++;
    dispute->given |= 1U << number;
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
    gen_emit_contested(emitter, dispute->operation, dispute->pc, dispute->readings[0],
                       dispute->name);
    dispute->made = true;
}

/* --- Points by table ------------------------------------------------------------------------------------ */

void gen_make_contested_point(struct emitter *emitter, const struct contested_point *point)
{
    static struct dispute dispute; /* for the emitter still has its shape when something fails */
    dispute = (struct dispute){.emitter = emitter,
                               .section = &emitter->section,
                               .ledger = point->ledger,
                               .profile = emitter->profile,
                               .abi = emitter->abi};
    while (dispute.reading_count < MAX_READINGS && point->readings[dispute.reading_count] != NULL) {
        dispute.readings[dispute.reading_count] = point->readings[dispute.reading_count];
        dispute.reading_count++;
    }
    point->make(&dispute);
    if (!dispute.made && !emitter->stopped && !emitter->incomplete)
        gen_family_fails(emitter, "a contested point has no vector");
}
