#include "saved.h"

#include <stdlib.h>
#include <string.h>

/* --- Whether they are parts of one run ------------------------------------------------------------------ */

/* Adds members of an object to the facts that a report states; NAMES end with null. */
static void state(json_t *facts, const json_t *object, const char *const *names)
{
    for (; *names != NULL; names++) {
        json_t *const value = json_object_get(object, *names);
        (void)json_object_set(facts, *names, value != NULL ? value : json_null());
    }
}

/* A copy of a member, without the counts of the run that the elements of its list LIST have. */
static json_t *without_counts(const json_t *object, const char *member, const char *list)
{
    static const char *const counts[] = {"matched", "sum", "fitted", "elsewhere", "outside", "kept", "broke"};
    json_t *const copy = json_deep_copy(json_object_get(object, member));
    const json_t *const each = json_object_get(copy, list);
    for (size_t i = 0; i < json_array_size(each); i++)
        for (size_t j = 0; j < sizeof counts / sizeof *counts; j++)
            (void)json_object_del(json_array_get(each, i), counts[j]);
    return copy;
}

/* What the report states of the run.  A completed one has read the corpus to its end and states more. */
static json_t *facts_of_run(const struct saved *shard)
{
    static const char *const run[] = {"suite", "exact", "strict", "seed", NULL};
    static const char *const selected[] = {"select", "skip", "core", "required", NULL};
    static const char *const whole_run[] = {"corpus", NULL}, *const whole_selection[] = {"idle", "selected", NULL};
    const json_t *const report = shard->json, *const selection = json_object_get(report, "selection");
    const size_t count = json_array_size(json_object_get(report, "implementations"));
    json_t *const facts = json_pack("{s:I}", "the number of implementations", (json_int_t)count);
    state(facts, report, run);
    state(facts, selection, selected);
    if (json_is_true(json_object_get(report, "complete"))) {
        state(facts, report, whole_run);
        state(facts, selection, whole_selection);
    }
    return facts;
}

/* What the report states of an implementation.  One that could not be run has declared nothing. */
static json_t *facts_of_implementation(const struct saved *shard, size_t number)
{
    const json_t *const one = json_array_get(json_object_get(shard->json, "implementations"), number);
    static const char *const given[] = {"adapter", "command", "excused", NULL};
    static const char *const declared[] = {"one_shot",   "name",    "version", "profiles", "abis",
                                           "operations", "exposes", "foreign_byte_order", "leaves_out", NULL};
    json_t *const expectations = without_counts(one, "expectations", "entries"), *entry;
    json_t *const facts = json_object();
    char name[48];
    size_t i;
    state(facts, one, given);
    json_array_foreach(json_object_get(expectations, "entries"), i, entry)
    {
        (void)snprintf(name, sizeof name, "expectations.entries[%zu]", i);
        (void)json_object_set(facts, name, entry);
    }
    (void)json_object_set_new(facts, "expectations", expectations);
    if (json_is_null(json_object_get(one, "name")))
        return facts;
    state(facts, one, declared);
    (void)json_object_set_new(facts, "requires", without_counts(one, "requires", "lines"));
    return facts;
}

/* Adds the facts of shard NUMBER, and frees them, to those that are KNOWN of the run: for each the value, and the
 * number of the first shard that states it.  Returns false if the shard states another value than an earlier one. */
static bool agree(json_t *known, json_t *facts, const struct saved *shards, unsigned number, char words[SAVED_WORDS])
{
    const char *name;
    json_t *value;
    bool same = true;
    json_object_foreach(facts, name, value)
    {
        const json_t *const first = json_object_get(known, name), *const other = json_array_get(first, 0);
        if (first == NULL)
            (void)json_object_set_new(known, name, json_pack("[O,i]", value, (int)number));
        else if (same && !json_equal(other, value))
            same = runner_refuse(words, SAVED_WORDS, "%.200s and %.200s are not of one run: %s is %s, and %s",
                                 shards[json_integer_value(json_array_get(first, 1))].path, shards[number].path, name,
                                 runner_glimpse_of(other, "nothing").text, runner_glimpse_of(value, "nothing").text);
    }
    json_decref(facts);
    return same;
}

/* Whether all shards agree on the run and, one after the other, on its implementations. */
static bool fit(const struct saved *shards, unsigned count, char words[SAVED_WORDS])
{
    const size_t implementations = json_array_size(json_object_get(shards[0].json, "implementations"));
    json_t *known = json_object();
    bool same = true;
    for (unsigned i = 0; same && i < count; i++)
        same = agree(known, facts_of_run(&shards[i]), shards, i, words);
    for (size_t number = 0; same && number < implementations; number++) {
        (void)json_object_clear(known);
        for (unsigned i = 0; same && i < count; i++)
            same = agree(known, facts_of_implementation(&shards[i], number), shards, i, words);
    }
    json_decref(known);
    return same;
}

/* --- Whether all are there ------------------------------------------------------------------------------ */

