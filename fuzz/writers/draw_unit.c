#include "draw_unit.h"

#include "machine.h"
#include "programs/directives.h"
#include "programs/families.h"
#include "emit/sets.h"

/* --- Operands ------------------------------------------------------------------------------------------- */

/* An offset near the limits of 8, 16 and 32 bits, signed or unsigned. */
static int64_t draw_offset(struct choices *choices)
{
    static const int64_t borders[] = {0,      0x7f,   0x80,    0xff,       0x100,     0x7fff,
                                      0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000};
    if (draw_below(choices, 4) != 0)
        return 8 * ((int64_t)draw_below(choices, 64) - 32);
    const int64_t beside = (int64_t)draw_below(choices, 33) - 16;
    const int64_t offset = borders[draw_below(choices, COUNT(borders))] + beside;
    return draw_below(choices, 2) == 0 ? offset : -offset;
}

static uint8_t draw_register(struct choices *choices, enum abi abi)
{
    const struct abi_facts *const facts = &gen_abi_facts[abi];
    const uint8_t usual[] = {(uint8_t)facts->sp, (uint8_t)facts->fp, (uint8_t)facts->ra,
                             gen_other_register(abi)};
    const uint32_t drawn = draw_below(choices, 2 * COUNT(usual));
    return drawn < COUNT(usual) ? usual[drawn]
                                : (uint8_t)draw_below(choices, facts->ra < 32 ? 32 : REGISTERS);
}

static int64_t draw_length(struct choices *choices, enum abi abi)
{
    static const int64_t long_ones[] = {15, 16, 63, 64, 65, 255, 256, 257, 1024, 16384};
    const int64_t piece = gen_code_piece(abi);
    if (draw_rarely(choices, 128))
        return piece * 65536;
    return piece * (draw_rarely(choices, 8) ? long_ones[draw_below(choices, COUNT(long_ones))]
                                            : 1 + (int64_t)draw_below(choices, 4));
}

/* --- Steps ---------------------------------------------------------------------------------------------- */

/* Draws operands.  Escapes have bytes for few registers only and, unless they are expressions, only for
 * offsets from 0 on. */
static void draw_operands(struct choices *choices, enum abi abi, struct step *step)
{
    enum { OPERATION_REGISTERS = 32 };
    const bool escapes = step->escaped || step->kind >= STEP_ESCAPE_NOP;
    step->reg = draw_register(choices, abi);
    step->other = draw_register(choices, abi);
    if (escapes) {
        step->reg %= OPERATION_REGISTERS;
        step->other %= OPERATION_REGISTERS;
    }
    if (!step->escaped && step->kind != STEP_ESCAPE_ARGS_SIZE)
        step->offset = draw_offset(choices);
}

/* A directive as families have it, or with operands that are drawn. */
static struct step draw_directive(struct choices *choices, enum abi abi)
{
    struct directive directives[MAX_DIRECTIVES];
    const unsigned count = gen_list_directives(abi, directives);
    struct step step = directives[draw_below(choices, count)].step;
    if (draw_below(choices, 2) == 0)
        draw_operands(choices, abi, &step);
    return step;
}

/* Draws a step.  Code whose size the assembler chooses is rare, as less can be said about such functions. */
static struct step draw_step(struct choices *choices, enum abi abi)
{
    if (draw_rarely(choices, 250))
        return (struct step){.kind = STEP_ALIGN, .offset = INT64_C(4) << draw_below(choices, 5)};
    if (draw_below(choices, 2) == 0)
        return (struct step){.kind = STEP_CODE, .offset = draw_length(choices, abi)};
    return draw_directive(choices, abi);
}

static void insert_step(struct program *function, unsigned at, struct step step)
{
    for (unsigned i = function->step_count; i > at; i--)
        function->steps[i] = function->steps[i - 1];
    function->steps[at] = step;
    function->step_count++;
}

