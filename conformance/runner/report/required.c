/* Finds the demands of --require that a completed run does not meet. */
#include "../asked/corpus.h"
#include "report.h"

#include <stdarg.h>

/* Bytes for the words about one demand. */
enum { ROOM = 700 };

static void __attribute__((format(printf, 4, 5)))
add_unmet(struct report *report, const struct requirement *unmet, const struct implementation_report *implementation,
          const char *format, ...)
{
    char words[ROOM];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    runner_add_fault(report, implementation, "required", "--require %.60s: %s", unmet->text, words);
}

/* --- Profiles ------------------------------------------------------------------------------------------- */

/* Checks a profile for each implementation that could run. */
static void judge_profile(struct report *report, const struct requirement *unmet)
{
    const char *const name = unmet->value;
    const unsigned profile = runner_name_number(runner_profile_names, PROFILE_COUNT, runner_span_of(name));
    for (unsigned i = 0; i < report->count; i++) {
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
            add_unmet(report, unmet, each, "nothing of %s was %s", name, asked > 0 ? "judged" : "asked");
    }
}

/* --- The corpus ----------------------------------------------------------------------------------------- */

static void judge_version(struct report *report, const struct requirement *unmet)
{
    unsigned has[VERSION_PARTS], wanted[VERSION_PARTS], i = 0;
    const bool known = runner_version_read(report->version, has), wants = runner_version_read(unmet->value, wanted);
    while (known && wants && i + 1 < VERSION_PARTS && has[i] == wanted[i])
        i++;
    if (!known)
        add_unmet(report, unmet, NULL, "the corpus does not say its version");
    else if (wants && has[i] < wanted[i])
        add_unmet(report, unmet, NULL, "the corpus is %s", report->version);
}

static void judge_extent(struct report *report, const struct requirement *unmet)
{
    const bool core = unmet->demand == NEEDS_CORE;
    if (report->corpus != NULL)
        add_unmet(report, unmet, NULL, "the vectors of %.300s were asked", report->corpus);
    else if (core && !report->core)
        add_unmet(report, unmet, NULL,
                  "the whole was asked; if that is meant, the job that merges its shards wants "
                  "`corpus: whole`, too");
    else if (!core && report->core)
        add_unmet(report, unmet, NULL, "only the core was asked");
}

/* --- All ------------------------------------------------------------------------------------------------ */

void runner_add_unmet(struct report *report)
{
    const bool is_part = report->selection->shards > 1; /* this shard does not know what the others asked */
    const struct requirements *const required = &report->selection->required;
    for (unsigned i = 0; report->complete && i < required->count; i++) {
        const struct requirement *const unmet = &required->all[i];
        switch (unmet->demand) {
        case NEEDS_PROFILE:
            if (!is_part)
                judge_profile(report, unmet);
            break;
        case NEEDS_CORPUS:
            judge_version(report, unmet);
            break;
        case NEEDS_CLOSED:
            if (!report->closed)
                add_unmet(report, unmet, NULL,
                          "the corpus has no closing line, so nobody knows whether it is whole");
            break;
        default:
            judge_extent(report, unmet);
        }
    }
}
