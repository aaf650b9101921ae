#include "judge.h"

#include "declaration.h"
#include "members.h"

#include <stdio.h>
#include <string.h>

/* --- Refusals ------------------------------------------------------------------------------------------- */

static bool is_refusal(const json_t *answer)
{
    return json_object_get(answer, "error") != NULL || strcmp(runner_string_of(answer, "none"), "error") == 0 ||
           strcmp(runner_string_of(answer, "verdict"), "malformed") == 0;
}

/* Whether the answer is one of those that ACCEPT allows besides a real answer: an error or none. */
static bool is_accepted(const json_t *accept, const json_t *answer)
{
    if (is_refusal(answer))
        return runner_has_word(accept, "error");
    return json_object_get(answer, "none") != NULL && runner_has_word(accept, "none");
}

/* --- By class ------------------------------------------------------------------------------------------- */

struct judging {
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

static void fail_as_error(const struct judging *judging, enum outcome outcome)
{
    const char *const words = runner_string_of(judging->answer, "error");
    runner_judge_as(judging->judgement, outcome, "an error where an answer is due%s%.200s",
                    words[0] != '\0' ? ": " : "", words);
}

/* No answer that states as little as this one could have failed. */
static void leave_unjudged(struct judgement *judgement)
{
    runner_judge_as(judgement, UNJUDGED, "the answer says nothing that could be compared");
}

static void judge_by(const struct judging *judging, const json_t *expected)
{
    runner_compare_answers(judging->vector, judging->declaration, judging->measure, expected, judging->answer,
                           judging->judgement);
    if (judging->judgement->count > 0)
        fail_by_differences(judging->judgement, FAIL);
    else if (judging->judgement->compared == 0)
        leave_unjudged(judging->judgement);
}

static void judge_as_verdict(const struct judging *judging, const char *expected, const json_t *actual)
{
    json_t *const word = json_string(expected);
    if (!json_equal(word, actual)) {
        runner_add_difference(judging->judgement, "verdict", word, actual);
        fail_by_differences(judging->judgement, FAIL);
    }
    json_decref(word);
}

/* Judges the answer's verdict after the rest of the answer was judged. */
static void judge_verdict(const struct judging *judging, const char *expected)
{
    if (judging->judgement->outcome == UNJUDGED)
        runner_judge_as(judging->judgement, PASS, "%s", "");
    judge_as_verdict(judging, expected, json_object_get(judging->answer, "verdict"));
}

static void judge_valid(const struct judging *judging)
{
    if (is_refusal(judging->answer))
        fail_as_error(judging, FAIL);
    else if (judging->vector->operation != CHECK)
        judge_by(judging, judging->expect);
    else if (runner_is_exposed(judging->declaration, "check.verdict"))
        judge_verdict(judging, "valid");
    else if (json_object_get(judging->answer, "verdict") == NULL)
        leave_unjudged(judging->judgement);
}

/* The copy of the expected ANSWER with which an answer is compared; the caller releases it.  Where ACCEPT has
 * `none`, a trace may also stop by no-function or no-row, which is then the expected stop. */
static json_t *expected_trace(const struct judging *judging, const json_t *accept, json_t *answer)
{
    const char *const stop = runner_string_of(judging->answer, "stop");
    const bool is_none = strcmp(stop, "no-function") == 0 || strcmp(stop, "no-row") == 0;
    json_t *const expected = json_copy(answer);
    if (is_none && runner_has_word(accept, "none"))
        (void)json_object_set_new(expected, "stop", json_string(stop));
    return expected;
}

/* For an irregular section that the reader accepts: whether the answer must have the verdict `irregular`.  It
 * must if the adapter lists `check.verdict` itself, or if it states a verdict beside a whole model. */
static bool states_verdict(const struct judging *judging)
{
    const json_t *const model = json_object_get(judging->expect, "answer");
    if (judging->vector->operation == CHECK)
        return judging->declaration->exposes != NULL &&
               runner_is_exposed(judging->declaration, "check.verdict");
    return judging->vector->operation == DECODE && json_object_get(model, "version") != NULL &&
           json_object_get(judging->answer, "verdict") != NULL;
}

static void judge_broken(const struct judging *judging)
{
    const json_t *const accept = json_object_get(judging->expect, "accept");
    json_t *const answer = json_object_get(judging->expect, "answer");
    if (answer == NULL && runner_has_word(accept, "error") && runner_has_word(accept, "answer"))
        runner_judge_as(judging->judgement, UNJUDGED, "an error and any answer are right");
    if (is_accepted(accept, judging->answer))
        return;
    if (!runner_has_word(accept, "answer"))
        runner_judge_as(judging->judgement, FAIL, "an answer where an error is due");
    else if (answer != NULL) {
        json_t *const expected = expected_trace(judging, accept, answer);
        judge_by(judging, expected);
        json_decref(expected);
    }
    if (judging->vector->class == IRREGULAR && json_object_get(judging->expect, "open") == NULL &&
        states_verdict(judging))
        judge_verdict(judging, runner_string_of(json_object_get(judging->expect, "oracle"), "verdict"));
}

/* --- Contested ones ------------------------------------------------------------------------------------- */

static bool verdict_fits(const struct judging *judging, const char *expected)
{
    if (is_refusal(judging->answer) || strcmp(expected, "malformed") == 0)
        return is_refusal(judging->answer) && strcmp(expected, "malformed") == 0;
    judging->judgement->compared = json_object_get(judging->answer, "verdict") != NULL;
    return !runner_is_exposed(judging->declaration, "check.verdict") ||
           strcmp(runner_string_of(judging->answer, "verdict"), expected) == 0;
}

/* Sets the differences of the answer from that of a reading.  Returns how many there are. */
static unsigned compare_with(const struct judging *judging, const json_t *reading)
{
    struct judgement *const judgement = judging->judgement;
    judgement->count = judgement->compared = 0;
    json_t *const expected =
        expected_trace(judging, json_object_get(reading, "accept"), json_object_get(reading, "answer"));
    runner_compare_answers(judging->vector, judging->declaration, CONTRACT, expected, judging->answer, judgement);
    json_decref(expected);
    return judgement->count;
}

static bool reading_fits(const struct judging *judging, const json_t *reading)
{
    const json_t *const accept = json_object_get(reading, "accept");
    const json_t *const answer = json_object_get(reading, "answer");
    judging->judgement->compared = 1;
    if (answer == NULL || is_accepted(accept, judging->answer))
        return is_accepted(accept, judging->answer);
    if (judging->vector->operation == CHECK)
        return verdict_fits(judging, runner_string_of(answer, "verdict"));
    return is_refusal(judging->answer) ? is_refusal(answer) : compare_with(judging, reading) == 0;
}

/* Whether the answer refuses the section, and some reading says that it breaks a clause, so that readers of
 * that reading may refuse it.  This counts only if no other reading fits. */
static bool refusal_fits(const struct judging *judging, const json_t *reading)
{
    return is_refusal(judging->answer) && runner_has_word(judging->breaches, runner_string_of(reading, "reading"));
}

/* Sets the differences of the answer from a reading.  Returns how many there are; FAR: one of the two is an error. */
enum { FAR = UINT16_MAX };

static unsigned differ_from(const struct judging *judging, const json_t *reading)
{
    const json_t *const answer = json_object_get(reading, "answer");
    judging->judgement->count = judging->judgement->compared = 0;
    if (answer != NULL && judging->vector->operation == CHECK) {
        runner_add_difference(judging->judgement, "verdict", json_object_get(answer, "verdict"),
                              json_object_get(judging->answer, "verdict"));
        return 1;
    }
    return answer == NULL || is_refusal(answer) != is_refusal(judging->answer) ? FAR : compare_with(judging, reading);
}

/* The reading from which the answer differs in the fewest members; of several the oracle's, or else the first. */
static const json_t *closest_of(const struct judging *judging, const json_t *readings)
{
    const char *const oracle = runner_string_of(judging->expect, "oracle");
    const json_t *closest = json_array_get(readings, 0);
    unsigned least = UINT32_MAX;
    for (size_t i = 0; i < json_array_size(readings); i++) {
        const json_t *const reading = json_array_get(readings, i);
        const unsigned count = differ_from(judging, reading);
        if (count > least || (count == least && strcmp(runner_string_of(reading, "reading"), oracle) != 0))
            continue;
        least = count;
        closest = reading;
    }
    return closest;
}

/* Says from which reading the answer differs least, and in which members.  What depends on the answer stands
 * behind a colon: only what is before it makes the cause. */
static void judge_unread(const struct judging *judging, const json_t *readings)
{
    struct judgement *const judgement = judging->judgement;
    const json_t *const closest = closest_of(judging, readings);
    const char *const name = runner_string_of(closest, "reading");
    char words[sizeof judgement->reason];
    const unsigned count = differ_from(judging, closest);
    if (count != FAR)
        fail_by_differences(judgement, UNREAD);
    else if (is_refusal(judging->answer))
        fail_as_error(judging, UNREAD);
    else
        runner_judge_as(judgement, UNREAD, "an answer where an error is due");
    (void)snprintf(words, sizeof words, "%s", judgement->reason);
    runner_judge_as(judgement, UNREAD, "no reading of the ledger gives this answer: closest is %.64s, and by it %.300s",
                    name, words);
    (void)snprintf(judgement->closest, sizeof judgement->closest, "%s", name);
    size_t size = strlen(judgement->reason);
    for (size_t i = 0; i < json_array_size(readings) && size < sizeof judgement->reason; i++)
        size += (size_t)snprintf(judgement->reason + size, sizeof judgement->reason - size, "%s%.64s",
                                 i == 0 ? "; there are " : ", ",
                                 runner_string_of(json_array_get(readings, i), "reading"));
    runner_make_one_line(judgement->reason);
}

static void judge_contested(const struct judging *judging)
{
    static bool (*const fits[])(const struct judging *, const json_t *) = {reading_fits, refusal_fits};
    const json_t *const readings = json_object_get(judging->expect, "readings");
    struct judgement *const judgement = judging->judgement;
    for (size_t way = 0; way < 2; way++)
        for (size_t i = 0; i < json_array_size(readings); i++) {
            const json_t *const reading = json_array_get(readings, i);
            if (!fits[way](judging, reading))
                continue;
            judgement->count = 0;
            if (way == 0 && judgement->compared == 0) {
                leave_unjudged(judgement);
                return;
            }
            judgement->outcome = READING;
            (void)snprintf(judgement->reading, sizeof judgement->reading, "%s", runner_string_of(reading, "reading"));
            return;
        }
    judge_unread(judging, readings);
}

/* --- Exactly: beyond the contract, which has been judged ------------------------------------------------ */

/* The verdict that follows from a list of violations: the worst severity.  The order is: nothing or a note,
 * irregular, malformed. */
static const json_t *worst_severity(const json_t *violations)
{
    const json_t *worst = NULL;
    for (size_t i = 0; i < json_array_size(violations); i++) {
        const json_t *const violation = json_array_get(violations, i);
        const char *const severity = runner_string_of(violation, "severity");
        if (strcmp(severity, "malformed") == 0 || (worst == NULL && strcmp(severity, "irregular") == 0))
            worst = json_object_get(violation, "severity");
    }
    return worst;
}

/* Judges what a check finds in the section; EXPECTED has a verdict and violations.  Other operations than
 * check and decode have no verdict of their own.  Notes are not compared if the section is broken. */
static void judge_findings(const struct judging *judging, const json_t *expected)
{
    const enum operation operation = judging->vector->operation;
    const json_t *const violations = json_object_get(judging->answer, "violations");
    if (operation == CHECK || operation == DECODE)
        judge_verdict(judging, runner_string_of(expected, "verdict"));
    else if (violations != NULL)
        judge_as_verdict(judging, runner_string_of(expected, "verdict"), worst_severity(violations));
    runner_compare_violations(json_object_get(expected, "violations"), violations,
                              judging->vector->class == VALID, judging->judgement);
    if (judging->judgement->count > 0)
        fail_by_differences(judging->judgement, FAIL);
}

static void judge_by_answer(const struct judging *judging, const json_t *expected)
{
    if (expected != NULL && judging->vector->operation == CHECK)
        judge_findings(judging, expected);
    else if (expected != NULL && !is_refusal(expected))
        judge_by(judging, expected);
    else if (!is_refusal(judging->answer))
        runner_judge_as(judging->judgement, FAIL, "an answer where an error is due");
}

static void judge_broken_exactly(const struct judging *judging)
{
    const json_t *const answer = json_object_get(judging->expect, "answer");
    const json_t *const oracle = json_object_get(judging->expect, "oracle");
    if (!json_is_array(json_object_get(oracle, "violations"))) {
        runner_judge_as(judging->judgement, FAIL, "the vector is wrong: it lists no violations");
        return;
    }
    judge_findings(judging, oracle);
    if (answer != NULL)
        judge_by_answer(judging, answer);
}

static void judge_contested_exactly(const struct judging *judging)
{
    const json_t *const readings = json_object_get(judging->expect, "readings"), *own = NULL;
    const char *const oracle = runner_string_of(judging->expect, "oracle");
    struct judgement *const judgement = judging->judgement;
    unsigned count = 0;
    for (size_t i = 0; i < json_array_size(readings); i++)
        if (strcmp(runner_string_of(json_array_get(readings, i), "reading"), oracle) == 0) {
            own = json_array_get(readings, i);
            count++;
        }
    runner_judge_as(judgement, READING, "%s", "");
    (void)snprintf(judgement->reading, sizeof judgement->reading, "%s", oracle);
    if (count == 1)
        judge_by_answer(judging, json_object_get(own, "answer"));
    else
        runner_judge_as(judgement, FAIL, "the vector is wrong: %u of its readings are the oracle's", count);
    if (judgement->outcome != READING)
        judgement->reading[0] = '\0';
}

static void judge_exactly(const struct judging *judging)
{
    if (judging->vector->class == CONTESTED)
        judge_contested_exactly(judging);
    else if (judging->vector->class != VALID)
        judge_broken_exactly(judging);
    else if (judging->vector->operation == CHECK)
        judge_findings(judging, judging->expect);
    if (judging->judgement->outcome == UNJUDGED) /* UNJUDGED is by CONTRACT; here all was compared */
        runner_judge_as(judging->judgement, PASS, "%s", "");
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

/* Whether the vector itself is sound.  An answer must not pass because the expectation cannot be read. */
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

/* Judges an answer that says of itself that it is inconsistent.  It has failed, whatever is right in it.  If
 * the rest of the answer is wrong too, that stays the first reason, unless there is nothing but the request's
 * number and these words. */
static void judge_consistency(const struct judging *judging)
{
    const char *const words = runner_string_of(judging->answer, "inconsistent");
    const bool is_alone = json_object_size(judging->answer) == 2;
    if (words[0] == '\0')
        return;
    if (runner_outcome_counts_against[judging->judgement->outcome] && !is_alone) {
        char *const reason = judging->judgement->reason;
        const size_t size = strlen(reason);
        (void)snprintf(reason + size, sizeof judging->judgement->reason - size, "; inconsistent: %.200s",
                       words);
        return;
    }
    judging->judgement->count = 0;
    judging->judgement->reading[0] = '\0';
    runner_judge_as(judging->judgement, INCONSISTENT, "%.400s", words);
}

/* Judges an answer that says that the implementation, a program of its own, has ended.  This counts as if the
 * adapter had ended. */
static bool judge_ended(const struct judging *judging)
{
    const char *const how = runner_string_of(judging->answer, "ended");
    struct judgement *const judgement = judging->judgement;
    judgement->reported = json_object_get(judging->answer, "ended") != NULL;
    if (!judgement->reported)
        return false;
    if (strncmp(how, "SIG", 3) != 0) {
        runner_judge_as(judgement, EXIT, "ended with exit status %.20s", how);
        return true;
    }
    (void)snprintf(judgement->signal, sizeof judgement->signal, "%s", how);
    runner_judge_as(judgement, CRASH, "died by %s", judgement->signal);
    return true;
}

/* If a string of the answer does not have the form of its member, puts that before the reason: other
 * differences may follow from it. */
static void name_form(const struct judging *judging)
{
    struct judgement *const judgement = judging->judgement;
    char words[WORDS_MAX], reason[sizeof judgement->reason];
    if ((judgement->outcome != FAIL && judgement->outcome != UNREAD) ||
        !runner_has_no_form(judging->answer, judging->vector->operation, words))
        return;
    (void)snprintf(reason, sizeof reason, "%s", judgement->reason);
    runner_judge_as(judgement, judgement->outcome, "%s; %.350s", words, reason);
}

static void judge_answer(const struct judging *judging)
{
    char words[WORDS_MAX];
    judging->judgement->refused = is_refusal(judging->answer);
    if (!runner_answer_has_shape(judging->answer, judging->vector->operation, words))
        runner_judge_as(judging->judgement, GARBAGE, "%s", words);
    else if (judge_ended(judging))
        return;
    else if (json_object_get(judging->answer, "unsupported") != NULL)
        runner_judge_as(judging->judgement, judging->measure == EXACT ? FAIL : UNSUPPORTED, "%.200s",
                        runner_string_of(judging->answer, "unsupported"));
    else if (judging->vector->class == VALID)
        judge_valid(judging);
    else if (judging->vector->class == CONTESTED)
        judge_contested(judging);
    else
        judge_broken(judging);
    if (judging->measure == EXACT && !runner_outcome_counts_against[judging->judgement->outcome])
        judge_exactly(judging);
    name_form(judging);
    if (judging->judgement->outcome != GARBAGE)
        judge_consistency(judging);
}

/* Looks whether the answer failed only because it lacks members.  If an adapter has no `exposes`, every
 * member is expected of it; an adapter that did not mean that fails everywhere for this one cause. */
static void judge_lack(const struct judging *judging)
{
    struct judgement *const judgement = judging->judgement, again = {.outcome = PASS};
    struct declaration silent = *judging->declaration;
    struct judging other = *judging;
    if (judging->measure == EXACT || silent.exposes != NULL ||
        (judgement->outcome != FAIL && judgement->outcome != UNREAD) ||
        (judging->vector->operation == CHECK && json_object_get(judging->answer, "verdict") != NULL))
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

/* Whether the REST of the answer behind its number is the expectation's text, as most adapters write it. */
static bool is_expected_text(const struct vector *vector, struct span rest)
{
    const struct span expected = {vector->expect.at + 1, vector->expect.size - 1};
    if (rest.size == expected.size && memcmp(rest.at, expected.at, rest.size) == 0)
        return memchr(rest.at, '\\', rest.size) == NULL;
    return runner_span_same_json(rest, expected);
}

void runner_judge(const struct vector *vector, const struct declaration *declaration, enum measure measure,
                  uint64_t number, struct span line, struct judgement *judgement)
{
    uint64_t answered;
    struct span rest;
    runner_judge_begin(judgement, PASS);
    /* An answer with exactly the expected text needs no parser. */
    if (vector->class == VALID && runner_expects_anything(vector) &&
        runner_read_answer_number(line, &answered, &rest) && answered == number &&
        is_expected_text(vector, rest))
        return;
    json_t *const answer = runner_object_of(line, judgement);
    if (answer == NULL)
        return;
    if (runner_answers_request(answer, number, judgement)) {
        const size_t flags = JSON_REJECT_DUPLICATES;
        json_t *const expect = json_loadb(vector->expect.at, vector->expect.size, flags, NULL);
        json_t *const breaches = json_loadb(vector->breaches.at, vector->breaches.size, flags, NULL);
        const struct judging judging = {vector, declaration, measure, expect, breaches, answer, judgement};
        if (can_be_judged(vector, expect, breaches)) {
            judge_answer(&judging);
            judge_lack(&judging);
        } else
            runner_judge_as(judgement, FAIL,
                            "the vector is wrong: what it expects cannot be read, or is nothing");
        json_decref(expect);
        json_decref(breaches);
    }
    json_decref(answer);
}

size_t runner_without_indices(char *out, size_t room, struct span text)
{
    size_t size = 0;
    bool inside = false;
    for (size_t i = 0; i < text.size && size + 1 < room; i++) {
        inside = inside ? text.at[i] != ']' : text.at[i] == '[';
        if (!inside && text.at[i] != ']')
            out[size++] = text.at[i];
    }
    out[size] = '\0';
    return size;
}
