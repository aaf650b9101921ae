#include "running.h"

#include "directives.h"

/* What a return and the choice of an exit are. */
static const struct {
    const char *register_prefix, *named[8]; /* the first registers have names, or all have numbers */
    struct instruction back, compare, skip;
} words[ABIS] = {
#define ARM_WORDS                                                                                            \
    {                                                                                                        \
        "x", {NULL}, {.bytes = 4, .form = "ret"}, {.bytes = 4, .form = "cmp w0,#"},                          \
        {                                                                                                    \
            .bytes = 4, .form = "b.ne .+#"                                                                   \
        }                                                                                                    \
    }
    [ABI_AMD64] = {"%r",
                   {"ax", "dx", "cx", "bx", "si", "di", "bp", "sp"},
                   {.bytes = 1, .form = "ret"},
                   {.bytes = 3, .form = "cmp $#,%edi"},
                   {.bytes = 2, .form = "jne .+#"}},
    [ABI_AARCH64] = ARM_WORDS,
    [ABI_AARCH64_BE] = ARM_WORDS,
    [ABI_S390X] = {"%r",
                   {NULL},
                   {.bytes = 2, .form = "br %r14"},
                   {.bytes = 4, .form = "chi %r2,#"},
                   {.bytes = 4, .form = "jne .+#"}},
};

