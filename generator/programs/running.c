#include "running.h"

#include "emit/sets.h"

#include <string.h>

static struct program *program_of(const struct running *running)
{
    return &running->emitter->program;
}

static void note_state(struct running *running)
{
    const struct made_frame *const now = &running->now;
    const struct name names[STATE_NAMES] = {
        {"known", now->known},       {"base", now->base},          {"offset", now->offset},
        {"depth", now->depth},       {"mangled", now->mangled},    {"room", now->room},
        {"room_end", now->room_end}, {"any_kept", now->kept != 0}, {"done", running->count},
        {"exits", running->exits},   {"skip", running->skip},      {"none", NO_BASE}};
    memcpy(running->names, names, sizeof names);
}

void gen_running_begin(struct running *running, struct program_emitter *emitter)
{
    const struct abi_facts *const facts = &gen_abi_facts[emitter->abi];
    struct random *const random = &emitter->random;
    *running = (struct running){.emitter = emitter,
                                .now = {.base = (uint8_t)facts->sp,
                                        .offset = facts->cfa_at_entry,
                                        .depth = facts->cfa_at_entry,
                                        .known = true}};
    running->adjusts = random_below(random, 3) == 0;
    running->relative = random_below(random, 3) == 0;
    running->restores = random_below(random, 3) != 0;
    gen_text_init(&running->texts, running->texts_buffer, sizeof running->texts_buffer);
    gen_text_init(&running->entry, running->entry_buffer, sizeof running->entry_buffer);
}

/* --- Instructions --------------------------------------------------------------------------------------- */

static struct instruction take_instruction(struct running *running, int64_t bytes, const char *form)
{
    struct text *const text = &running->texts;
    const struct instruction instruction = {bytes, text->begin + text->length};
    gen_text_fill_in(text, form, strlen(form));
    gen_text_char(text, '\0');
    if (text->full)
        running->emitter->fault = "a function's instructions are too long";
    return instruction;
}

static void say(struct running *running, struct step step)
{
    gen_add_step(program_of(running), step);
}

static void run_instruction(struct running *running, struct instruction instruction)
{
    if (running->outside)
        gen_text_format(&running->entry, "\t%s\n", instruction.text);
    else
        say(running, (struct step){.kind = STEP_CODE, .offset = instruction.bytes, .text = instruction.text});
}

/* --- What CFI says -------------------------------------------------------------------------------------- */

/* The directive, if one is needed, that makes the CFA of NOW that of NEXT. */
static void say_cfa(struct running *running, const struct made_frame *now, const struct made_frame *next)
{
    const bool same_base = now->base == next->base, same_offset = now->offset == next->offset;
    if (next->base == NO_BASE || (same_base && same_offset))
        return;
    if (same_base && running->adjusts)
        say(running, (struct step){.kind = STEP_ADJUST_CFA_OFFSET, .offset = next->offset - now->offset});
    else if (same_base)
        say(running, (struct step){.kind = STEP_DEF_CFA_OFFSET, .offset = next->offset});
    else if (same_offset && now->base != NO_BASE)
        say(running, (struct step){.kind = STEP_DEF_CFA_REGISTER, .reg = next->base});
    else
        say(running, (struct step){.kind = STEP_DEF_CFA, .reg = next->base, .offset = next->offset});
}

static bool is_on_sp(const struct running *running)
{
    return running->now.base == gen_abi_facts[running->emitter->abi].sp;
}

static void move_cfa(struct running *running, uint8_t base, int64_t offset)
{
    const struct made_frame before = running->now;
    running->now.base = base;
    running->now.offset = offset;
    say_cfa(running, &before, &running->now);
}

static void keep_at(struct running *running, uint8_t reg, int64_t from_sp)
{
    const bool relative = running->relative && is_on_sp(running);
    say(running, (struct step){.kind = relative ? STEP_REL_OFFSET : STEP_OFFSET,
                               .reg = reg,
                               .offset = from_sp - (relative ? 0 : running->now.depth)});
}

static void toggle_signature(struct running *running)
{
    running->now.mangled = !running->now.mangled;
    say(running, (struct step){.kind = running->relative ? STEP_WINDOW_SAVE : STEP_NEGATE_RA_STATE});
}

/* --- Lines of a way ------------------------------------------------------------------------------------- */

static void add_done(struct running *running, struct done done)
{
    done.before = running->mark;
    if (running->count == MAX_DONE)
        running->emitter->fault = "a function does too much";
    else
        running->done[running->count++] = done;
}

enum word {
    NEED,
    INSN,
    SP_DOWN,
    CFA,
    BASE,
    KEEP,
    KEEP_AT,
    KEEP_IN,
    LOSE_SP,
    SIGN,
    ROOM,
    MARK,
    BACK,
    MUST_BACK
};

/* How many numbers stand behind the word, before its instruction; -1: one, which ends with the line. */
static const struct {
    const char *word;
    int numbers;
} words[] = {[NEED] = {".need", -1},      [INSN] = {".insn", 1},          [SP_DOWN] = {".sp_down", 1},
             [CFA] = {".cfa", 2},         [BASE] = {".base", 2},          [KEEP] = {".keep", 1},
             [KEEP_AT] = {".keep_at", 2}, [KEEP_IN] = {".keep_in", 2},    [LOSE_SP] = {".lose_sp", 0},
             [SIGN] = {".sign", 0},       [ROOM] = {".room", 2},          [MARK] = {".mark", 0},
             [BACK] = {".back", 1},       [MUST_BACK] = {".must_back", 2}};

