/* A line of an adapter as JSON: whether it is an answer, and to which request. */
#include "judge.h"

#include "expect.h"

#include <stdio.h>
#include <string.h>

/* Only finds `{"request": N` at the beginning, which nearly every adapter writes. */
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

const char *runner_string_of(const json_t *object, const char *key)
{
    const char *const string = json_string_value(json_object_get(object, key));
    return string != NULL ? string : "";
}

uint64_t runner_count_of(const json_t *object, const char *key)
{
    const json_int_t count = json_integer_value(json_object_get(object, key));
    return count > 0 && (uint64_t)count <= COUNT_MAX ? (uint64_t)count : 0;
}

bool runner_has_word(const json_t *words, const char *word)
{
    for (size_t i = 0; i < json_array_size(words); i++) {
        const char *const each = json_string_value(json_array_get(words, i));
        if (each != NULL && strcmp(each, word) == 0)
            return true;
    }
    return false;
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
