#include "saved.h"

#include "../judge/judge.h"
#include "../process/memory.h"

#include <stdlib.h>
#include <string.h>

/* --- An implementation ---------------------------------------------------------------------------------- */

static void add_counts(uint64_t *counts, const char *const *names, unsigned count, const json_t *object)
{
    for (unsigned i = 0; i < count; i++)
        counts[i] += runner_count_of(object, names[i]);
}

unsigned runner_saved_name(const json_t *object, const char *key, const char *const *names, unsigned count)
{
    return runner_name_number(names, count, runner_span_of(runner_string_of(object, key)));
}

/* Reads outcomes from features only: the outcomes of the whole implementation are their sums. */
static void add_features(struct implementation_report *each, const json_t *features)
{
    for (size_t i = 0; i < json_array_size(features); i++) {
        const json_t *const one = json_array_get(features, i), *const valid = json_object_get(one, "valid");
        const unsigned profile = runner_saved_name(one, "profile", runner_profile_names, PROFILE_COUNT + 1);
        const unsigned abi = runner_saved_name(one, "abi", runner_abi_names, ABI_COUNT);
        const unsigned operation = runner_saved_name(one, "operation", runner_operation_names, OPERATION_COUNT);
        uint64_t outcomes[OUTCOME_COUNT] = {0};
        if (profile > PROFILE_COUNT || abi >= ABI_COUNT || operation >= OPERATION_COUNT)
            continue;
        struct feature *const feature = &each->features[profile][abi][operation];
        add_counts(outcomes, runner_outcome_names, OUTCOME_COUNT, json_object_get(one, "outcomes"));
        for (unsigned j = 0; j < OUTCOME_COUNT; j++) {
            feature->outcomes[j] += outcomes[j];
            each->outcomes[j] += outcomes[j];
            each->asked += j != NOT_RUN ? outcomes[j] : 0;
        }
        feature->valid_asked += runner_count_of(valid, "asked");
        feature->valid_judged += runner_count_of(valid, "judged");
    }
}

static void add_readings(struct implementation_report *each, const json_t *readings)
{
    for (size_t i = 0; i < json_array_size(readings); i++) {
        const json_t *const one = json_array_get(readings, i);
        json_t *const took = json_object_get(one, "took"), *count;
        const char *taken;
        json_object_foreach(took, taken, count)
        {
            runner_count_reading(each, runner_string_of(one, "ledger"), runner_string_of(one, "oracle"), taken,
                                 runner_count_of(took, taken));
        }
    }
}

static void take_entry(struct expectation *entry, const json_t *object)
{
    const unsigned outcome = runner_saved_name(object, "outcome", runner_outcome_names, OUTCOME_COUNT);
    *entry = (struct expectation){.glob = memory_copy(runner_string_of(object, "glob")),
                                  .number = (size_t)runner_count_of(object, "line"),
                                  .outcome = (enum outcome)outcome,
                                  .max = runner_count_of(object, "max")};
    const json_t *const some = json_object_get(object, "some");
    if (json_is_object(some)) {
        entry->is_some = true;
        entry->of = runner_count_of(some, "of");
        entry->has_sum = json_is_integer(json_object_get(some, "sum"));
        entry->some =
            (struct meant){runner_count_of(some, "count"), (uint32_t)runner_count_of(some, "sum")};
        if (json_is_string(json_object_get(some, "by")))
            entry->way = memory_copy(runner_string_of(some, "by"));
    }
}

static void take_expectations(struct expectations *expectations, const json_t *object)
{
    const json_t *const list = json_object_get(object, "entries");
    expectations->path = memory_copy(runner_string_of(object, "path"));
    expectations->lines = memory_of(json_array_size(list), sizeof *expectations->lines);
    for (size_t i = 0; i < json_array_size(list); i++)
        take_entry(&expectations->lines[expectations->count++], json_array_get(list, i));
}

/* Adds up the entries of a shard; all shards have the same ones.  An entry is unmatched if no shard has a
 * vector that it matches, asked or not. */
static void add_expectations(struct expectations *expectations, const json_t *object)
{
    const json_t *const list = json_object_get(object, "entries");
    if (!json_is_object(object))
        return;
    if (expectations->path == NULL)
        take_expectations(expectations, object);
    for (size_t i = 0; i < expectations->count; i++) {
        struct expectation *const entry = &expectations->lines[i];
        const json_t *const one = json_array_get(list, i);
        entry->matched.count += runner_count_of(one, "matched");
        entry->matched.sum += (uint32_t)runner_count_of(one, "sum");
        entry->fitted += runner_count_of(one, "fitted");
        entry->elsewhere = entry->elsewhere || json_is_true(json_object_get(one, "elsewhere"));
    }
}

