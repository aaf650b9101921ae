#include "walk_parts.h"

#include <string.h>

enum { STUB = 16, STUBS = 4 };

static struct walk the_walk; /* there is one at a time */

uint64_t gen_draw(struct walk *walk, uint64_t bound)
{
    return random_below(&walk->emitter->random, bound);
}

/* --- Places --------------------------------------------------------------------------------------------- */

/* Draws an SP, a multiple of 16: in the lower half of all addresses or, as in a kernel, in the upper. */
static uint64_t draw_stack(struct walk *walk)
{
    static const uint64_t tops[] = {0x80000000, 0x7ffd00000000, 0xffffc90000000000};
    uint64_t top = tops[gen_draw(walk, COUNT(tops))];
    return top + 16 * (0x40000 + gen_draw(walk, 0x100000));
}

static struct walk *begin_walk(struct emitter *emitter, const char *shape)
{
    gen_start(emitter, shape);
    struct walk *walk = &the_walk;
    walk->emitter = emitter;
    walk->profile = emitter->profile;
    walk->abi = emitter->abi;
    walk->flags = FLAG_SORTED;
    walk->module_count = walk->routine_count = walk->call_count = walk->word_count = 0;
    walk->scenario.register_count = walk->scenario.module_count = walk->scenario.piece_count = 0;
    walk->scenario.pac_mask = 0;
    walk->scenario.limit = 0;
    walk->trace.count = 0;
    walk->world = (struct frame){.pc = 0x2000 + 16 * gen_draw(walk, 0x100)};
    walk->world.sp = draw_stack(walk);
    walk->world.fp = walk->world.sp + 8 * (1 + gen_draw(walk, 64));
    return walk;
}

void gen_add_module(struct walk *walk, uint64_t section, uint64_t text)
{
    walk->modules[walk->module_count++] = (struct module){.section = section, .text = text};
}

/* A program at a fixed place, one at any place, a library, a kernel and its module. */
static const uint64_t bases[] = {0x400000, 0x555555550000, 0x7f1234500000, 0xffff800008000000,
                                 0xffffffff81000000};

void gen_add_usual_modules(struct walk *walk, uint32_t count)
{
    static const uint64_t far = 0x300000000; /* only starts of 64 bits reach so far */
    uint64_t first = gen_draw(walk, COUNT(bases));
    for (uint32_t i = 0; i < count; i++) {
        uint64_t base = bases[(first + i) % COUNT(bases)] + 0x1000 * gen_draw(walk, 16);
        const uint64_t sections[] = {base + 0x400000, base + 0x400, base + (base >> 63 != 0 ? -far : far)};
        bool can_be_far = gen_profile_facts[walk->profile].start_width == 8;
        gen_add_module(walk, sections[gen_draw(walk, can_be_far ? 3 : 2)], base + 0x1000);
    }
    if (has_pcrel(walk->profile) && gen_draw(walk, 2) != 0)
        walk->flags |= FLAG_PCREL;
}

/* --- Routines ------------------------------------------------------------------------------------------- */

uint32_t gen_add_bare_routine(struct walk *walk, unsigned module)
{
    if (walk->routine_count == MAX_ROUTINES) {
        gen_family_fails(walk->emitter, "a walk has too many routines");
        return 0;
    }
    struct routine *routine = &walk->routines[walk->routine_count];
    memset(routine, 0, offsetof(struct routine, stages));
    routine->module = module;
    routine->address = walk->modules[module].text;
    return walk->routine_count++;
}

struct stage *gen_add_stage(struct walk *walk, uint32_t number, int64_t size, struct rule cfa, struct rule ra,
                            struct rule fp)
{
    struct routine *routine = &walk->routines[number];
    struct stage *stage = &routine->stages[routine->stage_count++];
    memset(stage, 0, sizeof *stage);
    stage->length = (uint32_t)(2 + gen_draw(walk, 14)) * abi_of(walk)->code_unit;
    stage->size = size;
    stage->calls = !ra_in_register(walk, &ra);
    stage->row.cfa = cfa;
    stage->row.ra = ra;
    stage->row.fp = fp;
    return stage;
}

struct stage *gen_add_entry(struct walk *walk, uint32_t number)
{
    const int64_t size = cfa_at_entry(walk->abi);
    return gen_add_stage(walk, number, size, gen_rule_sp(size), gen_rule_unsaid(), gen_rule_unsaid());
}

struct rule gen_saved_ra(const struct walk *walk)
{
    return abi_of(walk)->tracks_ra ? gen_rule_slot(-8) : gen_rule_unsaid();
}

