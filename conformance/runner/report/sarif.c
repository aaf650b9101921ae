/* Writes SARIF 2.1.0, for pages that show what tools found in code: a result for each cause of an unexpected
 * outcome, and for each fault of the run.  The place of a result is the expectation file or, if there is
 * none, the adapter: one of the two must be fixed. */
#include "../process/memory.h"
#include "report.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char fault_rule[] = "run";

/* A relative address; characters that are not plain are written as %XX. */
static json_t *address_of(const char *path, size_t length)
{
    struct written_text written;
    FILE *const out = written_begin(&written);
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)path[i];
        const bool is_plain = byte < 0x80 && (isalnum(byte) || strchr("/._-+", byte) != NULL);
        (void)fprintf(out, is_plain ? "%c" : "%%%02X", byte);
    }
    char *const text = written_end(&written);
    json_t *const address = json_string(text);
    free(text);
    return address;
}

static json_t *place_of(const struct implementation_report *about)
{
    const bool has_file = about != NULL && about->expectations.path != NULL;
    const char *path = has_file                    ? about->expectations.path
                       : about == NULL             ? "sframe-conform"
                       : about->command[0] != '\0' ? about->command
                                                   : about->label;
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    return address_of(path, has_file ? strlen(path) : strcspn(path, " \t"));
}

/* A result about an implementation or, if that is null, the run.  By its fingerprint, which is made from the CAUSE,
 * results of different runs are known to be the same. */
static json_t *result_of(const struct implementation_report *about, const char *rule, const char *words,
                         const char *cause)
{
    const char *const label = about != NULL ? about->label : "the run";
    char text[3000], fingerprint[1200];
    (void)snprintf(text, sizeof text, "%.200s: %s", label, words);
    (void)snprintf(fingerprint, sizeof fingerprint, "%.200s %.900s", label, cause);
    return json_pack("{s:s,s:s,s:{s:o},s:[{s:{s:{s:o},s:{s:i}}}],s:{s:o}}", "ruleId", rule, "level", "error", "message",
                     "text", runner_text_of(text), "locations", "physicalLocation", "artifactLocation", "uri",
                     place_of(about), "region", "startLine", 1, "partialFingerprints", "cause/v1",
                     runner_text_of(fingerprint));
}

static json_t *result_of_cause(const struct implementation_report *about, const struct cause *cause)
{
    const struct entry *const first = &cause->example;
    char *const differences = runner_differences_of(first->object, 1, DIFFERENCES_MAX, ". ");
    char words[2700];
    (void)snprintf(words, sizeof words, "%" PRIu64 " vectors: %.600s. The first is %.400s: %.600s%s%.900s",
                   cause->count, cause->words, first->id, first->reason[0] != '\0' ? first->reason : first->outcome,
                   differences[0] != '\0' ? ". Also " : "", differences);
    free(differences);
    return result_of(about, first->outcome, words, cause->words);
}

static json_t *results_of(const struct report *report)
{
    json_t *const list = json_array();
    struct cause cause;
    for (unsigned i = 0; i < report->count; i++)
        for (struct cause_walk walk = runner_cause_begin(&report->implementations[i], false);
             runner_cause_next(&walk, &cause);)
            (void)json_array_append_new(list, result_of_cause(&report->implementations[i], &cause));
    for (const struct fault *fault = report->faults; fault < report->faults + report->fault_count; fault++)
        (void)json_array_append_new(list, result_of(fault->implementation, fault_rule, fault->words, fault->words));
    return list;
}

static json_t *rules(void)
{
    json_t *const list = json_array();
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        (void)json_array_append_new(list, json_pack("{s:s,s:{s:s+}}", "id", runner_outcome_names[i], "shortDescription",
                                                    "text", "came out as: ", runner_outcome_names[i]));
    (void)json_array_append_new(list, json_pack("{s:s,s:{s:s}}", "id", fault_rule, "shortDescription", "text",
                                                "something is wrong with the run itself"));
    return list;
}

void runner_write_sarif(FILE *out, const struct report *report)
{
    json_t *const sarif = json_pack(
        "{s:s,s:s,s:[{s:{s:{s:s,s:s,s:o}},s:o}]}", "$schema", "https://json.schemastore.org/sarif-2.1.0.json",
        "version", "2.1.0", "runs", "tool", "driver", "name", "sframe-conform", "version", runner_suite, "rules",
        rules(), "results", results_of(report));
    runner_put_json(out, sarif, true);
    (void)putc('\n', out);
}
