/* Writes the report as JSON.  It has everything, and the page is made from it. */
#include "../../../common/safe_text.h"
#include "../process/memory.h"
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

const char *runner_title_of(const char *ledger)
{
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        if (runner_span_is(runner_span_of(ledger), points[i].id))
            return points[i].title;
    return "";
}

/* --- Pieces --------------------------------------------------------------------------------------------- */

json_t *runner_text_of(const char *text)
{
    struct written_text quoted;
    if (text == NULL)
        return json_null();
    runner_put_string(written_begin(&quoted), runner_span_of(text));
    char *const json = written_end(&quoted);
    json_t *const string = json_loads(json, JSON_DECODE_ANY, NULL);
    free(json);
    return string;
}

/* The same, or null if TEXT is empty. */
static json_t *words_of(const char *text)
{
    return runner_text_of(text[0] != '\0' ? text : NULL);
}

/* The list itself; an empty one if it is null. */
static json_t *list_of(json_t *list)
{
    return list != NULL ? json_incref(list) : json_array();
}

static json_t *count_of(uint64_t count)
{
    return json_integer((json_int_t)count);
}

static json_t *counts_of(const char *const *names, const uint64_t *counts, unsigned count)
{
    json_t *const object = json_object();
    for (unsigned i = 0; i < count; i++)
        if (counts[i] > 0)
            (void)json_object_set_new(object, names[i], count_of(counts[i]));
    return object;
}

static json_t *chosen_of(const char *const *names, const bool *chosen, unsigned count)
{
    json_t *const list = json_array();
    for (unsigned i = 0; i < count; i++)
        if (chosen[i])
            (void)json_array_append_new(list, json_string(names[i]));
    return list;
}

static json_t *hash_of(uint64_t hash)
{
    return json_sprintf("%016" PRIx64, hash);
}

/* --- The selection -------------------------------------------------------------------------------------- */

static json_t *wishes_of(const struct wishes *wishes)
{
    json_t *const list = json_array();
    for (unsigned i = 0; i < wishes->count; i++)
        (void)json_array_append_new(list, runner_text_of(wishes->wishes[i].text));
    return list;
}

static json_t *idle_of(const struct report *report)
{
    json_t *const list = json_array();
    for (struct idle idle = {.place = 0}; runner_idle_next(report, &idle);)
        (void)json_array_append_new(list, runner_text_of(idle.wish));
    return list;
}

static json_t *share_of(const struct share *share)
{
    return json_pack("{s:o,s:o}", "vectors", count_of(share->vectors), "hash", hash_of(share->hash));
}

static json_t *selection_of(const struct report *report)
{
    const struct selection *const selection = report->selection;
    return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:b}", "select", wishes_of(&selection->select), "skip",
                     wishes_of(&selection->skip), "idle", idle_of(report), "required",
                     list_of(selection->required), "selected", share_of(&selection->selected), "taken",
                     share_of(&selection->taken), "shard",
                     selection->shards > 0 ? json_sprintf("%u/%u", selection->shard, selection->shards)
                                           : json_null(),
                     "file", runner_text_of(report->corpus), "core", report->core);
}

/* --- An implementation ---------------------------------------------------------------------------------- */

static json_t *features_of(const struct implementation_report *each)
{
    json_t *const list = json_array();
    for (unsigned i = 0; i < (PROFILE_COUNT + 1) * ABI_COUNT * OPERATION_COUNT; i++) {
        const unsigned profile = i / (ABI_COUNT * OPERATION_COUNT), abi = i / OPERATION_COUNT % ABI_COUNT;
        const unsigned operation = i % OPERATION_COUNT;
        const struct feature *const feature = &each->features[profile][abi][operation];
        json_t *const outcomes = counts_of(runner_outcome_names, feature->outcomes, OUTCOME_COUNT);
        if (json_object_size(outcomes) > 0)
            (void)json_array_append_new(
                list, json_pack("{s:s,s:s,s:s,s:O,s:{s:o,s:o}}", "profile", runner_profile_names[profile],
                                "abi", runner_abi_names[abi], "operation", runner_operation_names[operation],
                                "outcomes", outcomes, "valid", "asked", count_of(feature->valid_asked), "judged",
                                count_of(feature->valid_judged)));
        json_decref(outcomes);
    }
    return list;
}

void runner_count_reading(struct implementation_report *implementation, const char *ledger, const char *oracle,
                          const char *taken, uint64_t times)
{
    json_t *const point = runner_text_of(ledger), *const name = runner_text_of(taken), *each, *reading = NULL;
    size_t i;
    if (implementation->readings == NULL)
        implementation->readings = json_array();
    json_array_foreach(implementation->readings, i, each)
    {
        if (json_equal(json_object_get(each, "ledger"), point))
            reading = each;
    }
    if (reading == NULL) {
        reading = json_pack("{s:O,s:s,s:o,s:{}}", "ledger", point, "title", runner_title_of(ledger), "oracle",
                            runner_text_of(oracle), "took");
        (void)json_array_append_new(implementation->readings, reading);
    }
    json_t *const took = json_object_get(reading, "took");
    const uint64_t before = (uint64_t)json_integer_value(json_object_get(took, json_string_value(name)));
    (void)json_object_set_new(took, json_string_value(name), count_of(before + times));
    json_decref(point);
    json_decref(name);
}

