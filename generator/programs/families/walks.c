/* Every two directives one after the other, in few functions: walks from directive to directive that take no
 * step twice.  The first walks have only directives that SFrame can say, as one that it cannot say would make
 * an assembler leave out the whole function.  The others have all directives. */
#include "../directives.h"
#include "../families.h"
#include "../machine.h"

enum { LONGEST = 30, REMEMBERED_FIRST = 3 };

struct walk {
    struct program_emitter *emitter;
    const struct directive *directives;
    unsigned count, number;
    bool among[MAX_DIRECTIVES]; /* the directives that walks may have now */
    bool walked[MAX_DIRECTIVES][MAX_DIRECTIVES][2]; /* from, to, with code between */
};

static struct truth truth;

static bool has_meaning(const struct walk *walk)
{
    return gen_run_program(walk->emitter->abi, &walk->emitter->program, &truth);
}

/* --- What SFrame can say -------------------------------------------------------------------------------- */

static bool is_plain_stretch(enum abi abi, const struct cfi_stretch *stretch)
{
    const struct abi_facts *const facts = &gen_abi_facts[abi];
    const struct cfi_rule *const ra = &stretch->ra, *const fp = &stretch->fp;
    const bool ra_is_plain = facts->call_pushes_ra ? gen_is_slot(ra) && ra->offset == facts->fixed_ra
                                                   : gen_is_slot(ra) || ra->kind == RULE_SAME;
    return gen_is_usual_cfa(abi, &stretch->cfa) && ra_is_plain &&
           (gen_is_slot(fp) || fp->kind == RULE_SAME);
}

/* Whether every version of SFrame can say a function with this directive alone. */
static bool is_plain(const struct walk *walk, const struct step *step)
{
    const enum abi abi = walk->emitter->abi;
    struct program *const program = gen_begin_program(walk->emitter, "");
    gen_add_code(program, gen_code_piece(abi));
    gen_add_step(program, (struct step){.kind = STEP_REMEMBER_STATE});
    gen_add_step(program, *step);
    gen_add_code(program, gen_code_piece(abi));
    if (!has_meaning(walk) || truth.contested != NULL || truth.signal)
        return false;
    for (unsigned i = 0; i < truth.count; i++)
        if (!is_plain_stretch(abi, &truth.stretches[i]))
            return false;
    return true;
}

/* --- Walking -------------------------------------------------------------------------------------------- */

static void begin(struct walk *walk)
{
    const int64_t piece = gen_code_piece(walk->emitter->abi);
    struct program *const program = gen_begin_numbered(walk->emitter, "walk", walk->number++);
    gen_add_code(program, piece);
    for (unsigned i = 0; i < REMEMBERED_FIRST; i++) /* so that .cfi_restore_state finds one */
        gen_add_step(program, (struct step){.kind = STEP_REMEMBER_STATE});
    gen_add_code(program, piece);
}

/* Adds directive TO, with code before it if APART.  False: it has no meaning there, so nothing is added. */
static bool go(struct walk *walk, unsigned to, bool apart)
{
    struct program *const program = &walk->emitter->program;
    const unsigned before = program->step_count;
    if (apart)
        gen_add_code(program, gen_code_piece(walk->emitter->abi));
    gen_add_step(program, walk->directives[to].step);
    if (has_meaning(walk))
        return true;
    program->step_count = before;
    return false;
}

/* Takes a step from directive FROM that was not taken before, with or without code between.  Returns where it
 * leads; the count of all directives: there is none. */
static unsigned go_on(struct walk *walk, unsigned from)
{
    for (unsigned turn = 1; turn <= walk->count; turn++) {
        const unsigned to = (from + turn) % walk->count;
        for (unsigned apart = 0; apart < 2; apart++)
            if (walk->among[to] && !walk->walked[from][to][apart] && go(walk, to, apart != 0)) {
                walk->walked[from][to][apart] = true;
                return to;
            }
    }
    return walk->count;
}

/* Emits a walk that begins with directive FROM.  False: no step from there is left. */
static bool walk_from(struct walk *walk, unsigned from)
{
    unsigned length = 0;
    begin(walk);
    if (!go(walk, from, false))
        return false;
    for (unsigned at = go_on(walk, from); at < walk->count; at = go_on(walk, at))
        if (++length == LONGEST)
            break;
    gen_add_code(&walk->emitter->program, gen_code_piece(walk->emitter->abi));
    if (length != 0)
        gen_emit_program(walk->emitter);
    return length != 0;
}

static void walk_among(struct walk *walk)
{
    for (unsigned from = 0; from < walk->count; from++)
        for (bool more = walk->among[from]; more;)
            more = walk_from(walk, from);
}

void gen_programs_walks(struct program_emitter *emitter)
{
    static struct walk walk;
    const struct directives *const directives = gen_directives(emitter);
    walk = (struct walk){.emitter = emitter, .directives = directives->list, .count = directives->count};
    for (unsigned i = 0; i < walk.count; i++)
        walk.among[i] = is_plain(&walk, &walk.directives[i].step);
    walk_among(&walk);
    for (unsigned i = 0; i < walk.count; i++)
        walk.among[i] = true;
    walk_among(&walk);
}