struct stage *gen_add_saving(struct walk *walk, uint32_t number, int64_t size)
{
    return gen_add_stage(walk, number, size, gen_rule_sp(size), gen_saved_ra(walk), gen_rule_slot(-16));
}

void gen_end_routine(struct walk *walk, uint32_t number)
{
    struct routine *routine = &walk->routines[number];
    struct module *module = &walk->modules[routine->module];
    uint32_t end = 0;
    for (uint32_t i = 0; i < routine->stage_count; i++) {
        routine->stages[i].row.start = end;
        end += routine->stages[i].length;
    }
    routine->size = routine->pc_type == PC_MASK ? STUB * STUBS : end == 0 ? 16 : end;
    module->text = (routine->address + routine->size + 15) / 16 * 16 + 16 * gen_draw(walk, 2);
}

static struct rule settled(struct walk *walk, struct rule rule)
{
    if (rule.place == PLACE_REGISTER && rule.reg == ANY_REGISTER)
        rule.reg = gen_fresh_register(walk);
    if (rule.place == PLACE_REGISTER && rule.reg == LINK_REGISTER)
        rule.reg = gen_abi_facts[walk->abi].ra;
    return rule;
}

uint32_t gen_add_framed(struct walk *walk, unsigned module, int64_t size, struct rule cfa, struct rule ra,
                        struct rule fp)
{
    const uint32_t number = gen_add_bare_routine(walk, module);
    cfa = settled(walk, cfa);
    ra = settled(walk, ra);
    gen_add_stage(walk, number, size, cfa, ra, settled(walk, fp));
    gen_end_routine(walk, number);
    return number;
}

uint32_t gen_add_flexible(struct walk *walk, int64_t size, struct rule cfa, struct rule ra, struct rule fp)
{
    const uint32_t number = gen_add_framed(walk, 0, size, cfa, ra, fp);
    walk->routines[number].fde_type = FDE_FLEX;
    return number;
}

uint32_t gen_add_flexible_cfa(struct walk *walk, int64_t size, struct rule cfa)
{
    return gen_add_flexible(walk, size, cfa, gen_rule_slot(-8), gen_rule_slot(-16));
}

uint32_t gen_add_plain(struct walk *walk, unsigned module, int64_t size)
{
    const uint32_t number = gen_add_bare_routine(walk, module);
    gen_add_saving(walk, number, size);
    gen_end_routine(walk, number);
    return number;
}

struct row *gen_first_row(struct walk *walk, uint32_t routine)
{
    return &walk->routines[routine].stages[0].row;
}

/* Draws the size of a frame, so that its offset takes one, two or four bytes, mostly one. */
static int64_t draw_size(struct walk *walk)
{
    static const uint64_t most[] = {6, 6, 6, 6, 0x600, 0x600, 0x10000};
    uint64_t units = gen_draw(walk, most[gen_draw(walk, COUNT(most))]);
    return abi_of(walk)->least_frame + abi_of(walk)->frame_unit * (int64_t)units;
}

/* The rules for what a routine has saved. */
struct slots {
    struct rule ra, fp;
};

static struct slots draw_slots(struct walk *walk, int64_t size)
{
    if (abi_of(walk)->call_pushes_ra) {
        int64_t words = size > 0x100 ? 32 : size / 8;
        return (struct slots){gen_rule_unsaid(),
                              gen_rule_slot(-8 * (2 + (int64_t)gen_draw(walk, (uint64_t)words - 1)))};
    }
    if (abi_of(walk)->frame_record && gen_draw(walk, 2) != 0)
        return (struct slots){gen_rule_slot(8 - size), gen_rule_slot(-size)};
    int64_t area = abi_of(walk)->save_area;
    int64_t words = area != 0 ? area / 8 : size > 0x100 ? 32 : size / 8;
    int64_t ra = 1 + (int64_t)gen_draw(walk, (uint64_t)words);
    int64_t fp = 1 + (ra - 1 + 1 + (int64_t)gen_draw(walk, (uint64_t)words - 1)) % words;
    return (struct slots){gen_rule_slot(-8 * ra), gen_rule_slot(-8 * fp)};
}

