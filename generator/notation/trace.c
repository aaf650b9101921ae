/* The trace that models and memory give: docs/unwinding.md, step by step.  No bytes of a section are read.
 * Families know their frames beforehand (call_chain.h); the writer of a text knows what lies in memory. */
#include "notation.h"

#include "emit/sets.h"

#include <string.h>

/* --- Readings where the texts leave a trace open -------------------------------------------------------- */

enum manner {
    CALLER_AS_IS = 1 << 0,          /* a caller is looked up at its PC */
    SIGNALS_TOPMOST = 1 << 1,       /* an interrupted frame is as the topmost one: its registers are known */
    SIGNALS_NOTHING = 1 << 2,       /* a signal frame is like any other */
    KEEPS_SIGNATURES = 1 << 3,      /* mangled return addresses stay as they are */
    TESTS_SIGNATURES = 1 << 4,      /* and finds that they are wrong, as those of vectors are made up */
    STRIPS_ALL = 1 << 5,            /* signatures are stripped from all return addresses, mangled or not */
    EMPTY_IS_NO_ROW = 1 << 6,       /* a row without words says nothing */
    ENDS_AT_PC_0 = 1 << 7,
    ENDS_AT_FP_0 = 1 << 8,
    ENDS_AT_SAME_FRAME = 1 << 9,    /* a caller need not be further up, only different */
    FOLLOWS_ANYTHING = 1 << 10,     /* no caller ends the trace before the limit */
    READS_UNALIGNED = 1 << 11,
    KEEPS_LINK = 1 << 12,           /* callers have the topmost frame's RA register */
    KEEPS_REGISTERS = 1 << 13,      /* callers have the topmost frame's registers, but for the CFA */
    NEEDS_IDLE_REGISTERS = 1 << 14, /* also those that a control word names without using them */
    TOPMOST_NUMBERS = 1 << 15,      /* SP and FP by number are unknown in callers, as other registers are */
    SP_IS_CFA = 1 << 16,            /* a flexible function's caller has SP = CFA, whatever the ABI */
    REFUSES_FOREIGN = 1 << 17,      /* of sections in another byte order than the ABI's */
};

/* All readings of points that traces rest on, with the profiles whose texts leave them open.  Manner 0 is that
 * of docs/unwinding.md, and the oracle's. */
static const struct {
    const char *ledger, *reading;
    unsigned profiles;
    unsigned manner;
} manners[] = {
    {"caller-pc", "less-one", ALL, 0},
    {"caller-pc", "as-is", ALL, CALLER_AS_IS},
    {"signal-caller-pc", "no-less-one", V3, 0},
    {"signal-caller-pc", "topmost-again", V3, SIGNALS_TOPMOST},
    {"signal-caller-pc", "nothing", V3, SIGNALS_NOTHING},
    {"mangled-ra", "strip", ALL, 0},
    {"mangled-ra", "reported", ALL, KEEPS_SIGNATURES},
    {"mangled-ra", "authenticate", ALL, TESTS_SIGNATURES},
    {"unmangled-ra", "kept", ALL, 0},
    {"unmangled-ra", "stripped", ALL, STRIPS_ALL},
    {"outermost-stop", "stop", E2ON, 0},
    {"outermost-stop", "may-go-on", E2ON, EMPTY_IS_NO_ROW},
    {"trace-end", "no-row", BEFORE_E2, 0},
    {"trace-end", "null-ra", BEFORE_E2, ENDS_AT_PC_0},
    {"trace-end", "fp-null", BEFORE_E2, ENDS_AT_FP_0},
    {"trace-progress", "strict", ALL, 0},
    {"trace-progress", "stop", ALL, ENDS_AT_SAME_FRAME},
    {"trace-progress", "follow", ALL, FOLLOWS_ANYTHING},
    {"trace-unaligned", "stop", ALL, 0},
    {"trace-unaligned", "follow", ALL, READS_UNALIGNED},
    {"trace-ra-register-deeper", "stop", E1ON, 0},
    {"trace-ra-register-deeper", "reuse", E1ON, KEEPS_LINK},
    {"s390x-register-deeper", "stop", ERRATA, 0},
    {"s390x-register-deeper", "restore", ERRATA, KEEPS_REGISTERS},
    {"flex-topmost-scope", "all", V3, 0},
    {"flex-topmost-scope", "cfa-only", V3, KEEPS_REGISTERS},
    {"flex-topmost-unread-regnum", "effective-only", V3, 0},
    {"flex-topmost-unread-regnum", "always", V3, NEEDS_IDLE_REGISTERS},
    {"flex-sp-fp-numbers", "register", V3, 0},
    {"flex-sp-fp-numbers", "topmost-only", V3, TOPMOST_NUMBERS},
    {"flex-sp-s390x", "minus-160", V3, 0},
    {"flex-sp-s390x", "cfa", V3, SP_IS_CFA},
    {"abi-byte-order", "breach", ALL, 0},
    {"abi-byte-order", "refuse", ALL, REFUSES_FOREIGN},
    {"abi-byte-order", "abi-wins", ALL, REFUSES_FOREIGN},
};

