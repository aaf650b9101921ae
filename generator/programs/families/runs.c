/* Functions that run: their instructions do what their CFI says, and corpus/live/truth steps them.  What they
 * do to a frame is drawn from the ways that a text of each machine has (corpus/assembly/runs_MACHINE.s). */
#include "../families.h"
#include "../running.h"

#include <string.h>

enum { PROGRAMS = 160, MOST_KINDS = 16, MOST_WAYS = 8, NAMES = 160 };

struct ways {
    unsigned count;
    char names[MOST_WAYS][24];
};

/* A kind of function: it takes all ways of `first`, and then some of `more`. */
struct kind {
    char name[32];
    bool outside; /* `first` is done by code outside, which jumps to the function, as to a cold part */
    struct ways first, more;
};

struct kinds {
    unsigned count;
    struct kind list[MOST_KINDS + 1]; /* one more, for the words of ways, which are no kinds */
};

/* --- Kinds ---------------------------------------------------------------------------------------------- */

static bool list_ways(struct ways *ways, const char *names)
{
    for (size_t length; (length = strcspn(names, " ")) != 0 && ways->count < MOST_WAYS; ways->count++) {
        SAY(ways->names[ways->count], "%.*s", (int)length, names);
        names += length + strspn(names + length, " ");
    }
    return *names == '\0' && ways->count != 0;
}

/* Words of ways are passed over. */
static bool read_word(struct program_text *text, const char *word, const char *operands)
{
    struct kinds *const kinds = text->into;
    struct kind *const kind = &kinds->list[kinds->count];
    kind->outside |= strcmp(word, ".outside") == 0;
    if (strcmp(word, ".first") == 0)
        return list_ways(&kind->first, operands);
    return strcmp(word, ".more") != 0 || list_ways(&kind->more, operands);
}

static void take_kind(struct program_text *text)
{
    struct kinds *const kinds = text->into;
    struct kind *const kind = &kinds->list[kinds->count];
    if (kind->first.count == 0)
        return; /* it is a way */
    SAY(kind->name, "%s", text->about);
    if (++kinds->count > MOST_KINDS)
        text->emitter->fault = "too many kinds of functions";
}

static void read_kinds(struct kinds *kinds, struct program_emitter *emitter)
{
    struct random none = random_of(0);
    *kinds = (struct kinds){.count = 0};
    gen_read_text(&(struct program_text){.emitter = emitter,
                                         .name = "runs",
                                         .random = &none,
                                         .read_word = read_word,
                                         .take = take_kind,
                                         .into = kinds});
    if (kinds->count == 0 && emitter->fault == NULL)
        emitter->fault = "no kinds of functions that run";
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static unsigned draw_number(struct running *running, unsigned bound)
{
    return (unsigned)random_below(&running->emitter->random, bound);
}

static void draw_function(struct running *running, const struct kind *kind)
{
    static const char *const always[] = {"body", "exit"};
    running->outside = kind->outside;
    if (draw_number(running, 3) == 0 && !kind->outside)
        (void)gen_run_way(running, "exit");
    for (unsigned i = 0; i < kind->first.count; i++)
        (void)gen_run_way(running, kind->first.names[i]);
    running->outside = false;
    (void)gen_run_way(running, "body");
    const unsigned more = kind->more.count;
    for (unsigned left = draw_number(running, 6); left > 0 && more != 0; left--)
        if (!gen_run_way(running, kind->more.names[draw_number(running, more)]) ||
            draw_number(running, 2) == 0)
            (void)gen_run_way(running, always[draw_number(running, 2)]);
    gen_running_end(running);
}

void gen_programs_runs(struct program_emitter *emitter)
{
    static struct running running;
    static struct kinds kinds;
    read_kinds(&kinds, emitter);
    for (unsigned i = 0; i < PROGRAMS && emitter->fault == NULL; i++) {
        const struct kind *const kind = &kinds.list[i % kinds.count];
        (void)gen_begin_numbered(emitter, kind->name, i);
        gen_running_begin(&running, emitter);
        emitter->program.section = kind->outside ? IN_UNLIKELY : IN_TEXT;
        draw_function(&running, kind);
        gen_emit_program(emitter);
    }
}
