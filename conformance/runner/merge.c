#include "merge.h"

#include <stdlib.h>
#include <string.h>

/* --- Whether they are parts of one run ------------------------------------------------------------------ */

/* What all shards have in common: a path of members in the report. */
static const char *const common[][2] = {{"suite", NULL},       {"corpus", NULL},      {"selection", "select"},
                                        {"selection", "skip"}, {"selection", "core"}, {"exact", NULL},
                                        {"strict", NULL}};
/* And what each implementation has in common with that of the same place in other shards. */
static const char *const declared[] = {
    "adapter", "command",    "one_shot",           "name",    "version", "profiles",
    "abis",    "operations", "foreign_byte_order", "exposes", "excused"};

static bool differ(const struct saved *one, const struct saved *other, const json_t *mine, const json_t *its,
                   const char *what, char words[SAVED_WORDS])
{
    if (json_equal(mine, its))
        return false;
    char *const here = json_dumps(mine, JSON_COMPACT | JSON_ENCODE_ANY);
    char *const there = json_dumps(its, JSON_COMPACT | JSON_ENCODE_ANY);
    (void)snprintf(words, SAVED_WORDS, "%.200s and %.200s are not of one run: %s is %.100s, and %.100s",
                   one->path, other->path, what, here != NULL ? here : "?", there != NULL ? there : "?");
    free(here);
    free(there);
    return true;
}

static bool implementations_fit(const struct saved *one, const struct saved *other, char words[SAVED_WORDS])
{
    const json_t *const mine = runner_saved_get(one, "implementations");
    const json_t *const its = runner_saved_get(other, "implementations");
    if (json_array_size(mine) != json_array_size(its)) {
        (void)snprintf(words, SAVED_WORDS,
                       "%.200s and %.200s are not of one run: %zu implementations, and %zu", one->path,
                       other->path, json_array_size(mine), json_array_size(its));
        return false;
    }
    for (size_t i = 0; i < json_array_size(mine); i++)
        for (size_t j = 0; j < sizeof declared / sizeof *declared; j++) {
            const json_t *const here = json_array_get(mine, i), *const there = json_array_get(its, i);
            /* Who is missing, or was asked nothing, has declared nothing. */
            const bool silent =
                json_is_null(json_object_get(here, "name")) || json_is_null(json_object_get(there, "name"));
            const bool is_said = strcmp(declared[j], "adapter") == 0 || strcmp(declared[j], "command") == 0;
            if ((is_said || !silent) && differ(one, other, json_object_get(here, declared[j]),
                                               json_object_get(there, declared[j]), declared[j], words))
                return false;
        }
    return true;
}

static bool fit(const struct saved *one, const struct saved *other, char words[SAVED_WORDS])
{
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (differ(one, other, runner_saved_at(one, common[i]), runner_saved_at(other, common[i]),
                   common[i][1] != NULL ? common[i][1] : common[i][0], words))
            return false;
    return implementations_fit(one, other, words);
}

/* --- Whether all are there ------------------------------------------------------------------------------ */

static bool read_shard(const struct saved *saved, struct selection *selection, char words[SAVED_WORDS])
{
    const char *const text = runner_string_of(runner_saved_get(saved, "selection"), "shard");
    *selection = (struct selection){0};
    if (runner_shard_read(selection, text))
        return true;
    (void)snprintf(words, SAVED_WORDS, "%.300s: of no shard; merge takes reports of runs with --shard I/N",
                   saved->path);
    return false;
}

/* Which of the first COUNT, which were read, has that number; COUNT: none. */
static unsigned find_shard(const struct saved *shards, unsigned count, unsigned number)
{
    struct selection selection;
    char words[SAVED_WORDS];
    for (unsigned i = 0; i < count; i++)
        if (read_shard(&shards[i], &selection, words) && selection.shard == number)
            return i;
    return count;
}

/* The first number that is not there lies at most one behind as many as there are. */
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
            (void)snprintf(words, SAVED_WORDS, "%.200s is one of %u shards, and %.200s one of %u",
                           shards[0].path, first.shards, shards[i].path, other.shards);
        else if (same < i)
            (void)snprintf(words, SAVED_WORDS, "shard %u/%u is there twice: %.200s and %.200s", other.shard,
                           other.shards, shards[same].path, shards[i].path);
        else
            continue;
        return false;
    }
    for (unsigned number = 1; number <= first.shards; number++)
        if (find_shard(shards, count, number) == count) {
            (void)snprintf(words, SAVED_WORDS, "shard %u/%u is missing; %u of %u are there", number,
                           first.shards, count, first.shards);
            return false;
        }
    return true;
}

/* --- One report of them --------------------------------------------------------------------------------- */

static bool is_among(const char *text, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(text, json_string_value(json_array_get(list, i))) == 0)
            return true;
    return false;
}

/* Every shard sees all vectors, so each knows which wishes fit none. */
static bool take_wishes(struct wishes *wishes, const json_t *selection, const char *key)
{
    const json_t *const list = json_object_get(selection, key);
    const char *why;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *const text = json_string_value(json_array_get(list, i));
        if (text == NULL || !runner_wishes_add(wishes, text, &why))
            return false;
        wishes->wishes[i].fitted = !is_among(text, json_object_get(selection, "idle"));
    }
    return true;
}

static void take_corpus(struct report *report, const json_t *corpus)
{
    report->vectors = (uint64_t)json_integer_value(json_object_get(corpus, "vectors"));
    report->hash = strtoull(runner_string_of(corpus, "hash"), NULL, 16);
    report->closed = json_is_true(json_object_get(corpus, "closed"));
    (void)snprintf(report->version, sizeof report->version, "%s", runner_string_of(corpus, "version"));
}

static bool is_true(const struct saved *saved, const char *key)
{
    return json_is_true(runner_saved_get(saved, key));
}

bool runner_merge(const struct saved *shards, unsigned count, struct report *report,
                  struct selection *selection, char words[SAVED_WORDS])
{
    if (!are_all_there(shards, count, words))
        return false;
    for (unsigned i = 1; i < count; i++)
        if (!fit(&shards[0], &shards[i], words))
            return false;
    const json_t *const wanted = runner_saved_get(&shards[0], "selection");
    *selection = (struct selection){0};
    *report =
        (struct report){.selection = selection,
                        .core = json_is_true(json_object_get(wanted, "core")),
                        .strict = is_true(&shards[0], "strict"),
                        .exact = is_true(&shards[0], "exact"),
                        .complete = true,
                        .abridged = true,
                        .count = (unsigned)json_array_size(runner_saved_get(&shards[0], "implementations"))};
    take_corpus(report, runner_saved_get(&shards[0], "corpus"));
    report->corpus = json_string_value(json_object_get(wanted, "file"));
    report->implementations = calloc(report->count + 1, sizeof *report->implementations);
    bool done = report->implementations != NULL && take_wishes(&selection->select, wanted, "select") &&
                take_wishes(&selection->skip, wanted, "skip");
    for (unsigned i = 0; done && i < count; i++) {
        report->complete = report->complete && is_true(&shards[i], "complete");
        done = runner_saved_add(&shards[i], report);
    }
    if (!done)
        (void)snprintf(words, SAVED_WORDS, "no memory, or no temporary file, for one report of all shards");
    return done;
}
