/* What --require demands of a run besides right answers.  Each demand is judged once the run is completed. */
#include "../asked/corpus.h"
#include "report.h"

#include <string.h>

static const char kind[] = "required"; /* how reports name the kind of all faults that are found here */

/* --- Profiles ------------------------------------------------------------------------------------------- */

static bool is_profile(const char *value)
{
    return runner_name_number(runner_profile_names, PROFILE_COUNT, runner_span_of(value)) < PROFILE_COUNT;
}

/* Checks a profile for each implementation that could run.  A shard does not know what the others asked. */
static void judge_profile(struct report *report, const char *text, const char *name)
{
    const unsigned profile = runner_name_number(runner_profile_names, PROFILE_COUNT, runner_span_of(name));
    for (unsigned i = 0; report->selection->shards <= 1 && i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        uint64_t asked = 0, judged = 0;
        for (unsigned abi = 0; abi < ABI_COUNT; abi++)
            for (unsigned operation = 0; operation < OPERATION_COUNT; operation++) {
                const uint64_t *const outcomes = each->features[profile][abi][operation].outcomes;
                judged += runner_judged(outcomes);
                for (unsigned j = 0; j < NOT_RUN; j++)
                    asked += outcomes[j];
            }
        if (each->missing[0] == '\0' && judged == 0)
            runner_add_fault(report, each, kind, "--require %s: nothing of %s was %s", text, name,
                             asked > 0 ? "judged" : "asked");
    }
}

/* --- The corpus ----------------------------------------------------------------------------------------- */

static bool is_version(const char *value)
{
    unsigned parts[VERSION_PARTS];
    return runner_version_read(value, parts);
}

static void judge_version(struct report *report, const char *text, const char *value)
{
    unsigned has[VERSION_PARTS], wanted[VERSION_PARTS], i = 0;
    const bool known = runner_version_read(report->version, has), wants = runner_version_read(value, wanted);
    while (known && wants && i + 1 < VERSION_PARTS && has[i] == wanted[i])
        i++;
    if (!known)
        runner_add_fault(report, NULL, kind, "--require %s: the corpus does not say its version", text);
    else if (wants && has[i] < wanted[i])
        runner_add_fault(report, NULL, kind, "--require %s: the corpus is %s", text, report->version);
}

static bool is_nothing(const char *value)
{
    return value[0] == '\0';
}

static void judge_closed(struct report *report, const char *text, const char *value)
{
    (void)value;
    if (!report->closed)
        runner_add_fault(report, NULL, kind,
                         "--require %s: the corpus has no closing line, so nobody knows whether it is whole", text);
}

static void judge_extent(struct report *report, const char *text, const char *value)
{
    const bool core = strcmp(text, "core") == 0;
    (void)value;
    if (report->corpus != NULL)
        runner_add_fault(report, NULL, kind, "--require %s: the vectors of %.300s were asked", text, report->corpus);
    else if (core && !report->core)
        runner_add_fault(report, NULL, kind,
                         "--require core: the whole was asked; if that is meant, the job that merges its shards wants "
                         "`corpus: whole`, too");
    else if (!core && report->core)
        runner_add_fault(report, NULL, kind, "--require whole: only the core was asked");
}

/* --- All ------------------------------------------------------------------------------------------------ */

/* Names end with `=` if a value follows. */
static const struct demand {
    const char *name;
    bool (*takes)(const char *value);
    void (*judge)(struct report *report, const char *text, const char *value);
} demands[] = {{"profile=", is_profile, judge_profile},
               {"corpus=", is_version, judge_version},
               {"closed", is_nothing, judge_closed},
               {"core", is_nothing, judge_extent},
               {"whole", is_nothing, judge_extent}};

/* The demand that a text states; null: it states none. */
static const struct demand *demand_of(const char *text)
{
    for (unsigned i = 0; i < sizeof demands / sizeof *demands; i++) {
        const size_t size = strlen(demands[i].name);
        if (strncmp(text, demands[i].name, size) == 0)
            return demands[i].takes(text + size) ? &demands[i] : NULL;
    }
    return NULL;
}

bool runner_requirement_add(json_t **required, const char *text, const char **why)
{
    *why = "it takes profile=P, of v1, v2, v2e1, v2e2 and v3, corpus=VERSION as in 1.0.0, closed, core, "
           "whole";
    if (demand_of(text) == NULL)
        return false;
    if (*required == NULL)
        *required = json_array();
    if (!runner_has_word(*required, text))
        (void)json_array_append_new(*required, json_string(text));
    return true;
}

bool runner_requirements_add(json_t **required, const json_t *list, const char **why)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *const text = json_string_value(json_array_get(list, i));
        if (!runner_requirement_add(required, text != NULL ? text : "", why))
            return false;
    }
    return true;
}

void runner_add_unmet(struct report *report)
{
    const json_t *const required = report->selection->required;
    for (size_t i = 0; report->complete && i < json_array_size(required); i++) {
        const char *const text = json_string_value(json_array_get(required, i));
        const struct demand *const demand = demand_of(text);
        demand->judge(report, text, text + strlen(demand->name));
    }
}
