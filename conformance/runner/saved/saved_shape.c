#include "saved_shape.h"

#include "../judge/judge.h"
#include "../judge/members.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- What is wrong, and where --------------------------------------------------------------------------- */

static size_t put_place(char *words, size_t size, const struct place *place)
{
    const size_t used = place->outer != NULL ? put_place(words, size, place->outer) : 0;
    if (used >= size)
        return used;
    const int more = place->name == NULL
                         ? snprintf(words + used, size - used, "[%zu]", place->number)
                         : snprintf(words + used, size - used, "%s%.60s", used > 0 ? "." : "", place->name);
    return used + (size_t)more;
}

bool runner_wrong(const struct check *check, const struct place *place, const char *format, ...)
{
    char where[200] = "", why[400];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    if (place != NULL)
        (void)put_place(where, sizeof where, place);
    (void)snprintf(check->words, SAVED_WORDS, "%.150s: %s%s%s", check->saved->path, where,
                   place != NULL ? " " : "", why);
    return false;
}

struct glimpse runner_glimpse_of(const json_t *value)
{
    struct glimpse glimpse;
    char *const text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    (void)snprintf(glimpse.text, sizeof glimpse.text, "%s", text != NULL ? text : "?");
    free(text);
    return glimpse;
}

/* --- Types ---------------------------------------------------------------------------------------------- */

static bool is_flag(json_t *value)
{
    return json_is_boolean(value);
}

static bool is_format(json_t *value)
{
    return json_is_integer(value) && json_integer_value(value) == REPORT_FORMAT;
}

static bool is_count(json_t *value)
{
    const json_int_t count = json_integer_value(value);
    return json_is_integer(value) && count >= 0 && (uint64_t)count <= COUNT_MAX;
}

static bool is_positive(json_t *value)
{
    return is_count(value) && json_integer_value(value) > 0;
}

static bool are_seconds(json_t *value)
{
    const double seconds = json_number_value(value);
    return json_is_number(value) && seconds >= 0 && seconds <= (double)COUNT_MAX;
}

/* A string without zero bytes, so that code which takes it for a C string sees all of it. */
static bool is_text(json_t *value)
{
    return json_is_string(value) && strlen(json_string_value(value)) == json_string_length(value);
}

static bool is_word(json_t *value)
{
    return is_text(value) && json_string_length(value) > 0;
}

static bool are_words(json_t *value)
{
    return json_is_null(value) || is_text(value);
}

/* Whether the value fits a pattern: 0 stands for a digit, x for a hexadecimal one, and any other character
 * for itself. */
static bool fits_pattern(json_t *value, const char *pattern)
{
    const char *text = is_text(value) ? json_string_value(value) : "";
    for (; *pattern != '\0'; pattern++, text++)
        if (*pattern == '0'   ? !isdigit((unsigned char)*text)
            : *pattern == 'x' ? *text == '\0' || strchr("0123456789abcdef", *text) == NULL
                              : *text != *pattern)
            return false;
    return *text == '\0';
}

static bool is_hash(json_t *value)
{
    return fits_pattern(value, "xxxxxxxxxxxxxxxx");
}

static bool is_time(json_t *value)
{
    return fits_pattern(value, "0000-00-00T00:00:00Z");
}

static bool is_shard(json_t *value)
{
    struct selection selection;
    return json_is_null(value) || (is_text(value) && runner_shard_read(&selection, json_string_value(value)));
}

static bool is_list_of(json_t *value, bool (*fits)(json_t *value))
{
    bool all = json_is_array(value);
    for (size_t i = 0; all && i < json_array_size(value); i++)
        all = fits(json_array_get(value, i));
    return all;
}

static bool are_texts(json_t *value)
{
    return is_list_of(value, is_text);
}

static bool is_wish(json_t *value)
{
    struct wishes wishes = {NULL, 0};
    const char *why;
    const bool read = is_text(value) && runner_wishes_add(&wishes, json_string_value(value), &why);
    free(wishes.wishes);
    return read;
}

static bool are_wishes(json_t *value)
{
    return is_list_of(value, is_wish);
}

static bool is_requirement(json_t *value)
{
    struct requirements requirements = {NULL, 0};
    const char *why;
    const bool read =
        is_text(value) && runner_requirement_add(&requirements, json_string_value(value), &why);
    free(requirements.all);
    return read;
}

