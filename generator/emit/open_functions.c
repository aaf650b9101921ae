/* Open points about a function: its kind, and which of its rows answers. */
#include "open.h"

/* Whether the function's rows are for a block that repeats: so in masks, except in version 1. */
static bool has_blocks(const struct question *question)
{
    return question->function->pc_type == PC_MASK && !profile_of(question)->masks_are_bits;
}

/* --- Which row answers ---------------------------------------------------------------------------------- */

enum { ORIGINS = 3, CHOICES = 3 };

/* The PC as readers may count it: from its function (origin 0), as an address (1), from the section (2). */
static uint64_t counted_from(const struct question *question, unsigned origin)
{
    const uint64_t origins[ORIGINS] = {gen_function_address(question->section, question->function), 0,
                                       question->section->address};
    return question->pc - origins[origin];
}

/* The row that a reader chooses: the last that matches (choice 0), the first that does (1), or the last
 * before one that does not (2).  -1: none. */
static int chosen(const struct question *question, unsigned choice,
                  bool (*matches)(uint64_t place, uint32_t start), uint64_t place)
{
    const struct function *function = question->function;
    int found = -1;
    for (uint32_t i = 0; i < function->row_count; i++) {
        bool match = matches(place, gen_function_row(question->section, function, i)->start);
        if (match)
            found = (int)i;
        if (match ? choice == 1 : choice == 2)
            break;
    }
    return found;
}

static bool not_beyond(uint64_t place, uint32_t start)
{
    return place >= start;
}

static bool masked(uint64_t place, uint32_t start)
{
    return (place & start) >= start;
}

static bool block_origin_decides(const struct question *question)
{
    const struct function *function = question->function;
    if (!has_blocks(question) || function->rep_size == 0)
        return false;
    int first = chosen(question, 2, not_beyond, counted_from(question, 0) % function->rep_size);
    for (unsigned origin = 1; origin < ORIGINS; origin++) {
        uint64_t place = counted_from(question, origin) % function->rep_size;
        /* A reader that counts from elsewhere may also take rows out of order in another way. */
        if (chosen(question, 2, not_beyond, place) != first ||
            chosen(question, 0, not_beyond, place) != first)
            return true;
    }
    return false;
}

/* Whether readers that count from the first ORIGINS of the origins choose different rows of a mask of version 1. */
static bool choice_decides(const struct question *question, unsigned origins)
{
    int first = chosen(question, 0, masked, counted_from(question, 0));
    for (unsigned origin = 0; origin < origins; origin++)
        for (unsigned choice = 0; choice < CHOICES; choice++)
            if (chosen(question, choice, masked, counted_from(question, origin)) != first)
                return true;
    return false;
}

static bool is_v1_mask(const struct question *question)
{
    return question->function->pc_type == PC_MASK && profile_of(question)->masks_are_bits;
}

/* What is compared with the starts of rows: the PC's offset in its function or its block. */
static uint64_t place_of(const struct question *question)
{
    uint64_t offset = counted_from(question, 0);
    return has_blocks(question) && question->function->rep_size != 0 ? offset % question->function->rep_size
                                                                     : offset;
}

/* Whether readers may choose different rows as rows are out of order: the last before one that starts beyond
 * the PC, the last that does not, or the one with the greatest start. */
static bool row_order_decides(const struct question *question)
{
    if (is_v1_mask(question))
        return false;
    uint64_t place = place_of(question);
    int until = chosen(question, 2, not_beyond, place);
    if (until != chosen(question, 0, not_beyond, place))
        return true;
    for (int i = 0; i < until; i++)
        if (gen_function_row(question->section, question->function, (uint32_t)i)->start >
            gen_function_row(question->section, question->function, (uint32_t)until)->start)
            return true;
    return false;
}

/* Whether the row that answers has the same start as another row. */
static bool equal_rows_decide(const struct question *question)
{
    const struct function *function = question->function;
    for (uint32_t i = 0; question->row != NULL && i < function->row_count; i++) {
        const struct row *other = gen_function_row(question->section, function, i);
        if (other != question->row && other->start == question->row->start)
            return true;
    }
    return false;
}

/* --- The points ----------------------------------------------------------------------------------------- */

const char *gen_open_point_of_function(const struct question *question)
{
    const struct function *const function = question->function;
    const struct profile_facts *const profile = profile_of(question);
    const bool has_rows = function->row_count > 0;
    const bool is_increment = function->pc_type == PC_INC, is_flexible = function->fde_type == FDE_FLEX;

    POINT("no-rows-before-v3", ANY, LOOKUP, !has_rows && !profile->no_rows_is_outermost);
    POINT("outermost-no-rows-flex", ANY, LOOKUP, !has_rows && is_flexible);
    POINT("pauth-key-v1-v2", BOTH, 0,
          function->key_b && !profile->other_keys_are_zero && !abi_of(question)->signs_ra);
    POINT("pcmask-block-beyond-function", BOTH, 0,
          has_blocks(question) && function->rep_size > function->size);
    POINT("pcmask-pc-origin", LOOKUP, LOOKUP, block_origin_decides(question));
    /* A function without rows does not count: nobody divides by its block size. */
    POINT("pcmask-rep-size-zero", 0, LOOKUP, has_blocks(question) && function->rep_size == 0 && has_rows);
    POINT("pcmask-v1-last-match", LOOKUP, LOOKUP, is_v1_mask(question) && choice_decides(question, 1));
    /* A reader that counts from elsewhere may also choose another row. */
    POINT("pcmask-v1-pc-origin", LOOKUP, LOOKUP, is_v1_mask(question) && choice_decides(question, ORIGINS));
    POINT("rep-size-inc", BOTH, 0, is_increment && function->rep_size != 0);
    POINT("row-order-answer", 0, LOOKUP, row_order_decides(question));
    POINT("row-order-equal", 0, LOOKUP, equal_rows_decide(question));
    return NULL;
}
