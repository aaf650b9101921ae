/* Functions as gcc, clang and people who write assembly make them: a prologue, bodies, returns in the middle,
 * and an epilogue.  What is drawn is the style, the registers that are saved, the sizes, and how often a
 * function returns. */
#include "emit/sets.h"
#include "../directives.h"
#include "../families.h"

enum { PROGRAMS = 1500, MAX_PART = 24, MOST_SAVED = 5 };

struct part {
    unsigned count;
    struct step steps[MAX_PART];
};

struct drawing {
    struct random *random;
    unsigned saved; /* registers besides RA and FP */
    int64_t locals; /* bytes */
    bool returns;
    struct part before, after; /* what the prologue and the epilogue are */
};

static void add(struct part *part, struct step step)
{
    if (part->count < MAX_PART)
        part->steps[part->count++] = step;
}

static void say(struct part *part, enum step_kind kind, uint32_t reg, int64_t offset)
{
    add(part, (struct step){.kind = kind, .reg = (uint8_t)reg, .offset = offset});
}

static void run(struct part *part, const char *instruction, int64_t bytes)
{
    add(part, (struct step){.kind = STEP_CODE, .offset = bytes, .text = instruction});
}

/* --- AMD64 ---------------------------------------------------------------------------------------------- */

static const struct {
    uint8_t reg;
    const char *push, *pop;
    int64_t bytes;
} pushed[MOST_SAVED] = {{15, "push %r15", "pop %r15", 2},
                        {14, "push %r14", "pop %r14", 2},
                        {13, "push %r13", "pop %r13", 2},
                        {12, "push %r12", "pop %r12", 2},
                        {3, "push %rbx", "pop %rbx", 1}};

enum { RAX = 0, RSI = 4, RBP = 6, RSP = 7, R10 = 10 };

static void leaf(struct drawing *drawing)
{
    (void)drawing;
}

static void push_rbp(struct part *before)
{
    run(before, "push %rbp", 1);
    say(before, STEP_DEF_CFA_OFFSET, 0, 16);
    say(before, STEP_OFFSET, RBP, -16);
    run(before, "mov %rsp,%rbp", 3);
    say(before, STEP_DEF_CFA_REGISTER, RBP, 0);
}

static void gcc_with_rbp(struct drawing *drawing)
{
    push_rbp(&drawing->before);
    for (unsigned i = 0; i < drawing->saved; i++) {
        run(&drawing->before, pushed[i].push, pushed[i].bytes);
        say(&drawing->before, STEP_OFFSET, pushed[i].reg, -24 - 8 * (int64_t)i);
    }
    for (unsigned i = drawing->saved; i-- > 0;)
        run(&drawing->after, pushed[i].pop, pushed[i].bytes);
    run(&drawing->after, drawing->saved == 0 ? "leave" : "pop %rbp", 1);
    say(&drawing->after, STEP_DEF_CFA, RSP, 8);
    run(&drawing->after, "ret", 1);
}

/* Where registers were saved is said once, behind all that pushes. */
static void clang_with_rbp(struct drawing *drawing)
{
    push_rbp(&drawing->before);
    for (unsigned i = 0; i < drawing->saved; i++)
        run(&drawing->before, pushed[i].push, pushed[i].bytes);
    for (unsigned i = drawing->saved; i-- > 0;)
        say(&drawing->before, STEP_OFFSET, pushed[i].reg, -24 - 8 * (int64_t)i);
    for (unsigned i = drawing->saved; i-- > 0;)
        run(&drawing->after, pushed[i].pop, pushed[i].bytes);
    run(&drawing->after, "pop %rbp", 1);
    say(&drawing->after, STEP_DEF_CFA, RSP, 8);
    run(&drawing->after, "ret", 1);
}