static bool are_requirements(json_t *value)
{
    return is_list_of(value, is_requirement);
}

static bool is_line(json_t *value)
{
    return json_is_null(value) || (is_text(value) && runner_is_one_line(json_string_value(value)));
}

static bool is_path(json_t *value)
{
    return is_text(value) && runner_is_member_path(json_string_value(value));
}

static bool are_paths(json_t *value)
{
    return json_is_null(value) || is_list_of(value, is_path);
}

static bool is_name(json_t *value, const char *const *names, unsigned count)
{
    return is_text(value) &&
           runner_name_number(names, count, runner_span_of(json_string_value(value))) < count;
}

static bool is_profile(json_t *value)
{
    return is_name(value, runner_profile_names, PROFILE_COUNT);
}

static bool is_any_profile(json_t *value)
{
    return is_name(value, runner_profile_names, PROFILE_COUNT + 1);
}

static bool is_abi(json_t *value)
{
    return is_name(value, runner_abi_names, ABI_COUNT);
}

static bool is_operation(json_t *value)
{
    return is_name(value, runner_operation_names, OPERATION_COUNT);
}

static bool is_outcome(json_t *value)
{
    return is_name(value, runner_outcome_names, OUTCOME_COUNT);
}

static bool is_class(json_t *value)
{
    return is_name(value, runner_class_names, CLASS_COUNT);
}

static bool are_profiles(json_t *value)
{
    return is_list_of(value, is_profile);
}

static bool are_abis(json_t *value)
{
    return is_list_of(value, is_abi);
}

static bool are_operations(json_t *value)
{
    return is_list_of(value, is_operation);
}

/* NAMES may be null: any names are right. */
static bool are_counts_of(json_t *value, const char *const *names, unsigned count)
{
    const char *name;
    json_t *one;
    json_object_foreach(value, name, one)
    {
        if (!is_positive(one) ||
            (names != NULL && runner_name_number(names, count, runner_span_of(name)) == count))
            return false;
    }
    return json_is_object(value);
}

static bool are_outcomes(json_t *value)
{
    return are_counts_of(value, runner_outcome_names, OUTCOME_COUNT);
}

static bool are_skips(json_t *value)
{
    return are_counts_of(value, runner_skip_names, SKIP_COUNT);
}

static bool are_counts(json_t *value)
{
    return are_counts_of(value, NULL, 0) && json_object_size(value) > 0;
}

static bool is_list(json_t *value)
{
    return json_is_array(value);
}

static bool is_object(json_t *value)
{
    return json_is_object(value);
}

static bool is_object_or_null(json_t *value)
{
    return json_is_object(value) || json_is_null(value);
}

/* SHAPE(name, test, words): `test` says whether a value has the shape, `words` what the shape is in messages.
 */
#define SHAPES(SHAPE)                                                                                        \
    SHAPE(A_FORMAT, is_format, "1, the only format that is known")                                           \
    SHAPE(A_FLAG, is_flag, "true or false")                                                                  \
    SHAPE(A_COUNT, is_count, "a whole number from 0 to 2^53")                                                \
    SHAPE(A_NUMBER, is_positive, "a whole number from 1 to 2^53")                                            \
    SHAPE(SECONDS, are_seconds, "a number from 0 to 2^53")                                                   \
    SHAPE(A_TEXT, is_text, "a string")                                                                       \
    SHAPE(A_WORD, is_word, "a string that is not empty")                                                     \
    SHAPE(PERHAPS_WORDS, are_words, "a string or null")                                                      \
    SHAPE(PERHAPS_A_LINE, is_line, "a string of one line, or null")                                          \
    SHAPE(TEXTS, are_texts, "a list of strings")                                                             \
    SHAPE(WISHES, are_wishes, "a list of GLOB or FIELD=GLOB")                                                \
    SHAPE(REQUIREMENTS, are_requirements, "a list of what --require takes")                                  \
    SHAPE(A_HASH, is_hash, "16 hexadecimal digits")                                                          \
    SHAPE(A_TIME, is_time, "such as 2026-01-31T12:00:00Z")                                                   \
    SHAPE(A_SHARD, is_shard, "I/N or null")                                                                  \
    SHAPE(PATHS, are_paths, "a list of members of answers, or null")                                         \
    SHAPE(PROFILES, are_profiles, "a list of profiles")                                                      \
    SHAPE(ABIS, are_abis, "a list of ABIs")                                                                  \
    SHAPE(OPERATIONS, are_operations, "a list of operations")                                                \
    SHAPE(A_PROFILE, is_any_profile, "a profile")                                                            \
    SHAPE(AN_ABI, is_abi, "an ABI")                                                                          \
    SHAPE(AN_OPERATION, is_operation, "an operation")                                                        \
    SHAPE(A_CLASS, is_class, "a class of vectors")                                                           \
    SHAPE(AN_OUTCOME, is_outcome, "an outcome")                                                              \
    SHAPE(OF_OUTCOMES, are_outcomes, "counts of outcomes, each from 1 to 2^53")                              \
    SHAPE(OF_SKIPS, are_skips, "counts of reasons, each from 1 to 2^53")                                     \
    SHAPE(OF_ANYTHING, are_counts, "counts, at least one, each from 1 to 2^53")                              \
    SHAPE(A_LIST, is_list, "a list")                                                                         \
    SHAPE(AN_OBJECT, is_object, "an object")                                                                 \
    SHAPE(PERHAPS_AN_OBJECT, is_object_or_null, "an object or null")

