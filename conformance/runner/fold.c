/* An id has parts between slashes, and parts have words between dashes; the last part may have slashes.  In a pattern
 * each part is itself, any, or has its first or its last words and then any.  Which ids a pattern fits is found by
 * hashes: for each choice of such ways, of all parts together, ids with the same hash are fitted by the same pattern.
 * It also fits others, where a star stands for a slash; that is looked for at last. */
#include "fold.h"

#include "process/spans.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 5, WAYS_MAX = 4, PLACES = 64, ROUNDS_MAX = 6 };
/* How a part stands in a pattern. */
enum way { WHOLE, FIRST_TWO, FIRST, LAST, ANY };

/* The ways in which a part may stand.  The last two parts have words: of a shape the first ones say what it is, of a
 * detail also the last one. */
struct ways {
    unsigned count;
    enum way ways[WAYS_MAX];
};

static const struct ways *ways_of(unsigned part, unsigned parts)
{
    static const struct ways plain = {2, {WHOLE, ANY}}, shape = {4, {WHOLE, FIRST_TWO, FIRST, ANY}},
                             detail = {4, {WHOLE, FIRST, LAST, ANY}};
    return part + 1 == parts ? &detail : part + 2 == parts ? &shape : &plain;
}

/* A way for each part; all of them are numbered. */
struct choice {
    unsigned parts, places[PARTS_MAX]; /* places: among those that the part may have */
    enum way ways[PARTS_MAX];
};

static struct choice choice_of(unsigned number, unsigned parts)
{
    struct choice choice = {.parts = parts};
    for (unsigned i = 0; i < parts; i++) {
        const struct ways *const ways = ways_of(i, parts);
        choice.places[i] = number % ways->count;
        choice.ways[i] = ways->ways[choice.places[i]];
        number /= ways->count;
    }
    return choice;
}

static unsigned choices_of(unsigned parts)
{
    unsigned choices = 1;
    for (unsigned i = 0; i < parts; i++)
        choices *= ways_of(i, parts)->count;
    return choices;
}

/* Of an id: a hash of what each way keeps of each part; 0: the part has not so many words.  They are small, as all ids
 * are looked through for each choice. */
struct hashes {
    uint32_t parts, of[PARTS_MAX][WAYS_MAX];
};

struct known {
    unsigned slashes;
    uint64_t fits_alone[2]; /* a bit for each choice: its pattern fits ids of this group alone */
    size_t best;            /* how many ids that are not covered the best of these fits */
    unsigned choice;        /* the number of that one */
};

/* The piece of a part that a way keeps; nothing if it has not so many words. */
static struct span kept(struct span part, enum way way)
{
    const char *const dash = memchr(part.at, '-', part.size), *const end = part.at + part.size;
    const char *const second = dash != NULL ? memchr(dash + 1, '-', (size_t)(end - dash) - 1) : NULL;
    const char *const last = memrchr(part.at, '-', part.size);
    switch (way) {
    case FIRST_TWO:
        return (struct span){part.at, second != NULL ? (size_t)(second + 1 - part.at) : 0};
    case FIRST:
        return (struct span){part.at, dash != NULL ? (size_t)(dash + 1 - part.at) : 0};
    case LAST:
        return last != NULL ? (struct span){last, (size_t)(end - last)} : (struct span){part.at, 0};
    case ANY:
        return (struct span){part.at, 0};
    default:
        return part;
    }
}

/* Takes the next part off; if it is the LAST, it is all that is left. */
static struct span next_part(const char **at, bool last)
{
    const size_t size = last ? strlen(*at) : strcspn(*at, "/");
    const struct span part = {*at, size};
    *at += size + ((*at)[size] == '/');
    return part;
}

static unsigned count_slashes(const char *id)
{
    unsigned slashes = 0;
    for (; *id != '\0'; id++)
        slashes += *id == '/';
    return slashes;
}