static void without_rbp(struct drawing *drawing)
{
    int64_t size = 8;
    for (unsigned i = 0; i < drawing->saved; i++) {
        run(&drawing->before, pushed[i].push, pushed[i].bytes);
        say(&drawing->before, STEP_DEF_CFA_OFFSET, 0, size += 8);
        say(&drawing->before, STEP_OFFSET, pushed[i].reg, -size);
    }
    if (drawing->locals != 0) {
        say(&drawing->before, STEP_DEF_CFA_OFFSET, 0, size + drawing->locals);
        say(&drawing->after, STEP_DEF_CFA_OFFSET, 0, size);
    }
    for (unsigned i = drawing->saved; i-- > 0;) {
        run(&drawing->after, pushed[i].pop, pushed[i].bytes);
        say(&drawing->after, STEP_DEF_CFA_OFFSET, 0, size -= 8);
    }
    run(&drawing->after, "ret", 1);
}

/* RBP is one register among the others. */
static void rbp_among_others(struct drawing *drawing)
{
    run(&drawing->before, "push %rbp", 1);
    say(&drawing->before, STEP_ADJUST_CFA_OFFSET, 0, 8);
    say(&drawing->before, STEP_REL_OFFSET, RBP, 0);
    say(&drawing->before, STEP_ADJUST_CFA_OFFSET, 0, drawing->locals);
    say(&drawing->after, STEP_ADJUST_CFA_OFFSET, 0, -drawing->locals);
    run(&drawing->after, "pop %rbp", 1);
    say(&drawing->after, STEP_ADJUST_CFA_OFFSET, 0, -8);
    say(&drawing->after, STEP_RESTORE, RBP, 0);
    run(&drawing->after, "ret", 1);
}

static void arguments_pushed(struct drawing *drawing)
{
    push_rbp(&drawing->before);
    for (unsigned i = 0; i < drawing->saved; i++) {
        run(&drawing->before, "push $1", 2);
        say(&drawing->before, STEP_ESCAPE_ARGS_SIZE, 0, 8 * (int64_t)(i + 1));
    }
    run(&drawing->after, "leave", 1);
    say(&drawing->after, STEP_DEF_CFA, RSP, 8);
    run(&drawing->after, "ret", 1);
}

/* Written by hand: the caller's SP is kept in a register, and later found in the aligned frame. */
static void cryptography(struct drawing *drawing)
{
    struct part *const before = &drawing->before, *const after = &drawing->after;
    run(before, "mov %rsp,%rax", 3);
    say(before, STEP_DEF_CFA_REGISTER, RAX, 0);
    for (unsigned i = 0; i < drawing->saved; i++) {
        run(before, pushed[i].push, pushed[i].bytes);
        say(before, STEP_OFFSET, pushed[i].reg, -16 - 8 * (int64_t)i);
    }
    run(before, "and $-64,%rsp", 4);
    add(before, (struct step){.kind = STEP_ESCAPE_CFA_COMPLEX, .reg = RSP, .other = R10, .offset = 56});
    say(after, STEP_DEF_CFA, RSI, 8);
    for (unsigned i = 0; i < drawing->saved; i++)
        say(after, STEP_RESTORE, pushed[i].reg, 0);
    run(after, "lea (%rsi),%rsp", 3);
    say(after, STEP_DEF_CFA_REGISTER, RSP, 0);
    run(after, "ret", 1);
}

/* gcc realigns the stack: the CFA is in a register, then in a slot. */
static void realigned(struct drawing *drawing)
{
    struct part *const before = &drawing->before, *const after = &drawing->after;
    run(before, "lea 8(%rsp),%r10", 5);
    say(before, STEP_DEF_CFA, R10, 0);
    run(before, "and $-32,%rsp", 4);
    run(before, "push -8(%r10)", 4);
    run(before, "push %rbp", 1);
    add(before, (struct step){.kind = STEP_ESCAPE_SAVED_AT, .reg = RBP, .other = RBP});
    run(before, "mov %rsp,%rbp", 3);
    run(before, "push %r10", 2);
    add(before, (struct step){.kind = STEP_ESCAPE_CFA_AT, .reg = RBP, .offset = -8});
    run(after, "pop %r10", 2);
    say(after, STEP_DEF_CFA, R10, 0);
    run(after, "pop %rbp", 1);
    run(after, "lea -8(%r10),%rsp", 4);
    say(after, STEP_DEF_CFA, RSP, 8);
    run(after, "ret", 1);
}

