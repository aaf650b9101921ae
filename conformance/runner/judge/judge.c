#include "judge.h"

#include "equal.h"
#include "declaration.h"
#include "members.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const runner_outcome_names[OUTCOME_COUNT] = {
#define OUTCOME(number, name, against, judged) name,
    OUTCOMES(OUTCOME)
#undef OUTCOME
};

const bool runner_outcome_counts_against[OUTCOME_COUNT] = {
#define OUTCOME(number, name, against, judged) against,
    OUTCOMES(OUTCOME)
#undef OUTCOME
};

const bool runner_outcome_is_judged[OUTCOME_COUNT] = {
#define OUTCOME(number, name, against, judged) judged,
    OUTCOMES(OUTCOME)
#undef OUTCOME
};

void runner_judge_as(struct judgement *judgement, enum outcome outcome, const char *format, ...)
{
    va_list arguments;
    judgement->outcome = outcome;
    va_start(arguments, format);
    (void)vsnprintf(judgement->reason, sizeof judgement->reason, format, arguments);
    va_end(arguments);
    runner_make_one_line(judgement->reason);
}

void runner_forgive(struct judgement *judgement)
{
    if (!runner_outcome_counts_against[judgement->outcome])
        return;
    judgement->outcome = READING;
    (void)snprintf(judgement->reading, sizeof judgement->reading, "another");
}

void runner_quote(char words[WORDS_MAX], const char *text)
{
    char plain[WORDS_MAX - 2];
    size_t size = 0;
    for (; text[size] != '\0' && size + 1 < sizeof plain; size++) {
        const char each = text[size];
        const bool is_plain = each >= ' ' && each <= '~' && each != '"' && each != '\\';
        plain[size] = (char)(is_plain ? each : '?');
    }
    plain[size] = '\0';
    (void)snprintf(words, WORDS_MAX, size != 0 ? "\"%s\"" : "nothing%s", plain);
}

/* --- Lines that are none, or another's ------------------------------------------------------------------ */

/* `{"request": N` at once, as nearly every adapter writes it. */
bool runner_read_answer_number(struct span line, uint64_t *number, struct span *rest)
{
    struct json_cut cut = {line.at, line.at + line.size};
    struct span key;
    if (!runner_json_take(&cut, '{') || !runner_json_quoted(&cut, &key) || !runner_span_is(key, "request") ||
        !runner_json_take(&cut, ':'))
        return false;
    const char *const begin = cut.at;
    while (cut.at < cut.end && runner_digit_value(*cut.at) < 10)
        cut.at++;
    const struct span digits = {begin, (size_t)(cut.at - begin)};
    if (!runner_span_decimal(digits, number) || (digits.size > 1 && *begin == '0'))
        return false;
    const bool more = runner_json_take(&cut, ',');
    if (cut.at == cut.end || more == (*cut.at == '}'))
        return false;
    *rest = (struct span){cut.at, (size_t)(cut.end - cut.at)};
    return true;
}

json_t *runner_json_of(struct span text, size_t flags, json_error_t *error)
{
    const char *const zero = text.size > 0 ? memchr(text.at, '\0', text.size) : NULL;
    if (zero == NULL)
        return json_loadb(text.at, text.size, flags | JSON_REJECT_DUPLICATES, error);
    error->position = (int)(zero - text.at);
    (void)snprintf(error->text, sizeof error->text, "a zero byte");
    return NULL;
}

json_t *runner_object_of(struct span line, struct judgement *judgement)
{
    json_error_t error;
    json_t *const answer = runner_json_of(line, 0, &error);
    if (answer == NULL)
        runner_judge_as(judgement, GARBAGE, "not JSON: %s, at byte %d", error.text, error.position);
    else if (!json_is_object(answer))
        runner_judge_as(judgement, GARBAGE, "not an object");
    else if (runner_json_depth(line) > ANSWER_DEPTH)
        runner_judge_as(judgement, GARBAGE, "nested more than %d deep", ANSWER_DEPTH);
    else
        return answer;
    json_decref(answer);
    return NULL;
}

