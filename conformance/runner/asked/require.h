/* What --require demands of a run besides right answers. */
#ifndef CONFORMANCE_RUNNER_ASKED_REQUIRE_H
#define CONFORMANCE_RUNNER_ASKED_REQUIRE_H

#include <stdbool.h>

enum demand { NEEDS_PROFILE, NEEDS_CORPUS, NEEDS_CLOSED, NEEDS_CORE, NEEDS_WHOLE, DEMAND_COUNT };

struct requirement {
    const char *text; /* as given */
    enum demand demand;
    const char *value; /* what stands behind `=`; empty: nothing */
};

struct requirements {
    struct requirement *all;
    unsigned count;
};

/* Adds a requirement, unless it is there already.  Returns false if TEXT is none or memory ran out; *why then
 * says so. */
bool runner_requirement_add(struct requirements *requirements, const char *text, const char **why);

#endif