static void remove_step(struct program *function, unsigned at)
{
    function->step_count--;
    for (unsigned i = at; i < function->step_count; i++)
        function->steps[i] = function->steps[i + 1];
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static void draw_steps(struct choices *choices, enum abi abi, struct program *function)
{
    const unsigned count = draw_below(choices, 24);
    for (unsigned i = 0; i < count; i++)
        gen_add_step(function, draw_step(choices, abi));
    gen_add_code(function, gen_code_piece(abi));
}

static uint64_t choose(void *from, uint64_t bound)
{
    return draw_below(from, bound < 65536 ? (uint32_t)bound : 65536);
}

/* Draws a function as compilers and people write them.  Bytes replace instructions, which the zoo's assembler
 * does not know. */
static void draw_of_family(struct choices *choices, enum abi abi, struct program *function)
{
    static struct program_emitter emitter;
    emitter.abi = abi;
    emitter.random = (struct random){.choose = choose, .from = choices};
    if (draw_below(choices, 2) == 0)
        gen_draw_typical(&emitter, 0);
    else
        gen_make_frame(&emitter, draw_below(choices, gen_frame_count()));
    *function = emitter.program;
    function->about = "drawn";
    for (unsigned i = 0; i < function->step_count; i++)
        function->steps[i].text = NULL;
}

static void change_steps(struct choices *choices, enum abi abi, struct program *function)
{
    for (unsigned changes = draw_below(choices, 4); changes > 0; changes--) {
        const unsigned at = draw_below(choices, function->step_count + 1);
        const bool can_remove = at < function->step_count;
        switch (draw_below(choices, 3)) {
        case 0:
            if (can_remove)
                remove_step(function, at);
            break;
        case 1:
            if (can_remove)
                function->steps[at] = draw_step(choices, abi);
            break;
        default:
            if (function->step_count < MAX_STEPS)
                insert_step(function, at, draw_step(choices, abi));
            break;
        }
    }
}

void draw_function(struct choices *choices, const struct drawn_unit *unit, struct program *function)
{
    const enum abi abi = unit->abi;
    *function = (struct program){.about = "drawn"};
    if (draw_below(choices, 3) != 0)
        draw_steps(choices, abi, function);
    else
        draw_of_family(choices, abi, function);
    change_steps(choices, abi, function);
    function->meaningless = true; /* functions without a meaning must be left out */
    function->simple = draw_rarely(choices, 16);
    function->section =
        draw_rarely(choices, 4) ? (enum text_section)draw_below(choices, IN_NOBITS) : IN_TEXT_AS_IT_IS;
    function->behind = draw_rarely(choices, 8) ? gen_code_piece(abi) * (int64_t)draw_below(choices, 64) : 0;
    if (function->section == IN_NOBITS)
        function->section = IN_TEXT;
}

void draw_unit(struct choices *choices, struct drawn_unit *unit)
{
    static const struct {
        const char *sections;
        bool wants_sframe;
    } lists[] = {
        {".eh_frame, .sframe", true}, {".sframe", true}, {".sframe, .eh_frame", true}, {".eh_frame", false}};
    const unsigned list = draw_rarely(choices, 16) ? draw_below(choices, COUNT(lists)) : 0;
    unit->abi = (enum abi)draw_below(choices, ABIS);
    unit->profile = draw_below(choices, 3) == 0 ? PROFILE_V2E2 : PROFILE_V3;
    unit->sections = lists[list].sections;
    unit->wants_sframe = lists[list].wants_sframe;
    unit->count = 1 + draw_below(choices, DRAWN_FUNCTIONS);
    for (unsigned i = 0; i < unit->count; i++)
        draw_function(choices, unit, &unit->functions[i]);
}

/* --- The same in other words ---------------------------------------------------------------------------- */

/* Splits code into two pieces. */
static bool split_code(struct choices *choices, enum abi abi, struct program *function, unsigned at)
{
    const int64_t piece = gen_code_piece(abi), pieces = function->steps[at].offset / piece;
    if (pieces < 2)
        return false;
    const int64_t first =
        piece * (1 + (int64_t)draw_below(choices, (uint32_t)(pieces - 1 < 65536 ? pieces - 1 : 65536)));
    insert_step(function, at, (struct step){.kind = STEP_CODE, .offset = first});
    function->steps[at + 1].offset -= first;
    return true;
}

/* Splits an adjustment into two. */
static bool split_adjust(struct choices *choices, struct program *function, unsigned at)
{
    const int64_t first = draw_offset(choices);
    insert_step(function, at, (struct step){.kind = STEP_ADJUST_CFA_OFFSET, .offset = first});
    function->steps[at + 1].offset -= first;
    return true;
}

/* Splits .cfi_def_cfa into the register, and then the offset, if there is an offset already. */
static bool split_def_cfa(enum abi abi, struct program *function, unsigned at)
{
    const struct step step = function->steps[at];
    struct cfi_rule cfa;
    if (step.escaped || !gen_cfa_before(abi, function, at, &cfa) || cfa.kind != RULE_AT || cfa.deref)
        return false;
    function->steps[at].kind = STEP_DEF_CFA_REGISTER;
    insert_step(function, at + 1, (struct step){.kind = STEP_DEF_CFA_OFFSET, .offset = step.offset});
    return true;
}

static bool says_where(enum step_kind kind)
{
    return kind == STEP_OFFSET || kind == STEP_REGISTER || kind == STEP_UNDEFINED ||
           kind == STEP_SAME_VALUE || kind == STEP_RESTORE || kind == STEP_VAL_OFFSET;
}

/* Exchanges the order of two registers. */
static bool swap_registers(struct program *function, unsigned at)
{
    const struct step step = function->steps[at];
    if (at + 1 >= function->step_count || !says_where(step.kind) ||
        !says_where(function->steps[at + 1].kind) || step.reg == function->steps[at + 1].reg)
        return false;
    function->steps[at] = function->steps[at + 1];
    function->steps[at + 1] = step;
    return true;
}

/* Adds a state that is remembered and restored at once. */
static bool remember_and_restore(struct program *function, unsigned at)
{
    insert_step(function, at, (struct step){.kind = STEP_RESTORE_STATE});
    insert_step(function, at, (struct step){.kind = STEP_REMEMBER_STATE});
    return true;
}

bool draw_other_words(struct choices *choices, enum abi abi, struct program *function)
{
    const unsigned at = draw_below(choices, function->step_count + 1);
    for (unsigned i = 0; i < function->step_count; i++) /* labels have the numbers of steps */
        if (gen_size_is_open(function->steps[i].kind))
            return false;
    if (at >= function->step_count || function->step_count + 2 > MAX_STEPS)
        return false;
    if (draw_below(choices, 3) == 0)
        return remember_and_restore(function, at);
    switch (function->steps[at].kind) {
    case STEP_CODE:
        return split_code(choices, abi, function, at);
    case STEP_ADJUST_CFA_OFFSET:
        return split_adjust(choices, function, at);
    case STEP_DEF_CFA:
        return split_def_cfa(abi, function, at);
    default:
        return swap_registers(function, at);
    }
}