bool runner_answers_request(const json_t *answer, uint64_t number, struct judgement *judgement)
{
    const json_t *const request = json_object_get(answer, "request");
    if (!json_is_integer(request))
        runner_judge_as(judgement, GARBAGE, "no number of a request");
    else if ((uint64_t)json_integer_value(request) != number)
        runner_judge_as(judgement, STRAY, "an answer to another request");
    else
        return true;
    return false;
}

/* --- Refusals ------------------------------------------------------------------------------------------- */

static const char *word_of(const json_t *answer, const char *name)
{
    const char *const word = json_string_value(json_object_get(answer, name));
    return word != NULL ? word : "";
}

static bool is_refusal(const json_t *answer)
{
    return json_object_get(answer, "error") != NULL || strcmp(word_of(answer, "none"), "error") == 0 ||
           strcmp(word_of(answer, "verdict"), "malformed") == 0;
}

static bool has_word(const json_t *words, const char *word)
{
    for (size_t i = 0; i < json_array_size(words); i++)
        if (strcmp(json_string_value(json_array_get(words, i)), word) == 0)
            return true;
    return false;
}

/* Whether what it did is among the ways in which nothing may be answered. */
static bool is_accepted(const json_t *accept, const json_t *answer)
{
    if (is_refusal(answer))
        return has_word(accept, "error");
    return json_object_get(answer, "none") != NULL && has_word(accept, "none");
}

/* --- By class ------------------------------------------------------------------------------------------- */

struct hearing {
    const struct vector *vector;
    const struct declaration *declaration;
    enum measure measure;
    const json_t *expect, *breaches; /* breaches: ids of readings, or NULL */
    json_t *answer;
    struct judgement *judgement;
};

static void fail_by_differences(struct judgement *judgement, enum outcome outcome)
{
    const struct difference *const first = judgement->differences;
    char more[40] = "";
    if (judgement->count > 1)
        (void)snprintf(more, sizeof more, " (and %u more)", judgement->count - 1);
    if (strcmp(first->path, "none") == 0 && strcmp(first->expected, "nothing") == 0)
        runner_judge_as(judgement, outcome, "a row was expected, and the answer is that there is none: %s%s",
                        first->actual, more);
    else if (strcmp(first->path, "none") == 0 && strcmp(first->actual, "nothing") == 0)
        runner_judge_as(judgement, outcome,
                        "nothing was to be found, and the answer does not say so: none: %s%s",
                        first->expected, more);
    else
        runner_judge_as(judgement, outcome, "%s: expected %s, got %s%s", first->path, first->expected,
                        first->actual, more);
}

/* No answer that says as much as this one could have failed. */
static void leave_unjudged(struct judgement *judgement)
{
    runner_judge_as(judgement, UNJUDGED, "the answer says nothing that could be compared");
}

static void judge_by(const struct hearing *hearing, const json_t *expected)
{
    runner_compare_answers(hearing->vector, hearing->declaration, hearing->measure, expected, hearing->answer,
                           hearing->judgement);
    if (hearing->judgement->count > 0)
        fail_by_differences(hearing->judgement, FAIL);
    else if (hearing->judgement->compared == 0)
        leave_unjudged(hearing->judgement);
}

static void judge_as_verdict(const struct hearing *hearing, const char *expected, const json_t *actual)
{
    json_t *const word = json_string(expected);
    if (!json_equal(word, actual)) {
        runner_add_difference(hearing->judgement, "verdict", word, actual);
        fail_by_differences(hearing->judgement, FAIL);
    }
    json_decref(word);
}

/* The answer's verdict is to be this one, beside what was judged of it before. */
static void judge_verdict(const struct hearing *hearing, const char *expected)
{
    if (hearing->judgement->outcome == UNJUDGED)
        runner_judge_as(hearing->judgement, PASS, "%s", "");
    judge_as_verdict(hearing, expected, json_object_get(hearing->answer, "verdict"));
}

