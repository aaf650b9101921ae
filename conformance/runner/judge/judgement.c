/* What a judgement says: outcome, reason and differences. */
#include "judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

void runner_judge_begin(struct judgement *judgement, enum outcome outcome)
{
    judgement->outcome = outcome;
    judgement->count = judgement->compared = 0;
    judgement->reason[0] = judgement->reading[0] = judgement->closest[0] = judgement->signal[0] = '\0';
    judgement->reported = judgement->lacks = judgement->refused = judgement->outside = false;
}

bool runner_refuse(char words[], size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(words, size, format, arguments);
    va_end(arguments);
    return false;
}

void runner_judge_as(struct judgement *judgement, enum outcome outcome, const char *format, ...)
{
    va_list arguments;
    judgement->outcome = outcome;
    va_start(arguments, format);
    (void)vsnprintf(judgement->reason, sizeof judgement->reason, format, arguments);
    va_end(arguments);
    runner_make_one_line(judgement->reason);
}

void runner_leave_open(struct judgement *judgement)
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

void runner_add_quoted(struct judgement *judgement, const char *path, const char *expected, const char *actual)
{
    struct difference *const difference = &judgement->differences[judgement->count++];
    (void)snprintf(difference->path, sizeof difference->path, "%s", path);
    runner_quote(difference->expected, expected);
    runner_quote(difference->actual, actual);
}

static void describe(char words[WORDS_MAX], const json_t *value)
{
    words[0] = '\0';
    if (value == NULL)
        (void)snprintf(words, WORDS_MAX, "nothing");
    else if (json_dumpb(value, NULL, 0, JSON_ENCODE_ANY | JSON_COMPACT) < WORDS_MAX)
        words[json_dumpb(value, words, WORDS_MAX - 1, JSON_ENCODE_ANY | JSON_COMPACT)] = '\0';
    else
        (void)snprintf(words, WORDS_MAX, "\"%s too long to be shown here\"",
                       json_is_array(value)    ? "a list"
                       : json_is_object(value) ? "an object"
                                               : "a string");
}

void runner_add_difference(struct judgement *judgement, const char *path, const json_t *expected,
                           const json_t *actual)
{
    if (judgement->count++ >= DIFFERENCES_MAX)
        return;
    struct difference *const difference = &judgement->differences[judgement->count - 1];
    (void)snprintf(difference->path, sizeof difference->path, "%s", path);
    describe(difference->expected, expected);
    describe(difference->actual, actual);
}

const struct difference *runner_difference_at(const struct judgement *judgement, const char *path)
{
    for (unsigned i = 0; i < judgement->count && i < DIFFERENCES_MAX; i++)
        if (strcmp(judgement->differences[i].path, path) == 0)
            return &judgement->differences[i];
    return NULL;
}

struct glimpse runner_glimpse_of(const json_t *value, const char *none)
{
    struct glimpse glimpse;
    char *const text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    (void)snprintf(glimpse.text, sizeof glimpse.text, "%s", text != NULL ? text : none);
    free(text);
    return glimpse;
}
