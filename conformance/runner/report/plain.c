#include "plain.h"

#include "../../../common/safe_text.h"
#include "../judge/judge.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

enum { CAUSES_MAX = 1500 };

/* Writes a string as its text, and any other value as its JSON. */
static void put_text(FILE *page, struct span json)
{
    json_error_t error;
    json_t *const value = json_loadb(json.at, json.size, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (json_is_string(value))
        safe_put(page, SAFE_XML, json_string_value(value), json_string_length(value));
    else
        safe_put(page, SAFE_XML, json.at, json.size);
    json_decref(value);
}

static void put_label(FILE *page, struct span implementation)
{
    put_text(page, runner_json_of_name(implementation, "adapter"));
}

static bool next(struct json_cut *cut, bool *more, struct span *one)
{
    return *more && runner_json_element(cut, one, more);
}

static bool is_given(struct span value)
{
    return value.size > 0 && !runner_span_is(value, "null");
}

/* --- Verdicts ------------------------------------------------------------------------------------------- */

static struct span count_of(struct span implementation, enum outcome outcome)
{
    return runner_json_of_name(runner_json_of_name(implementation, "outcomes"),
                               runner_outcome_names[outcome]);
}

static void put_verdict(FILE *page, struct span implementation, const bool *used)
{
    const struct span missing = runner_json_of_name(implementation, "missing");
    (void)fputs("<tr><th scope=\"row\">", page);
    put_label(page, implementation);
    (void)fputs("</th><td>", page);
    if (is_given(missing)) {
        (void)fputs("not run: ", page);
        put_text(page, missing);
    }
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        if (used[i]) {
            (void)fputs("</td><td>", page);
            put_text(page, count_of(implementation, i));
        }
    (void)fputs("</td><td>", page);
    put_text(page, runner_json_of_name(implementation, "judged"));
    (void)fputs("</td><td>", page);
    put_text(page, runner_json_of_name(implementation, "unexpected"));
    (void)fputs("</td></tr>\n", page);
}

/* Writes what is wrong with the run as a whole: for example, that it was cut short, or the corpus is too old.
 */
static void put_faults(FILE *page, struct span report)
{
    struct json_cut cut = runner_json_cut_of(runner_json_of_name(report, "faults"));
    struct span fault;
    bool more = runner_json_take(&cut, '[');
    while (next(&cut, &more, &fault)) {
        (void)fputs("<p class=\"plain\">", page);
        if (is_given(runner_json_of_name(fault, "adapter"))) {
            put_label(page, fault);
            (void)fputs(": ", page);
        }
        put_text(page, runner_json_of_name(fault, "words"));
        (void)fputs("</p>\n", page);
    }
}

bool runner_write_plain_verdicts(FILE *page, struct span report)
{
    const struct json_cut begin = runner_json_cut_of(runner_json_of_name(report, "implementations"));
    struct json_cut cut = begin;
    struct span one;
    bool used[OUTCOME_COUNT] = {false}, more = runner_json_take(&cut, '[');
    while (next(&cut, &more, &one))
        for (unsigned i = 0; i < OUTCOME_COUNT; i++)
            used[i] = used[i] || count_of(one, i).size > 0;
    put_faults(page, report);
    (void)fputs("<table class=\"plain\">\n<thead><tr><th scope=\"col\">implementation</th><td></td>", page);
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        if (used[i])
            (void)fprintf(page, "<th scope=\"col\">%s</th>", runner_outcome_names[i]);
    (void)fputs("<th scope=\"col\">judged</th><th scope=\"col\">unexpected</th></tr></thead>\n<tbody>\n",
                page);
    cut = begin;
    more = runner_json_take(&cut, '[');
    while (next(&cut, &more, &one))
        put_verdict(page, one, used);
    (void)fputs("</tbody></table>\n", page);
    return true;
}

/* --- Causes --------------------------------------------------------------------------------------------- */

/* How many implementations have a cause, and how many cases each of them has. */
struct who {
    struct span implementation;
    uint64_t count;
};

struct cause {
    struct span words;
    struct who *who;
    size_t who_count;
    uint64_t count;
};

struct causes {
    struct cause *causes;
    size_t count, room;
    json_t *places; /* the places of causes, by their words */
};

static struct cause *cause_of(struct causes *causes, struct span words)
{
    const json_t *const place = json_object_getn(causes->places, words.at, words.size);
    if (place != NULL)
        return &causes->causes[json_integer_value(place)];
    if (causes->count == causes->room) {
        const size_t room = 2 * causes->room + 64;
        struct cause *const larger = realloc(causes->causes, room * sizeof *larger);
        if (larger == NULL)
            return NULL;
        causes->causes = larger;
        causes->room = room;
    }
    if (json_object_setn_new_nocheck(causes->places, words.at, words.size,
                                     json_integer((json_int_t)causes->count)))
        return NULL;
    causes->causes[causes->count] = (struct cause){.words = words};
    return &causes->causes[causes->count++];
}

static bool count(struct causes *causes, struct span implementation, struct span words)
{
    struct cause *const cause = cause_of(causes, words);
    if (cause == NULL)
        return false;
    cause->count++;
    if (cause->who_count == 0 || cause->who[cause->who_count - 1].implementation.at != implementation.at) {
        struct who *const larger = realloc(cause->who, (cause->who_count + 1) * sizeof *larger);
        if (larger == NULL)
            return false;
        cause->who = larger;
        cause->who[cause->who_count++] = (struct who){implementation, 0};
    }
    cause->who[cause->who_count - 1].count++;
    return true;
}

static bool is_failure(struct span one)
{
    struct json_cut cut = runner_json_cut_of(runner_json_of_name(one, "outcome"));
    struct span outcome;
    if (runner_span_is(runner_json_of_name(one, "unexpected"), "true") || !runner_json_quoted(&cut, &outcome))
        return true;
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        if (runner_span_is(outcome, runner_outcome_names[i]))
            return runner_outcome_counts_against[i];
    return true;
}

static bool count_all(struct causes *causes, struct span report)
{
    struct json_cut cut = runner_json_cut_of(runner_json_of_name(report, "implementations"));
    struct span implementation, one;
    bool more = runner_json_take(&cut, '['), done = causes->places != NULL;
    while (done && next(&cut, &more, &implementation)) {
        struct json_cut cases = runner_json_cut_of(runner_json_of_name(implementation, "cases"));
        bool more_cases = runner_json_take(&cases, '[');
        while (done && next(&cases, &more_cases, &one)) {
            const struct span cause = runner_json_of_name(one, "cause");
            if (is_failure(one))
                done = count(causes, implementation,
                             is_given(cause) ? cause : runner_json_of_name(one, "outcome"));
        }
    }
    return done;
}

/* Orders by frequency; causes with the same frequency keep their order. */
static int by_count(const void *a, const void *b)
{
    const struct cause *const one = a, *const other = b;
    if (one->count != other->count)
        return one->count < other->count ? 1 : -1;
    return one->words.at < other->words.at ? -1 : one->words.at > other->words.at;
}

static void put_cause(FILE *page, const struct cause *cause)
{
    (void)fprintf(page, "<tr><td>%" PRIu64 "</td><td>", cause->count);
    put_text(page, cause->words);
    (void)fputs("</td><td>", page);
    for (size_t i = 0; i < cause->who_count; i++) {
        (void)fputs(i > 0 ? ", " : "", page);
        put_label(page, cause->who[i].implementation);
        (void)fprintf(page, " %" PRIu64, cause->who[i].count);
    }
    (void)fputs("</td></tr>\n", page);
}

/* Writes what failures have in common, of each implementation. */
static void put_found(FILE *page, struct span report)
{
    struct json_cut cut = runner_json_cut_of(runner_json_of_name(report, "implementations"));
    struct span implementation, one;
    bool more = runner_json_take(&cut, '[');
    while (next(&cut, &more, &implementation)) {
        struct json_cut found = runner_json_cut_of(runner_json_of_name(implementation, "causes"));
        bool more_found = runner_json_take(&found, '[');
        while (next(&found, &more_found, &one)) {
            (void)fputs("<p class=\"plain\">", page);
            put_label(page, implementation);
            (void)fputs(": ", page);
            put_text(page, runner_json_of_name(one, "words"));
            (void)fputs(" explains ", page);
            put_text(page, runner_json_of_name(one, "explains"));
            (void)fputs("</p>\n", page);
        }
    }
}

bool runner_write_plain_causes(FILE *page, struct span report)
{
    struct causes causes = {.places = json_object()};
    const bool done = count_all(&causes, report);
    put_found(page, report);
    if (causes.count > 0)
        qsort(causes.causes, causes.count, sizeof *causes.causes, by_count);
    (void)fputs("<table class=\"plain\">\n<thead><tr><th scope=\"col\">cases</th><th scope=\"col\">cause</th>"
                "<th scope=\"col\">whose</th></tr></thead>\n<tbody>\n",
                page);
    for (size_t i = 0; i < causes.count && i < CAUSES_MAX; i++)
        put_cause(page, &causes.causes[i]);
    (void)fputs("</tbody></table>\n", page);
    if (causes.count > CAUSES_MAX)
        (void)fprintf(page, "<p>and %zu more causes</p>\n", causes.count - CAUSES_MAX);
    for (size_t i = 0; i < causes.count; i++)
        free(causes.causes[i].who);
    free(causes.causes);
    json_decref(causes.places);
    return done;
}
