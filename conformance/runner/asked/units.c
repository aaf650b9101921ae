#include "corpus.h"

#include "../judge/judge.h"

#include <stdlib.h>
#include <string.h>

/* Replaces characters that may not be in an id, or mean something in a glob, by underscores. */
static void put_in_order(char *id)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+=,./_:@<>()";
    for (; *id != '\0'; id++)
        if (strchr(allowed, *id) == NULL)
            *id = '_';
}

/* Makes an id.  That of a function does not depend on the other functions of its unit; that of a unit's
 * section begins with the unit's id. */
static json_t *id_of(const json_t *line, const char *what, bool is_section)
{
    json_t *const id = is_section
                           ? json_sprintf("%s/%s", runner_string_of(line, "id"), what)
                           : json_sprintf("%s/%s/%s", runner_string_of(line, "abi"), runner_string_of(line, "family"), what);
    char *const text = json_is_string(id) ? strdup(json_string_value(id)) : NULL;
    json_decref(id);
    if (text == NULL)
        return NULL;
    put_in_order(text);
    json_t *const made = json_string(text);
    free(text);
    return made;
}

static void fill(struct vector *read, uint64_t number, const json_t *input, const json_t *functions,
                 const json_t *truths)
{
    read->unit = number;
    read->is_section = json_array_size(functions) == 0;
    read->head = json_incref(json_object_get(input, "head"));
    read->function = json_incref(json_array_get(functions, 0));
    read->truth = json_incref(json_array_get(truths, 0));
}

static bool add_vector(struct unit *unit, json_t *line, uint64_t number, json_t *functions, json_t *truths,
                       const char *about)
{
    const char *fault;
    json_t *const vector = json_copy(line), *const input = json_copy(json_object_get(line, "input"));
    json_t *const contested = json_object_get(json_array_get(truths, 0), "contested");
    (void)json_object_set_new(vector, "id", id_of(line, about, json_array_size(functions) == 0));
    (void)json_object_set(input, "functions", functions);
    (void)json_object_set_new(vector, "input", input);
    (void)json_object_set_new(vector, "expect", json_pack("{s:O}", "functions", truths));
    (void)json_object_set_new(vector, "note", json_string(about));
    if (contested != NULL) {
        (void)json_object_set_new(vector, "class", json_string("contested"));
        (void)json_object_set(vector, "ledger", contested);
    }
    char *const text = json_dumps(vector, JSON_COMPACT);
    struct vector *const read = text != NULL ? runner_vector_read(runner_span_of(text), &fault) : NULL;
    free(text);
    if (read != NULL) {
        fill(read, number, input, functions, truths);
        read->not_asked = json_is_false(json_object_get(json_object_get(line, "expect"), "sframe"));
    }
    json_decref(vector);
    if (read == NULL)
        return false;
    unit->vectors[unit->count++] = read;
    return true;
}

static bool add_function(struct unit *unit, json_t *line, uint64_t number, json_t *function, json_t *truth)
{
    const char *const name = json_string_value(json_object_get(function, "name"));
    const char *const true_name = json_string_value(json_object_get(truth, "name"));
    const char *const about = json_string_value(json_object_get(function, "about"));
    const json_t *const size = json_object_get(truth, "size");
    const bool whole = name != NULL && true_name != NULL && strcmp(name, true_name) == 0 &&
                       json_is_string(json_object_get(function, "text")) &&
                       (json_is_integer(size) || json_is_object(size)) &&
                       json_is_array(json_object_get(truth, "rows"));
    json_t *const functions = json_pack("[O]", function), *const truths = json_pack("[O]", truth);
    const bool added = whole && functions != NULL && truths != NULL &&
                       add_vector(unit, line, number, functions, truths, about != NULL ? about : name);
    json_decref(functions);
    json_decref(truths);
    return added;
}

static bool add_section(struct unit *unit, json_t *line, uint64_t number)
{
    json_t *const none = json_array();
    const bool added = none != NULL && add_vector(unit, line, number, none, none, SECTION_OF_UNIT);
    json_decref(none);
    return added;
}

static bool cut_line(struct unit *unit, json_t *line, uint64_t number)
{
    const json_t *const input = json_object_get(line, "input");
    const json_t *const functions = json_object_get(input, "functions");
    const json_t *const truths = json_object_get(json_object_get(line, "expect"), "functions");
    const size_t count = json_array_size(functions);
    if (count == 0 || json_array_size(truths) != count || !json_is_string(json_object_get(input, "head")))
        return false;
    unit->vectors = calloc(count + 1, sizeof(struct vector *));
    bool added = unit->vectors != NULL;
    for (size_t i = 0; added && i < count; i++)
        added = add_function(unit, line, number, json_array_get(functions, i), json_array_get(truths, i));
    return added && add_section(unit, line, number);
}

bool runner_unit_cut(struct unit *unit, struct span line, uint64_t number, const char **fault)
{
    json_error_t error;
    json_t *const read = runner_json_of(line, 0, &error);
    *unit = (struct unit){.count = 0};
    *fault =
        "a unit is to have a head, functions with name and text, and the truth of each in the same order";
    const bool cut = read != NULL && cut_line(unit, read, number);
    json_decref(read);
    if (!cut)
        runner_unit_free(unit);
    return cut;
}

struct vector *runner_unit_next(struct unit *unit)
{
    if (unit->first < unit->count)
        return unit->vectors[unit->first++];
    runner_unit_free(unit);
    return NULL;
}

void runner_unit_free(struct unit *unit)
{
    while (unit->first < unit->count)
        runner_vector_release(unit->vectors[unit->first++]);
    free(unit->vectors);
    *unit = (struct unit){.count = 0};
}
