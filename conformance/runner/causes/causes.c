#include "causes.h"

#include "bugs.h"
#include "properties.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const runner_cause_kinds[CAUSE_KINDS] = {"refuses", "as if", "effect"};

enum { FEWEST = 2 }; /* failures that have something in common */
enum { REACHED = 2 };

struct search {
    const struct facts *facts;
    const struct fact *all;
    size_t count;
    uint8_t *explained; /* 1: by a cause that was found, REACHED: by the one that is looked at */
    size_t *of_known; /* by the number of a vector of bugs.h: its fact, or COUNT */
};

/* What might explain some of the failures; those of the greatest score are named. */
struct candidate {
    double score;
    enum cause_kind kind;
    uint32_t properties;
    unsigned bug;
    uint8_t effect;
    bool nearly; /* the bug gives other answers, too */
};

static bool is_open(const struct search *search, size_t i)
{
    return search->all[i].failed && !search->explained[i];
}

/* --- Refusals ------------------------------------------------------------------------------------------- */

static bool is_open_refusal(const struct search *search, size_t i)
{
    return is_open(search, i) && search->all[i].refused;
}

/* The properties of refused sections of which hardly any was answered. */
static uint32_t refused_properties(const struct search *search)
{
    size_t refused[PROPERTIES_MAX] = {0}, answered[PROPERTIES_MAX] = {0};
    uint32_t properties = 0;
    for (size_t i = 0; i < search->count; i++)
        for (unsigned property = 0; property < runner_section_properties(); property++)
            if ((search->all[i].breaks >> property & 1) != 0) {
                refused[property] += is_open_refusal(search, i);
                answered[property] += search->all[i].passed && !search->all[i].refused;
            }
    for (unsigned property = 0; property < runner_section_properties(); property++)
        if (refused[property] >= FEWEST && answered[property] * 50 <= refused[property])
            properties |= UINT32_C(1) << property;
    return properties;
}

/* How many open refusals have one of the properties FROM, but none of WITHOUT. */
static size_t covered_by(const struct search *search, uint32_t from, uint32_t without)
{
    size_t covered = 0;
    for (size_t i = 0; i < search->count; i++)
        covered += is_open_refusal(search, i) && (search->all[i].breaks & from) != 0 &&
                   (search->all[i].breaks & without) == 0;
    return covered;
}

/* Few of the properties that cover nearly what all do: always that which covers the most of the rest. */
static uint32_t few_of(const struct search *search, uint32_t properties)
{
    const size_t all = covered_by(search, properties, 0);
    uint32_t chosen = 0;
    for (size_t covered = 0; covered < all;) {
        size_t most = 0;
        uint32_t best = 0;
        for (unsigned property = 0; property < runner_section_properties(); property++) {
            const uint32_t bit = UINT32_C(1) << property;
            const size_t more = (properties & bit) != 0 ? covered_by(search, bit, chosen) : 0;
            if (more > most) {
                most = more;
                best = bit;
            }
        }
        if (most < FEWEST || most * 200 < all)
            break;
        chosen |= best;
        covered += most;
    }
    return chosen;
}

/* Without those of which each section has another one, too. */
static uint32_t needed_of(const struct search *search, uint32_t chosen)
{
    for (unsigned property = 0; property < runner_section_properties(); property++) {
        const uint32_t bit = UINT32_C(1) << property;
        if ((chosen & bit) != 0 && covered_by(search, bit, chosen & ~bit) == 0)
            chosen &= ~bit;
    }
    return chosen;
}

static struct candidate best_refusal(const struct search *search)
{
    const uint32_t chosen = needed_of(search, few_of(search, refused_properties(search)));
    const size_t covered = covered_by(search, chosen, 0);
    return (struct candidate){.kind = CAUSE_REFUSES, .properties = chosen, .score = (double)covered};
}

/* --- Bugs of the zoo ------------------------------------------------------------------------------------ */

/* How the failures of a bug and those of the reader fit, of the vectors that both were asked. */
struct fit {
    size_t same, other, none; /* the reader gave the same wrong answer, another one, or a right one */
    size_t telling;           /* of the same: those in which members differ */
};

