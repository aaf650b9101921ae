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
    const struct name names[STATE_NAMES + 1] = {[IS_KNOWN] = {"known", now->known},
                                                [IS_BASE] = {"base", now->base},
                                                [IS_OFFSET] = {"offset", now->offset},
                                                [IS_DEPTH] = {"depth", now->depth},
                                                [IS_MANGLED] = {"mangled", now->mangled},
                                                [IS_ROOM] = {"room", now->room},
                                                [IS_ROOM_END] = {"room_end", now->room_end},
                                                [IS_DONE] = {"done", running->count},
                                                [IS_EXITS] = {"exits", running->exits},
                                                [IS_SKIP] = {"skip", running->skip},
                                                [IS_ANY_KEPT] = {"any_kept", now->kept != 0},
                                                [IS_NONE] = {"none", NO_BASE}};
    memcpy(running->names, names, sizeof names);
}

void gen_running_begin(struct running *running, struct program_emitter *emitter, const char *text)
{
    const struct abi_facts *const facts = &gen_abi_facts[emitter->abi];
    struct random *const random = &emitter->random;
    *running = (struct running){.emitter = emitter,
                                .text = text,
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

static void write_register(struct text *text, enum abi abi, int64_t reg)
{
    static const char *const amd64[] = {"%rax", "%rdx", "%rcx", "%rbx", "%rsi", "%rdi", "%rbp", "%rsp"};
    if (abi == ABI_AMD64 && reg < (int64_t)COUNT(amd64))
        gen_text_string(text, amd64[reg]);
    else
        gen_text_format(text, "%s%" PRId64, is_in(ARMS, abi) ? "x" : "%r", reg);
}

/* @N is the register of this number, {N} the number. */
static struct instruction take_instruction(struct running *running, int64_t bytes, const char *form)
{
    struct text *const text = &running->texts;
    const struct instruction instruction = {bytes, text->begin + text->length};
    for (; *form != '\0'; form++) {
        char word[64];
        int64_t number;
        const bool is_register = *form == '@', braces = form[is_register] == '{';
        if (!is_register && !braces) {
            gen_text_char(text, *form);
            continue;
        }
        form += is_register + braces;
        const size_t length = braces ? strcspn(form, "}") : strspn(form, "0123456789");
        SAY(word, "%.*s", (int)length, form);
        if (!gen_text_number(word, &number))
            running->emitter->fault = "an instruction with what is no number";
        else if (is_register)
            write_register(text, running->emitter->abi, number);
        else
            gen_text_signed(text, number);
        form += length - !braces;
    }
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

/* From what the CFA is now to what it shall be. */
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

static void move_sp(struct running *running, const int64_t numbers[2], const char *form)
{
    const struct made_frame before = running->now;
    (void)form;
    running->now.depth += numbers[0];
    running->now.room = running->now.room_end = 0;
    if (is_on_sp(running))
        running->now.offset += numbers[0];
    say_cfa(running, &before, &running->now);
}

static void set_base(struct running *running, const int64_t numbers[2], const char *form)
{
    (void)form;
    running->now.base = (uint8_t)numbers[0];
    running->now.offset = numbers[1];
}

static void say_base(struct running *running, const int64_t numbers[2], const char *form)
{
    const struct made_frame before = running->now;
    set_base(running, numbers, form);
    say_cfa(running, &before, &running->now);
}

static void keep(struct running *running, const int64_t numbers[2], const char *form)
{
    (void)form;
    running->now.kept |= UINT64_C(1) << numbers[0];
}

static void keep_at(struct running *running, const int64_t numbers[2], const char *form)
{
    const bool relative = running->relative && is_on_sp(running);
    keep(running, numbers, form);
    say(running, (struct step){.kind = relative ? STEP_REL_OFFSET : STEP_OFFSET,
                               .reg = (uint8_t)numbers[0],
                               .offset = numbers[1] - (relative ? 0 : running->now.depth)});
}

static void keep_in(struct running *running, const int64_t numbers[2], const char *form)
{
    keep(running, numbers, form);
    say(running, (struct step){.kind = STEP_REGISTER, .reg = (uint8_t)numbers[0], .other = (uint8_t)numbers[1]});
}

static void lose_sp(struct running *running, const int64_t numbers[2], const char *form)
{
    (void)numbers;
    (void)form;
    running->now.known = false;
    running->now.room = running->now.room_end = 0;
}

static void toggle_signature(struct running *running, const int64_t numbers[2], const char *form)
{
    (void)numbers;
    (void)form;
    running->now.mangled = !running->now.mangled;
    say(running, (struct step){.kind = running->relative ? STEP_WINDOW_SAVE : STEP_NEGATE_RA_STATE});
}

static void set_room(struct running *running, const int64_t numbers[2], const char *form)
{
    (void)form;
    running->now.room = numbers[0];
    running->now.room_end = numbers[1];
}

/* --- Lines of a way ------------------------------------------------------------------------------------- */

static void run(struct running *running, const int64_t numbers[2], const char *form)
{
    run_instruction(running, take_instruction(running, numbers[0], form));
}

static void need(struct running *running, const int64_t numbers[2], const char *form)
{
    int64_t holds = 0;
    (void)numbers;
    if (!gen_text_number(form, &holds))
        running->emitter->fault = "a need that is no number";
    running->fails = holds == 0;
}

static void mark(struct running *running, const int64_t numbers[2], const char *form)
{
    (void)numbers;
    (void)form;
    running->mark = running->now;
}

static void add_done(struct running *running, struct done done)
{
    if (running->count == MAX_DONE)
        running->emitter->fault = "a function does too much";
    else
        running->done[running->count++] = done;
}

/* What was done since the mark. */
static void take_back_by(struct running *running, const int64_t numbers[2], const char *form)
{
    add_done(running, (struct done){.before = running->mark,
                                    .restored = running->now.kept & ~running->mark.kept,
                                    .back = take_instruction(running, numbers[0], form)});
}

static void must_take_back_by(struct running *running, const int64_t numbers[2], const char *form)
{
    add_done(running, (struct done){.before = running->mark,
                                    .restored = UINT64_C(1) << numbers[0],
                                    .must = true,
                                    .back = take_instruction(running, numbers[1], form)});
}

static const struct {
    const char *word;
    unsigned numbers; /* before the instruction, if it has one */
    void (*run)(struct running *running, const int64_t numbers[2], const char *form);
} words[] = {
    {".need", 0, need},        {".insn", 1, run},        {".sp_down", 1, move_sp}, {".cfa", 2, say_base},
    {".base", 2, set_base},    {".keep", 1, keep},       {".keep_at", 2, keep_at}, {".keep_in", 2, keep_in},
    {".lose_sp", 0, lose_sp},  {".sign", 0, toggle_signature}, {".room", 2, set_room}, {".mark", 0, mark},
    {".back", 1, take_back_by}, {".must_back", 2, must_take_back_by},
};

static bool read_word(struct program_text *text, const char *word, const char *operands)
{
    struct running *const running = text->into;
    size_t i = 0;
    int64_t numbers[2] = {0, 0};
    while (i < COUNT(words) && strcmp(words[i].word, word) != 0)
        i++;
    if (i == COUNT(words))
        return false;
    for (unsigned k = 0; k < words[i].numbers; k++) {
        char number[64];
        const size_t length = strcspn(operands, ", ");
        if (!gen_text_number(SAY(number, "%.*s", (int)length, operands), &numbers[k]))
            return false;
        operands += length + strspn(operands + length, ", ");
    }
    words[i].run(running, numbers, operands);
    note_state(running);
    text->done = running->fails;
    return true;
}

/* --- Taking back ---------------------------------------------------------------------------------------- */

static void take_back(struct running *running)
{
    const struct done *const done = &running->done[--running->count];
    const bool must = done->must || running->now.mangled; /* what lies in the frame stays signed */
    if (done->back.bytes != 0)
        run_instruction(running, done->back);
    if (running->now.mangled != done->before.mangled)
        toggle_signature(running, NULL, NULL);
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
    running->skip = bytes_from(program, branch); /* it is known now that what it skips is there */
    (void)gen_run_way(running, "branch");
    if (program->step_count <= MAX_STEPS)
        program->steps[branch] = program->steps[--program->step_count];
}

bool gen_run_way(struct running *running, const char *name)
{
    struct program_text text = {.emitter = running->emitter,
                                .name = running->text,
                                .names = running->names,
                                .kept = &running->now.kept,
                                .wanted_name = name,
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
