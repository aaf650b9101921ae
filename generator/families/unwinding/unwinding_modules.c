/* Unwindings through many modules, through some whose code lies among that of others, and up to code that no
 * section describes.
 *
 * A module that no section describes is the last one of its walk, and is taken away once the stack is laid.
 * Its frames are on the stack, so a reader that guesses can go on; the right trace ends at the first. */
#include "../families.h"
#include "unwinding.h"

enum { PAGE = 0x1000, APART = 0x100000 /* bytes from module to module */, CHAIN = 3 };

static const uint64_t bases[] = {0x400000, 0x7f1234500000, 0xffffffff81000000};

static struct walk *start(struct emitter *emitter, const char *shape, const char *note)
{
    struct walk *walk = gen_start_walk(emitter, shape, note, 0);
    if (has_pcrel(emitter->profile))
        walk->flags |= FLAG_PCREL;
    return walk;
}

/* Adds a routine that can call in stage 1. */
static uint32_t add_caller_of(struct walk *walk, unsigned module)
{
    return gen_add_routine(walk, module, module % 2 == 0 ? STYLE_SP : STYLE_FP);
}

/* --- Many modules --------------------------------------------------------------------------------------- */

static const uint32_t counts[] = {8, 9, 16, 17, MAX_MODULES};

static void many_modules(struct emitter *emitter, uint32_t k)
{
    struct walk *walk = start(emitter, "unwinding-many-modules",
                              "Each frame is in a module of its own, and each module has one.");
    const uint32_t count = counts[k / 2];
    const bool backwards = k % 2 != 0;
    const uint64_t base = bases[count % COUNT(bases)];
    for (uint32_t i = 0; i < count; i++)
        gen_add_module(walk, base + (uint64_t)i * APART, base + (uint64_t)i * APART + PAGE);
    for (uint32_t i = 0; i < count; i++)
        add_caller_of(walk, i);
    for (uint32_t i = 0; i < count; i++)
        gen_add_call(walk, backwards ? count - 1 - i : i, 1);
    FINISH(walk, "from-the-%s-of-%u", backwards ? "last" : "first", count);
}

/* --- Code among that of others -------------------------------------------------------------------------- */

/* Where the modules have their sections and their code.  A routine has 0x10500 bytes at most. */
static const struct layout {
    const char *name, *note;
    bool turns; /* each module has two routines, and the modules' routines take turns in memory */
    uint64_t sections[CHAIN], texts[CHAIN];
} layouts[] = {
    {"swapped", "The code of each module lies beside the section of another.", false,
     {0, 0x100000, 0x200000}, {0x101000, 0x201000, 0x1000}},
    {"sections-below", "All sections lie below all code, and the other way round.", false,
     {0, 0x1000, 0x2000}, {0x140000, 0x120000, 0x100000}},
    {"sections-above", "All sections lie above all code, and the other way round.", false,
     {0x300000, 0x301000, 0x302000}, {0x140000, 0x120000, 0x100000}},
    {"far", "Each section lies at the far end of the code of all.", false,
     {0x300000, 0, 0x1000}, {0x2000, 0x200000, 0x220000}},
    {"taking-turns", "Functions of three modules take turns: each lies among those of others.", true,
     {0x400000, 0x401000, 0x402000}, {PAGE, PAGE, PAGE}},
};

/* A chain through all routines, of which routine number `from` is the topmost. */
static void crossed_modules(struct emitter *emitter, uint32_t number)
{
    const struct layout *const layout = &layouts[number % COUNT(layouts)];
    const uint32_t from = number / COUNT(layouts);
    struct walk *walk = start(emitter, "unwinding-crossed-modules", layout->note);
    const uint64_t base = bases[from % COUNT(bases)];
    for (uint32_t i = 0; i < CHAIN; i++)
        gen_add_module(walk, base + layout->sections[i], base + layout->texts[i]);
    for (uint32_t i = 0; i < (layout->turns ? 2 * CHAIN : CHAIN); i++) {
        const uint32_t routine = add_caller_of(walk, i % CHAIN);
        for (uint32_t k = 0; k < CHAIN && layout->turns; k++)
            walk->modules[k].text = gen_end_of(walk, routine);
    }
    for (uint32_t i = 0; i < CHAIN + 2; i++)
        gen_add_call(walk, (from + i) % walk->routine_count, 1);
    FINISH(walk, "%s-%u", layout->name, from);
}

