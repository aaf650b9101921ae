#include "judge.h"

#include "../process/memory.h"
#include "declaration.h"
#include "members.h"

#include "tool/printing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *expectation_of(const struct vector *vector)
{
    return json_loadb(vector->expect.at, vector->expect.size, JSON_REJECT_DUPLICATES, NULL);
}

bool runner_may_be_refused(const struct vector *vector)
{
    json_t *const expect = expectation_of(vector);
    const bool may = json_object_get(expect, "refuse") != NULL;
    json_decref(expect);
    return may;
}

/* --- Whether two sections say the same ------------------------------------------------------------------ */

/* Writes to WORDS what differs, and always returns false. */
static bool describe_difference(char words[WORDS_MAX], const char *what, const json_t *wanted,
                                const json_t *got)
{
    return runner_refuse(words, WORDS_MAX, "%.40s: %.80s was asked for, %.80s came", what,
                         runner_glimpse_of(wanted, "nothing").text, runner_glimpse_of(got, "nothing").text);
}

static bool same_members(const json_t *wanted, const json_t *got, const char *const *names,
                         char words[WORDS_MAX])
{
    for (; *names != NULL; names++) {
        const json_t *const left = json_object_get(wanted, *names);
        const json_t *const right = json_object_get(got, *names);
        if (!json_equal(left, right) && (left != NULL || right != NULL))
            return describe_difference(words, *names, left, right);
    }
    return true;
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

static json_t *rules_of(const json_t *row)
{
    static const char *const names[] = {"cfa", "ra", "fp", "mangled_ra"};
    json_t *const rules = json_object();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (json_object_get(row, names[i]) != NULL)
            (void)json_object_set(rules, names[i], json_object_get(row, names[i]));
    return rules;
}

/* The rules of a function, each with the start from which it holds: rows with equal rules are joined.  Rows are
 * sorted by their starts. */
static json_t *spans_of(const json_t *function)
{
    const json_t *const rows = json_object_get(function, "rows");
    json_t *const spans = json_array();
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *const row = json_array_get(rows, i), *const start = json_object_get(row, "start");
        const size_t last = json_array_size(spans) - 1;
        json_t *const rules = rules_of(row);
        if (json_equal(json_object_get(json_array_get(spans, last), "start"), start))
            (void)json_array_remove(spans, last);
        const json_t *const before = json_array_get(spans, json_array_size(spans) - 1);
        if (!json_equal(json_object_get(before, "rules"), rules))
            (void)json_array_append_new(spans, json_pack("{s:O,s:O}", "start", start, "rules", rules));
        json_decref(rules);
    }
    return spans;
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static uint64_t start_of(const json_t *function)
{
    uint64_t start = 0;
    return runner_span_hex(runner_span_of(runner_string_of(function, "start")), &start) ? start : 0;
}

/* Orders functions that cover the same code. */
static int by_rows(const json_t *left, const json_t *right)
{
    char *const one = json_dumps(json_object_get(left, "rows"), JSON_COMPACT | JSON_SORT_KEYS);
    char *const other = json_dumps(json_object_get(right, "rows"), JSON_COMPACT | JSON_SORT_KEYS);
    const int order = strcmp(one, other);
    free(one);
    free(other);
    return order;
}

static int by_start(const void *left, const void *right)
{
    const json_t *const a = *(const json_t *const *)left, *const b = *(const json_t *const *)right;
    const uint64_t one = start_of(a), other = start_of(b);
    if (one != other)
        return one < other ? -1 : 1;
    const json_int_t size = json_integer_value(json_object_get(a, "size")),
                     other_size = json_integer_value(json_object_get(b, "size"));
    return size != other_size ? (size < other_size ? -1 : 1) : by_rows(a, b);
}

static const json_t **sorted(const json_t *functions)
{
    const size_t count = json_array_size(functions);
    const json_t **const list = memory_of(count, sizeof(const json_t *));
    for (size_t i = 0; i < count; i++)
        list[i] = json_array_get(functions, i);
    qsort(list, count, sizeof(const json_t *), by_start);
    return list;
}

static bool same_function(const json_t *wanted, const json_t *got, char words[WORDS_MAX])
{
    static const char *const names[] = {"start", "size", "pc_type", "fde_type", "signal", "pauth_key", NULL};
    static const char *const blocks[] = {"rep_size", NULL};
    const bool is_mask = strcmp(runner_string_of(wanted, "pc_type"), "mask") == 0;
    if (!same_members(wanted, got, names, words) || (is_mask && !same_members(wanted, got, blocks, words)))
        return false;
    json_t *const left = spans_of(wanted), *const right = spans_of(got);
    const bool same = json_equal(left, right) || describe_difference(words, "rows", left, right);
    json_decref(left);
    json_decref(right);
    return same;
}

static bool same_functions(const json_t *wanted, const json_t *got, char words[WORDS_MAX])
{
    const size_t count = json_array_size(wanted);
    const json_t **const left = sorted(wanted), **const right = sorted(got);
    bool same = json_array_size(got) == count;
    if (!same)
        (void)snprintf(words, WORDS_MAX, "functions: %zu were asked for, %zu came", count,
                       json_array_size(got));
    for (size_t i = 0; same && i < count; i++)
        same = same_function(left[i], right[i], words);
    free(left);
    free(right);
    return same;
}

static bool points_frames(const json_t *model)
{
    return runner_has_word(json_object_get(model, "flags"), "frame_pointer");
}

/* Compares two models, which look like answers to `decode`.  A writer may choose how wide words are, which
 * rows it joins, and in what order functions stand.  Returns false if they differ; WORDS then has the first
 * difference. */
static bool same_section(const json_t *wanted, const json_t *got, char words[WORDS_MAX])
{
    static const char *const header[] = {"version", "abi", "fixed_fp", "fixed_ra", "aux", NULL};
    if (!same_members(wanted, got, header, words))
        return false;
    if (points_frames(wanted) != points_frames(got))
        return describe_difference(words, "flags", json_object_get(wanted, "flags"),
                                   json_object_get(got, "flags"));
    return same_functions(json_object_get(wanted, "functions"), json_object_get(got, "functions"), words);
}

/* --- What the oracle says ------------------------------------------------------------------------------- */

/* Ends a text that the oracle wrote, and returns it as JSON. */
static json_t *json_of(struct written_text *written)
{
    char *const text = written_end(written);
    json_t *const value = json_loadb(text, written->size, 0, NULL);
    free(text);
    return value;
}

static json_t *model_of(const struct subject *subject)
{
    struct written_text written;
    tool_json_model(&(struct json){written_begin(&written), false}, subject);
    return json_of(&written);
}

static json_t *lookup_of(const struct subject *subject, uint64_t pc)
{
    struct written_text written;
    struct json json = {written_begin(&written), false};
    struct sfr_answer answer;
    tool_subject_look_up(subject, pc, &answer);
    tool_json_begin(&json, NULL, '{');
    tool_json_answer(&json, subject, pc, &answer);
    tool_json_end(&json, '}');
    return json_of(&written);
}

/* --- What was expected ---------------------------------------------------------------------------------- */

static void judge_model(const struct subject *subject, const json_t *wanted, struct judgement *judgement)
{
    char words[WORDS_MAX];
    if (!tool_subject_rows_fit(subject)) {
        runner_judge_as(judgement, WRONG,
                        "rows: functions share them, and those of each are too many to list");
        return;
    }
    json_t *const got = model_of(subject);
    if (!same_section(wanted, got, words))
        runner_judge_as(judgement, WRONG, "%s", words);
    json_decref(got);
}

/* Judges a look-up as if the oracle had been asked about a valid section. */
static void judge_lookup(const struct vector *vector, const struct subject *subject, json_t *wanted,
                         struct judgement *judgement)
{
    static const struct declaration all = {.exposes = NULL};
    static const char *const numbers[] = {"function", "row"}; /* a vector need not expect their numbers */
    const char *const at = runner_string_of(wanted, "pc");
    struct vector question = {
        .profile = vector->profile, .abi = vector->abi, .operation = LOOKUP, .class = VALID};
    if (!runner_span_hex(runner_span_of(at), &question.pc) || !runner_is_expectation(wanted, LOOKUP)) {
        runner_judge_as(judgement, FAIL, "the vector is wrong: a look-up that it expects cannot be read");
        return;
    }
    json_t *const got = lookup_of(subject, question.pc);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (json_object_get(wanted, numbers[i]) == NULL)
            (void)json_object_del(got, numbers[i]);
    runner_compare_answers(&question, &all, CONTRACT, wanted, got, judgement);
    json_decref(got);
    if (judgement->count > 0)
        runner_judge_as(judgement, WRONG, "%s: at %s: expected %s, got %s", judgement->differences[0].path,
                        at, judgement->differences[0].expected, judgement->differences[0].actual);
}

static void judge_right(const struct vector *vector, const struct subject *subject, const json_t *expect,
                        struct judgement *judgement)
{
    const json_t *const model = json_object_get(expect, "section");
    const json_t *const lookups = json_object_get(expect, "lookups");
    if (model == NULL && !json_is_array(lookups)) {
        runner_judge_as(judgement, FAIL, "the vector is wrong: it expects neither a section nor lookups");
        return;
    }
    if (model != NULL)
        judge_model(subject, model, judgement);
    for (size_t i = 0; judgement->outcome == SAME && i < json_array_size(lookups); i++)
        judge_lookup(vector, subject, json_array_get(lookups, i), judgement);
}

static void take_worst(void *context, const struct sfr_violation *violation)
{
    struct sfr_violation *const worst = context;
    if (violation->severity > worst->severity)
        *worst = *violation;
}

static void judge_section(const struct vector *vector, const struct source *source, const json_t *expect,
                          struct judgement *judgement)
{
    const struct request request = {.profile = vector->profile == ANY_PROFILE
                                                   ? SFR_PROFILE_BY_VERSION
                                                   : (enum sfr_profile)(int)vector->profile,
                                    .address_given = true,
                                    .address = vector->address};
    struct subject subject = {.request = &request, .source = source};
    struct sfr_violation worst = {.severity = SFR_VALID};
    if (!tool_subject_begin(&subject, true)) {
        runner_judge_as(judgement, TROUBLE, "out of memory");
        return;
    }
    tool_subject_violations(&subject, &(struct sfr_report){take_worst, &worst});
    if (worst.severity != SFR_VALID)
        runner_judge_as(judgement, WRONG, "%s: %s, at offset 0x%llx", sfr_clause_text(worst.clause)->id,
                        sfr_verdict_name(worst.severity), (unsigned long long)worst.offset);
    else {
        sfr_survey(&subject.section);
        judge_right(vector, &subject, expect, judgement);
    }
    if (vector->class == CONTESTED && worst.severity != SFR_MALFORMED && judgement->outcome == WRONG)
        runner_leave_open(judgement);
    tool_subject_end(&subject);
}

void runner_judge_written_section(const struct vector *vector, const uint8_t *bytes, size_t size,
                                  struct judgement *judgement)
{
    json_t *const expect = expectation_of(vector);
    const char *const why = json_string_value(json_object_get(expect, "why"));
    const struct source source = {.bytes = bytes, .size = size};
    if (strcmp(runner_string_of(expect, "refuse"), "must") == 0)
        runner_judge_as(judgement, HIDES, "%.200s", why != NULL ? why : "no section can say it");
    else
        judge_section(vector, &source, expect, judgement);
    json_decref(expect);
}
