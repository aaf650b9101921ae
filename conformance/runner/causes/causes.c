#include "causes.h"

#include "bugs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const runner_cause_kinds[CAUSE_KINDS] = {"refuses", "as if", "effect"};

enum { FEWEST = 2 }; /* failures that have something in common */
enum { REACHED = 0x80 };
enum { HARDLY = 50 }; /* any: one of so many */
enum { ACCEPTS = UINT16_MAX };
enum { PROPERTIES_FEW = 3 };
enum { ALIKE_MAX = 3 }; /* bugs that are named where none answers otherwise than the others */

/* How many of some vectors are open failures, or all, and how many of them have each property. */
struct tally {
    size_t open, with[PROPERTIES_MAX];
};

struct search {
    const struct facts *facts;
    const struct fact *all;
    size_t count;
    uint8_t *
        explained; /* by which cause that was found, from 1; 0: none; REACHED: by the one that is looked at */
    uint8_t found; /* how many were */
    size_t *of_known; /* by the number of a vector of bugs.h: its fact, or COUNT */
    struct tally passed, asked; /* what was answered rightly, and all: against these a property is rare */
};

/* What might explain some of the failures; those of the greatest score are named. */
struct candidate {
    double score;
    enum cause_kind kind;
    uint64_t properties;
    unsigned bug_count, bugs[ALIKE_MAX]; /* those of the same score; the plainest ones of them */
    uint16_t effect;                     /* its number, or ACCEPTS */
    bool accepts_all;                    /* no section was refused */
    bool nearly; /* the bug gives other answers, too */
    const char *refusal; /* of a bug: words of the reader */
    bool most;           /* not all of its failures have the property */
};

static bool is_open(const struct search *search, size_t i)
{
    return search->all[i].failed && !search->explained[i];
}

/* --- Properties ----------------------------------------------------------------------------------------- */

static void count_tally(struct tally *tally, uint64_t properties)
{
    tally->open++;
    for (; properties != 0; properties &= properties - 1)
        tally->with[__builtin_ctzll(properties)]++;
}

/* The property that most failures of the effect have, few of what passed, and not most of all others; of
 * those the one that sets them off best. */
static void find_property(const struct search *search, struct candidate *candidate, const struct tally *effect)
{
    const struct tally *const passed = &search->passed, *const all = &search->asked;
    double most = 0;
    for (unsigned property = 0; property < runner_properties; property++) {
        const size_t with = effect->with[property];
        const double sets_off = (double)with * (double)with / (double)(with + passed->with[property] + 1);
        if (with * 5 >= effect->open * 4 && passed->with[property] <= with &&
            (all->with[property] - with) * 2 <= all->open - effect->open && sets_off > most) {
            most = sets_off;
            candidate->properties = UINT64_C(1) << property;
            candidate->most = with < effect->open;
        }
    }
}

/* --- No refusals ---------------------------------------------------------------------------------------- */

/* Sections that had to be refused, if hardly any was: an effect of its own. */
static struct candidate nothing_refused(const struct search *search)
{
    size_t accepted = 0, refused = 0;
    for (size_t i = 0; i < search->count; i++) {
        accepted += is_open(search, i) && search->all[i].accepted;
        refused += search->all[i].passed && search->all[i].refused;
    }
    return (struct candidate){.kind = CAUSE_EFFECT,
                              .effect = ACCEPTS,
                              .accepts_all = refused == 0,
                              .score =
                                  accepted >= FEWEST && refused * HARDLY <= accepted ? (double)accepted : 0};
}

/* --- Refusals ------------------------------------------------------------------------------------------- */

static bool is_open_refusal(const struct search *search, size_t i)
{
    return is_open(search, i) && search->all[i].refused;
}

/* The properties of refused sections of which hardly any was answered, unless hardly any without it was
 * either. */
static uint64_t refused_properties(const struct search *search)
{
    size_t refused[PROPERTIES_MAX] = {0}, answered[PROPERTIES_MAX] = {0}, all_refused = 0, all_answered = 0;
    uint64_t properties = 0;
    for (size_t i = 0; i < search->count; i++) {
        const bool is_refused = is_open_refusal(search, i),
                   is_answered = search->all[i].passed && !search->all[i].refused;
        all_refused += is_refused;
        all_answered += is_answered;
        for (unsigned property = 0; property < runner_section_properties; property++)
            if ((search->all[i].breaks >> property & 1) != 0) {
                refused[property] += is_refused;
                answered[property] += is_answered;
            }
    }
    for (unsigned property = 0; property < runner_section_properties; property++)
        if (refused[property] >= FEWEST && answered[property] * HARDLY <= refused[property] &&
            (all_answered - answered[property]) * HARDLY > all_refused - refused[property])
            properties |= UINT64_C(1) << property;
    return properties;
}

