#include "members.h"

#include <stdio.h>
#include <string.h>

/* The members that any answer may have.  The others come from the schemas. */
/* clang-format off */
#define IN_ANY_ANSWER                                                                        \
    {.name = "request", .type = ANYTHING},                                                   \
    {.name = "error", .type = WORD},                                                         \
    {.name = "none", .type = NONE, .form = "^(function|row|unknown|error)$",                 \
     .owed = "function, row, unknown, error", .is_rule = true, .must_be_stated = true},      \
    {.name = "unsupported", .type = WORD},                                                   \
    {.name = "inconsistent", .type = WORD, .may_be_added = true},                            \
    {.name = "ended", .type = WORD},                                                         \
    {.name = "stderr", .type = WORD},                                                        \
    {.name = "section", .type = ANYTHING},                                                   \
    {.name = "segment", .type = ANYTHING},                                                   \
    {.name = "violations", .type = ANYTHING}
/* clang-format on */

#include "members.inc" /* answer_members; written by members.py */

const struct member *const runner_place_members = place_members;

const struct member *runner_members_of(enum operation operation)
{
    return answer_members[operation];
}

/* --- Shape ---------------------------------------------------------------------------------------------- */

bool runner_are_words(const json_t *value)
{
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!json_is_string(json_array_get(value, i)))
            return false;
    return json_is_array(value);
}

static bool has_members(json_t *object, const struct member *members, const char *where,
                        char words[WORDS_MAX]);

static bool are_objects(const json_t *value, const struct member *member, char words[WORDS_MAX])
{
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!has_members(json_array_get(value, i), member->inside, member->name, words))
            return false;
    return json_is_array(value);
}

static bool has_type(json_t *value, const struct member *member, char words[WORDS_MAX])
{
    uint64_t address;
    switch (member->type) {
    case WORD:
    case NONE:
    case BASE:
        return json_is_string(value);
    case WORDS:
        return runner_are_words(value);
    case ADDRESS:
        return json_is_string(value) && runner_span_hex(runner_span_of(json_string_value(value)), &address);
    case HEX:
        return json_is_string(value) && runner_are_bytes(runner_span_of(json_string_value(value)));
    case INTEGER:
        return json_is_integer(value);
    case BOOLEAN:
        return json_is_boolean(value);
    case PLACE:
        return json_is_object(value) && has_members(value, place_members, member->name, words);
    case RULE:
        return json_is_string(value) || (json_is_object(value) && has_members(value, place_members, member->name, words));
    case OBJECTS:
        return are_objects(value, member, words);
    case ANYTHING:
        return true;
    }
    return false;
}

/* What a value of each type is, for people. */
static const char *const owed_types[] = {
    [WORD] = "a string",
    [WORDS] = "a list of strings",
    [NONE] = "a string",
    [ADDRESS] = "a string of 0x and at most 16 hexadecimal digits, as \"0x11004\"",
    [HEX] = "a string of two hexadecimal digits for each byte",
    [INTEGER] = "a whole number",
    [BOOLEAN] = "true or false",
    [BASE] = "a string",
    [PLACE] = "an object with base and offset",
    [RULE] = "an object with base and offset, or a string",
    [OBJECTS] = "a list of objects",
    [ANYTHING] = "anything",
};

/* The type of a value of JSON, for people; VALUE may be null. */
static const char *type_of(const json_t *value)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "an object",      [JSON_ARRAY] = "a list",
        [JSON_STRING] = "a string",       [JSON_INTEGER] = "a whole number",
        [JSON_REAL] = "a broken number",  [JSON_TRUE] = "a truth value",
        [JSON_FALSE] = "a truth value",   [JSON_NULL] = "null",
    };
    return value != NULL ? names[json_typeof(value)] : "nothing";
}

static void say_type(const json_t *value, const struct member *member, const char *where, char words[WORDS_MAX])
{
    char shown[60] = "";
    const size_t size = json_dumpb(value, NULL, 0, JSON_ENCODE_ANY | JSON_COMPACT);
    if (size < sizeof shown && !json_is_null(value))
        shown[json_dumpb(value, shown, size, JSON_ENCODE_ANY | JSON_COMPACT)] = '\0';
    (void)snprintf(words, WORDS_MAX, "%s: wrong type of %s: %s%s%s, and owed is %s", where, member->name, shown,
                   shown[0] != '\0' ? " is " : "it is ", type_of(value), owed_types[member->type]);
}

