/* From registers and memory to frames: docs/unwinding.md, and appendix A of the texts. */
#include "bug.h"
#include "decoder.h"

#include "sframe_adapter.h"

#include <inttypes.h>
#include <string.h>

enum { WORD = 8, S390X_SP_FROM_CFA = -160, PAC_COPIED_BIT = 55 };

/* DWARF numbers; RA is where a call leaves it. */
static const struct machine {
    const char *abi;
    int64_t sp, fp, ra;
    bool big;
} machines[] = {
    {"amd64", 7, 6, 16, false},
    {"aarch64", 31, 29, 30, false},
    {"aarch64_be", 31, 29, 30, true},
    {"s390x", 15, 11, 14, true},
};
enum { MACHINES = sizeof machines / sizeof machines[0] };

struct frame {
    uint64_t pc, sp, fp, cfa;
    bool topmost, interrupted, cfa_known;
};

struct trace {
    const struct request *request;
    const struct machine *machine;
    struct frame first, frame, caller; /* the topmost, the one at hand, and the one further out */
};

/* What can fail returns NULL, or the word for the stop. */

/* --- The row
 * -------------------------------------------------------------------------------------------------- */

static const char *find_in(const struct request *request, const struct piece *module, uint64_t pc,
                           struct found *found)
{
    struct section s;
    const char *error =
        read_header(&s, module->bytes, module->length, module->address, profile_named(request->profile));
    *found = (struct found){.kind = NO_FUNCTION};
    if (error == NULL)
        error = lookup(&s, pc, found);
    return error != NULL ? "error" : NULL;
}

/* No two modules hold the same PC; one that cannot be read may have been the one that should answer. */
static const char *find(const struct trace *t, struct found *found)
{
    const struct frame *const frame = &t->frame;
    const struct request *const request = t->request;
    const uint64_t pc = frame->topmost || frame->interrupted ? frame->pc : frame->pc - 1;
    const struct piece main = {request->address, request->bytes, request->length};
    const char *error = NULL;
    for (size_t i = 0; i < request->scenario->module_count + 1; i++) {
        const char *const failed =
            find_in(request, i == 0 ? &main : &request->scenario->modules[i - 1], pc, found);
        if (failed != NULL)
            error = failed;
        else if (found->kind == NO_ROW)
            return "no-row";
        else if (found->kind != NO_FUNCTION)
            return found->rules.ra.kind == UNDEFINED ? "outermost" : NULL;
    }
    return error != NULL ? error : "no-function";
}

/* --- Values
 * --------------------------------------------------------------------------------------------------- */

static bool read_byte(const struct scenario *scenario, uint64_t address, uint8_t *byte)
{
    for (size_t i = 0; i < scenario->piece_count; i++) {
        const struct piece *const piece = &scenario->memory[i];
        if (address - piece->address < piece->length) {
            *byte = piece->bytes[address - piece->address];
            return true;
        }
    }
    return false;
}

static const char *read_word(const struct trace *t, uint64_t address, uint64_t *value)
{
    *value = 0;
    if (address % WORD != 0)
        return "memory";
    for (unsigned i = 0; i < WORD; i++) {
        uint8_t byte;
        if (!read_byte(t->request->scenario, address + (t->machine->big ? i : WORD - 1 - i), &byte))
            return "memory";
        *value = *value << 8 | byte;
    }
    return NULL;
}

static const char *read_register(const struct trace *t, int64_t number, uint64_t *value)
{
    char name[24];
    if (number == t->machine->sp || number == BASE_SP)
        *value = t->frame.sp;
    else if (number == t->machine->fp || number == BASE_FP)
        *value = t->frame.fp;
    else if (!t->frame.topmost)
        return "unsafe";
    else {
        (void)snprintf(name, sizeof name, "r%" PRId64, number);
        return scenario_register(t->request, name, value) ? NULL : "error";
    }
    return NULL;
}

static const char *apply(const struct trace *t, const struct rule *rule, uint64_t *value)
{
    const char *stop = NULL;
    if (rule->base == BASE_CFA)
        *value = t->frame.cfa;
    else
        stop = read_register(t, rule->base, value);
    *value += (uint64_t)rule->offset;
    if (stop == NULL && rule->deref)
        stop = read_word(t, *value, value);
    return stop;
}

/* --- A step
 * --------------------------------------------------------------------------------------------------- */

/* As a processor strips a signature. */
static uint64_t stripped(const struct trace *t, uint64_t pc)
{
    uint64_t mask = 0;
    (void)scenario_register(t->request, "pac_mask", &mask);
    return (pc >> PAC_COPIED_BIT & 1) != 0 ? pc | mask : pc & ~mask;
}

static const char *recover_pc(struct trace *t, const struct found *found)
{
    const struct rule *const rule = &found->rules.ra;
    const char *const stop =
        rule->kind == PLACE ? apply(t, rule, &t->caller.pc) : read_register(t, t->machine->ra, &t->caller.pc);
    if (found->mangled)
        t->caller.pc = stripped(t, t->caller.pc);
    return stop;
}

static const char *recover_fp(struct trace *t, const struct found *found)
{
    t->caller.fp = t->frame.fp;
    return found->rules.fp.kind == PLACE ? apply(t, &found->rules.fp, &t->caller.fp) : NULL;
}

static bool gets_further(const struct trace *t, bool signal)
{
    return signal || t->caller.sp > t->frame.sp || (t->frame.topmost && t->caller.sp == t->frame.sp);
}

static const char *step(struct trace *t)
{
    struct found found;
    const char *stop = find(t, &found);
    t->caller = (struct frame){.interrupted = found.signal};
    if (stop != NULL)
        return stop;
    stop = apply(t, &found.rules.cfa, &t->frame.cfa);
    t->frame.cfa_known = stop == NULL;
    if (stop == NULL)
        stop = recover_pc(t, &found);
    if (stop == NULL)
        stop = recover_fp(t, &found);
    t->caller.sp = t->frame.cfa;
    if (strcmp(t->machine->abi, "s390x") == 0)
        t->caller.sp += (uint64_t)S390X_SP_FROM_CFA;
    if (stop == NULL && !gets_further(t, found.signal))
        stop = "loop";
    return stop;
}

/* --- The trace
 * ------------------------------------------------------------------------------------------------ */

static void answer_frame(struct answer *answer, const struct frame *frame)
{
    answer_frame_begin(answer);
    answer_address(answer, "pc", frame->pc);
    answer_address(answer, "sp", frame->sp);
    answer_address(answer, "fp", frame->fp);
    if (frame->cfa_known)
        answer_address(answer, "cfa", frame->cfa);
    answer_frame_end(answer);
}

static const struct machine *machine_named(const char *abi)
{
    const struct machine *machine = machines;
    while (machine < machines + MACHINES - 1 && strcmp(machine->abi, abi) != 0)
        machine++;
    return machine;
}

void answer_unwind(const struct request *request, struct answer *answer)
{
    struct trace t = {.request = request,
                      .machine = machine_named(request->abi),
                      .first = {.pc = request->pc, .topmost = true}};
    const char *stop = NULL;
    (void)scenario_register(request, "sp", &t.first.sp);
    (void)scenario_register(request, "fp", &t.first.fp);
    t.frame = t.first;
    answer_frames(answer);
    for (unsigned i = 0; i < request->scenario->limit && stop == NULL; i++, t.frame = t.caller) {
        stop = step(&t);
        answer_frame(answer, &t.frame);
    }
    answer_stop(answer, stop != NULL ? stop : "limit");
}