static void obey(struct running *running, enum word word, const int64_t numbers[2], const char *form)
{
    struct made_frame *const now = &running->now;
    const uint8_t reg = (uint8_t)numbers[0];
    if (word == KEEP || word == KEEP_AT || word == KEEP_IN)
        now->kept |= UINT64_C(1) << reg;
    if (word == SP_DOWN || word == LOSE_SP)
        now->room = now->room_end = 0;
    switch (word) {
    case NEED:
        running->fails = numbers[0] == 0;
        break;
    case INSN:
        run_instruction(running, take_instruction(running, numbers[0], form));
        break;
    case SP_DOWN:
        now->depth += numbers[0];
        if (is_on_sp(running))
            move_cfa(running, now->base, now->offset + numbers[0]);
        break;
    case CFA:
        move_cfa(running, reg, numbers[1]);
        break;
    case BASE:
        now->base = reg;
        now->offset = numbers[1];
        break;
    case KEEP_AT:
        keep_at(running, reg, numbers[1]);
        break;
    case KEEP_IN:
        say(running, (struct step){.kind = STEP_REGISTER, .reg = reg, .other = (uint8_t)numbers[1]});
        break;
    case LOSE_SP:
        now->known = false;
        break;
    case SIGN:
        toggle_signature(running);
        break;
    case ROOM:
        now->room = numbers[0];
        now->room_end = numbers[1];
        break;
    case MARK:
        running->mark = *now;
        break;
    case BACK: /* what was done since the mark */
        add_done(running, (struct done){.restored = now->kept & ~running->mark.kept,
                                        .back = take_instruction(running, numbers[0], form)});
        break;
    case MUST_BACK:
        add_done(running, (struct done){.restored = UINT64_C(1) << reg,
                                        .must = true,
                                        .back = take_instruction(running, numbers[1], form)});
        break;
    default: /* KEEP */
        break;
    }
}

static bool read_word(struct program_text *text, const char *word, const char *operands)
{
    struct running *const running = text->into;
    size_t i = 0;
    int64_t numbers[2] = {0, 0};
    while (i < COUNT(words) && strcmp(words[i].word, word) != 0)
        i++;
    if (i == COUNT(words) || (words[i].numbers < 0 && !gen_text_number(operands, &numbers[0])))
        return false;
    for (int k = 0; k < words[i].numbers; k++) {
        char number[64];
        const size_t length = strcspn(operands, ", ");
        if (!gen_text_number(SAY(number, "%.*s", (int)length, operands), &numbers[k]))
            return false;
        operands += length + strspn(operands + length, ", ");
    }
    obey(running, (enum word)i, numbers, operands);
    note_state(running);
    text->done = running->fails;
    return true;
}

/* --- Taking back ---------------------------------------------------------------------------------------- */

static void take_back(struct running *running)
{
    const struct done *const done = &running->done[--running->count];
    const bool must = done->must || running->now.mangled; /* RA in the frame stays signed */
    if (done->back.bytes != 0)
        run_instruction(running, done->back);
    if (running->now.mangled != done->before.mangled)
        toggle_signature(running);
    for (uint8_t reg = 0; reg < 64; reg++)
        if ((done->restored >> reg & 1) != 0 && (must || running->restores))
            say(running, (struct step){.kind = STEP_RESTORE, .reg = reg});
    say_cfa(running, &running->now, &done->before);
    running->now = done->before;
}

static void go_back(struct running *running)
{
    while (running->count != 0)
        take_back(running);
    (void)gen_run_way(running, "return");
}

static int64_t bytes_from(const struct program *program, unsigned step)
{
    int64_t sum = 0;
    for (; step < program->step_count && step < MAX_STEPS; step++)
        sum += program->steps[step].kind == STEP_CODE ? program->steps[step].offset : 0;
    return sum;
}

static void exit_early(struct running *running)
{
    enum { ROOM_FOR_MORE = 70 };
    struct program *const program = program_of(running);
    const struct made_frame now = running->now;
    const unsigned count = running->count;
    if (running->exits == MOST_EXITS || program->step_count > ROOM_FOR_MORE)
        return;
    running->exits++;
    (void)gen_run_way(running, "compare");
    const unsigned branch = program->step_count;
    (void)gen_run_way(running, "branch");
    say(running, (struct step){.kind = STEP_REMEMBER_STATE});
    go_back(running);
    say(running, (struct step){.kind = STEP_RESTORE_STATE});
    running->now = now;
    running->count = count;
    running->skip = bytes_from(program, branch); /* known only now: the first branch was written without it */
    (void)gen_run_way(running, "branch");
    if (program->step_count <= MAX_STEPS)
        program->steps[branch] = program->steps[--program->step_count];
}

bool gen_run_way(struct running *running, const char *name)
{
    struct program_text text = {.emitter = running->emitter,
                                .name = "runs",
                                .names = running->names,
                                .kept = &running->now.kept,
                                .only = name,
                                .read_word = read_word,
                                .into = running};
    running->fails = false;
    if (strcmp(name, "body") == 0)
        gen_add_code(program_of(running), gen_code_piece(running->emitter->abi) *
                                              (int64_t)(1 + random_below(&running->emitter->random, 3)));
    else if (strcmp(name, "exit") == 0)
        exit_early(running);
    else {
        running->mark = running->now;
        note_state(running);
        gen_read_text(&text);
    }
    return !running->fails;
}

void gen_running_end(struct running *running)
{
    go_back(running);
    program_of(running)->entry = running->entry.length == 0 ? NULL : gen_text_c(&running->entry);
    if (running->entry.full)
        running->emitter->fault = "the code before a function is too long";
}
