/* Finds which bugs change the SFrame of which functions, so that `kill` judges only these functions. */
#include "assembler.h"
#include "bug.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "",
#define BUG_ENTRY(name, area, origin, what) #name,
#include "bugs.def"
#undef BUG_ENTRY
};

enum { NAMES = sizeof names / sizeof names[0] };

/* For each function, the number of its entry in the section, from 1; 0: it has none. */
static size_t *by_function(const struct unit *unit, const struct sframe *sframe)
{
    size_t *const found = zeroed(unit->function_count, sizeof *found);
    for (size_t i = 0; i < sframe->entry_count; i++)
        found[sframe->entries[i].function - unit->functions] = i + 1;
    return found;
}

static bool entries_equal(const struct sframe *a, size_t a_number, const struct sframe *b, size_t b_number)
{
    if (a_number == 0 || b_number == 0)
        return a_number == b_number;
    const struct entry *const left = &a->entries[a_number - 1], *const right = &b->entries[b_number - 1];
    const size_t size = left->rows_end - left->rows_at;
    return left->info == right->info && left->info2 == right->info2 && left->row_count == right->row_count &&
           right->rows_end - right->rows_at == size &&
           memcmp(a->rows.at + left->rows_at, b->rows.at + right->rows_at, size) == 0;
}

/* Prints the bug's name and the numbers of the functions of which it changes what is said, or whether they are refused;
 * without any, nothing. */
static void print_bug(struct unit *unit, const struct sframe *right, const bool *refused, int bug, FILE *to)
{
    struct sframe sframe = {.entry_count = 0};
    bug_switched_on = (enum bug)bug;
    for (size_t i = 0; i < unit->function_count; i++) {
        unit->functions[i].refused = false;
        unit->functions[i].signal = unit->functions[i].key_b = false;
    }
    (void)make_sframe(unit, &sframe);
    bug_switched_on = BUG_none;
    size_t *const was = by_function(unit, right), *const is = by_function(unit, &sframe);
    bool begun = false;
    for (size_t i = 0; i < unit->function_count; i++) {
        if (entries_equal(right, was[i], &sframe, is[i]) && unit->functions[i].refused == refused[i])
            continue;
        if (!begun)
            (void)fputs(names[bug], to);
        (void)fprintf(to, "\t%zu", i);
        begun = true;
    }
    if (begun)
        (void)fputc('\n', to);
    free(was);
    free(is);
    free_sframe(&sframe);
}

void print_differences(struct unit *unit, FILE *to)
{
    struct sframe right = {.entry_count = 0};
    unit->is_quiet = true;
    (void)make_sframe(unit, &right);
    bool *const refused = zeroed(unit->function_count, sizeof *refused);
    for (size_t i = 0; i < unit->function_count; i++)
        refused[i] = unit->functions[i].refused;
    for (int bug = 1; bug < NAMES; bug++)
        print_bug(unit, &right, refused, bug, to);
    free(refused);
    free_sframe(&right);
}
