#include "causes.h"

#include "../process/memory.h"

#include "sframe-ref.h"
#include "tool/printing.h"

#include <stdlib.h>
#include <string.h>

/* Limits of the search: bytes of a section, rows of a function, rows of another one, and functions of which one
 * may end at the PC. */
enum { LONGEST = 1 << 14, ROWS_MAX = 256, FEW_ROWS = 8, FEW_FUNCTIONS = 64 };

/* --- What differs --------------------------------------------------------------------------------------- */

static bool is_base(const json_t *base, const struct sfr_rule *rule, enum abi abi)
{
    char wanted[16];
    tool_base_name(rule, wanted);
    return json_is_string(base) && strcmp(runner_register_of(abi, json_string_value(base)),
                                          runner_register_of(abi, wanted)) == 0;
}

static bool is_rule(const json_t *value, const struct sfr_rule *rule, enum abi abi)
{
    const char *const word = json_string_value(value);
    if (word != NULL)
        return (rule->kind == SFR_SAME && strcmp(word, "same") == 0) ||
               (rule->kind == SFR_UNDEFINED && strcmp(word, "undefined") == 0);
    return rule->kind == SFR_AT && is_base(json_object_get(value, "base"), rule, abi) &&
           json_integer_value(json_object_get(value, "offset")) == rule->offset &&
           json_is_true(json_object_get(value, "deref")) == rule->deref;
}

/* Whether VALUE is the member at PATH in RULES; null: that the rule is not stated. */
static bool fits(const char *path, const json_t *value, const struct sfr_rules *rules, enum abi abi)
{
    const bool is_cfa = strncmp(path, "cfa", 3) == 0;
    const struct sfr_rule *const rule = is_cfa ? &rules->cfa : path[0] == 'r' ? &rules->ra : &rules->fp;
    const char *const member = path + (is_cfa ? 3 : 2);
    if (member[0] == '\0')
        return value == NULL ? rule->kind == SFR_UNSTATED : is_rule(value, rule, abi);
    if (rule->kind != SFR_AT)
        return false;
    if (strcmp(member, ".base") == 0)
        return is_base(value, rule, abi);
    if (strcmp(member, ".offset") == 0)
        return json_is_integer(value) && json_integer_value(value) == rule->offset;
    return json_is_true(value) == rule->deref;
}

static bool is_of_rules(const char *path)
{
    return runner_is_below(path, "cfa") || runner_is_below(path, "ra") || runner_is_below(path, "fp");
}

/* Whether all members of rules that differ are as in RULES, and one of them is more than a string. */
static bool all_fit(const struct judgement *judgement, const struct sfr_rules *rules, enum abi abi)
{
    bool any = false, fit = true; /* a base or a word alone says too little */
    for (unsigned i = 0; fit && i < judgement->count && i < DIFFERENCES_MAX; i++) {
        const struct difference *const each = &judgement->differences[i];
        if (!is_of_rules(each->path))
            continue;
        json_t *const value = json_loads(each->actual, JSON_DECODE_ANY, NULL);
        any = any || !json_is_string(value);
        fit = fits(each->path, value, rules, abi);
        json_decref(value);
    }
    return any && fit;
}

/* --- Places --------------------------------------------------------------------------------------------- */

struct looked_up {
    uint8_t *bytes;
    bool is_open; /* the section can be read */
    struct sfr_section section;
    struct sfr_answer answer;
};

/* Looks the vector's PC up with the oracle.  False: it finds nothing, or the section is too long.  The caller
 * frees the bytes in both cases. */