static void linkage_table(struct drawing *drawing)
{
    say(&drawing->before, STEP_DEF_CFA_OFFSET, 0, 16);
    run(&drawing->before, "push $0", 2);
    say(&drawing->before, STEP_ADJUST_CFA_OFFSET, 0, 8);
    run(&drawing->before, "nop", 1);
    add(&drawing->before,
        (struct step){.kind = STEP_ESCAPE_CFA_COMPLEX, .reg = RSP, .other = R10, .offset = 8});
    drawing->returns = false;
}

/* --- AArch64 -------------------------------------------------------------------------------------------- */

enum { X19 = 19, X29 = 29, X30 = 30, ARM_SP = 31 };

static int64_t frame_of(const struct drawing *drawing)
{
    return 16 + 16 * (int64_t)((drawing->saved + 1) / 2) + drawing->locals / 16 * 16;
}

static void save_pairs(struct drawing *drawing, int64_t frame)
{
    for (unsigned i = 0; i < drawing->saved; i += 2) {
        run(&drawing->before, "stp x19,x20,[sp,16]", 4);
        say(&drawing->before, STEP_OFFSET, X19 + i, -frame + 16 + 8 * (int64_t)i);
        say(&drawing->before, STEP_OFFSET, X19 + i + 1, -frame + 24 + 8 * (int64_t)i);
    }
    for (unsigned i = 0; i < drawing->saved; i += 2) {
        say(&drawing->after, STEP_RESTORE, X19 + i + 1, 0);
        say(&drawing->after, STEP_RESTORE, X19 + i, 0);
    }
}

static void gcc_record(struct drawing *drawing)
{
    const int64_t frame = frame_of(drawing);
    run(&drawing->before, "stp x29,x30,[sp,-16]!", 4);
    say(&drawing->before, STEP_DEF_CFA_OFFSET, 0, frame);
    say(&drawing->before, STEP_OFFSET, X29, -frame);
    say(&drawing->before, STEP_OFFSET, X30, -frame + 8);
    run(&drawing->before, "mov x29,sp", 4);
    save_pairs(drawing, frame);
    run(&drawing->after, "ldp x29,x30,[sp],16", 4);
    say(&drawing->after, STEP_RESTORE, X30, 0);
    say(&drawing->after, STEP_RESTORE, X29, 0);
    say(&drawing->after, STEP_DEF_CFA_OFFSET, 0, 0);
    run(&drawing->after, "ret", 4);
}

static void gcc_without_record(struct drawing *drawing)
{
    const int64_t frame = frame_of(drawing);
    run(&drawing->before, "sub sp,sp,#32", 4);
    say(&drawing->before, STEP_DEF_CFA_OFFSET, 0, frame);
    save_pairs(drawing, frame);
    run(&drawing->after, "add sp,sp,#32", 4);
    say(&drawing->after, STEP_DEF_CFA_OFFSET, 0, 0);
    run(&drawing->after, "ret", 4);
}

static void gcc_alloca(struct drawing *drawing)
{
    const int64_t frame = frame_of(drawing);
    run(&drawing->before, "stp x29,x30,[sp,-16]!", 4);
    say(&drawing->before, STEP_DEF_CFA_OFFSET, 0, frame);
    say(&drawing->before, STEP_OFFSET, X29, -frame);
    say(&drawing->before, STEP_OFFSET, X30, -frame + 8);
    run(&drawing->before, "mov x29,sp", 4);
    say(&drawing->before, STEP_DEF_CFA_REGISTER, X29, 0);
    run(&drawing->after, "ldp x29,x30,[sp],16", 4);
    say(&drawing->after, STEP_RESTORE, X29, 0);
    say(&drawing->after, STEP_RESTORE, X30, 0);
    say(&drawing->after, STEP_DEF_CFA, ARM_SP, 0);
    run(&drawing->after, "ret", 4);
}

