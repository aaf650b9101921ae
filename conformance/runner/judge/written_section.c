#include "written_section.h"

#include "same_section.h"

#include "declaration.h"
#include "equal.h"
#include "members.h"

#include "tool/printing.h"

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

/* --- What the oracle says ------------------------------------------------------------------------------- */

/* Returns what PUT writes, as JSON. */
static json_t *oracle_json(void (*put)(struct json *json, const struct subject *subject, uint64_t pc),
                           const struct subject *subject, uint64_t pc)
{
    char *text = NULL;
    size_t size = 0;
    struct json json = {open_memstream(&text, &size), false};
    if (json.out == NULL)
        return NULL;
    put(&json, subject, pc);
    json_t *const value = fclose(json.out) == 0 ? json_loadb(text, size, 0, NULL) : NULL;
    free(text);
    return value;
}

static void put_model(struct json *json, const struct subject *subject, uint64_t pc)
{
    (void)pc;
    tool_json_model(json, subject);
}

static void put_lookup(struct json *json, const struct subject *subject, uint64_t pc)
{
    struct sfr_answer answer;
    tool_subject_look_up(subject, pc, &answer);
    tool_json_begin(json, NULL, '{');
    tool_json_answer(json, subject, pc, &answer);
    tool_json_end(json, '}');
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
    json_t *const got = oracle_json(put_model, subject, 0);
    if (got == NULL || !runner_same_section(wanted, got, words))
        runner_judge_as(judgement, WRONG, "%s", got != NULL ? words : "out of memory");
    json_decref(got);
}

/* Judges a look-up as if the oracle had been asked about a valid section. */
static void judge_lookup(const struct vector *vector, const struct subject *subject, json_t *wanted,
                         struct judgement *judgement)
{
    static const struct declaration all = {.exposes = NULL};
    static const char *const numbers[] = {"function",
                                          "row"}; /* where they are in the section need not be expected */
    const char *const at = json_string_value(json_object_get(wanted, "pc"));
    struct vector question = {
        .profile = vector->profile, .abi = vector->abi, .operation = LOOKUP, .class = VALID};
    if (at == NULL || !runner_span_hex(runner_span_of(at), &question.pc) ||
        !runner_is_expectation(wanted, LOOKUP)) {
        runner_judge_as(judgement, FAIL, "the vector is wrong: a look-up that it expects cannot be read");
        return;
    }
    json_t *const got = oracle_json(put_lookup, subject, question.pc);
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
    const json_t *const model = json_object_get(expect, "section"), *const lookups =
                                                                        json_object_get(expect, "lookups");
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
        runner_forgive(judgement);
    tool_subject_end(&subject);
}

void runner_judge_written_section(const struct vector *vector, const uint8_t *bytes, size_t size,
                                  struct judgement *judgement)
{
    json_t *const expect = expectation_of(vector);
    const char *const refuse = json_string_value(json_object_get(expect, "refuse"));
    const char *const why = json_string_value(json_object_get(expect, "why"));
    const struct source source = {.bytes = bytes, .size = size};
    if (refuse != NULL && strcmp(refuse, "must") == 0)
        runner_judge_as(judgement, HIDES, "%.200s", why != NULL ? why : "no section can say it");
    else
        judge_section(vector, &source, expect, judgement);
    json_decref(expect);
}
