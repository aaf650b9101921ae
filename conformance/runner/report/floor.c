/* Finds silence: questions of which none was judged, so that a run without failures means nothing.
 *
 * Questions are sorted into cells by profile, ABI and operation.  A cell is silent if nothing in it was
 * judged, or none of its valid vectors: a reader that refuses all broken sections has not yet shown that it
 * reads anything.  Silent cells are reported together if all that was asked of a profile, or of its operation
 * or ABI, is silent. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

enum { ALL = -1 };

/* A set of cells: a profile, an ABI and an operation, each of which may be ALL. */
struct box {
    int profile, abi, operation;
};

uint64_t runner_judged(const uint64_t outcomes[OUTCOME_COUNT])
{
    uint64_t judged = 0;
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        judged += runner_outcome_is_judged[i] ? outcomes[i] : 0;
    return judged;
}

/* --- Cells ---------------------------------------------------------------------------------------------- */

struct cells {
    struct report *report;
    const struct implementation_report *implementation;
    bool reported[PROFILE_COUNT + 1][ABI_COUNT][OPERATION_COUNT];
};

/* How many vectors were asked that had to be judged: those outside of a requirement set had not. */
static uint64_t sum_of(const uint64_t outcomes[OUTCOME_COUNT])
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < NOT_RUN; i++)
        sum += i != OUTSIDE ? outcomes[i] : 0;
    return sum;
}

/* Whether a cell is in BOX.  A profile that a writer leaves out is only in the box of all profiles. */
static bool is_inside(const struct cells *cells, const struct box *box, int profile, int abi, int operation)
{
    if (box->profile != ALL && profile < PROFILE_COUNT && runner_is_writing((enum operation)operation) &&
        cells->implementation->declaration.leaves_out[profile])
        return false;
    return (box->profile == ALL || box->profile == profile) && (box->abi == ALL || box->abi == abi) &&
           (box->operation == ALL || box->operation == operation);
}

/* What was asked in a box, and how many of its cells have not been reported yet. */
struct found {
    unsigned cells, unreported;
    bool is_silent;
    uint64_t outcomes[OUTCOME_COUNT];
};

/* Adds up the cells of BOX.  REPORTS: from now on they count as reported. */
static struct found look_into(struct cells *cells, const struct box *box, bool reports)
{
    const struct implementation_report *const each = cells->implementation;
    struct found found = {.is_silent = true};
    for (int profile = 0; profile <= PROFILE_COUNT; profile++)
        for (int abi = 0; abi < ABI_COUNT; abi++)
            for (int operation = 0; operation < OPERATION_COUNT; operation++) {
                const struct feature *const cell = &each->features[profile][abi][operation];
                bool *const reported = &cells->reported[profile][abi][operation];
                if (!is_inside(cells, box, profile, abi, operation) || sum_of(cell->outcomes) == 0)
                    continue;
                found.cells++;
                found.unreported += !*reported;
                const uint64_t judged = cell->valid_asked > 0 ? cell->valid_judged : runner_judged(cell->outcomes);
                found.is_silent = found.is_silent && judged == 0;
                for (unsigned i = 0; i < NOT_RUN; i++)
                    found.outcomes[i] += cell->outcomes[i];
                *reported = *reported || reports;
            }
    return found;
}

/* --- Words ---------------------------------------------------------------------------------------------- */

static const char *name_of(const char *const *names, int number)
{
    return number == ALL ? "" : names[number];
}

/* Writes "of v3 lookup on s390x nothing", without the parts for which the box has ALL, and without
 * ANY_PROFILE. */
static void put_what(char what[80], const struct box *box)
{
    const int profile = box->profile == PROFILE_COUNT ? ALL : box->profile;
    const bool both = profile != ALL && box->operation != ALL;
    if (box->profile == ALL)
        (void)snprintf(what, 80, "nothing");
    else
        (void)snprintf(what, 80, "of %s%s%s%s%s nothing", name_of(runner_profile_names, profile),
                       both ? " " : "", name_of(runner_operation_names, box->operation),
                       box->abi != ALL ? " on " : "", name_of(runner_abi_names, box->abi));
}

static void put_instead(char *instead, size_t room, const uint64_t outcomes[OUTCOME_COUNT])
{
    const char *const none = runner_judged(outcomes) > 0 ? ", of valid ones none judged" : "";
    size_t size = (size_t)snprintf(instead, room, "%" PRIu64 " asked%s:", sum_of(outcomes), none);
    for (unsigned i = 0; i < OUTCOME_COUNT && size < room; i++)
        if (outcomes[i] > 0)
            size += (size_t)snprintf(instead + size, room - size, " %" PRIu64 " %s", outcomes[i],
                                     runner_outcome_names[i]);
}

/* --- All together --------------------------------------------------------------------------------------- */

/* Whether a silent box is reported: a single cell by its whole name only, a larger box if it has several
 * cells. */
static bool is_reported(const struct box *box, const struct found *found)
{
    const bool is_cell = box->abi != ALL && box->operation != ALL, is_whole = box->profile == ALL;
    return found->unreported > 0 && (is_cell || is_whole || found->cells > 1);
}

static void try_box(struct cells *cells, struct box box)
{
    char what[80], instead[400];
    const struct found found = look_into(cells, &box, false);
    if (!found.is_silent || !is_reported(&box, &found))
        return;
    (void)look_into(cells, &box, true);
    put_what(what, &box);
    put_instead(instead, sizeof instead, found.outcomes);
    runner_add_fault(cells->report, cells->implementation, "not judged", "%s was judged (%s)", what, instead);
}

void runner_add_silences(struct report *report, const struct implementation_report *implementation)
{
    struct cells cells = {.report = report, .implementation = implementation};
    const bool is_part = report->selection->shards > 1;
    try_box(&cells, (struct box){ALL, ALL, ALL});
    for (int profile = 0; profile <= PROFILE_COUNT && !is_part; profile++) {
        if (profile < PROFILE_COUNT)
            try_box(&cells, (struct box){profile, ALL, ALL});
        for (int operation = 0; operation < OPERATION_COUNT; operation++)
            try_box(&cells, (struct box){profile, ALL, operation});
        for (int abi = 0; profile < PROFILE_COUNT && abi < ABI_COUNT; abi++)
            try_box(&cells, (struct box){profile, abi, ALL});
        for (int abi = 0; abi < ABI_COUNT; abi++)
            for (int operation = 0; operation < OPERATION_COUNT; operation++)
                try_box(&cells, (struct box){profile, abi, operation});
    }
}
