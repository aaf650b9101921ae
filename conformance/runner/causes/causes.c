#include "causes.h"

#include "../process/memory.h"
#include "bugs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const runner_cause_kinds[CAUSE_KINDS] = {"refuses", "as if", "effect"};

enum { FEWEST = 2 }; /* fewer failures than this have nothing in common */
enum { REACHED = 0x80 };
enum { HARDLY = 50 }; /* "hardly any" is one for so many others, or fewer */
enum { ACCEPTS = UINT16_MAX };
enum { PROPERTIES_FEW = 3 };
enum { ALIKE_MAX = 3 }; /* of bugs that give the same answers, at most so many are named */

/* How many vectors were counted (often open failures only), and how many of them have each property. */
struct tally {
    size_t open, with[PROPERTIES_MAX];
};

struct search {
    const struct facts *facts;
    const struct fact *all;
    size_t count;
    uint8_t *
        explained; /* for each fact the cause that explains it, from 1; 0: none; REACHED: the candidate does */
    uint8_t found; /* how many causes were found */
    size_t *of_known; /* for each vector of bugs.h the number of its fact; `count`: none */
    struct tally passed, asked; /* vectors with right answers, and all vectors */
};

/* What might explain some of the failures.  The candidate with the greatest score becomes a cause. */
struct candidate {
    double score;
    enum cause_kind kind;
    uint64_t properties;
    unsigned bug_count, bugs[ALIKE_MAX]; /* how many have this score; the plainest of them */
    uint16_t effect;                     /* its number, or ACCEPTS */
    bool accepts_all;                    /* no section was refused */
    bool nearly; /* some answers of the reader are not those of the bug */
    const char *refusal; /* of a bug: the reader's words when it refuses */
    bool most;           /* not all of its failures have the property */
};

/* Whether the vector failed and no cause explains it yet. */
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

/* Finds the property that sets the counted failures EFFECT off best from vectors that passed.  At least four of
 * five have it, no more vectors that passed than these have it, and at most half of all other vectors. */
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

/* The effect that the reader accepts what it has to refuse.  The score is 0 unless it refused hardly any. */
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

/* The properties for which sections seem to be refused: hardly any section with the property was answered,
 * although sections without it were. */
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

/* Chooses a few properties that cover nearly all refusals that PROPERTIES cover: one after the other, always
 * the one that covers the most of the rest. */
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

/* CHOSEN without the properties that add nothing: each refused section with one has another chosen one, too. */
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

/* How the reader answered the vectors that a bug fails. */
struct fit {
    size_t same, other, none; /* the same wrong answer, another wrong one, or a right one */
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

/* For each effect the open failures of which it is known whether the bug has them, too: those that it has (HAD)
 * and the OTHERS. */
struct shares {
    size_t others[EFFECTS_MAX + 1], had[EFFECTS_MAX + 1];
};

/* The narrowest effect of a failure. */
static uint16_t narrowest(const struct fact *fact)
{
    return fact->effects[EFFECT_NARROW] > 0 ? fact->effects[EFFECT_NARROW] : fact->effects[EFFECT_WIDE];
}

/* Marks the open failures that the bug fails, too (any wrong answer counts, a refusal only with the same mark).
 * If nobody knows whether the bug has a failure, it is marked if the bug has most known ones of the same
 * effect.  Returns how many of these there are. */
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

/* The bug with the highest score.  best_effect() scores only 0.5 for each failure, so a bug wins against an
 * effect if it gives the wrong answers of more than half of its failures. */
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

/* The effect that most of the open failures have, those that no cause explains yet, or a narrower one that nearly
 * as many have.  If no two failures have an effect in common, a wide one is not taken: it says no more than the
 * failure itself. */
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
            find_property(search, &one, &tallies[effect]); /* the line of a set says where by itself */
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

/* Writes `does this, does that, or as 2 more`: the bugs that the asked vectors do not distinguish. */
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

/* Finds the property that the failures have which the bug explains. */
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

/* The words with which the reader refuses, if the bug explains only refusals with these words; else empty. */
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

/* Sorts causes by how many failures they explain.  The search found them in another order. */
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

void runner_causes_find(const struct facts *facts, const struct fact *all, size_t count, struct found_causes *found)
{
    *found = (struct found_causes){.explained = memory_of(count, 1)};
    struct search search = {.facts = facts, .all = all, .count = count, .explained = found->explained};
    search.of_known = memory_of(runner_bugs_vectors, sizeof *search.of_known);
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
}