static void judge_valid(const struct hearing *hearing)
{
    const char *const words = word_of(hearing->answer, "error");
    if (is_refusal(hearing->answer))
        runner_judge_as(hearing->judgement, FAIL, "an error where an answer is due%s%.200s",
                        words[0] != '\0' ? ": " : "", words);
    else if (hearing->vector->operation != CHECK)
        judge_by(hearing, hearing->expect);
    else if (runner_is_exposed(hearing->declaration, "check.verdict"))
        judge_verdict(hearing, "valid");
    else if (json_object_get(hearing->answer, "verdict") == NULL)
        leave_unjudged(hearing->judgement);
}

/* A trace has no word for nothing: it ends as if nobody knew the PC.  The trace that is to be compared, for
 * the caller to give up. */
static json_t *expected_trace(const struct hearing *hearing, const json_t *accept, json_t *answer)
{
    const char *const stop = word_of(hearing->answer, "stop");
    const bool is_none = strcmp(stop, "no-function") == 0 || strcmp(stop, "no-row") == 0;
    json_t *const expected = json_copy(answer);
    if (is_none && has_word(accept, "none"))
        (void)json_object_set_new(expected, "stop", json_string(stop));
    return expected;
}

static void judge_broken_trace(const struct hearing *hearing, const json_t *accept, json_t *answer)
{
    json_t *const expected = expected_trace(hearing, accept, answer);
    judge_by(hearing, expected);
    json_decref(expected);
}

/* Of an irregular section that is not refused: whoever lists `check.verdict` tells it from a valid one, and a
 * verdict beside a whole model is compared as all that is stated. */
static bool states_verdict(const struct hearing *hearing)
{
    const json_t *const model = json_object_get(hearing->expect, "answer");
    if (hearing->vector->operation == CHECK)
        return hearing->declaration->exposes != NULL &&
               runner_is_exposed(hearing->declaration, "check.verdict");
    return hearing->vector->operation == DECODE && json_object_get(model, "version") != NULL &&
           json_object_get(hearing->answer, "verdict") != NULL;
}

static void judge_broken(const struct hearing *hearing)
{
    const json_t *const accept = json_object_get(hearing->expect, "accept");
    json_t *const answer = json_object_get(hearing->expect, "answer");
    if (answer == NULL && has_word(accept, "error") && has_word(accept, "answer"))
        runner_judge_as(hearing->judgement, UNJUDGED, "an error and any answer are right");
    if (is_accepted(accept, hearing->answer))
        return;
    if (!has_word(accept, "answer"))
        runner_judge_as(hearing->judgement, FAIL, "an answer where an error is due");
    else if (answer != NULL && hearing->vector->operation == UNWIND)
        judge_broken_trace(hearing, accept, answer);
    else if (answer != NULL)
        judge_by(hearing, answer);
    if (hearing->vector->class == IRREGULAR && json_object_get(hearing->expect, "open") == NULL &&
        states_verdict(hearing))
        judge_verdict(hearing, word_of(json_object_get(hearing->expect, "oracle"), "verdict"));
}

/* --- Contested ones ------------------------------------------------------------------------------------- */

static bool verdict_fits(const struct hearing *hearing, const char *expected)
{
    if (is_refusal(hearing->answer) || strcmp(expected, "malformed") == 0)
        return is_refusal(hearing->answer) && strcmp(expected, "malformed") == 0;
    hearing->judgement->compared = json_object_get(hearing->answer, "verdict") != NULL;
    return !runner_is_exposed(hearing->declaration, "check.verdict") ||
           strcmp(word_of(hearing->answer, "verdict"), expected) == 0;
}

static bool reading_fits(const struct hearing *hearing, const json_t *reading)
{
    const json_t *const accept = json_object_get(reading, "accept");
    json_t *const answer = json_object_get(reading, "answer");
    struct judgement *const judgement = hearing->judgement;
    judgement->compared = 1;
    if (answer == NULL || is_accepted(accept, hearing->answer))
        return is_accepted(accept, hearing->answer);
    if (hearing->vector->operation == CHECK)
        return verdict_fits(hearing, word_of(answer, "verdict"));
    if (is_refusal(hearing->answer))
        return is_refusal(answer);
    judgement->count = judgement->compared = 0;
    json_t *const expected = expected_trace(hearing, accept, answer);
    runner_compare_answers(hearing->vector, hearing->declaration, CONTRACT, expected, hearing->answer,
                           judgement);
    json_decref(expected);
    return judgement->count == 0;
}

