/* The budget of a file. */
#include "input.h"

#include <inttypes.h>

static const struct limit {
    const char *words;
    uint64_t least, per_byte, most; /* bytes of a file that count: more would be beyond 64 bits */
} limits[RESOURCE_COUNT] = {
#define RESOURCE(name, words, least, per_byte)                                                               \
    [RESOURCE_##name] = {words, least, per_byte, (UINT64_MAX - (least)) / (per_byte)},
    RESOURCES
#undef RESOURCE
};

uint64_t tool_budget_of(enum resource resource, uint64_t size)
{
    const struct limit *const limit = &limits[resource];
    return limit->least + (size < limit->most ? size : limit->most) * limit->per_byte;
}

bool tool_input_spend(struct input *input, enum resource resource, uint64_t amount)
{
    const struct limit *const limit = &limits[resource];
    const uint64_t given = tool_budget_of(resource, input->size);
    if (amount > given - input->spent[resource])
        return tool_input_fail(input,
                               "takes more than %" PRIu64 " %s (%" PRIu64 ", and %" PRIu64
                               " for each of its bytes): not read",
                               given, limit->words, limit->least, limit->per_byte);
    input->spent[resource] += amount;
    return true;
}

bool tool_input_spend_each(struct input *input, enum resource resource, uint64_t count, uint64_t each)
{
    return tool_input_spend(input, resource,
                            each != 0 && count > UINT64_MAX / each ? UINT64_MAX : count * each);
}

void tool_input_give_back(struct input *input, enum resource resource, uint64_t amount)
{
    input->spent[resource] -= amount;
}

void tool_input_print_cost(FILE *out, const struct input *input)
{
    (void)fprintf(out, "%s: cost of 0x%zx bytes:", input->path, input->size);
    for (int i = 0; i < RESOURCE_COUNT; i++)
        (void)fprintf(out, "%s %" PRIu64 " of %" PRIu64 " %s", i == 0 ? "" : ",", input->spent[i],
                      tool_budget_of((enum resource)i, input->size), limits[i].words);
    (void)fputc('\n', out);
}
