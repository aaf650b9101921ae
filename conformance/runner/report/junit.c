/* Writes JUnit XML: a suite for each implementation, a case for each vector that was asked. */
#include "../../../common/safe_text.h"
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct junit {
    FILE *out;
    const struct report *report;
    const struct implementation_report *about;
};

/* Writes what people need to look into a failure: the clause, the bytes, the command. */
static void put_failure(const struct junit *junit, const struct entry *entry)
{
    FILE *const out = junit->out;
    const char *const about = runner_entry_is_about(entry);
    const char *const bytes =
        json_string_value(json_object_get(json_object_get(entry->object, "input"), "bytes"));
    char *const differences = runner_differences_of(entry->object, 0, DIFFERENCES_MAX, "\n");
    char *const decided = runner_decided_by(junit->report, entry->object, NULL);
    char *const command = runner_command_for(junit->report, junit->about, entry->id);
    safe_print(out, SAFE_XML, "<failure type=\"%s\" message=\"expected %s: %s\">", entry->outcome,
               entry->expected, entry->reason);
    safe_print(out, SAFE_XML_LINES, "%s", differences);
    if (about[0] != '\0')
        safe_print(out, SAFE_XML_LINES, "about: %s\n", about);
    if (decided != NULL)
        safe_print(out, SAFE_XML_LINES, "likely decided by %s\n", decided);
    if (bytes != NULL)
        safe_print(out, SAFE_XML_LINES, "section: %s\n", bytes);
    if (command != NULL)
        safe_print(out, SAFE_XML_LINES, "alone: %s\n", command);
    (void)fputs("</failure>", out);
    free(command);
    free(differences);
    free(decided);
}

/* Whether a case is marked as skipped: known failures and vectors that were not judged have not passed. */
static bool is_skipped(const struct entry *entry)
{
    return !entry->unexpected && (entry->against || !entry->judged);
}

static void put_case(const struct junit *junit, const struct entry *entry)
{
    FILE *const out = junit->out;
    const json_t *const complaint = json_object_get(entry->object, "stderr");
    safe_print(out, SAFE_XML, "<testcase classname=\"%s\" name=\"%s\">", junit->about->label, entry->id);
    if (entry->unexpected)
        put_failure(junit, entry);
    else if (is_skipped(entry))
        safe_print(out, SAFE_XML, "<skipped message=\"%s, %s\"/>", entry->outcome,
                   entry->judged ? "as expected" : "not judged");
    if (complaint != NULL) {
        (void)fputs("<system-err>", out);
        safe_put(out, SAFE_XML_LINES, json_string_value(complaint), json_string_length(complaint));
        (void)fputs("</system-err>", out);
    }
    (void)fputs("</testcase>\n", out);
}

/* --- Suites --------------------------------------------------------------------------------------------- */

/* What is wrong beside cases: with an implementation, or, if ABOUT is null, with the run. */
static unsigned count_errors(const struct report *report, const struct implementation_report *about)
{
    unsigned count = 0;
    for (size_t i = 0; i < report->fault_count; i++)
        count += report->faults[i].implementation == about;
    return count;
}

static void put_errors(FILE *out, const struct report *report, const struct implementation_report *about)
{
    for (size_t i = 0; i < report->fault_count; i++)
        if (report->faults[i].implementation == about)
            safe_print(out, SAFE_XML,
                       "<testcase classname=\"sframe-conform\" name=\"%s\"><error message=\"%s\"/></testcase>\n",
                       report->faults[i].name, report->faults[i].words);
}

static void put_suite(FILE *out, const struct report *report, const struct implementation_report *each)
{
    const struct junit junit = {out, report, each};
    const unsigned errors = count_errors(report, each);
    uint64_t skipped = 0;
    struct entry entry;
    for (struct log_walk walk = runner_log_begin(each); runner_entry_next(&walk, &entry);)
        skipped += is_skipped(&entry);
    safe_print(out, SAFE_XML,
                "<testsuite name=\"%s\" tests=\"%" PRIu64 "\" failures=\"%" PRIu64
                "\" errors=\"%u\" skipped=\"%" PRIu64 "\">\n",
                each->label, each->asked + each->outcomes[NOT_RUN] + errors, each->unexpected, errors,
                skipped);
    put_errors(out, report, each);
    for (struct log_walk walk = runner_log_begin(each); runner_entry_next(&walk, &entry);)
        put_case(&junit, &entry);
    (void)fputs("</testsuite>\n", out);
}

void runner_write_junit(FILE *out, const struct report *report)
{
    const unsigned errors = count_errors(report, NULL);
    (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sframe-conform\">\n", out);
    for (unsigned i = 0; i < report->count; i++)
        put_suite(out, report, &report->implementations[i]);
    if (errors > 0) {
        safe_print(out, SAFE_XML,
                    "<testsuite name=\"the run\" tests=\"%u\" failures=\"0\" errors=\"%u\" skipped=\"0\">\n",
                    errors, errors);
        put_errors(out, report, NULL);
        (void)fputs("</testsuite>\n", out);
    }
    (void)fputs("</testsuites>\n", out);
}
