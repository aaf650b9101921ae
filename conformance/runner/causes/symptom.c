#include "causes.h"


#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t mark_of(uint32_t mark, const char *text)
{
    return (uint32_t)runner_hash_bytes(mark, text, strlen(text) + 1);
}

/* Whether the difference is in what each reader says of a lookup: a rule, or that there is none. */
static bool is_rule(const struct difference *difference)
{
    return runner_is_below(difference->path, "cfa") || runner_is_below(difference->path, "ra") ||
           runner_is_below(difference->path, "fp") || runner_is_below(difference->path, "none");
}

static unsigned differences_in(const struct judgement *judgement)
{
    return judgement->count < DIFFERENCES_MAX ? judgement->count : DIFFERENCES_MAX;
}

/* The mark of the differences.  If a rule differs, only rules count: so it does not depend on how much else a
 * reader says. */
static uint32_t mark_of_differences(const struct judgement *judgement)
{
    const unsigned count = differences_in(judgement);
    bool has_rule = false;
    uint32_t mark = 0;
    for (unsigned i = 0; i < count; i++)
        has_rule = has_rule || is_rule(&judgement->differences[i]);
    for (unsigned i = 0; i < count; i++) {
        const struct difference *const each = &judgement->differences[i];
        if (!has_rule || is_rule(each))
            mark = mark_of(mark_of(mark, each->path), each->actual);
    }
    return mark;
}

/* --- Words ---------------------------------------------------------------------------------------------- */

/* The id of the clause that the vector breaks; empty: it breaks none. */
static struct span clause_broken(const struct vector *vector)
{
    const struct span quoted = runner_json_of_name(vector->fault, "clause");
    return quoted.size > 2 && quoted.size < 60 ? (struct span){quoted.at + 1, quoted.size - 2}
                                               : (struct span){"", 0};
}

/* Reads a number of a difference: decimal, or in quotes and hexadecimal. */
static bool number_of(const char *words, int64_t *number)
{
    const bool quoted = words[0] == '"';
    char *end;
    *number = (int64_t)(quoted ? strtoull(words + 1, &end, 16) : strtoull(words, &end, 10));
    return end > words + quoted && *end == (quoted ? '"' : '\0');
}

/* Reads the number of a register, as in "r12" with its quotes. */
static bool register_of(const char *words, int64_t *number)
{
    char *end = NULL;
    if (strncmp(words, "\"r", 2) == 0)
        *number = strtoll(words + 2, &end, 10);
    return end != NULL && end > words + 2 && *end == '"';
}

/* How the expected number became the actual one, in words; null: in no way that we know. */
static const char *way_of(const struct difference *difference)
{
    int64_t expected, actual;
    if (register_of(difference->expected, &expected) && register_of(difference->actual, &actual)) {
        const uint64_t below = (uint64_t)expected - (uint64_t)actual;
        return actual < 0 && (below & (below - 1)) == 0 ? "signed instead of unsigned" : NULL;
    }
    if (!number_of(difference->expected, &expected) || !number_of(difference->actual, &actual))
        return NULL;
    const uint64_t more = (uint64_t)actual - (uint64_t)expected, less = -more;
    if (difference->actual[0] == '"')
        return actual >= 0 && actual <= UINT32_MAX && (uint32_t)actual == (uint32_t)expected ? "in four bytes" : NULL;
    for (unsigned bits = 8; bits <= 32; bits *= 2) {
        if (more == UINT64_C(1) << bits && expected < 0)
            return "unsigned instead of signed";
        if (less == UINT64_C(1) << bits && actual < 0)
            return "signed instead of unsigned";
    }
    if (more == 0 - 2 * (uint64_t)expected)
        return "with the other sign";
    if ((uint8_t)actual == (uint8_t)expected && actual >= -128 && actual < 256)
        return "in one byte";
    if ((uint16_t)actual == (uint16_t)expected && actual >= -32768 && actual < 65536)
        return "in two bytes";
    return NULL;
}

static bool are_swapped(const struct judgement *judgement)
{
    const struct difference *const ra = runner_difference_at(judgement, "ra");
    const struct difference *const fp = runner_difference_at(judgement, "fp");
    return ra != NULL && fp != NULL && strcmp(ra->expected, fp->actual) == 0 && strcmp(fp->expected, ra->actual) == 0;
}

