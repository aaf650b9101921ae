#include "truth.h"

#include "../../common/files/bounded_json.h"
#include "../../common/sorted.h"

#include <stdlib.h>
#include <string.h>

struct reading {
    struct cfi_table *table;
    struct input *input;
    const struct landmarks *landmarks;
    struct landmark *by_name; /* a copy of the symbols, in the order of their names */
    struct landmark *labels;  /* in the order of their names, too */
    size_t label_count;
};

/* --- Places --------------------------------------------------------------------------------------------- */

/* False: JSON is not a place. */
static bool read_place(const json_t *json, struct place *place)
{
    static const struct {
        const char *word;
        enum place_kind kind;
    } words[] = {{"same", PLACE_SAME},
                 {"undefined", PLACE_UNDEFINED},
                 {"complex", PLACE_COMPLEX},
                 {"unstated", PLACE_UNSTATED}};
    for (size_t i = 0; json_is_string(json) && i < sizeof words / sizeof *words; i++)
        if (strcmp(json_string_value(json), words[i].word) == 0) {
            *place = place_kind(words[i].kind);
            return true;
        }
    const json_t *const base = json_object_get(json, "base");
    const bool cfa = json_is_string(base) && strcmp(json_string_value(base), "cfa") == 0;
    if (!cfa &&
        (!json_is_integer(base) || json_integer_value(base) < 0 || json_integer_value(base) >= BASE_CFA))
        return false;
    *place = place_at(cfa ? BASE_CFA : (uint16_t)json_integer_value(base),
                      json_integer_value(json_object_get(json, "offset")),
                      json_is_true(json_object_get(json, "deref")));
    return true;
}

static bool read_recovery(const json_t *json, struct recovery *recovery)
{
    recovery->mangled = json_is_true(json_object_get(json, "mangled"));
    return read_place(json_object_get(json, "cfa"), &recovery->cfa) &&
           read_place(json_object_get(json, "ra"), &recovery->ra) &&
           read_place(json_object_get(json, "fp"), &recovery->fp) &&
           read_place(json_object_get(json, "sp"), &recovery->sp);
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static const struct landmark *find_name(const struct landmark *landmarks, size_t count, const char *name)
{
    const struct landmark wanted = {.name = name};
    return count == 0 || name == NULL ? NULL
                                      : bsearch(&wanted, landmarks, count, sizeof wanted, cfi_name_order);
}

/* How many bytes behind START: JSON is a number, or names a label. */
static bool read_distance(const struct reading *reading, const json_t *json, uint64_t start,
                          uint64_t *distance)
{
    const char *const name = json_string_value(json_object_get(json, "symbol"));
    const struct landmark *const label = find_name(reading->labels, reading->label_count, name);
    if (json_is_integer(json) && json_integer_value(json) >= 0)
        *distance = (uint64_t)json_integer_value(json);
    else if (label != NULL && label->start >= start)
        *distance = label->start - start;
    else
        return tool_input_fail(reading->input, "no label %s behind its function, of which the truth is told",
                               name != NULL ? name : "with a name");
    return true;
}

/* Adds a row, which ends at END.  If it begins at a label, it may have no bytes; then it is left out. */
static bool add_row(struct reading *reading, const struct cfi_function *function, const json_t *json,
                    uint64_t end)
{
    uint64_t at = 0;
    const json_t *const place = json_object_get(json, "at");
    if (!read_distance(reading, place, function->start, &at))
        return false;
    if (json_is_object(place) && function->start + at == end)
        return true;
    const struct cfi_row row = {.start = function->start + at, .end = end};
    struct recovery recovery;
    if (!read_recovery(json, &recovery) || row.start >= end)
        return tool_input_fail(reading->input, "the truth has a row that cannot be read");
    return cfi_put_row(reading->table, reading->input, &row, &recovery);
}

static bool add_rows(struct reading *reading, const struct cfi_function *function, const json_t *rows)
{
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *const next = json_array_get(rows, i + 1);
        uint64_t end = function->end - function->start;
        if ((next != NULL && !read_distance(reading, json_object_get(next, "at"), function->start, &end)) ||
            !add_row(reading, function, json_array_get(rows, i), function->start + end))
            return false;
    }
    return true;
}

