#include "saved.h"

#include "attachment.h"

#include <stdlib.h>
#include <string.h>

/* --- Its shape: of what is read here -------------------------------------------------------------------- */

enum { SHAPE = JSON_VALIDATE_ONLY };

static bool all_have(json_t *list, const char *shape_of_one, json_error_t *error,
                     bool (*has_shape)(json_t *one, const char *shape, json_error_t *error))
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!has_shape(json_array_get(list, i), shape_of_one, error))
            return false;
    return true;
}

static bool is_case(json_t *one, const char *shape, json_error_t *error)
{
    return json_unpack_ex(one, error, SHAPE, shape, "id", "outcome", "expected", "unexpected") == 0;
}

static bool is_feature(json_t *one, const char *shape, json_error_t *error)
{
    return json_unpack_ex(one, error, SHAPE, shape, "profile", "abi", "operation", "outcomes") == 0;
}

static bool is_reading(json_t *one, const char *shape, json_error_t *error)
{
    return json_unpack_ex(one, error, SHAPE, shape, "ledger", "oracle", "took") == 0;
}

static bool is_entry(json_t *one, const char *shape, json_error_t *error)
{
    return json_unpack_ex(one, error, SHAPE, shape, "line", "glob", "max", "matched", "elsewhere") == 0;
}

static bool is_implementation(json_t *one, const char *shape, json_error_t *error)
{
    json_t *features = NULL, *readings = NULL, *cases = NULL, *entries = NULL;
    (void)shape;
    return json_unpack_ex(one, error, SHAPE, "{s:s,s:s,s:b,s:o,s:o,s:o,s:o,s:b,s:{},s:I,s:{}}", "adapter",
                          "command", "one_shot", "name", "version", "missing", "exposes", "excused",
                          "outcomes", "unexpected", "skipped") == 0 &&
           json_unpack_ex(one, error, 0, "{s:o,s:o,s:o,s:o}", "features", &features, "readings", &readings,
                          "cases", &cases, "expectations", &entries) == 0 &&
           all_have(features, "{s:s,s:s,s:s,s:{}}", error, is_feature) &&
           all_have(readings, "{s:s,s:s,s:{}}", error, is_reading) &&
           all_have(cases, "{s:s,s:s,s:s,s:b}", error, is_case) &&
           all_have(json_object_get(entries, "entries"), "{s:I,s:s,s:I,s:I,s:b}", error, is_entry);
}

static bool has_shape(json_t *report, json_error_t *error)
{
    return json_unpack_ex(report, error, SHAPE,
                          "{s:i,s:s,s:{s:I,s:s,s:b,s:o},s:{s:[],s:[],s:[],s:o,s:o,s:b}}", "format", "suite",
                          "corpus", "vectors", "hash", "closed", "version", "selection", "select", "skip",
                          "idle", "shard", "file", "core") == 0 &&
           json_unpack_ex(report, error, SHAPE, "{s:s,s:F,s:b,s:b,s:b,s:o,s:[]}", "started", "seconds",
                          "complete", "exact", "strict", "fault", "implementations") == 0 &&
           all_have(json_object_get(report, "implementations"), "", error, is_implementation);
}

bool runner_saved_read(struct saved *saved, const char *path, char words[SAVED_WORDS])
{
    char why[SAVED_WORDS / 2];
    *saved = (struct saved){
        path, runner_attachment_read(path, has_shape, "a report of sframe-conform --json", why, sizeof why)};
    if (saved->json == NULL)
        (void)snprintf(words, SAVED_WORDS, "%.300s: %s", path, why);
    return saved->json != NULL;
}

void runner_saved_free(struct saved *saved)
{
    json_decref(saved->json);
    *saved = (struct saved){0};
}

const json_t *runner_saved_get(const struct saved *saved, const char *key)
{
    return json_object_get(saved->json, key);
}

const json_t *runner_saved_at(const struct saved *saved, const char *const path[2])
{
    const json_t *const value = runner_saved_get(saved, path[0]);
    return path[1] != NULL ? json_object_get(value, path[1]) : value;
}

/* --- An implementation ---------------------------------------------------------------------------------- */

static uint64_t count_of(const json_t *object, const char *key)
{
    const json_int_t count = json_integer_value(json_object_get(object, key));
    return count > 0 ? (uint64_t)count : 0;
}

static void add_counts(uint64_t *counts, const char *const *names, unsigned count, const json_t *object)
{
    for (unsigned i = 0; i < count; i++)
        counts[i] += count_of(object, names[i]);
}

static unsigned number_in(const json_t *object, const char *key, const char *const *names, unsigned count)
{
    return runner_name_number(names, count, runner_span_of(runner_string_of(object, key)));
}

static void add_features(struct implementation_report *each, const json_t *features)
{
    for (size_t i = 0; i < json_array_size(features); i++) {
        const json_t *const one = json_array_get(features, i);
        const unsigned profile = number_in(one, "profile", runner_profile_names, PROFILE_COUNT + 1);
        const unsigned abi = number_in(one, "abi", runner_abi_names, ABI_COUNT);
        const unsigned operation = number_in(one, "operation", runner_operation_names, OPERATION_COUNT);
        if (profile > PROFILE_COUNT || abi >= ABI_COUNT || operation >= OPERATION_COUNT)
            continue;
        add_counts(each->features[profile][abi][operation], runner_outcome_names, OUTCOME_COUNT,
                   json_object_get(one, "outcomes"));
        each->valid[profile][abi][operation].asked += count_of(json_object_get(one, "valid"), "asked");
        each->valid[profile][abi][operation].judged += count_of(json_object_get(one, "valid"), "judged");
    }
}