uint32_t gen_add_routine(struct walk *walk, unsigned module, enum style style)
{
    uint32_t number = gen_add_bare_routine(walk, module);
    int64_t size = draw_size(walk);
    struct slots slots = draw_slots(walk, size);
    bool pushes = abi_of(walk)->call_pushes_ra;
    bool saves_fp = style == STYLE_FP || abi_of(walk)->frame_record || gen_draw(walk, 2) != 0;
    if (!saves_fp)
        slots.fp = gen_rule_unsaid();
    if (style == STYLE_FP && pushes)
        slots.fp = gen_rule_slot(-16);
    walk->routines[number].usual = true;
    walk->routines[number].key_b = abi_of(walk)->signs_ra && gen_draw(walk, 8) == 0;
    gen_add_entry(walk, number);
    if (style == STYLE_SP)
        gen_add_stage(walk, number, size, gen_rule_sp(size), slots.ra, slots.fp);
    if (style == STYLE_FP) {
        int64_t pushed = pushes ? 16 : size;
        int64_t distance = pushes ? 16 : size - 8 * (int64_t)gen_draw(walk, 3);
        gen_add_stage(walk, number, pushed, gen_rule_sp(pushed), slots.ra, slots.fp);
        gen_add_stage(walk, number, size, gen_rule_fp(distance), slots.ra, slots.fp);
    }
    if (style != STYLE_LEAF)
        gen_add_entry(walk, number);
    if (gen_draw(walk, 8) == 0) /* so that later rows need starts of two or four bytes */
        walk->routines[number].stages[0].length = gen_draw(walk, 2) == 0 ? 0x200 : 0x10400;
    gen_end_routine(walk, number);
    return number;
}

uint32_t gen_add_linkage(struct walk *walk, unsigned module)
{
    uint32_t number = gen_add_bare_routine(walk, module);
    struct routine *routine = &walk->routines[number];
    int64_t pushed = cfa_at_entry(walk->abi) + (abi_of(walk)->call_pushes_ra ? 8 : abi_of(walk)->frame_unit);
    routine->pc_type = PC_MASK;
    routine->rep_size = gen_profile_facts[walk->profile].block_size_width != 0 ? STUB : 0;
    bool one_row = gen_profile_facts[walk->profile].masks_are_bits; /* which of two would answer is open */
    gen_add_entry(walk, number)->length = one_row ? STUB : STUB / 2;
    if (!one_row)
        gen_add_stage(walk, number, pushed, gen_rule_sp(pushed), gen_rule_unsaid(), gen_rule_unsaid())
            ->length = STUB / 2;
    gen_end_routine(walk, number);
    return number;
}

/* --- Calls ---------------------------------------------------------------------------------------------- */

uint64_t gen_stage_address(const struct walk *walk, uint32_t routine, uint32_t stage)
{
    return walk->routines[routine].address + walk->routines[routine].stages[stage].row.start;
}

uint64_t gen_last_instruction(const struct walk *walk, uint32_t routine, uint32_t stage)
{
    uint32_t code = abi_of(walk)->code_unit;
    uint32_t length = walk->routines[routine].stages[stage].length;
    return gen_stage_address(walk, routine, stage) + (uint64_t)((length - 1) / code) * code;
}

uint64_t gen_end_of(const struct walk *walk, uint32_t routine)
{
    return walk->routines[routine].address + walk->routines[routine].size;
}

/* Draws a PC in a call's stage.  Only the topmost call may be at the stage's first instruction: for the
 * others the byte before the PC must be in the same stage. */
static void place_pc(struct walk *walk, uint32_t number)
{
    struct call *call = &walk->calls[number];
    const struct routine *routine = &walk->routines[call->routine];
    uint32_t code = abi_of(walk)->code_unit;
    uint64_t pc = routine->address, length = routine->size / code;
    if (routine->stage_count > 0) {
        pc = gen_stage_address(walk, call->routine, call->stage);
        length = routine->stages[call->stage].length / code;
    }
    uint64_t first = number > 0;
    pc += code * (first + gen_draw(walk, length - first));
    if (routine->pc_type == PC_MASK)
        pc += STUB * gen_draw(walk, STUBS);
    call->frame.pc = pc;
}

struct call *gen_add_call(struct walk *walk, uint32_t routine, uint32_t stage)
{
    if (walk->call_count == MAX_CALLS) {
        gen_family_fails(walk->emitter, "a walk has too many calls");
        return &walk->calls[0];
    }
    struct call *call = &walk->calls[walk->call_count++];
    *call = (struct call){.routine = routine, .stage = stage};
    place_pc(walk, walk->call_count - 1);
    return call;
}

void gen_add_calls(struct walk *walk, uint32_t count, uint32_t routine, uint32_t stage)
{
    for (uint32_t i = 0; i < count; i++)
        gen_add_call(walk, routine, stage);
}

