#include "corpus.h"

#include "../judge/judge.h"
#include "../process/memory.h"

#include <stdlib.h>
#include <string.h>

/* Makes an id.  That of a function does not depend on the other functions of its unit; that of a unit's
 * section begins with the unit's id.  Underscores stand for characters that may not be in an id, or mean something in a
 * glob. */
static json_t *id_of(const json_t *line, const char *what, bool is_section)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+=,./_:@<>()";
    char *const text = is_section ? memory_print("%s/%s", runner_string_of(line, "id"), what)
                                  : memory_print("%s/%s/%s", runner_string_of(line, "abi"),
                                                 runner_string_of(line, "family"), what);
    for (char *each = text; *each != '\0'; each++)
        if (strchr(allowed, *each) == NULL)
            *each = '_';
    json_t *const id = json_string(text);
    free(text);
    return id;
}

/* Adds the vector of a function; null: of the unit's section. */
static bool add_vector(struct unit *unit, json_t *line, uint64_t number, json_t *function, json_t *truth,
                       const char *about)
{
    const char *fault;
    json_t *const vector = json_copy(line), *const input = json_copy(json_object_get(line, "input"));
    json_t *const contested = json_object_get(truth, "contested");
    (void)json_object_set_new(vector, "id", id_of(line, about, function == NULL));
    (void)json_object_set_new(input, "functions", json_pack("[O*]", function));
    (void)json_object_set_new(vector, "input", input);
    (void)json_object_set_new(vector, "expect", json_pack("{s:[O*]}", "functions", truth));
    (void)json_object_set_new(vector, "note", json_string(about));
    if (contested != NULL) {
        (void)json_object_set_new(vector, "class", json_string("contested"));
        (void)json_object_set(vector, "ledger", contested);
    }
    char *const text = json_dumps(vector, JSON_COMPACT);
    struct vector *const read = runner_vector_read(runner_span_of(text), &fault);
    free(text);
    if (read != NULL) {
        read->unit = number;
        read->is_section = function == NULL;
        read->head = json_incref(json_object_get(input, "head"));
        read->function = json_incref(function);
        read->truth = json_incref(truth);
        read->not_asked = json_is_false(json_object_get(json_object_get(line, "expect"), "sframe"));
        unit->vectors[unit->count++] = read;
    }
    json_decref(vector);
    return read != NULL;
}

static bool add_function(struct unit *unit, json_t *line, uint64_t number, json_t *function, json_t *truth)
{
    const char *const name = json_string_value(json_object_get(function, "name"));
    const char *const true_name = json_string_value(json_object_get(truth, "name"));
    const char *const about = json_string_value(json_object_get(function, "about"));
    const json_t *const size = json_object_get(truth, "size");
    return name != NULL && true_name != NULL && strcmp(name, true_name) == 0 &&
           json_is_string(json_object_get(function, "text")) && (json_is_integer(size) || json_is_object(size)) &&
           json_is_array(json_object_get(truth, "rows")) &&
           add_vector(unit, line, number, function, truth, about != NULL ? about : name);
}

static bool cut_line(struct unit *unit, json_t *line, uint64_t number)
{
    const json_t *const input = json_object_get(line, "input");
    const json_t *const functions = json_object_get(input, "functions");
    const json_t *const truths = json_object_get(json_object_get(line, "expect"), "functions");
    const size_t count = json_array_size(functions);
    if (count == 0 || json_array_size(truths) != count || !json_is_string(json_object_get(input, "head")))
        return false;
    unit->vectors = memory_of(count + 1, sizeof(struct vector *));
    bool added = true;
    for (size_t i = 0; added && i < count; i++)
        added = add_function(unit, line, number, json_array_get(functions, i), json_array_get(truths, i));
    return added && add_vector(unit, line, number, NULL, NULL, SECTION_OF_UNIT);
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
