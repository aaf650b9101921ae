/* Computes the state after each CFI directive, by the GNU assembler's manual, chapter "CFI directives", and
 * DWARF 5 6.4.2. */
#include "assembler.h"
#include "bug.h"

#include <stdlib.h>
#include <string.h>

struct state {
    struct rule cfa;
    struct rule of[REGISTERS];
    bool is_signed;
};

struct machine {
    struct unit *unit;
    struct function *function;
    struct state now, initial;
    struct state *kept; /* the stack of .cfi_remember_state */
    size_t kept_count, kept_room;
};

/* --- The beginning -------------------------------------------------------------------------------------- */

static struct state initial_state(const struct abi *abi, bool simple)
{
    struct state state = {.cfa = rule_of(RULE_UNKNOWN)};
    for (unsigned i = 0; i < REGISTERS; i++)
        state.of[i] = rule_of(RULE_SAME);
    state.of[abi->sp] = rule_at(BASE_CFA, 0, false);
    if (simple && !BUG(simple_ignored)) {
        if (BUG(simple_keeps_cfa))
            state.cfa = rule_at(abi->sp, abi->entry, false);
        return state;
    }
    state.cfa =
        rule_at(BUG(entry_cfa_on_fp) ? abi->fp : abi->sp, BUG(entry_offset_zero) ? 0 : abi->entry, false);
    if (BUG(entry_offset_doubled))
        state.cfa.offset *= 2;
    if (abi->fixed_ra != 0 && !BUG(entry_without_ra))
        state.of[abi->ra] = rule_at(BASE_CFA, abi->fixed_ra, true);
    return state;
}

/* --- Register rules ------------------------------------------------------------------------------------- */

static void set_rule(struct machine *machine, unsigned reg, struct rule rule)
{
    const struct abi *const abi = machine->unit->abi;
    if ((BUG(ra_rules_ignored) && reg == abi->ra) || (BUG(fp_rules_ignored) && reg == abi->fp))
        return;
    if (BUG(first_save_stays) && reg == abi->fp && machine->now.of[reg].kind == RULE_AT)
        return;
    if (BUG(fp_saves_ra) && reg == abi->fp && rule.kind == RULE_AT && rule.deref)
        machine->now.of[abi->ra] = rule_at(BASE_CFA, rule.offset + 8, true);
    if (reg < REGISTERS)
        machine->now.of[reg] = rule;
}

/* Refuses a directive that needs the CFA to be a register plus an offset, if it is not. */
static bool need_offset(struct machine *machine, const struct step *step)
{
    if (machine->now.cfa.kind == RULE_AT && !machine->now.cfa.deref)
        return true;
    refuse(machine->unit, step->line, "the CFA is no register plus an offset here");
    return false;
}

/* The lowest bits, sign-extended. */
static int64_t cut(int64_t value, unsigned bits)
{
    const uint64_t top = 1ULL << (bits - 1), low = (uint64_t)value & (2 * top - 1);
    return (int64_t)((low ^ top) - top);
}

static void save(struct machine *machine, const struct step *step)
{
    int64_t offset = step->value;
    if (step->kind == STEP_REL_OFFSET) {
        if (!need_offset(machine, step))
            return;
        const int64_t displacement =
            BUG(rel_offset_from_entry) ? machine->initial.cfa.offset : machine->now.cfa.offset;
        if (BUG(rel_offset_added))
            offset += displacement;
        else if (!BUG(rel_offset_as_offset))
            offset -= displacement;
    }
    if (BUG(offset_sign_lost) && offset < 0)
        offset = -offset;
    if (BUG(offset_divided) && machine->unit->abi->fixed_ra == 0)
        offset /= 8;
    if (BUG(offset_8_bits))
        offset = cut(offset, 8);
    if (BUG(offset_32_bits))
        offset = cut(offset, 32);
    if (BUG(offset_16_bits))
        offset = cut(offset, 16);
    if (BUG(offset_off_by_word))
        offset += 8;
    const bool value = step->kind == STEP_VAL_OFFSET ? BUG(val_offset_as_offset) : !BUG(offset_as_val_offset);
    set_rule(machine, step->reg, rule_at(BASE_CFA, offset, value));
}

static void move(struct machine *machine, const struct step *step)
{
    if (BUG(register_ignored))
        return;
    const unsigned to = BUG(register_operands_swapped) ? step->reg : step->other,
                   of = BUG(register_operands_swapped) ? step->other : step->reg;
    if (BUG(register_as_same))
        set_rule(machine, of, rule_of(RULE_SAME));
    else if (BUG(register_as_slot))
        set_rule(machine, of, rule_at(to, 0, true));
    else
        set_rule(machine, of, rule_at(to, 0, false));
}