static bool take_requires(struct requirement_set *set, const json_t *object)
{
    const json_t *const lines = json_object_get(object, "lines");
    char line[2 * REQUIREMENT_LINE_MAX], why[REQUIREMENT_WORDS];
    (void)snprintf(line, sizeof line, "about %.40s: %.200s", runner_string_of(object, "name"),
                   runner_string_of(object, "about"));
    bool taken = requirement_set_add(set, 1, line, why);
    for (size_t i = 0; taken && i < json_array_size(lines); i++) {
        const json_t *const one = json_array_get(lines, i);
        (void)snprintf(line, sizeof line, "wants %.200s else %.40s", runner_string_of(one, "wants"),
                       runner_string_of(one, "else"));
        taken = requirement_set_add(set, (unsigned)runner_count_of(one, "line"), line, why) &&
                set->count == i + 1;
    }
    return taken;
}

/* Adds the counts of a shard; all shards have the same set.  Each shard that read the whole corpus counts the
 * same vectors as outside, and one that was cut short counts fewer: so the largest count is taken. */
static bool add_requires(struct requires *requires, const json_t *object)
{
    const json_t *const lines = json_object_get(object, "lines");
    if (!json_is_object(object))
        return true;
    requires->given = json_string_value(json_object_get(object, "given"));
    if (requires->set.name[0] == '\0' && !take_requires(&requires->set, object))
        return false;
    for (size_t i = 0; i < json_array_size(lines) && i < requires->set.count; i++) {
        const json_t *const one = json_array_get(lines, i);
        const uint64_t outside = runner_count_of(one, "outside");
        requires->counts[i].kept += runner_count_of(one, "kept");
        requires->counts[i].broke += runner_count_of(one, "broke");
        if (outside > requires->counts[i].outside)
            requires->counts[i].outside = outside;
    }
    return true;
}

/* Takes words from the first shard that has some. */
static void take_words(char *words, size_t size, const json_t *object, const char *key)
{
    if (words[0] == '\0')
        (void)snprintf(words, size, "%s", runner_string_of(object, key));
}

/* Takes the declaration, if the implementation answered `hello` in that run. */
static bool take_declaration(struct declaration *declaration, const json_t *object)
{
    static const char *const members[] = {
        "name", "version", "profiles", "abis", "operations", "foreign_byte_order", "exposes", "leaves_out"};
    char words[WORDS_MAX];
    json_t *const hello = json_pack("{s:i}", "protocol", 2);
    for (unsigned i = 0; i < sizeof members / sizeof *members; i++) {
        json_t *const value = json_object_get(object, members[i]);
        if (!json_is_null(value))
            (void)json_object_set(hello, members[i], value);
    }
    char *const line = json_dumps(hello, JSON_COMPACT);
    const bool read = runner_declaration_read(declaration, runner_span_of(line), words);
    free(line);
    json_decref(hello);
    return read;
}

/* Adds the measurements of a shard to those of the others. */
static void add_growth(struct implementation_report *each, json_t *growth)
{
    if (each->growth == NULL && json_is_array(growth))
        each->growth = json_array();
    if (json_is_array(growth))
        (void)json_array_extend(each->growth, growth);
}

static bool add_implementation(struct implementation_report *each, const json_t *object)
{
    /* The causes that were found in a whole run: what shards have in common is not known. */
    json_t *const causes = json_object_get(object, "causes");
    json_decref(each->found);
    each->found = each->label == NULL && json_is_array(causes) ? json_incref(causes) : NULL;
    each->label = runner_string_of(object, "adapter");
    each->command = runner_string_of(object, "command");
    each->one_shot = json_is_true(json_object_get(object, "one_shot"));
    each->excused = json_is_true(json_object_get(object, "excused"));
    take_words(each->missing, sizeof each->missing, object, "missing");
    take_words(each->ended, sizeof each->ended, object, "ended");
    take_words(each->gave_up, sizeof each->gave_up, object, "gave_up");
    add_counts(each->skipped, runner_skip_names, SKIP_COUNT, json_object_get(object, "skipped"));
    each->unexpected += runner_count_of(object, "unexpected");
    add_features(each, json_object_get(object, "features"));
    add_growth(each, json_object_get(object, "growth"));
    add_readings(each, json_object_get(object, "readings"));
    add_expectations(&each->expectations, json_object_get(object, "expectations"));
    if (each->declaration.hello == NULL && json_is_string(json_object_get(object, "name")) &&
        json_is_string(json_object_get(object, "version")) && !take_declaration(&each->declaration, object))
        return false;
    return add_requires(&each->requires, json_object_get(object, "requires"));
}

