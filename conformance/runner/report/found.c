/* Causes that were found: from the facts of a run into the report. */
#include "../causes/causes.h"
#include "report.h"

#include <stdlib.h>

/* The id of the vector whose line begins at PLACE; the caller releases it.  Null: it cannot be read again. */
static json_t *id_at(FILE *log, uint64_t place)
{
    char *line = NULL;
    size_t room = 0;
    json_t *entry = NULL, *id = NULL;
    const ssize_t size = fseeko(log, (off_t)place, SEEK_SET) == 0 ? getline(&line, &room, log) : -1;
    if (size > 0)
        entry = json_loadb(line, (size_t)size, JSON_ALLOW_NUL, NULL);
    id = json_incref(json_object_get(entry, "id"));
    json_decref(entry);
    free(line);
    return id;
}

static void add_found(struct implementation_report *each, const struct found_cause *cause, const struct fact *all)
{
    json_t *const id = id_at(each->log, all[cause->example].place);
    json_t *const one = json_pack("{s:s,s:s,s:s*,s:I,s:o}", "words", cause->words, "kind",
                                  runner_cause_kinds[cause->kind], "bug", cause->bug, "explains",
                                  (json_int_t)cause->explains, "smallest", id);
    if (one == NULL || json_array_append_new(each->found, one) != 0)
        runner_log_lose();
}

void runner_find_causes(struct report *report, const char *without)
{
    for (unsigned i = 0; i < report->count; i++) {
        struct implementation_report *const each = &report->implementations[i];
        struct found_causes found;
        struct fact *const all = each->unexpected > 0 ? runner_facts_read(&each->facts) : NULL;
        if (all != NULL && each->facts.count == each->logged &&
            runner_causes_find(&each->facts, all, (size_t)each->facts.count, without, &found)) {
            each->found = json_array();
            each->explained = found.explained;
            for (unsigned j = 0; j < found.count; j++)
                add_found(each, &found.all[j], all);
        }
        free(all);
        runner_facts_free(&each->facts);
    }
}

void runner_each_found(const struct implementation_report *implementation,
                       void (*visit)(void *context, const struct named_cause *found), void *context)
{
    for (size_t i = 0; i < json_array_size(implementation->found); i++) {
        const json_t *const one = json_array_get(implementation->found, i);
        const struct named_cause found = {runner_string_of(one, "words"), runner_string_of(one, "smallest"),
                                    (uint64_t)json_integer_value(json_object_get(one, "explains"))};
        visit(context, &found);
    }
}

static void add_explained(void *context, const struct named_cause *found)
{
    *(uint64_t *)context += found->explains;
}

uint64_t runner_found_explain(const struct implementation_report *implementation)
{
    uint64_t sum = 0;
    runner_each_found(implementation, add_explained, &sum);
    return sum < implementation->unexpected ? sum : implementation->unexpected;
}
