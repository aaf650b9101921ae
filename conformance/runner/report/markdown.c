/* Writes Markdown for a comment on a change: a table of counts, and the unexpected outcomes. */
#include "../../../common/safe_text.h"
#include "report.h"

#include <inttypes.h>

enum { SHOWN = 50 };

static void list_found(FILE *out, const struct implementation_report *each)
{
    struct cause found;
    for (struct cause_walk walk = runner_found_begin(each); runner_cause_next(&walk, &found);) {
        (void)fputs("1. ", out);
        safe_print(out, SAFE_MARKDOWN, "%s explains %" PRIu64 " of them, the smallest ", found.words, found.count);
        safe_print(out, SAFE_CODE, "`%s`", found.example.id);
        (void)fputc('\n', out);
    }
}

static void list_unexpected(FILE *out, const struct implementation_report *each)
{
    struct log_walk walk = runner_log_begin(each);
    struct entry entry;
    uint64_t count = 0;
    while (runner_entry_next(&walk, &entry)) {
        if (!entry.unexpected || count++ >= SHOWN)
            continue;
        if (count == 1)
            (void)fputs("\n| vector | expected | outcome | why |\n| --- | --- | --- | --- |\n", out);
        safe_print(out, SAFE_CODE, "| `%s`", entry.id);
        safe_print(out, SAFE_MARKDOWN, " | %s | %s | %s |\n", entry.expected, entry.outcome, entry.reason);
    }
    if (count > SHOWN)
        (void)fprintf(out, "\nand %" PRIu64 " more.\n", count - SHOWN);
}

static void put_row(FILE *out, const struct implementation_report *each, bool with_outside)
{
    uint64_t against = 0, skipped = 0;
    for (unsigned i = 0; i < NOT_RUN; i++)
        against += runner_outcome_counts_against[i] ? each->outcomes[i] : 0;
    for (unsigned i = 0; i < SKIP_COUNT; i++)
        skipped += each->skipped[i];
    safe_print(out, SAFE_MARKDOWN, "| %s | ", each->label);
    if (each->missing[0] != '\0') {
        safe_print(out, SAFE_MARKDOWN, "%s: %s | | | | | |%s |\n", runner_missing_word(each),
                   each->missing, with_outside ? " |" : "");
        return;
    }
    (void)fprintf(out, "%" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | ", each->asked,
                  runner_judged(each->outcomes), each->outcomes[PASS] + each->outcomes[SAME],
                  each->outcomes[READING], against);
    if (with_outside)
        (void)fprintf(out, "%" PRIu64 " | ", each->outcomes[OUTSIDE]);
    (void)fprintf(out, "%" PRIu64 " | %" PRIu64 " |\n", skipped, each->unexpected);
}

static void put_producer(FILE *out, json_t *line)
{
    static const char *const counts[] = {"valid", "irregular", "malformed", "missing"};
    const char *name, *before = "";
    json_t *count;
    safe_print(out, SAFE_MARKDOWN, "| %s", runner_string_of(line, "producer"));
    if (runner_string_of(line, "objects_of")[0] != '\0')
        safe_print(out, SAFE_MARKDOWN, ", objects of %s", runner_string_of(line, "objects_of"));
    safe_print(out, SAFE_MARKDOWN, " | %s %s", runner_string_of(line, "abi"), runner_string_of(line, "output"));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        (void)fprintf(out, " | %" PRIu64, runner_count_of(line, counts[i]));
    (void)fputs(" | ", out);
    json_object_foreach(json_object_get(line, "findings"), name, count)
    {
        safe_print(out, SAFE_MARKDOWN, "%s%s (%" JSON_INTEGER_FORMAT ")", before, name,
                    json_integer_value(count));
        before = ", ";
    }
    (void)fputs(" |\n", out);
}

static void put_producers(FILE *out, const json_t *producers)
{
    const json_t *const lines = json_object_get(producers, "lines");
    const json_t *const findings = json_object_get(producers, "findings");
    (void)fputs("\n## Producers\n\n"
                "| producer | output | valid | irregular | malformed | missing | findings |\n"
                "| --- | --- | --- | --- | --- | --- | --- |\n",
                out);
    for (size_t i = 0; i < json_array_size(lines); i++)
        put_producer(out, json_array_get(lines, i));
    (void)fputs("\n| finding | what | files |\n| --- | --- | --- |\n", out);
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *const each = json_array_get(findings, i);
        safe_print(out, SAFE_MARKDOWN, "| %s | %s | %" PRIu64 " |\n", runner_string_of(each, "name"),
                   runner_string_of(each, "title"), runner_count_of(each, "files"));
    }
}

static void put_faults(FILE *out, const struct report *report)
{
    (void)fputs(report->fault_count > 0 ? "\n## Also wrong with the run\n\n" : "", out);
    for (size_t i = 0; i < report->fault_count; i++) {
        (void)fputs("- ", out);
        if (report->faults[i].implementation != NULL)
            safe_print(out, SAFE_MARKDOWN, "%s: ", report->faults[i].implementation->label);
        safe_print(out, SAFE_MARKDOWN, "%s\n", report->faults[i].words);
    }
}

void runner_write_markdown(FILE *out, const struct report *report)
{
    (void)fputs(report->good ? "# SFrame conformance: as expected\n\n"
                                              : "# SFrame conformance: not as expected\n\n",
                out);
    bool with_outside = false; /* only if some implementation has a requirement set, the table has that column */
    for (unsigned i = 0; i < report->count; i++)
        with_outside = with_outside || report->implementations[i].requires.set.count > 0;
    (void)fputs("| implementation | asked | judged | passed | took a reading | against it | ", out);
    (void)fputs(with_outside ? "outside | " : "", out);
    (void)fputs("not declared | unexpected |\n| --- | --- | --- | --- | --- | --- | --- | --- |", out);
    (void)fputs(with_outside ? " --- |\n" : "\n", out);
    for (unsigned i = 0; i < report->count; i++)
        put_row(out, &report->implementations[i], with_outside);
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        if (each->unexpected == 0)
            continue;
        safe_print(out, SAFE_MARKDOWN, "\n## %s\n", each->label);
        (void)fputs(json_array_size(each->found) > 0 ? "\n" : "", out);
        list_found(out, each);
        list_unexpected(out, each);
    }
    put_faults(out, report);
    if (report->producers != NULL)
        put_producers(out, report->producers);
    (void)fprintf(out, "\n%" PRIu64 " vectors, hash `%016" PRIx64 "`.\n", report->vectors, report->hash);
    if (!report->closed)
        (void)fputs("The corpus has no closing line, so nobody knows whether it is whole.\n", out);
}