/* By whose reading a statement is broken may also refuse the section; that counts if no reading says more. */
static bool refusal_fits(const struct hearing *hearing, const json_t *reading)
{
    return is_refusal(hearing->answer) && has_word(hearing->breaches, word_of(reading, "reading"));
}

/* Behind a colon, so that the cause is the same whatever the readings are. */
static void tell_readings(struct judgement *judgement, const json_t *readings)
{
    size_t size = strlen(judgement->reason);
    for (size_t i = 0; i < json_array_size(readings) && size < sizeof judgement->reason; i++)
        size +=
            (size_t)snprintf(judgement->reason + size, sizeof judgement->reason - size, "%s%.64s",
                             i == 0 ? ": there are " : ", ", word_of(json_array_get(readings, i), "reading"));
    runner_make_one_line(judgement->reason);
}

static void judge_contested(const struct hearing *hearing)
{
    static bool (*const fits[])(const struct hearing *, const json_t *) = {reading_fits, refusal_fits};
    const json_t *const readings = json_object_get(hearing->expect, "readings");
    struct judgement *const judgement = hearing->judgement;
    for (size_t way = 0; way < 2; way++)
        for (size_t i = 0; i < json_array_size(readings); i++) {
            const json_t *const reading = json_array_get(readings, i);
            if (!fits[way](hearing, reading))
                continue;
            judgement->count = 0;
            if (way == 0 && judgement->compared == 0) {
                leave_unjudged(judgement);
                return;
            }
            judgement->outcome = READING;
            (void)snprintf(judgement->reading, sizeof judgement->reading, "%s", word_of(reading, "reading"));
            return;
        }
    judgement->count = 0; /* differences from one reading or another mislead */
    runner_judge_as(judgement, UNREAD, "no reading of the ledger gives this answer");
    tell_readings(judgement, readings);
}

/* --- Exactly: beyond the contract, which has been judged ------------------------------------------------ */

/* The verdict that follows from the violations: nothing, a note, is below irregular, and that below
 * malformed. */
static const json_t *worst_severity(const json_t *violations)
{
    const json_t *worst = NULL;
    for (size_t i = 0; i < json_array_size(violations); i++) {
        const json_t *const violation = json_array_get(violations, i);
        const char *const severity = word_of(violation, "severity");
        if (strcmp(severity, "malformed") == 0 || (worst == NULL && strcmp(severity, "irregular") == 0))
            worst = json_object_get(violation, "severity");
    }
    return worst;
}

/* What a check finds of the section: EXPECTED has a verdict and violations.  Other answers than those of
 * check and decode have no verdict of their own.  Of a broken section notes say nothing. */
static void judge_findings(const struct hearing *hearing, const json_t *expected)
{
    const enum operation operation = hearing->vector->operation;
    const json_t *const violations = json_object_get(hearing->answer, "violations");
    if (operation == CHECK || operation == DECODE)
        judge_verdict(hearing, word_of(expected, "verdict"));
    else if (violations != NULL)
        judge_as_verdict(hearing, word_of(expected, "verdict"), worst_severity(violations));
    runner_compare_violations(json_object_get(expected, "violations"), violations,
                              hearing->vector->class == VALID, hearing->judgement);
    if (hearing->judgement->count > 0)
        fail_by_differences(hearing->judgement, FAIL);
}

static void judge_by_answer(const struct hearing *hearing, const json_t *expected)
{
    if (expected != NULL && hearing->vector->operation == CHECK)
        judge_findings(hearing, expected);
    else if (expected != NULL && !is_refusal(expected))
        judge_by(hearing, expected);
    else if (!is_refusal(hearing->answer))
        runner_judge_as(hearing->judgement, FAIL, "an answer where an error is due");
}

static void judge_broken_exactly(const struct hearing *hearing)
{
    const json_t *const answer = json_object_get(hearing->expect, "answer");
    const json_t *const oracle = json_object_get(hearing->expect, "oracle");
    if (!json_is_array(json_object_get(oracle, "violations"))) {
        runner_judge_as(hearing->judgement, FAIL, "the vector is wrong: it lists no violations");
        return;
    }
    judge_findings(hearing, oracle);
    if (answer != NULL)
        judge_by_answer(hearing, answer);
}

