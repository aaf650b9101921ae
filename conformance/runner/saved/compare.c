#include "../process/memory.h"
#include "saved.h"

#include <stdlib.h>
#include <string.h>

/* How a vector's outcome changed.  ASKED_NEW: it fails, but the implementation was not asked such vectors
 * before, so it did not break. */
enum change { FIXED, BROKE, SILENCED, ASKED_NEW, OTHERWISE, CHANGE_COUNT };
static const char *const change_names[CHANGE_COUNT] = {"fixed", "broke", "silenced", "asked_new", "otherwise"};

enum { EXAMPLES = 5 };

/* --- Cases by id ---------------------------------------------------------------------------------------- */

/* The cases that count against the implementation, by id; they belong to the report. */
static json_t *failures_of(const json_t *implementation)
{
    const json_t *const cases = json_object_get(implementation, "cases");
    json_t *const failures = json_object();
    for (size_t i = 0; i < json_array_size(cases); i++) {
        json_t *const one = json_array_get(cases, i);
        if (runner_outcome_counts_against[runner_record_outcome(one)])
            (void)json_object_set(failures, runner_string_of(one, "id"), one);
    }
    return failures;
}

/* Whether the implementation was asked vectors with the profile, ABI and operation with which ID begins. */
static bool was_asked(const json_t *implementation, const char *id)
{
    const json_t *const features = json_object_get(implementation, "features");
    for (size_t i = 0; i < json_array_size(features); i++) {
        const json_t *const one = json_array_get(features, i);
        char begins[128];
        const int size = snprintf(begins, sizeof begins, "%s/%s/%s/", runner_string_of(one, "profile"),
                                  runner_string_of(one, "abi"), runner_string_of(one, "operation"));
        if (size > 0 && size < (int)sizeof begins && strncmp(id, begins, (size_t)size) == 0)
            return true;
    }
    return false;
}

/* --- Causes --------------------------------------------------------------------------------------------- */

static void count_in(json_t *causes, const char *cause, const char *id, uint64_t times)
{
    json_t *entry = json_object_get(causes, cause);
    if (entry == NULL) {
        entry = json_pack("{s:i,s:[]}", "vectors", 0, "such_as");
        (void)json_object_set_new(causes, cause, entry);
    }
    const uint64_t vectors = runner_count_of(entry, "vectors") + times;
    (void)json_object_set_new(entry, "vectors", json_integer((json_int_t)vectors));
    json_t *const examples = json_object_get(entry, "such_as");
    if (json_array_size(examples) < EXAMPLES)
        (void)json_array_append_new(examples, json_string(id));
}

static int by_weight(const void *first, const void *second)
{
    const json_t *const one = *(json_t *const *)first, *const other = *(json_t *const *)second;
    const uint64_t mine = runner_count_of(one, "vectors"), its = runner_count_of(other, "vectors");
    return mine == its ? strcmp(runner_string_of(one, "cause"), runner_string_of(other, "cause"))
                       : (mine < its) - (mine > its);
}

/* Turns CAUSES into a list, the most frequent first, and frees it. */
static json_t *sorted(json_t *causes)
{
    const size_t count = json_object_size(causes);
    json_t **const all = memory_of(count, sizeof(json_t *));
    json_t *const list = json_array(), *entry;
    const char *cause;
    size_t i = 0;
    json_object_foreach(causes, cause, entry)
    {
        (void)json_object_set_new(entry, "cause", json_string(cause));
        all[i++] = entry;
    }
    qsort(all, count, sizeof(json_t *), by_weight);
    for (size_t j = 0; j < count; j++)
        (void)json_array_append(list, all[j]);
    free(all);
    json_decref(causes);
    return list;
}

/* --- Silence -------------------------------------------------------------------------------------------- */

/* How many vectors of one profile, ABI and operation were asked, and how many of them were judged. */
struct voice {
    uint64_t asked, judged;
};

