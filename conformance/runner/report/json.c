/* Writes the report as JSON.  It has everything, and the page is made from it. */
#include "../../../common/safe_text.h"
#include "report.h"
#include "sframe-ref.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#ifndef SFRAME_CONFORMANCE_VERSION
#define SFRAME_CONFORMANCE_VERSION "unversioned"
#endif

const char runner_suite[] = SFRAME_CONFORMANCE_VERSION;

/* The Makefile makes it from conformance/ledger/. */
static const struct {
    const char *id, *title;
} points[] = {
#include "ledger.inc"
};

static const char *title_of(const char *ledger)
{
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        if (runner_span_is(runner_span_of(ledger), points[i].id))
            return points[i].title;
    return "";
}

/* --- Pieces --------------------------------------------------------------------------------------------- */

/* A comma, except at the first call. */
static const char *comma(bool *after)
{
    const bool before = *after;
    *after = true;
    return before ? "," : "";
}

static void put(FILE *out, const char *key, const char *text)
{
    (void)fprintf(out, "\"%s\":", key);
    if (text != NULL)
        runner_put_string(out, runner_span_of(text));
    else
        (void)fputs("null", out);
}

static void put_counts(FILE *out, const char *key, const char *const *names, const uint64_t *counts,
                       unsigned count)
{
    bool after = false;
    (void)fprintf(out, "\"%s\":{", key);
    for (unsigned i = 0; i < count; i++)
        if (counts[i] > 0)
            (void)fprintf(out, "%s\"%s\":%" PRIu64, comma(&after), names[i], counts[i]);
    (void)putc('}', out);
}

static void put_chosen(FILE *out, const char *key, const char *const *names, const bool *chosen,
                       unsigned count)
{
    bool after = false;
    (void)fprintf(out, "\"%s\":[", key);
    for (unsigned i = 0; i < count; i++)
        if (chosen[i])
            (void)fprintf(out, "%s\"%s\"", comma(&after), names[i]);
    (void)putc(']', out);
}

static void put_wishes(FILE *out, const char *key, const struct wishes *wishes)
{
    (void)fprintf(out, "\"%s\":[", key);
    for (unsigned i = 0; i < wishes->count; i++) {
        (void)fputs(i > 0 ? "," : "", out);
        runner_put_string(out, runner_span_of(wishes->wishes[i].text));
    }
    (void)putc(']', out);
}

static void put_share(FILE *out, const char *key, const struct share *share)
{
    (void)fprintf(out, "\"%s\":{\"vectors\":%" PRIu64 ",\"hash\":\"%016" PRIx64 "\"}", key, share->vectors,
                  share->hash);
}

static void put_required(FILE *out, const struct requirements *required)
{
    (void)fputs("\"required\":[", out);
    for (unsigned i = 0; i < required->count; i++) {
        (void)fputs(i > 0 ? "," : "", out);
        runner_put_string(out, runner_span_of(required->all[i].text));
    }
    (void)putc(']', out);
}

/* Where the members of a list are written. */
struct list {
    FILE *out;
    bool after;
};

static void put_idle(void *context, const char *option, const char *wish)
{
    struct list *const list = context;
    (void)option;
    (void)fputs(comma(&list->after), list->out);
    runner_put_string(list->out, runner_span_of(wish));
}

/* Writes a value that came from elsewhere. */
static void put_value(FILE *out, const json_t *value)
{
    char *const text = value != NULL ? json_dumps(value, JSON_COMPACT) : NULL;
    safe_put(out, SAFE_JSON, text != NULL ? text : "null", text != NULL ? strlen(text) : 4);
    free(text);
}

/* --- An implementation ---------------------------------------------------------------------------------- */

static void put_declaration(FILE *out, const struct declaration *declaration)
{
    put(out, "name", declaration->name);
    (void)putc(',', out);
    put(out, "version", declaration->version);
    (void)putc(',', out);
    put_chosen(out, "profiles", runner_profile_names, declaration->profiles, PROFILE_COUNT);
    (void)putc(',', out);
    put_chosen(out, "abis", runner_abi_names, declaration->abis, ABI_COUNT);
    (void)putc(',', out);
    put_chosen(out, "operations", runner_operation_names, declaration->operations, OPERATION_COUNT);
    (void)fprintf(
        out, ",\"foreign_byte_order\":%s,\"exposes\":", declaration->foreign_byte_order ? "true" : "false");
    put_value(out, declaration->exposes);
    (void)putc(',', out);
    put_chosen(out, "leaves_out", runner_profile_names, declaration->leaves_out, PROFILE_COUNT);
}

