#include "compare.h"

#include "declaration.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* --- What answers consist of: the schemas of corpus/schema, as far as a comparison needs them ----------- */

enum type {
    WORD,     /* a string */
    WORDS,    /* strings, in any order */
    NONE,     /* why there is no answer; "unknown" is as good as any */
    ADDRESS,  /* a string, compared as a number */
    HEX,      /* bytes in hexadecimal digits */
    INTEGER,  /* of 64 bits */
    BOOLEAN,  /* */
    BASE,     /* a register by its role or its number */
    PLACE,    /* base and offset, perhaps dereferenced */
    RULE,     /* a place, or a word */
    OBJECTS,  /* an array of objects */
    ANYTHING, /* compared with nobody's */
};

struct member {
    const char *name;
    const struct member *inside; /* of OBJECTS */
    enum type type;
    bool is_rule;        /* what one unwinds by, or that there is nothing: no reading leaves it out */
    bool may_be_added;   /* to state it where the expectation does not is no difference */
    bool must_be_stated; /* exposed or not */
};

static const struct member place_members[] = {{.name = "base", .type = BASE},
                                              {.name = "offset", .type = INTEGER},
                                              {.name = "deref", .type = BOOLEAN},
                                              {0}};

static const struct member row_members[] = {
    {.name = "start", .type = INTEGER},
    {.name = "mangled_ra", .type = BOOLEAN},
    {.name = "cfa", .type = PLACE, .is_rule = true},
    {.name = "ra", .type = RULE, .is_rule = true},
    {.name = "fp", .type = RULE, .is_rule = true},
    {0},
};

static const struct member function_members[] = {
    {.name = "start", .type = ADDRESS},
    {.name = "size", .type = INTEGER},
    {.name = "pc_type", .type = WORD},
    {.name = "fre_type", .type = WORD},
    {.name = "rep_size", .type = INTEGER},
    {.name = "fde_type", .type = WORD},
    {.name = "signal", .type = BOOLEAN},
    {.name = "pauth_key", .type = WORD},
    {.name = "rows", .type = OBJECTS, .inside = row_members},
    {0},
};

/* clang-format off */
#define IN_ANY_ANSWER                                                                        \
    {.name = "request", .type = ANYTHING},                                                   \
    {.name = "error", .type = WORD},                                                         \
    {.name = "none", .type = NONE, .is_rule = true, .must_be_stated = true},                 \
    {.name = "unsupported", .type = WORD},                                                   \
    {.name = "section", .type = ANYTHING},                                                   \
    {.name = "segment", .type = ANYTHING},                                                   \
    {.name = "violations", .type = ANYTHING}
/* clang-format on */

static const struct member decode_members[] = {
    IN_ANY_ANSWER,
    {.name = "verdict", .type = WORD, .may_be_added = true}, /* judge.c compares it */
    {.name = "profile", .type = WORD},
    {.name = "address", .type = ADDRESS},
    {.name = "version", .type = INTEGER},
    {.name = "byte_order", .type = WORD},
    {.name = "abi", .type = WORD},
    {.name = "flags", .type = WORDS},
    {.name = "fixed_fp", .type = INTEGER},
    {.name = "fixed_ra", .type = INTEGER},
    {.name = "aux", .type = HEX},
    {.name = "functions", .type = OBJECTS, .inside = function_members},
    {0},
};

static const struct member check_members[] = {
    IN_ANY_ANSWER,
    {.name = "verdict", .type = WORD},
    {.name = "profile", .type = WORD},
    {0},
};

static const struct member lookup_members[] = {
    IN_ANY_ANSWER,
    {.name = "pc", .type = ADDRESS},
    {.name = "function", .type = INTEGER},
    {.name = "row", .type = INTEGER, .is_rule = true},
    {.name = "cfa", .type = PLACE, .is_rule = true},
    {.name = "ra", .type = RULE, .is_rule = true},
    {.name = "fp", .type = RULE, .is_rule = true},
    {.name = "mangled_ra", .type = BOOLEAN},
    {.name = "signal", .type = BOOLEAN},
    {0},
};

static const struct member flip_members[] = {IN_ANY_ANSWER, {.name = "bytes", .type = HEX}, {0}};

static const struct member frame_members[] = {
    {.name = "pc", .type = ADDRESS},
    {.name = "sp", .type = ADDRESS},
    {.name = "fp", .type = ADDRESS},
    {.name = "cfa", .type = ADDRESS, .is_rule = true},
    {0},
};

static const struct member unwind_members[] = {
    IN_ANY_ANSWER,
    {.name = "frames", .type = OBJECTS, .inside = frame_members},
    {.name = "stop", .type = WORD},
    {0},
};

static const struct member *const answer_members[OPERATION_COUNT] = {
    decode_members, check_members, lookup_members, flip_members, unwind_members};

/* --- Shape ---------------------------------------------------------------------------------------------- */

static bool is_address(const json_t *value)
{
    uint64_t number;
    return json_is_string(value) && span_hex(span_of(json_string_value(value)), &number);
}

