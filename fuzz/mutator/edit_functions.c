/* Edits of functions. */
#include "edits.h"

static int64_t sum(int64_t start, uint64_t offset)
{
    return (int64_t)((uint64_t)start + offset);
}

bool edit_function_add(struct draft *draft, struct random *random)
{
    const unsigned at = below(random, draft->function_count + 1U);
    struct draft_row row = {.word_width = 1, .words = {16, -8, -16}};
    row.info = (uint8_t)below(random, 2);
    row.word_count = (uint8_t)(1 + below(random, 3));
    const int64_t start = near_edge(draft, random);
    if (!draft_insert_functions(draft, at, 1))
        return false;
    draft->functions[at] = (struct draft_function){.start = start, .size = 1 + below(random, 64)};
    return draft_own_rows(draft, &draft->functions[at], &row, 1);
}

bool edit_function_remove(struct draft *draft, struct random *random)
{
    if (draft->function_count == 0)
        return false;
    const unsigned at = below(random, draft->function_count);
    const unsigned most = one_in(random, 8) ? draft->function_count - at : 1;
    draft_remove_functions(draft, at, 1 + below(random, most));
    return true;
}

bool edit_function_keep(struct draft *draft, struct random *random)
{
    const unsigned kept = 1 + below(random, 4), old = draft->function_count;
    bool changed = old > kept;
    if (changed) {
        draft_remove_functions(draft, 0, below(random, old - kept + 1));
        draft_remove_functions(draft, kept, draft->function_count - kept);
    }
    for (unsigned i = 0; i < draft->function_count; i++) {
        struct draft_function *const function = &draft->functions[i];
        const unsigned most = 1 + below(random, 8);
        changed |= function->count > most;
        function->count = (uint16_t)(function->count > most ? most : function->count);
    }
    return changed;
}

/* Copies a function, beside it or at an edge. */
bool edit_function_copy(struct draft *draft, struct random *random)
{
    const unsigned at = below(random, draft->function_count);
    if (draft->function_count == 0 || !draft_insert_functions(draft, at + 1, 1))
        return false;
    struct draft_function *const copy = &draft->functions[at + 1];
    *copy = draft->functions[at];
    if (one_in(random, 4))
        copy->start = near_edge(draft, random);
    else if (!one_in(random, 4))
        copy->start = sum(copy->start, copy->size);
    return one_in(random, 2) || draft_own_rows(draft, copy, &draft->rows[copy->first], copy->count);
}

bool edit_function_swap(struct draft *draft, struct random *random)
{
    struct draft_function *const a = any_function(draft, random), *const b = any_function(draft, random);
    if (a == b)
        return false;
    const struct draft_function held = *a;
    *a = *b;
    *b = held;
    return true;
}

bool edit_function_start(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random);
    if (function == NULL)
        return false;
    const int64_t old = function->start, edge = near_edge(draft, random);
    function->start = one_in(random, 4) ? sum(edge, 0 - (uint64_t)function->size) : edge;
    return function->start != old;
}

bool edit_function_size(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random);
    if (function == NULL)
        return false;
    const uint32_t old = function->size;
    if (function->count == 0 || one_in(random, 2))
        function->size = (uint32_t)sum(near_edge(draft, random), 0 - (uint64_t)function->start);
    else
        function->size = draft->rows[function->first + function->count - 1U].start + below(random, 3);
    return function->size != old;
}

bool edit_function_share(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random), *const other =
                                                                             any_function(draft, random);
    if (function == other)
        return false;
    function->info = (uint8_t)((function->info & ~INFO_FRE_TYPE) | (other->info & INFO_FRE_TYPE));
    function->first = other->first;
    function->count = other->count;
    if (one_in(random, 2)) { /* also all that V3 has in front of rows */
        function->info = other->info;
        function->info2 = other->info2;
        function->rep_size = other->rep_size;
    }
    return true;
}
