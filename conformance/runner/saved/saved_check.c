#include "saved.h"

#include "../judge/judge.h"
#include "../process/memory.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

/* --- What is wrong, and where --------------------------------------------------------------------------- */

struct check {
    const struct saved *saved;
    char *words;
    const struct report *report;
    unsigned number; /* of the implementation that is looked at; and its report, and its object */
    struct implementation_report *each;
    const json_t *object;
};

/* Where members of that implementation are: it takes the number. */
#define EACH "implementations[%u]"

/* Writes what is wrong to the words of CHECK, and always returns false. */
static bool __attribute__((format(printf, 2, 3))) wrong(const struct check *check, const char *format, ...)
{
    va_list arguments;
    const int named = snprintf(check->words, SAVED_WORDS, "%.150s: ", check->saved->path);
    va_start(arguments, format);
    (void)vsnprintf(check->words + named, SAVED_WORDS - (size_t)named, format, arguments);
    va_end(arguments);
    return false;
}

/* --- Sums that agree: of an implementation -------------------------------------------------------------- */

static uint64_t sum_of(const uint64_t *counts, unsigned count)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += counts[i];
    return sum;
}

/* Whether the counts of a feature fit: valid vectors are some of those that were asked, and judged valid ones some
 * of those that were judged. */
static bool valid_fits(const struct feature *feature)
{
    const uint64_t asked = sum_of(feature->outcomes, NOT_RUN), judged = runner_judged(feature->outcomes);
    return feature->valid_asked <= asked && feature->valid_judged <= feature->valid_asked &&
           feature->valid_judged <= judged &&
           judged - feature->valid_judged <= asked - feature->valid_asked;
}

static bool valid_agree(const struct check *check)
{
    for (unsigned profile = 0; profile <= PROFILE_COUNT; profile++)
        for (unsigned abi = 0; abi < ABI_COUNT; abi++)
            for (unsigned operation = 0; operation < OPERATION_COUNT; operation++)
                if (!valid_fits(&check->each->features[profile][abi][operation]))
                    return wrong(check, EACH ".features have other valid ones than their outcomes can have",
                                 check->number);
    return true;
}

/* Each implementation that could be run was asked every vector of this shard that it declares. */
static bool asked_agrees(const struct check *check)
{
    const struct implementation_report *const each = check->each;
    const uint64_t taken = check->report->selection->taken.vectors,
                   counted = sum_of(each->outcomes, OUTCOME_COUNT) + sum_of(each->skipped, SKIP_COUNT);
    const bool is_whole = check->report->complete && each->missing[0] == '\0';
    if (each->declaration.hello == NULL && (is_whole || counted > 0))
        return wrong(check, EACH " has no name, and was asked", check->number);
    if (counted > taken || (is_whole && counted < taken))
        return wrong(check, EACH " has outcomes and skipped of %" PRIu64 " vectors, and %" PRIu64 " were taken",
                     check->number, counted, taken);
    return true;
}

/* --- Cases, and what the expectation file says of them -------------------------------------------------- */

struct cases {
    json_t *seen;                               /* the ids of cases */
    uint64_t listed[OUTCOME_COUNT], unexpected; /* counts of them */
    struct meant *matched;                      /* for each entry of the expectation file */
};

/* Whether both are as a run decides them: by the entry that matches, or by the outcome alone. */
static bool is_judged_so(const struct expectation *entry, enum outcome outcome, enum outcome expected,
                         bool unexpected)
{
    const bool against = runner_outcome_counts_against[outcome];
    if (entry != NULL)
        return expected == entry->outcome && unexpected == (outcome != expected);
    return unexpected == against && (expected == PASS || expected == (against ? SAME : outcome));
}

/* Whether a case has its members, as other code takes them for strings and names of outcomes. */
static bool is_case(json_t *one, unsigned outcome, unsigned expected)
{
    return outcome < OUTCOME_COUNT && expected < OUTCOME_COUNT && runner_string_of(one, "id")[0] != '\0' &&
           json_unpack_ex(one, NULL, JSON_VALIDATE_ONLY, "{s:s,s:b,s?s,s?s,s?s,s?s,s?s}", "class",
                          "unexpected", "reason", "reading", "ledger", "cause", "signal") == 0;
}

