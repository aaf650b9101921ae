#include "select.h"

#include "corpus.h"

#include <stdlib.h>
#include <string.h>

static bool is_profile(const char *value)
{
    return runner_name_number(runner_profile_names, PROFILE_COUNT, runner_span_of(value)) < PROFILE_COUNT;
}

static bool is_version(const char *value)
{
    unsigned parts[VERSION_PARTS];
    return runner_version_read(value, parts);
}

/* Names end with `=` if a value follows. */
static const struct {
    const char *name;
    bool (*takes)(const char *value);
} demands[DEMAND_COUNT] = {[NEEDS_PROFILE] = {"profile=", is_profile},
                           [NEEDS_CORPUS] = {"corpus=", is_version},
                           [NEEDS_CLOSED] = {"closed", NULL},
                           [NEEDS_CORE] = {"core", NULL},
                           [NEEDS_WHOLE] = {"whole", NULL}};

static bool read_requirement(struct requirement *requirement, const char *text)
{
    for (unsigned i = 0; i < DEMAND_COUNT; i++) {
        const size_t size = strlen(demands[i].name);
        if (strncmp(text, demands[i].name, size) != 0)
            continue;
        *requirement = (struct requirement){text, i, text + size};
        return demands[i].takes != NULL ? demands[i].takes(text + size) : text[size] == '\0';
    }
    return false;
}

bool runner_requirement_add(struct requirements *requirements, const char *text, const char **why)
{
    struct requirement requirement;
    *why = "it takes profile=P, of v1, v2, v2e1, v2e2 and v3, corpus=VERSION as in 1.0.0, closed, core, "
           "whole";
    if (!read_requirement(&requirement, text))
        return false;
    for (unsigned i = 0; i < requirements->count; i++)
        if (strcmp(requirements->all[i].text, text) == 0)
            return true;
    struct requirement *const grown = realloc(requirements->all, (requirements->count + 1) * sizeof *grown);
    *why = "out of memory";
    if (grown == NULL)
        return false;
    requirements->all = grown;
    requirements->all[requirements->count++] = requirement;
    return true;
}
