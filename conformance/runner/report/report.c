#include "report.h"

#include "../process/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const runner_skip_names[SKIP_COUNT] = {"profile", "abi", "operation", "byte-order"};

static bool lost;

bool runner_log_is_lost(void)
{
    return lost;
}

void runner_log_lose(void)
{
    lost = true;
}

bool runner_report_judges_expectations(const struct report *report)
{
    return report->complete && !report->core;
}

bool runner_idle_next(const struct report *report, struct idle *idle)
{
    const struct wishes *const select = &report->selection->select, *const skip = &report->selection->skip;
    while (report->complete && idle->place < select->count + skip->count) {
        const unsigned place = idle->place++;
        const bool is_select = place < select->count;
        const struct wish *const wish = is_select ? &select->wishes[place] : &skip->wishes[place - select->count];
        idle->wish = wish->text;
        if (wish->fitted > 0)
            continue;
        runner_idle_words(is_select ? "--select" : "--skip", wish->text, idle->words);
        return true;
    }
    return false;
}

bool runner_is_needless(const struct report *report, const struct implementation_report *each, unsigned line)
{
    return report->complete && each->missing[0] == '\0' && each->requires.counts[line].outside == 0;
}

bool runner_report_judges_needs(const struct report *report)
{
    return report->strict || report->corpus == NULL;
}

/* --- What is wrong with a run --------------------------------------------------------------------------- */

void runner_add_fault(struct report *report, const struct implementation_report *implementation,
                      const char *name, const char *format, ...)
{
    va_list arguments;
    report->faults = memory_grow(report->faults, report->fault_count + 1, sizeof *report->faults);
    struct fault *const fault = &report->faults[report->fault_count++];
    *fault = (struct fault){.implementation = implementation, .name = name};
    va_start(arguments, format);
    (void)vsnprintf(fault->words, sizeof fault->words, format, arguments);
    va_end(arguments);
}

static void add_entry_faults(struct report *report, const struct implementation_report *each)
{
    const struct expectations *const expectations = &each->expectations;
    for (size_t i = 0; each->missing[0] == '\0' && i < expectations->count; i++) {
        const struct expectation *const entry = &expectations->lines[i];
        if (runner_report_judges_expectations(report) && runner_expectation_is_unmatched(entry))
            runner_add_fault(report, each, "expectation", "%.300s:%zu: %.300s matches nothing", expectations->path,
                      entry->number, entry->glob);
        if (runner_expectation_is_exceeded(entry))
            runner_add_fault(report, each, "expectation", "%.300s:%zu: %.300s matches more than max= allows",
                      expectations->path, entry->number, entry->glob);
        if (runner_expectation_is_changed(entry))
            runner_add_fault(report, each, "expectation",
                             "%.300s:%zu: %.300s%s%s: %" PRIu64 " %s%s; some= says %" PRIu64,
                             expectations->path, entry->number, entry->glob, entry->way != NULL ? " by " : "",
                             entry->way != NULL ? entry->way : "", entry->matched.count,
                             runner_outcome_names[entry->outcome],
                             entry->matched.count == entry->some.count ? ", and not the same ones" : "",
                             entry->some.count);
    }
}

static void add_requires_faults(struct report *report, const struct implementation_report *each)
{
    const struct requirement_set *const set = &each->requires.set;
    for (unsigned i = 0; runner_report_judges_needs(report) && i < set->count; i++)
        if (runner_is_needless(report, each, i))
            runner_add_fault(report, each, "requires",
                             "%s line %u (%s) is not needed: it puts no vector of the corpus outside", set->name,
                             set->lines[i].number, set->lines[i].text);
    if (report->complete && each->asked > 0 && each->asked == each->outcomes[OUTSIDE])
        runner_add_fault(report, each, "not judged", "all that it was asked lies outside of %s", set->name);
}

const char *runner_missing_word(const struct implementation_report *implementation)
{
    const bool said_hello = strncmp(implementation->missing, "hello: ", 7) == 0;
    return said_hello && !implementation->excused ? "cannot be asked" : "missing";
}

