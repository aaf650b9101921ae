#include "declaration.h"

#include "../../../corpus/crosscheck/linked.h"
#include "../process/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- What is open --------------------------------------------------------------------------------------- */

static const char starts_point[] = "relocatable-start", type_point[] = "section-type-errata";

/* What the ledger leaves open in a link. */
struct open {
    const char *point; /* the entry of the ledger on which the vector rests, or null */
    bool moved; /* functions seem to lie elsewhere, which starts or an input that was only copied explain */
    bool type;  /* the result's section has another type, as objects of other points may have, too */
    char ledger[64];
};

/* For each point the kinds of faults that it leaves open, by their beginnings.  Each point has a reading by
 * which a section is broken or none, so that functions may be lost.  A point without a row leaves all open. */
enum { KINDS_OPEN = 7 };
static const struct {
    const char *point, *kinds[KINDS_OPEN];
} left_open[] = {
    {"empty-section", {"lost: "}},
    {"fixed-fp-any-abi", {"lost: ", "fp", "irregular: header.fixed-"}},
    {"fixed-ra-amd64-other", {"lost: ", "ra", "irregular: header.fixed-"}},
    {"flag-frame-pointer-scope", {"lost: "}},
    {type_point, {"lost: ", "container: ", "irregular: tile.", "unsorted: ", "relocations: "}},
    {"tile-filler", {"lost: ", "irregular: tile."}},
    {"tile-gap-after-header", {"lost: ", "irregular: tile."}},
    {"tile-rows-first", {"lost: ", "irregular: tile.", "irregular: fre."}},
    {"tile-trailing-bytes", {"lost: ", "irregular: tile.", "irregular: fre.owned"}},
    /* One of the objects may rest on section-type-errata, too. */
    {starts_point,
     {"lost: ", "extra: ", "container: ", "irregular: ", "unsorted: ", "relocations: ", "plt: "}},
};

/* Whether KIND begins with one of KINDS. */
static bool is_one_of(const char *kind, const char *const kinds[], size_t most)
{
    for (size_t i = 0; i < most && kinds[i] != NULL; i++)
        if (strncmp(kinds[i], kind, strlen(kinds[i])) == 0)
            return true;
    return false;
}

static bool leaves_open(const char *point, const char *kind)
{
    for (size_t i = 0; i < sizeof left_open / sizeof left_open[0]; i++)
        if (strcmp(left_open[i].point, point) == 0)
            return is_one_of(kind, left_open[i].kinds, KINDS_OPEN);
    return true;
}

static bool has_kind(const struct faults *faults, const char *kind)
{
    for (size_t i = 0; i < faults->count && i < FAULTS_MAX; i++)
        if (is_one_of(faults->faults[i].kind, &kind, 1))
            return true;
    return false;
}

/* Whether a fault comes from a wrong address of a function, and not only from its loss. */
static bool is_of_places(const struct fault *fault)
{
    static const char *const kinds[] = {"extra: ", "irregular: fde.", "plt: ", "relocations: "};
    return is_one_of(fault->kind, kinds, sizeof kinds / sizeof kinds[0]) ||
           (fault->sort == FAULT_FUNCTION && strncmp(fault->kind, "lost: ", 6) != 0);
}

/* Whether functions seem to be described at wrong addresses: they are lost, and other code is described. */
static bool are_moved(const struct faults *faults)
{
    bool others = false;
    for (size_t i = 0; i < faults->count && i < FAULTS_MAX; i++)
        others = others || is_of_places(&faults->faults[i]);
    return has_kind(faults, "extra: ") ||
           (others && (has_kind(faults, "lost: ") || has_kind(faults, "omits: functions")));
}

/* Whether it is certain from where the starts in the objects count: they count as the flag says, or from the
 * field, as the linker's own assembler writes them. */
static bool are_starts_settled(const struct vector *vector, const struct declaration *declaration)
{
    const bool own = runner_span_is(vector->starts, "field") && vector->profile < PROFILE_COUNT &&
                     declaration->starts_from_field[vector->profile];
    return vector->starts.size == 0 || runner_span_is(vector->starts, "pcrel") || own;
}

static void find_open(const struct vector *vector, const struct declaration *declaration,
                      const struct faults *faults, struct open *open)
{
    const bool ledger = vector->ledger.size != 0;
    (void)snprintf(open->ledger, sizeof open->ledger, "%.*s", (int)vector->ledger.size, vector->ledger.at);
    open->point = ledger                                                     ? open->ledger
                  : vector->starts.size == 0 && vector->class == CONTESTED ? "another"
                                                                             : NULL;
    const bool passed_on = ledger && has_kind(faults, "omits: "),
               settled = are_starts_settled(vector, declaration);
    open->moved = (passed_on || !settled || runner_span_is(vector->ledger, starts_point)) && are_moved(faults);
    /* Anything may be described in the code of a broken object: lost functions may seem to lie there. */
    open->moved = open->moved || (!settled && vector->class == MALFORMED && has_kind(faults, "lost: "));
    open->type = ledger && has_kind(faults, "container: the section's type");
}