/* The globs of the entries that are unmatched, if UNMATCHED, or else of those that are wrong. */
static json_t *globs_of(const struct report *report, const struct implementation_report *each, bool unmatched)
{
    json_t *const list = json_array();
    const bool judged = runner_report_judges_expectations(report) && each->missing[0] == '\0';
    for (size_t i = 0; i < each->expectations.count; i++) {
        const struct expectation *const entry = &each->expectations.lines[i];
        if (unmatched ? judged && runner_expectation_is_unmatched(entry)
                      : runner_expectation_is_exceeded(entry) || runner_expectation_is_changed(entry))
            (void)json_array_append_new(list, runner_text_of(entry->glob));
    }
    return list;
}

/* What `some=` and `by=` say. */
static json_t *some_of(const struct expectation *entry)
{
    return entry->is_some ? json_pack("{s:o,s:o,s:o?,s:s?}", "count", count_of(entry->some.count), "of",
                                      count_of(entry->of), "sum",
                                      entry->has_sum ? count_of(entry->some.sum) : NULL, "by", entry->way)
                          : json_null();
}

/* What `merge` needs of the entries: only all shards together know whether an entry matches too many vectors.
 */
static json_t *expectations_of(const struct expectations *expectations)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < expectations->count; i++) {
        const struct expectation *const entry = &expectations->lines[i];
        if (entry->glob != NULL)
            (void)json_array_append_new(
                list, json_pack("{s:o,s:o,s:s,s:o,s:o,s:o,s:o,s:o,s:b}", "line", count_of(entry->number),
                                "glob", runner_text_of(entry->glob), "outcome", runner_outcome_names[entry->outcome],
                                "max", count_of(entry->max), "some", some_of(entry), "matched",
                                count_of(entry->matched.count), "sum", count_of(entry->matched.sum), "fitted",
                                count_of(entry->fitted), "elsewhere", entry->elsewhere));
    }
    if (expectations->path != NULL)
        return json_pack("{s:o,s:o}", "path", runner_text_of(expectations->path), "entries", list);
    json_decref(list);
    return json_null();
}

/* The requirement set as JSON, which is null if the implementation has none. */
static json_t *requires_of(const struct requires *requires)
{
    const struct requirement_set *const set = &requires->set;
    json_t *const lines = json_array();
    for (unsigned i = 0; i < set->count; i++)
        (void)json_array_append_new(
            lines, json_pack("{s:o,s:s,s:s,s:o,s:o,s:o}", "line", count_of(set->lines[i].number), "wants",
                             set->lines[i].text, "else", requirement_debt_names[set->lines[i].debt],
                             "outside", count_of(requires->counts[i].outside), "kept",
                             count_of(requires->counts[i].kept), "broke", count_of(requires->counts[i].broke)));
    if (set->name[0] != '\0')
        return json_pack("{s:s,s:s,s:o,s:o}", "name", set->name, "about", set->about, "given",
                         runner_text_of(requires->given), "lines", lines);
    json_decref(lines);
    return json_null();
}

/* All but the cases: what was asked, what it declares, and what came of it. */
static json_t *implementation_of(const struct report *report, const struct implementation_report *each)
{
    const struct declaration *const declaration = &each->declaration;
    return json_pack(
        "{s:o,s:o,s:b,s:o,s:o,s:o,s:o,s:o,s:b,s:O?,s:o,"
        "s:o,s:b,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:O*,s:O*}",
        "adapter", runner_text_of(each->label), "command", runner_text_of(each->command), "one_shot", each->one_shot,
        "name", runner_text_of(declaration->name), "version", runner_text_of(declaration->version), "profiles",
        chosen_of(runner_profile_names, declaration->profiles, PROFILE_COUNT), "abis",
        chosen_of(runner_abi_names, declaration->abis, ABI_COUNT), "operations",
        chosen_of(runner_operation_names, declaration->operations, OPERATION_COUNT), "foreign_byte_order",
        declaration->foreign_byte_order, "exposes", declaration->exposes, "leaves_out",
        chosen_of(runner_profile_names, declaration->leaves_out, PROFILE_COUNT), "missing",
        words_of(each->missing), "excused", each->excused, "ended", words_of(each->ended), "gave_up",
        words_of(each->gave_up), "outcomes", counts_of(runner_outcome_names, each->outcomes, OUTCOME_COUNT),
        "judged", count_of(runner_judged(each->outcomes)), "unexpected", count_of(each->unexpected),
        "skipped", counts_of(runner_skip_names, each->skipped, SKIP_COUNT), "features", features_of(each),
        "readings", list_of(each->readings), "unmatched", globs_of(report, each, true), "exceeded",
        globs_of(report, each, false), "expectations", expectations_of(&each->expectations), "requires",
        requires_of(&each->requires), "growth", each->growth, "causes", each->found);
}

/* --- Writing -------------------------------------------------------------------------------------------- */