static void learn(struct hashes *hashes, const char *id)
{
    const unsigned slashes = count_slashes(id);
    hashes->parts = slashes < PARTS_MAX ? slashes + 1 : PARTS_MAX;
    for (unsigned i = 0; i < hashes->parts; i++) {
        const struct ways *const ways = ways_of(i, hashes->parts);
        const struct span part = next_part(&id, i + 1 == hashes->parts);
        for (unsigned j = 0; j < ways->count; j++) {
            const struct span piece = kept(part, ways->ways[j]);
            const uint64_t hash = runner_hash_bytes(HASH_START, piece.at, piece.size);
            const bool is_there = piece.size > 0 || ways->ways[j] == ANY || ways->ways[j] == WHOLE;
            hashes->of[i][j] = is_there ? (uint32_t)(hash >> 32 ^ hash) | 1 : 0;
        }
    }
}

/* What all ids have in common that the same pattern fits, and hardly any other; 0: this choice is none for the id. */
static uint64_t hash_of(const struct hashes *hashes, const struct choice *choice)
{
    uint64_t all = hashes->parts;
    for (unsigned i = 0; i < choice->parts; i++) {
        const uint32_t hash = hashes->of[i][choice->places[i]];
        if (hash == 0)
            return 0;
        all = (all ^ hash) * UINT64_C(0x9e3779b97f4a7c15);
        all ^= all >> 29;
    }
    return all | 1;
}

/* --- Which patterns fit one group alone --------------------------------------------------------------------- */

struct fitted {
    uint64_t hash; /* 0: free */
    const void *group;
    size_t count;
};

struct folding {
    struct foldable *ids;
    struct known *known;
    struct hashes *hashes;
    size_t count;
    struct fitted *table;
    size_t room;
    unsigned most_slashes; /* of an id */
};

static struct fitted *find(const struct folding *folding, uint64_t hash)
{
    size_t at = (size_t)(hash >> 7) & (folding->room - 1);
    while (folding->table[at].hash != 0 && folding->table[at].hash != hash)
        at = (at + 1) & (folding->room - 1);
    return &folding->table[at];
}

/* Counts the ids of each group's patterns of one choice; those that fit others too have no group then. */
static void count_fitted(struct folding *folding, const struct choice *choice)
{
    memset(folding->table, 0, folding->room * sizeof *folding->table);
    bool any = false; /* a pattern for more than one */
    for (unsigned turn = 0; turn == 0 || (turn == 1 && any); turn++)
        for (size_t i = 0; i < folding->count; i++) {
            const void *const group = folding->ids[i].group;
            if (folding->hashes[i].parts != choice->parts || (group != NULL) != (turn == 0))
                continue;
            const uint64_t hash = hash_of(&folding->hashes[i], choice);
            struct fitted *const fitted = hash != 0 ? find(folding, hash) : NULL;
            if (fitted == NULL || (turn == 1 && fitted->hash == 0))
                continue;
            if (fitted->hash == 0)
                *fitted = (struct fitted){hash, group, 0};
            any = any || fitted->count > 0;
            fitted->count++;
            if (fitted->group != group)
                fitted->group = NULL;
        }
}

static void note_alone(struct folding *folding, unsigned parts, unsigned number)
{
    const struct choice choice = choice_of(number, parts);
    count_fitted(folding, &choice);
    for (size_t i = 0; i < folding->count; i++) {
        struct known *const known = &folding->known[i];
        const bool is_one = folding->hashes[i].parts == parts && folding->ids[i].group != NULL;
        const uint64_t hash = is_one ? hash_of(&folding->hashes[i], &choice) : 0;
        const struct fitted *const fitted = hash != 0 ? find(folding, hash) : NULL;
        if (fitted != NULL && fitted->group != NULL && fitted->count > 1)
            known->fits_alone[number / PLACES] |= UINT64_C(1) << number % PLACES;
    }
}

static bool is_alone(const struct folding *folding, size_t place, unsigned parts, unsigned number)
{
    const struct known *const known = &folding->known[place];
    return folding->ids[place].group != NULL && !folding->ids[place].is_covered && folding->hashes[place].parts == parts &&
           (known->fits_alone[number / PLACES] >> number % PLACES & 1) != 0;
}

