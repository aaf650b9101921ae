/* JUnit XML: a suite for each implementation, a case for each vector asked. */
#include "../../../common/shown.h"
#include "report.h"

#include <inttypes.h>
#include <string.h>

struct junit {
    FILE *out;
    const char *label;
};

static void put_case(void *context, const struct entry *entry)
{
    const struct junit *const junit = context;
    FILE *const out = junit->out;
    const json_t *const complaint = json_object_get(entry->object, "stderr");
    shown_print(out, SHOWN_XML, "<testcase classname=\"%s\" name=\"%s\">", junit->label, entry->id);
    if (entry->unexpected)
        shown_print(out, SHOWN_XML, "<failure type=\"%s\" message=\"expected %s: %s\"/>", entry->outcome,
                    entry->expected, entry->reason);
    else if (entry->against || strcmp(entry->outcome, "unsupported") == 0)
        shown_print(out, SHOWN_XML, "<skipped message=\"%s, as expected\"/>", entry->outcome);
    if (complaint != NULL) {
        (void)fputs("<system-err>", out);
        shown_put(out, SHOWN_XML_LINES, json_string_value(complaint), json_string_length(complaint));
        (void)fputs("</system-err>", out);
    }
    (void)fputs("</testcase>\n", out);
}

static void count_skipped(void *context, const struct entry *entry)
{
    uint64_t *const count = context;
    *count += !entry->unexpected && (entry->against || strcmp(entry->outcome, "unsupported") == 0);
}

/* What is wrong with an implementation as a whole. */
static void put_error(FILE *out, const char *name, const char *words)
{
    shown_print(out, SHOWN_XML,
                "<testcase classname=\"sframe-conform\" name=\"%s\"><error message=\"%s\"/></testcase>\n", name,
                words);
}

void write_junit(FILE *out, const struct report *report)
{
    (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sframe-conform\">\n", out);
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        const struct {
            const char *name, *words;
        } errors[] = {{"missing", each->excused ? "" : each->missing},
                      {"ended", each->ended},
                      {"gave up", each->gave_up},
                      {"incomplete", report->complete ? "" : "the run was not completed"}};
        uint64_t skipped = 0;
        unsigned error_count = 0;
        for (unsigned j = 0; j < sizeof errors / sizeof *errors; j++)
            error_count += errors[j].words[0] != '\0';
        (void)each_entry(each, count_skipped, &skipped);
        shown_print(out, SHOWN_XML,
                    "<testsuite name=\"%s\" tests=\"%" PRIu64 "\" failures=\"%" PRIu64
                    "\" errors=\"%u\" skipped=\"%" PRIu64 "\">\n",
                    each->label, each->asked + each->outcomes[NOT_RUN] + error_count, each->unexpected,
                    error_count, skipped);
        for (unsigned j = 0; j < sizeof errors / sizeof *errors; j++)
            if (errors[j].words[0] != '\0')
                put_error(out, errors[j].name, errors[j].words);
        (void)each_entry(each, put_case, &(struct junit){out, each->label});
        (void)fputs("</testsuite>\n", out);
    }
    (void)fputs("</testsuites>\n", out);
}
