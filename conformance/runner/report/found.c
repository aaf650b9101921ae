/* Causes that were found: from the facts of a run into the report. */
#include "../causes/causes.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

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

void runner_find_causes(struct report *report)
{
    for (unsigned i = 0; i < report->count; i++) {
        struct implementation_report *const each = &report->implementations[i];
        struct found_causes found;
        struct fact *const all = each->unexpected > 0 ? runner_facts_read(&each->facts) : NULL;
        if (all != NULL && each->facts.count == each->logged &&
            runner_causes_find(&each->facts, all, (size_t)each->facts.count, &found)) {
            each->found = json_array();
            each->explained = found.explained;
            for (unsigned j = 0; j < found.count; j++)
                add_found(each, &found.all[j], all);
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

static bool take_smallest(void *context, const char *line, size_t size)
{
    struct smallest *const smallest = context;
    for (size_t i = 0; i < smallest->count; i++)
        if (smallest->all[i].entry == NULL && size > smallest->all[i].size &&
            memcmp(line, smallest->all[i].begin, smallest->all[i].size) == 0)
            smallest->all[i].entry = json_loadb(line, size, JSON_ALLOW_NUL, NULL);
    return true;
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
    if (smallest->count > 0)
        (void)runner_each_line(implementation, take_smallest, smallest);
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
        const struct named_cause found = {runner_string_of(one, "words"),
                                          (uint64_t)json_integer_value(json_object_get(one, "explains")),
                                          runner_entry_of(entry)};
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
