#include "elsewhere.h"

#include "sframe-ref.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a section and rows of a function in which to look, and rows of other functions. */
enum { LONGEST = 1 << 14, ROWS_MAX = 256, FEW_ROWS = 8 };

/* --- What differs --------------------------------------------------------------------------------------- */

static const char *base_of(const struct sfr_rule *rule, const struct abi_facts *facts, char number[16])
{
    if (rule->base == SFR_CFA)
        return "cfa";
    if (rule->base == SFR_SP)
        return facts->sp;
    if (rule->base == SFR_FP)
        return facts->fp;
    (void)snprintf(number, 16, "r%u", (unsigned)rule->regnum);
    return number;
}

static bool is_base(const json_t *base, const struct sfr_rule *rule, const struct abi_facts *facts)
{
    char number[16];
    const char *const name = json_string_value(base);
    const char *const wanted = base_of(rule, facts, number);
    if (name == NULL)
        return false;
    return strcmp(name, wanted) == 0 || (strcmp(name, "sp") == 0 && strcmp(wanted, facts->sp) == 0) ||
           (strcmp(name, "fp") == 0 && strcmp(wanted, facts->fp) == 0);
}

static bool is_rule(const json_t *value, const struct sfr_rule *rule, const struct abi_facts *facts)
{
    const char *const word = json_string_value(value);
    if (word != NULL)
        return (rule->kind == SFR_SAME && strcmp(word, "same") == 0) ||
               (rule->kind == SFR_UNDEFINED && strcmp(word, "undefined") == 0);
    return rule->kind == SFR_AT && is_base(json_object_get(value, "base"), rule, facts) &&
           json_integer_value(json_object_get(value, "offset")) == rule->offset &&
           json_is_true(json_object_get(value, "deref")) == rule->deref;
}

/* Whether the member at PATH has that value in RULES. */
static bool fits(const char *path, const json_t *value, const struct sfr_rules *rules, const struct abi_facts *facts)
{
    const bool is_cfa = strncmp(path, "cfa", 3) == 0;
    const struct sfr_rule *const rule = is_cfa ? &rules->cfa : path[0] == 'r' ? &rules->ra : &rules->fp;
    const char *const member = path + (is_cfa ? 3 : 2);
    if (member[0] == '\0')
        return value == NULL ? rule->kind == SFR_UNSTATED : is_rule(value, rule, facts);
    if (rule->kind != SFR_AT)
        return false;
    if (strcmp(member, ".base") == 0)
        return is_base(value, rule, facts);
    if (strcmp(member, ".offset") == 0)
        return json_is_integer(value) && json_integer_value(value) == rule->offset;
    return json_is_true(value) == rule->deref;
}

static bool is_of_rules(const char *path)
{
    return strncmp(path, "cfa", 3) == 0 || ((strncmp(path, "ra", 2) == 0 || strncmp(path, "fp", 2) == 0) &&
                                            (path[2] == '\0' || path[2] == '.'));
}

/* Whether all rules that differ are those, and one does. */
static bool all_fit(const struct judgement *judgement, const struct sfr_rules *rules, const struct abi_facts *facts)
{
    bool any = false, fit = true; /* a base alone says too little */
    for (unsigned i = 0; fit && i < judgement->count && i < DIFFERENCES_MAX; i++) {
        const struct difference *const each = &judgement->differences[i];
        if (!is_of_rules(each->path))
            continue;
        json_t *const value = json_loads(each->actual, JSON_DECODE_ANY, NULL);
        any = any || strstr(each->path, ".base") == NULL;
        fit = fits(each->path, value, rules, facts);
        json_decref(value);
    }
    return any && fit;
}

/* --- Places --------------------------------------------------------------------------------------------- */

struct looked_up {
    uint8_t *bytes;
    struct sfr_section section;
    struct sfr_answer answer;
};