/* Finds the manner of a reading.  Null, or what is wrong: the point has no such reading.  If no trace rests on
 * the point, any reading has manner 0. */
static const char *find_manner(const char *ledger, const char *reading, unsigned *manner)
{
    bool is_known = false;
    *manner = 0;
    for (size_t i = 0; i < sizeof manners / sizeof *manners && reading != NULL; i++) {
        if (strcmp(manners[i].ledger, ledger) != 0)
            continue;
        is_known = true;
        if (strcmp(manners[i].reading, reading) == 0)
            return *manner = manners[i].manner, NULL;
    }
    return is_known ? "the ledger has no such reading of the open point: see docs/unwinding.md" : NULL;
}

/* --- One step ------------------------------------------------------------------------------------------- */

struct step {
    const struct unwinding *given;
    const struct abi_facts *abi;
    unsigned manner;
    struct frame *frame;
    bool knows;       /* whether registers are known: the frame is the topmost, or as good */
    bool interrupted; /* by a signal */

    const struct section *section; /* the section that has the PC; its function and row */
    const struct function *function;
    const struct row *row;
    struct answer_row said;
};

static bool has(const struct step *step, enum manner manner)
{
    return (step->manner & manner) != 0;
}

/* Reads a word of memory.  STOPS, the last of the enum, means that nothing ends the trace. */
static enum stop read_word(const struct step *step, uint64_t address, uint64_t *value)
{
    const struct scenario *const scenario = step->given->scenario;
    const bool big = step->abi->order == ORDER_BIG;
    if (address % 8 != 0 && !has(step, READS_UNALIGNED))
        return STOP_MEMORY;
    *value = 0;
    for (unsigned i = 0; i < 8; i++) {
        const uint64_t at = address + (big ? i : 7 - i);
        uint32_t piece = 0;
        while (piece < scenario->piece_count &&
               at - scenario->memory[piece].address >= scenario->memory[piece].length)
            piece++;
        if (piece == scenario->piece_count)
            return STOP_MEMORY;
        *value = *value << 8 | scenario->memory[piece].bytes[at - scenario->memory[piece].address];
    }
    return STOPS;
}

/* Reads a register of the topmost frame. */
static enum stop read_register(const struct step *step, uint32_t number, uint64_t *value)
{
    const struct scenario *const scenario = step->given->scenario;
    for (uint32_t i = 0; i < scenario->register_count; i++)
        if (scenario->registers[i].number == number)
            return *value = scenario->registers[i].value, STOPS;
    return STOP_ERROR;
}

static enum stop base_of(const struct step *step, const struct answer_rule *rule, bool of_cfa, uint64_t *base)
{
    const bool is_sp = rule->base == BASE_SP || (rule->base == BASE_REGISTER && rule->reg == step->abi->sp);
    const bool is_fp = rule->base == BASE_FP || (rule->base == BASE_REGISTER && rule->reg == step->abi->fp);
    const bool by_number = rule->base == BASE_REGISTER && !step->knows;
    if (by_number && has(step, TOPMOST_NUMBERS))
        return STOP_UNSAFE;
    if (rule->base == BASE_CFA || is_sp || is_fp) {
        *base = rule->base == BASE_CFA ? step->frame->cfa : is_sp ? step->frame->sp : step->frame->fp;
        return STOPS;
    }
    if (by_number && (of_cfa || !has(step, KEEPS_REGISTERS)))
        return STOP_UNSAFE;
    return read_register(step, rule->reg, base);
}

