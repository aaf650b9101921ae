/* Writes TAP 13: a line for each vector that was asked, for each implementation. */
#include "../../../common/safe_text.h"
#include "report.h"

#include <inttypes.h>
#include <string.h>

static void put_line(FILE *out, uint64_t number, const char *label, const struct entry *entry)
{
    safe_print(out, SAFE_TAP, "%sok %" PRIu64 " - %s: %s", entry->unexpected ? "not " : "", number, label, entry->id);
    if (!entry->judged && !entry->unexpected)
        safe_print(out, SAFE_TAP, " # SKIP %s: %s", entry->outcome, entry->reason);
    else if (strcmp(entry->outcome, "pass") != 0 || entry->unexpected)
        safe_print(out, SAFE_TAP, " (%s: %s)", entry->outcome, entry->reason);
    (void)fputc('\n', out);
}

void runner_write_tap(FILE *out, const struct report *report)
{
    uint64_t count = report->fault_count, number = 0;
    struct entry entry;
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        count += each->asked + each->outcomes[NOT_RUN] + (each->missing[0] != '\0' && each->excused);
    }
    (void)fprintf(out, "TAP version 13\n1..%" PRIu64 "\n", count);
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        if (each->missing[0] != '\0' && each->excused)
            safe_print(out, SAFE_TAP, "ok %" PRIu64 " - %s # SKIP missing: %s\n", ++number, each->label, each->missing);
        for (struct log_walk walk = runner_log_begin(each); runner_entry_next(&walk, &entry);)
            put_line(out, ++number, each->label, &entry);
    }
    for (size_t i = 0; i < report->fault_count; i++)
        safe_print(out, SAFE_TAP, "not ok %" PRIu64 " - %s: %s\n", ++number,
                   report->faults[i].implementation != NULL ? report->faults[i].implementation->label : "the run",
                   report->faults[i].words);
    if (!report->good)
        (void)fputs("# not as expected\n", out);
    if (!report->complete)
        (void)fputs("Bail out! the run was not completed\n", out);
}
