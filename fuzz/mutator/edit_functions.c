/* Edits of functions. */
#include "edits.h"

static int64_t sum(int64_t start, uint64_t offset)
{
    return (int64_t)((uint64_t)start + offset);
}

/* Copies a function, beside it or at an edge. */
static struct draft_function *twin(struct draft *draft, struct random *random)
{
    const unsigned at = draft->function_count == 0 ? 0 : below(random, draft->function_count);
    if (draft->function_count == 0 || !draft_insert_functions(draft, at + 1, 1))
        return NULL;
    struct draft_function *const copy = &draft->functions[at + 1];
    *copy = draft->functions[at];
    if (one_in(random, 4))
        copy->start = near_edge(draft, random);
    else if (!one_in(random, 4))
        copy->start = sum(copy->start, copy->size);
    return copy;
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

bool edit_function_twice(struct draft *draft, struct random *random)
{
    return twin(draft, random) != NULL;
}

bool edit_function_copy(struct draft *draft, struct random *random)
{
    struct draft_function *const copy = twin(draft, random);
    return copy != NULL && draft_own_rows(draft, copy, &draft->rows[copy->first], copy->count);
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

bool edit_function_split(struct draft *draft, struct random *random)
{
    struct draft_function *function;
    const struct draft_row *const row = any_row(draft, random, &function);
    if (row == NULL || row->start == 0 || row->start >= function->size || (function->info & INFO_MASK) != 0)
        return false;
    const unsigned at = (unsigned)(function - draft->functions);
    const uint32_t start = row->start;
    const unsigned kept = (unsigned)(row - draft->rows) - function->first;
    if (function->count - kept > MOST_ROWS - draft->row_count || !draft_insert_functions(draft, at + 1, 1))
        return false;
    struct draft_function *const head = &draft->functions[at], *const tail = head + 1;
    *tail = *head;
    tail->start = sum(head->start, start);
    tail->size = head->size - start;
    (void)draft_own_rows(draft, tail, row, head->count - kept);
    for (unsigned i = 0; i < tail->count; i++)
        draft->rows[tail->first + i].start -= start;
    head->size = start;
    head->count = (uint16_t)kept;
    return true;
}

static bool set_start(struct draft_function *function, int64_t start)
{
    const bool changed = function->start != start;
    function->start = start;
    return changed;
}

bool edit_function_start(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random);
    if (function == NULL)
        return false;
    const int64_t edge = near_edge(draft, random);
    return set_start(function, one_in(random, 4) ? sum(edge, 0 - (uint64_t)function->size) : edge);
}

bool edit_function_start_odd(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random);
    const unsigned width = layouts[draft->version].entry[FIELD_START].width;
    return function != NULL &&
           set_start(function, (int64_t)odd_number(random, (uint64_t)function->start, width));
}

bool edit_function_adjoin(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random), *const other =
                                                                             any_function(draft, random);
    return function != other && set_start(function, sum(other->start, other->size));
}

bool edit_function_size(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random);
    if (function == NULL)
        return false;
    const uint32_t old = function->size;
    switch (below(random, 3)) {
    case 0:
        function->size = (uint32_t)odd_number(random, old, 4);
        break;
    case 1:
        function->size = (uint32_t)sum(near_edge(draft, random), 0 - (uint64_t)function->start);
        break;
    default:
        if (function->count != 0)
            function->size = draft->rows[function->first + function->count - 1U].start + below(random, 3);
        break;
    }
    return function->size != old;
}

bool edit_function_fre_type(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random);
    if (function == NULL)
        return false;
    const uint8_t type = (uint8_t)(((function->info & INFO_FRE_TYPE) + 1 + below(random, 2)) % 3);
    function->info = (uint8_t)((function->info & ~INFO_FRE_TYPE) | type);
    return true;
}

static const uint8_t blocks[] = {16, 1, 2, 8, 24, 32, 127, 128, 255, 0};

bool edit_function_mask(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random);
    if (function == NULL)
        return false;
    function->info ^= INFO_MASK;
    function->rep_size = (function->info & INFO_MASK) != 0 ? blocks[below(random, sizeof blocks)] : 0;
    return true;
}

bool edit_function_rep_size(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random);
    if (function == NULL || !has_field(draft->version, FIELD_REP_SIZE))
        return false;
    const uint8_t old = function->rep_size;
    function->rep_size =
        one_in(random, 2) ? blocks[below(random, sizeof blocks)] : (uint8_t)odd_number(random, old, 1);
    return function->rep_size != old;
}

bool edit_function_flex(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random);
    if (function == NULL || !has_field(draft->version, FIELD_INFO2))
        return false;
    function->info2 ^= INFO2_FLEX;
    return true;
}

bool edit_function_bits(struct draft *draft, struct random *random)
{
    static const uint8_t bits[] = {INFO_SIGNAL, INFO_PAUTH, 0x40};
    struct draft_function *const function = any_function(draft, random);
    if (function == NULL)
        return false;
    if (has_field(draft->version, FIELD_INFO2) && one_in(random, 8))
        function->info2 ^= (uint8_t)(0x20U << below(random, 3));
    else
        function->info ^= bits[below(random, one_in(random, 4) ? 3 : 2)];
    return true;
}

bool edit_function_padding(struct draft *draft, struct random *random)
{
    struct draft_function *const function = any_function(draft, random);
    if (function == NULL || !has_field(draft->version, FIELD_PADDING))
        return false;
    const uint16_t old = function->padding;
    function->padding = (uint16_t)(one_in(random, 2) ? 0 : odd_number(random, old, 2));
    return function->padding != old;
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