static bool add_readings(struct implementation_report *each, const json_t *readings)
{
    for (size_t i = 0; i < json_array_size(readings); i++) {
        json_t *const one = json_array_get(readings, i);
        struct reading *const reading =
            runner_report_reading(each, runner_string_of(one, "ledger"), runner_string_of(one, "oracle"));
        const char *taken;
        json_t *count;
        if (reading == NULL)
            return false;
        json_object_foreach(json_object_get(one, "took"), taken, count)
        {
            runner_reading_count(reading, taken, (uint64_t)json_integer_value(count));
        }
    }
    return true;
}

/* Room for the entry of that line, which has none yet. */
static struct expectation *entry_of(struct expectations *expectations, size_t line)
{
    if (line > expectations->count) {
        struct expectation *const grown = realloc(expectations->lines, line * sizeof *grown);
        if (grown == NULL)
            return NULL;
        memset(grown + expectations->count, 0, (line - expectations->count) * sizeof *grown);
        expectations->lines = grown;
        expectations->count = line;
    }
    return &expectations->lines[line - 1];
}

enum { LINES_MAX = 1 << 24 };

/* An entry has found nothing if no part of the run knows of a vector elsewhere that it fits. */
static bool add_expectations(struct expectations *expectations, const json_t *object)
{
    const json_t *const list = json_object_get(object, "entries");
    if (expectations->path == NULL && json_is_object(object))
        expectations->path = strdup(runner_string_of(object, "path"));
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *const one = json_array_get(list, i);
        const uint64_t line = count_of(one, "line");
        struct expectation *const entry =
            line > 0 && line < LINES_MAX ? entry_of(expectations, (size_t)line) : NULL;
        if (entry == NULL)
            return false;
        if (entry->glob == NULL)
            entry->glob = strdup(runner_string_of(one, "glob"));
        if (entry->glob == NULL)
            return false;
        entry->max = count_of(one, "max");
        entry->matched += count_of(one, "matched");
        entry->elsewhere = entry->elsewhere || json_is_true(json_object_get(one, "elsewhere"));
    }
    return !json_is_object(object) || expectations->path != NULL;
}

static bool add_cases(struct implementation_report *each, const json_t *cases)
{
    for (size_t i = 0; i < json_array_size(cases); i++) {
        char *const line = json_dumps(json_array_get(cases, i), JSON_COMPACT);
        const bool written = line != NULL && fprintf(each->log, "%s\n", line) > 0;
        free(line);
        if (!written)
            return false;
        each->logged++;
    }
    return true;
}

/* Words that the first part that has some decides. */
static void take_words(char *words, size_t size, const json_t *object, const char *key)
{
    if (words[0] == '\0')
        (void)snprintf(words, size, "%s", runner_string_of(object, key));
}

/* Who answers `hello` says what the report tells of that. */
static bool take_declaration(struct declaration *declaration, const json_t *object)
{
    static const char *const members[] = {
        "name", "version", "profiles", "abis", "operations", "foreign_byte_order", "exposes"};
    char words[WORDS_MAX];
    json_t *const hello = json_pack("{s:i}", "protocol", 2);
    for (unsigned i = 0; i < sizeof members / sizeof *members; i++) {
        json_t *const value = json_object_get(object, members[i]);
        if (!json_is_null(value))
            (void)json_object_set(hello, members[i], value);
    }
    char *const line = json_dumps(hello, JSON_COMPACT);
    const bool read = line != NULL && runner_declaration_read(declaration, runner_span_of(line), words);
    free(line);
    json_decref(hello);
    return read;
}

static bool add_implementation(struct implementation_report *each, const json_t *object)
{
    const json_t *const outcomes = json_object_get(object, "outcomes");
    const uint64_t not_run = count_of(outcomes, runner_outcome_names[NOT_RUN]);
    each->label = runner_string_of(object, "adapter");
    each->command = runner_string_of(object, "command");
    each->one_shot = json_is_true(json_object_get(object, "one_shot"));
    each->excused = json_is_true(json_object_get(object, "excused"));
    take_words(each->missing, sizeof each->missing, object, "missing");
    take_words(each->ended, sizeof each->ended, object, "ended");
    take_words(each->gave_up, sizeof each->gave_up, object, "gave_up");
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        each->asked += count_of(outcomes, runner_outcome_names[i]);
    each->asked -= not_run;
    add_counts(each->outcomes, runner_outcome_names, OUTCOME_COUNT, outcomes);
    add_counts(each->skipped, runner_skip_names, SKIP_COUNT, json_object_get(object, "skipped"));
    each->unexpected += count_of(object, "unexpected");
    add_features(each, json_object_get(object, "features"));
    if (each->log == NULL)
        each->log = tmpfile();
    if (each->declaration.hello == NULL && json_is_string(json_object_get(object, "name")) &&
        !take_declaration(&each->declaration, object))
        return false;
    return each->log != NULL && add_readings(each, json_object_get(object, "readings")) &&
           add_expectations(&each->expectations, json_object_get(object, "expectations")) &&
           add_cases(each, json_object_get(object, "cases"));
}

/* --- A report ------------------------------------------------------------------------------------------- */

bool runner_saved_add(const struct saved *saved, struct report *report)
{
    const json_t *const implementations = runner_saved_get(saved, "implementations");
    report->seconds += json_number_value(runner_saved_get(saved, "seconds"));
    if (report->fault[0] == '\0')
        take_words(report->fault, sizeof report->fault, saved->json, "fault");
    if (report->started[0] == '\0' || strcmp(runner_string_of(saved->json, "started"), report->started) < 0)
        (void)snprintf(report->started, sizeof report->started, "%s",
                       runner_string_of(saved->json, "started"));
    for (unsigned i = 0; i < report->count; i++)
        if (!add_implementation(&report->implementations[i], json_array_get(implementations, i)))
            return false;
    return true;
}
