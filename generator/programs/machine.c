#include "machine.h"

#include <string.h>

enum { MAX_REMEMBERED = 64 };

struct cfi_machine {
    enum abi abi;
    struct cfi_state initial, state, remembered[MAX_REMEMBERED];
    bool escaped[MAX_REMEMBERED]; /* the state was remembered by .cfi_escape */
    unsigned depth, step;
    uint8_t return_column; /* the register whose rule is that of the return address */
    struct truth *truth;
};

static struct cfi_rule rule(enum rule_kind kind)
{
    return (struct cfi_rule){.kind = kind};
}

static struct cfi_rule rule_at(int base, int64_t offset, bool deref)
{
    return (struct cfi_rule){.kind = RULE_AT, .base = (int16_t)base, .offset = offset, .deref = deref};
}

static struct cfi_rule slot(int64_t offset)
{
    return rule_at(BASE_IS_CFA, offset, true);
}

/* --- The state at the start ----------------------------------------------------------------------------- */

/* .cfi_startproc emits what the ABI says of a function's first instruction; with `simple` nothing.  SP is the
 * CFA unless CFI says otherwise (on AMD64 and AArch64). */
static struct cfi_state initial_state(enum abi abi, bool simple)
{
    const struct abi_facts *const facts = &gen_abi_facts[abi];
    struct cfi_state state = {.cfa = rule(RULE_UNSTATED)};
    for (unsigned i = 0; i < REGISTERS; i++)
        state.registers[i] = rule(RULE_SAME);
    state.registers[facts->sp] = rule_at(BASE_IS_CFA, 0, false);
    if (simple)
        return state;
    state.cfa = rule_at((int)facts->sp, facts->cfa_at_entry, false);
    if (facts->call_pushes_ra)
        state.registers[facts->ra] = slot(facts->fixed_ra);
    return state;
}

/* --- Stretches ------------------------------------------------------------------------------------------ */

static bool rules_equal(const struct cfi_rule *a, const struct cfi_rule *b)
{
    return a->kind == b->kind &&
           (a->kind != RULE_AT || (a->base == b->base && a->offset == b->offset && a->deref == b->deref));
}

static bool stretches_equal(const struct cfi_stretch *a, const struct cfi_stretch *b)
{
    return rules_equal(&a->cfa, &b->cfa) && rules_equal(&a->ra, &b->ra) && rules_equal(&a->fp, &b->fp) &&
           rules_equal(&a->sp, &b->sp) && a->mangled == b->mangled;
}

/* The rule of the return column.  If another register than the ABI's still has its value, RA is in that one. */
static struct cfi_rule rule_of_ra(const struct cfi_machine *machine)
{
    const struct cfi_rule ra = machine->state.registers[machine->return_column];
    const bool elsewhere = machine->return_column != gen_abi_facts[machine->abi].ra;
    return ra.kind == RULE_SAME && elsewhere ? rule_at(machine->return_column, 0, false) : ra;
}

/* Adds code, on which the present state holds. */
static void pass_code(struct cfi_machine *machine, const struct step *step)
{
    const uint64_t bytes = step->kind == STEP_CODE ? (uint64_t)step->offset : 0;
    const struct abi_facts *const facts = &gen_abi_facts[machine->abi];
    const struct cfi_state *const state = &machine->state;
    struct truth *const truth = machine->truth;
    const struct cfi_stretch now = {.at = truth->size,
                                    .step = machine->step,
                                    .cfa = state->cfa,
                                    .ra = rule_of_ra(machine),
                                    .fp = state->registers[facts->fp],
                                    .sp = state->registers[facts->sp],
                                    .mangled = state->mangled};
    if (bytes == 0 && step->kind == STEP_CODE)
        return;
    if (truth->count == 0 || !stretches_equal(&now, &truth->stretches[truth->count - 1]))
        truth->stretches[truth->count++] = now;
    truth->size += bytes;
}

/* --- Directives ----------------------------------------------------------------------------------------- */

static bool has_register_and_offset(const struct cfi_rule *cfa)
{
    return cfa->kind == RULE_AT && !cfa->deref;
}

