/* Code whose size the assembler chooses, so that where a row begins is known by a label only: jumps over more
 * or less, alignment, distances as LEB128; and directives before, in and behind it. */
#include "../directives.h"
#include "../families.h"

/* How much code is jumped over: around what one byte holds, and what LEB128 holds in one and in two. */
static const int64_t spans[] = {0, 4, 100, 120, 124, 128, 132, 136, 252, 16380, 16384, 16388};

static void adjust(struct program *program, int64_t by)
{
    gen_add_rule(program, STEP_ADJUST_CFA_OFFSET, 0, by);
}

static void target(struct program *program, uint8_t number)
{
    gen_add_rule(program, STEP_TARGET, number, 0);
}

static void fill(struct program *program, int64_t bytes)
{
    if (bytes != 0)
        gen_add_code(program, bytes);
}

static void open_size(struct program *program, enum step_kind kind, int64_t alignment)
{
    gen_add_step(program, (struct step){.kind = kind, .reg = 1, .other = 0, .offset = alignment});
}

/* Target 0, the thing, code with a row in it, target 1. */
static void one_relaxed(struct program_emitter *emitter, const char *what, enum step_kind kind, int64_t span,
                        int64_t alignment)
{
    const int64_t piece = gen_code_piece(emitter->abi), half = span / 8 * 4;
    struct program *const program = gen_begin_numbered(emitter, what, kind == STEP_ALIGN ? alignment : span);
    gen_add_code(program, piece);
    target(program, 0);
    adjust(program, 16);
    open_size(program, kind, alignment);
    if (kind == STEP_LEB) /* it is data: what comes behind it is code again */
        open_size(program, STEP_ALIGN, 4);
    adjust(program, 16);
    fill(program, half);
    adjust(program, -16);
    fill(program, span - half);
    target(program, 1);
    adjust(program, -16);
    gen_add_code(program, piece);
    gen_emit_program(emitter);
}

/* Jumps over one another, forwards: the size of each depends on those of the others. */
static void many_jumps(struct program_emitter *emitter, unsigned count, int64_t span)
{
    const int64_t piece = gen_code_piece(emitter->abi);
    char about[64];
    struct program *const program =
        gen_begin_numbered(emitter, SAY(about, "%u jumps, each over", count), span);
    gen_add_code(program, piece);
    for (unsigned i = 0; i < count; i++) {
        gen_add_rule(program, STEP_JUMP, i, 0);
        adjust(program, 8);
        gen_add_code(program, span);
        adjust(program, 8);
        if (i != 0)
            target(program, (uint8_t)(i - 1));
    }
    target(program, (uint8_t)(count - 1));
    gen_add_code(program, piece);
    gen_emit_program(emitter);
}

void gen_programs_relaxed(struct program_emitter *emitter)
{
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        one_relaxed(emitter, "jump over", STEP_JUMP, spans[i], 0);
        one_relaxed(emitter, "LEB128 of", STEP_LEB, spans[i], 0);
    }
    for (int64_t alignment = 4; alignment <= 4096; alignment *= 2)
        one_relaxed(emitter, "aligned to", STEP_ALIGN, 16, alignment);
    for (unsigned count = 2; count <= 12; count++)
        for (int64_t span = 32; span <= 128; span += 32)
            many_jumps(emitter, count, span);
}
