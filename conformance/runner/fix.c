#include "fix.h"

#include "outlet.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One result: to be written unless an entry that is kept says the same. */
struct result {
    char *id;
    const char *outcome;
    bool wanted;
};

struct fix {
    const struct report *report;
    struct implementation_report *implementation;
    struct result *results;
    size_t count, room;
    bool out_of_memory;
};

static bool is_kept(const struct fix *fix, const struct expectation *entry)
{
    const bool unmatched = report_judges_expectations(fix->report) && expectation_is_unmatched(entry);
    return entry->glob == NULL || (!entry->broken && !unmatched);
}

/* A kept entry that fits, or null. */
static const struct expectation *kept_entry(const struct fix *fix, struct span id)
{
    const struct expectations *const expectations = &fix->implementation->expectations;
    for (size_t i = 0; i < expectations->count; i++) {
        const struct expectation *const entry = &expectations->lines[i];
        if (entry->glob != NULL && is_kept(fix, entry) && glob_matches(entry->glob, id))
            return entry;
    }
    return NULL;
}

static void collect(void *context, const struct entry *entry)
{
    struct fix *const fix = context;
    if (fix->count == fix->room) {
        const size_t room = fix->room == 0 ? 1024 : fix->room * 2;
        struct result *const grown = realloc(fix->results, room * sizeof *grown);
        fix->out_of_memory = fix->out_of_memory || grown == NULL;
        if (grown == NULL)
            return;
        fix->results = grown;
        fix->room = room;
    }
    const unsigned outcome = name_number(outcome_names, OUTCOME_COUNT, span_of(entry->outcome));
    fix->results[fix->count++] = (struct result){
        .id = strdup(entry->id),
        .outcome = outcome_names[outcome],
        .wanted = entry->against && outcome != NOT_RUN && kept_entry(fix, span_of(entry->id)) == NULL,
    };
    fix->out_of_memory = fix->out_of_memory || fix->results[fix->count - 1].id == NULL;
}

static int by_id(const void *one, const void *other)
{
    return strcmp(((const struct result *)one)->id, ((const struct result *)other)->id);
}

/* --- Writing -----------------------------------------------------------------------------------------------
 */

static void write_kept(const struct fix *fix, FILE *out)
{
    const struct expectations *const expectations = &fix->implementation->expectations;
    for (size_t i = 0; i < expectations->count; i++) {
        const struct expectation *const entry = &expectations->lines[i];
        const char *const comment = strchr(entry->line, '#');
        if (!is_kept(fix, entry))
            continue;
        if (expectation_is_exceeded(entry))
            (void)fprintf(out, "%s %s max=%" PRIu64 "%s%s\n", entry->glob, outcome_names[entry->outcome],
                          entry->matched, comment != NULL ? " " : "", comment != NULL ? comment : "");
        else
            (void)fprintf(out, "%s\n", entry->line);
    }
}

static size_t stem_size(const char *id)
{
    const char *const slash = strrchr(id, '/');
    return slash != NULL ? (size_t)(slash + 1 - id) : 0;
}

/* Results that share all but the last part of their ids, from FIRST on. */
static size_t group_end(const struct fix *fix, size_t first, bool *alike)
{
    const struct result *const one = &fix->results[first];
    const size_t size = stem_size(one->id);
    size_t end = first;
    *alike = true;
    for (; end < fix->count && strncmp(fix->results[end].id, one->id, size) == 0 &&
           stem_size(fix->results[end].id) == size;
         end++)
        if (!fix->results[end].wanted || fix->results[end].outcome != one->outcome)
            *alike = false;
    return end;
}

/* A glob stands for a group only where all of the group was asked. */
static void write_new(const struct fix *fix, FILE *out)
{
    const struct selection *const selection = fix->report->selection;
    const bool whole = report_judges_expectations(fix->report) && selection->select.count == 0 &&
                       selection->skip.count == 0 && selection->shards == 0;
    size_t end;
    for (size_t first = 0; first < fix->count; first = end) {
        bool alike;
        end = group_end(fix, first, &alike);
        if (whole && alike && end - first > 1) {
            const struct result *const one = &fix->results[first];
            (void)fprintf(out, "%.*s* %s\n", (int)stem_size(one->id), one->id, one->outcome);
            continue;
        }
        for (size_t i = first; i < end; i++)
            if (fix->results[i].wanted)
                (void)fprintf(out, "%s %s\n", fix->results[i].id, fix->results[i].outcome);
    }
}

bool fix_expectations(const struct report *report, struct implementation_report *implementation)
{
    struct fix fix = {.report = report, .implementation = implementation};
    struct outlet outlet;
    bool done = each_entry(implementation, collect, &fix) && !fix.out_of_memory &&
                outlet_open(&outlet, implementation->expectations.path);
    if (done) {
        qsort(fix.results, fix.count, sizeof *fix.results, by_id);
        write_kept(&fix, outlet.file);
        write_new(&fix, outlet.file);
        done = outlet_close(&outlet);
    }
    for (size_t i = 0; i < fix.count; i++)
        free(fix.results[i].id);
    free(fix.results);
    return done;
}
