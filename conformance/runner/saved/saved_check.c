#include "saved.h"

#include "../judge/judge.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

/* --- What is wrong, and where --------------------------------------------------------------------------- */

/* A member, or an element of a list. */
struct place {
    const struct place *outer; /* null: the report itself */
    const char *name;          /* null: the element with that number */
    size_t number;
};

struct check {
    const struct saved *saved;
    char *words;
    const struct report *report;
    struct implementation_report *each; /* the implementation that is looked at, and its object */
    const json_t *object;
};

static size_t put_place(char *words, size_t size, const struct place *place)
{
    const size_t used = place->outer != NULL ? put_place(words, size, place->outer) : 0;
    if (used >= size)
        return used;
    const int more = place->name == NULL
                         ? snprintf(words + used, size - used, "[%zu]", place->number)
                         : snprintf(words + used, size - used, "%s%.60s", used > 0 ? "." : "", place->name);
    return used + (size_t)more;
}

/* Writes what is wrong to the words of CHECK, and always returns false.  PLACE may be null: the error is
 * about the whole report. */
static bool __attribute__((format(printf, 3, 4)))
wrong(const struct check *check, const struct place *place, const char *format, ...)
{
    char where[200] = "", why[400];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    if (place != NULL)
        (void)put_place(where, sizeof where, place);
    (void)snprintf(check->words, SAVED_WORDS, "%.150s: %s%s%s", check->saved->path, where,
                   place != NULL ? " " : "", why);
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

static bool valid_agree(const struct check *check, const struct place *outer)
{
    for (unsigned profile = 0; profile <= PROFILE_COUNT; profile++)
        for (unsigned abi = 0; abi < ABI_COUNT; abi++)
            for (unsigned operation = 0; operation < OPERATION_COUNT; operation++)
                if (!valid_fits(&check->each->features[profile][abi][operation]))
                    return wrong(check, &(struct place){outer, "features", 0},
                                 "have other valid ones than their outcomes can have");
    return true;
}

/* Each implementation that could be run was asked every vector of this shard that it declares. */
static bool asked_agrees(const struct check *check, const struct place *outer)
{
    const struct implementation_report *const each = check->each;
    const uint64_t taken = check->report->selection->taken.vectors,
                   counted = sum_of(each->outcomes, OUTCOME_COUNT) + sum_of(each->skipped, SKIP_COUNT);
    const bool is_whole = check->report->complete && each->missing[0] == '\0';
    if (each->declaration.hello == NULL && (is_whole || counted > 0))
        return wrong(check, outer, "has no name, and was asked");
    if (counted > taken || (is_whole && counted < taken))
        return wrong(check, outer,
                            "has outcomes and skipped of %" PRIu64 " vectors, and %" PRIu64 " were taken",
                            counted, taken);
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

static bool case_agrees(const struct check *check, const struct place *place,
                        struct cases *cases, json_t *one)
{
    struct expectations *const expectations = &check->each->expectations;
    const char *const id = runner_string_of(one, "id");
    const unsigned outcome = runner_saved_name(one, "outcome", runner_outcome_names, OUTCOME_COUNT);
    const unsigned expected = runner_saved_name(one, "expected", runner_outcome_names, OUTCOME_COUNT);
    const bool unexpected = json_is_true(json_object_get(one, "unexpected"));
    char way[WAY_SIZE];
    runner_way_of_case(way, one);
    const struct expectation *const entry = runner_expectation_of(
        expectations, runner_span_of(id), outcome < OUTCOME_COUNT ? outcome : FAIL, way);
    if (!is_case(one, outcome, expected))
        return wrong(check, place, "is no case");
    if (json_object_get(cases->seen, id) != NULL)
        return wrong(check, place, "is of a vector that another case has: %.100s", id);
    if (!is_judged_so(entry, outcome, expected, unexpected))
        return wrong(check, place,
                            "is %s where %s was expected, and unexpected is %s, which cannot be",
                            runner_outcome_names[outcome], runner_outcome_names[expected],
                            unexpected ? "true" : "false");
    if (!runner_is_case(outcome, unexpected))
        return wrong(check, place, "is %s, which no report lists", runner_outcome_names[outcome]);
    cases->listed[outcome]++;
    cases->unexpected += unexpected;
    if (entry != NULL)
        runner_meant_add(&cases->matched[entry - expectations->lines], runner_span_of(id));
    return json_object_set_new(cases->seen, id, json_true()) == 0 ||
           wrong(check, NULL, "out of memory");
}

/* Vectors without a case were expected or not tried. */
static bool outcomes_agree(const struct check *check, const struct place *outer,
                           const struct cases *cases)
{
    const uint64_t *const outcomes = check->each->outcomes;
    const struct place place = {outer, "cases", 0}, unexpected = {outer, "unexpected", 0};
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        if (runner_is_case(i, false) ? cases->listed[i] != outcomes[i] : cases->listed[i] > outcomes[i])
            return wrong(check, &place, "have %" PRIu64 " %s, and outcomes has %" PRIu64,
                                cases->listed[i], runner_outcome_names[i], outcomes[i]);
    if (check->each->unexpected != cases->unexpected + outcomes[NOT_RUN])
        return wrong(check, &unexpected,
                            "is %" PRIu64 ", and %" PRIu64 " cases are, and %" PRIu64 " not-run",
                            check->each->unexpected, cases->unexpected, outcomes[NOT_RUN]);
    return true;
}

/* A vector that has the outcome of its entry is a case, unless such an outcome is never a case. */
static bool entries_agree(const struct check *check, const struct place *outer,
                          const struct cases *cases)
{
    const struct expectations *const expectations = &check->each->expectations;
    const struct place whole = {outer, "expectations", 0}, entries = {&whole, "entries", 0};
    uint64_t matched = 0;
    for (size_t i = 0; i < expectations->count; i++) {
        const struct expectation *const entry = &expectations->lines[i];
        const struct place place = {&entries, NULL, i};
        if (i > 0 && entry->number <= entry[-1].number)
            return wrong(check, &place, "has a line that does not come behind the one before it");
        const struct meant seen = cases->matched[i];
        if (runner_is_case(entry->outcome, false)
                ? entry->matched.count != seen.count || entry->matched.sum != seen.sum
                : entry->matched.count < seen.count)
            return wrong(check, &place, "matched %" PRIu64 ", and of the cases %" PRIu64,
                         entry->matched.count, seen.count);
        matched += entry->matched.count;
        if (matched > check->each->asked)
            return wrong(check, &entries, "matched more than was asked");
    }
    return true;
}

static bool cases_agree(const struct check *check, const struct place *outer)
{
    const json_t *const list = json_object_get(check->object, "cases");
    const struct place place = {outer, "cases", 0};
    struct cases cases = {json_object(), {0}, 0,
                          calloc(check->each->expectations.count + 1, sizeof *cases.matched)};
    bool agree = cases.seen != NULL && cases.matched != NULL;
    if (!agree)
        (void)wrong(check, NULL, "out of memory");
    for (size_t i = 0; agree && i < json_array_size(list); i++)
        agree = case_agrees(check, &(struct place){&place, NULL, i}, &cases, json_array_get(list, i));
    agree = agree && outcomes_agree(check, outer, &cases) && entries_agree(check, outer, &cases);
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
    const struct place place = {NULL, "selection", 0}, taken = {&place, "taken", 0},
                       selected = {&place, "selected", 0};
    const struct selection *const selection = report->selection;
    const uint64_t all = selection->selected.vectors;
    const bool is_all = selection->select.count + selection->skip.count == 0;
    if (all > report->vectors || (is_all && all != report->vectors))
        return wrong(check, &selected, "has %" PRIu64 " vectors, and the corpus %" PRIu64, all,
                            report->vectors);
    return took_its_share(report) ||
           wrong(check, &taken, "has %" PRIu64 " vectors, which is no such share of %" PRIu64,
                        selection->taken.vectors, all);
}

static bool sums_agree(struct check *check, const struct report *report)
{
    const struct place place = {NULL, "implementations", 0};
    const json_t *const list = json_object_get(check->saved->json, "implementations");
    if (!selection_agrees(check, report))
        return false;
    if (report->complete && report->strict && !report->closed)
        return wrong(check, &(struct place){NULL, "corpus", 0}, "is not closed, and strict and complete are true");
    for (unsigned i = 0; i < report->count; i++) {
        check->each = &report->implementations[i];
        check->object = json_array_get(list, i);
        const struct place each = {&place, NULL, i};
        if (!valid_agree(check, &each) || !asked_agrees(check, &each) || !cases_agree(check, &each))
            return false;
    }
    return true;
}

/* --- What this program would write ---------------------------------------------------------------------- */

/* Whether a member is not compared: cases were checked before, and others do not come from the run. */
static bool is_passed_over(const char *name)
{
    static const char *const names[] = {"cases", "producers", "causes", "clause_words"};
    return runner_name_number(names, COUNT_OF(names), runner_span_of(name)) < COUNT_OF(names);
}

/* Whether a member has words of which only a part is stored.  Only whether it is empty is compared. */
static bool has_words(const char *name)
{
    static const char *const names[] = {"missing", "ended", "gave_up", "fault", "words"};
    return runner_name_number(names, COUNT_OF(names), runner_span_of(name)) < COUNT_OF(names);
}

static bool is_the_same(const struct check *check, const struct place *place, json_t *is,
                        json_t *ought);

static bool has_no_other(const struct check *check, const struct place *place, json_t *is,
                         json_t *ought)
{
    const char *name;
    json_t *value;
    json_object_foreach(is, name, value)
    {
        if (json_object_get(ought, name) == NULL && !is_passed_over(name))
            return wrong(check, &(struct place){place, name, 0}, "is %s, and no report has that here",
                                runner_glimpse_of(value, "?").text);
    }
    return true;
}

static bool are_the_same(const struct check *check, const struct place *place, json_t *is,
                         json_t *ought)
{
    const char *name;
    json_t *value;
    json_object_foreach(ought, name, value)
    {
        if (!is_passed_over(name) &&
            !is_the_same(check, &(struct place){place, name, 0}, json_object_get(is, name), value))
            return false;
    }
    return has_no_other(check, place, is, ought);
}

static bool is_the_same(const struct check *check, const struct place *place, json_t *is,
                        json_t *ought)
{
    const bool alike = is != NULL && json_typeof(is) == json_typeof(ought);
    if (alike && json_is_object(ought))
        return are_the_same(check, place, is, ought);
    if (alike && json_is_array(ought) && json_array_size(is) == json_array_size(ought)) {
        for (size_t i = 0; i < json_array_size(ought); i++)
            if (!is_the_same(check, &(struct place){place, NULL, i}, json_array_get(is, i),
                             json_array_get(ought, i)))
                return false;
        return true;
    }
    if (json_equal(is, ought) || (alike && place->name != NULL && has_words(place->name)))
        return true;
    return wrong(check, place, "is %s, and is to be %s by the rest of the report",
                        runner_glimpse_of(is, "?").text, runner_glimpse_of(ought, "?").text);
}

/* The report as this program writes it again, without cases. */
static json_t *rewritten(struct report *report)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    runner_report_judge(report);
    runner_write_json(out, report);
    json_t *const json = fclose(out) == 0 ? json_loadb(text, size, JSON_ALLOW_NUL, NULL) : NULL;
    free(text);
    return json;
}

/* If another version wrote the report, nothing is compared: this one cannot know what that one writes. */
static bool would_be_written(const struct check *check, struct report *report)
{
    if (strcmp(runner_string_of(check->saved->json, "suite"), runner_suite) != 0)
        return true;
    json_t *const ought = rewritten(report);
    const bool same = ought != NULL ? are_the_same(check, NULL, check->saved->json, ought)
                                    : wrong(check, NULL, "out of memory");
    json_decref(ought);
    return same;
}

bool runner_saved_check(const struct saved *saved, char words[SAVED_WORDS])
{
    struct report report = {0};
    struct check check = {.saved = saved, .words = words, .report = &report};
    struct selection selection = {0};
    words[0] = '\0';
    if (!json_is_integer(json_object_get(saved->json, "format")) ||
        !json_is_string(json_object_get(saved->json, "suite")))
        return wrong(&check, NULL, "no report of sframe-conform --json");
    if (runner_saved_count(saved->json, "format") != REPORT_FORMAT)
        return wrong(&check, NULL, "a report of another format than %d", REPORT_FORMAT);
    const bool read =
        (runner_saved_begin(saved, &report, &selection) && runner_saved_add(saved, &report)) ||
        wrong(&check, NULL, "its selection or a declaration has what cannot be, or memory ran out");
    const bool fits = read && sums_agree(&check, &report) && would_be_written(&check, &report);
    runner_selection_free(&selection);
    runner_report_free(&report);
    return fits;
}
