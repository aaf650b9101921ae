/* Writes annotations for GitHub's runners, which read them from standard output.  They are few, as GitHub
 * does not show more. */
#include "../../../common/safe_text.h"
#include "report.h"

#include <inttypes.h>

enum { SHOWN = 10 };

struct listing {
    FILE *out;
    const char *label;
    uint64_t shown;
};

static void list_unexpected(void *context, const struct entry *entry)
{
    struct listing *const listing = context;
    if (!entry->unexpected || listing->shown++ >= SHOWN)
        return;
    safe_print(listing->out, SAFE_PROPERTY,
                "::error title=%s%%3A %s where %s was expected::", listing->label, entry->outcome,
                entry->expected);
    safe_print(listing->out, SAFE_COMMAND, "%s: %s\n", entry->id, entry->reason);
}

static void put_fault(void *context, const struct fault *fault)
{
    FILE *const out = context;
    safe_print(out, SAFE_PROPERTY, "::error title=%s::",
                fault->implementation != NULL ? fault->implementation->label : "SFrame conformance");
    safe_print(out, SAFE_COMMAND, "%s\n", fault->words);
}

void runner_write_github(FILE *out, const struct report *report)
{
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        struct listing listing = {.out = out, .label = each->label};
        (void)runner_each_entry(each, list_unexpected, &listing);
    }
    (void)runner_each_fault(report, put_fault, out);
    (void)fputs(runner_report_is_good(report) ? "::notice title=SFrame conformance::as expected\n"
                                              : "::error title=SFrame conformance::not as expected\n",
                out);
}
