/* Writes TAP 13: a line for each vector that was asked, for each implementation. */
#include "../../../common/safe_text.h"
#include "report.h"

#include <inttypes.h>
#include <string.h>

struct tap {
    FILE *out;
    const char *label;
    uint64_t number;
};

static void put_line(void *context, const struct entry *entry)
{
    struct tap *const tap = context;
    safe_print(tap->out, SAFE_TAP, "%sok %" PRIu64 " - %s: %s", entry->unexpected ? "not " : "",
                ++tap->number, tap->label, entry->id);
    if (!entry->judged && !entry->unexpected)
        safe_print(tap->out, SAFE_TAP, " # SKIP %s: %s", entry->outcome, entry->reason);
    else if (strcmp(entry->outcome, "pass") != 0 || entry->unexpected)
        safe_print(tap->out, SAFE_TAP, " (%s: %s)", entry->outcome, entry->reason);
    (void)fputc('\n', tap->out);
}

static void put_fault(void *context, const struct fault *fault)
{
    struct tap *const tap = context;
    safe_print(tap->out, SAFE_TAP, "not ok %" PRIu64 " - %s: %s\n", ++tap->number,
                fault->implementation != NULL ? fault->implementation->label : "the run", fault->words);
}

void runner_write_tap(FILE *out, const struct report *report)
{
    struct tap tap = {.out = out};
    uint64_t count = runner_each_fault(report, NULL, NULL);
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        count += each->asked + each->outcomes[NOT_RUN] + (each->missing[0] != '\0' && each->excused);
    }
    (void)fprintf(out, "TAP version 13\n1..%" PRIu64 "\n", count);
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        tap.label = each->label;
        if (each->missing[0] != '\0' && each->excused)
            safe_print(out, SAFE_TAP, "ok %" PRIu64 " - %s # SKIP missing: %s\n", ++tap.number, each->label,
                        each->missing);
        (void)runner_each_entry(each, put_line, &tap);
    }
    (void)runner_each_fault(report, put_fault, &tap);
    if (!runner_report_is_good(report))
        (void)fputs("# not as expected\n", out);
    if (!report->complete)
        (void)fputs("Bail out! the run was not completed\n", out);
}
