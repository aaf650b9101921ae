#include "report.h"

#include <stdlib.h>
#include <string.h>

const char *const skip_names[SKIP_COUNT] = {"profile", "abi", "operation", "byte-order"};

bool report_judges_expectations(const struct report *report)
{
    return report->complete && !report->core;
}

bool report_judges_selection(const struct report *report)
{
    return report->complete;
}

static bool selection_holds(const struct report *report)
{
    for (unsigned i = 0; i < WISH_KINDS; i++) {
        const struct wishes *const wishes = wishes_of(report->selection, i);
        for (unsigned j = 0; j < wishes->count; j++)
            if (wishes->wishes[j].fitted == 0)
                return false;
    }
    return true;
}

static bool expectations_hold(const struct report *report, const struct expectations *expectations)
{
    for (size_t i = 0; report_judges_expectations(report) && i < expectations->count; i++)
        if (expectation_is_unmatched(&expectations->lines[i]))
            return false;
    for (size_t i = 0; i < expectations->count; i++)
        if (expectation_is_exceeded(&expectations->lines[i]))
            return false;
    return true;
}

bool is_unjudged(const struct implementation_report *implementation)
{
    return implementation->asked > 0 && implementation->outcomes[UNSUPPORTED] == implementation->asked;
}

bool report_is_good(const struct report *report)
{
    bool good = report->complete && (!report->strict || selection_holds(report));
    uint64_t asked = 0;
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        asked += each->asked;
        if (each->missing[0] != '\0' ? !each->excused : each->asked == 0 || is_unjudged(each))
            good = false;
        if (each->unexpected > 0 || each->gave_up[0] != '\0' || each->ended[0] != '\0' ||
            (each->missing[0] == '\0' && !expectations_hold(report, &each->expectations)))
            good = false;
    }
    return good && asked > 0;
}

static const char *string_of(const json_t *object, const char *key)
{
    const char *const string = json_string_value(json_object_get(object, key));
    return string != NULL ? string : "";
}

bool each_entry(const struct implementation_report *implementation,
                void (*visit)(void *context, const struct entry *entry), void *context)
{
    char *line = NULL;
    size_t room = 0;
    bool whole = implementation->log == NULL || fseek(implementation->log, 0, SEEK_SET) == 0;
    while (whole && implementation->log != NULL && getline(&line, &room, implementation->log) > 0) {
        struct entry entry = {.object = json_loads(line, JSON_ALLOW_NUL, NULL)};
        whole = entry.object != NULL;
        entry.id = string_of(entry.object, "id");
        entry.outcome = string_of(entry.object, "outcome");
        entry.expected = string_of(entry.object, "expected");
        entry.reason = string_of(entry.object, "reason");
        entry.unexpected = json_is_true(json_object_get(entry.object, "unexpected"));
        const unsigned outcome = name_number(outcome_names, OUTCOME_COUNT, span_of(entry.outcome));
        entry.against = outcome < OUTCOME_COUNT && outcome_counts_against[outcome];
        if (whole)
            visit(context, &entry);
        json_decref(entry.object);
    }
    free(line);
    return whole;
}