static bool read_shard(const struct saved *saved, struct selection *selection, char words[SAVED_WORDS])
{
    const char *const text = runner_string_of(json_object_get(saved->json, "selection"), "shard");
    *selection = (struct selection){0};
    if (runner_shard_read(selection, text))
        return true;
    return runner_refuse(words, SAVED_WORDS, "%.300s: of no shard; merge takes reports of runs with --shard I/N",
                         saved->path);
}

/* The index of shard NUMBER among the first COUNT of SHARDS; COUNT if it is not there. */
static unsigned find_shard(const struct saved *shards, unsigned count, unsigned number)
{
    struct selection selection;
    char words[SAVED_WORDS];
    for (unsigned i = 0; i < count; i++)
        if (read_shard(&shards[i], &selection, words) && selection.shard == number)
            return i;
    return count;
}

/* Whether each shard is there once.  The first number that is missing, if any, is at most COUNT + 1. */
static bool are_all_there(const struct saved *shards, unsigned count, char words[SAVED_WORDS])
{
    struct selection first, other;
    if (!read_shard(&shards[0], &first, words))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (!read_shard(&shards[i], &other, words))
            return false;
        const unsigned same = find_shard(shards, i, other.shard);
        if (other.shards != first.shards)
            return runner_refuse(words, SAVED_WORDS, "%.200s is one of %u shards, and %.200s one of %u",
                                 shards[0].path, first.shards, shards[i].path, other.shards);
        if (same < i)
            return runner_refuse(words, SAVED_WORDS, "shard %u/%u is there twice: %.200s and %.200s", other.shard,
                                 other.shards, shards[same].path, shards[i].path);
    }
    for (unsigned number = 1; number <= first.shards; number++)
        if (find_shard(shards, count, number) == count)
            return runner_refuse(words, SAVED_WORDS, "shard %u/%u is missing; %u of %u are there", number,
                                 first.shards, count, first.shards);
    return true;
}

/* --- Whether each asked something else ------------------------------------------------------------------ */

/* If all shards were completed: checks that together they took all that was selected. */
static bool take_all(const struct saved *shards, unsigned count, char words[SAVED_WORDS])
{
    const struct share selected = runner_saved_share(&shards[0], "selected");
    struct share taken = {0, 0};
    bool complete = true;
    for (unsigned i = 0; i < count; i++) {
        const struct share one = runner_saved_share(&shards[i], "taken");
        taken = (struct share){taken.vectors + one.vectors, taken.hash + one.hash};
        complete = complete && runner_saved_is(&shards[i], "complete");
    }
    if (!complete || (taken.vectors == selected.vectors && taken.hash == selected.hash))
        return true;
    return runner_refuse(words, SAVED_WORDS,
                         "%.200s and the others: selection.taken of all shards is not what each says in "
                         "selection.selected: some vectors were taken by two, or by none",
                         shards[0].path);
}

/* --- One report of them --------------------------------------------------------------------------------- */

/* Whether this version wrote the report.  Merging writes cases, words and verdicts again, as this version
 * does. */
static bool is_ours(const struct saved *saved, char words[SAVED_WORDS])
{
    const char *const suite = runner_string_of(saved->json, "suite");
    if (strcmp(suite, runner_suite) == 0)
        return true;
    return runner_refuse(words, SAVED_WORDS,
                         "%.300s: suite is %.100s, and this is %s; reports are merged by the version that wrote "
                         "them",
                         saved->path, suite, runner_suite);
}

/* The shard that read most of the corpus: the first completed one, if there is one. */
static const struct saved *fullest(const struct saved *shards, unsigned count)
{
    const struct saved *most = &shards[0];
    for (unsigned i = 0; i < count; i++) {
        if (runner_saved_is(&shards[i], "complete"))
            return &shards[i];
        if (runner_saved_share(&shards[i], "selected").vectors > runner_saved_share(most, "selected").vectors)
            most = &shards[i];
    }
    return most;
}

static bool add_shard(const struct saved *shard, struct report *report, struct selection *selection)
{
    const struct share taken = runner_saved_share(shard, "taken");
    selection->taken.vectors += taken.vectors;
    selection->taken.hash += taken.hash;
    return runner_saved_add(shard, report) && runner_saved_add_cases(shard, report);
}

bool runner_merge(const struct saved *shards, unsigned count, struct report *report,
                  struct selection *selection, char words[SAVED_WORDS])
{
    if (!is_ours(&shards[0], words) || !are_all_there(shards, count, words) || !fit(shards, count, words) ||
        !take_all(shards, count, words))
        return false;
    bool done = runner_saved_begin(fullest(shards, count), report, selection);
    selection->shard = selection->shards = 0;
    selection->taken = (struct share){0, 0};
    for (unsigned i = 0; done && i < count; i++)
        done = add_shard(&shards[i], report, selection);
    return done ||
           runner_refuse(words, SAVED_WORDS, "no temporary file for one report of all shards");
}
