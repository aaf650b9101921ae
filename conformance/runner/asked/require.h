/* What is demanded of a run beside right answers: --require. */
#ifndef CONFORMANCE_RUNNER_ASKED_REQUIRE_H
#define CONFORMANCE_RUNNER_ASKED_REQUIRE_H

#include <stdbool.h>

enum demand { NEEDS_PROFILE, NEEDS_CORPUS, NEEDS_CLOSED, NEEDS_CORE, NEEDS_WHOLE, DEMAND_COUNT };

struct requirement {
    const char *text; /* as given */
    enum demand demand;
    const char *value; /* behind `=`; empty: it has none */
};

struct requirements {
    struct requirement *all;
    unsigned count;
};

/* False: it is none, or there is no memory; *why tells.  What is there already is not added again. */
bool runner_requirement_add(struct requirements *requirements, const char *text, const char **why);

#endif