static struct voice voice_of(const json_t *feature)
{
    const json_t *const counts = json_object_get(feature, "outcomes");
    uint64_t outcomes[OUTCOME_COUNT];
    struct voice voice = {0, 0};
    for (unsigned i = 0; i < OUTCOME_COUNT; i++) {
        outcomes[i] = runner_count_of(counts, runner_outcome_names[i]);
        voice.asked += i != NOT_RUN ? outcomes[i] : 0;
    }
    voice.judged = runner_judged(outcomes);
    return voice;
}

static bool are_alike(const json_t *one, const json_t *other)
{
    static const char *const members[] = {"profile", "abi", "operation"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!json_equal(json_object_get(one, members[i]), json_object_get(other, members[i])))
            return false;
    return true;
}

/* How many of the vectors that were asked both times are no longer judged. */
static uint64_t fewer(struct voice before, struct voice after)
{
    const uint64_t unasked = before.asked > after.asked ? before.asked - after.asked : 0;
    const uint64_t kept = after.judged + unasked;
    return before.judged > kept ? before.judged - kept : 0;
}

/* Counts vectors that are no longer judged.  If an implementation answers fewer questions than before, its
 * failures are not fixed but unknown. */
static uint64_t count_silenced(json_t *causes, const json_t *before, const json_t *after)
{
    const json_t *const olds = json_object_get(before, "features"), *const news = json_object_get(after, "features");
    uint64_t sum = 0;
    for (size_t i = 0; i < json_array_size(olds); i++)
        for (size_t j = 0; j < json_array_size(news); j++) {
            const json_t *const one = json_array_get(olds, i), *const other = json_array_get(news, j);
            const uint64_t count = are_alike(one, other) ? fewer(voice_of(one), voice_of(other)) : 0;
            char what[128], ids[128];
            if (count == 0)
                continue;
            (void)snprintf(what, sizeof what, "%s %s on %s", runner_string_of(one, "profile"),
                           runner_string_of(one, "operation"), runner_string_of(one, "abi"));
            (void)snprintf(ids, sizeof ids, "%s/%s/%s/*", runner_string_of(one, "profile"),
                           runner_string_of(one, "abi"), runner_string_of(one, "operation"));
            count_in(causes, what, ids, count);
            sum += count;
        }
    return sum;
}

/* --- An implementation ---------------------------------------------------------------------------------- */

static json_t *compare_one(const json_t *before, const json_t *after)
{
    json_t *const failed = failures_of(before), *const fails = failures_of(after), *one;
    json_t *causes[CHANGE_COUNT];
    uint64_t counts[CHANGE_COUNT] = {0};
    char change_of_outcome[128];
    const char *id;
    for (unsigned i = 0; i < CHANGE_COUNT; i++)
        causes[i] = json_object();
    json_object_foreach(failed, id, one)
    {
        if (json_object_get(fails, id) == NULL && was_asked(after, id)) {
            counts[FIXED]++;
            count_in(causes[FIXED], runner_cause_of(one), id, 1);
        }
    }
    json_object_foreach(fails, id, one)
    {
        const json_t *const old = json_object_get(failed, id);
        const char *const was = runner_string_of(old, "outcome"), *const is =
                                                                      runner_string_of(one, "outcome");
        const enum change change = old != NULL ? OTHERWISE : was_asked(before, id) ? BROKE : ASKED_NEW;
        if (change == OTHERWISE && strcmp(was, is) == 0)
            continue;
        (void)snprintf(change_of_outcome, sizeof change_of_outcome, "%s -> %s", was, is);
        counts[change]++;
        count_in(causes[change], change == OTHERWISE ? change_of_outcome : runner_cause_of(one), id, 1);
    }
    counts[SILENCED] = count_silenced(causes[SILENCED], before, after);
    json_t *const result =
        json_pack("{s:O?,s:O?,s:O?,s:[II]}", "adapter", json_object_get(after, "adapter"), "old_version",
                  json_object_get(before, "version"), "new_version", json_object_get(after, "version"),
                  "failures", (json_int_t)json_object_size(failed), (json_int_t)json_object_size(fails));
    for (unsigned i = 0; i < CHANGE_COUNT; i++)
        (void)json_object_set_new(
            result, change_names[i],
            json_pack("{s:I,s:o}", "vectors", (json_int_t)counts[i], "causes", sorted(causes[i])));
    json_decref(failed);
    json_decref(fails);
    return result;
}

