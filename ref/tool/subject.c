#include "printing.h"
#include "rows_fit.h"

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