static void add_implementation_faults(struct report *report, const struct implementation_report *each)
{
    if (each->missing[0] != '\0' && !each->excused)
        runner_add_fault(report, each, "missing", "%s: %s", runner_missing_word(each), each->missing);
    if (report->complete && each->missing[0] == '\0' && each->asked == 0)
        runner_add_fault(report, each, "not asked", "nothing was asked of it");
    if (report->complete && each->missing[0] == '\0')
        runner_add_silences(report, each);
    for (unsigned i = 0; report->exact && i < SKIP_COUNT; i++)
        if (each->skipped[i] > 0)
            runner_add_fault(report, each, "not declared",
                      "--exact, and %" PRIu64 " vectors were not asked, as their %s is not declared",
                      each->skipped[i], runner_skip_names[i]);
    if (each->ended[0] != '\0')
        runner_add_fault(report, each, "ended", "%s", each->ended);
    if (each->gave_up[0] != '\0')
        runner_add_fault(report, each, "gave up", "%s", each->gave_up);
    for (size_t i = 0; i < json_array_size(each->growth); i++) {
        const json_t *const one = json_array_get(each->growth, i);
        if (json_is_true(json_object_get(one, "grows")))
            runner_add_fault(report, each, "grows", "grows: %s", runner_string_of(one, "words"));
    }
    add_entry_faults(report, each);
    add_requires_faults(report, each);
}

bool runner_asked_nothing(const struct report *report)
{
    bool is_there = false;
    for (unsigned i = 0; i < report->count; i++) {
        if (report->implementations[i].asked > 0)
            return false;
        is_there = is_there || report->implementations[i].missing[0] == '\0';
    }
    return report->complete && is_there;
}

void runner_report_judge(struct report *report)
{
    uint64_t asked = 0, unexpected = 0;
    for (unsigned i = 0; i < report->count; i++) {
        add_implementation_faults(report, &report->implementations[i]);
        asked += report->implementations[i].asked;
        unexpected += report->implementations[i].unexpected;
    }
    for (struct idle idle = {.place = 0}; report->strict && runner_idle_next(report, &idle);)
        runner_add_fault(report, NULL, "selection", "%s", idle.words);
    runner_add_unmet(report);
    if (report->fault[0] != '\0')
        runner_add_fault(report, NULL, "corpus", "%s", report->fault);
    if (!report->complete)
        runner_add_fault(report, NULL, "incomplete", "the run was not completed");
    else if (asked == 0)
        runner_add_fault(report, NULL, "not asked", "nothing was asked of anybody");
    report->good = unexpected == 0 && report->fault_count == 0;
}

void runner_report_free(struct report *report)
{
    for (unsigned i = 0; i < report->count; i++) {
        struct implementation_report *const each = &report->implementations[i];
        runner_declaration_free(&each->declaration);
        runner_expectations_free(&each->expectations);
        json_decref(each->readings);
        json_decref(each->growth);
        json_decref(each->found);
        json_decref(each->clauses);
        free(each->explained);
        runner_facts_free(&each->facts);
        if (each->log != NULL)
            (void)fclose(each->log);
        if (each->others.out != NULL)
            free(written_end(&each->others));
        if (each->deferred != NULL)
            (void)fclose(each->deferred);
    }
    free(report->implementations);
    free(report->faults);
    json_decref(report->producers);
    json_decref(report->causes);
    json_decref(report->clauses);
}

/* --- The log -------------------------------------------------------------------------------------------- */

enum outcome runner_record_outcome(const json_t *record)
{
    const struct span name = runner_span_of(runner_string_of(record, "outcome"));
    const unsigned outcome = runner_name_number(runner_outcome_names, OUTCOME_COUNT, name);
    return outcome < OUTCOME_COUNT ? (enum outcome)outcome : NOT_RUN;
}

void runner_way_of_case(char way[WAY_SIZE], const json_t *object)
{
    const json_t *const first = json_array_get(json_object_get(object, "differences"), 0);
    runner_way_of(way, runner_record_outcome(object), first != NULL ? runner_string_of(first, "path") : NULL,
                  runner_string_of(object, "reason"));
}

bool runner_is_case(enum outcome outcome, bool unexpected)
{
    const bool quiet =
        outcome == PASS || outcome == SAME || outcome == UNSUPPORTED || outcome == UNJUDGED || outcome == OUTSIDE;
    return outcome != NOT_RUN && (unexpected || !quiet);
}

const char *runner_cause_of(const json_t *record)
{
    const char *const cause = runner_string_of(record, "cause");
    return cause[0] != '\0' ? cause : runner_string_of(record, "outcome");
}

struct log_walk runner_log_begin(const struct implementation_report *implementation)
{
    FILE *const log = implementation->log;
    return (struct log_walk){.log = log != NULL && fseek(log, 0, SEEK_SET) == 0 ? log : NULL,
                             .left = implementation->logged};
}

