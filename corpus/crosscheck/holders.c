#include "holders.h"

#include "../cfi/cfi.h"

#include <stdlib.h>

/* Steps for each, sorting included. */
enum { HOLD_WORK = 4 };

/* The PCs of one function, FIRST to LAST.  A function that reaches beyond the last address has two. */
struct hold {
    uint64_t first, last;
    uint32_t before; /* how many bytes of the function lie before FIRST */
    uint32_t index;
};

static bool add_hold(struct holders *holders, const struct hold *hold)
{
    struct input *const input = holders->input;
    if (!tool_input_spend(input, RESOURCE_WORK, HOLD_WORK))
        return false;
    struct hold *const holds =
        cfi_grow(input, holders->holds, holders->count, &holders->room, sizeof *holds);
    if (holds == NULL)
        return false;
    holders->holds = holds;
    holds[holders->count++] = *hold;
    return true;
}

/* A function that cannot be read is added, too: a look-up there answers with an error. */
static bool add_function(struct holders *holders, const struct sfr_section *section, uint32_t index)
{
    struct sfr_function function;
    struct sfr_violation fault;
    (void)sfr_function(section, index, &function, &fault);
    const uint64_t first = function.start, last = first + function.size - 1;
    if (function.size == 0)
        return true;
    if (last >= first)
        return add_hold(holders, &(struct hold){first, last, 0, index});
    return add_hold(holders, &(struct hold){first, UINT64_MAX, 0, index}) &&
           add_hold(holders, &(struct hold){0, last, (uint32_t)-first, index});
}

/* Where two hold a PC, the later one in this order answers: it starts nearer to the PC or, if both start at
 * one address, has the higher index. */
static int by_answer(const void *left, const void *right)
{
    const struct hold *const a = left, *const b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    if (a->before != b->before)
        return a->before > b->before ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

bool cfi_holders_find(struct holders *holders, const struct sfr_section *section, struct input *input)
{
    bool found = true;
    *holders = (struct holders){.input = input};
    for (uint32_t i = 0; found && i < section->function_count; i++)
        found = add_function(holders, section, i);
    holders->paid = holders->count * sizeof *holders->holds;
    if (holders->count != 0)
        qsort(holders->holds, holders->count, sizeof *holders->holds, by_answer);
    return found;
}

void cfi_holders_free(struct holders *holders)
{
    tool_input_give_back(holders->input, RESOURCE_MEMORY, holders->paid);
    free(holders->holds);
}

/* The holds that began and may not have ended are a stack, which overwrites the start of the array.  One that
 * has ended is taken off when it is on top: PCs ascend, so it never answers again. */
bool cfi_holders_at(struct holders *holders, uint64_t pc, uint32_t *index)
{
    struct hold *const holds = holders->holds;
    while (holders->next < holders->count && holds[holders->next].first <= pc)
        holds[holders->depth++] = holds[holders->next++];
    while (holders->depth != 0 && holds[holders->depth - 1].last < pc)
        holders->depth--;
    if (holders->depth != 0)
        *index = holds[holders->depth - 1].index;
    return holders->depth != 0;
}
