/* Annotations as GitHub's runners read them from standard output: few, as more are not shown. */
#include "../../../common/shown.h"
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
    shown_print(listing->out, SHOWN_PROPERTY, "::error title=%s%%3A %s where %s was expected::", listing->label,
                entry->outcome, entry->expected);
    shown_print(listing->out, SHOWN_COMMAND, "%s: %s\n", entry->id, entry->reason);
}

/* What is wrong with an implementation as a whole. */
static void put_note(FILE *out, const char *label, const char *words)
{
    shown_print(out, SHOWN_PROPERTY, "::error title=%s::", label);
    shown_print(out, SHOWN_COMMAND, "%s\n", words);
}

void write_github(FILE *out, const struct report *report)
{
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        struct listing listing = {.out = out, .label = each->label};
        const char *const notes[] = {each->excused ? "" : each->missing, each->ended, each->gave_up};
        for (unsigned j = 0; j < sizeof notes / sizeof *notes; j++)
            if (notes[j][0] != '\0')
                put_note(out, each->label, notes[j]);
        (void)each_entry(each, list_unexpected, &listing);
        for (size_t j = 0; j < each->expectations.count; j++)
            if (report_judges_expectations(report) && expectation_is_unmatched(&each->expectations.lines[j]))
                shown_print(out, SHOWN_PROPERTY, "::error file=%s,line=%zu::this entry matches nothing\n",
                            each->expectations.path, j + 1);
    }
    (void)fputs(report_is_good(report) ? "::notice title=SFrame conformance::as expected\n"
                                       : "::error title=SFrame conformance::not as expected\n",
                out);
}