static struct fit fit_of(const struct search *search, unsigned bug)
{
    struct fit fit = {0};
    for (struct bug_walk walk = runner_bug_begin(bug); runner_bug_next(&walk);) {
        const size_t i = search->of_known[walk.vector];
        if (i == search->count)
            continue;
        const bool open = is_open(search, i), same = runner_bug_mark(search->all[i].mark) == walk.mark;
        fit.same += open && same;
        fit.telling += open && same && search->all[i].telling;
        fit.other += open && !same;
        fit.none += search->all[i].passed;
    }
    return fit;
}

/* By effect: the open failures of which it is known whether the bug has them, without those that it has, and those. */
struct shares {
    size_t others[EFFECTS_MAX + 1], had[EFFECTS_MAX + 1];
};

/* Marks what the bug fails, be it by another answer that is no refusal, and vectors of which nobody knows whether it does
 * if it fails most others of the same effect.  Returns how many the latter are. */
static size_t reach(struct search *search, unsigned bug)
{
    struct shares shares = {{0}, {0}};
    size_t reached = 0;
    for (struct bug_walk walk = runner_bug_begin(bug); runner_bug_next(&walk);) {
        const size_t i = search->of_known[walk.vector];
        if (i == search->count || !is_open(search, i) ||
            (search->all[i].refused && runner_bug_mark(search->all[i].mark) != walk.mark))
            continue;
        shares.had[search->all[i].effect]++;
        search->explained[i] = REACHED;
    }
    for (size_t i = 0; i < search->count; i++)
        shares.others[search->all[i].effect] += search->all[i].listed && is_open(search, i);
    for (size_t i = 0; i < search->count; i++) {
        const uint8_t effect = search->all[i].effect;
        if (!search->all[i].listed && is_open(search, i) && shares.had[effect] > 2 * shares.others[effect]) {
            search->explained[i] = REACHED;
            reached++;
        }
    }
    return reached;
}

/* Of failures with an effect 0.5 is scored, so that the bug is named if it has more than half of them, and is right. */
static struct candidate best_bug(struct search *search)
{
    struct candidate best = {.kind = CAUSE_BUG};
    size_t same = 0;
    for (unsigned bug = 0; bug < runner_bugs(); bug++) {
        const struct fit fit = fit_of(search, bug);
        const double against = 0.5 * (double)fit.other + (double)fit.none;
        const double score = (double)fit.telling + 0.6 * (double)(fit.same - fit.telling) - against;
        if ((fit.same < FEWEST && (fit.telling == 0 || against > 0)) || score <= best.score)
            continue;
        best.score = score;
        best.bug = bug;
        best.nearly = against * 5 > (double)fit.same;
        same = fit.same;
    }
    if (same == 0)
        return best;
    best.score *= (double)(same + reach(search, best.bug)) / (double)same;
    for (size_t i = 0; i < search->count; i++)
        search->explained[i] &= 1;
    return best;
}

/* --- Effects -------------------------------------------------------------------------------------------- */

/* How many failures of an effect are open, and how many of them have each property. */
struct tally {
    size_t open, with[PROPERTIES_MAX];
};

static void count_tally(struct tally *tally, uint32_t properties)
{
    tally->open++;
    for (unsigned property = 0; property < runner_properties(); property++)
        tally->with[property] += properties >> property & 1;
}

/* The property that nearly all failures of the effect have, the fewest of what passed, and not most of ALL others; 0:
 * none is so rare. */
static uint32_t property_of(const struct tally *effect, const struct tally *passed, const struct tally *all)
{
    uint32_t best = 0;
    size_t fewest = SIZE_MAX;
    for (unsigned property = 0; property < runner_properties(); property++)
        if (effect->with[property] * 10 >= effect->open * 9 && passed->with[property] * 2 <= effect->open &&
            (all->with[property] - effect->with[property]) * 2 <= all->open - effect->open &&
            passed->with[property] < fewest) {
            fewest = passed->with[property];
            best = UINT32_C(1) << property;
        }
    return best;
}