static void put_features(FILE *out, const struct implementation_report *each)
{
    bool after = false;
    (void)fputs("\"features\":[", out);
    for (unsigned i = 0; i < (PROFILE_COUNT + 1) * ABI_COUNT * OPERATION_COUNT; i++) {
        const unsigned profile = i / (ABI_COUNT * OPERATION_COUNT), abi = i / OPERATION_COUNT % ABI_COUNT;
        const unsigned operation = i % OPERATION_COUNT;
        const uint64_t *const outcomes = each->features[profile][abi][operation];
        uint64_t sum = 0;
        for (unsigned j = 0; j < OUTCOME_COUNT; j++)
            sum += outcomes[j];
        if (sum == 0)
            continue;
        (void)fprintf(out, "%s{\"profile\":\"%s\",\"abi\":\"%s\",\"operation\":\"%s\",", comma(&after),
                      runner_profile_names[profile], runner_abi_names[abi],
                      runner_operation_names[operation]);
        put_counts(out, "outcomes", runner_outcome_names, outcomes, OUTCOME_COUNT);
        (void)fprintf(out, ",\"valid\":{\"asked\":%" PRIu64 ",\"judged\":%" PRIu64 "}}",
                      each->valid[profile][abi][operation].asked,
                      each->valid[profile][abi][operation].judged);
    }
    (void)putc(']', out);
}

static void put_readings(FILE *out, const struct implementation_report *each)
{
    (void)fputs("\"readings\":[", out);
    for (unsigned i = 0; i < each->reading_count; i++) {
        const struct reading *const reading = &each->readings[i];
        (void)fputs(i > 0 ? ",{" : "{", out);
        put(out, "ledger", reading->ledger);
        (void)putc(',', out);
        put(out, "title", title_of(reading->ledger));
        (void)putc(',', out);
        put(out, "oracle", reading->oracle);
        (void)fputs(",\"took\":{", out);
        for (unsigned j = 0; j < reading->took_count; j++) {
            (void)fputs(j > 0 ? "," : "", out);
            runner_put_string(out, runner_span_of(reading->took[j].reading));
            (void)fprintf(out, ":%" PRIu64, reading->took[j].count);
        }
        (void)fputs("}}", out);
    }
    (void)putc(']', out);
}

static void put_globs(FILE *out, const char *key, const struct expectations *expectations,
                      bool (*chosen)(const struct expectation *))
{
    bool after = false;
    (void)fprintf(out, "\"%s\":[", key);
    for (size_t i = 0; i < expectations->count; i++)
        if (chosen(&expectations->lines[i])) {
            (void)fputs(comma(&after), out);
            runner_put_string(out, runner_span_of(expectations->lines[i].glob));
        }
    (void)putc(']', out);
}

static bool no_expectation(const struct expectation *expectation)
{
    (void)expectation;
    return false;
}

/* Writes what `merge` needs of the entries: only all shards together know whether an entry matches too many
 * vectors. */
static void put_expectations(FILE *out, const struct expectations *expectations)
{
    bool after = false;
    (void)fputs("\"expectations\":", out);
    if (expectations->path == NULL) {
        (void)fputs("null", out);
        return;
    }
    (void)putc('{', out);
    put(out, "path", expectations->path);
    (void)fputs(",\"entries\":[", out);
    for (size_t i = 0; i < expectations->count; i++) {
        const struct expectation *const entry = &expectations->lines[i];
        if (entry->glob == NULL)
            continue;
        (void)fprintf(out, "%s{\"line\":%zu,", comma(&after), entry->number);
        put(out, "glob", entry->glob);
        (void)fprintf(out, ",\"outcome\":\"%s\"", runner_outcome_names[entry->outcome]);
        (void)fprintf(out, ",\"max\":%" PRIu64 ",\"matched\":%" PRIu64 ",\"elsewhere\":%s}", entry->max,
                      entry->matched, entry->elsewhere ? "true" : "false");
    }
    (void)fputs("]}", out);
}

static bool is_case(struct span record)
{
    struct json_cut outcome = runner_json_cut_of(runner_json_of_name(record, "outcome"));
    struct span name;
    return runner_json_quoted(&outcome, &name) &&
           runner_is_case(runner_name_number(runner_outcome_names, OUTCOME_COUNT, name),
                          runner_span_is(runner_json_of_name(record, "unexpected"), "true"));
}

/* Writes a case, which the log already has as JSON. */
static bool put_case(void *context, const char *line, size_t size)
{
    struct list *const cases = context;
    if (!is_case((struct span){line, size}))
        return true;
    (void)fprintf(cases->out, "%s\n", comma(&cases->after));
    (void)fwrite(line, 1, size - 1, cases->out);
    return true;
}

static void put_cases(FILE *out, const struct implementation_report *each)
{
    struct list cases = {out, false};
    (void)fputs("\"cases\":[", out);
    (void)runner_each_line(each, put_case, &cases);
    (void)fputs(cases.after ? "\n]" : "]", out);
}

