/* Every three of the choices that make up a function meet in one: where CFA, RA and FP are, in which order
 * that is said, with code between or not, how it ends, and what else is there. */
#include "covering/array.h"
#include "emit/vector.h"
#include "../directives.h"
#include "../families.h"

enum dimension_of_program {
    OF_CFA,
    OF_CFA_OFFSET,
    OF_RA,
    OF_FP,
    OF_SLOT,
    OF_ORDER,
    OF_GAPS,
    OF_END,
    OF_START,
    OF_MORE,
    OF_SECTION,
    OF_SIZE,
    OF_SIGNING,
    PROGRAM_DIMENSIONS
};

enum { CFA_ON_SP, CFA_ON_FP, CFA_ON_OTHER, CFA_IN_SLOT, CFA_AS_IT_WAS, CFA_CHOICES };
enum { NOT_SAVED, SAVED_IN_SLOT, SAVED_IN_REGISTER, SAVED_AS_VALUE, SAVED_NOWHERE, SAVED_CHOICES };
enum { CFA_RA_FP, FP_RA_CFA, RA_CFA_FP, ORDERS };
enum { NO_GAPS, ALL_GAPS, FIRST_GAP, GAP_CHOICES };
enum { END_AS_IT_IS, END_RESTORED, END_REMEMBERED, END_SAME_VALUE, END_CHOICES };
enum { START_USUAL, START_SIMPLE, START_SIGNAL, START_CHOICES };
enum { MORE_NOTHING, MORE_LABEL, MORE_NOP, MORE_ARGUMENTS, MORE_SAVED, MORE_PERSONALITY, MORE_CHOICES };
enum { NOT_SIGNED, SIGNED, SIGNED_AND_BACK, SIGNING_CHOICES };

static const int64_t cfa_offsets[] = {16, 176, 1024, 40000, -16, 324};
static const int64_t slots[] = {-16, -136, -40000, 24};
static const enum text_section text_sections[] = {IN_TEXT, IN_UNLIKELY, IN_COMDAT, IN_SUBSECTION};
static const int64_t sizes[] = {4, 256, 65536};

static const unsigned counts[PROGRAM_DIMENSIONS] = {
    [OF_CFA] = CFA_CHOICES,
    [OF_CFA_OFFSET] = sizeof cfa_offsets / sizeof *cfa_offsets,
    [OF_RA] = SAVED_CHOICES,
    [OF_FP] = SAVED_CHOICES,
    [OF_SLOT] = sizeof slots / sizeof *slots,
    [OF_ORDER] = ORDERS,
    [OF_GAPS] = GAP_CHOICES,
    [OF_END] = END_CHOICES,
    [OF_START] = START_CHOICES,
    [OF_MORE] = MORE_CHOICES,
    [OF_SECTION] = sizeof text_sections / sizeof *text_sections,
    [OF_SIZE] = sizeof sizes / sizeof *sizes,
    [OF_SIGNING] = SIGNING_CHOICES,
};

static unsigned count_of(unsigned dimension)
{
    return counts[dimension];
}

static bool breaks(unsigned dimension, unsigned value)
{
    (void)dimension;
    (void)value;
    return false;
}

/* Nothing is forbidden: any value of each domain will do. */
static bool allow(const struct domains *domains, uint8_t values[DIMENSIONS])
{
    for (unsigned i = 0; i < PROGRAM_DIMENSIONS; i++) {
        uint8_t value = 0;
        while (value < MAX_VALUES && (domains->of[i] >> value & 1) == 0)
            value++;
        if (value == MAX_VALUES)
            return false;
        if (values != NULL)
            values[i] = value;
    }
    return true;
}

/* --- A row of the array as a function ------------------------------------------------------------------- */

struct plan {
    struct program_emitter *emitter;
    const uint8_t *values;
    const struct abi_facts *facts;
    unsigned number;
};

static void add(const struct plan *plan, enum step_kind kind, uint32_t reg, int64_t offset)
{
    gen_add_rule(&plan->emitter->program, kind, reg, offset);
}

static void code(const struct plan *plan)
{
    gen_add_code(&plan->emitter->program, gen_code_piece(plan->emitter->abi));
}

static void gap(const struct plan *plan, bool first)
{
    if (plan->values[OF_GAPS] == ALL_GAPS || (first && plan->values[OF_GAPS] == FIRST_GAP))
        code(plan);
}

static void place_cfa(const struct plan *plan)
{
    const uint32_t bases[] = {[CFA_ON_SP] = plan->facts->sp,
                              [CFA_ON_FP] = plan->facts->fp,
                              [CFA_ON_OTHER] = gen_other_register(plan->emitter->abi),
                              [CFA_IN_SLOT] = plan->facts->fp,
                              [CFA_AS_IT_WAS] = 0};
    const unsigned choice = plan->values[OF_CFA];
    if (choice != CFA_AS_IT_WAS)
        add(plan, choice == CFA_IN_SLOT ? STEP_ESCAPE_CFA_AT : STEP_DEF_CFA, bases[choice],
            cfa_offsets[plan->values[OF_CFA_OFFSET]]);
}