/* NUMBER: its index in the list.  That becomes its `offset`, as there is no FDE. */
static bool add_function(struct reading *reading, const json_t *json, size_t number)
{
    struct cfi_table *const table = reading->table;
    const char *const name = json_string_value(json_object_get(json, "name"));
    const struct landmark *const symbol = find_name(reading->by_name, reading->landmarks->symbol_count, name);
    uint64_t size = 0;
    if (symbol == NULL)
        return tool_input_fail(reading->input, "no function %s, of which the truth is told",
                               name != NULL ? name : "");
    if (!read_distance(reading, json_object_get(json, "size"), symbol->start, &size))
        return false;
    if (symbol->size != size)
        return tool_input_fail(reading->input, "%s has %llu bytes, and should have %llu", name,
                               (unsigned long long)symbol->size, (unsigned long long)size);
    struct cfi_function *const function =
        cfi_put_function(table, reading->input,
                         &(struct cfi_function){.start = symbol->start,
                                                .end = symbol->start + size,
                                                .offset = number,
                                                .first_row = table->row_count,
                                                .signal = json_is_true(json_object_get(json, "signal")),
                                                .key_b = json_is_true(json_object_get(json, "key_b"))});
    if (function == NULL || !add_rows(reading, function, json_object_get(json, "rows")))
        return false;
    if (size != 0) /* a function without bytes is left out */
        table->function_count++;
    return true;
}

bool cfi_take_truth(struct cfi_table *table, const struct elf_view *view, const struct landmarks *landmarks,
                    const json_t *functions)
{
    struct reading reading = {.table = table, .input = view->input, .landmarks = landmarks};
    const struct machine *const machine = table->machine;
    cfi_free(table);
    *table = (struct cfi_table){.machine = machine, .section = "the truth"};
    const size_t symbols = reading.landmarks->symbol_count;
    reading.by_name = calloc(symbols + 1, sizeof *reading.by_name);
    if (reading.by_name == NULL)
        return tool_input_fail(reading.input, "out of memory");
    if (symbols != 0)
        memcpy(reading.by_name, reading.landmarks->symbols, symbols * sizeof *reading.by_name);
    qsort(reading.by_name, symbols, sizeof *reading.by_name, cfi_name_order);
    bool taken = cfi_labels_find(&reading.labels, &reading.label_count, view);
    for (size_t i = 0; taken && i < json_array_size(functions); i++)
        taken = add_function(&reading, json_array_get(functions, i), i);
    free(reading.by_name);
    free(reading.labels);
    if (table->function_count != 0)
        qsort(table->functions, table->function_count, sizeof *table->functions, sorted_order);
    return taken;
}

bool cfi_take_truth_file(struct cfi_table *table, const struct elf_view *view,
                         const struct landmarks *landmarks, const char *path)
{
    struct input *const input = view->input;
    json_error_t error;
    json_t *const json = bounded_json(BOUNDED_TRUTH, path, 0, &error);
    const json_t *const functions = json_object_get(json, "functions");
    bool taken = false;
    if (json == NULL && error.line < 0)
        (void)tool_input_fail(input, "cannot read the truth in %s: %s", path, error.text);
    else if (json == NULL)
        (void)tool_input_fail(input, "cannot read the truth in %s: line %d: %s", path, error.line,
                              error.text);
    else if (!json_is_array(functions))
        (void)tool_input_fail(input, "no list of functions in %s", path);
    else
        taken = cfi_take_truth(table, view, landmarks, functions);
    json_decref(json);
    return taken;
}