/* What the oracle finds; false: nothing, or the section is long.  The caller frees the bytes. */
static bool look_up(const struct vector *vector, struct looked_up *found)
{
    *found = (struct looked_up){.bytes = NULL};
    if (vector->operation != LOOKUP || vector->profile >= PROFILE_COUNT || vector->section_size > LONGEST)
        return false;
    found->bytes = malloc(vector->section_size + 1);
    if (found->bytes == NULL || !runner_vector_section(vector, found->bytes))
        return false;
    return sfr_open(&found->section, found->bytes, vector->section_size, vector->address,
                    (enum sfr_profile)(int)vector->profile, NULL) != SFR_MALFORMED &&
           sfr_lookup(&found->section, vector->pc, &found->answer) == SFR_FOUND;
}

/* The rules of row NUMBER of a function. */
static bool rules_of(const struct looked_up *found, const struct sfr_function *function, uint32_t number,
                     struct sfr_rules *rules)
{
    struct sfr_violation fault;
    struct sfr_row row = {.next = function->rows};
    if (number >= function->num_fres || number >= ROWS_MAX)
        return false;
    for (uint32_t i = 0; i <= number; i++)
        if (!sfr_row(&found->section, function, row.next, &row, &fault))
            return false;
    return sfr_rules(&found->section, function, &row, rules, &fault);
}

static const char *row_elsewhere(const struct looked_up *found, const struct judgement *judgement,
                                 const struct abi_facts *facts)
{
    const struct sfr_function *const own = &found->answer.function;
    const uint32_t row = found->answer.row_index;
    const struct {
        uint32_t row; /* below 0 there is none, as above the last */
        const char *words;
    } rows[] = {{row - 1, "gives the row before"},
                {row + 1, "gives the row after"},
                {0, "gives the first row of the function"},
                {own->num_fres - 1, "gives the last row of the function"}};
    struct sfr_rules rules;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].row != row && rules_of(found, own, rows[i].row, &rules) && all_fit(judgement, &rules, facts))
            return rows[i].words;
    return NULL;
}

/* Whether a row of function NUMBER, which is not the one that was asked for, gives the answer. */
static bool is_of_function(const struct looked_up *found, uint32_t number, const struct judgement *judgement,
                           const struct abi_facts *facts)
{
    struct sfr_function other;
    struct sfr_violation fault;
    struct sfr_rules rules;
    if (number >= found->section.function_count || number == found->answer.function.index ||
        !sfr_function(&found->section, number, &other, &fault))
        return false;
    for (uint32_t row = 0; row < other.num_fres && row < FEW_ROWS; row++)
        if (rules_of(found, &other, row, &rules) && all_fit(judgement, &rules, facts))
            return true;
    return false;
}

static const char *function_elsewhere(const struct looked_up *found, const struct judgement *judgement,
                                      const struct abi_facts *facts)
{
    const uint32_t index = found->answer.function.index;
    if (is_of_function(found, index - 1, judgement, facts))
        return "gives a row of the function before";
    if (is_of_function(found, index + 1, judgement, facts))
        return "gives a row of the function after";
    return is_of_function(found, 0, judgement, facts) ? "gives a row of the first function" : NULL;
}

const char *runner_answer_elsewhere(const struct vector *vector, const struct judgement *judgement)
{
    struct looked_up found;
    const struct abi_facts *const facts = &runner_abi_facts[vector->abi];
    const char *words = NULL;
    if (look_up(vector, &found)) {
        words = row_elsewhere(&found, judgement, facts);
        if (words == NULL)
            words = function_elsewhere(&found, judgement, facts);
    }
    free(found.bytes);
    return words;
}

unsigned runner_lookup_position(const struct vector *vector)
{
    struct looked_up found;
    unsigned position = 0;
    if (look_up(vector, &found)) {
        const struct sfr_function *const function = &found.answer.function;
        position = (function->index == 0) | (unsigned)(function->index == found.section.num_fdes - 1) << 1 |
                   (unsigned)(found.answer.row_index == 0) << 2 |
                   (unsigned)(found.answer.row_index == function->num_fres - 1) << 3;
    }
    free(found.bytes);
    return position;
}
