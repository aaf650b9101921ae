#include "attributes.h"

static uint8_t count_values(const struct attribute *attribute, enum profile profile, enum abi abi)
{
    uint8_t count = 1;
    if (!applies(attribute->profiles, attribute->abis, profile, abi))
        return count;
    while (count < MOST_ATTRIBUTE_VALUES && attribute->values[count] != NULL)
        count++;
    return count;
}

struct covering_array gen_every_two(const struct attribute_table *table, enum profile profile, enum abi abi)
{
    struct array_space space = {.dimensions = table->count};
    for (unsigned i = 0; i < table->count; i++)
        space.value_counts[i] = count_values(&table->list[i], profile, abi);
    return gen_cover_space(&space, MIN_STRENGTH);
}

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