static const struct member *find_member(const struct member *members, const char *name)
{
    for (; members->name != NULL; members++)
        if (strcmp(members->name, name) == 0)
            return members;
    return NULL;
}

static bool has_members(json_t *object, const struct member *members, const char *where,
                        char words[WORDS_MAX])
{
    const char *name;
    json_t *value;
    if (!json_is_object(object))
        return runner_refuse(words, WORDS_MAX, "%s: an object is owed, and there is %s", where,
                             type_of(object));
    json_object_foreach(object, name, value)
    {
        const struct member *const member = find_member(members, name);
        words[0] = '\0';
        if (member != NULL && has_type(value, member, words))
            continue;
        if (member == NULL)
            return runner_refuse(words, WORDS_MAX, "%s: no schema names the member %.80s", where, name);
        if (words[0] == '\0')
            say_type(value, member, where, words);
        return false;
    }
    return true;
}

bool runner_is_member_path(const char *path)
{
    char name[PATH_MAX_SIZE];
    size_t size = strcspn(path, ".");
    const unsigned operation =
        runner_name_number(runner_operation_names, OPERATION_COUNT, (struct span){path, size});
    if (operation == OPERATION_COUNT)
        return false;
    if (runner_is_writing((enum operation)operation))
        return true; /* what a writer makes is judged as a whole */
    const struct member *members = answer_members[operation];
    while (path[size] == '.') {
        path += size + 1;
        size = strcspn(path, ".");
        (void)snprintf(name, sizeof name, "%.*s", (int)size, path);
        const struct member *const member = members != NULL ? find_member(members, name) : NULL;
        if (member == NULL)
            return false;
        members = member->type == PLACE || member->type == RULE ? place_members : member->inside;
    }
    return true;
}

/* Whether all places have base and offset, as places are compared as a whole. */
static bool has_whole_places(const struct member *members, const json_t *object)
{
    for (; members->name != NULL; members++) {
        const json_t *const value = json_object_get(object, members->name);
        const bool is_place = members->type == PLACE || members->type == RULE;
        if (is_place && json_is_object(value) &&
            (json_object_get(value, "base") == NULL || json_object_get(value, "offset") == NULL))
            return false;
        for (size_t i = 0; members->type == OBJECTS && i < json_array_size(value); i++)
            if (!has_whole_places(members->inside, json_array_get(value, i)))
                return false;
    }
    return true;
}

/* Whether the member is compared, and is not already known from the question. */
static bool can_say(const struct member *member)
{
    return member->type != ANYTHING && !member->is_asked;
}

/* Whether the answer states anything.  A member that is false says no more than one that is left out. */
static bool says_anything(const json_t *answer, enum operation operation)
{
    for (const struct member *member = answer_members[operation]; member->name != NULL; member++) {
        const json_t *const value = json_object_get(answer, member->name);
        if (value != NULL && can_say(member) && !json_is_false(value))
            return true;
    }
    return false;
}

bool runner_is_expectation(json_t *answer, enum operation operation)
{
    char words[WORDS_MAX];
    return !runner_is_writing(operation) && runner_answer_has_shape(answer, operation, words) &&
           has_whole_places(answer_members[operation], answer) && says_anything(answer, operation);
}

bool runner_expects_anything(const struct vector *vector)
{
    char key[PATH_MAX_SIZE];
    for (struct json_walk walk = runner_json_walk(vector->expect); runner_json_next(&walk);) {
        (void)snprintf(key, sizeof key, "%.*s", (int)walk.key.size, walk.key.at);
        const struct member *const member = find_member(answer_members[vector->operation], key);
        if (member != NULL && can_say(member) && !runner_span_is(walk.value, "false"))
            return true;
    }
    return false;
}

bool runner_answer_has_shape(json_t *answer, enum operation operation, char words[WORDS_MAX])
{
    return has_members(answer, answer_members[operation], runner_operation_names[operation], words);
}
