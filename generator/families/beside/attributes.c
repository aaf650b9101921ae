#include "attributes.h"

#include "covering/array.h"

/* --- What may be chosen --------------------------------------------------------------------------------- */

bool gen_chooses_pcrel(enum profile profile, enum abi abi)
{
    (void)abi;
    return has_pcrel(profile);
}

bool gen_chooses_signal(enum profile profile, enum abi abi)
{
    (void)abi;
    return gen_profile_facts[profile].has_signal;
}

bool gen_chooses_flexible(enum profile profile, enum abi abi)
{
    (void)abi;
    return gen_profile_facts[profile].has_flexible;
}

bool gen_chooses_key(enum profile profile, enum abi abi)
{
    (void)profile;
    return gen_abi_facts[abi].signs_ra;
}

/* --- The array ------------------------------------------------------------------------------------------ */

/* Of which table, profile and ABI the array is that is being built. */
static const struct attribute_table *table_now;
static enum profile profile_now;
static enum abi abi_now;

static unsigned value_count(unsigned number)
{
    const struct attribute *const attribute = &table_now->list[number];
    unsigned count = 1;
    if (attribute->has_choice != NULL && !attribute->has_choice(profile_now, abi_now))
        return count;
    while (count < MOST_ATTRIBUTE_VALUES && attribute->values[count] != NULL)
        count++;
    return count;
}

static bool breaks_nothing(unsigned attribute, unsigned value)
{
    (void)attribute;
    (void)value;
    return false;
}

static bool allow_all(const struct domains *domains, uint8_t values[DIMENSIONS])
{
    for (unsigned i = 0; i < table_now->count && values != NULL; i++)
        for (values[i] = 0; (domains->of[i] >> values[i] & 1) == 0;)
            values[i]++;
    return true;
}

void gen_for_every_two(const struct attribute_table *table, enum profile profile, enum abi abi,
                       bool (*take)(void *context, const uint8_t values[DIMENSIONS]), void *context)
{
    const struct array_space space = {table->count, value_count, breaks_nothing, allow_all};
    table_now = table;
    profile_now = profile;
    abi_now = abi;
    gen_cover_space(&space, MIN_STRENGTH, take, context);
}

/* --- Cells ---------------------------------------------------------------------------------------------- */

static void say(struct cells *cells, const char *name, const char *value)
{
    cells->list[cells->count].name = name;
    cells->list[cells->count++].value = value;
}

void gen_say_cells(struct cells *cells, const struct attribute_table *table, const char *what,
                   enum profile profile, enum abi abi, const uint8_t *values)
{
    *cells = (struct cells){.what = what};
    say(cells, "text", profile_name(profile));
    say(cells, "ABI", abi_name(abi));
    for (unsigned i = 0; i < table->count; i++)
        say(cells, table->list[i].name, table->list[i].values[values[i]]);
}
