/* Edits of rows and their words. */
#include "edits.h"

/* A copy of another row, behind it or anywhere. */
bool edit_row_add(struct draft *draft, struct random *random)
{
    struct draft_function *function;
    const struct draft_row *const row = any_row(draft, random, &function);
    struct draft_row fresh = {.word_width = 1, .word_count = 1, .words = {16}};
    unsigned at = 0;
    if (row != NULL) {
        fresh = *row;
        at = (unsigned)(row - draft->rows) - function->first + 1;
    }
    if (row == NULL || one_in(random, 3)) {
        function = any_function(draft, random);
        at = function == NULL ? 0 : below(random, function->count + 1U);
    } else {
        fresh.start += 1 + below(random, 8);
    }
    return function != NULL && draft_insert_row(draft, function, at, &fresh);
}

bool edit_row_remove(struct draft *draft, struct random *random)
{
    struct draft_function *function;
    const struct draft_row *const row = any_row(draft, random, &function);
    if (row == NULL)
        return false;
    if (one_in(random, 8))
        function->count = (uint16_t)below(random, function->count);
    else
        draft_remove_row(draft, (unsigned)(row - draft->rows));
    return true;
}

bool edit_row_start(struct draft *draft, struct random *random)
{
    struct draft_function *function;
    struct draft_row *const row = any_row(draft, random, &function);
    if (row == NULL)
        return false;
    const uint32_t old = row->start, beside = below(random, 3) - 1U;
    const uint32_t another = draft->rows[function->first + below(random, function->count)].start;
    const uint32_t edge = (uint32_t)((uint64_t)near_edge(draft, random) - (uint64_t)function->start);
    const uint32_t starts[] = {0,
                               another + beside,
                               function->size + beside,
                               function->rep_size + beside,
                               edge,
                               (uint32_t)odd_number(random, old, start_width(function))};
    row->start = starts[below(random, sizeof starts / sizeof *starts)];
    return row->start != old;
}

bool edit_rows_ascend(struct draft *draft, struct random *random)
{
    struct draft_function *function;
    bool changed = false;
    if (any_row(draft, random, &function) == NULL)
        return false;
    const uint32_t step = 1 + below(random, 1U + function->size / function->count % 4096);
    for (unsigned i = 0; i < function->count; i++) {
        uint32_t *const start = &draft->rows[function->first + i].start;
        changed |= *start != i * step;
        *start = i * step;
    }
    if (function->size < function->count * step) {
        function->size = function->count * step;
        changed = true;
    }
    return changed;
}

/* Sets the number of a row's words, mostly to one that rules can have. */
bool edit_row_count(struct draft *draft, struct random *random)
{
    struct draft_function *function;
    struct draft_row *const row = any_row(draft, random, &function);
    if (row == NULL)
        return false;
    const uint8_t old = row->word_count;
    row->word_count = (uint8_t)below(random, one_in(random, 4) ? MOST_WORDS + 1 : 7);
    for (unsigned i = old; i < row->word_count; i++)
        row->words[i] = -8 * (int32_t)below(random, 4);
    return row->word_count != old;
}

/* --- Words --------------------------------------------------------------------------------------------- */

/* A control word by V3 3.2: the register's number, whether the value is in memory, whether it counts from the
 * register. */
static int32_t control(struct random *random, bool from_register)
{
    static const uint8_t usual[] = {6, 7, 10, 29, 30, 31, 11, 14, 15};
    const unsigned number = one_in(random, 4) ? below(random, 64) : usual[below(random, sizeof usual)];
    return (int32_t)((from_register ? number << 3 : 0) | below(random, 2) << 1 | (from_register ? 1U : 0));
}

bool edit_words_flexible(struct draft *draft, struct random *random)
{
    struct draft_function *function;
    struct draft_row *const row = any_row(draft, random, &function);
    unsigned count = 0;
    if (row == NULL)
        return false;
    for (unsigned rule = 0; rule < 3; rule++) {
        const bool padding = rule == 1 && one_in(random, 3);
        row->words[count++] = padding ? 0 : control(random, rule == 0 || one_in(random, 2));
        if (!padding)
            row->words[count++] = 8 * ((int32_t)below(random, 40) - 20);
    }
    row->word_count = (uint8_t)(one_in(random, 2) ? count : 2 + below(random, count - 1));
    if (has_field(draft->version, FIELD_INFO2) && !one_in(random, 4))
        function->info2 = (uint8_t)((function->info2 & ~0x1fU) | INFO2_FLEX);
    return true;
}