/* --- Cases ---------------------------------------------------------------------------------------------- */

static bool add_cases(struct implementation_report *each, const json_t *cases)
{
    if (each->log == NULL)
        each->log = tmpfile();
    for (size_t i = 0; each->log != NULL && i < json_array_size(cases); i++, each->logged++) {
        runner_put_json(each->log, json_incref(json_array_get(cases, i)), true);
        (void)putc('\n', each->log);
    }
    return each->log != NULL && !ferror(each->log);
}

bool runner_saved_add_cases(const struct saved *saved, struct report *report)
{
    const json_t *const implementations = json_object_get(saved->json, "implementations");
    for (unsigned i = 0; i < report->count; i++)
        if (!add_cases(&report->implementations[i],
                       json_object_get(json_array_get(implementations, i), "cases")))
            return false;
    return true;
}

/* --- A report ------------------------------------------------------------------------------------------- */

/* An element of a list as text; "" if it is none. */
static const char *text_at(const json_t *list, size_t number)
{
    const char *const text = json_string_value(json_array_get(list, number));
    return text != NULL ? text : "";
}

/* Takes the wishes of a selection.  Every shard reads all vectors, so each one knows which wishes match none.
 */
static bool take_wishes(struct wishes *wishes, const json_t *selection, const char *key)
{
    const json_t *const list = json_object_get(selection, key);
    const char *why;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *const text = text_at(list, i);
        if (!runner_wishes_add(wishes, text, &why))
            return false;
        wishes->wishes[i].fitted = !runner_has_word(json_object_get(selection, "idle"), text);
    }
    return true;
}

struct share runner_saved_share(const struct saved *saved, const char *key)
{
    const json_t *const share = json_object_get(json_object_get(saved->json, "selection"), key);
    return (struct share){runner_count_of(share, "vectors"),
                          strtoull(runner_string_of(share, "hash"), NULL, 16)};
}

static bool take_selection(const struct saved *saved, struct selection *selection)
{
    const char *why;
    const json_t *const wanted = json_object_get(saved->json, "selection");
    const char *const shard = json_string_value(json_object_get(wanted, "shard"));
    *selection = (struct selection){.selected = runner_saved_share(saved, "selected"),
                                    .taken = runner_saved_share(saved, "taken")};
    return (shard == NULL || runner_shard_read(selection, shard)) &&
           take_wishes(&selection->select, wanted, "select") &&
           take_wishes(&selection->skip, wanted, "skip") &&
           runner_requirements_add(&selection->required, json_object_get(wanted, "required"), &why);
}

bool runner_saved_is(const struct saved *saved, const char *key)
{
    return json_is_true(json_object_get(saved->json, key));
}

bool runner_saved_begin(const struct saved *saved, struct report *report, struct selection *selection)
{
    const json_t *const wanted = json_object_get(saved->json, "selection");
    const json_t *const corpus = json_object_get(saved->json, "corpus");
    *report = (struct report){.vectors = runner_count_of(corpus, "vectors"),
                              .hash = strtoull(runner_string_of(corpus, "hash"), NULL, 16),
                              .closed = json_is_true(json_object_get(corpus, "closed")),
                              .selection = selection,
                              .core = json_is_true(json_object_get(wanted, "core")),
                              .strict = runner_saved_is(saved, "strict"),
                              .exact = runner_saved_is(saved, "exact"),
                              .seed = runner_count_of(saved->json, "seed"),
                              .complete = true,
                              .corpus = json_string_value(json_object_get(wanted, "file")),
                              .count = (unsigned)json_array_size(json_object_get(saved->json, "implementations"))};
    take_words(report->version, sizeof report->version, corpus, "version");
    report->implementations = memory_of(report->count, sizeof *report->implementations);
    return take_selection(saved, selection);
}

bool runner_saved_add(const struct saved *saved, struct report *report)
{
    const json_t *const implementations = json_object_get(saved->json, "implementations");
    const char *const started = runner_string_of(saved->json, "started");
    const double seconds = json_number_value(json_object_get(saved->json, "seconds"));
    report->seconds += seconds > 0 ? seconds : 0;
    report->complete = report->complete && runner_saved_is(saved, "complete");
    take_words(report->fault, sizeof report->fault, saved->json, "fault");
    if (report->started[0] == '\0' || strcmp(started, report->started) < 0)
        (void)snprintf(report->started, sizeof report->started, "%s", started);
    for (unsigned i = 0; i < report->count; i++)
        if (!add_implementation(&report->implementations[i], json_array_get(implementations, i)))
            return false;
    return true;
}