static bool look_up(const struct vector *vector, struct looked_up *found)
{
    *found = (struct looked_up){.bytes = NULL};
    if (vector->operation != LOOKUP || vector->profile >= PROFILE_COUNT || vector->section_size > LONGEST)
        return false;
    found->bytes = memory_get(vector->section_size);
    runner_vector_section(vector, found->bytes);
    found->is_open = sfr_open(&found->section, found->bytes, vector->section_size, vector->address,
                              (enum sfr_profile)(int)vector->profile, NULL) != SFR_MALFORMED;
    return found->is_open && sfr_lookup(&found->section, vector->pc, &found->answer) == SFR_FOUND;
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

/* What a wrong `row` in the answer says: another number than NUMBER, nothing certain, or NUMBER where rules
 * are wrong, too. */
enum row_said { ROW_OTHER, ROW_UNKNOWN, ROW_SAID };

static enum row_said row_said(const struct judgement *judgement, uint32_t number)
{
    const struct difference *const row = runner_difference_at(judgement, "row");
    bool differs = false; /* a rule does */
    for (unsigned i = 0; i < judgement->count && i < DIFFERENCES_MAX; i++)
        differs = differs || is_of_rules(judgement->differences[i].path);
    if (row == NULL)
        return ROW_UNKNOWN;
    if (strtoull(row->actual, NULL, 10) != number)
        return ROW_OTHER;
    return differs && runner_difference_at(judgement, "function") == NULL ? ROW_SAID : ROW_UNKNOWN;
}

static const char *row_elsewhere(const struct looked_up *found, const struct judgement *judgement,
                                 enum abi abi)
{
    const struct sfr_function *const own = &found->answer.function;
    const uint32_t row = found->answer.row_index;
    const struct {
        uint32_t row; /* 0 - 1 is above the last row, where there is none */
        const char *words;
    } rows[] = {{row - 1, "gives the row before"},
                {row + 1, "gives the row after"},
                {0, "gives the first row of the function"},
                {own->num_fres - 1, "gives the last row of the function"}};
    struct sfr_rules rules;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].row != row && row_said(judgement, rows[i].row) != ROW_OTHER &&
            rules_of(found, own, rows[i].row, &rules) &&
            (row_said(judgement, rows[i].row) == ROW_SAID || all_fit(judgement, &rules, abi)))
            return rows[i].words;
    return NULL;
}

/* Whether a row of function NUMBER, which is not the one that was asked for, gives the answer. */
static bool is_of_function(const struct looked_up *found, uint32_t number, const struct judgement *judgement,
                           enum abi abi)
{
    struct sfr_function other;
    struct sfr_violation fault;
    struct sfr_rules rules;
    if (number >= found->section.function_count || number == found->answer.function.index ||
        !sfr_function(&found->section, number, &other, &fault))
        return false;
    for (uint32_t row = 0; row < other.num_fres && row < FEW_ROWS; row++)
        if (rules_of(found, &other, row, &rules) && all_fit(judgement, &rules, abi))
            return true;
    return false;
}

static const char *function_elsewhere(const struct looked_up *found, const struct judgement *judgement,
                                      enum abi abi)
{
    const uint32_t index = found->answer.function.index;
    if (is_of_function(found, index - 1, judgement, abi))
        return "gives a row of the function before";
    if (is_of_function(found, index + 1, judgement, abi))
        return "gives a row of the function after";
    return is_of_function(found, 0, judgement, abi) ? "gives a row of the first function" : NULL;
}

/* Whether RA has FP's rule of the same row, or FP has RA's.  Other members may be wrong, too. */
static const char *rule_elsewhere(const struct looked_up *found, const struct judgement *judgement,
                                  enum abi abi)
{
    const struct {
        const char *path, *words;
        const struct sfr_rule *rule;
    } others[] = {{"ra", "gives FP's rule for RA", &found->answer.rules.fp},
                  {"fp", "gives RA's rule for FP", &found->answer.rules.ra}};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
        struct judgement part = {.count = 0};
        for (unsigned j = 0; j < judgement->count && j < DIFFERENCES_MAX; j++)
            if (strncmp(judgement->differences[j].path, others[i].path, 2) == 0)
                part.differences[part.count++] = judgement->differences[j];
        const struct sfr_rules rules = {*others[i].rule, *others[i].rule, *others[i].rule};
        if (others[i].rule->kind == SFR_AT && all_fit(&part, &rules, abi))
            return others[i].words;
    }
    return NULL;
}