/* --- What families of walks have in common -------------------------------------------------------------- */

static const struct walks *present; /* static, as gen_for_wanted() hands no context on */

static void make_walks(struct emitter *emitter)
{
    const bool has = applies(present->profiles, present->abis, emitter->profile, emitter->abi);
    for (uint32_t number = 0; has && number < present->count && !emitter->stopped; number++)
        present->make(emitter, number);
}

void gen_make_walks(struct emitter *emitter, const struct walks *rows, unsigned count)
{
    for (present = rows; present < rows + count; present++)
        gen_for_wanted(emitter, make_walks);
}

struct walk *gen_start_walk(struct emitter *emitter, const char *shape, const char *note, uint32_t modules)
{
    static const char *const clauses[] = {"trace.frame",   "trace.first",   "trace.base",
                                          "trace.offsets", "trace.sp",      "trace.pc",
                                          "trace.fp",      "trace.fp-kept", "trace.no-row"};
    struct walk *walk = begin_walk(emitter, shape);
    bool described = gen_profile_facts[emitter->profile].describes_tracing;
    for (unsigned i = 0; i < COUNT(clauses) && described; i++)
        gen_exercises(emitter, clauses[i]);
    emitter->vector.note = note;
    if (modules > 0)
        gen_add_usual_modules(walk, modules);
    return walk;
}

void gen_add_routines(struct walk *walk, unsigned styles, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        enum style style;
        do
            style = (enum style)gen_draw(walk, STYLES);
        while ((styles >> style & 1) == 0 || (i == 0 && style == STYLE_LEAF && styles != 1 << STYLE_LEAF));
        gen_add_routine(walk, (unsigned)gen_draw(walk, walk->module_count), style);
    }
}

static bool can_call(const struct walk *walk, uint32_t number)
{
    const struct routine *routine = &walk->routines[number];
    for (uint32_t i = 0; i < routine->stage_count; i++)
        if (routine->stages[i].calls)
            return true;
    return false;
}

static uint32_t draw_stage(struct walk *walk, uint32_t number, bool calls)
{
    const struct routine *routine = &walk->routines[number];
    uint32_t stage;
    do
        stage = (uint32_t)gen_draw(walk, routine->stage_count);
    while (calls && !routine->stages[stage].calls);
    return stage;
}

void gen_add_callers(struct walk *walk, uint32_t depth)
{
    while (walk->call_count < depth && walk->call_count < MAX_CALLS) {
        uint32_t number = (uint32_t)gen_draw(walk, walk->routine_count);
        bool calls = walk->call_count > 0;
        if (walk->routines[number].usual && (!calls || can_call(walk, number)))
            gen_add_call(walk, number, draw_stage(walk, number, calls));
    }
}

uint32_t gen_add_signal_routine(struct walk *walk, unsigned module)
{
    uint32_t number = gen_add_bare_routine(walk, module);
    int64_t size = cfa_at_entry(walk->abi) + 0x200;
    walk->routines[number].signal = true;
    gen_add_saving(walk, number, size);
    gen_add_stage(walk, number, size, gen_rule_fp(48), gen_saved_ra(walk), gen_rule_slot(-16));
    gen_end_routine(walk, number);
    return number;
}

void gen_finish_walk(struct walk *walk, const char *name)
{
    if (walk->trace.count == 0)
        gen_lay_stack(walk);
    if (walk->emitter->demanded_class < 0)
        gen_demand_class(walk->emitter, CLASS_VALID);
    if (!walk->emitter->stopped && gen_describe(walk, name))
        gen_emit_walk(walk, name);
}

/* --- Masks ---------------------------------------------------------------------------------------------- */

/* None; for addresses of 48 bits without and with the top byte, of 39, and of 52 bits. */
static const uint64_t pac_masks[] = {0, UINT64_C(0x007f000000000000), UINT64_C(0xff7f000000000000),
                                     UINT64_C(0xff7fff8000000000), UINT64_C(0xff70000000000000)};

static bool fits_mask(const struct walk *walk)
{
    for (uint32_t i = 0; i < walk->call_count; i++)
        if (gen_strip(walk, walk->calls[i].frame.pc) != walk->calls[i].frame.pc)
            return false;
    return true;
}

void gen_set_pac_mask(struct walk *walk, uint32_t number)
{
    walk->scenario.pac_mask = pac_masks[number % COUNT(pac_masks)];
    if (!fits_mask(walk))
        walk->scenario.pac_mask = pac_masks[1];
}