enum { DIGITS = 15 }; /* all that a decimal fraction keeps on its way to a binary one and back */

void runner_put_json(FILE *out, json_t *value, bool whole)
{
    char *const text = json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS));
    const size_t outer = whole ? 0 : 1; /* bytes at each end */
    if (text != NULL)
        safe_put(out, SAFE_JSON, text + outer, strlen(text) - 2 * outer);
    else
        runner_log_lose();
    free(text);
    json_decref(value);
}

static bool is_case(struct span record)
{
    const struct span outcome = runner_json_plain(runner_json_of_name(record, "outcome"));
    return runner_is_case(runner_name_number(runner_outcome_names, OUTCOME_COUNT, outcome),
                          runner_span_is(runner_json_of_name(record, "unexpected"), "true"));
}

/* The members of a case that say what decides it.  Those that describe its section are most of its text. */
static json_t *deciding_members(struct span line)
{
    static const char *const names[] = {"id", "outcome", "clauses", "fault", "differences", "answer", "decides"};
    enum { NAMES = sizeof names / sizeof *names };
    json_t *const members = json_object();
    for (struct json_walk walk = runner_json_walk(line); runner_json_next(&walk);) {
        const unsigned number = runner_name_number(names, NAMES, walk.key);
        if (number < NAMES)
            (void)json_object_set_new(
                members, names[number],
                json_loadb(walk.value.at, walk.value.size, JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL));
    }
    return members;
}

/* Writes a case, with the clauses that decide it at its end. */
static void put_deciding(FILE *out, const struct report *report, struct span line)
{
    json_t *const record = deciding_members(line);
    json_t *const list = json_object_get(record, "decides") == NULL ? runner_deciding(report, record) : NULL;
    (void)fwrite(line.at, 1, line.size - 1, out);
    if (json_array_size(list) > 0) {
        (void)fputs(",\"decides\":", out);
        runner_put_json(out, json_incref(list), true);
    }
    (void)putc('}', out);
    json_decref(list);
    json_decref(record);
}

static void put_implementation(FILE *out, const struct report *report,
                               const struct implementation_report *each)
{
    struct log_walk walk = runner_log_begin(each);
    struct span line;
    const char *before = "\n", *end = "]}";
    (void)fputs("\n{", out);
    runner_put_json(out, implementation_of(report, each), false);
    (void)fputs(",\n\"cases\":[", out);
    while (runner_log_next(&walk, &line))
        if (is_case(line)) {
            (void)fputs(before, out);
            put_deciding(out, report, (struct span){line.at, line.size - 1});
            before = ",\n";
            end = "\n]}";
        }
    (void)fputs(end, out);
}

/* --- The report ----------------------------------------------------------------------------------------- */

static json_t *clause_words(void)
{
    json_t *const object = json_object();
    for (int clause = SFR_CLAUSE_NONE + 1; clause < SFR_CLAUSE_END; clause++) {
        const struct sfr_clause_text *const text = sfr_clause_text((enum sfr_clause)clause);
        (void)json_object_set_new(object, text->id, json_string(text->words));
    }
    return object;
}

static json_t *faults_of(const struct report *report)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < report->fault_count; i++) {
        const struct fault *const fault = &report->faults[i];
        const char *const label = fault->implementation != NULL ? fault->implementation->label : NULL;
        (void)json_array_append_new(list, json_pack("{s:o,s:s,s:o}", "adapter", runner_text_of(label), "kind",
                                                    fault->name, "words", runner_text_of(fault->words)));
    }
    return list;
}

/* What stands before the implementations. */
static json_t *begin_of(const struct report *report)
{
    const double seconds = (double)(uint64_t)(1000 * report->seconds + 0.5) / 1000; /* to milliseconds */
    return json_pack("{s:i,s:s,s:{s:o,s:o,s:b,s:o},s:o,s:s,s:f,s:b,s:b,s:b,s:o*,s:b,s:o,s:o}", "format",
                     REPORT_FORMAT, "suite", runner_suite, "corpus", "vectors", count_of(report->vectors),
                     "hash", hash_of(report->hash), "closed", report->closed, "version",
                     words_of(report->version), "selection", selection_of(report), "started", report->started,
                     "seconds", seconds, "complete", report->complete, "exact", report->exact, "strict",
                     report->strict, "seed", report->seed > 0 ? count_of(report->seed) : NULL, "good",
                     report->good, "faults", faults_of(report), "fault", words_of(report->fault));
}

void runner_write_json(FILE *out, const struct report *report)
{
    (void)fputs("{", out);
    runner_put_json(out, begin_of(report), false);
    (void)fputs(",\n\"implementations\":[", out);
    for (unsigned i = 0; i < report->count; i++) {
        (void)fputs(i > 0 ? "," : "", out);
        put_implementation(out, report, &report->implementations[i]);
    }
    (void)fputs("],\n", out);
    json_t *const end = json_pack("{s:O*,s:O*,s:o}", "producers", report->producers, "causes", report->causes,
                                  "clause_words", clause_words());
    runner_put_json(out, end, false);
    (void)fputs("}\n", out);
}