static bool is_digits(const json_t *value)
{
    const char *const text = json_string_value(value);
    return text != NULL && strspn(text, "0123456789abcdefABCDEF") == strlen(text) && strlen(text) % 2 == 0;
}

static bool are_words(const json_t *value)
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
    switch (member->type) {
    case WORD:
    case NONE:
    case BASE:
        return json_is_string(value);
    case WORDS:
        return are_words(value);
    case ADDRESS:
        return is_address(value);
    case HEX:
        return is_digits(value);
    case INTEGER:
        return json_is_integer(value);
    case BOOLEAN:
        return json_is_boolean(value);
    case PLACE:
        return has_members(value, place_members, member->name, words);
    case RULE:
        return json_is_string(value) || has_members(value, place_members, member->name, words);
    case OBJECTS:
        return are_objects(value, member, words);
    case ANYTHING:
        return true;
    }
    return false;
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
    if (!json_is_object(object)) {
        (void)snprintf(words, WORDS_MAX, "%s: not an object", where);
        return false;
    }
    json_object_foreach(object, name, value)
    {
        const struct member *const member = find_member(members, name);
        words[0] = '\0';
        if (member != NULL && has_type(value, member, words))
            continue;
        if (words[0] == '\0')
            (void)snprintf(words, WORDS_MAX, "%s: %s %.80s", where,
                           member == NULL ? "no schema names the member" : "wrong type of", name);
        return false;
    }
    return true;
}

bool is_member_path(const char *path)
{
    char name[PATH_MAX_SIZE];
    size_t size = strcspn(path, ".");
    const unsigned operation = name_number(operation_names, OPERATION_COUNT, (struct span){path, size});
    if (operation == OPERATION_COUNT)
        return strncmp(path, "encode", size) == 0;
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

/* Places are compared whole. */
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

bool is_expectation(json_t *answer, enum operation operation)
{
    char words[WORDS_MAX];
    return answer_has_shape(answer, operation, words) && has_whole_places(answer_members[operation], answer);
}

bool answer_has_shape(json_t *answer, enum operation operation, char words[WORDS_MAX])
{
    return has_members(answer, answer_members[operation], operation_names[operation], words);
}

/* --- Comparison ----------------------------------------------------------------------------------------- */

struct comparison {
    const struct declaration *declaration;
    struct judgement *judgement;
    enum abi abi;
    bool exact;
    bool part;                /* the expectation leaves things out that may be stated */
    bool reading;             /* so does a reading of a contested point, but no rule */
    char path[PATH_MAX_SIZE]; /* as a report shows it */
    char name[PATH_MAX_SIZE]; /* as `exposes` has it: with the operation, without indices */
};

static void describe(char words[WORDS_MAX], const json_t *value)
{
    words[0] = '\0';
    if (value == NULL)
        (void)snprintf(words, WORDS_MAX, "nothing");
    else if (json_dumpb(value, NULL, 0, JSON_ENCODE_ANY | JSON_COMPACT) < WORDS_MAX)
        words[json_dumpb(value, words, WORDS_MAX - 1, JSON_ENCODE_ANY | JSON_COMPACT)] = '\0';
    else
        (void)snprintf(words, WORDS_MAX, "\"%s too long to be shown here\"",
                       json_is_array(value)    ? "a list"
                       : json_is_object(value) ? "an object"
                                               : "a string");
}

void add_difference(struct judgement *judgement, const char *path, const json_t *expected,
                    const json_t *actual)
{
    if (judgement->count++ >= DIFFERENCES_MAX)
        return;
    struct difference *const difference = &judgement->differences[judgement->count - 1];
    (void)snprintf(difference->path, sizeof difference->path, "%s", path);
    describe(difference->expected, expected);
    describe(difference->actual, actual);
}

/* Appends to both forms of the path, and cuts them back. */
struct mark {
    size_t path, name;
};

static struct mark enter(struct comparison *at, const char *name)
{
    const struct mark mark = {strlen(at->path), strlen(at->name)};
    (void)snprintf(at->path + mark.path, sizeof at->path - mark.path, "%s%s", mark.path > 0 ? "." : "", name);
    (void)snprintf(at->name + mark.name, sizeof at->name - mark.name, ".%s", name);
    return mark;
}

static struct mark enter_index(struct comparison *at, size_t index)
{
    const struct mark mark = {strlen(at->path), strlen(at->name)};
    (void)snprintf(at->path + mark.path, sizeof at->path - mark.path, "[%zu]", index);
    return mark;
}

static void leave(struct comparison *at, struct mark mark)
{
    at->path[mark.path] = '\0';
    at->name[mark.name] = '\0';
}

static bool is_below(const char *low, const char *top)
{
    const size_t size = strlen(top);
    return strncmp(low, top, size) == 0 && (low[size] == '\0' || low[size] == '.');
}

bool is_exposed(const struct declaration *declaration, const char *path)
{
    if (declaration->exposes == NULL)
        return true;
    for (size_t i = 0; i < json_array_size(declaration->exposes); i++) {
        const char *const exposed = json_string_value(json_array_get(declaration->exposes, i));
        if (is_below(path, exposed) || is_below(exposed, path))
            return true;
    }
    return false;
}

/* The stack and the frame pointer may be named by their numbers. */
static const char *register_of(enum abi abi, const char *base)
{
    if (strcmp(base, abi_facts[abi].sp) == 0)
        return "sp";
    return strcmp(base, abi_facts[abi].fp) == 0 ? "fp" : base;
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
    return span_hex(span_of(json_string_value(one)), &a) && span_hex(span_of(json_string_value(other)), &b) &&
           a == b;
}

static void compare_members(struct comparison *at, const struct member *members, const json_t *expected,
                            const json_t *actual);

static void compare_objects(struct comparison *at, const struct member *member, const json_t *expected,
                            const json_t *actual)
{
    const size_t expects = json_array_size(expected), has = json_array_size(actual);
    if (expects != has) {
        json_t *const counts[] = {json_integer((json_int_t)expects), json_integer((json_int_t)has)};
        const struct mark mark = enter(at, "length");
        add_difference(at->judgement, at->path, counts[0], counts[1]);
        leave(at, mark);
        json_decref(counts[0]);
        json_decref(counts[1]);
    }
    for (size_t i = 0; i < expects && i < has; i++) {
        const struct mark mark = enter_index(at, i);
        compare_members(at, member->inside, json_array_get(expected, i), json_array_get(actual, i));
        leave(at, mark);
    }
}

static bool same_base(const struct comparison *at, const json_t *expected, const json_t *actual)
{
    if (at->exact || actual == NULL)
        return json_equal(expected, actual);
    return strcmp(register_of(at->abi, json_string_value(expected)),
                  register_of(at->abi, json_string_value(actual))) == 0;
}

/* A place is whole: base and offset must be there, and without "deref" it is not dereferenced. */
static void compare_places(struct comparison *at, const json_t *expected, const json_t *actual)
{
    const json_t *const bases[] = {json_object_get(expected, "base"), json_object_get(actual, "base")};
    const json_t *const offsets[] = {json_object_get(expected, "offset"), json_object_get(actual, "offset")};
    const json_t *const derefs[] = {json_object_get(expected, "deref"), json_object_get(actual, "deref")};
    struct mark mark = enter(at, "base");
    if (!same_base(at, bases[0], bases[1]))
        add_difference(at->judgement, at->path, bases[0], bases[1]);
    leave(at, mark);
    mark = enter(at, "offset");
    if (!json_equal(offsets[0], offsets[1]))
        add_difference(at->judgement, at->path, offsets[0], offsets[1]);
    leave(at, mark);
    mark = enter(at, "deref");
    if (json_is_true(derefs[0]) != json_is_true(derefs[1]))
        add_difference(at->judgement, at->path, derefs[0], derefs[1]);
    leave(at, mark);
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
        add_difference(at->judgement, at->path, expected, actual);
}

/* Of a member that the expectation does not have: what is not so need not be said, but may. */
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
        const struct mark mark = enter(at, members->name);
        if (expects != NULL && has != NULL)
            compare_values(at, members, expects, has);
        else if (expects != NULL
                     ? at->exact || members->must_be_stated || is_exposed(at->declaration, at->name)
                     : !may_be_stated(at, members, has))
            add_difference(at->judgement, at->path, expects, has);
        leave(at, mark);
    }
}

