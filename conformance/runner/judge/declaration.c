#include "declaration.h"

#include "members.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_choice(const json_t *hello, const char *key, const char *const *names, unsigned count,
                        bool *chosen, char words[WORDS_MAX])
{
    const json_t *const list = json_object_get(hello, key);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *const word = json_string_value(json_array_get(list, i));
        const unsigned number = word != NULL ? runner_name_number(names, count, runner_span_of(word)) : count;
        if (number < count) {
            chosen[number] = true;
            continue;
        }
        int size = snprintf(words, WORDS_MAX, "hello: %s: no such thing as %.80s; there are", key,
                            word != NULL ? word : "this");
        for (unsigned j = 0; j < count && size < WORDS_MAX; j++)
            size += snprintf(words + size, WORDS_MAX - (size_t)size, "%s %s", j > 0 ? "," : "", names[j]);
        return false;
    }
    return json_is_array(list) || runner_refuse(words, WORDS_MAX, "hello: %s is no list", key);
}

/* Reads a member that is true, false or missing. */
static bool read_truth(const json_t *hello, const char *key, bool absent, bool *is, char words[WORDS_MAX])
{
    const json_t *const value = json_object_get(hello, key);
    *is = value != NULL ? json_is_true(value) : absent;
    if (value == NULL || json_is_boolean(value))
        return true;
    return runner_refuse(words, WORDS_MAX, "hello: %s is neither true nor false", key);
}

/* Reads a list of profiles that may be missing. */
static bool read_profiles(const json_t *hello, const char *key, bool *chosen, char words[WORDS_MAX])
{
    return json_object_get(hello, key) == NULL ||
           read_choice(hello, key, runner_profile_names, PROFILE_COUNT, chosen, words);
}

enum { FIRST_PROTOCOL = 1, WRITERS_PROTOCOL, OPENING_PROTOCOL, LAST_PROTOCOL = OPENING_PROTOCOL };

/* Whether the version of the protocol has what is declared.  Version 1 has no writers, but reserved `encode`.
 */
static bool fits_protocol(const struct declaration *declaration, json_int_t protocol, char words[WORDS_MAX])
{
    for (unsigned i = 0; protocol < WRITERS_PROTOCOL && i < OPERATION_COUNT; i++)
        if (declaration->operations[i] && runner_is_writing((enum operation)i) && i != ENCODE)
            return runner_refuse(words, WORDS_MAX, "hello: operations: %s is one of protocol %d",
                                 runner_operation_names[i], WRITERS_PROTOCOL);
    if (protocol >= OPENING_PROTOCOL || !(declaration->opens || declaration->concurrent))
        return true;
    return runner_refuse(words, WORDS_MAX, "hello: %s is of protocol %d",
                         declaration->opens ? "opens" : "concurrent", OPENING_PROTOCOL);
}

/* Checks that a writer leaves out fewer profiles than it declares. */
static bool leaves_some(const struct declaration *declaration, char words[WORDS_MAX])
{
    bool any = false, some = false;
    for (unsigned i = 0; i < PROFILE_COUNT; i++) {
        any = any || declaration->leaves_out[i];
        some = some || (declaration->profiles[i] && !declaration->leaves_out[i]);
    }
    return some || !any || runner_refuse(words, WORDS_MAX, "hello: leaves_out has every profile that is declared");
}

static bool read_exposes(struct declaration *declaration, char words[WORDS_MAX])
{
    declaration->exposes = json_object_get(declaration->hello, "exposes");
    if (declaration->exposes != NULL && !json_is_array(declaration->exposes))
        return runner_refuse(words, WORDS_MAX, "hello: exposes is no list");
    for (size_t i = 0; i < json_array_size(declaration->exposes); i++) {
        const char *const path = json_string_value(json_array_get(declaration->exposes, i));
        if (path == NULL || !runner_is_member_path(path))
            return runner_refuse(words, WORDS_MAX, "hello: exposes: no answer has a member %.80s",
                                 path != NULL ? path : "that is no string");
    }
    return true;
}

static bool read_requires(struct declaration *declaration, char words[WORDS_MAX])
{
    const json_t *const requires = json_object_get(declaration->hello, "requires");
    declaration->requires = json_string_value(requires);
    if (requires == NULL || (declaration->requires != NULL && runner_is_one_line(declaration->requires)))
        return true;
    return runner_refuse(words, WORDS_MAX, "hello: requires is no name of a set, and no file");
}