static void judge_contested_exactly(const struct hearing *hearing)
{
    const json_t *const readings = json_object_get(hearing->expect, "readings"), *own = NULL;
    const char *const oracle = word_of(hearing->expect, "oracle");
    struct judgement *const judgement = hearing->judgement;
    unsigned count = 0;
    for (size_t i = 0; i < json_array_size(readings); i++)
        if (strcmp(word_of(json_array_get(readings, i), "reading"), oracle) == 0) {
            own = json_array_get(readings, i);
            count++;
        }
    runner_judge_as(judgement, READING, "%s", "");
    (void)snprintf(judgement->reading, sizeof judgement->reading, "%s", oracle);
    if (count == 1)
        judge_by_answer(hearing, json_object_get(own, "answer"));
    else
        runner_judge_as(judgement, FAIL, "the vector is wrong: %u of its readings are the oracle's", count);
    if (judgement->outcome != READING)
        judgement->reading[0] = '\0';
}

static void judge_exactly(const struct hearing *hearing)
{
    if (hearing->vector->class == CONTESTED)
        judge_contested_exactly(hearing);
    else if (hearing->vector->class != VALID)
        judge_broken_exactly(hearing);
    else if (hearing->vector->operation == CHECK)
        judge_findings(hearing, hearing->expect);
    if (hearing->judgement->outcome == UNJUDGED) /* by the contract; exactly, it was compared */
        runner_judge_as(hearing->judgement, PASS, "%s", "");
}

/* --- Vectors that are wrong ----------------------------------------------------------------------------- */

static bool are_some_words(const json_t *words)
{
    return runner_are_words(words) && json_array_size(words) > 0;
}

static bool is_reading(const struct vector *vector, const json_t *reading)
{
    json_t *const answer = json_object_get(reading, "answer");
    return json_is_string(json_object_get(reading, "reading")) &&
           (answer != NULL ? runner_is_expectation(answer, vector->operation)
                           : are_some_words(json_object_get(reading, "accept")));
}

/* Nobody passes by what nobody could read. */
static bool can_be_judged(const struct vector *vector, json_t *expect, const json_t *breaches)
{
    json_t *const answer = json_object_get(expect, "answer");
    const json_t *const readings = json_object_get(expect, "readings");
    if (runner_is_writing(vector->operation) || (vector->breaches.size > 0 && !are_some_words(breaches)))
        return false;
    if (vector->class == VALID)
        return runner_is_expectation(expect, vector->operation);
    if (vector->class != CONTESTED)
        return are_some_words(json_object_get(expect, "accept")) &&
               (answer == NULL || runner_is_expectation(answer, vector->operation));
    for (size_t i = 0; i < json_array_size(readings); i++)
        if (!is_reading(vector, json_array_get(readings, i)))
            return false;
    return json_array_size(readings) > 0;
}

/* --- All together --------------------------------------------------------------------------------------- */

/* What contradicts itself has failed, whatever is right of it.  What is wrong beside it is said first, if
 * there is anything besides the request's number and these words. */
static void judge_consistency(const struct hearing *hearing)
{
    const char *const words = word_of(hearing->answer, "inconsistent");
    const bool is_alone = json_object_size(hearing->answer) == 2;
    if (words[0] == '\0')
        return;
    if (runner_outcome_counts_against[hearing->judgement->outcome] && !is_alone) {
        char *const reason = hearing->judgement->reason;
        const size_t size = strlen(reason);
        (void)snprintf(reason + size, sizeof hearing->judgement->reason - size, "; inconsistent: %.200s",
                       words);
        return;
    }
    hearing->judgement->count = 0;
    hearing->judgement->reading[0] = '\0';
    runner_judge_as(hearing->judgement, INCONSISTENT, "%.400s", words);
}

