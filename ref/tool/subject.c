/* One section as a command works on it: opened, checked, looked up in; and lists of its violations. */
#include "printing.h"
#include "notation/rows_fit.h"

#include <stdlib.h>

const char tool_out_of_memory[] = "out of memory";

struct tally {
    enum sfr_verdict verdict;
    uint64_t count;
    struct sfr_violation fault;
};

static void count_violation(void *context, const struct sfr_violation *violation)
{
    struct tally *const tally = context;
    if (violation->severity == SFR_MALFORMED && tally->verdict != SFR_MALFORMED)
        tally->fault = *violation;
    if (violation->severity > tally->verdict)
        tally->verdict = violation->severity;
    tally->count++;
}

static void check(const struct subject *subject, const struct sfr_report *report)
{
    const struct source *const source = subject->source;
    tool_elf_check(source, subject->section.profile, report);
    (void)sfr_check(source->bytes, source->size, subject->section.address, subject->section.profile,
                    subject->scratch, subject->scratch_size, report);
}

void tool_subject_violations(const struct subject *subject, const struct sfr_report *report)
{
    if (subject->violations > 0)
        check(subject, report);
}

bool tool_subject_begin(struct subject *subject, bool checks)
{
    struct tally tally = {.verdict = SFR_VALID};
    const struct sfr_report report = {count_violation, &tally};
    const struct source *const source = subject->source;
    const uint64_t address = subject->request->address_given ? subject->request->address : source->address;
    subject->scratch = NULL;
    subject->opened = sfr_open(&subject->section, source->bytes, source->size, address,
                               subject->request->profile, checks ? NULL : &report);
    if (checks) {
        subject->scratch_size = sfr_check_scratch(source->size);
        subject->scratch = malloc(subject->scratch_size);
        if (subject->scratch == NULL)
            return false;
        check(subject, &report);
    }
    subject->verdict = tally.verdict;
    subject->violations = tally.count;
    subject->fault = tally.fault;
    return true;
}

void tool_subject_end(struct subject *subject)
{
    free(subject->scratch);
}

bool tool_subject_rows_fit(const struct subject *subject)
{
    return subject->verdict == SFR_MALFORMED || tool_rows_fit(&subject->section);
}

void tool_subject_look_up(const struct subject *subject, uint64_t pc, struct sfr_answer *answer)
{
    if (subject->opened == SFR_MALFORMED) {
        answer->found = SFR_ERROR;
        answer->fault = subject->fault;
    } else {
        (void)sfr_lookup(&subject->section, pc, answer);
    }
}

/* --- Lists of violations ------------------------------------------------------------------------------- */

void tool_violations_add(void *context, const struct sfr_violation *violation)
{
    struct violations *const violations = context;
    const size_t count = violations->count;
    if ((count & (count - 1)) == 0 && !violations->out_of_memory) {
        const size_t room = count == 0 ? 1 : 2 * count;
        struct sfr_violation *const grown = realloc(violations->list, room * sizeof *grown);
        violations->out_of_memory = grown == NULL;
        if (grown != NULL)
            violations->list = grown;
    }
    if (!violations->out_of_memory)
        violations->list[violations->count++] = *violation;
}

int tool_violations_order(const void *left, const void *right)
{
    const struct sfr_violation *const a = left, *const b = right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return (int)a->clause - (int)b->clause;
}

void tool_violations_sort(struct violations *violations)
{
    if (violations->count > 1)
        qsort(violations->list, violations->count, sizeof *violations->list, tool_violations_order);
}