/* --- Both reports --------------------------------------------------------------------------------------- */

/* The value of an option with which the run was started. */
static const json_t *option_of(const struct saved *saved, const char *name)
{
    const json_t *const value = json_object_get(json_object_get(saved->json, "selection"), name);
    return value != NULL ? value : json_object_get(saved->json, name);
}

/* Checks the options that must be equal, as otherwise one run has vectors that the other was not asked. */
static bool are_comparable(const struct saved *before, const struct saved *after, char words[SAVED_WORDS])
{
    static const char *const names[] = {"select", "skip", "shard", "core", "exact"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (!json_equal(option_of(before, names[i]), option_of(after, names[i])))
            return runner_refuse(words, SAVED_WORDS, "%.300s and %.300s were asked different questions: %s differs",
                                 before->path, after->path, names[i]);
    const struct saved *const partial = !json_is_true(json_object_get(before->json, "complete"))  ? before
                                        : !json_is_true(json_object_get(after->json, "complete")) ? after
                                                                                             : NULL;
    return partial == NULL ||
           runner_refuse(words, SAVED_WORDS,
                         "%.300s: the run was not completed, so nobody knows what it would have found",
                         partial->path);
}

static const json_t *find(const json_t *implementations, const char *label)
{
    for (size_t i = 0; i < json_array_size(implementations); i++)
        if (strcmp(runner_string_of(json_array_get(implementations, i), "adapter"), label) == 0)
            return json_array_get(implementations, i);
    return NULL;
}

static bool could_run(const json_t *implementation)
{
    return implementation != NULL && json_is_null(json_object_get(implementation, "missing"));
}

/* The labels of those implementations that could run in ONES and not in OTHERS. */
static json_t *only_in(const json_t *ones, const json_t *others)
{
    json_t *const labels = json_array();
    for (size_t i = 0; i < json_array_size(ones); i++) {
        const json_t *const one = json_array_get(ones, i);
        if (could_run(one) && !could_run(find(others, runner_string_of(one, "adapter"))))
            (void)json_array_append(labels, json_object_get(one, "adapter"));
    }
    return labels;
}

static json_t *facts_of(const struct saved *saved)
{
    return json_pack("{s:s,s:O,s:O,s:O}", "report", saved->path, "suite", json_object_get(saved->json, "suite"),
                     "corpus", json_object_get(saved->json, "corpus"), "started",
                     json_object_get(saved->json, "started"));
}

json_t *runner_compare(const struct saved *before, const struct saved *after, char words[SAVED_WORDS])
{
    if (!are_comparable(before, after, words))
        return NULL;
    const json_t *const old = json_object_get(before->json, "implementations");
    const json_t *const new = json_object_get(after->json, "implementations");
    json_t *const list = json_array();
    for (size_t i = 0; i < json_array_size(new); i++) {
        const json_t *const one = json_array_get(new, i);
        const json_t *const same = find(old, runner_string_of(one, "adapter"));
        if (could_run(one) && could_run(same))
            (void)json_array_append_new(list, compare_one(same, one));
    }
    if (json_array_size(list) == 0) {
        (void)snprintf(words, SAVED_WORDS,
                       "%.300s and %.300s have no implementation of the same label that ran", before->path,
                       after->path);
        json_decref(list);
        return NULL;
    }
    return json_pack("{s:i,s:o,s:o,s:b,s:o,s:o,s:o}", "format", 1, "old", facts_of(before), "new",
                     facts_of(after), "same_corpus",
                     json_equal(json_object_get(before->json, "corpus"), json_object_get(after->json, "corpus")),
                     "only_old", only_in(old, new), "only_new", only_in(new, old), "implementations", list);
}

uint64_t runner_comparison_broke(const json_t *comparison)
{
    const json_t *const list = json_object_get(comparison, "implementations");
    uint64_t broke = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        for (unsigned change = BROKE; change <= SILENCED; change++)
            broke += runner_count_of(json_object_get(json_array_get(list, i), change_names[change]), "vectors");
    return broke;
}