/* --- Code without a section ----------------------------------------------------------------------------- */

static const struct gap {
    const char *name;
    uint64_t text, second; /* where the code without a section is, and that of the second module */
} gaps[] = {
    {"beside", 0, 0x100000}, /* where the first module's first function ends */
    {"between-modules", 0x80000, 0x100000},
    {"between-sections", 0x300000, 0x500000}, /* with the first section below, the second above */
};

/* Lays the stack, and takes the last module away: the trace ends at frame number `frame`, the first in it. */
static void take_away_last_module(struct walk *walk, uint32_t frame)
{
    gen_lay_stack(walk);
    walk->module_count--;
    gen_stop_after(walk, frame + 1, false, STOP_NO_FUNCTION);
}

/* The routine of unknown code sets up FP, and so does its caller: guessing by FP would go on. */
static void no_section(struct emitter *emitter, uint32_t number)
{
    const struct gap *const gap = &gaps[number / 4];
    const uint32_t frame = number % 4;
    struct walk *walk = start(emitter, "unwinding-no-section",
                              "Code that no section describes has called, and was called by, code with one.");
    const uint64_t base = bases[frame % COUNT(bases)];
    gen_add_module(walk, base + 0x200000, base + PAGE);
    gen_add_module(walk, base + 0x400000, base + gap->second);
    const uint32_t first = gen_add_routine(walk, 0, STYLE_FP);
    gen_add_module(walk, base + 0x600000, gap->text == 0 ? gen_end_of(walk, first) : base + gap->text);
    const uint32_t unknown = gen_add_routine(walk, 2, STYLE_FP);
    if (gap->text == 0) /* the first module's code goes on behind it */
        walk->modules[0].text = walk->modules[2].text;
    const uint32_t others[] = {first, gen_add_routine(walk, 0, STYLE_FP), gen_add_routine(walk, 1, STYLE_FP)};
    for (uint32_t i = 0; i < frame; i++)
        gen_add_call(walk, others[i % COUNT(others)], 2);
    gen_add_call(walk, unknown, 2);
    for (uint32_t i = 0; i < COUNT(others); i++)
        gen_add_call(walk, others[i], 2);
    take_away_last_module(walk, frame);
    FINISH(walk, "%s-frame-%u", gap->name, frame);
}

/* --- Modules that come and go --------------------------------------------------------------------------- */

enum state { HERE, GONE, ANOTHER, STATES };

/* The modules at the same addresses change from one vector to the next: a reader that keeps anything of a
 * question answers the next one wrong.  The code of ANOTHER module begins a little later, so that all of it
 * differs. */
static void come_and_gone(struct emitter *emitter, uint32_t i)
{
    static const char *const names[STATES] = {"here", "gone", "another"};
    const enum state state = i % STATES;
    struct walk *walk = start(emitter, "unwinding-changing-modules",
                              "The vector before has another module at one of these addresses, or none.");
    gen_add_module(walk, 0x600000, 0x401000);
    gen_add_module(walk, 0x7f1234700000, 0x7f1234501000 + (state == ANOTHER ? 8 * 16 : 0));
    const uint32_t near = gen_add_routine(walk, 0, STYLE_FP), far = gen_add_routine(walk, 1, STYLE_SP);
    gen_add_call(walk, near, 2);
    gen_add_call(walk, far, 1);
    gen_add_call(walk, near, 1);
    if (state == GONE)
        take_away_last_module(walk, 1);
    FINISH(walk, "%s-%u", names[state], i);
}

void gen_family_unwinding_modules(struct emitter *emitter)
{
    static const struct walks rows[] = {
        {many_modules, 2 * COUNT(counts), ALL, ANY_ABI},
        {crossed_modules, CHAIN * COUNT(layouts), ALL, ANY_ABI},
        {no_section, 4 * COUNT(gaps), ALL, ANY_ABI},
        {come_and_gone, 2 * STATES, ALL, ANY_ABI},
    };
    gen_make_walks(emitter, rows, COUNT(rows));
}
