/* Writes SARIF 2.1.0, for pages that show what tools found in code: a result for each cause of an unexpected
 * outcome, and for each fault of the run.  The place of a result is the expectation file or, if there is
 * none, the adapter: one of the two must be fixed. */
#include "report.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#ifndef SFRAME_CONFORMANCE_VERSION
#define SFRAME_CONFORMANCE_VERSION "unversioned"
#endif

static const char fault_rule[] = "run";

struct sarif {
    FILE *out;
    const struct implementation_report *about; /* null: the run */
    bool after;
};

/* --- Results -------------------------------------------------------------------------------------------- */

/* Writes a relative address: characters that are not plain are written as %XX. */
static void put_address(FILE *out, const char *path, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char)path[i];
        if (byte < 0x80 && (isalnum(byte) || strchr("/._-+", byte) != NULL))
            (void)putc(byte, out);
        else
            (void)fprintf(out, "%%%02X", byte);
    }
}

static void put_place(FILE *out, const struct implementation_report *about)
{
    const char *path = about == NULL ? "sframe-conform" : about->expectations.path;
    if (path == NULL)
        path = about->command[0] != '\0' ? about->command : about->label;
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    (void)fputs(",\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"", out);
    put_address(out, path,
                about != NULL && about->expectations.path != NULL ? strlen(path) : strcspn(path, " \t"));
    (void)fputs("\"},\"region\":{\"startLine\":1}}}]", out);
}

static void put_string(FILE *out, const char *before, const char *text)
{
    (void)fputs(before, out);
    runner_put_string(out, runner_span_of(text));
}

static void begin_result(struct sarif *sarif, const char *rule)
{
    put_string(sarif->out, sarif->after ? ",\n{\"ruleId\":" : "\n{\"ruleId\":", rule);
    (void)fputs(",\"level\":\"error\",\"message\":{\"text\":", sarif->out);
    sarif->after = true;
}

/* Ends a result with its fingerprint, by which results of different runs are known to be the same. */
static void end_result(struct sarif *sarif, const char *label, const char *cause)
{
    char fingerprint[1200];
    (void)snprintf(fingerprint, sizeof fingerprint, "%.200s %.900s", label, cause);
    (void)putc('}', sarif->out);
    put_place(sarif->out, sarif->about);
    put_string(sarif->out, ",\"partialFingerprints\":{\"cause/v1\":", fingerprint);
    (void)fputs("}}", sarif->out);
}

static void put_cause(struct sarif *sarif, const struct cause *cause)
{
    const struct entry *const first = &cause->example;
    const char *const label = sarif->about->label, *const reason = first->reason;
    char *const differences = runner_differences_of(first->object, 1, DIFFERENCES_MAX, ". ");
    char text[3000];
    (void)snprintf(text, sizeof text, "%.200s: %" PRIu64 " vectors: %.600s. The first is %.400s: %.600s%s%.900s",
                   label, cause->count, cause->words, first->id,
                   reason[0] != '\0' ? reason : first->outcome,
                   differences != NULL && differences[0] != '\0' ? ". Also " : "",
                   differences != NULL ? differences : "");
    free(differences);
    begin_result(sarif, first->outcome);
    runner_put_string(sarif->out, runner_span_of(text));
    end_result(sarif, label, cause->words);
}

static void put_fault(struct sarif *sarif, const struct fault *fault)
{
    const char *const label = fault->implementation != NULL ? fault->implementation->label : "the run";
    char text[1200];
    sarif->about = fault->implementation;
    (void)snprintf(text, sizeof text, "%.200s: %.800s", label, fault->words);
    begin_result(sarif, fault_rule);
    runner_put_string(sarif->out, runner_span_of(text));
    end_result(sarif, label, fault->words);
}

/* --- All ------------------------------------------------------------------------------------------------ */

void runner_write_sarif(FILE *out, const struct report *report)
{
    struct sarif sarif = {.out = out};
    struct cause cause;
    (void)fputs(
        "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[\n"
        "{\"tool\":{\"driver\":{\"name\":\"sframe-conform\",\"version\":\"" SFRAME_CONFORMANCE_VERSION
        "\",\"rules\":[\n",
        out);
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        (void)fprintf(out, "{\"id\":\"%s\",\"shortDescription\":{\"text\":\"came out as: %s\"}},\n",
                      runner_outcome_names[i], runner_outcome_names[i]);
    (void)fprintf(
        out,
        "{\"id\":\"%s\",\"shortDescription\":{\"text\":\"something is wrong with the run itself\"}}]}},\n\"results\":[",
        fault_rule);
    for (unsigned i = 0; i < report->count; i++) {
        sarif.about = &report->implementations[i];
        for (struct cause_walk walk = runner_cause_begin(sarif.about, false); runner_cause_next(&walk, &cause);)
            put_cause(&sarif, &cause);
    }
    for (size_t i = 0; i < report->fault_count; i++)
        put_fault(&sarif, &report->faults[i]);
    (void)fputs("]}]}\n", out);
}
