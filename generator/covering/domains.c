/* Whether values can be chosen so that no forbidden combination is among them: an exact search. */
#include "dimensions.h"

static struct domains all_domains(void)
{
    struct domains domains;
    for (unsigned i = 0; i < DIMENSIONS; i++)
        domains.of[i] = (uint8_t)((1U << gen_value_count((enum dimension)i)) - 1);
    return domains;
}

struct domains gen_unbroken_domains(void)
{
    struct domains domains = all_domains();
    for (unsigned i = 0; i < DIMENSIONS; i++)
        for (unsigned value = 0; value < gen_value_count((enum dimension)i); value++)
            if (gen_value_breaks((enum dimension)i, value))
                domains.of[i] &= (uint8_t) ~(1U << value);
    return domains;
}

enum outlook { IMPOSSIBLE, UNDECIDED, ANYTHING_GOES };

/* Applies one forbidden combination to the domains.  If all its terms but one hold for certain, the values of
 * that one are taken out of its domain.  If one term cannot hold, or all hold, the result is final. */
static enum outlook narrow(struct domains *domains, const struct forbidden *entry)
{
    const uint8_t *doubtful_values = NULL;
    uint8_t *doubtful = NULL;
    unsigned doubts = 0;
    for (unsigned i = 0; i < MAX_TERMS && entry->terms[i].values != 0; i++) {
        uint8_t *domain = &domains->of[entry->terms[i].dimension];
        if ((*domain & entry->terms[i].values) == 0)
            return ANYTHING_GOES;
        if ((*domain & ~entry->terms[i].values) != 0) {
            doubts++;
            doubtful = domain;
            doubtful_values = &entry->terms[i].values;
        }
    }
    if (doubts != 1)
        return doubts == 0 ? IMPOSSIBLE : UNDECIDED;
    *doubtful &= (uint8_t) ~*doubtful_values;
    return ANYTHING_GOES;
}

/* For each dimension and each set of values that it may have: the forbidden combinations, a bit each, that
 * may hold as far as this dimension is concerned, and those that hold for certain. */
static struct {
    uint64_t may_hold, hold;
} of_values[DIMENSIONS][1 << MAX_VALUES];

static void tabulate(void)
{
    static bool done;
    for (unsigned i = 0; i < DIMENSIONS && !done; i++)
        for (unsigned values = 0; values < 1 << MAX_VALUES; values++)
            of_values[i][values].may_hold = of_values[i][values].hold = ~UINT64_C(0);
    for (unsigned i = 0; i < gen_forbidden_count() && !done; i++) {
        const struct forbidden *entry = gen_forbidden_entry(i);
        for (unsigned k = 0; k < MAX_TERMS && entry->terms[k].values != 0; k++) {
            const enum dimension dimension = entry->terms[k].dimension;
            const unsigned forbidden = entry->terms[k].values;
            for (unsigned values = 0; values < 1 << MAX_VALUES; values++) {
                if ((values & forbidden) == 0)
                    of_values[dimension][values].may_hold &= ~(UINT64_C(1) << i);
                if ((values & ~forbidden) != 0)
                    of_values[dimension][values].hold &= ~(UINT64_C(1) << i);
            }
        }
    }
    done = true;
}

/* Applies all forbidden combinations.  UNDECIDED: `*entry` is the first one that may or may not hold. */
static enum outlook propagate(struct domains *domains, const struct forbidden **entry)
{
    tabulate();
    for (;;) {
        uint64_t open = ~UINT64_C(0) >> (64 - gen_forbidden_count()), in_doubt = 0, in_doubt_twice = 0;
        for (unsigned i = 0; i < DIMENSIONS; i++) {
            const uint64_t doubtful = ~of_values[i][domains->of[i]].hold;
            open &= of_values[i][domains->of[i]].may_hold;
            in_doubt_twice |= in_doubt & doubtful;
            in_doubt |= doubtful;
        }
        if ((open & ~in_doubt) != 0)
            return IMPOSSIBLE;
        uint64_t decidable = open & in_doubt & ~in_doubt_twice;
        if (decidable == 0) {
            const uint64_t undecided = open & in_doubt_twice;
            *entry = gen_forbidden_entry(undecided != 0 ? (unsigned)__builtin_ctzll(undecided) : 0);
            return undecided != 0 ? UNDECIDED : ANYTHING_GOES;
        }
        for (unsigned i = 0; decidable != 0; i++, decidable >>= 1)
            if ((decidable & 1) != 0 && narrow(domains, gen_forbidden_entry(i)) == IMPOSSIBLE)
                return IMPOSSIBLE;
    }
}

/* The first term of the combination that may or may not hold. */
static unsigned doubtful_term(const struct domains *domains, const struct forbidden *entry)
{
    unsigned term = 0;
    while ((domains->of[entry->terms[term].dimension] & ~entry->terms[term].values) == 0)
        term++;
    return term;
}

void gen_choose_lowest(const struct domains *domains, unsigned dimensions, uint8_t *values)
{
    for (unsigned i = 0; i < dimensions; i++)
        for (values[i] = 0; (domains->of[i] >> values[i] & 1) == 0;)
            values[i]++;
}

bool gen_domains_allow(const struct domains *domains, uint8_t values[DIMENSIONS])
{
    struct domains narrowed = *domains;
    const struct forbidden *entry;
    enum outlook outlook = propagate(&narrowed, &entry);
    if (outlook == ANYTHING_GOES && values != NULL)
        gen_choose_lowest(&narrowed, DIMENSIONS, values);
    if (outlook != UNDECIDED)
        return outlook == ANYTHING_GOES;
    const unsigned term = doubtful_term(&narrowed, entry);
    struct domains without = narrowed, with = narrowed;
    without.of[entry->terms[term].dimension] &= (uint8_t)~entry->terms[term].values;
    with.of[entry->terms[term].dimension] &= entry->terms[term].values;
    return gen_domains_allow(&without, values) || gen_domains_allow(&with, values);
}