void compare_answers(const struct vector *vector, const struct declaration *declaration,
                     enum measure measure, const json_t *expected, const json_t *actual, struct judgement *judgement)
{
    struct comparison at = {.declaration = declaration, .judgement = judgement, .abi = vector->abi};
    at.exact = measure == EXACT;
    at.part = vector->operation == DECODE && json_object_get(expected, "version") == NULL;
    at.reading = vector->class == CONTESTED;
    (void)snprintf(at.name, sizeof at.name, "%s", operation_names[vector->operation]);
    compare_members(&at, answer_members[vector->operation], expected, actual);
}

/* --- Violations ----------------------------------------------------------------------------------------- */

/* Clause, place and severity of each; without notes, if they are not wanted. */
static json_t *findings_of(const json_t *violations, bool with_notes)
{
    static const char *const compared[] = {"clause", "offset", "severity"};
    json_t *const findings = json_array();
    for (size_t i = 0; i < json_array_size(violations); i++) {
        const json_t *const violation = json_array_get(violations, i);
        const char *const severity = json_string_value(json_object_get(violation, "severity"));
        if (!with_notes && severity != NULL && strcmp(severity, "note") == 0)
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

void compare_violations(const json_t *expected, const json_t *actual, bool with_notes,
                        struct judgement *judgement)
{
    if (!json_is_array(actual)) {
        add_difference(judgement, "violations", expected, actual);
        return;
    }
    json_t *const missing = findings_of(expected, with_notes);
    json_t *const added = findings_of(actual, with_notes);
    remove_common(missing, added);
    for (size_t i = 0; i < json_array_size(missing) || i < json_array_size(added); i++)
        add_difference(judgement, "violations", json_array_get(missing, i), json_array_get(added, i));
    json_decref(missing);
    json_decref(added);
}