static struct candidate best_effect(const struct search *search)
{
    static struct tally tallies[EFFECTS_MAX + 1];
    struct tally passed = {0}, all = {0};
    struct candidate best = {.kind = CAUSE_EFFECT};
    memset(tallies, 0, sizeof tallies);
    for (size_t i = 0; i < search->count; i++) {
        count_tally(&all, search->all[i].breaks);
        if (is_open(search, i))
            count_tally(&tallies[search->all[i].effect], search->all[i].breaks);
        else if (search->all[i].passed && !search->all[i].refused)
            count_tally(&passed, search->all[i].breaks);
    }
    for (unsigned effect = 1; effect <= search->facts->effect_count; effect++)
        if (tallies[effect].open >= FEWEST && 0.5 * (double)tallies[effect].open > best.score) {
            best.score = 0.5 * (double)tallies[effect].open;
            best.effect = (uint8_t)effect;
            best.properties = property_of(&tallies[effect], &passed, &all);
        }
    return best;
}

/* --- Explaining ----------------------------------------------------------------------------------------- */

static void explain(struct search *search, struct found_cause *cause, size_t i)
{
    if (!is_open(search, i))
        return;
    if (cause->explains == 0 || search->all[i].size < search->all[cause->example].size)
        cause->example = i;
    cause->explains++;
    search->explained[i] = 1;
}

static void name_cause(const struct search *search, const struct candidate *candidate, struct found_cause *cause)
{
    char words[CAUSE_WORDS / 2];
    const bool is_place = candidate->properties >> runner_section_properties() != 0;
    cause->kind = candidate->kind;
    if (candidate->kind == CAUSE_REFUSES) {
        runner_properties_name(candidate->properties, words, sizeof words);
        (void)snprintf(cause->words, sizeof cause->words, "refuses sections that %s", words);
    } else if (candidate->kind == CAUSE_BUG) {
        cause->bug = runner_bug_name(candidate->bug);
        (void)snprintf(cause->words, sizeof cause->words, "answers %sas a reader that %s",
                       candidate->nearly ? "nearly " : "", runner_bug_words(candidate->bug));
    } else {
        runner_properties_name(candidate->properties, words, sizeof words);
        (void)snprintf(cause->words, sizeof cause->words, "%s%s%s", search->facts->effects[candidate->effect - 1],
                       words[0] == '\0' ? "" : is_place ? ", all in " : ", in sections that ", words);
    }
}

static void explain_all(struct search *search, const struct candidate *candidate, struct found_cause *cause)
{
    if (candidate->kind == CAUSE_BUG)
        (void)reach(search, candidate->bug);
    for (size_t i = 0; i < search->count; i++) {
        const bool reached = search->explained[i] == REACHED;
        search->explained[i] &= 1;
        if (candidate->kind == CAUSE_REFUSES  ? search->all[i].refused && (search->all[i].breaks & candidate->properties) != 0
            : candidate->kind == CAUSE_BUG    ? reached
                                              : search->all[i].effect == candidate->effect)
            explain(search, cause, i);
    }
    name_cause(search, candidate, cause);
}

static bool find_one(struct search *search, struct found_cause *cause)
{
    const struct candidate each[] = {best_refusal(search), best_bug(search), best_effect(search)};
    const struct candidate *best = &each[0];
    for (unsigned i = 1; i < CAUSE_KINDS; i++)
        if (each[i].score > best->score)
            best = &each[i];
    if (best->score <= 0)
        return false;
    explain_all(search, best, cause);
    return true;
}

/* --- All together --------------------------------------------------------------------------------------- */

bool runner_causes_find(const struct facts *facts, const struct fact *all, size_t count, struct found_causes *found)
{
    *found = (struct found_causes){.explained = calloc(count, 1)};
    struct search search = {facts, all, count, found->explained, NULL};
    search.of_known = malloc(runner_bugs_vectors() * sizeof *search.of_known);
    if (found->explained == NULL || search.of_known == NULL) {
        free(search.of_known);
        return false;
    }
    for (unsigned i = 0; i < runner_bugs_vectors(); i++)
        search.of_known[i] = count;
    for (size_t i = 0; i < count; i++)
        if (all[i].known != NOT_KNOWN)
            search.of_known[all[i].known] = i;
    while (found->count < CAUSES_MAX && find_one(&search, &found->all[found->count]))
        found->count++;
    free(search.of_known);
    return true;
}
