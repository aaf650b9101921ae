#include "linked_file.h"

#include "../../../corpus/crosscheck/linked.h"
#include "basic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- What is open --------------------------------------------------------------------------------------- */

/* The ledger entry that leaves open what is right for this vector, or null.  If starts count from another
 * place than the flag says, that is open, except for a linker whose own assembler writes such starts. */
static const char *open_point(const struct vector *vector, const struct declaration *declaration,
                              char ledger[64])
{
    const bool knows_profile = vector->profile < PROFILE_COUNT;
    const bool own = runner_span_is(vector->starts, "field") && knows_profile &&
                     declaration->starts_from_field[vector->profile];
    (void)snprintf(ledger, 64, "%.*s", (int)vector->ledger.size, vector->ledger.at);
    if (vector->ledger.size != 0)
        return ledger;
    if (vector->starts.size != 0)
        return runner_span_is(vector->starts, "pcrel") || own ? NULL : "relocatable-start";
    return vector->class == CONTESTED ? "another" : NULL;
}

static bool has_kind(const struct faults *faults, const char *kind)
{
    for (size_t i = 0; i < faults->count && i < FAULTS_MAX; i++)
        if (strncmp(faults->faults[i].kind, kind, strlen(kind)) == 0)
            return true;
    return false;
}

/* Returns why a fault does not count, or null if it does.  If the input is broken, only the sound functions
 * must be right. */
static const char *excuse(const struct vector *vector, const struct fault *fault, const char *point)
{
    if (fault->sort != FAULT_FUNCTION && fault->sort != FAULT_FILE)
        return NULL;
    if (vector->class == MALFORMED && fault->sort == FAULT_FILE)
        return "the input is broken";
    return point;
}

/* Whether the linker lost functions that it must describe.  That is right by no reading.  A linker that
 * describes other code instead has perhaps only counted starts from another place, so it does not count here.
 */
static bool loses_all(const struct vector *vector, const struct declaration *declaration,
                      const struct faults *faults)
{
    return runner_is_basic(vector, declaration) && has_kind(faults, "lost:") &&
           !has_kind(faults, "extra:");
}

/* --- Differences ---------------------------------------------------------------------------------------- */

static bool is_known(const struct judgement *judgement, const char *kind)
{
    for (unsigned i = 0; i < judgement->count && i < DIFFERENCES_MAX; i++)
        if (strcmp(judgement->differences[i].path, kind) == 0)
            return true;
    return false;
}

/* If there are more kinds of faults than room, the last one says so. */
static void add_difference(struct judgement *judgement, const struct fault *fault, const char *kind)
{
    if (is_known(judgement, kind))
        return;
    if (judgement->count >= DIFFERENCES_MAX) {
        struct difference *const last = &judgement->differences[DIFFERENCES_MAX - 1];
        (void)snprintf(last->path, sizeof last->path, "more: kinds than there is room for");
        runner_quote(last->expected, "");
        runner_quote(last->actual, "");
        return;
    }
    struct difference *const difference = &judgement->differences[judgement->count++];
    (void)snprintf(difference->path, sizeof difference->path, "%s", kind);
    runner_quote(difference->expected, fault->is_true);
    runner_quote(difference->actual,
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
                         const struct faults *faults, const char *point)
{
    for (int excused = 0; excused <= 1; excused++)
        for (int sort = 0; sort < FAULT_SORTS; sort++)
            for (size_t i = 0; i < faults->count && i < FAULTS_MAX; i++) {
                const struct fault *const fault = &faults->faults[i];
                const char *const why = excuse(vector, fault, point);
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
    struct faults *const faults = calloc(1, sizeof *faults);
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
                                  .silent_stubs = json_is_true(json_object_get(expect, "silent_stubs")),
                                  .warned = messages != NULL && strcasestr(messages, "sframe") != NULL};
    const bool can = faults != NULL && json_is_array(functions);
    (void)snprintf(why, WORDS_MAX, "the vector is wrong: it has no list of functions");
    const bool judged = can && cfi_judge_linked(&linked, faults, why, WORDS_MAX);
    if (!can)
        free(bytes);
    if (judged) {
        char ledger[64];
        const char *const point = open_point(vector, declaration, ledger);
        judge_faults(judgement, vector, faults, loses_all(vector, declaration, faults) ? NULL : point);
    }
    free(faults);
    json_decref(expect);
    return judged;
}
