/* A function is a choice in each of some dimensions.  Any three choices meet in some function: functions are
 * the rows of a covering array, and corpus/assembly/covering.s turns each row into directives. */
#include "../families.h"
#include "../texts.h"
#include "covering/array.h"
#include "emit/sets.h"

enum { MOST_CHOICES = 6 };

/* A dimension: its name in the text, and its choices.  Without `values` these are 0, 1, 2... */
static const struct {
    const char *name;
    unsigned count;
    int64_t values[MOST_CHOICES];
} dimensions[] = {
    {.name = "cfa", .count = 5},          {"cfa_offset", 6, {16, 176, 1024, 40000, -16, 324}},
    {.name = "ra_is", .count = 5},        {.name = "fp_is", .count = 5},
    {"slot", 4, {-16, -136, -40000, 24}}, {.name = "order", .count = 3},
    {.name = "gaps", .count = 3},         {.name = "end", .count = 4},
    {.name = "start", .count = 3},        {.name = "more", .count = 6},
    {.name = "section", .count = 4},      {"size", 3, {4, 256, 65536}},
    {.name = "signing", .count = 3},
};

enum { PROGRAM_DIMENSIONS = sizeof dimensions / sizeof *dimensions };

static void make(struct program_emitter *emitter, const uint8_t *values, uint32_t number)
{
    struct name names[PROGRAM_DIMENSIONS + 2] = {{"row", number}};
    for (unsigned i = 0; i < PROGRAM_DIMENSIONS; i++)
        names[i + 1] = (struct name){
            dimensions[i].name, dimensions[i].values[0] != 0 ? dimensions[i].values[values[i]] : values[i]};
    gen_read_text(&(struct program_text){.emitter = emitter, .name = "covering", .names = names});
}

void gen_programs_covering(struct program_emitter *emitter)
{
    struct array_space space = {.dimensions = PROGRAM_DIMENSIONS};
    for (unsigned i = 0; i < PROGRAM_DIMENSIONS; i++)
        space.value_counts[i] = (uint8_t)dimensions[i].count;
    const struct covering_array array = gen_cover_space(&space, DEFAULT_STRENGTH);
    for (uint32_t i = 0; i < array.count; i++)
        make(emitter, array.rows[i].values, i);
}
