/* A function, and the same function said in another way: two directives that do not touch each other are
 * swapped, one is split or said twice, one is added that changes nothing, the function is moved.  By
 * construction what is true of both is the same; so an assembler that answers differently is wrong without
 * any machine. */
#include "../families.h"
#include "../machine.h"
#include "../texts.h"

#include <string.h>

enum { MOST_ADDED = 4 };

/* --- Editing -------------------------------------------------------------------------------------------- */

static void insert(struct program *program, unsigned at, struct step step)
{
    gen_add_step(program, step);
    if (program->step_count > MAX_STEPS)
        return;
    for (unsigned i = program->step_count - 1; i > at; i--)
        program->steps[i] = program->steps[i - 1];
    program->steps[at] = step;
}

struct edit {
    enum abi abi;
    struct program *program;
    unsigned at; /* the step that is changed, or before which something is added */
    struct step *step;
};

static bool changes_cfa(const struct step *step)
{
    return step->kind == STEP_DEF_CFA || step->kind == STEP_DEF_CFA_OFFSET ||
           step->kind == STEP_DEF_CFA_REGISTER || step->kind == STEP_ADJUST_CFA_OFFSET;
}

static bool changes_register(const struct step *step)
{
    return step->kind == STEP_OFFSET || step->kind == STEP_RESTORE || step->kind == STEP_UNDEFINED ||
           step->kind == STEP_SAME_VALUE || step->kind == STEP_REGISTER || step->kind == STEP_ESCAPE_SAVED_AT;
}

/* --- Ways to say the same ------------------------------------------------------------------------------- */

static bool swapped(const struct edit *edit)
{
    struct step *const a = edit->step, *const b = a + 1, kept = *a;
    const bool apart = (changes_cfa(a) && changes_register(b)) || (changes_register(a) && changes_cfa(b)) ||
                       (changes_register(a) && changes_register(b) && a->reg != b->reg);
    if (edit->at + 1 >= edit->program->step_count || !apart)
        return false;
    *a = *b;
    *b = kept;
    return true;
}

static bool said_twice(const struct edit *edit)
{
    if (!changes_register(edit->step) &&
        (!changes_cfa(edit->step) || edit->step->kind == STEP_ADJUST_CFA_OFFSET))
        return false;
    insert(edit->program, edit->at, *edit->step);
    return true;
}

static bool split(const struct edit *edit, enum step_kind first, enum step_kind second)
{
    struct step begin = *edit->step;
    if (begin.kind != STEP_DEF_CFA)
        return false;
    begin.kind = first;
    edit->step->kind = second;
    insert(edit->program, edit->at, begin);
    return true;
}

static bool register_then_offset(const struct edit *edit)
{
    return split(edit, STEP_DEF_CFA_REGISTER, STEP_DEF_CFA_OFFSET);
}

static bool offset_then_register(const struct edit *edit)
{
    return split(edit, STEP_DEF_CFA_OFFSET, STEP_DEF_CFA_REGISTER);
}

static bool in_two_steps(const struct edit *edit)
{
    if (edit->step->kind != STEP_ADJUST_CFA_OFFSET)
        return false;
    edit->step->offset -= 8;
    insert(edit->program, edit->at, (struct step){.kind = STEP_ADJUST_CFA_OFFSET, .offset = 8});
    return true;
}

/* The offset of the CFA before the step.  False: it has none. */
static bool offset_before(const struct edit *edit, int64_t *offset)
{
    struct cfi_rule cfa;
    if (!gen_cfa_before(edit->abi, edit->program, edit->at, &cfa) || cfa.kind != RULE_AT || cfa.deref)
        return false;
    *offset = cfa.offset;
    return true;
}

static bool by_difference(const struct edit *edit)
{
    int64_t before;
    if (edit->step->kind != STEP_DEF_CFA_OFFSET || !offset_before(edit, &before))
        return false;
    edit->step->kind = STEP_ADJUST_CFA_OFFSET;
    edit->step->offset -= before;
    return true;
}

static bool from_the_register(const struct edit *edit)
{
    int64_t before;
    if (edit->step->kind != STEP_OFFSET || !offset_before(edit, &before))
        return false;
    edit->step->kind = STEP_REL_OFFSET;
    edit->step->offset += before;
    return true;
}

static bool escaped(const struct edit *edit)
{
    if ((edit->step->kind != STEP_DEF_CFA && edit->step->kind != STEP_DEF_CFA_OFFSET &&
         edit->step->kind != STEP_DEF_CFA_REGISTER && edit->step->kind != STEP_RESTORE &&
         edit->step->kind != STEP_UNDEFINED) ||
        edit->step->offset < 0)
        return false;
    edit->step->escaped = true;
    return true;
}

static bool moved(const struct edit *edit)
{
    edit->program->section = IN_ONE_OF_ITS_OWN;
    return edit->at == 0;
}

static bool moved_to_a_group(const struct edit *edit)
{
    edit->program->section = IN_COMDAT;
    return edit->at == 0;
}

static const struct {
    const char *name;
    /* Changes the step; false: it cannot be changed so.  Null: corpus/assembly/equal.s has steps to add. */
    bool (*change)(const struct edit *edit);
} ways[] = {
    {"swapped", swapped},
    {"said twice", said_twice},
    {"register, then offset", register_then_offset},
    {"offset, then register", offset_then_register},
    {"in two steps", in_two_steps},
    {"by difference", by_difference},
    {"from the register", from_the_register},
    {"escaped", escaped},
    {"with a label", NULL},
    {"with nothing", NULL},
    {"with another register", NULL},
    {"remembered for nothing", NULL},
    {"remembered around", NULL},
    {"moved", moved},
    {"moved to a group", moved_to_a_group},
};

/* The steps that corpus/assembly/equal.s adds, by the number of the way; none if it has `change`. */
static struct {
    unsigned count;
    struct step steps[MOST_ADDED];
} added[sizeof ways / sizeof *ways];

static void read_ways(struct program_emitter *emitter)
{
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        const struct program *const program = gen_begin_program(emitter, "");
        if (ways[way].change == NULL)
            gen_read_text(
                &(struct program_text){.emitter = emitter, .name = "equal", .only = ways[way].name});
        added[way].count = program->step_count < MOST_ADDED ? program->step_count : MOST_ADDED;
        memcpy(added[way].steps, program->steps, added[way].count * sizeof *program->steps);
    }
}

static void emit_equal(struct program_emitter *emitter, const struct program *base, size_t way, unsigned at)
{
    struct program *const program = &emitter->program;
    memcpy(program, base, offsetof(struct program, steps) + base->step_count * sizeof *base->steps);
    program->about = SAY(emitter->about_buffer, "%s, %s at step %u", base->about, ways[way].name, at);
    program->equal = true;
    const struct edit edit = {emitter->abi, program, at, &program->steps[at]};
    for (unsigned i = 0; i < added[way].count; i++)
        insert(program, at + i, added[way].steps[i]);
    if (ways[way].change == NULL || ways[way].change(&edit))
        gen_emit_program(emitter);
}

static void emit_all(struct program_text *frame)
{
    static struct program base;
    gen_begin_unit(frame->emitter, NULL, true);
    gen_emit_program(frame->emitter);
    base = frame->emitter->program;
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
        for (unsigned at = 0; at < base.step_count; at++)
            emit_equal(frame->emitter, &base, way, at);
}

void gen_programs_equal(struct program_emitter *emitter)
{
    read_ways(emitter);
    gen_read_text(&(struct program_text){.emitter = emitter, .name = "frames", .take = emit_all});
}