enum shape {
#define SHAPE(name, has, words) name,
    SHAPES(SHAPE)
#undef SHAPE
};

static const struct {
    bool (*has)(json_t *value);
    const char *words;
} shapes[] = {
#define SHAPE(name, has, words) {has, words},
    SHAPES(SHAPE)
#undef SHAPE
};

/* --- Members: all that are read ------------------------------------------------------------------------- */

/* A member that a report has.  The last one of an object has no name. */
struct known {
    const char *name;
    enum shape shape;
    const struct known *inside; /* the members of this object, or of each object of this list */
    bool may_lack;
};

#define KNOWN(name, shape) {name, shape, NULL, false}
#define INSIDE(name, shape, members) {name, shape, members, false}
#define PERHAPS(name, shape) {name, shape, NULL, true}
#define END {NULL, A_FLAG, NULL, true}

static const struct known of_share[] = {KNOWN("vectors", A_COUNT), KNOWN("hash", A_HASH), END};

static const struct known of_corpus[] = {KNOWN("vectors", A_COUNT), KNOWN("hash", A_HASH),
                                         KNOWN("closed", A_FLAG), KNOWN("version", PERHAPS_WORDS), END};

static const struct known of_selection[] = {KNOWN("select", WISHES),
                                            KNOWN("skip", WISHES),
                                            KNOWN("idle", TEXTS),
                                            KNOWN("required", REQUIREMENTS),
                                            INSIDE("selected", AN_OBJECT, of_share),
                                            INSIDE("taken", AN_OBJECT, of_share),
                                            KNOWN("shard", A_SHARD),
                                            KNOWN("file", PERHAPS_WORDS),
                                            KNOWN("core", A_FLAG),
                                            END};

static const struct known of_fault[] = {
    KNOWN("adapter", PERHAPS_WORDS), KNOWN("kind", A_WORD), KNOWN("words", A_WORD), END};

static const struct known of_valid[] = {KNOWN("asked", A_COUNT), KNOWN("judged", A_COUNT), END};

static const struct known of_feature[] = {KNOWN("profile", A_PROFILE),
                                          KNOWN("abi", AN_ABI),
                                          KNOWN("operation", AN_OPERATION),
                                          KNOWN("outcomes", OF_OUTCOMES),
                                          INSIDE("valid", AN_OBJECT, of_valid),
                                          END};

static const struct known of_reading[] = {
    KNOWN("ledger", A_TEXT), KNOWN("oracle", A_TEXT), KNOWN("took", OF_ANYTHING), END};

static const struct known of_entry[] = {KNOWN("line", A_NUMBER),
                                        KNOWN("glob", A_WORD),
                                        KNOWN("outcome", AN_OUTCOME),
                                        KNOWN("max", A_COUNT),
                                        KNOWN("matched", A_COUNT),
                                        KNOWN("elsewhere", A_FLAG),
                                        END};

static const struct known of_expectations[] = {
    KNOWN("path", A_TEXT), INSIDE("entries", A_LIST, of_entry), END};