static void put_implementation(FILE *out, const struct report *report,
                               const struct implementation_report *each)
{
    const bool judged = runner_report_judges_expectations(report) && each->missing[0] == '\0';
    (void)fputs("\n{", out);
    put(out, "adapter", each->label);
    (void)putc(',', out);
    put(out, "command", each->command);
    (void)fprintf(out, ",\"one_shot\":%s,", each->one_shot ? "true" : "false");
    put_declaration(out, &each->declaration);
    (void)putc(',', out);
    put(out, "missing", each->missing[0] != '\0' ? each->missing : NULL);
    (void)fprintf(out, ",\"excused\":%s,", each->excused ? "true" : "false");
    put(out, "ended", each->ended[0] != '\0' ? each->ended : NULL);
    (void)putc(',', out);
    put(out, "gave_up", each->gave_up[0] != '\0' ? each->gave_up : NULL);
    (void)putc(',', out);
    put_counts(out, "outcomes", runner_outcome_names, each->outcomes, OUTCOME_COUNT);
    (void)fprintf(out, ",\"judged\":%" PRIu64 ",\"unexpected\":%" PRIu64 ",",
                  runner_judged(each->outcomes), each->unexpected);
    put_counts(out, "skipped", runner_skip_names, each->skipped, SKIP_COUNT);
    (void)fputs(",\n", out);
    put_features(out, each);
    (void)fputs(",\n", out);
    put_readings(out, each);
    (void)fputs(",\n", out);
    put_globs(out, "unmatched", &each->expectations,
              judged ? runner_expectation_is_unmatched : no_expectation);
    (void)putc(',', out);
    put_globs(out, "exceeded", &each->expectations, runner_expectation_is_exceeded);
    (void)fputs(",\n", out);
    put_expectations(out, &each->expectations);
    (void)fputs(",\n", out);
    put_cases(out, each);
    (void)putc('}', out);
}

/* --- The report ----------------------------------------------------------------------------------------- */

static void put_clause_words(FILE *out)
{
    bool after = false;
    (void)fputs("\"clause_words\":{", out);
    for (int clause = SFR_CLAUSE_NONE + 1; clause < SFR_CLAUSE_END; clause++) {
        const struct sfr_clause_text *const text = sfr_clause_text((enum sfr_clause)clause);
        (void)fputs(comma(&after), out);
        put(out, text->id, text->words);
    }
    (void)putc('}', out);
}

static void put_fault(void *context, const struct fault *fault)
{
    struct list *const faults = context;
    (void)fprintf(faults->out, "%s{", comma(&faults->after));
    put(faults->out, "adapter", fault->implementation != NULL ? fault->implementation->label : NULL);
    (void)putc(',', faults->out);
    put(faults->out, "kind", fault->name);
    (void)putc(',', faults->out);
    put(faults->out, "words", fault->words);
    (void)putc('}', faults->out);
}

static void put_faults(FILE *out, const struct report *report)
{
    struct list faults = {out, false};
    (void)fprintf(out, "\"good\":%s,\"faults\":[", runner_report_is_good(report) ? "true" : "false");
    (void)runner_each_fault(report, put_fault, &faults);
    (void)fputs("],", out);
}

void runner_write_json(FILE *out, const struct report *report)
{
    const struct selection *const selection = report->selection;
    (void)fprintf(out, "{\"format\":%d,\"suite\":\"%s\",", REPORT_FORMAT, runner_suite);
    (void)fprintf(out, "\"corpus\":{\"vectors\":%" PRIu64 ",\"hash\":\"%016" PRIx64 "\",\"closed\":%s,",
                  report->vectors, report->hash, report->closed ? "true" : "false");
    put(out, "version", report->version[0] != '\0' ? report->version : NULL);
    (void)fputs("},\n", out);
    (void)fputs("\"selection\":{", out);
    put_wishes(out, "select", &selection->select);
    (void)putc(',', out);
    put_wishes(out, "skip", &selection->skip);
    (void)putc(',', out);
    (void)fputs("\"idle\":[", out);
    runner_each_idle(report, put_idle, &(struct list){out, false});
    (void)fputs("],", out);
    put_required(out, &selection->required);
    (void)putc(',', out);
    put_share(out, "selected", &selection->selected);
    (void)putc(',', out);
    put_share(out, "taken", &selection->taken);
    if (selection->shards > 0)
        (void)fprintf(out, ",\"shard\":\"%u/%u\"", selection->shard, selection->shards);
    else
        (void)fputs(",\"shard\":null", out);
    (void)putc(',', out);
    put(out, "file", report->corpus);
    (void)fprintf(
        out,
        ",\"core\":%s},\n\"started\":\"%s\",\"seconds\":%.3f,\"complete\":%s,\"exact\":%s,\"strict\":%s,",
        report->core ? "true" : "false", report->started, report->seconds,
        report->complete ? "true" : "false", report->exact ? "true" : "false",
        report->strict ? "true" : "false");
    put_faults(out, report);
    put(out, "fault", report->fault[0] != '\0' ? report->fault : NULL);
    (void)fputs(",\n\"implementations\":[", out);
    for (unsigned i = 0; i < report->count; i++) {
        (void)fputs(i > 0 ? "," : "", out);
        put_implementation(out, report, &report->implementations[i]);
    }
    (void)fputs("],\n", out);
    if (report->producers != NULL) {
        (void)fputs("\"producers\":", out);
        put_value(out, report->producers);
        (void)fputs(",\n", out);
    }
    if (report->causes != NULL) {
        (void)fputs("\"causes\":", out);
        put_value(out, report->causes);
        (void)fputs(",\n", out);
    }
    put_clause_words(out);
    (void)fputs("}\n", out);
}