static void place_register(const struct plan *plan, unsigned choice, uint32_t reg, int64_t slot)
{
    static const enum step_kind kinds[SAVED_CHOICES] = {[SAVED_IN_SLOT] = STEP_OFFSET,
                                                        [SAVED_IN_REGISTER] = STEP_REGISTER,
                                                        [SAVED_AS_VALUE] = STEP_VAL_OFFSET,
                                                        [SAVED_NOWHERE] = STEP_UNDEFINED};
    if (choice != NOT_SAVED)
        gen_add_step(&plan->emitter->program, (struct step){.kind = kinds[choice],
                                                            .reg = (uint8_t)reg,
                                                            .other = gen_other_register(plan->emitter->abi),
                                                            .offset = slot});
}

static void place_ra(const struct plan *plan)
{
    place_register(plan, plan->values[OF_RA], plan->facts->ra, slots[plan->values[OF_SLOT]] + 8);
}

static void place_fp(const struct plan *plan)
{
    place_register(plan, plan->values[OF_FP], plan->facts->fp, slots[plan->values[OF_SLOT]]);
}

static void place_all(const struct plan *plan)
{
    void (*const orders[ORDERS][3])(const struct plan *) = {[CFA_RA_FP] = {place_cfa, place_ra, place_fp},
                                                            [FP_RA_CFA] = {place_fp, place_ra, place_cfa},
                                                            [RA_CFA_FP] = {place_ra, place_cfa, place_fp}};
    for (unsigned i = 0; i < 3; i++) {
        orders[plan->values[OF_ORDER]][i](plan);
        gap(plan, i == 0);
    }
}

static void add_more(const struct plan *plan)
{
    static const enum step_kind kinds[MORE_CHOICES] = {[MORE_LABEL] = STEP_LABEL,
                                                       [MORE_NOP] = STEP_ESCAPE_NOP,
                                                       [MORE_ARGUMENTS] = STEP_ESCAPE_ARGS_SIZE,
                                                       [MORE_SAVED] = STEP_OFFSET,
                                                       [MORE_PERSONALITY] = STEP_PERSONALITY};
    if (plan->values[OF_MORE] != MORE_NOTHING)
        add(plan, kinds[plan->values[OF_MORE]], gen_other_register(plan->emitter->abi), 24);
}

static void negate(const struct plan *plan)
{
    if (plan->facts->signs_ra)
        add(plan, STEP_NEGATE_RA_STATE, 0, 0);
}

static void end(const struct plan *plan)
{
    const enum step_kind kind = plan->values[OF_END] == END_RESTORED ? STEP_RESTORE : STEP_SAME_VALUE;
    if (plan->values[OF_END] == END_AS_IT_IS)
        return;
    if (plan->values[OF_END] == END_REMEMBERED) {
        add(plan, STEP_RESTORE_STATE, 0, 0);
    } else {
        add(plan, STEP_DEF_CFA, plan->facts->sp, plan->facts->cfa_at_entry);
        add(plan, kind, plan->facts->fp, 0);
        gap(plan, false);
        add(plan, kind, plan->facts->ra, 0);
    }
    code(plan);
}

static bool take_row(void *context, const uint8_t values[DIMENSIONS])
{
    struct plan *const plan = context;
    struct program *const program = gen_begin_numbered(plan->emitter, "row", plan->number++);
    plan->values = values;
    program->section = text_sections[values[OF_SECTION]];
    program->simple = values[OF_START] == START_SIMPLE;
    if (values[OF_START] == START_SIGNAL)
        add(plan, STEP_SIGNAL_FRAME, 0, 0);
    code(plan);
    if (values[OF_END] == END_REMEMBERED)
        add(plan, STEP_REMEMBER_STATE, 0, 0);
    if (values[OF_SIGNING] != NOT_SIGNED)
        negate(plan);
    gap(plan, true);
    place_all(plan);
    add_more(plan);
    gen_add_code(program, sizes[values[OF_SIZE]]);
    if (values[OF_SIGNING] == SIGNED_AND_BACK)
        negate(plan);
    end(plan);
    gen_emit_program(plan->emitter);
    return true;
}

void gen_programs_covering(struct program_emitter *emitter)
{
    static const struct array_space space = {PROGRAM_DIMENSIONS, count_of, breaks, allow};
    struct plan plan = {.emitter = emitter, .facts = &gen_abi_facts[emitter->abi]};
    gen_cover_space(&space, DEFAULT_STRENGTH, take_row, &plan);
}
