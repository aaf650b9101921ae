#include "judge.h"

#include "declaration.h"
#include "members.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* --- Comparison ----------------------------------------------------------------------------------------- */

struct comparison {
    const struct declaration *declaration;
    struct judgement *judgement;
    enum operation operation;
    enum abi abi;
    bool exact;
    bool part;                /* the expectation is partial: the answer may state more */
    /* The expectation is a reading of a contested point: the answer may state more, except rules. */
    bool reading;
    char path[PATH_MAX_SIZE]; /* of what is compared */
};

/* Appends a member's name to the path.  Returns the length that the path had, to cut the name off again. */
static size_t enter(struct comparison *at, const char *name)
{
    const size_t size = strlen(at->path);
    (void)snprintf(at->path + size, sizeof at->path - size, "%s%s", size > 0 ? "." : "", name);
    return size;
}

bool runner_is_below(const char *low, const char *top)
{
    const size_t size = strlen(top);
    return strncmp(low, top, size) == 0 && (low[size] == '\0' || low[size] == '.');
}

bool runner_is_exposed(const struct declaration *declaration, const char *path)
{
    if (declaration->exposes == NULL)
        return true;
    for (size_t i = 0; i < json_array_size(declaration->exposes); i++) {
        const char *const exposed = json_string_value(json_array_get(declaration->exposes, i));
        if (runner_is_below(path, exposed) || runner_is_below(exposed, path))
            return true;
    }
    return false;
}

const char *runner_register_of(enum abi abi, const char *base)
{
    if (strcmp(base, runner_abi_facts[abi].sp) == 0)
        return "sp";
    return strcmp(base, runner_abi_facts[abi].fp) == 0 ? "fp" : base;
}

static bool contains(const json_t *words, const json_t *word)
{
    for (size_t i = 0; i < json_array_size(words); i++)
        if (json_equal(json_array_get(words, i), word))
            return true;
    return false;
}

static bool same_words(const json_t *one, const json_t *other)
{
    for (size_t i = 0; i < json_array_size(one); i++)
        if (!contains(other, json_array_get(one, i)))
            return false;
    return json_array_size(one) == json_array_size(other);
}

static bool same_address(const json_t *one, const json_t *other)
{
    uint64_t a, b;
    return runner_span_hex(runner_span_of(json_string_value(one)), &a) &&
           runner_span_hex(runner_span_of(json_string_value(other)), &b) && a == b;
}

static void compare_members(struct comparison *at, const struct member *members, const json_t *expected,
                            const json_t *actual);

/* Adds a difference in the member NAME of what is compared, unless it is the SAME. */
static void compare_in(struct comparison *at, const char *name, bool same, const json_t *expected,
                       const json_t *actual)
{
    const size_t size = enter(at, name);
    if (!same)
        runner_add_difference(at->judgement, at->path, expected, actual);
    at->path[size] = '\0';
}

static void compare_objects(struct comparison *at, const struct member *member, const json_t *expected,
                            const json_t *actual)
{
    const size_t expects = json_array_size(expected), has = json_array_size(actual);
    if (expects != has) {
        json_t *const counts = json_pack("[I,I]", (json_int_t)expects, (json_int_t)has);
        compare_in(at, "length", false, json_array_get(counts, 0), json_array_get(counts, 1));
        json_decref(counts);
    }
    const size_t size = strlen(at->path);
    for (size_t i = 0; i < expects && i < has; i++) {
        (void)snprintf(at->path + size, sizeof at->path - size, "[%zu]", i);
        compare_members(at, member->inside, json_array_get(expected, i), json_array_get(actual, i));
        at->path[size] = '\0';
    }
}

static bool same_base(const struct comparison *at, const json_t *expected, const json_t *actual)
{
    if (at->exact || actual == NULL)
        return json_equal(expected, actual);
    return strcmp(runner_register_of(at->abi, json_string_value(expected)),
                  runner_register_of(at->abi, json_string_value(actual))) == 0;
}

/* Compares two places as a whole: base and offset must be there, and a place without "deref" is not
 * dereferenced. */
static void compare_places(struct comparison *at, const json_t *expected, const json_t *actual)
{
    const json_t *const bases[] = {json_object_get(expected, "base"), json_object_get(actual, "base")};
    const json_t *const offsets[] = {json_object_get(expected, "offset"), json_object_get(actual, "offset")};
    const json_t *const derefs[] = {json_object_get(expected, "deref"), json_object_get(actual, "deref")};
    compare_in(at, "base", same_base(at, bases[0], bases[1]), bases[0], bases[1]);
    compare_in(at, "offset", json_equal(offsets[0], offsets[1]), offsets[0], offsets[1]);
    compare_in(at, "deref", json_is_true(derefs[0]) == json_is_true(derefs[1]), derefs[0], derefs[1]);
}

