/* Annotations as GitHub's runners read them from standard output: few, as more are not shown. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

enum { SHOWN = 10 };

struct listing {
    FILE *out;
    const char *label;
    uint64_t shown;
};

/* The only escapes that the commands have. */
static void put_escaped(FILE *out, const char *text, bool property)
{
    for (; *text != '\0'; text++)
        if (strchr(property ? "%\r\n:," : "%\r\n", *text) != NULL)
            (void)fprintf(out, "%%%02X", (unsigned)*text);
        else
            (void)putc(*text, out);
}

static void put_annotation(FILE *out, const char *title, const char *where, const char *words)
{
    (void)fputs("::error title=", out);
    put_escaped(out, title, true);
    (void)fputs("::", out);
    put_escaped(out, where, false);
    (void)fputs(where[0] != '\0' ? ": " : "", out);
    put_escaped(out, words, false);
    (void)fputc('\n', out);
}

static void list_unexpected(void *context, const struct entry *entry)
{
    struct listing *const listing = context;
    char title[160];
    if (!entry->unexpected || listing->shown++ >= SHOWN)
        return;
    (void)snprintf(title, sizeof title, "%.80s: %s where %s was expected", listing->label, entry->outcome,
                   entry->expected);
    put_annotation(listing->out, title, entry->id, entry->reason);
}

void write_github(FILE *out, const struct report *report)
{
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        struct listing listing = {.out = out, .label = each->label};
        const char *const notes[] = {each->excused ? "" : each->missing, each->ended, each->gave_up};
        for (unsigned j = 0; j < sizeof notes / sizeof *notes; j++)
            if (notes[j][0] != '\0')
                put_annotation(out, each->label, "", notes[j]);
        (void)each_entry(each, list_unexpected, &listing);
        for (size_t j = 0; j < each->expectations.count; j++)
            if (report_judges_expectations(report) && expectation_is_unmatched(&each->expectations.lines[j]))
                (void)fprintf(out, "::error file=%s,line=%zu::this entry matches nothing\n",
                              each->expectations.path, j + 1);
    }
    (void)fprintf(out, "::%s title=SFrame conformance::%s\n", report_is_good(report) ? "notice" : "error",
                  report_is_good(report) ? "as expected" : "not as expected");
}
