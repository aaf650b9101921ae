#include "judged.h"

#include "law.h"

#include "../../corpus/crosscheck/linked.h"
#include "../../corpus/crosscheck/written.h"

#include <stdlib.h>
#include <string.h>

enum { WHY = 256 };

static json_t *list_of(const char *text)
{
    json_t *const list = json_loadb(text, strlen(text), 0, NULL);
    LAW(json_is_array(list), "what is told to a judge is no list: %.80s", text);
    return list;
}

/* --- Objects -------------------------------------------------------------------------------------------- */

bool judge_written(const struct machine_asked *machine, struct zoo_file *object, const char *truths,
                   enum judged *functions)
{
    static const enum judged found[] = {[SAID_SAME] = JUDGED_TRUE,
                                        [SAID_ABSENT] = JUDGED_ABSENT,
                                        [SAID_OMITS] = JUDGED_OMITS,
                                        [SAID_HIDES] = JUDGED_FALSE,
                                        [SAID_WRONG] = JUDGED_FALSE};
    char why[WHY];
    json_t *const list = list_of(truths);
    const size_t count = json_array_size(list);
    struct said_function *const said = calloc(count + 1, sizeof *said);
    struct said_section section = {.there = false};
    const struct written written = {.bytes = object->bytes,
                                    .size = object->size,
                                    .machine = machine->number,
                                    .big_endian = machine->big_endian,
                                    .functions = list};
    LAW(said != NULL, "out of memory for %zu functions", count);
    LAW(cfi_judge_written(&written, said, &section, why, sizeof why), "no object of these functions: %s",
        why);
    LAW(section.broken == NULL, "%s: %s, at offset 0x%llx", section.broken, section.how,
        (unsigned long long)section.offset);
    LAW(section.strangers == 0, "code of no function is described, at 0x%llx",
        (unsigned long long)section.first_stranger);
    for (size_t i = 0; i < count; i++) {
        functions[i] = found[said[i].said];
        LAW(functions[i] != JUDGED_FALSE, "function %zu: %s, at byte %llu: true is %s, told is %s", i,
            said[i].kind, (unsigned long long)said[i].at, said[i].is_true, said[i].stated);
    }
    free(said);
    json_decref(list);
    *object = (struct zoo_file){.bytes = NULL};
    return section.there;
}

/* --- Linked files --------------------------------------------------------------------------------------- */

/* Whether a fault counts.  What the texts leave open breaks nothing.  A linker may leave something out if it
 * says so, but the zoo's linker leaves nothing out. */
static bool counts(const struct linked_demand *demand, const struct fault *fault)
{
    return fault->sort == FAULT_UNREADABLE || (!demand->open && fault->sort != FAULT_READING);
}

void demand_linked(const struct linked_demand *demand, struct zoo_file *result)
{
    static struct faults faults;
    char why[WHY];
    json_t *const functions = list_of(demand->functions), *const others = list_of(demand->free),
                  *const gone = list_of(demand->gone);
    const struct linked linked = {.bytes = result->bytes,
                                  .size = result->size,
                                  .profile = demand->profile,
                                  .machine = demand->machine.number,
                                  .big_endian = demand->machine.big_endian,
                                  .functions = functions,
                                  .free = others,
                                  .gone = gone,
                                  .sorted = demand->sorted};
    LAW(cfi_judge_linked(&linked, &faults, why, sizeof why), "no result of this link: %s", why);
    for (size_t i = 0; i < faults.count && i < FAULTS_MAX; i++)
        LAW(!counts(demand, &faults.faults[i]), "%s, at %s: true is %s, told is %s", faults.faults[i].kind,
            faults.faults[i].place, faults.faults[i].is_true, faults.faults[i].stated);
    json_decref(functions);
    json_decref(others);
    json_decref(gone);
    *result = (struct zoo_file){.bytes = NULL};
}