/* Finds for each id that is not covered whether a pattern of this choice fits more of those than the best so far. */
static void take_best(struct folding *folding, unsigned parts, unsigned number)
{
    const struct choice choice = choice_of(number, parts);
    memset(folding->table, 0, folding->room * sizeof *folding->table);
    for (unsigned turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < folding->count; i++) {
            if (!is_alone(folding, i, parts, number))
                continue;
            struct known *const known = &folding->known[i];
            const uint64_t hash = hash_of(&folding->hashes[i], &choice);
            struct fitted *const fitted = find(folding, hash);
            fitted->hash = hash;
            fitted->count += turn == 0;
            if (turn == 0 || fitted->count <= known->best)
                continue;
            known->best = fitted->count;
            known->choice = number;
        }
}

/* --- Patterns ------------------------------------------------------------------------------------------------- */

static char *write_pattern(const char *id, const struct choice *choice)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    for (unsigned i = 0; i < choice->parts; i++) {
        const enum way way = choice->ways[i];
        const struct span piece = kept(next_part(&id, i + 1 == choice->parts), way);
        (void)fprintf(out, "%s%s%.*s%s", i > 0 ? "/" : "", way == LAST ? "*" : "", (int)piece.size, piece.at,
                      way != WHOLE && way != LAST ? "*" : "");
    }
    return fclose(out) == 0 ? text : NULL;
}

/* Whether the pattern fits an id of another group, by a star that stands for a slash; or the id has what a pattern takes
 * for its own. */
static bool is_unsafe(const struct folding *folding, size_t place, const char *pattern)
{
    const unsigned slashes = count_slashes(pattern);
    const void *const group = folding->ids[place].group;
    const size_t head = strcspn(pattern, "*"); /* most ids begin otherwise */
    if (strpbrk(folding->ids[place].id, "*?# \t") != NULL)
        return true;
    for (size_t i = 0; folding->most_slashes > slashes && i < folding->count; i++)
        if (folding->known[i].slashes > slashes && folding->ids[i].group != group &&
            strncmp(pattern, folding->ids[i].id, head) == 0 && runner_span_fits_glob(pattern, runner_span_of(folding->ids[i].id)))
            return true;
    return false;
}

/* Whether the pattern of this choice, whose ids have the HASH, fits an id of the same group. */
static bool is_fitted(const struct folding *folding, size_t place, const struct choice *choice, uint64_t hash,
                      const char *pattern)
{
    const struct known *const known = &folding->known[place];
    const bool has_same = folding->hashes[place].parts == choice->parts && hash_of(&folding->hashes[place], choice) == hash;
    return (has_same || known->slashes > count_slashes(pattern)) && runner_span_fits_glob(pattern, runner_span_of(folding->ids[place].id));
}

/* Covers the ids that the pattern of this one fits, if there are LEAST of them that are not covered yet.  Returns false
 * if memory ran out. */
static bool cover(struct folding *folding, size_t place, size_t least)
{
    struct known *const known = &folding->known[place];
    struct foldable *const one = &folding->ids[place];
    const struct choice choice = choice_of(known->choice, folding->hashes[place].parts);
    const uint64_t hash = hash_of(&folding->hashes[place], &choice);
    char *const pattern = write_pattern(one->id, &choice);
    size_t fresh = 0;
    if (pattern == NULL)
        return false;
    if (is_unsafe(folding, place, pattern))
        known->fits_alone[known->choice / PLACES] &= ~(UINT64_C(1) << known->choice % PLACES);
    else
        for (unsigned turn = 0; turn < 2 && (turn == 0 || fresh >= least); turn++)
            for (size_t i = 0; i < folding->count; i++) {
                struct foldable *const other = &folding->ids[i];
                if (other->group != one->group || other->is_covered ||
                    !is_fitted(folding, i, &choice, hash, pattern))
                    continue;
                fresh += turn == 0;
                other->is_covered = turn == 1;
            }
    one->stands_for = fresh;
    if (one->is_covered)
        one->pattern = pattern;
    else
        free(pattern);
    return true;
}

