/* Functions as gcc, clang and people who write assembly make them: a prologue, bodies, returns in the middle,
 * and an epilogue.  What is drawn is the style, the registers that are saved, the sizes, and how often a
 * function returns.  The styles are corpus/assembly/typical_MACHINE.s. */
#include "../families.h"
#include "../texts.h"
#include "emit/sets.h"

enum { PROGRAMS = 1500, MOST_SAVED = 5, MOST_STYLES = 16, STYLE_NAME = 32 };

/* `parts` is the prologue of a style and, from step `body` on, its epilogue. */
struct drawing {
    bool returns;
    unsigned body;
    struct program parts;
};

static void put(struct program *program, const struct program *from, unsigned begin, unsigned end)
{
    for (unsigned i = begin; i < end; i++)
        gen_add_step(program, from->steps[i]);
}

/* --- Styles --------------------------------------------------------------------------------------------- */

struct styles {
    unsigned count;
    int64_t sum, weights[MOST_STYLES];
    char names[MOST_STYLES][STYLE_NAME];
};

static void weigh(struct program_text *style)
{
    struct styles *const styles = style->into;
    if (styles->count == MOST_STYLES) {
        style->emitter->fault = "too many styles";
        return;
    }
    styles->sum += style->weight;
    styles->weights[styles->count] = style->weight;
    SAY(styles->names[styles->count], "%s", style->about);
    styles->count++;
}

static const char *draw_style(struct program_emitter *emitter)
{
    static struct styles of_abi[ABIS];
    static const struct name names[] = {{"saved", 0}, {"locals", 0}, {NULL, 0}};
    struct styles *const styles = &of_abi[emitter->abi];
    struct random other = random_of(0);
    unsigned style = 0;
    if (styles->count == 0)
        gen_read_text(&(struct program_text){.emitter = emitter,
                                             .name = "typical",
                                             .names = names,
                                             .random = &other,
                                             .take = weigh,
                                             .into = styles});
    if (styles->sum <= 0) {
        emitter->fault = emitter->fault != NULL ? emitter->fault : "styles without a weight";
        return "";
    }
    for (int64_t left = (int64_t)random_below(&emitter->random, (uint64_t)styles->sum);
         left >= styles->weights[style];)
        left -= styles->weights[style++];
    return styles->names[style];
}

/* Moves the steps of the style from the emitter's program to the drawing. */
static void take_parts(struct program_text *style)
{
    struct drawing *const drawing = style->into;
    struct program *const program = &style->emitter->program;
    drawing->returns &= style->has_body;
    drawing->body = style->has_body ? style->body : program->step_count;
    put(&drawing->parts, program, 0, program->step_count);
    program->step_count = 0;
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static enum text_section draw_section(struct random *random)
{
    static const enum text_section others[] = {IN_UNLIKELY, IN_HOT, IN_ONE_OF_ITS_OWN, IN_COMDAT};
    const uint64_t draw = random_below(random, 5 * COUNT(others));
    return draw < COUNT(others) ? others[draw] : IN_TEXT;
}

static void put_body(struct program *program, struct random *random, int64_t piece)
{
    static const int64_t most[] = {4, 4, 30, 30, 200, 2000};
    const int64_t limit = most[random_below(random, COUNT(most))];
    gen_add_code(program, piece * (int64_t)(1 + random_below(random, (uint64_t)limit)));
}

static void make(struct program_emitter *emitter, const struct drawing *drawing)
{
    static const unsigned returns[] = {0, 0, 0, 0, 1, 1, 2, 3};
    struct random *const random = &emitter->random;
    struct program *const program = &emitter->program;
    const int64_t piece = gen_code_piece(emitter->abi);
    const unsigned early = drawing->returns ? returns[random_below(random, COUNT(returns))] : 0;
    if (random_below(random, 4) == 0)
        put_body(program, random, piece); /* code that needs no frame stands before the prologue */
    put(program, &drawing->parts, 0, drawing->body);
    put_body(program, random, piece);
    for (unsigned i = 0; i < early; i++) {
        gen_add_step(program, (struct step){.kind = STEP_REMEMBER_STATE});
        put(program, &drawing->parts, drawing->body, drawing->parts.step_count);
        gen_add_step(program, (struct step){.kind = STEP_RESTORE_STATE});
        put_body(program, random, piece);
    }
    if (drawing->returns)
        put(program, &drawing->parts, drawing->body, drawing->parts.step_count);
}

void gen_draw_typical(struct program_emitter *emitter, uint64_t number)
{
    static const int64_t locals[] = {0, 8, 16, 24, 32, 48, 64, 96, 112, 128, 256, 1040, 4096, 40000};
    struct random *const random = &emitter->random;
    static struct drawing drawing;
    const char *const style = draw_style(emitter);
    (void)gen_begin_numbered(emitter, style, (int64_t)number);
    emitter->program.section = draw_section(random);
    const int64_t saved = (int64_t)random_below(random, MOST_SAVED + 1);
    const struct name names[] = {
        {"saved", saved}, {"locals", locals[random_below(random, COUNT(locals))]}, {NULL, 0}};
    drawing.parts.step_count = 0;
    drawing.returns = random_below(random, 12) != 0; /* some functions end in a call that does not return */
    gen_read_text(&(struct program_text){.emitter = emitter,
                                         .name = "typical",
                                         .names = names,
                                         .only = style,
                                         .take = take_parts,
                                         .into = &drawing});
    make(emitter, &drawing);
}

void gen_programs_typical(struct program_emitter *emitter)
{
    for (unsigned i = 0; i < PROGRAMS; i++) {
        gen_draw_typical(emitter, i);
        gen_emit_program(emitter);
    }
}
