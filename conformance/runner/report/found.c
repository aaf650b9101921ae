/* Causes that were found: from the facts of a run into the report. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

/* The entry whose line begins at PLACE; the caller releases it.  Null: it cannot be read again. */
static json_t *entry_at(FILE *log, uint64_t place)
{
    char *line = NULL;
    size_t room = 0;
    json_t *entry = NULL;
    const ssize_t size = fseeko(log, (off_t)place, SEEK_SET) == 0 ? getline(&line, &room, log) : -1;
    if (size > 0)
        entry = json_loadb(line, (size_t)size, JSON_ALLOW_NUL, NULL);
    free(line);
    return entry;
}

static void add_found(const struct report *report, struct implementation_report *each,
                      const struct found_cause *cause, const struct fact *example,
                      const struct shared_clauses *shared)
{
    json_t *const entry = entry_at(each->log, example->place);
    json_t *const one = json_pack("{s:s,s:s,s:s*,s:o*,s:I,s:O}", "words", cause->words, "kind",
                                  runner_cause_kinds[cause->kind], "bug", cause->bug, "clause",
                                  runner_deciding_all(report, entry, shared), "explains",
                                  (json_int_t)cause->explains, "smallest", json_object_get(entry, "id"));
    if (one == NULL || json_array_append_new(each->found, one) != 0)
        runner_log_lose();
    json_decref(entry);
}

static void add_all(const struct report *report, struct implementation_report *each,
                    const struct found_causes *found, const struct fact *all)
{
    struct shared_clauses shared[CAUSES_MAX];
    struct log_walk walk = runner_log_begin(each);
    struct span line;
    for (unsigned i = 0; i < found->count; i++)
        shared[i] = (struct shared_clauses){
            .words = found->all[i].words, .judged = each->clauses.numbers, .with = json_object()};
    for (size_t i = 0; runner_log_next(&walk, &line); i++)
        if (found->explained[i] > 0)
            runner_share_clauses(&shared[found->explained[i] - 1], line);
    each->found = json_array();
    for (unsigned i = 0; i < found->count; i++) {
        add_found(report, each, &found->all[i], &all[found->all[i].example], &shared[i]);
        json_decref(shared[i].with);
    }
}

void runner_find_causes(struct report *report)
{
    for (unsigned i = 0; i < report->count; i++) {
        struct implementation_report *const each = &report->implementations[i];
        struct found_causes found;
        struct fact *const all = each->unexpected > 0 ? runner_facts_read(&each->facts) : NULL;
        if (all != NULL && each->facts.count == each->logged &&
            runner_causes_find(&each->facts, all, (size_t)each->facts.count, &found)) {
            each->explained = found.explained;
            add_all(report, each, &found, all);
        }
        free(all);
        runner_facts_free(&each->facts);
    }
}

/* The entries of the smallest vectors of causes: what their lines begin with, and the lines. */
struct smallest {
    size_t count;
    struct {
        char *begin;
        size_t size;
        json_t *entry;
    } all[CAUSES_MAX];
};

static void take_smallest(struct smallest *smallest, struct span line)
{
    for (size_t i = 0; i < smallest->count; i++)
        if (smallest->all[i].entry == NULL && line.size > smallest->all[i].size &&
            memcmp(line.at, smallest->all[i].begin, smallest->all[i].size) == 0)
            smallest->all[i].entry = json_loadb(line.at, line.size, JSON_ALLOW_NUL, NULL);
}

static void find_smallest(const struct implementation_report *implementation, struct smallest *smallest)
{
    for (size_t i = 0; i < json_array_size(implementation->found) && i < CAUSES_MAX; i++) {
        const char *const id = runner_string_of(json_array_get(implementation->found, i), "smallest");
        FILE *const out = open_memstream(&smallest->all[i].begin, &smallest->all[i].size);
        if (out == NULL)
            return;
        (void)fputs("{\"id\":", out);
        runner_put_string(out, runner_span_of(id));
        if (fclose(out) != 0)
            return;
        smallest->count++;
    }
    if (smallest->count == 0)
        return;
    struct span line;
    for (struct log_walk walk = runner_log_begin(implementation); runner_log_next(&walk, &line);)
        take_smallest(smallest, line);
}

void runner_each_found(const struct implementation_report *implementation,
                       void (*visit)(void *context, const struct named_cause *found), void *context)
{
    struct smallest smallest = {.count = 0};
    find_smallest(implementation, &smallest);
    for (size_t i = 0; i < smallest.count; i++) {
        json_t *const one = json_array_get(implementation->found, i), *entry = smallest.all[i].entry;
        if (entry == NULL)
            entry = json_pack("{s:O}", "id", json_object_get(one, "smallest"));
        const struct named_cause found = {
            runner_string_of(one, "words"), json_string_value(json_object_get(one, "clause")),
            (uint64_t)json_integer_value(json_object_get(one, "explains")), runner_entry_of(entry)};
        visit(context, &found);
        json_decref(entry);
        free(smallest.all[i].begin);
    }
}

uint64_t runner_found_explain(const struct implementation_report *implementation)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < json_array_size(implementation->found); i++)
        sum += (uint64_t)json_integer_value(json_object_get(json_array_get(implementation->found, i), "explains"));
    return sum < implementation->unexpected ? sum : implementation->unexpected;
}
