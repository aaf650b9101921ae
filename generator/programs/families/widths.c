/* Functions of so many rows that numbers of 8 bits do not count them, rows of 64 KiB and more in a section,
 * states remembered deep, .cfi_restore in functions that begin otherwise than their neighbours, offsets
 * that a word just does not hold, and one in an expression. */
#include "../directives.h"
#include "../families.h"

static const int64_t row_counts[] = {255, 256, 257, 1025};
static const int64_t borders[] = {128, -129, 32768, -32769};

/* So many rows; their words have two bytes, or four if FIRST takes that. */
static void fill_rows(struct program_emitter *emitter, struct program *program, int64_t rows, int64_t first)
{
    const int64_t piece = gen_code_piece(emitter->abi);
    for (int64_t i = 0; i < rows; i++) {
        if (i != 0 || first != 0)
            gen_add_rule(program, STEP_DEF_CFA_OFFSET, 0, first + 8 * (i % 2 + 200));
        gen_add_code(program, piece);
    }
}

static void of_rows(struct program_emitter *emitter)
{
    for (size_t i = 0; i < sizeof row_counts / sizeof *row_counts; i++) {
        fill_rows(emitter, gen_begin_numbered(emitter, "of rows:", row_counts[i]), row_counts[i], 0);
        gen_emit_program(emitter);
    }
}

/* A change at each depth, and all of them back. */
static void deep(struct program_emitter *emitter, unsigned depth)
{
    struct program *const program = gen_begin_numbered(emitter, "remembered deep:", depth);
    const int64_t piece = gen_code_piece(emitter->abi);
    for (unsigned i = 0; i < 2 * depth; i++) {
        const bool down = i < depth;
        gen_add_code(program, piece);
        gen_add_step(program, (struct step){.kind = down ? STEP_REMEMBER_STATE : STEP_RESTORE_STATE});
        if (down)
            gen_add_rule(program, STEP_ADJUST_CFA_OFFSET, 0, 8);
    }
    gen_add_code(program, piece);
    gen_emit_program(emitter);
}

/* What .cfi_restore brings back is what held at the start of its own function. */
static void restored(struct program_emitter *emitter, const char *about, bool simple)
{
    const struct abi_facts *const facts = &gen_abi_facts[emitter->abi];
    const struct step of_fp = {.reg = (uint8_t)facts->fp, .offset = -16};
    struct step step = of_fp;
    struct program *const program = gen_begin_program(emitter, about);
    program->simple = simple;
    if (simple)
        gen_add_rule(program, STEP_DEF_CFA, facts->sp, facts->cfa_at_entry + 16);
    if (simple && facts->call_pushes_ra)
        gen_add_rule(program, STEP_OFFSET, facts->ra, -24);
    gen_add_code(program, gen_code_piece(emitter->abi));
    step.kind = STEP_OFFSET;
    gen_add_step(program, step);
    gen_add_code(program, gen_code_piece(emitter->abi));
    step.kind = STEP_RESTORE;
    gen_add_step(program, step);
    step.reg = (uint8_t)facts->ra;
    gen_add_step(program, step);
    gen_add_code(program, gen_code_piece(emitter->abi));
    gen_emit_program(emitter);
}

/* The CFA on FP, and FP saved, at the first offsets that a word of one byte or of two does not hold.  Where
 * RA is not pushed by the call, only a row that says where RA is can say where FP is. */
static void at_border(struct program_emitter *emitter, int64_t offset)
{
    const struct abi_facts *const facts = &gen_abi_facts[emitter->abi];
    const struct step ra = {.kind = STEP_OFFSET, .reg = (uint8_t)facts->ra, .offset = -16};
    const struct step steps[] = {
        {.kind = STEP_OFFSET, .reg = (uint8_t)facts->fp, .offset = offset},
        {.kind = STEP_DEF_CFA,
         .reg = (uint8_t)facts->fp,
         .offset = offset * facts->cfa_factor + facts->cfa_addend}};
    for (int of_cfa = 0; of_cfa < 2; of_cfa++) {
        struct program *const program =
            gen_begin_numbered(emitter, of_cfa != 0 ? "cfa on fp at word" : "fp at", offset);
        gen_add_code(program, gen_code_piece(emitter->abi));
        if (of_cfa == 0 && !facts->call_pushes_ra)
            gen_add_step(program, ra);
        gen_add_step(program, steps[of_cfa]);
        gen_add_code(program, gen_code_piece(emitter->abi));
        gen_emit_program(emitter);
    }
}

/* The CFA is loaded from FP plus this, in an expression whose number has two bytes. */
static void loaded(struct program_emitter *emitter, int64_t offset)
{
    const struct step step = {
        .kind = STEP_ESCAPE_CFA_AT, .reg = (uint8_t)gen_abi_facts[emitter->abi].fp, .offset = offset};
    struct program *const program = gen_begin_numbered(emitter, "cfa loaded from fp at", offset);
    gen_add_code(program, gen_code_piece(emitter->abi));
    gen_add_step(program, step);
    gen_add_code(program, gen_code_piece(emitter->abi));
    gen_emit_program(emitter);
}

void gen_programs_widths(struct program_emitter *emitter)
{
    of_rows(emitter);
    deep(emitter, 9);
    deep(emitter, 33);
    restored(emitter, "restored behind none", false);
    restored(emitter, "restored in a simple one", true);
    restored(emitter, "restored behind a simple one", false);
    for (size_t i = 0; i < sizeof borders / sizeof *borders; i++)
        at_border(emitter, borders[i]);
    loaded(emitter, -200);
    gen_begin_unit(emitter, NULL, true);
    for (int64_t i = 0; i < 10; i++) { /* of 7 bytes and more each */
        struct program *const program = gen_begin_numbered(emitter, "of rows, of 64 KiB in all:", i);
        fill_rows(emitter, program, 1025, 0x100000 * (i + 1));
        gen_emit_program(emitter);
    }
}