static void restore(struct machine *machine, const struct step *step)
{
    const struct state *const to = BUG(restore_to_remembered) && machine->kept_count != 0
                                       ? &machine->kept[machine->kept_count - 1]
                                       : &machine->initial;
    if (step->reg >= REGISTERS || BUG(restore_ignored) ||
        (BUG(restore_fp_only) && step->reg != machine->unit->abi->fp))
        return;
    if (BUG(restore_as_undefined))
        set_rule(machine, step->reg, rule_of(RULE_UNDEFINED));
    else if (BUG(restore_as_same))
        set_rule(machine, step->reg, rule_of(RULE_SAME));
    else if (BUG(restore_wrong_register))
        set_rule(machine,
                 step->reg == machine->unit->abi->fp ? machine->unit->abi->ra : machine->unit->abi->fp,
                 to->of[step->reg]);
    else
        set_rule(machine, step->reg, to->of[step->reg]);
    if (BUG(restore_takes_cfa))
        machine->now.cfa = machine->initial.cfa;
}

static void forget(struct machine *machine, const struct step *step)
{
    const bool undefined = step->kind == STEP_UNDEFINED;
    if (undefined ? BUG(undefined_ignored) : BUG(same_value_ignored))
        return;
    const bool as_undefined = undefined ? !BUG(undefined_as_same) : BUG(same_value_as_undefined);
    if (!undefined && BUG(same_value_as_restore) && step->reg < REGISTERS)
        set_rule(machine, step->reg, machine->initial.of[step->reg]);
    else
        set_rule(machine, step->reg, rule_of(as_undefined ? RULE_UNDEFINED : RULE_SAME));
    if (undefined && BUG(undefined_any_is_ra))
        set_rule(machine, machine->unit->abi->ra, rule_of(RULE_UNDEFINED));
}

/* --- The CFA -------------------------------------------------------------------------------------------- */

static int64_t cut_cfa_offset(int64_t offset)
{
    if (BUG(cfa_offset_8_bits))
        return cut(offset, 8);
    if (BUG(cfa_offset_32_bits))
        return cut(offset, 32);
    if (BUG(cfa_offset_16_bits))
        return cut(offset, 16);
    if (BUG(cfa_offset_unsigned_16) && offset < 0)
        return (uint16_t)offset;
    if (BUG(cfa_offset_negative_is_0) && offset < 0)
        return 0;
    return offset;
}

static void define_cfa(struct machine *machine, const struct step *step)
{
    struct rule *const cfa = &machine->now.cfa;
    if (step->kind != STEP_DEF_CFA && !need_offset(machine, step))
        return;
    if (step->kind == STEP_DEF_CFA || step->kind == STEP_DEF_CFA_REGISTER) {
        if (!BUG(def_cfa_keeps_register) || step->kind != STEP_DEF_CFA)
            cfa->base = step->reg;
        if (BUG(def_cfa_register_resets_offset) && step->kind == STEP_DEF_CFA_REGISTER)
            cfa->offset = 0;
        if (BUG(def_cfa_register_ignored) && step->kind == STEP_DEF_CFA_REGISTER)
            cfa->base = machine->unit->abi->sp;
        if (BUG(cfa_other_as_fp) && cfa->base != machine->unit->abi->sp)
            cfa->base = machine->unit->abi->fp;
        if (BUG(cfa_other_as_sp) && cfa->base != machine->unit->abi->fp)
            cfa->base = machine->unit->abi->sp;
    }
    if (step->kind == STEP_DEF_CFA && !BUG(def_cfa_keeps_offset))
        cfa->offset = step->value;
    if (step->kind == STEP_DEF_CFA_OFFSET)
        cfa->offset = BUG(def_offset_as_adjust) ? cfa->offset + step->value : step->value;
    if (step->kind == STEP_ADJUST_CFA_OFFSET && !BUG(adjust_ignored))
        cfa->offset = BUG(adjust_as_def_offset) ? step->value
                      : BUG(adjust_subtracts)   ? cfa->offset - step->value
                      : BUG(adjust_from_entry)  ? machine->initial.cfa.offset + step->value
                                                : cfa->offset + step->value;
    if (BUG(adjust_only_on_sp) && step->kind == STEP_ADJUST_CFA_OFFSET && cfa->base != machine->unit->abi->sp)
        cfa->offset -= step->value;
    cfa->kind = RULE_AT;
    cfa->deref = BUG(cfa_stays_indirect) && cfa->deref;
    cfa->offset = cut_cfa_offset(cfa->offset);
}

