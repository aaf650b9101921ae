#include "edits.h"

const struct edit_kind edit_kinds[EDITS] = {
#define EDIT(name, what) {#name, edit_##name},
#include "edits.def"
#undef EDIT
};

struct draft_function *any_function(struct draft *draft, struct random *random)
{
    return draft->function_count == 0 ? NULL : &draft->functions[below(random, draft->function_count)];
}

struct draft_row *any_row(struct draft *draft, struct random *random, struct draft_function **owner)
{
    *owner = any_function(draft, random);
    for (unsigned i = 0; *owner != NULL && (*owner)->count == 0 && i < draft->function_count; i++)
        *owner = &draft->functions[i];
    if (*owner == NULL || (*owner)->count == 0)
        return NULL;
    return &draft->rows[(*owner)->first + below(random, (*owner)->count)];
}

struct bytes any_bytes(const struct draft *draft, struct random *random, size_t most)
{
    const struct bytes source = draft->source;
    const size_t size = below(random, (source.size < most ? source.size : most) + 1);
    return (struct bytes){size == 0 ? NULL : source.at + below(random, source.size - size + 1), size};
}

int64_t near_edge(const struct draft *draft, struct random *random)
{
    uint64_t edge = (uint64_t)draft->pc;
    if (draft->function_count != 0 && !one_in(random, 4)) {
        const struct draft_function *const function = &draft->functions[below(random, draft->function_count)];
        edge = (uint64_t)function->start;
        if (one_in(random, 2))
            edge += function->size;
        else if (function->count != 0 && one_in(random, 2))
            edge += draft->rows[function->first + below(random, function->count)].start;
    }
    return (int64_t)(edge - 1 + below(random, 3));
}