/* There are as many lines as results were counted; if there are fewer, some are lost. */
bool runner_log_next(struct log_walk *walk, struct span *line)
{
    const ssize_t size = walk->left > 0 && walk->log != NULL ? getline(&walk->line, &walk->room, walk->log) : -1;
    if (size > 0) {
        *line = (struct span){walk->line, (size_t)size};
        walk->left--;
        return true;
    }
    lost = lost || walk->left > 0;
    free(walk->line);
    *walk = (struct log_walk){.log = NULL};
    return false;
}

static struct entry entry_of(json_t *object)
{
    return (struct entry){.object = object,
                          .id = runner_string_of(object, "id"),
                          .outcome = runner_string_of(object, "outcome"),
                          .expected = runner_string_of(object, "expected"),
                          .reason = runner_string_of(object, "reason"),
                          .unexpected = json_is_true(json_object_get(object, "unexpected")),
                          .against = runner_outcome_counts_against[runner_record_outcome(object)],
                          .judged = runner_outcome_is_judged[runner_record_outcome(object)]};
}

bool runner_entry_next(struct log_walk *walk, struct entry *entry)
{
    struct span line;
    json_decref(walk->object);
    walk->object = NULL;
    if (!runner_log_next(walk, &line))
        return false;
    walk->object = json_loadb(line.at, line.size, JSON_ALLOW_NUL, NULL);
    *entry = entry_of(walk->object);
    if (walk->object != NULL)
        return true;
    lost = true;
    walk->left = 0;
    return runner_log_next(walk, &line);
}

/* --- Causes --------------------------------------------------------------------------------------------- */

struct cause_walk runner_cause_begin(const struct implementation_report *implementation, bool others)
{
    const uint8_t *const explained = others ? implementation->explained : NULL;
    struct log_walk walk = runner_log_begin(implementation);
    json_t *const list = json_array(), *const by_words = json_object();
    struct entry entry;
    for (size_t number = 0; runner_entry_next(&walk, &entry); number++) {
        const char *const words = runner_cause_of(entry.object);
        json_t *const count = json_object_get(json_object_get(by_words, words), "explains");
        if (!entry.unexpected || (explained != NULL && explained[number]))
            continue;
        if (count != NULL) {
            (void)json_integer_set(count, json_integer_value(count) + 1);
            continue;
        }
        json_t *const cause = json_pack("{s:s,s:i,s:O}", "words", words, "explains", 1, "entry", entry.object);
        (void)json_object_set(by_words, words, cause);
        (void)json_array_append_new(list, cause);
    }
    json_decref(by_words);
    return (struct cause_walk){list, 0};
}

bool runner_cause_next(struct cause_walk *walk, struct cause *cause)
{
    const json_t *const one = json_array_get(walk->list, walk->next++);
    *cause = (struct cause){runner_string_of(one, "words"), json_string_value(json_object_get(one, "clause")),
                            runner_count_of(one, "explains"), entry_of(json_object_get(one, "entry"))};
    if (one == NULL)
        json_decref(walk->list);
    return one != NULL;
}

const char *runner_entry_is_about(const struct entry *entry)
{
    const char *const clause = runner_string_of(json_object_get(entry->object, "fault"), "clause");
    return clause[0] != '\0' ? clause : runner_string_of(entry->object, "ledger");
}

/* Writes TEXT, if it is not null, in quotes of a shell. */
static void put_option(FILE *out, const char *before, const char *text)
{
    if (text == NULL)
        return;
    (void)fprintf(out, "%s'", before);
    for (; *text != '\0'; text++)
        if (*text == '\'')
            (void)fputs("'\\''", out);
        else
            (void)putc(*text, out);
    (void)putc('\'', out);
}

/* The characters that need no quotes in a shell. */
#define PLAIN "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-/"

char *runner_command_for(const struct report *report, const struct implementation_report *implementation,
                         const char *id)
{
    struct written_text command;
    if (report->corpus != NULL && strcmp(report->corpus, "-") == 0)
        return NULL; /* the corpus came from a pipe and cannot be read again */
    FILE *const out = written_begin(&command);
    /* The name by which this program was called: it may not be on the PATH. */
    if (program_invocation_name[strspn(program_invocation_name, PLAIN)] == '\0')
        (void)fputs(program_invocation_name, out);
    else
        put_option(out, "", program_invocation_name);
    (void)fprintf(out, "%s%s", report->core ? " --core" : "", report->exact ? " --exact" : "");
    put_option(out, " --corpus ", report->corpus);
    put_option(out, " --requires ", implementation->requires.given);
    put_option(out, " --select ", id);
    put_option(out, implementation->one_shot ? " --one-shot " : " ", implementation->command);
    return written_end(&command);
}