/* The implementation is a program of its own, and ended: counts as if the adapter had. */
static bool judge_ended(const struct hearing *hearing)
{
    const char *const how = word_of(hearing->answer, "ended");
    struct judgement *const judgement = hearing->judgement;
    judgement->told = json_object_get(hearing->answer, "ended") != NULL;
    if (!judgement->told)
        return false;
    if (strncmp(how, "SIG", 3) != 0) {
        runner_judge_as(judgement, EXIT, "ended with exit status %.20s", how);
        return true;
    }
    (void)snprintf(judgement->signal, sizeof judgement->signal, "%s", how);
    runner_judge_as(judgement, CRASH, "died by %s", judgement->signal);
    return true;
}

static void judge_answer(const struct hearing *hearing)
{
    char words[WORDS_MAX];
    if (!runner_answer_has_shape(hearing->answer, hearing->vector->operation, words))
        runner_judge_as(hearing->judgement, GARBAGE, "%s", words);
    else if (judge_ended(hearing))
        return;
    else if (json_object_get(hearing->answer, "unsupported") != NULL)
        runner_judge_as(hearing->judgement, hearing->measure == EXACT ? FAIL : UNSUPPORTED, "%.200s",
                        word_of(hearing->answer, "unsupported"));
    else if (hearing->vector->class == VALID)
        judge_valid(hearing);
    else if (hearing->vector->class == CONTESTED)
        judge_contested(hearing);
    else
        judge_broken(hearing);
    if (hearing->measure == EXACT && !runner_outcome_counts_against[hearing->judgement->outcome])
        judge_exactly(hearing);
    if (hearing->judgement->outcome != GARBAGE)
        judge_consistency(hearing);
}

/* Without `exposes` every member is expected.  Whoever did not mean that fails everywhere, of one cause. */
static void judge_lack(const struct hearing *hearing)
{
    struct judgement *const judgement = hearing->judgement, again = {.outcome = PASS};
    struct declaration silent = *hearing->declaration;
    struct hearing other = *hearing;
    if (hearing->measure == EXACT || silent.exposes != NULL ||
        (judgement->outcome != FAIL && judgement->outcome != UNREAD) ||
        (hearing->vector->operation == CHECK && json_object_get(hearing->answer, "verdict") != NULL))
        return;
    other.declaration = &silent;
    other.judgement = &again;
    silent.exposes = json_array();
    judge_answer(&other);
    json_decref(silent.exposes);
    judgement->lacks = !runner_outcome_counts_against[again.outcome];
    const size_t size = strlen(judgement->reason);
    if (judgement->lacks)
        (void)snprintf(
            judgement->reason + size, sizeof judgement->reason - size,
            "; hello has no \"exposes\", so every member is expected: list there what the reader says "
            "(docs/protocol.md)");
}

void runner_judge(const struct vector *vector, const struct declaration *declaration, enum measure measure,
                  uint64_t number, struct span line, struct judgement *judgement)
{
    uint64_t answered;
    struct span rest;
    judgement->outcome = PASS;
    judgement->count = judgement->compared = 0;
    judgement->reason[0] = judgement->reading[0] = judgement->signal[0] = '\0';
    judgement->told = judgement->lacks = false;
    /* The very words that are expected need no parser. */
    if (vector->class == VALID && runner_expects_anything(vector) &&
        runner_read_answer_number(line, &answered, &rest) && answered == number &&
        runner_span_same_json(rest, (struct span){vector->expect.at + 1, vector->expect.size - 1}))
        return;
    json_t *const answer = runner_object_of(line, judgement);
    if (answer == NULL)
        return;
    if (runner_answers_request(answer, number, judgement)) {
        const size_t flags = JSON_REJECT_DUPLICATES;
        json_t *const expect = json_loadb(vector->expect.at, vector->expect.size, flags, NULL);
        json_t *const breaches = json_loadb(vector->breaches.at, vector->breaches.size, flags, NULL);
        const struct hearing hearing = {vector, declaration, measure, expect, breaches, answer, judgement};
        if (can_be_judged(vector, expect, breaches)) {
            judge_answer(&hearing);
            judge_lack(&hearing);
        } else
            runner_judge_as(judgement, FAIL,
                            "the vector is wrong: what it expects cannot be read, or is nothing");
        json_decref(expect);
        json_decref(breaches);
    }
    json_decref(answer);
}
