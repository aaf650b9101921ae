/* Writes annotations for GitHub's runners, which read them from standard output.  They are few, as GitHub
 * does not show more. */
#include "../../../common/safe_text.h"
#include "report.h"


enum { SHOWN = 10 };

static void put_unexpected(FILE *out, const struct implementation_report *each)
{
    struct log_walk walk = runner_log_begin(each);
    struct entry entry;
    for (unsigned shown = 0; runner_entry_next(&walk, &entry);) {
        if (!entry.unexpected || shown++ >= SHOWN)
            continue;
        safe_print(out, SAFE_PROPERTY, "::error title=%s%%3A %s where %s was expected::", each->label, entry.outcome,
                   entry.expected);
        safe_print(out, SAFE_COMMAND, "%s: %s\n", entry.id, entry.reason);
    }
}

void runner_write_github(FILE *out, const struct report *report)
{
    for (unsigned i = 0; i < report->count; i++)
        put_unexpected(out, &report->implementations[i]);
    for (const struct fault *fault = report->faults; fault < report->faults + report->fault_count; fault++) {
        safe_print(out, SAFE_PROPERTY, "::error title=%s::",
                   fault->implementation != NULL ? fault->implementation->label : "SFrame conformance");
        safe_print(out, SAFE_COMMAND, "%s\n", fault->words);
    }
    (void)fputs(report->good ? "::notice title=SFrame conformance::as expected\n"
                                              : "::error title=SFrame conformance::not as expected\n",
                out);
}