/* CONTESTED: the directive depends on what .cfi_escape said, and it is open whether assemblers read that. */
static void contest_escapes(struct cfi_machine *machine, bool contested)
{
    if (contested)
        machine->truth->contested = "cfi-escape-counted";
}

static bool remember(struct cfi_machine *machine, bool escaped)
{
    if (machine->depth == MAX_REMEMBERED)
        return false;
    machine->escaped[machine->depth] = escaped;
    machine->remembered[machine->depth++] = machine->state;
    return true;
}

static bool take_back(struct cfi_machine *machine, bool escaped)
{
    if (machine->depth == 0)
        return false;
    machine->state = machine->remembered[--machine->depth];
    machine->state.escaped |= escaped;
    contest_escapes(machine, escaped != machine->escaped[machine->depth]);
    return true;
}

/* A directive that changes the CFA.  False: it has no meaning here. */
static bool change_cfa(struct cfi_machine *machine, const struct step *step)
{
    struct cfi_rule *const cfa = &machine->state.cfa;
    contest_escapes(machine, step->kind == STEP_ADJUST_CFA_OFFSET && machine->state.escaped);
    if (step->kind != STEP_ADJUST_CFA_OFFSET && step->kind != STEP_DEF_CFA_REGISTER)
        machine->state.escaped = step->escaped;
    switch (step->kind) {
    case STEP_DEF_CFA:
        *cfa = rule_at(step->reg, step->offset, false);
        return true;
    case STEP_ESCAPE_CFA_AT:
        *cfa = rule_at(step->reg, step->offset, true);
        return true;
    case STEP_ESCAPE_CFA_COMPLEX:
        *cfa = rule(RULE_COMPLEX);
        return true;
    case STEP_DEF_CFA_REGISTER:
        cfa->base = step->reg;
        break;
    case STEP_DEF_CFA_OFFSET:
        cfa->offset = step->offset;
        break;
    default: /* STEP_ADJUST_CFA_OFFSET */
        cfa->offset += step->offset;
        break;
    }
    return has_register_and_offset(cfa);
}

/* A directive that changes a register's rule.  False: it has no meaning here. */
static bool change_register(struct cfi_machine *machine, const struct step *step)
{
    struct cfi_rule *const saved = &machine->state.registers[step->reg];
    const struct cfi_rule *const cfa = &machine->state.cfa;
    switch (step->kind) {
    case STEP_OFFSET:
        *saved = slot(step->offset);
        return true;
    case STEP_REL_OFFSET: /* counts from the register that the CFA counts from */
        contest_escapes(machine, machine->state.escaped);
        *saved = has_register_and_offset(cfa) ? slot(step->offset - cfa->offset) : rule(RULE_UNSTATED);
        return saved->kind != RULE_UNSTATED;
    case STEP_VAL_OFFSET:
        *saved = rule_at(BASE_IS_CFA, step->offset, false);
        return true;
    case STEP_REGISTER:
        *saved = rule_at(step->other, 0, false);
        return true;
    case STEP_RESTORE:
        *saved = machine->initial.registers[step->reg];
        return true;
    case STEP_UNDEFINED:
        *saved = rule(RULE_UNDEFINED);
        return true;
    case STEP_SAME_VALUE:
        *saved = rule(RULE_SAME);
        return true;
    case STEP_ESCAPE_SAVED_AT:
        *saved = rule_at(step->other, step->offset, true);
        return true;
    case STEP_ESCAPE_VALUE:
        *saved = rule_at(step->other, step->offset, false);
        return true;
    default: /* STEP_ESCAPE_EXPRESSION; STEP_VAL_ENCODED_ADDR: an address in the program */
        *saved = rule(RULE_COMPLEX);
        return true;
    }
}

/* False: the ABI signs no return addresses, so no text gives this a meaning. */
static bool negate_ra_state(struct cfi_machine *machine)
{
    machine->state.mangled = !machine->state.mangled;
    return gen_abi_facts[machine->abi].signs_ra;
}

