/* Functions that run: the machine does what CFI says of them.  corpus/live/truth steps them.  What is drawn
 * is the order of things that are done to a frame. */
#include "runs.h"

#include "../families.h"

enum { PROGRAMS = 160 };

/* --- Ways of all ABIs ----------------------------------------------------------------------------------- */

int64_t gen_draw_number(struct running *running, int64_t bound)
{
    return (int64_t)random_below(running->random, (uint64_t)bound);
}

bool gen_is_on(const struct running *running, uint8_t reg)
{
    return running->now.base == reg;
}

bool gen_body(struct running *running)
{
    gen_run_body(running);
    return true;
}

bool gen_early_exit(struct running *running)
{
    gen_exit_early(running);
    return true;
}

void gen_lose_sp(struct running *running)
{
    running->now.known = false;
    running->now.room = running->now.room_end = 0;
}

int64_t gen_take_room(struct running *running, int64_t bytes)
{
    const int64_t at = running->now.room;
    if (at + bytes > running->now.room_end)
        return -1;
    running->now.room += bytes;
    return at;
}

int gen_draw_kept(struct running *running, const uint8_t *regs, size_t count)
{
    const uint8_t reg = regs[gen_draw_number(running, (int64_t)count)];
    return is_kept(running, reg) && !gen_is_on(running, reg) ? reg : -1;
}

bool gen_interrupted(struct running *running, uint8_t scratch, const struct instruction back[3])
{
    enum { CFA_AT = 160, RA_AT = 168, FP_AT = 120 };
    const struct abi_facts *const facts = &gen_abi_facts[running->abi];
    const uint8_t sp = (uint8_t)facts->sp, fp = (uint8_t)facts->fp, ra = (uint8_t)facts->ra;
    const struct made_frame before = running->now;
    struct made_frame on_scratch = before;
    on_scratch.base = scratch;
    on_scratch.offset = 0;
    gen_say(running, (struct step){.kind = STEP_SIGNAL_FRAME});
    gen_say(running, (struct step){.kind = STEP_ESCAPE_CFA_AT, .reg = sp, .offset = CFA_AT});
    gen_say(running, (struct step){.kind = STEP_ESCAPE_SAVED_AT, .reg = ra, .other = sp, .offset = RA_AT});
    gen_say(running, (struct step){.kind = STEP_ESCAPE_SAVED_AT, .reg = fp, .other = sp, .offset = FP_AT});
    running->now.base = NO_BASE;
    running->now.kept |= BIT(fp);
    running->now.known = false;
    gen_did(running, &(struct done){.before = before, .back = back[2]});
    gen_did(running,
            &(struct done){.before = on_scratch, .restored = BIT(ra), .must = true, .back = back[1]});
    gen_did(running,
            &(struct done){.before = running->now, .restored = BIT(fp), .must = true, .back = back[0]});
    return true;
}

/* The kinds of an ABI, in turn. */
static const struct kind *kind_of(enum abi abi, unsigned number)
{
    static const struct kind *const kinds[ABIS] = {[ABI_AMD64] = gen_amd64_kinds,
                                                   [ABI_AARCH64] = gen_aarch64_kinds,
                                                   [ABI_AARCH64_BE] = gen_aarch64_kinds,
                                                   [ABI_S390X] = gen_s390x_kinds};
    unsigned count = 1; /* each has one */
    while (kinds[abi][count].name != NULL)
        count++;
    return &kinds[abi][number % count];
}

static unsigned length_of(way *const ways[MOST_WAYS])
{
    unsigned count = 0;
    while (count < MOST_WAYS && ways[count] != NULL)
        count++;
    return count;
}

static void draw_function(struct running *running, const struct kind *kind)
{
    way *const always[] = {gen_body, gen_early_exit};
    running->outside = kind->outside;
    if (gen_draw_number(running, 3) == 0 && !kind->outside)
        gen_exit_early(running);
    for (unsigned i = 0; i < length_of(kind->first); i++)
        (void)kind->first[i](running);
    running->outside = false;
    gen_run_body(running);
    const unsigned more = length_of(kind->more);
    for (int64_t left = gen_draw_number(running, 6); left > 0 && more != 0; left--)
        if (!kind->more[gen_draw_number(running, more)](running) ||
            gen_draw_number(running, 2) == 0)
            (void)always[gen_draw_number(running, 2)](running);
    gen_running_end(running);
}

void gen_programs_runs(struct program_emitter *emitter)
{
    static struct running running;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        const struct kind *const kind = kind_of(emitter->abi, i);
        (void)gen_begin_numbered(emitter, kind->name, i);
        gen_running_begin(&running, emitter);
        emitter->program.section = kind->outside ? IN_UNLIKELY : IN_TEXT;
        draw_function(&running, kind);
        gen_emit_program(emitter);
    }
}