/* Checks case number PLACE, and counts it. */
static bool case_agrees(const struct check *check, struct cases *cases, size_t place, json_t *one)
{
    struct expectations *const expectations = &check->each->expectations;
    const char *const id = runner_string_of(one, "id");
    const unsigned outcome = runner_saved_name(one, "outcome", runner_outcome_names, OUTCOME_COUNT);
    const unsigned expected = runner_saved_name(one, "expected", runner_outcome_names, OUTCOME_COUNT);
    const bool unexpected = json_is_true(json_object_get(one, "unexpected"));
    char way[WAY_SIZE], why[300] = "";
    runner_way_of_case(way, one);
    const struct expectation *const entry =
        runner_expectation_of(expectations, runner_span_of(id), runner_record_outcome(one), way);
    if (!is_case(one, outcome, expected))
        (void)snprintf(why, sizeof why, "is no case");
    else if (json_object_get(cases->seen, id) != NULL)
        (void)snprintf(why, sizeof why, "is of a vector that another case has: %.100s", id);
    else if (!is_judged_so(entry, outcome, expected, unexpected))
        (void)snprintf(why, sizeof why, "is %s where %s was expected, and unexpected is %s, which cannot be",
                       runner_outcome_names[outcome], runner_outcome_names[expected], unexpected ? "true" : "false");
    else if (!runner_is_case(outcome, unexpected))
        (void)snprintf(why, sizeof why, "is %s, which no report lists", runner_outcome_names[outcome]);
    if (why[0] != '\0')
        return wrong(check, EACH ".cases[%zu] %s", check->number, place, why);
    cases->listed[outcome]++;
    cases->unexpected += unexpected;
    if (entry != NULL)
        runner_meant_add(&cases->matched[entry - expectations->lines], runner_span_of(id));
    (void)json_object_set_new(cases->seen, id, json_true());
    return true;
}

/* Vectors without a case were expected or not tried. */
static bool outcomes_agree(const struct check *check, const struct cases *cases)
{
    const uint64_t *const outcomes = check->each->outcomes;
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        if (runner_is_case(i, false) ? cases->listed[i] != outcomes[i] : cases->listed[i] > outcomes[i])
            return wrong(check, EACH ".cases have %" PRIu64 " %s, and outcomes has %" PRIu64, check->number,
                         cases->listed[i], runner_outcome_names[i], outcomes[i]);
    return check->each->unexpected == cases->unexpected + outcomes[NOT_RUN] ||
           wrong(check, EACH ".unexpected is %" PRIu64 ", and %" PRIu64 " cases are, and %" PRIu64 " not-run",
                 check->number, check->each->unexpected, cases->unexpected, outcomes[NOT_RUN]);
}

/* A vector that has the outcome of its entry is a case, unless such an outcome is never a case. */
static bool entries_agree(const struct check *check, const struct cases *cases)
{
    const struct expectations *const expectations = &check->each->expectations;
    uint64_t matched = 0;
    for (size_t i = 0; i < expectations->count; i++) {
        const struct expectation *const entry = &expectations->lines[i];
        const struct meant seen = cases->matched[i];
        if (i > 0 && entry->number <= entry[-1].number)
            return wrong(check, EACH ".expectations.entries[%zu] has a line that does not come behind the one "
                                           "before it", check->number, i);
        if (runner_is_case(entry->outcome, false)
                ? entry->matched.count != seen.count || entry->matched.sum != seen.sum
                : entry->matched.count < seen.count)
            return wrong(check, EACH ".expectations.entries[%zu] matched %" PRIu64 ", and of the cases %" PRIu64,
                         check->number, i, entry->matched.count, seen.count);
        matched += entry->matched.count;
        if (matched > check->each->asked)
            return wrong(check, EACH ".expectations.entries matched more than was asked", check->number);
    }
    return true;
}

static bool cases_agree(const struct check *check)
{
    const json_t *const list = json_object_get(check->object, "cases");
    struct cases cases = {json_object(), {0}, 0, memory_of(check->each->expectations.count, sizeof *cases.matched)};
    bool agree = true;
    for (size_t i = 0; agree && i < json_array_size(list); i++)
        agree = case_agrees(check, &cases, i, json_array_get(list, i));
    agree = agree && outcomes_agree(check, &cases) && entries_agree(check, &cases);
    json_decref(cases.seen);
    free(cases.matched);
    return agree;
}

/* --- Sums that agree: of the run ------------------------------------------------------------------------ */

/* Whether a shard took its share.  Without shards a run took all; a merged report of a run that was not
 * completed may have fewer. */
static bool took_its_share(const struct report *report)
{
    const struct selection *const selection = report->selection;
    const struct share selected = selection->selected, taken = selection->taken;
    if (selection->shards > 1)
        return taken.vectors == runner_shard_size(selection, selected.vectors);
    if (selection->shards == 0 && !report->complete)
        return taken.vectors <= selected.vectors;
    return taken.vectors == selected.vectors && taken.hash == selected.hash;
}