struct candidate {
    size_t best, place;
};

static int by_best(const void *one, const void *other)
{
    const struct candidate *const a = one, *const b = other;
    return a->best != b->best ? (a->best < b->best ? 1 : -1) : (a->place > b->place) - (a->place < b->place);
}

/* What is looked at in a round, and what is to be written. */
struct round {
    struct candidate *candidates;
    size_t count;
    size_t *order, *written;
};

static void find_candidates(struct folding *folding, struct round *round)
{
    for (size_t i = 0; i < folding->count; i++)
        folding->known[i].best = 0;
    for (unsigned parts = 1; parts <= PARTS_MAX; parts++)
        for (unsigned choice = 1; choice < choices_of(parts); choice++)
            take_best(folding, parts, choice);
    round->count = 0;
    for (size_t i = 0; i < folding->count; i++)
        if (folding->known[i].best > 1)
            round->candidates[round->count++] = (struct candidate){folding->known[i].best, i};
    if (round->count > 0)
        qsort(round->candidates, round->count, sizeof *round->candidates, by_best);
}

/* Takes the patterns that fit at least half as many ids as the best one does: then others are best.  The LAST round takes
 * all.  Returns false if memory ran out. */
static bool take_round(struct folding *folding, struct round *round, bool last)
{
    const size_t half = round->candidates[0].best / 2, least = half > 2 && !last ? half : 2;
    for (size_t i = 0; i < round->count && round->candidates[i].best >= least; i++) {
        const size_t place = round->candidates[i].place;
        if (folding->ids[place].is_covered)
            continue;
        if (!cover(folding, place, least))
            return false;
        if (folding->ids[place].is_covered)
            round->order[(*round->written)++] = place;
    }
    return true;
}

static bool choose(struct folding *folding, size_t *order, size_t *written)
{
    struct round round = {calloc(folding->count + 1, sizeof *round.candidates), 0, order, written};
    bool done = round.candidates != NULL;
    *written = 0;
    for (unsigned i = 1; done && i <= ROUNDS_MAX; i++) {
        find_candidates(folding, &round);
        if (round.count == 0)
            break;
        done = take_round(folding, &round, i == ROUNDS_MAX);
    }
    for (size_t i = 0; done && i < folding->count; i++)
        if (folding->ids[i].group != NULL && !folding->ids[i].is_covered)
            order[(*written)++] = i;
    free(round.candidates);
    return done;
}

bool runner_fold(struct foldable *ids, size_t count, size_t *order, size_t *written)
{
    struct folding folding = {.ids = ids, .count = count, .room = 4};
    size_t grouped = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned slashes = count_slashes(ids[i].id);
        grouped += ids[i].group != NULL;
        folding.most_slashes = slashes > folding.most_slashes ? slashes : folding.most_slashes;
    }
    while (folding.room < 2 * grouped)
        folding.room *= 2;
    folding.known = calloc(count + 1, sizeof *folding.known);
    folding.hashes = calloc(count + 1, sizeof *folding.hashes);
    folding.table = calloc(folding.room, sizeof *folding.table);
    bool done = folding.known != NULL && folding.hashes != NULL && folding.table != NULL;
    for (size_t i = 0; done && grouped > 1 && i < count; i++) {
        folding.known[i].slashes = count_slashes(ids[i].id);
        learn(&folding.hashes[i], ids[i].id);
    }
    for (unsigned parts = 1; done && grouped > 1 && parts <= PARTS_MAX; parts++)
        for (unsigned choice = 1; choice < choices_of(parts); choice++)
            note_alone(&folding, parts, choice);
    done = done && choose(&folding, order, written);
    free(folding.known);
    free(folding.hashes);
    free(folding.table);
    return done;
}