/* How many open refusals have one of the properties FROM, but none of WITHOUT. */
static size_t covered_by(const struct search *search, uint64_t from, uint64_t without)
{
    size_t covered = 0;
    for (size_t i = 0; i < search->count; i++)
        covered += is_open_refusal(search, i) && (search->all[i].breaks & from) != 0 &&
                   (search->all[i].breaks & without) == 0;
    return covered;
}

/* Few of the properties that cover nearly what all do: always that which covers the most of the rest. */
static uint64_t few_of(const struct search *search, uint64_t properties)
{
    const size_t all = covered_by(search, properties, 0);
    uint64_t chosen = 0;
    for (size_t covered = 0; covered < all;) {
        size_t most = 0;
        uint64_t best = 0;
        for (unsigned property = 0; property < runner_section_properties; property++) {
            const uint64_t bit = UINT64_C(1) << property;
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
static uint64_t needed_of(const struct search *search, uint64_t chosen)
{
    for (unsigned property = 0; property < runner_section_properties; property++) {
        const uint64_t bit = UINT64_C(1) << property;
        if ((chosen & bit) != 0 && covered_by(search, bit, chosen & ~bit) == 0)
            chosen &= ~bit;
    }
    return chosen;
}

/* Whether the reader answers most sections well that have none of the properties: else a long list of them
 * says little. */
static bool takes_others(const struct search *search, uint64_t chosen)
{
    size_t passed = 0, failed = 0;
    for (size_t i = 0; i < search->count; i++)
        if ((search->all[i].breaks & chosen) == 0) {
            passed += search->all[i].passed && !search->all[i].refused;
            failed += is_open(search, i);
        }
    return passed > failed;
}

static struct candidate best_refusal(const struct search *search)
{
    const uint64_t chosen = needed_of(search, few_of(search, refused_properties(search)));
    const size_t covered = covered_by(search, chosen, 0);
    const bool says_something =
        __builtin_popcountll(chosen) <= PROPERTIES_FEW || takes_others(search, chosen);
    return (struct candidate){
        .kind = CAUSE_REFUSES, .properties = chosen, .score = says_something ? (double)covered : 0};
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

/* The effect that says most of all that is wrong. */
static uint16_t narrowest(const struct fact *fact)
{
    return fact->effects[EFFECT_NARROW] > 0 ? fact->effects[EFFECT_NARROW] : fact->effects[EFFECT_WIDE];
}

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
        shares.had[narrowest(&search->all[i])]++;
        search->explained[i] = REACHED;
    }
    for (size_t i = 0; i < search->count; i++)
        shares.others[narrowest(&search->all[i])] += search->all[i].listed && is_open(search, i);
    for (size_t i = 0; i < search->count; i++) {
        const uint16_t effect = narrowest(&search->all[i]);
        if (!search->all[i].listed && is_open(search, i) && shares.had[effect] > 2 * shares.others[effect]) {
            search->explained[i] = REACHED;
            reached++;
        }
    }
    return reached;
}

static void add_bug(struct candidate *candidate, unsigned bug)
{
    unsigned *const bugs = candidate->bugs, last = candidate->bug_count++;
    last = last < ALIKE_MAX ? last : ALIKE_MAX;
    while (last > 0 && runner_bug_is_plainer(bug, bugs[last - 1])) {
        if (last < ALIKE_MAX)
            bugs[last] = bugs[last - 1];
        last--;
    }
    if (last < ALIKE_MAX)
        bugs[last] = bug;
}

/* Of failures with an effect 0.5 is scored, so that the bug is named if it has more than half of them, and is right. */
static struct candidate best_bug(struct search *search)
{
    struct candidate best = {.kind = CAUSE_BUG};
    size_t same = 0;
    for (unsigned bug = 0; bug < BUGS; bug++) {
        const struct fit fit = fit_of(search, bug);
        const double against = 0.5 * (double)fit.other + (double)fit.none;
        const double score = (double)fit.telling + 0.6 * (double)(fit.same - fit.telling) - against;
        if ((fit.same < FEWEST && (fit.telling == 0 || against > 0)) || score < best.score || score <= 0)
            continue;
        if (score > best.score) {
            best = (struct candidate){
                .kind = CAUSE_BUG, .score = score, .nearly = against * 5 > (double)fit.same};
            same = fit.same;
        }
        add_bug(&best, bug);
    }
    if (same == 0)
        return best;
    best.score *= (double)(same + reach(search, best.bugs[0])) / (double)same;
    for (size_t i = 0; i < search->count; i++)
        search->explained[i] &= (uint8_t)~REACHED;
    return best;
}

/* --- Effects -------------------------------------------------------------------------------------------- */

/* The effect of the most open failures; but a narrow one that nearly as many have says more.  That of a
 * single failure says more than the failure itself only if it is narrow. */
static struct candidate best_effect(const struct search *search)
{
    static struct tally tallies[EFFECTS_MAX + 1];
    struct candidate best = {.kind = CAUSE_EFFECT};
    size_t most = 1;
    memset(tallies, 0, sizeof tallies);
    for (size_t i = 0; i < search->count; i++)
        for (unsigned j = 0; j < EFFECTS_EACH && is_open(search, i); j++)
            count_tally(&tallies[search->all[i].effects[j]], search->all[i].breaks);
    for (unsigned effect = 1; effect <= search->facts->effect_count; effect++)
        most = tallies[effect].open > most ? tallies[effect].open : most;
    for (unsigned effect = 1, narrow = 0; effect <= search->facts->effect_count; effect++) {
        const unsigned rank = search->facts->effect_kinds[effect - 1] + 1U;
        struct candidate one = {
            .kind = CAUSE_EFFECT, .score = 0.5 * (double)tallies[effect].open, .effect = (uint16_t)effect};
        if (tallies[effect].open == 0 || tallies[effect].open * 10 < most * 9 || rank <= narrow ||
            (most == 1 && rank == EFFECT_WIDE + 1U))
            continue;
        if (strncmp(search->facts->effects[effect - 1], OUTSIDE_WORDS, sizeof OUTSIDE_WORDS - 1) != 0)
            find_property(search, &one, &tallies[effect]); /* a set's line says where by itself */
        narrow = rank;
        best = one;
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
    search->explained[i] = search->found + 1;
}

/* `does this, does that, or as 2 more`: bugs that what was asked does not distinguish. */
static void name_bugs(const struct candidate *candidate, char *words, size_t size)
{
    size_t used = (size_t)snprintf(words, size, "%s", runner_bugs[candidate->bugs[0]].words);
    for (unsigned i = 1; i < candidate->bug_count && i < ALIKE_MAX && used < size; i++)
        used += (size_t)snprintf(words + used, size - used, "%s%s",
                                 i + 1 == candidate->bug_count ? ", or " : ", ",
                                 runner_bugs[candidate->bugs[i]].words);
    if (candidate->bug_count > ALIKE_MAX && used < size)
        (void)snprintf(words + used, size - used, ", or as %u more", candidate->bug_count - ALIKE_MAX);
}

static void name_cause(const struct search *search, const struct candidate *candidate, struct found_cause *cause)
{
    char words[CAUSE_WORDS / 3], who[CAUSE_WORDS / 2];
    const bool is_place = candidate->properties >> runner_section_properties != 0;
    cause->kind = candidate->kind;
    runner_properties_name(candidate->properties, words, sizeof words);
    const char *const where = words[0] == '\0' ? ""
                              : is_place       ? " "
                                               : " in sections that ",
                      *const all = words[0] == '\0'  ? ""
                                   : candidate->most ? ", most"
                                                     : ", all";
    if (candidate->kind == CAUSE_REFUSES)
        (void)snprintf(cause->words, sizeof cause->words, "refuses sections that %s", words);
    else if (candidate->kind == CAUSE_BUG) {
        name_bugs(candidate, who, sizeof who);
        cause->bug = runner_bugs[candidate->bugs[0]].name;
        (void)snprintf(cause->words, sizeof cause->words, "answers %sas a reader that %s%s%s%s%s%s",
                       candidate->nearly ? "nearly " : "", who, all, where, words,
                       candidate->refusal[0] != '\0' ? ", and says: " : "", candidate->refusal);
    } else if (candidate->effect == ACCEPTS)
        (void)snprintf(cause->words, sizeof cause->words,
                       "refuses %s section: %" PRIu64 " malformed ones were accepted",
                       candidate->accepts_all ? "no" : "hardly any", cause->explains);
    else
        (void)snprintf(cause->words, sizeof cause->words, "%s%s%s%s",
                       search->facts->effects[candidate->effect - 1], all, where, words);
}

/* Where the failures lie that the bug explains. */
static void find_property_of_reached(const struct search *search, struct candidate *candidate)
{
    struct tally reached = {0};
    for (size_t i = 0; i < search->count; i++)
        if (search->explained[i] == REACHED)
            count_tally(&reached, search->all[i].breaks);
    find_property(search, candidate, &reached);
}

static bool has_effect(const struct fact *fact, uint16_t effect)
{
    if (effect == ACCEPTS)
        return fact->accepted;
    for (unsigned i = 0; i < EFFECTS_EACH; i++)
        if (fact->effects[i] == effect)
            return true;
    return false;
}

/* What the reader says as it refuses, if the bug explains refusals with the same words alone; else nothing.
 */
static const char *words_of_refusal(const struct search *search)
{
    static const char begin[] = "refuses what is right: ";
    uint16_t effect = 0;
    for (size_t i = 0; i < search->count; i++)
        if (search->explained[i] == REACHED && effect != search->all[i].effects[EFFECT_WIDE]) {
            if (effect != 0)
                return "";
            effect = search->all[i].effects[EFFECT_WIDE];
        }
    const char *const words = effect != 0 ? search->facts->effects[effect - 1] : "";
    return strncmp(words, begin, sizeof begin - 1) == 0 ? words + sizeof begin - 1 : "";
}

static void explain_all(struct search *search, struct candidate *candidate, struct found_cause *cause)
{
    if (candidate->kind == CAUSE_BUG) {
        (void)reach(search, candidate->bugs[0]);
        candidate->refusal = words_of_refusal(search);
        if (candidate->nearly)
            find_property_of_reached(search, candidate);
    }
    for (size_t i = 0; i < search->count; i++) {
        const bool reached = search->explained[i] == REACHED;
        search->explained[i] &= (uint8_t)~REACHED;
        if (candidate->kind == CAUSE_REFUSES
                ? search->all[i].refused && (search->all[i].breaks & candidate->properties) != 0
            : candidate->kind == CAUSE_BUG ? reached
                                           : has_effect(&search->all[i], candidate->effect))
            explain(search, cause, i);
    }
    name_cause(search, candidate, cause);
}

static bool find_one(struct search *search, struct found_cause *cause)
{
    struct candidate each[] = {best_refusal(search), best_bug(search), best_effect(search),
                               nothing_refused(search)};
    struct candidate *best = &each[0];
    for (size_t i = 1; i < sizeof each / sizeof *each; i++)
        if (each[i].score > best->score)
            best = &each[i];
    if (best->score <= 0)
        return false;
    explain_all(search, best, cause);
    return true;
}

/* --- All together --------------------------------------------------------------------------------------- */

/* Puts those first that explain more: what is found first explains best, which need not be most. */
static void sort_causes(struct found_causes *found, size_t count)
{
    struct found_cause sorted[CAUSES_MAX];
    uint8_t places[CAUSES_MAX + 1] = {0};
    memcpy(sorted, found->all, sizeof sorted);
    for (unsigned i = 0; i < found->count; i++) {
        const uint64_t explains = found->all[i].explains;
        unsigned place = 0;
        for (unsigned j = 0; j < found->count; j++)
            place += j < i ? found->all[j].explains >= explains : found->all[j].explains > explains;
        sorted[place] = found->all[i];
        places[i + 1] = (uint8_t)(place + 1);
    }
    memcpy(found->all, sorted, found->count * sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        found->explained[i] = places[found->explained[i]];
}

bool runner_causes_find(const struct facts *facts, const struct fact *all, size_t count, struct found_causes *found)
{
    *found = (struct found_causes){.explained = calloc(count, 1)};
    struct search search = {.facts = facts, .all = all, .count = count, .explained = found->explained};
    search.of_known = malloc(runner_bugs_vectors * sizeof *search.of_known);
    if (found->explained == NULL || search.of_known == NULL) {
        free(search.of_known);
        return false;
    }
    for (unsigned i = 0; i < runner_bugs_vectors; i++)
        search.of_known[i] = count;
    for (size_t i = 0; i < count; i++) {
        if (all[i].known != NOT_KNOWN)
            search.of_known[all[i].known] = i;
        count_tally(&search.asked, all[i].breaks);
        if (all[i].passed && !all[i].refused)
            count_tally(&search.passed, all[i].breaks);
    }
    while (search.found < CAUSES_MAX && find_one(&search, &found->all[search.found]))
        search.found++;
    found->count = search.found;
    free(search.of_known);
    sort_causes(found, count);
    return true;
}
