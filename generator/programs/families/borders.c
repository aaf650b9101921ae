/* Offsets at the borders of SFrame's words of one, two and four bytes: that of the CFA, with those of FP and
 * RA. */
#include "../directives.h"
#include "../families.h"

static const int64_t words[] = {1, 127, 128, 32767, 32768, INT32_MAX, INT64_C(0x80000000)};
static const int64_t slots[] = {-8, -128, -136, -32768, -32776, 120, 128, 32760, 32768};

/* The offset that SFrame says by this word, or a few bytes more. */
static void one_border(struct program_emitter *emitter, int64_t word, int64_t more, int64_t slot, bool on_fp)
{
    const struct abi_facts *const facts = &gen_abi_facts[emitter->abi];
    const int64_t piece = gen_code_piece(emitter->abi),
                  cfa = facts->cfa_factor * word + facts->cfa_addend + more;
    SAY(emitter->about_buffer, "cfa on %s at %" PRId64 ", fp at %" PRId64, on_fp ? "fp" : "sp", cfa, slot);
    struct program *const program = gen_begin_program(emitter, emitter->about_buffer);
    gen_add_code(program, piece);
    if (!facts->call_pushes_ra) /* only a row that says where RA is can say where FP is */
        gen_add_rule(program, STEP_OFFSET, facts->ra, slot + 8);
    gen_add_rule(program, STEP_OFFSET, facts->fp, slot);
    gen_add_rule(program, STEP_DEF_CFA, on_fp ? facts->fp : facts->sp, cfa);
    gen_add_code(program, piece);
    gen_emit_program(emitter);
}

void gen_programs_borders(struct program_emitter *emitter)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (int sign = -1; sign <= 1; sign += 2)
            for (int64_t more = -8; more <= 8; more += 4)
                for (size_t k = 0; k < sizeof slots / sizeof *slots; k++)
                    if (more == 0 || k == 0)
                        one_border(emitter, sign * words[i] - (sign < 0), more, slots[k], (i + k) % 2 != 0);
}