/* --- The state as a whole ------------------------------------------------------------------------------- */

static void remember(struct machine *machine, const struct step *step)
{
    (void)step;
    if (BUG(remember_is_one_deep) && machine->kept_count == 1)
        machine->kept_count = 0;
    if ((BUG(remember_keeps_first) && machine->kept_count == 1) ||
        (BUG(remember_is_8_deep) && machine->kept_count == 8))
        return;
    machine->kept = grown(machine->kept, machine->kept_count, &machine->kept_room, sizeof *machine->kept);
    machine->kept[machine->kept_count++] = BUG(remember_takes_entry) ? machine->initial : machine->now;
}

static void bring_back(struct machine *machine, const struct step *step)
{
    const bool may_be_empty =
        BUG(remember_is_one_deep) || BUG(remember_keeps_first) || BUG(remember_is_8_deep);
    if (machine->kept_count == 0 && may_be_empty)
        return;
    if (machine->kept_count == 0) {
        refuse(machine->unit, step->line, ".cfi_restore_state without a .cfi_remember_state");
        return;
    }
    struct state *const now = &machine->now;
    const struct state was = *now, kept = machine->kept[machine->kept_count - 1];
    const struct abi *const abi = machine->unit->abi;
    if (!BUG(restore_state_pops_nothing) || machine->kept_count == 1)
        machine->kept_count = BUG(restore_state_forgets_all) ? 0 : machine->kept_count - 1;
    if (BUG(restore_state_ignored))
        return;
    *now = BUG(restore_state_bottom)     ? machine->kept[0]
           : BUG(restore_state_to_entry) ? machine->initial
                                         : kept;
    if (BUG(restore_state_without_cfa))
        now->cfa = was.cfa;
    if (BUG(restore_state_without_cfa_offset) && was.cfa.kind == RULE_AT && now->cfa.kind == RULE_AT)
        now->cfa.offset = was.cfa.offset;
    if (BUG(restore_state_without_cfa_register) && was.cfa.kind == RULE_AT && now->cfa.kind == RULE_AT)
        now->cfa.base = was.cfa.base;
    if (BUG(restore_state_without_ra))
        now->of[abi->ra] = was.of[abi->ra];
    if (BUG(restore_state_without_fp))
        now->of[abi->fp] = was.of[abi->fp];
    if (BUG(restore_state_without_signing))
        now->is_signed = was.is_signed;
}

static void sign(struct machine *machine, const struct step *step)
{
    if (step->kind == STEP_WINDOW_SAVE && BUG(window_save_ignored))
        return;
    if (BUG(negate_ignored))
        return;
    machine->now.is_signed = BUG(negate_sets) ? true : !machine->now.is_signed;
    if (BUG(negate_clears_on_any))
        machine->now.is_signed = false;
}

/* --- Steps ---------------------------------------------------------------------------------------------- */

static void set_cfa_rule(struct machine *machine, const struct step *step)
{
    const struct rule before = machine->now.cfa;
    machine->now.cfa = step->rule;
    if (BUG(cfa_expression_as_sp))
        machine->now.cfa = rule_at(machine->unit->abi->sp, before.offset, false);
    if (BUG(cfa_expression_without_deref))
        machine->now.cfa.deref = false;
    if (BUG(cfa_expression_ignored))
        machine->now.cfa = before;
}

static void take_step(struct machine *machine, const struct step *step);

static void take_escape(struct machine *machine, const struct step *step)
{
    struct step meant;
    if (BUG(escape_ignored))
        return;
    if (read_escape(machine->unit, step, &meant))
        take_step(machine, &meant);
}

static void set_unknown(struct machine *machine, const struct step *step)
{
    set_rule(machine, step->reg, rule_of(RULE_UNKNOWN));
}

static void set_given(struct machine *machine, const struct step *step)
{
    set_rule(machine, step->reg, step->rule);
}

