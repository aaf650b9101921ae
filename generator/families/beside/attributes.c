#include "attributes.h"

#include "covering/array.h"

#include <assert.h>
#include <string.h>

/* --- The array ------------------------------------------------------------------------------------------ */

/* An array depends only on how many values each attribute has.  It is kept, as most profiles share one. */
enum { MOST_ARRAYS = 16, MOST_ROWS = 64 };

static struct kept {
    unsigned attributes, count;
    uint8_t value_counts[DIMENSIONS];
    uint8_t rows[MOST_ROWS][DIMENSIONS];
} arrays[MOST_ARRAYS], *building;

static unsigned value_count(unsigned number)
{
    return building->value_counts[number];
}

static bool breaks_nothing(unsigned attribute, unsigned value)
{
    (void)attribute;
    (void)value;
    return false;
}

static bool allow_all(const struct domains *domains, uint8_t values[DIMENSIONS])
{
    for (unsigned i = 0; i < building->attributes && values != NULL; i++)
        for (values[i] = 0; (domains->of[i] >> values[i] & 1) == 0;)
            values[i]++;
    return true;
}

static bool keep(void *context, const uint8_t values[DIMENSIONS])
{
    struct kept *const kept = context;
    assert(kept->count < MOST_ROWS);
    memcpy(kept->rows[kept->count++], values, DIMENSIONS);
    return true;
}

static uint8_t count_values(const struct attribute *attribute, enum profile profile, enum abi abi)
{
    uint8_t count = 1;
    if (!applies(attribute->profiles, attribute->abis, profile, abi))
        return count;
    while (count < MOST_ATTRIBUTE_VALUES && attribute->values[count] != NULL)
        count++;
    return count;
}

static const struct kept *array_of(const struct attribute_table *table, enum profile profile, enum abi abi)
{
    uint8_t counts[DIMENSIONS] = {0};
    for (unsigned i = 0; i < table->count; i++)
        counts[i] = count_values(&table->list[i], profile, abi);
    for (building = arrays; building->count > 0; building++) {
        assert(building < &arrays[MOST_ARRAYS - 1]);
        if (building->attributes == table->count && memcmp(building->value_counts, counts, sizeof counts) == 0)
            return building;
    }
    building->attributes = table->count;
    memcpy(building->value_counts, counts, sizeof counts);
    const struct array_space space = {table->count, value_count, breaks_nothing, allow_all};
    gen_cover_space(&space, MIN_STRENGTH, keep, building);
    return building;
}

void gen_for_every_two(const struct attribute_table *table, enum profile profile, enum abi abi,
                       bool (*take)(void *context, const uint8_t values[DIMENSIONS]), void *context)
{
    const struct kept *const kept = array_of(table, profile, abi);
    for (unsigned i = 0; i < kept->count && take(context, kept->rows[i]); i++)
        ;
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