static const struct difference *first_of(const struct judgement *judgement)
{
    for (unsigned i = 0; i < differences_in(judgement); i++)
        if (is_rule(&judgement->differences[i]))
            return &judgement->differences[i];
    return &judgement->differences[0];
}

/* Writes `calls irregular sections valid`, and as the narrow effect also the clause that the vector breaks. */
static void name_verdict(const struct vector *vector, const struct difference *difference,
                         char effects[EFFECTS_EACH][EFFECT_SIZE])
{
    const struct span clause = clause_broken(vector);
    const char *const expected = difference->expected + 1, *const actual =
                                                               difference->actual + 1; /* behind the quotes */
    (void)snprintf(effects[EFFECT_WIDE], EFFECT_SIZE, "calls %.*s sections %.*s",
                   (int)strcspn(expected, "\""), expected, (int)strcspn(actual, "\""), actual);
    if (clause.size > 0)
        (void)snprintf(effects[EFFECT_NARROW], EFFECT_SIZE, "%.60s, by %.*s", effects[EFFECT_WIDE],
                       (int)clause.size, clause.at);
}

/* Writes how the answer is wrong beyond that the member NAME is; false: nothing is found. */
static bool name_narrow(const struct vector *vector, const struct judgement *judgement, const char *name,
                        char effect[EFFECT_SIZE])
{
    const char *const way = way_of(first_of(judgement)), *const elsewhere =
                                                             runner_answer_elsewhere(vector, judgement);
    if (are_swapped(judgement))
        (void)snprintf(effect, EFFECT_SIZE, "swaps RA and FP");
    else if (elsewhere != NULL)
        (void)snprintf(effect, EFFECT_SIZE, "%s", elsewhere);
    else if (way != NULL)
        (void)snprintf(effect, EFFECT_SIZE, "gives a wrong %.40s, %s", name, way);
    return effect[0] != '\0';
}

/* A value in a few words. */
static const char *brief(const char *value)
{
    return value[0] == '{' ? "a rule" : value;
}

static void name_member(const struct difference *first, const char *name,
                        char effects[EFFECTS_EACH][EFFECT_SIZE])
{
    int64_t expected, actual;
    const bool is_number = number_of(first->expected, &expected) && number_of(first->actual, &actual);
    const bool is_more = is_number && actual > expected;
    (void)snprintf(effects[EFFECT_WIDE], EFFECT_SIZE, "gives a wrong %.40s", name);
    (void)snprintf(effects[EFFECT_ALWAYS], EFFECT_SIZE, "gives a wrong %.30s, always %.24s", name,
                   brief(first->actual));
    if (is_number)
        (void)snprintf(effects[EFFECT_CHANGE], EFFECT_SIZE, "gives a wrong %.40s, %" PRIu64 " too %s", name,
                       is_more ? (uint64_t)actual - (uint64_t)expected
                               : (uint64_t)expected - (uint64_t)actual,
                       is_more ? "large" : "small");
    else
        (void)snprintf(effects[EFFECT_CHANGE], EFFECT_SIZE, "gives a wrong %.24s, %.20s instead of %.20s",
                       name, brief(first->actual), brief(first->expected));
}

static void name_differences(const struct vector *vector, const struct judgement *judgement,
                             char effects[EFFECTS_EACH][EFFECT_SIZE])
{
    static const char of_rows[] = "functions.rows."; /* a lookup's members have the same names without it */
    const struct difference *const first = first_of(judgement);
    const bool is_said = strcmp(first->actual, "nothing") != 0,
               is_due = strcmp(first->expected, "nothing") != 0;
    char path[PATH_MAX_SIZE], *const wide = effects[EFFECT_WIDE];
    (void)runner_without_indices(path, sizeof path, runner_span_of(first->path));
    const char *const name =
        strncmp(path, of_rows, sizeof of_rows - 1) == 0 ? path + sizeof of_rows - 1 : path;
    if (strcmp(name, "verdict") == 0 && is_said)
        name_verdict(vector, first, effects);
    else if (strcmp(name, "none") == 0)
        (void)snprintf(wide, EFFECT_SIZE, "%s",
                       !is_due    ? "finds nothing where a row holds"
                       : !is_said ? "finds a row where none holds"
                                  : "says the wrong word for what is not there");
    else if (!name_narrow(vector, judgement, name, effects[EFFECT_NARROW]) && !is_said)
        (void)snprintf(wide, EFFECT_SIZE, "does not say %.60s", name);
    else if (!is_due)
        (void)snprintf(wide, EFFECT_SIZE, "says %.60s where there is none", name);
    else
        name_member(first, name, effects);
}