static bool run_step(struct cfi_machine *machine, const struct step *step)
{
    switch (step->kind) {
    case STEP_CODE:
    case STEP_JUMP:
    case STEP_ALIGN:
    case STEP_LEB:
        pass_code(machine, step);
        return true;
    case STEP_DEF_CFA:
    case STEP_DEF_CFA_REGISTER:
    case STEP_DEF_CFA_OFFSET:
    case STEP_ADJUST_CFA_OFFSET:
    case STEP_ESCAPE_CFA_AT:
    case STEP_ESCAPE_CFA_COMPLEX:
        return change_cfa(machine, step);
    case STEP_REMEMBER_STATE:
        return remember(machine, step->escaped);
    case STEP_RESTORE_STATE:
        return take_back(machine, step->escaped);
    case STEP_NEGATE_RA_STATE_WITH_PC:
        machine->truth->contested = "cfi-negate-ra-with-pc";
        return negate_ra_state(machine);
    case STEP_WINDOW_SAVE: /* AArch64 gives the opcode this meaning */
    case STEP_NEGATE_RA_STATE:
        return negate_ra_state(machine);
    case STEP_SIGNAL_FRAME:
        machine->truth->signal = true;
        return true;
    case STEP_B_KEY_FRAME:
        machine->truth->key_b = true;
        return true;
    case STEP_RETURN_COLUMN: /* holds for the whole function: return_column_of() */
    case STEP_MTE_TAGGED_FRAME:
    case STEP_LABEL:
    case STEP_TARGET:
    case STEP_PERSONALITY:
    case STEP_LSDA:
    case STEP_ESCAPE_NOP:
    case STEP_ESCAPE_ARGS_SIZE:
        return true;
    default:
        return change_register(machine, step);
    }
}

/* The last .cfi_return_column holds for the whole function. */
static uint8_t return_column_of(enum abi abi, const struct program *program)
{
    uint8_t column = (uint8_t)gen_abi_facts[abi].ra;
    for (unsigned i = 0; i < program->step_count; i++)
        if (program->steps[i].kind == STEP_RETURN_COLUMN)
            column = program->steps[i].reg;
    return column;
}

static bool has_open_sizes(const struct program *program)
{
    for (unsigned i = 0; i < program->step_count; i++)
        if (gen_size_is_open(program->steps[i].kind))
            return true;
    return false;
}

/* Runs the steps before END.  False: one has no meaning, and the program is not marked as meaningless. */
static bool run_steps(struct cfi_machine *machine, const struct program *program, unsigned end)
{
    const enum abi abi = machine->abi;
    struct truth *const truth = machine->truth;
    bool has_meaning = true;
    truth->count = 0; /* stretches are many, and are not cleared */
    truth->size = 0;
    truth->by_labels = has_open_sizes(program);
    truth->signal = truth->key_b = false;
    truth->contested = NULL;
    machine->initial = machine->state = initial_state(abi, program->simple);
    machine->depth = 0;
    machine->return_column = return_column_of(abi, program);
    for (machine->step = 0; machine->step < end; machine->step++) {
        const struct step *const step = &program->steps[machine->step];
        if (has_meaning || gen_is_code(step->kind))
            has_meaning = run_step(machine, step) && has_meaning;
        if (!has_meaning && !program->meaningless)
            return false;
        if (!has_meaning) /* from here on nothing says where a frame is */
            machine->state.cfa = rule(RULE_UNSTATED);
    }
    return true;
}

static struct cfi_machine machine; /* too large for small stacks */

bool gen_run_program(enum abi abi, const struct program *program, struct truth *truth)
{
    machine.abi = abi;
    machine.truth = truth;
    return run_steps(&machine, program, program->step_count);
}

bool gen_cfa_before(enum abi abi, const struct program *program, unsigned step, struct cfi_rule *cfa)
{
    static struct truth truth;
    machine.abi = abi;
    machine.truth = &truth;
    const bool has_meaning = run_steps(&machine, program, step);
    *cfa = machine.state.cfa;
    return has_meaning;
}
