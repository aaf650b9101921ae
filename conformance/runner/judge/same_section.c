#include "same_section.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes to WORDS what differs, and always returns false. */
static bool describe_difference(char words[WORDS_MAX], const char *what, const json_t *wanted,
                                const json_t *got)
{
    char *const left = json_dumps(wanted, JSON_COMPACT | JSON_ENCODE_ANY), *const right = json_dumps(
                                                                               got, JSON_COMPACT |
                                                                                        JSON_ENCODE_ANY);
    (void)snprintf(words, WORDS_MAX, "%.40s: %.80s was asked for, %.80s came", what,
                   left != NULL ? left : "nothing", right != NULL ? right : "nothing");
    free(left);
    free(right);
    return false;
}

static bool same_members(const json_t *wanted, const json_t *got, const char *const *names,
                         char words[WORDS_MAX])
{
    for (; *names != NULL; names++) {
        const json_t *const left = json_object_get(wanted, *names), *const right =
                                                                        json_object_get(got, *names);
        if (!json_equal(left, right) && (left != NULL || right != NULL))
            return describe_difference(words, *names, left, right);
    }
    return true;
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

static json_t *rules_of(const json_t *row)
{
    static const char *const names[] = {"cfa", "ra", "fp", "mangled_ra"};
    json_t *const rules = json_object();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (json_object_get(row, names[i]) != NULL)
            (void)json_object_set(rules, names[i], json_object_get(row, names[i]));
    return rules;
}

static const json_t *rules_at(const json_t *spans, size_t index)
{
    return json_object_get(json_array_get(spans, index), "rules");
}

/* The places where other rules begin to hold than before, with these rules.  Rows are sorted by their starts.
 */
static json_t *spans_of(const json_t *function)
{
    const json_t *const rows = json_object_get(function, "rows");
    json_t *const spans = json_array();
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *const row = json_array_get(rows, i), *const start = json_object_get(row, "start");
        const size_t last = json_array_size(spans) - 1;
        json_t *const rules = rules_of(row);
        if (json_array_size(spans) != 0 &&
            json_equal(json_object_get(json_array_get(spans, last), "start"), start))
            (void)json_array_remove(spans, last);
        if (json_array_size(spans) == 0 || !json_equal(rules_at(spans, json_array_size(spans) - 1), rules))
            (void)json_array_append_new(spans, json_pack("{s:O,s:O}", "start", start, "rules", rules));
        json_decref(rules);
    }
    return spans;
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static uint64_t start_of(const json_t *function)
{
    const char *const text = json_string_value(json_object_get(function, "start"));
    uint64_t start = 0;
    return text != NULL && runner_span_hex(runner_span_of(text), &start) ? start : 0;
}

/* Orders functions that cover the same code. */
static int by_rows(const json_t *left, const json_t *right)
{
    char *const one = json_dumps(json_object_get(left, "rows"), JSON_COMPACT | JSON_SORT_KEYS);
    char *const other = json_dumps(json_object_get(right, "rows"), JSON_COMPACT | JSON_SORT_KEYS);
    const int order = one != NULL && other != NULL ? strcmp(one, other) : 0;
    free(one);
    free(other);
    return order;
}

static int by_start(const void *left, const void *right)
{
    const json_t *const a = *(const json_t *const *)left, *const b = *(const json_t *const *)right;
    const uint64_t one = start_of(a), other = start_of(b);
    if (one != other)
        return one < other ? -1 : 1;
    const json_int_t size = json_integer_value(json_object_get(a, "size")),
                     other_size = json_integer_value(json_object_get(b, "size"));
    return size != other_size ? (size < other_size ? -1 : 1) : by_rows(a, b);
}

/* Returns null if memory ran out. */
static const json_t **sorted(const json_t *functions)
{
    const size_t count = json_array_size(functions);
    const json_t **const list = calloc(count + 1, sizeof(const json_t *));
    for (size_t i = 0; list != NULL && i < count; i++)
        list[i] = json_array_get(functions, i);
    if (list != NULL)
        qsort(list, count, sizeof(const json_t *), by_start);
    return list;
}

static bool same_function(const json_t *wanted, const json_t *got, char words[WORDS_MAX])
{
    static const char *const names[] = {"start", "size", "pc_type", "fde_type", "signal", "pauth_key", NULL};
    static const char *const blocks[] = {"rep_size", NULL};
    const char *const type = json_string_value(json_object_get(wanted, "pc_type"));
    if (!same_members(wanted, got, names, words))
        return false;
    if (type != NULL && strcmp(type, "mask") == 0 && !same_members(wanted, got, blocks, words))
        return false;
    json_t *const left = spans_of(wanted), *const right = spans_of(got);
    const bool same = json_equal(left, right) || describe_difference(words, "rows", left, right);
    json_decref(left);
    json_decref(right);
    return same;
}

static bool same_functions(const json_t *wanted, const json_t *got, char words[WORDS_MAX])
{
    const size_t count = json_array_size(wanted);
    const json_t **const left = sorted(wanted), **const right = sorted(got);
    bool same = left != NULL && right != NULL && json_array_size(got) == count;
    if (!same)
        (void)snprintf(words, WORDS_MAX, "functions: %zu were asked for, %zu came", count,
                       json_array_size(got));
    for (size_t i = 0; same && i < count; i++)
        same = same_function(left[i], right[i], words);
    free(left);
    free(right);
    return same;
}

static bool points_frames(const json_t *model)
{
    const json_t *const flags = json_object_get(model, "flags");
    for (size_t i = 0; i < json_array_size(flags); i++)
        if (strcmp(json_string_value(json_array_get(flags, i)), "frame_pointer") == 0)
            return true;
    return false;
}

bool runner_same_section(const json_t *wanted, const json_t *got, char words[WORDS_MAX])
{
    static const char *const header[] = {"version", "abi", "fixed_fp", "fixed_ra", "aux", NULL};
    if (!same_members(wanted, got, header, words))
        return false;
    if (points_frames(wanted) != points_frames(got))
        return describe_difference(words, "flags", json_object_get(wanted, "flags"),
                                   json_object_get(got, "flags"));
    return same_functions(json_object_get(wanted, "functions"), json_object_get(got, "functions"), words);
}