const char *runner_answer_elsewhere(const struct vector *vector, const struct judgement *judgement)
{
    struct looked_up found;
    const char *words = NULL;
    if (look_up(vector, &found)) {
        words = row_elsewhere(&found, judgement, vector->abi);
        if (words == NULL)
            words = function_elsewhere(&found, judgement, vector->abi);
        if (words == NULL)
            words = rule_elsewhere(&found, judgement, vector->abi);
    }
    free(found.bytes);
    return words;
}

/* POSITION(words, whether it holds for an ANSWER about a SECTION) */
/* clang-format off */
#define EACH_POSITION(POSITION)                                                                               \
    POSITION("in the first function", function->index == 0)                                                  \
    POSITION("in the last function", function->index == section->num_fdes - 1)                               \
    POSITION("in the first row", answer->row_index == 0)                                                     \
    POSITION("in the last row", answer->row_index == function->num_fres - 1)                                 \
    POSITION("in signal functions", function->signal)                                                        \
    POSITION("in functions with masks", function->pc_type == SFR_MASK)                                       \
    POSITION("in flexible functions", function->fde_type == SFR_FLEX)                                        \
    POSITION("in functions of 64 KiB or more", function->size >> 16 != 0)                                    \
    POSITION("in functions 2 GiB or more from the section", function->relative != (int32_t)function->relative) \
    POSITION("in functions at 4 GiB or above", function->start >> 32 != 0)                                   \
    POSITION("in functions at 2^63 or above", function->start >> 63 != 0)                                    \
    POSITION("in functions below the section", function->relative < 0)                                       \
    POSITION("in functions behind the hundredth", function->index >= 100)                                    \
    POSITION("in rows behind the 16th", answer->row_index >= 16)                                             \
    POSITION("in rows with starts of 2 bytes", function->fre_type == SFR_ADDR2)                              \
    POSITION("in rows with starts of 4 bytes", function->fre_type == SFR_ADDR4)                              \
    POSITION("in rows with words of 2 bytes", row->word_count > 0 && row->word_size == 2)                    \
    POSITION("in rows with words of 4 bytes", row->word_count > 0 && row->word_size == 4)                    \
    POSITION("in rows of more than three words", row->word_count > 3)                                        \
    POSITION("in rows with a CFA from FP", rules->cfa.kind == SFR_AT && rules->cfa.base == SFR_FP)           \
    POSITION("in rows with a CFA below its base", rules->cfa.kind == SFR_AT && rules->cfa.offset < 0)        \
    POSITION("in rows that save FP", rules->fp.kind == SFR_AT)                                               \
    POSITION("at the end of a function", false) /* see is_at_end(): where no row holds, too */
/* clang-format on */

#define WORDS_OF(words, holds) words,
#define HOLDS(words, holds) holds,
const char *const runner_position_names[POSITIONS] = {EACH_POSITION(WORDS_OF)};

static uint64_t position_of(const struct sfr_section *section, const struct sfr_answer *answer)
{
    const struct sfr_function *const function = &answer->function;
    const struct sfr_row *const row = &answer->row;
    const struct sfr_rules *const rules = &answer->rules;
    const bool holds[POSITIONS] = {EACH_POSITION(HOLDS)};
    uint64_t position = 0;
    for (unsigned i = 0; i < POSITIONS; i++)
        position |= (uint64_t)holds[i] << i;
    return position;
}

/* Whether one of the first functions ends where the PC is. */
static bool is_at_end(const struct looked_up *found, uint64_t pc)
{
    struct sfr_function function;
    struct sfr_violation fault;
    for (uint32_t i = 0; found->is_open && i < found->section.function_count && i < FEW_FUNCTIONS; i++)
        if (sfr_function(&found->section, i, &function, &fault) && function.start + function.size == pc)
            return true;
    return false;
}

uint64_t runner_lookup_position(const struct vector *vector)
{
    struct looked_up found;
    uint64_t position = look_up(vector, &found) ? position_of(&found.section, &found.answer) : 0;
    position |= (uint64_t)is_at_end(&found, vector->pc) << (POSITIONS - 1);
    free(found.bytes);
    return position;
}
