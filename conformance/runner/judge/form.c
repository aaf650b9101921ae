#include "judge.h"

#include "../process/memory.h"
#include "members.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

/* Whether TEXT has the form.  Keeps what it compiles: a reader may fail a thousand times. */
static bool fits(const char *form, const char *text)
{
    static struct kept {
        struct kept *before;
        const char *form;
        regex_t expression;
        bool is_one; /* it could be compiled */
    } *last;
    struct kept *kept = last;
    while (kept != NULL && kept->form != form)
        kept = kept->before;
    if (kept == NULL) {
        kept = memory_get(sizeof *kept);
        kept->form = form;
        kept->before = last;
        kept->is_one = regcomp(&kept->expression, form, REG_EXTENDED | REG_NOSUB) == 0;
        last = kept;
    }
    return !kept->is_one || regexec(&kept->expression, text, 0, NULL, 0) == 0;
}

static bool say(const struct member *member, const char *path, const json_t *value, char words[WORDS_MAX])
{
    const char *const text = json_string_value(value);
    char quoted[WORDS_MAX];
    if (text == NULL || member->form == NULL || fits(member->form, text))
        return false;
    runner_quote(quoted, text);
    (void)snprintf(words, WORDS_MAX, "%s: %.60s has no form that is owed there (%.100s)", path, quoted, member->owed);
    return true;
}

static bool has_none(const struct member *members, const json_t *object, const char *path, char words[WORDS_MAX]);

static bool value_has_none(const struct member *member, const json_t *value, const char *path, char words[WORDS_MAX])
{
    char inner[PATH_MAX_SIZE];
    const struct member *const inside = json_is_object(value) ? runner_place_members : member->inside;
    if (json_is_object(value) && (member->type == PLACE || member->type == RULE))
        return has_none(inside, value, path, words);
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *const each = json_array_get(value, i);
        (void)snprintf(inner, sizeof inner, "%.*s[%zu]", PATH_MAX_SIZE - 24, path, i);
        if (member->type == OBJECTS ? has_none(inside, each, inner, words) : say(member, inner, each, words))
            return true;
    }
    return say(member, path, value, words);
}

static bool has_none(const struct member *members, const json_t *object, const char *path, char words[WORDS_MAX])
{
    char inner[PATH_MAX_SIZE];
    for (; members->name != NULL; members++) {
        const json_t *const value = json_object_get(object, members->name);
        (void)snprintf(inner, sizeof inner, "%.*s%s%s", PATH_MAX_SIZE - 24, path, path[0] != '\0' ? "." : "",
                       members->name);
        if (value != NULL && value_has_none(members, value, inner, words))
            return true;
    }
    return false;
}

bool runner_has_no_form(const json_t *answer, enum operation operation, char words[WORDS_MAX])
{
    return has_none(runner_members_of(operation), answer, "", words);
}