static bool are_equal(const struct comparison *at, const struct member *member, const json_t *expected,
                      const json_t *actual)
{
    if (at->exact)
        return json_equal(expected, actual);
    switch (member->type) {
    case NONE:
        return json_equal(expected, actual) || strcmp(json_string_value(actual), "unknown") == 0;
    case WORDS:
        return same_words(expected, actual);
    case ADDRESS:
        return same_address(expected, actual);
    case HEX:
        return strcasecmp(json_string_value(expected), json_string_value(actual)) == 0;
    case ANYTHING:
        return true;
    default:
        return json_equal(expected, actual);
    }
}

static void compare_values(struct comparison *at, const struct member *member, const json_t *expected,
                           const json_t *actual)
{
    if (member->type == OBJECTS)
        compare_objects(at, member, expected, actual);
    else if (json_is_object(expected) && json_is_object(actual))
        compare_places(at, expected, actual);
    else if (!are_equal(at, member, expected, actual))
        runner_add_difference(at->judgement, at->path, expected, actual);
}

/* Whether the adapter declares the member at the path: `exposes` names it with the operation, and without indices. */
static bool is_exposed(const struct comparison *at)
{
    char name[PATH_MAX_SIZE];
    const size_t size = (size_t)snprintf(name, sizeof name, "%s.", runner_operation_names[at->operation]);
    (void)runner_without_indices(name + size, sizeof name - size, runner_span_of(at->path));
    return runner_is_exposed(at->declaration, name);
}

/* Whether an answer may have a member that the expectation does not have.  It may say that something is not
 * the case. */
static bool may_be_stated(const struct comparison *at, const struct member *member, const json_t *actual)
{
    return at->part || member->may_be_added || json_is_false(actual) || (at->reading && !member->is_rule);
}

static void compare_members(struct comparison *at, const struct member *members, const json_t *expected,
                            const json_t *actual)
{
    for (; members->name != NULL; members++) {
        const json_t *const expects = json_object_get(expected, members->name);
        const json_t *const has = json_object_get(actual, members->name);
        if (members->type == ANYTHING || (expects == NULL && has == NULL))
            continue;
        const size_t size = enter(at, members->name);
        if (expects != NULL && has != NULL) {
            at->judgement->compared += !members->is_asked && !(json_is_false(expects) && json_is_false(has));
            compare_values(at, members, expects, has);
        } else if (expects != NULL
                       ? at->exact || members->must_be_stated || is_exposed(at)
                       : !may_be_stated(at, members, has))
            runner_add_difference(at->judgement, at->path, expects, has);
        at->path[size] = '\0';
    }
}

void runner_compare_answers(const struct vector *vector, const struct declaration *declaration,
                            enum measure measure, const json_t *expected, const json_t *actual,
                            struct judgement *judgement)
{
    struct comparison at = {.declaration = declaration,
                            .judgement = judgement,
                            .operation = vector->operation,
                            .abi = vector->abi,
                            .exact = measure == EXACT,
                            .part = vector->operation == DECODE && json_object_get(expected, "version") == NULL,
                            .reading = vector->class == CONTESTED};
    compare_members(&at, runner_members_of(vector->operation), expected, actual);
}

/* --- Violations ----------------------------------------------------------------------------------------- */

/* The clause, the place and the severity of each violation, without notes unless they are wanted. */
static json_t *findings_of(const json_t *violations, bool with_notes)
{
    static const char *const compared[] = {"clause", "offset", "severity"};
    json_t *const findings = json_array();
    for (size_t i = 0; i < json_array_size(violations); i++) {
        const json_t *const violation = json_array_get(violations, i);
        if (!with_notes && strcmp(runner_string_of(violation, "severity"), "note") == 0)
            continue;
        json_t *const finding = json_object();
        for (size_t j = 0; j < sizeof compared / sizeof *compared; j++)
            (void)json_object_set(finding, compared[j], json_object_get(violation, compared[j]));
        (void)json_array_append_new(findings, finding);
    }
    return findings;
}

static void remove_common(json_t *one, json_t *other)
{
    for (size_t i = json_array_size(one); i > 0; i--)
        for (size_t j = 0; j < json_array_size(other); j++)
            if (json_equal(json_array_get(one, i - 1), json_array_get(other, j))) {
                (void)json_array_remove(other, j);
                (void)json_array_remove(one, i - 1);
                break;
            }
}

void runner_compare_violations(const json_t *expected, const json_t *actual, bool with_notes,
                               struct judgement *judgement)
{
    if (!json_is_array(actual)) {
        runner_add_difference(judgement, "violations", expected, actual);
        return;
    }
    json_t *const missing = findings_of(expected, with_notes);
    json_t *const added = findings_of(actual, with_notes);
    remove_common(missing, added);
    for (size_t i = 0; i < json_array_size(missing) || i < json_array_size(added); i++)
        runner_add_difference(judgement, "violations", json_array_get(missing, i), json_array_get(added, i));
    json_decref(missing);
    json_decref(added);
}