static bool selection_agrees(const struct check *check, const struct report *report)
{
    const struct selection *const selection = report->selection;
    const uint64_t all = selection->selected.vectors;
    const bool is_all = selection->select.count + selection->skip.count == 0;
    if (all > report->vectors || (is_all && all != report->vectors))
        return wrong(check, "selection.selected has %" PRIu64 " vectors, and the corpus %" PRIu64, all,
                     report->vectors);
    return took_its_share(report) ||
           wrong(check, "selection.taken has %" PRIu64 " vectors, which is no such share of %" PRIu64,
                 selection->taken.vectors, all);
}

static bool sums_agree(struct check *check, const struct report *report)
{
    const json_t *const list = json_object_get(check->saved->json, "implementations");
    if (!selection_agrees(check, report))
        return false;
    if (report->complete && report->strict && !report->closed)
        return wrong(check, "corpus is not closed, and strict and complete are true");
    for (check->number = 0; check->number < report->count; check->number++) {
        check->each = &report->implementations[check->number];
        check->object = json_array_get(list, check->number);
        if (!valid_agree(check) || !asked_agrees(check) || !cases_agree(check))
            return false;
    }
    return true;
}

/* --- What this program would write ---------------------------------------------------------------------- */

/* Whether a difference does not matter: cases were checked before, other members do not come from the run, and of
 * words only a part is stored. */
static bool may_differ(const char *path, const json_t *is, const json_t *ought)
{
    static const char *const apart[] = {"cases", "producers", "causes", "clause_words"};
    static const char *const worded[] = {"missing", "ended", "gave_up", "fault", "words"};
    const char *const dot = strrchr(path, '.');
    const struct span name = runner_span_of(dot != NULL ? dot + 1 : path);
    return runner_name_number(apart, COUNT_OF(apart), name) < COUNT_OF(apart) ||
           (json_is_string(is) && json_is_string(ought) &&
            runner_name_number(worded, COUNT_OF(worded), name) < COUNT_OF(worded));
}

static bool check_difference(void *context, const char *path, const json_t *is, const json_t *ought)
{
    const struct check *const check = context;
    if (may_differ(path, is, ought))
        return true;
    if (ought == NULL)
        return wrong(check, "%s is %s, and no report has that here", path, runner_glimpse_of(is, "?").text);
    return wrong(check, "%s is %s, and is to be %s by the rest of the report", path,
                 runner_glimpse_of(is, "?").text, runner_glimpse_of(ought, "?").text);
}

/* The report as this program writes it again, without cases and the words of clauses. */
static json_t *rewritten(struct report *report)
{
    struct written_text written;
    runner_report_judge(report);
    runner_write_json(written_begin(&written), report);
    char *const text = written_end(&written);
    json_t *const json = json_loadb(text, written.size, JSON_ALLOW_NUL, NULL);
    (void)json_object_del(json, "clause_words");
    free(text);
    return json;
}

/* If another version wrote the report, nothing is compared: this one cannot know what that one writes. */
static bool would_be_written(struct check *check, struct report *report)
{
    if (strcmp(runner_string_of(check->saved->json, "suite"), runner_suite) != 0)
        return true;
    json_t *const ought = rewritten(report);
    const bool same = runner_each_difference("", check->saved->json, ought, check_difference, check);
    json_decref(ought);
    return same;
}

static bool can_be_written(const struct saved *saved, char words[SAVED_WORDS])
{
    struct report report = {0};
    struct check check = {.saved = saved, .words = words, .report = &report};
    struct selection selection = {0};
    words[0] = '\0';
    if (!json_is_integer(json_object_get(saved->json, "format")) ||
        !json_is_string(json_object_get(saved->json, "suite")))
        return wrong(&check, "no report of sframe-conform --json");
    if (runner_count_of(saved->json, "format") != REPORT_FORMAT)
        return wrong(&check, "a report of another format than %d", REPORT_FORMAT);
    const bool read =
        (runner_saved_begin(saved, &report, &selection) && runner_saved_add(saved, &report)) ||
        wrong(&check, "its selection or a declaration has what cannot be");
    const bool fits = read && sums_agree(&check, &report) && would_be_written(&check, &report);
    runner_selection_free(&selection);
    runner_report_free(&report);
    return fits;
}

bool runner_saved_read(struct saved *saved, const char *path, char words[SAVED_WORDS])
{
    char why[SAVED_WORDS / 2];
    *saved = (struct saved){path, runner_attachment_load(path, why, sizeof why)};
    if (saved->json == NULL)
        return runner_refuse(words, SAVED_WORDS, "%.300s: %s", path, why);
    return can_be_written(saved, words);
}