static void clang_record(struct drawing *drawing)
{
    run(&drawing->before, "stp x29,x30,[sp,-16]!", 4);
    say(&drawing->before, STEP_DEF_CFA_OFFSET, 0, 16);
    run(&drawing->before, "mov x29,sp", 4);
    say(&drawing->before, STEP_DEF_CFA, X29, 16);
    say(&drawing->before, STEP_OFFSET, X30, -8);
    say(&drawing->before, STEP_OFFSET, X29, -16);
    say(&drawing->after, STEP_DEF_CFA, ARM_SP, 16);
    run(&drawing->after, "ldp x29,x30,[sp],16", 4);
    say(&drawing->after, STEP_DEF_CFA_OFFSET, 0, 0);
    say(&drawing->after, STEP_RESTORE, X30, 0);
    say(&drawing->after, STEP_RESTORE, X29, 0);
    run(&drawing->after, "ret", 4);
}

/* The return address is signed first, and authenticated last. */
static void signed_record(struct drawing *drawing)
{
    if (random_below(drawing->random, 3) == 0)
        say(&drawing->before, STEP_B_KEY_FRAME, 0, 0);
    run(&drawing->before, "hint 25", 4);
    say(&drawing->before, STEP_NEGATE_RA_STATE, 0, 0);
    gcc_record(drawing);
    drawing->after.count--; /* the return */
    run(&drawing->after, "hint 29", 4);
    say(&drawing->after, STEP_NEGATE_RA_STATE, 0, 0);
    run(&drawing->after, "ret", 4);
}

/* --- s390x ---------------------------------------------------------------------------------------------- */

enum { R11 = 11, R14 = 14, R15 = 15, F0 = 16 };

static int64_t save_slot(uint32_t reg)
{
    return 8 * (int64_t)reg - 160;
}

static void save_multiple(struct drawing *drawing, uint32_t from)
{
    run(&drawing->before, "stmg %r11,%r15,88(%r15)", 6);
    for (uint32_t reg = from; reg <= R15; reg++)
        say(&drawing->before, STEP_OFFSET, reg, save_slot(reg));
    run(&drawing->before, "aghi %r15,-168", 4);
    say(&drawing->before, STEP_DEF_CFA_OFFSET, 0, 320 + drawing->locals);
}

static void load_multiple(struct drawing *drawing, uint32_t from)
{
    run(&drawing->after, "lmg %r11,%r15,256(%r15)", 6);
    for (uint32_t reg = R15; reg >= from; reg--)
        say(&drawing->after, STEP_RESTORE, reg, 0);
}

static void z_without_fp(struct drawing *drawing)
{
    save_multiple(drawing, R14 - drawing->saved);
    load_multiple(drawing, R14 - drawing->saved);
    say(&drawing->after, STEP_DEF_CFA_OFFSET, 0, 160);
    run(&drawing->after, "br %r14", 2);
}

static void z_with_fp(struct drawing *drawing)
{
    save_multiple(drawing, R11);
    run(&drawing->before, "lgr %r11,%r15", 4);
    say(&drawing->before, STEP_DEF_CFA_REGISTER, R11, 0);
    load_multiple(drawing, R11);
    say(&drawing->after, STEP_DEF_CFA, R15, 160);
    run(&drawing->after, "br %r14", 2);
}

/* A leaf keeps registers in others. */
static void z_in_registers(struct drawing *drawing)
{
    run(&drawing->before, "ldgr %f0,%r11", 4);
    add(&drawing->before, (struct step){.kind = STEP_REGISTER, .reg = R11, .other = F0});
    if (drawing->saved > 2) {
        run(&drawing->before, "ldgr %f2,%r14", 4);
        add(&drawing->before, (struct step){.kind = STEP_REGISTER, .reg = R14, .other = F0 + 1});
        run(&drawing->after, "lgdr %r14,%f2", 4);
        say(&drawing->after, STEP_RESTORE, R14, 0);
    }
    run(&drawing->after, "lgdr %r11,%f0", 4);
    say(&drawing->after, STEP_RESTORE, R11, 0);
    run(&drawing->after, "br %r14", 2);
}

/* --- Styles --------------------------------------------------------------------------------------------- */

