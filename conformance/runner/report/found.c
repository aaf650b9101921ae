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
    if (json_array_append_new(each->found, one) != 0)
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
            .words = found->all[i].words, .judged = each->clauses};
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
        if (all != NULL && each->facts.count == each->logged) {
            runner_causes_find(&each->facts, all, (size_t)each->facts.count, &found);
            each->explained = found.explained;
            add_all(report, each, &found, all);
        }
        free(all);
        runner_facts_free(&each->facts);
    }
}

/* Adds to each cause the entry of its smallest vector, if this line of the log has it. */
static void take_smallest(const json_t *list, struct span line)
{
    const struct span quoted = runner_json_of_name(line, "id");
    json_t *const id = json_loadb(quoted.at, quoted.size, JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL);
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *const one = json_array_get(list, i);
        if (json_object_get(one, "entry") == NULL && json_equal(id, json_object_get(one, "smallest")))
            (void)json_object_set_new(one, "entry", json_loadb(line.at, line.size, JSON_ALLOW_NUL, NULL));
    }
    json_decref(id);
}

struct cause_walk runner_found_begin(const struct implementation_report *implementation)
{
    struct log_walk walk = runner_log_begin(implementation);
    struct span line;
    json_t *const list = json_array();
    for (size_t i = 0; i < json_array_size(implementation->found) && i < CAUSES_MAX; i++)
        (void)json_array_append_new(list, json_copy(json_array_get(implementation->found, i)));
    while (json_array_size(list) > 0 && runner_log_next(&walk, &line))
        take_smallest(list, line);
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *const one = json_array_get(list, i);
        if (json_object_get(one, "entry") == NULL)
            (void)json_object_set_new(one, "entry", json_pack("{s:O}", "id", json_object_get(one, "smallest")));
    }
    return (struct cause_walk){list, 0};
}

uint64_t runner_found_explain(const struct implementation_report *implementation)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < json_array_size(implementation->found); i++)
        sum += runner_count_of(json_array_get(implementation->found, i), "explains");
    return sum < implementation->unexpected ? sum : implementation->unexpected;
}