enum { LIKE = 3 }; /* a wrong name may mean a member that begins with the same so many bytes */

static bool knows_members(json_t *hello, char words[WORDS_MAX])
{
    static const char *const known[] = {"protocol",
                                        "name",
                                        "version",
                                        "profiles",
                                        "abis",
                                        "operations",
                                        "exposes",
                                        "foreign_byte_order",
                                        "starts_from_field",
                                        "requires",
                                        "leaves_out",
                                        "opens",
                                        "concurrent"};
    const char *key;
    json_t *value;
    json_object_foreach(hello, key, value)
    {
        const char *meant = NULL; /* a known member that begins alike */
        if (runner_name_number(known, sizeof known / sizeof *known, runner_span_of(key)) <
            sizeof known / sizeof *known)
            continue;
        for (size_t i = 0; i < sizeof known / sizeof *known && strlen(key) >= LIKE; i++)
            if (strncmp(known[i], key, LIKE) == 0)
                meant = known[i];
        return runner_refuse(words, WORDS_MAX, "hello: no such member as %.80s%s%s%s", key,
                             meant != NULL ? "; perhaps " : "", meant != NULL ? meant : "", meant != NULL ? "?" : "");
    }
    return true;
}

bool runner_declaration_read(struct declaration *declaration, struct span line, char words[WORDS_MAX])
{
    struct judgement parsed;
    *declaration = (struct declaration){.hello = runner_object_of(line, &parsed)};
    json_t *const hello = declaration->hello;
    const json_int_t protocol = json_integer_value(json_object_get(hello, "protocol"));
    declaration->name = json_string_value(json_object_get(hello, "name"));
    declaration->version = json_string_value(json_object_get(hello, "version"));
    if (hello == NULL)
        (void)snprintf(words, WORDS_MAX, "hello: %.200s", parsed.reason);
    else if (!json_is_integer(json_object_get(hello, "protocol")) || protocol < FIRST_PROTOCOL ||
             protocol > LAST_PROTOCOL)
        (void)snprintf(words, WORDS_MAX, "hello: protocol is none of %d to %d", FIRST_PROTOCOL,
                       LAST_PROTOCOL);
    else if (declaration->name == NULL || declaration->version == NULL ||
             !runner_is_one_line(declaration->name) || !runner_is_one_line(declaration->version))
        (void)snprintf(words, WORDS_MAX, "hello: name and version must be there, as strings of one line");
    else if (read_truth(hello, "foreign_byte_order", true, &declaration->foreign_byte_order, words) &&
             read_truth(hello, "opens", false, &declaration->opens, words) &&
             read_truth(hello, "concurrent", false, &declaration->concurrent, words) &&
             knows_members(hello, words) &&
             read_profiles(hello, "starts_from_field", declaration->starts_from_field, words) &&
             read_profiles(hello, "leaves_out", declaration->leaves_out, words) &&
             read_choice(hello, "profiles", runner_profile_names, PROFILE_COUNT, declaration->profiles,
                         words) &&
             read_choice(hello, "abis", runner_abi_names, ABI_COUNT, declaration->abis, words) &&
             read_choice(hello, "operations", runner_operation_names, OPERATION_COUNT,
                         declaration->operations, words) &&
             fits_protocol(declaration, protocol, words) && leaves_some(declaration, words) &&
             read_exposes(declaration, words) && read_requires(declaration, words))
        return true;
    runner_declaration_free(declaration);
    return false;
}

bool runner_declaration_stays(const struct declaration *before, const struct declaration *now,
                              char words[WORDS_MAX])
{
    json_t *const both = json_copy(before->hello);
    const char *key;
    json_t *value;
    bool stays = json_object_update_missing(both, now->hello) == 0;
    json_object_foreach(both, key, value)
    {
        const json_t *const old = json_object_get(before->hello, key), *const new = json_object_get(now->hello, key);
        if (stays && !json_equal(old, new))
            stays = runner_refuse(words, WORDS_MAX, "%.40s is %.80s, and was %.80s", key,
                                  runner_glimpse_of(new, "missing").text, runner_glimpse_of(old, "missing").text);
    }
    json_decref(both);
    return stays;
}

void runner_declaration_free(struct declaration *declaration)
{
    json_decref(declaration->hello);
    *declaration = (struct declaration){0};
}