void gen_running_begin(struct running *running, struct program_emitter *emitter)
{
    const struct abi_facts *const facts = &gen_abi_facts[emitter->abi];
    struct random *const random = &emitter->random;
    *running = (struct running){.emitter = emitter,
                                .program = &emitter->program,
                                .random = random,
                                .abi = emitter->abi,
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

static void write_register(struct text *text, enum abi abi, uint8_t reg)
{
    const char *const *const named = words[abi].named;
    gen_text_string(text, words[abi].register_prefix);
    if (reg < sizeof words[abi].named / sizeof *named && named[reg] != NULL)
        gen_text_string(text, named[reg]);
    else
        gen_text_unsigned(text, reg);
}

static void write_instruction(struct text *text, enum abi abi, const struct instruction *instruction)
{
    unsigned regs = 0, numbers = 0;
    for (const char *at = instruction->form; *at != '\0'; at++)
        if (*at == '@')
            write_register(text, abi, instruction->reg[regs++]);
        else if (*at == '#')
            gen_text_signed(text, instruction->number[numbers++]);
        else
            gen_text_char(text, *at);
}

/* Its text, which lasts until the next function begins. */
static const char *keep_text(struct running *running, const struct instruction *instruction)
{
    struct text *const text = &running->texts;
    const char *const begin = text->begin + text->length;
    write_instruction(text, running->abi, instruction);
    gen_text_char(text, '\0');
    if (text->full)
        running->emitter->fault = "a function's instructions are too long";
    return begin;
}

void gen_run_instruction(struct running *running, const struct instruction *instruction)
{
    if (running->outside) {
        gen_text_char(&running->entry, '\t');
        write_instruction(&running->entry, running->abi, instruction);
        gen_text_char(&running->entry, '\n');
        return;
    }
    gen_say(running, (struct step){.kind = STEP_CODE,
                                   .offset = instruction->bytes,
                                   .text = keep_text(running, instruction)});
}

/* --- What CFI says -------------------------------------------------------------------------------------- */

void gen_say(struct running *running, struct step step)
{
    gen_add_step(running->program, step);
}

/* From what the CFA is now to what it shall be. */
static void say_cfa(struct running *running, const struct made_frame *now, const struct made_frame *next)
{
    const bool same_base = now->base == next->base, same_offset = now->offset == next->offset;
    if (next->base == NO_BASE || (same_base && same_offset))
        return;
    if (same_base && running->adjusts)
        gen_say(running, (struct step){.kind = STEP_ADJUST_CFA_OFFSET, .offset = next->offset - now->offset});
    else if (same_base)
        gen_say(running, (struct step){.kind = STEP_DEF_CFA_OFFSET, .offset = next->offset});
    else if (same_offset && now->base != NO_BASE)
        gen_say(running, (struct step){.kind = STEP_DEF_CFA_REGISTER, .reg = next->base});
    else
        gen_say(running, (struct step){.kind = STEP_DEF_CFA, .reg = next->base, .offset = next->offset});
}

static bool is_on_sp(const struct running *running)
{
    return running->now.base == gen_abi_facts[running->abi].sp;
}

void gen_move_sp(struct running *running, int64_t deeper)
{
    const struct made_frame before = running->now;
    running->now.depth += deeper;
    running->now.room = running->now.room_end = 0;
    if (is_on_sp(running))
        running->now.offset += deeper;
    say_cfa(running, &before, &running->now);
}

void gen_base_on(struct running *running, uint8_t reg, int64_t offset)
{
    const struct made_frame before = running->now;
    running->now.base = reg;
    running->now.offset = offset;
    say_cfa(running, &before, &running->now);
}

void gen_keep_at(struct running *running, uint8_t reg, int64_t from_sp)
{
    running->now.kept |= UINT64_C(1) << reg;
    if (running->relative && is_on_sp(running))
        gen_say(running, (struct step){.kind = STEP_REL_OFFSET, .reg = reg, .offset = from_sp});
    else
        gen_say(running,
                (struct step){.kind = STEP_OFFSET, .reg = reg, .offset = from_sp - running->now.depth});
}

void gen_keep_in(struct running *running, uint8_t reg, uint8_t other)
{
    running->now.kept |= UINT64_C(1) << reg;
    gen_say(running, (struct step){.kind = STEP_REGISTER, .reg = reg, .other = other});
}

void gen_toggle_signature(struct running *running)
{
    running->now.mangled = !running->now.mangled;
    gen_say(running, (struct step){.kind = running->relative ? STEP_WINDOW_SAVE : STEP_NEGATE_RA_STATE});
}

/* --- Taking back ---------------------------------------------------------------------------------------- */

void gen_did(struct running *running, const struct done *done)
{
    if (running->count == MAX_DONE)
        running->emitter->fault = "a function does too much";
    else
        running->done[running->count++] = *done;
}

static void take_back(struct running *running)
{
    const struct done *const done = &running->done[--running->count];
    const bool must = done->must || running->now.mangled; /* what lies in the frame stays signed */
    if (done->back.bytes != 0)
        gen_run_instruction(running, &done->back);
    if (running->now.mangled != done->before.mangled)
        gen_toggle_signature(running);
    for (uint8_t reg = 0; reg < 64; reg++)
        if ((done->restored >> reg & 1) != 0 && (must || running->restores))
            gen_say(running, (struct step){.kind = STEP_RESTORE, .reg = reg});
    say_cfa(running, &running->now, &done->before);
    running->now = done->before;
}

static void go_back(struct running *running)
{
    while (running->count != 0)
        take_back(running);
    gen_run_instruction(running, &words[running->abi].back);
}

void gen_run_body(struct running *running)
{
    gen_add_code(running->program,
                 gen_code_piece(running->abi) * (int64_t)(1 + random_below(running->random, 3)));
}

static int64_t bytes_from(const struct program *program, unsigned step)
{
    int64_t sum = 0;
    for (; step < program->step_count && step < MAX_STEPS; step++)
        sum += program->steps[step].kind == STEP_CODE ? program->steps[step].offset : 0;
    return sum;
}

void gen_exit_early(struct running *running)
{
    enum { ROOM_FOR_MORE = 70 };
    struct program *const program = running->program;
    const struct made_frame now = running->now;
    const unsigned count = running->count;
    struct instruction compare = words[running->abi].compare, skip = words[running->abi].skip;
    if (running->exits == MOST_EXITS || program->step_count > ROOM_FOR_MORE)
        return;
    compare.number[0] = ++running->exits;
    gen_run_instruction(running, &compare);
    const unsigned branch = program->step_count;
    gen_run_instruction(running, &skip); /* how far is known when what it skips is there */
    gen_say(running, (struct step){.kind = STEP_REMEMBER_STATE});
    go_back(running);
    gen_say(running, (struct step){.kind = STEP_RESTORE_STATE});
    running->now = now;
    running->count = count;
    skip.number[0] = bytes_from(program, branch);
    if (program->step_count <= MAX_STEPS)
        program->steps[branch].text = keep_text(running, &skip);
}

void gen_running_end(struct running *running)
{
    go_back(running);
    running->program->entry = running->entry.length == 0 ? NULL : gen_text_c(&running->entry);
    if (running->entry.full)
        running->emitter->fault = "the code before a function is too long";
}
