/* Edits of rows and their words. */
#include "edits.h"

bool edit_row_add(struct draft *draft, struct random *random)
{
    struct draft_function *function;
    const struct draft_row *const row = any_row(draft, random, &function);
    struct draft_row fresh = {.word_width = 1, .word_count = 1, .words = {16}};
    if (row == NULL) {
        function = any_function(draft, random);
        return function != NULL && draft_insert_row(draft, function, 0, &fresh);
    }
    fresh = *row;
    fresh.start += 1 + below(random, 8);
    return draft_insert_row(draft, function, (unsigned)(row - draft->rows) - function->first + 1, &fresh);
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

bool edit_row_copy(struct draft *draft, struct random *random)
{
    struct draft_function *function, *from;
    const struct draft_row *const source = any_row(draft, random, &from);
    function = any_function(draft, random);
    return source != NULL && draft_insert_row(draft, function, below(random, function->count + 1U), source);
}

bool edit_row_swap(struct draft *draft, struct random *random)
{
    struct draft_function *owner;
    struct draft_row *const a = any_row(draft, random, &owner), *const b = any_row(draft, random, &owner);
    if (a == b)
        return false;
    const struct draft_row held = *a;
    *a = *b;
    *b = held;
    return true;
}

bool edit_row_start(struct draft *draft, struct random *random)
{
    struct draft_function *function;
    struct draft_row *const row = any_row(draft, random, &function);
    if (row == NULL)
        return false;
    const uint32_t old = row->start, beside = below(random, 3) - 1U;
    switch (below(random, 6)) {
    case 0:
        row->start = 0;
        break;
    case 1:
        row->start = draft->rows[function->first + below(random, function->count)].start + beside;
        break;
    case 2:
        row->start = function->size + beside;
        break;
    case 3:
        row->start = function->rep_size + beside;
        break;
    case 4:
        row->start = (uint32_t)((uint64_t)near_edge(draft, random) - (uint64_t)function->start);
        break;
    default:
        row->start = (uint32_t)odd_number(random, old, start_width(function));
        break;
    }
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

bool edit_row_width(struct draft *draft, struct random *random)
{
    struct draft_function *function;
    struct draft_row *const row = any_row(draft, random, &function);
    if (row == NULL)
        return false;
    const uint8_t old = row->word_width;
    row->word_width = (uint8_t)(1U << below(random, 3));
    return row->word_width != old;
}

/* Sets the number of rows, mostly to as many as a rule has. */
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

static bool flip_bit(struct draft *draft, struct random *random, uint8_t bit)
{
    struct draft_function *function;
    struct draft_row *const row = any_row(draft, random, &function);
    if (row != NULL)
        row->info ^= bit;
    return row != NULL;
}

bool edit_row_base(struct draft *draft, struct random *random)
{
    return flip_bit(draft, random, ROW_BASE);
}

bool edit_row_mangled(struct draft *draft, struct random *random)
{
    return flip_bit(draft, random, ROW_MANGLED);
}

/* --- Words --------------------------------------------------------------------------------------------- */

static int32_t *any_word(struct draft *draft, struct random *random, unsigned *width)
{
    struct draft_function *function;
    struct draft_row *const row = any_row(draft, random, &function);
    if (row == NULL || row->word_count == 0)
        return NULL;
    *width = row->word_width;
    return &row->words[below(random, row->word_count)];
}

static bool set_word(int32_t *word, int32_t value)
{
    const bool changed = *word != value;
    *word = value;
    return changed;
}

bool edit_word_odd(struct draft *draft, struct random *random)
{
    unsigned width;
    int32_t *const word = any_word(draft, random, &width);
    return word != NULL && set_word(word, (int32_t)odd_number(random, (uint64_t)(int64_t)*word, width));
}

static int32_t usual_offset(struct random *random)
{
    return 8 * ((int32_t)below(random, 40) - 20);
}

bool edit_word_offset(struct draft *draft, struct random *random)
{
    unsigned width;
    int32_t *const word = any_word(draft, random, &width);
    return word != NULL && set_word(word, usual_offset(random));
}

bool edit_word_copy(struct draft *draft, struct random *random)
{
    unsigned width;
    int32_t *const word = any_word(draft, random, &width), *const other = any_word(draft, random, &width);
    return word != NULL && other != NULL && set_word(word, *other);
}

bool edit_word_swap(struct draft *draft, struct random *random)
{
    unsigned width;
    int32_t *const a = any_word(draft, random, &width), *const b = any_word(draft, random, &width);
    if (a == NULL || b == NULL || *a == *b)
        return false;
    const int32_t held = *a;
    *a = *b;
    *b = held;
    return true;
}

/* A control word by V3 3.2: the register's number, whether the value is in memory, whether it counts from the
 * register. */
static int32_t control(struct random *random, bool from_register)
{
    static const uint8_t usual[] = {6, 7, 10, 29, 30, 31, 11, 14, 15};
    const unsigned number = one_in(random, 4) ? below(random, 64) : usual[below(random, sizeof usual)];
    return (int32_t)((from_register ? number << 3 : 0) | below(random, 2) << 1 | (from_register ? 1U : 0));
}

bool edit_word_control(struct draft *draft, struct random *random)
{
    unsigned width;
    int32_t *const word = any_word(draft, random, &width);
    return word != NULL && set_word(word, control(random, !one_in(random, 3)));
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
            row->words[count++] = usual_offset(random);
    }
    row->word_count = (uint8_t)(one_in(random, 2) ? count : 2 + below(random, count - 1));
    if (has_field(draft->version, FIELD_INFO2) && !one_in(random, 4))
        function->info2 = (uint8_t)((function->info2 & ~0x1fU) | INFO2_FLEX);
    return true;
}