/* Returns why a fault does not count, or null if it does.  If the input is broken, only the sound functions
 * must be right. */
static const char *excuse(const struct vector *vector, const struct fault *fault, const struct open *open)
{
    if (fault->sort != FAULT_FUNCTION && fault->sort != FAULT_FILE)
        return NULL;
    if (vector->class == MALFORMED && fault->sort == FAULT_FILE)
        return "the input is broken";
    if (open->point != NULL && leaves_open(open->point, fault->kind))
        return open->point;
    if (open->moved && (fault->sort == FAULT_FUNCTION || is_of_places(fault)))
        return open->point != NULL ? open->point : starts_point;
    return open->type && leaves_open(type_point, fault->kind) ? type_point : NULL;
}

/* --- Differences ---------------------------------------------------------------------------------------- */

/* Adds a difference for the fault's kind, once.  If there are too many kinds, the last difference says so. */
static void add_difference(struct judgement *judgement, const struct fault *fault, const char *kind)
{
    if (runner_difference_at(judgement, kind) != NULL)
        return;
    if (judgement->count >= DIFFERENCES_MAX) {
        judgement->count = DIFFERENCES_MAX - 1;
        runner_add_quoted(judgement, "more: kinds than there is room for", "", "");
        return;
    }
    runner_add_quoted(judgement, kind, fault->is_true,
                      fault->stated[0] != '\0' || fault->is_true[0] != '\0' ? fault->stated : fault->place);
}

/* Sets the outcome from this fault, unless an earlier one has; faults that count come first. */
static void set_outcome(struct judgement *judgement, const struct fault *fault, enum outcome outcome,
                        const char *kind)
{
    const bool compares = fault->is_true[0] != '\0' || fault->stated[0] != '\0';
    if (judgement->outcome != SAME)
        return;
    runner_judge_as(judgement, outcome, compares ? "%s%s%s: expected %s, got %s" : "%s%s%s", kind,
                    fault->place[0] != '\0' ? ": at " : "", fault->place,
                    fault->is_true[0] != '\0' ? fault->is_true : "nothing",
                    fault->stated[0] != '\0' ? fault->stated : "nothing");
}

static void judge_fault(struct judgement *judgement, const struct fault *fault, const char *excused)
{
    static const enum outcome outcomes[FAULT_SORTS] = {WRONG, WRONG, WRONG, READING, OMITS};
    char kind[PATH_MAX_SIZE];
    (void)snprintf(kind, sizeof kind, "%s%s", excused != NULL ? "reading: " : "",
                   excused != NULL ? excused : fault->kind);
    add_difference(judgement, fault, kind);
    set_outcome(judgement, fault, excused != NULL ? READING : outcomes[fault->sort], kind);
}

/* --- All together --------------------------------------------------------------------------------------- */

static void judge_faults(struct judgement *judgement, const struct vector *vector,
                         const struct faults *faults, const struct open *open)
{
    for (int excused = 0; excused <= 1; excused++)
        for (int sort = 0; sort < FAULT_SORTS; sort++)
            for (size_t i = 0; i < faults->count && i < FAULTS_MAX; i++) {
                const struct fault *const fault = &faults->faults[i];
                const char *const why = excuse(vector, fault, open);
                if ((int)fault->sort == sort && (why != NULL) == (excused == 1))
                    judge_fault(judgement, fault, why);
            }
    if (judgement->outcome == READING)
        (void)snprintf(judgement->reading, sizeof judgement->reading, "another");
}

bool runner_judge_linked_file(const struct vector *vector, const struct declaration *declaration,
                              const char *messages, uint8_t *bytes, size_t size, struct judgement *judgement,
                              char why[WORDS_MAX])
{
    const struct abi_facts *const facts = &runner_abi_facts[vector->abi];
    json_t *const expect = json_loadb(vector->expect.at, vector->expect.size, JSON_REJECT_DUPLICATES, NULL);
    const json_t *const functions = json_object_get(expect, "functions");
    struct faults *const faults = memory_of(1, sizeof *faults);
    const struct linked linked = {.bytes = bytes,
                                  .size = size,
                                  .profile = vector->profile == ANY_PROFILE
                                                 ? SFR_PROFILE_BY_VERSION
                                                 : (enum sfr_profile)(int)vector->profile,
                                  .machine = facts->machine,
                                  .big_endian = facts->big,
                                  .functions = functions,
                                  .free = json_object_get(expect, "free"),
                                  .gone = json_object_get(expect, "gone"),
                                  .sorted = json_is_true(json_object_get(expect, "sorted")),
                                  .warned = messages != NULL && strcasestr(messages, "sframe") != NULL};
    const bool can = json_is_array(functions);
    (void)snprintf(why, WORDS_MAX, "the vector is wrong: it has no list of functions");
    const bool judged = can && cfi_judge_linked(&linked, faults, why, WORDS_MAX);
    if (!can)
        free(bytes);
    if (judged) {
        struct open open = {.point = NULL};
        find_open(vector, declaration, faults, &open);
        judge_faults(judgement, vector, faults, &open);
    }
    free(faults);
    json_decref(expect);
    return judged;
}