/* Effects of outcomes without differences; null: this outcome has none. */
static const char *const ends[OUTCOME_COUNT] = {
    [UNREAD] = "gives an answer that fits none of the accepted readings",
    [INCONSISTENT] = "says of itself that it is inconsistent",
    [UNSTEADY] = "answers otherwise when it is asked in another order",
    [CRASH] = "crashes",
    [EXIT] = "ends early",
    [HANG] = "never answers",
    [FLOOD] = "answers without end",
    [GARBAGE] = "writes lines that are no answers",
    [STRAY] = "answers out of turn",
    [NOT_RUN] = "was given up",
};

static void name_broken(const struct vector *vector, char effect[EFFECT_SIZE])
{
    const struct span clause = clause_broken(vector);
    if (clause.size > 0)
        (void)snprintf(effect, EFFECT_SIZE, "answers where the section breaks %.*s", (int)clause.size,
                       clause.at);
    else
        (void)snprintf(effect, EFFECT_SIZE, "answers where an error is due");
}

/* Writes `answers outside of kernel-v3 line 6 (profile = v3; else refuse)`, with a hint if the line is about
 * what `hello` declares. */
static void name_outside(const struct judgement *judgement, char effect[EFFECT_SIZE])
{
    static const char *const declared[][2] = {
        {"profile", "profiles"}, {"abi", "ABIs"}, {"operation", "operations"}};
    const char *const end = strstr(judgement->reason, "): "), *const line = strchr(judgement->reason, '(');
    if (end == NULL || line == NULL)
        return;
    (void)snprintf(effect, EFFECT_SIZE, "answers %.*s", (int)(end + 1 - judgement->reason),
                   judgement->reason);
    for (size_t i = 0; i < sizeof declared / sizeof *declared; i++)
        if (strncmp(line + 1, declared[i][0], strlen(declared[i][0])) == 0)
            (void)snprintf(effect + strlen(effect), EFFECT_SIZE - strlen(effect),
                           ": declare fewer %s in hello, or refuse", declared[i][1]);
}

/* Writes that the reader refuses, with the words of its error without digits. */
static void name_refusal(const struct judgement *judgement, char effect[EFFECT_SIZE])
{
    const char *at = strstr(judgement->reason, "due: ");
    size_t size = (size_t)snprintf(effect, EFFECT_SIZE, "refuses what is right");
    if (judgement->outcome != FAIL || at == NULL)
        return;
    size += (size_t)snprintf(effect + size, EFFECT_SIZE - size, ": ");
    for (at += strlen("due: "); *at != '\0' && size + 1 < EFFECT_SIZE; at++)
        if (runner_digit_value(*at) >= 10)
            effect[size++] = *at;
    effect[size] = '\0';
}

void runner_symptom_of(const struct vector *vector, const struct judgement *judgement, struct symptom *symptom)
{
    const bool is_answer = judgement->outcome == FAIL || judgement->outcome == UNREAD;
    char *const effect = symptom->effects[EFFECT_WIDE];
    *symptom = (struct symptom){.refused = judgement->refused, .telling = judgement->count > 0};
    runner_way_of(symptom->way, judgement->outcome,
                  judgement->count > 0 ? judgement->differences[0].path : NULL, judgement->reason);
    if (!runner_outcome_counts_against[judgement->outcome])
        return;
    if (judgement->lacks)
        (void)snprintf(effect, EFFECT_SIZE, "leaves out members, and hello has no exposes");
    else if (judgement->refused)
        name_refusal(judgement, effect);
    else if (is_answer && judgement->count > 0)
        name_differences(vector, judgement, symptom->effects);
    else if (ends[judgement->outcome] != NULL)
        (void)snprintf(effect, EFFECT_SIZE, "%s", ends[judgement->outcome]);
    else if (judgement->outside)
        name_outside(judgement, effect);
    else if (judgement->outcome == FAIL) {
        name_broken(vector, effect);
        symptom->accepted = true;
    }
    if (judgement->count > 0 && is_answer)
        symptom->mark = mark_of_differences(judgement);
    else
        symptom->mark = mark_of(0, judgement->refused ? "refuses" : runner_outcome_names[judgement->outcome]);
}