static enum stop apply(const struct step *step, const struct answer_rule *rule, const struct rule *model,
                       uint64_t *value)
{
    static const uint32_t regnum = UINT32_MAX << 3; /* the bits of a control word that name a register */
    if (rule->stated != STATED_VALUE)
        return STOP_ERROR;
    if (!step->knows && has(step, NEEDS_IDLE_REGISTERS) && (model->idle_bits & regnum) != 0)
        return STOP_UNSAFE;
    const enum stop stop = base_of(step, rule, rule == &step->said.cfa, value);
    if (stop != STOPS)
        return stop;
    *value += (uint64_t)rule->offset;
    return rule->deref ? read_word(step, *value, value) : STOPS;
}

/* As a processor strips a signature: the bits that are no address become copies of bit 55. */
static uint64_t stripped(const struct step *step, uint64_t pc)
{
    const uint64_t mask = step->given->scenario->pac_mask;
    if (!(step->row->mangled ? !has(step, KEEPS_SIGNATURES) : has(step, STRIPS_ALL)))
        return pc;
    return (pc >> 55 & 1) != 0 ? pc | mask : pc & ~mask;
}

static enum stop callers_pc(const struct step *step, uint64_t *pc)
{
    enum stop stop = STOPS;
    if (step->said.ra.stated != STATED_SAME)
        stop = apply(step, &step->said.ra, &step->row->ra, pc);
    else if (step->knows || has(step, KEEPS_LINK))
        stop = read_register(step, step->abi->ra, pc);
    else
        stop = STOP_UNSAFE;
    if (stop != STOPS)
        return stop;
    if (step->row->mangled && has(step, TESTS_SIGNATURES))
        return STOP_ERROR;
    *pc = stripped(step, *pc);
    return *pc == 0 && has(step, ENDS_AT_PC_0) ? STOP_OUTERMOST : STOPS;
}

static enum stop find_row(struct step *step, const char **why, bool *refused)
{
    const struct unwinding *const given = step->given;
    const bool is_callers = !step->knows && !step->interrupted && !has(step, CALLER_AS_IS);
    const uint64_t pc = step->frame->pc - is_callers;
    struct answer_lookup found = {.found = FOUND_NO_FUNCTION};
    for (unsigned i = 0; i < given->section_count; i++) {
        const struct answer_lookup answer = gen_look_up(given->sections[i], pc);
        if (answer.found == FOUND_NO_FUNCTION)
            continue;
        if (found.found != FOUND_NO_FUNCTION)
            *why = "two modules have a function at one PC of the trace, so that no answer is right";
        found = answer;
        step->section = given->sections[i];
        *refused = (i == 0 && given->unreadable) ||
                   (has(step, REFUSES_FOREIGN) && step->section->order != step->abi->order);
    }
    if (found.found == FOUND_NO_FUNCTION)
        return STOP_NO_FUNCTION;
    if (*refused)
        return STOP_ERROR;
    step->function = &step->section->functions[found.function];
    if (found.found != FOUND_ROW)
        return found.found == FOUND_OUTERMOST ? STOP_OUTERMOST
               : found.found == FOUND_NO_ROW  ? STOP_NO_ROW
                                              : STOP_ERROR;
    step->row = gen_function_row(step->section, step->function, found.row);
    step->said = gen_say_row(step->section, step->function, step->row);
    if (step->said.ra.stated == STATED_UNDEFINED)
        return has(step, EMPTY_IS_NO_ROW) ? STOP_NO_ROW : STOP_OUTERMOST;
    return STOPS;
}

/* Finds the frame's own CFA, and its caller's frame. */
static enum stop find_caller(const struct step *step, struct frame *caller)
{
    enum stop stop = apply(step, &step->said.cfa, &step->row->cfa, &caller->cfa);
    if (stop != STOPS)
        return stop;
    step->frame->cfa = caller->cfa;
    step->frame->has_cfa = true;
    stop = callers_pc(step, &caller->pc);
    if (stop != STOPS)
        return stop;
    caller->fp = step->frame->fp;
    if (step->said.fp.stated != STATED_SAME) {
        stop = apply(step, &step->said.fp, &step->row->fp, &caller->fp);
        if (stop != STOPS)
            return stop;
    }
    const bool as_it_is = step->function->fde_type == FDE_FLEX && has(step, SP_IS_CFA);
    caller->sp = caller->cfa - (as_it_is ? 0 : (uint64_t)step->abi->cfa_above_sp);
    return STOPS;
}

