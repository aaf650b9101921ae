#include "saved.h"

#include <stdlib.h>
#include <string.h>

/* --- Whether they are parts of one run ------------------------------------------------------------------ */

/* What all shards have in common, as paths of members in the report. */
static const char *const common[][2] = {
    {"suite", NULL},           {"selection", "select"}, {"selection", "skip"}, {"selection", "core"},
    {"selection", "required"}, {"exact", NULL},         {"strict", NULL},      {"seed", NULL}};
/* What completed shards also have in common, because each of them read the corpus to its end. */
static const char *const completed[][2] = {
    {"corpus", NULL}, {"selection", "idle"}, {"selection", "selected"}};
/* What each implementation has in common with the one at the same place in other shards. */
static const char *const given[] = {"adapter", "command", "excused"};
/* The same, but only where it could run: an implementation that is missing has declared nothing. */
static const char *const declared[] = {"one_shot",   "name",    "version", "profiles", "abis",
                                       "operations", "exposes", "foreign_byte_order", "leaves_out"};

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

static bool differ(const struct saved *one, const struct saved *other, const json_t *mine, const json_t *its,
                   const char *what, char words[SAVED_WORDS])
{
    if (mine == its || json_equal(mine, its))
        return false;
    (void)snprintf(words, SAVED_WORDS, "%.200s and %.200s are not of one run: %s is %s, and %s", one->path,
                   other->path, what, runner_glimpse_of(mine, "nothing").text,
                   runner_glimpse_of(its, "nothing").text);
    return true;
}

/* Whether any of these members differs; its name in messages is the last one of its path. */
static bool any_differs(const struct saved *one, const struct saved *other, const char *const (*paths)[2],
                        size_t count, char words[SAVED_WORDS])
{
    for (size_t i = 0; i < count; i++)
        if (differ(one, other, runner_saved_at(one, paths[i]), runner_saved_at(other, paths[i]),
                   paths[i][paths[i][1] != NULL], words))
            return true;
    return false;
}

static const json_t *implementation_of(const struct saved *saved, size_t number)
{
    return json_array_get(runner_saved_get(saved, "implementations"), number);
}

static bool any_member_differs(const struct saved *one, const struct saved *other, size_t number,
                               const char *const *members, size_t count, char words[SAVED_WORDS])
{
    const json_t *const mine = implementation_of(one, number), *const its = implementation_of(other, number);
    for (size_t i = 0; i < count; i++)
        if (differ(one, other, json_object_get(mine, members[i]), json_object_get(its, members[i]),
                   members[i], words))
            return true;
    return false;
}

/* A member of an implementation, without the counts of the run that the elements of its list LIST have; null:
 * it has no such member. */
static json_t *given_of(const struct saved *saved, size_t number, const char *member, const char *list)
{
    static const char *const counts[] = {"matched", "sum", "fitted", "elsewhere", "outside", "kept", "broke"};
    json_t *const copy = json_deep_copy(json_object_get(implementation_of(saved, number), member));
    const json_t *const each = json_object_get(copy, list);
    for (size_t i = 0; i < json_array_size(each); i++)
        for (size_t j = 0; j < COUNT_OF(counts); j++)
            (void)json_object_del(json_array_get(each, i), counts[j]);
    return copy;
}

static bool expectations_differ(const struct saved *one, const struct saved *other, size_t number,
                                char words[SAVED_WORDS])
{
    json_t *const mine = given_of(one, number, "expectations", "entries");
    json_t *const its = given_of(other, number, "expectations", "entries");
    const json_t *const here = json_object_get(mine, "entries"), *const there = json_object_get(its, "entries");
    bool differs = differ(one, other, json_object_get(mine, "path"), json_object_get(its, "path"),
                          "expectations.path", words);
    for (size_t i = 0; !differs && (i < json_array_size(here) || i < json_array_size(there)); i++)
        differs = differ(one, other, json_array_get(here, i), json_array_get(there, i), "expectations.entries", words);
    json_decref(mine);
    json_decref(its);
    return differs;
}

static bool sets_differ(const struct saved *one, const struct saved *other, size_t number,
                        char words[SAVED_WORDS])
{
    json_t *const mine = given_of(one, number, "requires", "lines");
    json_t *const its = given_of(other, number, "requires", "lines");
    const bool differs = differ(one, other, mine, its, "requires", words);
    json_decref(mine);
    json_decref(its);
    return differs;
}

static bool is_silent(const struct saved *saved, size_t number)
{
    return json_is_null(json_object_get(implementation_of(saved, number), "name"));
}

/* Compares each shard with the first one, and what the implementation declares with the first shard that
 * could run it. */
static bool implementation_fits(const struct saved *shards, unsigned count, size_t number,
                                char words[SAVED_WORDS])
{
    unsigned heard = 0;
    while (heard < count && is_silent(&shards[heard], number))
        heard++;
    for (unsigned i = 1; i < count; i++)
        if (any_member_differs(&shards[0], &shards[i], number, given, COUNT_OF(given), words) ||
            expectations_differ(&shards[0], &shards[i], number, words) ||
            (i > heard && !is_silent(&shards[i], number) &&
             (any_member_differs(&shards[heard], &shards[i], number, declared, COUNT_OF(declared), words) ||
              sets_differ(&shards[heard], &shards[i], number, words))))
            return false;
    return true;
}

/* Compares each shard with the first one, and each completed one with the first that was completed. */
static bool fit(const struct saved *shards, unsigned count, char words[SAVED_WORDS])
{
    const size_t implementations = json_array_size(runner_saved_get(&shards[0], "implementations"));
    unsigned whole = 0;
    while (whole < count && !runner_saved_is(&shards[whole], "complete"))
        whole++;
    for (unsigned i = 1; i < count; i++) {
        const size_t its = json_array_size(runner_saved_get(&shards[i], "implementations"));
        if (any_differs(&shards[0], &shards[i], common, COUNT_OF(common), words) ||
            (i > whole && runner_saved_is(&shards[i], "complete") &&
             any_differs(&shards[whole], &shards[i], completed, COUNT_OF(completed), words)))
            return false;
        if (its != implementations)
            return runner_refuse(words, SAVED_WORDS,
                                 "%.200s and %.200s are not of one run: %zu implementations, and %zu",
                                 shards[0].path, shards[i].path, implementations, its);
    }
    for (size_t i = 0; i < implementations; i++)
        if (!implementation_fits(shards, count, i, words))
            return false;
    return true;
}

/* --- Whether all are there ------------------------------------------------------------------------------ */

static bool read_shard(const struct saved *saved, struct selection *selection, char words[SAVED_WORDS])
{
    const char *const text = runner_string_of(runner_saved_get(saved, "selection"), "shard");
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
           runner_refuse(words, SAVED_WORDS, "no memory, or no temporary file, for one report of all shards");
}
