#include "select.h"

#include "../process/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const field_names[FIELD_COUNT] = {"id",     "profile", "abi",    "operation", "class",
                                                     "family", "ledger",  "clause", "origin"};

/* The fields with a fixed list of values.  The values of the others depend on the corpus. */
static const struct {
    const char *const *names;
    unsigned count;
} fixed[FIELD_COUNT] = {[PROFILE] = {runner_profile_names, PROFILE_COUNT + 1},
                        [ABI] = {runner_abi_names, ABI_COUNT},
                        [OPERATION] = {runner_operation_names, OPERATION_COUNT},
                        [CLASS] = {runner_class_names, CLASS_COUNT}};

/* Whether some value of the field fits; if none, *why lists all. */
static bool can_fit(const struct wish *wish, const char **why)
{
    static char words[240];
    const char *const *const names = fixed[wish->field].names;
    for (unsigned i = 0; i < fixed[wish->field].count; i++)
        if (runner_span_fits_glob(wish->glob, runner_span_of(names[i])))
            return true;
    int size = snprintf(words, sizeof words, "there is no %s %.40s; there are", field_names[wish->field],
                        wish->glob);
    for (unsigned i = 0; i < fixed[wish->field].count && size < (int)sizeof words; i++)
        size += snprintf(words + size, sizeof words - (size_t)size, "%s%s", i > 0 ? ", " : " ", names[i]);
    *why = words;
    return names == NULL;
}

void runner_idle_words(const char *option, const char *wish, char words[IDLE_WORDS])
{
    const char *const equals = strchr(wish, '='), *const value = equals != NULL ? equals + 1 : wish;
    if (equals == NULL)
        (void)snprintf(words, IDLE_WORDS, "%s %.300s: no vector of the corpus fits", option, wish);
    else
        (void)snprintf(words, IDLE_WORDS, "%s %.300s: no vector of the corpus fits; there is no %.*s %.300s in it", option,
                       wish, (int)(equals - wish < 20 ? equals - wish : 20), wish, value);
}

bool runner_wishes_add(struct wishes *wishes, const char *text, const char **why)
{
    const char *const equals = strchr(text, '=');
    struct wish wish = {.text = text, .field = ID, .glob = text};
    if (equals != NULL) {
        wish.field =
            runner_name_number(field_names, FIELD_COUNT, (struct span){text, (size_t)(equals - text)});
        wish.glob = equals + 1;
    }
    *why = "no such field; there are id, profile, abi, operation, class, family, ledger, clause and origin";
    if (wish.field == FIELD_COUNT)
        return false;
    *why = "a pattern is expected, as GLOB on ids or FIELD=GLOB, and it is empty, which fits nothing";
    if (wish.glob[0] == '\0')
        return false;
    if (!can_fit(&wish, why))
        return false;
    wishes->wishes = memory_grow(wishes->wishes, wishes->count + 1, sizeof *wishes->wishes);
    wishes->wishes[wishes->count++] = wish;
    return true;
}

void runner_selection_free(struct selection *selection)
{
    free(selection->select.wishes);
    free(selection->skip.wishes);
    json_decref(selection->required);
}

bool runner_shard_read(struct selection *selection, const char *text)
{
    const char *const slash = strchr(text, '/');
    uint64_t shard, shards;
    if (slash == NULL || !runner_span_decimal((struct span){text, (size_t)(slash - text)}, &shard) ||
        !runner_span_decimal(runner_span_of(slash + 1), &shards) || shard == 0 || shard > shards ||
        shards > 1000000)
        return false;
    selection->shard = (unsigned)shard;
    selection->shards = (unsigned)shards;
    return true;
}

uint64_t runner_shard_size(const struct selection *selection, uint64_t vectors)
{
    if (selection->shards == 0)
        return vectors;
    const uint64_t rest = vectors % selection->shards;
    return vectors / selection->shards + (selection->shard <= rest);
}

/* --- Fields of which there may be several --------------------------------------------------------------- */

static struct span unquoted(struct span value)
{
    return value.size < 2 ? value : (struct span){value.at + 1, value.size - 2};
}

/* Visits the ledger entries that an object names, also in its list of readings. */
static bool ledgers_of(struct span object, bool (*visit)(void *context, struct span ledger), void *context)
{
    for (struct json_walk walk = runner_json_walk(object); runner_json_next(&walk);) {
        if ((runner_span_is(walk.key, "ledger") || runner_span_is(walk.key, "open")) &&
            visit(context, unquoted(walk.value)))
            return true;
        struct json_walk reading = runner_json_walk(walk.value);
        while (runner_span_is(walk.key, "readings") && runner_json_next(&reading))
            if (ledgers_of(reading.value, visit, context))
                return true;
    }
    return false;
}

bool runner_each_ledger(const struct vector *vector, bool (*visit)(void *context, struct span ledger),
                        void *context)
{
    if (vector->ledger.size > 0 && visit(context, vector->ledger))
        return true;
    return ledgers_of(vector->expect, visit, context);
}

static bool fits(void *context, struct span name)
{
    const char *const *const glob = context;
    return runner_span_fits_glob(*glob, name);
}

static bool any_clause(const struct vector *vector, const char *glob)
{
    for (struct json_walk clause = runner_json_walk(vector->clauses); runner_json_next(&clause);)
        if (runner_span_fits_glob(glob, unquoted(clause.value)))
            return true;
    return false;
}

static struct span field_of(const struct vector *vector, enum field field)
{
    switch (field) {
    case PROFILE:
        return runner_span_of(runner_profile_names[vector->profile]);
    case ABI:
        return runner_span_of(runner_abi_names[vector->abi]);
    case OPERATION:
        return runner_span_of(runner_operation_names[vector->operation]);
    case CLASS:
        return runner_span_of(runner_class_names[vector->class]);
    case FAMILY:
        return vector->family;
    case ORIGIN:
        return vector->origin;
    default:
        return vector->id;
    }
}

static bool wish_fits(const struct wish *wish, const struct vector *vector)
{
    const char *glob = wish->glob;
    if (wish->field == CLAUSE)
        return any_clause(vector, wish->glob);
    if (wish->field == LEDGER)
        return runner_each_ledger(vector, fits, &glob);
    return runner_span_fits_glob(wish->glob, field_of(vector, wish->field));
}

/* --- Selection ------------------------------------------------------------------------------------------ */

/* Sets a bit of *asked for each field that has wishes.  Returns the bits of the fields of which at least one
 * wish fits the vector. */
static unsigned fitting(struct wishes *wishes, const struct vector *vector, unsigned *asked)
{
    unsigned fit = *asked = 0;
    for (unsigned i = 0; i < wishes->count; i++) {
        struct wish *const wish = &wishes->wishes[i];
        const bool fits_this = wish_fits(wish, vector);
        wish->fitted += fits_this;
        *asked |= 1U << wish->field;
        fit |= (unsigned)fits_this << wish->field;
    }
    return fit;
}

static void count(struct share *share, struct span id)
{
    share->vectors++;
    share->hash += runner_hash_bytes(HASH_START, id.at, id.size);
}

bool runner_selection_takes(struct selection *selection, const struct vector *vector)
{
    unsigned wanted, unwanted;
    const bool selected = fitting(&selection->select, vector, &wanted) == wanted;
    if (fitting(&selection->skip, vector, &unwanted) != 0 || !selected)
        return false;
    const bool taken =
        selection->shards == 0 || selection->selected.vectors % selection->shards == selection->shard - 1;
    count(&selection->selected, vector->id);
    if (taken)
        count(&selection->taken, vector->id);
    return taken;
}