static bool goes_on(const struct step *step, const struct frame *caller, bool is_topmost)
{
    const struct frame *const frame = step->frame;
    if (has(step, FOLLOWS_ANYTHING))
        return true;
    if (has(step, ENDS_AT_SAME_FRAME))
        return caller->pc != frame->pc || caller->sp != frame->sp || caller->fp != frame->fp;
    return caller->sp > frame->sp || (caller->sp == frame->sp && is_topmost) ||
           (step->function->signal && !has(step, SIGNALS_NOTHING));
}

/* --- The trace ------------------------------------------------------------------------------------------ */

static enum stop take_step(struct step *step, struct trace *trace, const char **why, bool *refused)
{
    const struct scenario *const scenario = step->given->scenario;
    const uint32_t limit = scenario->limit != 0 ? scenario->limit : DEFAULT_LIMIT;
    struct frame caller = {.pc = 0};
    step->frame = &trace->frames[trace->count - 1];
    if (step->frame->fp == 0 && has(step, ENDS_AT_FP_0))
        return STOP_OUTERMOST;
    enum stop stop = find_row(step, why, refused);
    if (stop == STOPS)
        stop = find_caller(step, &caller);
    if (stop != STOPS)
        return stop;
    if (!goes_on(step, &caller, trace->count == 1))
        return STOP_LOOP;
    if (trace->count == limit)
        return STOP_LIMIT;
    if (trace->count == MAX_FRAMES) {
        *why = "the trace is longer than a vector can be: a `limit` ends it";
        return STOP_LIMIT;
    }
    trace->frames[trace->count++] = (struct frame){.pc = caller.pc, .sp = caller.sp, .fp = caller.fp};
    step->interrupted = step->function->signal && !has(step, SIGNALS_NOTHING);
    step->knows = step->interrupted && has(step, SIGNALS_TOPMOST);
    return STOPS;
}

static const char *unwind(struct trace *trace, const struct unwinding *unwinding, unsigned manner,
                          uint64_t pc, bool *refused)
{
    struct step step = {.given = unwinding,
                        .abi = &gen_abi_facts[unwinding->sections[0]->abi],
                        .manner = manner,
                        .knows = true};
    const char *why = NULL;
    *refused = false;
    trace->count = 1;
    trace->frames[0] = (struct frame){.pc = pc, .sp = unwinding->scenario->sp, .fp = unwinding->scenario->fp};
    do
        trace->stop = take_step(&step, trace, &why, refused);
    while (trace->stop == STOPS);
    return why;
}

const char *gen_unwind(struct trace *trace, const struct unwinding *unwinding, uint64_t pc, bool *refused)
{
    unsigned manner;
    const char *const why = find_manner(unwinding->ledger, unwinding->reading, &manner);
    return why != NULL ? why : unwind(trace, unwinding, manner, pc, refused);
}

static bool is_same(const struct trace *one, const struct trace *other)
{
    for (uint32_t i = 0; i < one->count && i < other->count; i++) {
        const struct frame *const frame = &one->frames[i], *const twin = &other->frames[i];
        if (frame->pc != twin->pc || frame->sp != twin->sp || frame->fp != twin->fp ||
            frame->has_cfa != twin->has_cfa || (frame->has_cfa && frame->cfa != twin->cfa))
            return false;
    }
    return one->count == other->count && one->stop == other->stop;
}

const char *gen_open_point_of_unwinding(const struct trace *trace, const struct unwinding *unwinding,
                                        uint64_t pc)
{
    static struct trace other;
    const enum profile profile = unwinding->sections[0]->profile;
    for (size_t i = 0; i < sizeof manners / sizeof *manners; i++) {
        bool refused;
        if (manners[i].manner != 0 && is_in(manners[i].profiles, profile) &&
            (unwind(&other, unwinding, manners[i].manner, pc, &refused) != NULL || !is_same(trace, &other)))
            return manners[i].ledger;
    }
    return NULL;
}