/* Of so many draws, how many are of each: as in what real toolchains made (corpus/real). */
static const struct {
    unsigned abis, weight;
    const char *name;
    void (*make)(struct drawing *drawing);
} styles[] = {
    {ANY_ABI, 10, "leaf", leaf},
    {AMD, 30, "gcc with rbp", gcc_with_rbp},
    {AMD, 15, "clang with rbp", clang_with_rbp},
    {AMD, 35, "without rbp", without_rbp},
    {AMD, 5, "rbp among others", rbp_among_others},
    {AMD, 3, "arguments pushed", arguments_pushed},
    {AMD, 6, "cryptography", cryptography},
    {AMD, 4, "realigned", realigned},
    {AMD, 2, "linkage table", linkage_table},
    {ARMS, 40, "gcc record", gcc_record},
    {ARMS, 15, "gcc without record", gcc_without_record},
    {ARMS, 5, "gcc alloca", gcc_alloca},
    {ARMS, 20, "clang record", clang_record},
    {ARMS, 20, "signed record", signed_record},
    {S390, 50, "without fp", z_without_fp},
    {S390, 30, "with fp", z_with_fp},
    {S390, 20, "in registers", z_in_registers},
};

static size_t draw_style(struct program_emitter *emitter)
{
    unsigned sum = 0;
    for (size_t i = 0; i < COUNT(styles); i++)
        sum += is_in(styles[i].abis, emitter->abi) ? styles[i].weight : 0;
    uint64_t left = random_below(&emitter->random, sum);
    for (size_t i = 0;; i++) {
        const unsigned weight = is_in(styles[i].abis, emitter->abi) ? styles[i].weight : 0;
        if (left < weight)
            return i;
        left -= weight;
    }
}

static enum text_section draw_section(struct random *random)
{
    static const enum text_section others[] = {IN_UNLIKELY, IN_HOT, IN_ONE_OF_ITS_OWN, IN_COMDAT};
    const uint64_t draw = random_below(random, 5 * COUNT(others));
    return draw < COUNT(others) ? others[draw] : IN_TEXT;
}

static void put(struct program *program, const struct part *part)
{
    for (unsigned i = 0; i < part->count; i++)
        gen_add_step(program, part->steps[i]);
}

static void put_body(struct program *program, struct random *random, int64_t piece)
{
    static const int64_t most[] = {4, 4, 30, 30, 200, 2000};
    const int64_t limit = most[random_below(random, COUNT(most))];
    gen_add_code(program, piece * (int64_t)(1 + random_below(random, (uint64_t)limit)));
}

static void make(struct program_emitter *emitter, struct drawing *drawing)
{
    static const unsigned returns[] = {0, 0, 0, 0, 1, 1, 2, 3};
    struct random *const random = &emitter->random;
    struct program *const program = &emitter->program;
    const int64_t piece = gen_code_piece(emitter->abi);
    const unsigned early = drawing->returns ? returns[random_below(random, COUNT(returns))] : 0;
    if (random_below(random, 4) == 0)
        put_body(program, random, piece); /* what needs no frame stands before it */
    put(program, &drawing->before);
    put_body(program, random, piece);
    for (unsigned i = 0; i < early; i++) {
        gen_add_step(program, (struct step){.kind = STEP_REMEMBER_STATE});
        put(program, &drawing->after);
        gen_add_step(program, (struct step){.kind = STEP_RESTORE_STATE});
        put_body(program, random, piece);
    }
    if (drawing->returns)
        put(program, &drawing->after);
}

void gen_draw_typical(struct program_emitter *emitter, uint64_t number)
{
    static const int64_t locals[] = {0, 8, 16, 24, 32, 48, 64, 96, 112, 128, 256, 1040, 4096, 40000};
    struct random *const random = &emitter->random;
    struct drawing drawing = {.random = random};
    const size_t style = draw_style(emitter);
    (void)gen_begin_numbered(emitter, styles[style].name, (int64_t)number);
    emitter->program.section = draw_section(random);
    drawing.saved = (unsigned)random_below(random, MOST_SAVED + 1);
    drawing.locals = locals[random_below(random, COUNT(locals))];
    drawing.returns = random_below(random, 12) != 0; /* some call what does not return */
    styles[style].make(&drawing);
    make(emitter, &drawing);
}

void gen_programs_typical(struct program_emitter *emitter)
{
    for (unsigned i = 0; i < PROGRAMS; i++) {
        gen_draw_typical(emitter, i);
        gen_emit_program(emitter);
    }
}
