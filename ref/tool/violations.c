#include "printing.h"

#include <stdlib.h>

void tool_violations_add(void *context, const struct sfr_violation *violation)
{
    struct violations *const violations = context;
    const size_t count = violations->count;
    if ((count & (count - 1)) == 0 && !violations->out_of_memory) {
        const size_t room = count == 0 ? 1 : 2 * count;
        struct sfr_violation *const grown = realloc(violations->list, room * sizeof *grown);
        violations->out_of_memory = grown == NULL;
        if (grown != NULL)
            violations->list = grown;
    }
    if (!violations->out_of_memory)
        violations->list[violations->count++] = *violation;
}

int tool_violations_order(const void *left, const void *right)
{
    const struct sfr_violation *const a = left, *const b = right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return (int)a->clause - (int)b->clause;
}

void tool_violations_sort(struct violations *violations)
{
    if (violations->count > 1)
        qsort(violations->list, violations->count, sizeof *violations->list, tool_violations_order);
}