/* Others hold for the whole function, or have no effect on stack traces. */
static void (*const takers[])(struct machine *machine, const struct step *step) = {
    [STEP_DEF_CFA] = define_cfa,
    [STEP_DEF_CFA_REGISTER] = define_cfa,
    [STEP_DEF_CFA_OFFSET] = define_cfa,
    [STEP_ADJUST_CFA_OFFSET] = define_cfa,
    [STEP_OFFSET] = save,
    [STEP_REL_OFFSET] = save,
    [STEP_VAL_OFFSET] = save,
    [STEP_REGISTER] = move,
    [STEP_RESTORE] = restore,
    [STEP_UNDEFINED] = forget,
    [STEP_SAME_VALUE] = forget,
    [STEP_REMEMBER] = remember,
    [STEP_RESTORE_STATE] = bring_back,
    [STEP_NEGATE_RA_STATE] = sign,
    [STEP_WINDOW_SAVE] = sign,
    [STEP_VAL_ENCODED] = set_unknown,
    [STEP_ESCAPE] = take_escape,
    [STEP_CFA_RULE] = set_cfa_rule,
    [STEP_REGISTER_RULE] = set_given,
};

static void take_step(struct machine *machine, const struct step *step)
{
    if (step->kind < sizeof takers / sizeof *takers && takers[step->kind] != NULL)
        takers[step->kind](machine, step);
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

/* The rule of RA: that of the return column. */
static struct rule rule_of_ra(const struct machine *machine)
{
    const struct abi *const abi = machine->unit->abi;
    const unsigned column = BUG(return_column_ignored) ? abi->ra : machine->function->return_column;
    const struct rule rule = machine->now.of[column];
    return column != abi->ra && rule.kind == RULE_SAME ? rule_at(column, 0, false) : rule;
}

static void add_row(struct machine *machine, uint64_t at)
{
    struct function *const function = machine->function;
    const struct abi *const abi = machine->unit->abi;
    const struct state *const now = &machine->now;
    const struct row row = {.at = at,
                            .cfa = now->cfa,
                            .ra = rule_of_ra(machine),
                            .fp = now->of[abi->fp],
                            .sp = now->of[abi->sp],
                            .is_signed = now->is_signed};
    function->rows = grown(function->rows, function->row_count, &function->row_room, sizeof row);
    function->rows[function->row_count++] = row;
}

/* Takes directives that hold for the whole function, wherever they stand. */
static void take_attributes(struct unit *unit, struct function *function)
{
    function->return_column = unit->abi->ra;
    if (BUG(signal_of_previous) && function != unit->functions && function[-1].signal)
        function->signal = true;
    for (size_t i = 0; i < function->step_count; i++) {
        const struct step *const step = &function->steps[i];
        const bool late = step->at != 0;
        if (step->kind == STEP_SIGNAL_FRAME && !BUG(signal_lost) && !(BUG(signal_lost_when_late) && late))
            function->signal = true;
        if (step->kind == STEP_B_KEY && !BUG(key_b_lost) && !(BUG(key_b_lost_when_late) && late))
            function->key_b = true;
        if (step->kind == STEP_RETURN_COLUMN && !(BUG(return_column_late_ignored) && late))
            function->return_column = step->reg;
    }
}

static uint64_t place_of_row(const struct function *function, const struct step *step, bool is_last)
{
    uint64_t at = step->at;
    if (BUG(row_one_early) && at > 0)
        at--;
    if (BUG(row_one_late))
        at++;
    if (BUG(last_row_at_end) && is_last)
        at = function->size - 1;
    return at;
}

void run_steps(struct unit *unit, struct function *function)
{
    const struct state initial = initial_state(unit->abi, function->simple);
    struct machine machine = {.unit = unit, .function = function, .now = initial, .initial = initial};
    take_attributes(unit, function);
    unit->open = function; /* an error refuses it */
    if (function->step_count == 0 || function->steps[0].at != 0 || BUG(rows_not_merged))
        add_row(&machine, 0);
    for (size_t i = 0; i < function->step_count && !function->refused; i++) {
        const struct step *const step = &function->steps[i];
        const bool last = i + 1 == function->step_count, same_place = !last && step[1].at == step->at;
        if (BUG(remember_late) && step->kind == STEP_REMEMBER && same_place) {
            take_step(&machine, step + 1);
            take_step(&machine, step);
            i++;
            add_row(&machine, step->at);
            continue;
        }
        take_step(&machine, step);
        if (!same_place || BUG(rows_not_merged))
            add_row(&machine, place_of_row(function, step, last));
        else if (BUG(first_of_place_wins))
            while (i + 1 < function->step_count && function->steps[i + 1].at == step->at)
                i++;
    }
    unit->open = NULL;
    free(machine.kept);
}