static const struct known of_case[] = {KNOWN("id", A_WORD),
                                       KNOWN("class", A_CLASS),
                                       KNOWN("outcome", AN_OUTCOME),
                                       KNOWN("expected", AN_OUTCOME),
                                       KNOWN("unexpected", A_FLAG),
                                       PERHAPS("reason", A_TEXT),
                                       PERHAPS("reading", A_TEXT),
                                       PERHAPS("ledger", A_TEXT),
                                       PERHAPS("cause", A_TEXT),
                                       PERHAPS("signal", A_TEXT),
                                       PERHAPS("notation", TEXTS),
                                       END};

static const struct known of_implementation[] = {KNOWN("adapter", A_WORD),
                                                 KNOWN("command", A_TEXT),
                                                 KNOWN("one_shot", A_FLAG),
                                                 KNOWN("name", PERHAPS_A_LINE),
                                                 KNOWN("version", PERHAPS_A_LINE),
                                                 KNOWN("profiles", PROFILES),
                                                 KNOWN("abis", ABIS),
                                                 KNOWN("operations", OPERATIONS),
                                                 KNOWN("foreign_byte_order", A_FLAG),
                                                 KNOWN("exposes", PATHS),
                                                 KNOWN("leaves_out", PROFILES),
                                                 KNOWN("missing", PERHAPS_WORDS),
                                                 KNOWN("excused", A_FLAG),
                                                 KNOWN("ended", PERHAPS_WORDS),
                                                 KNOWN("gave_up", PERHAPS_WORDS),
                                                 KNOWN("outcomes", OF_OUTCOMES),
                                                 KNOWN("judged", A_COUNT),
                                                 KNOWN("unexpected", A_COUNT),
                                                 KNOWN("skipped", OF_SKIPS),
                                                 INSIDE("features", A_LIST, of_feature),
                                                 INSIDE("readings", A_LIST, of_reading),
                                                 KNOWN("unmatched", TEXTS),
                                                 KNOWN("exceeded", TEXTS),
                                                 INSIDE("expectations", PERHAPS_AN_OBJECT, of_expectations),
                                                 INSIDE("cases", A_LIST, of_case),
                                                 END};

static const struct known of_report[] = {KNOWN("format", A_FORMAT),
                                         KNOWN("suite", A_WORD),
                                         INSIDE("corpus", AN_OBJECT, of_corpus),
                                         INSIDE("selection", AN_OBJECT, of_selection),
                                         KNOWN("started", A_TIME),
                                         KNOWN("seconds", SECONDS),
                                         KNOWN("complete", A_FLAG),
                                         KNOWN("exact", A_FLAG),
                                         KNOWN("strict", A_FLAG),
                                         KNOWN("good", A_FLAG),
                                         INSIDE("faults", A_LIST, of_fault),
                                         KNOWN("fault", PERHAPS_WORDS),
                                         INSIDE("implementations", A_LIST, of_implementation),
                                         END};

static bool has_members(const struct check *check, const struct place *outer, json_t *object,
                        const struct known *members);

static bool have_members(const struct check *check, const struct place *place, const json_t *list,
                         const struct known *members)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const struct place element = {place, NULL, i};
        json_t *const one = json_array_get(list, i);
        if (!json_is_object(one))
            return runner_wrong(check, &element, "is %s, and ought to be an object",
                                runner_glimpse_of(one).text);
        if (!has_members(check, &element, one, members))
            return false;
    }
    return true;
}

static bool has_member(const struct check *check, const struct place *place, json_t *value,
                       const struct known *member)
{
    if (value == NULL)
        return member->may_lack || runner_wrong(check, place, "is missing");
    if (!shapes[member->shape].has(value))
        return runner_wrong(check, place, "is %s, and ought to be %s", runner_glimpse_of(value).text,
                            shapes[member->shape].words);
    if (member->inside == NULL || json_is_null(value))
        return true;
    return json_is_array(value) ? have_members(check, place, value, member->inside)
                                : has_members(check, place, value, member->inside);
}

static bool has_members(const struct check *check, const struct place *outer, json_t *object,
                        const struct known *members)
{
    for (; members->name != NULL; members++)
        if (!has_member(check, &(struct place){outer, members->name, 0},
                        json_object_get(object, members->name), members))
            return false;
    return true;
}

bool runner_saved_has_shape(const struct check *check)
{
    if (!json_is_object(check->saved->json))
        return runner_wrong(check, NULL, "no report of sframe-conform --json");
    return has_members(check, NULL, check->saved->json, of_report);
}
