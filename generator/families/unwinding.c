/* Unwindings whose frames nobody disputes: call chains drawn by chance, the ways in which a routine can keep
 * what it has saved, and each reason to stop.
 *
 * Nothing here rests on an open point: a caller's PC and the byte before it lie in one row, words lie at
 * multiples of 8, no FP is 0, SP rises, only the topmost routine is flexible or keeps RA in a register.  What
 * is disputed is in unwinding_open.c. */
#include "../chains.h"
#include "../families.h"
#include "../tables.h"

static void finish(struct walk *walk, const char *name)
{
    demand_class(walk->emitter, CLASS_VALID);
    if (describe_if_asked(walk, name))
        emit_walk(walk, name);
}

static void lay_and_finish(struct walk *walk, const char *name)
{
    if (lay_stack(walk))
        finish(walk, name);
}

/* --- Chains by chance ----------------------------------------------------------------------------------- */

static const struct kind_of_chain {
    const char *shape;
    unsigned styles, abis;
    uint32_t modules, least, most, count;
} kinds_of_chain[] = {
    {"unwinding-from-sp", 1 << STYLE_SP, ANY_ABI, 1, 2, 10, 20},
    {"unwinding-from-fp", 1 << STYLE_FP, ANY_ABI, 1, 2, 10, 20},
    {"unwinding-entries", 1 << STYLE_LEAF, AMD, 1, 1, 10, 20},
    {"unwinding-mixed", ANY_STYLE, ANY_ABI, 1, 1, 30, 60},
    {"unwinding-modules-2", ANY_STYLE, ANY_ABI, 2, 2, 16, 20},
    {"unwinding-modules-3", ANY_STYLE, ANY_ABI, 3, 3, 16, 20},
    {"unwinding-modules-4", ANY_STYLE, ANY_ABI, 4, 4, 20, 20},
};

static void chains(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (unsigned i = 0; i < sizeof kinds_of_chain / sizeof *kinds_of_chain; i++) {
        const struct kind_of_chain *kind = &kinds_of_chain[i];
        for (uint32_t k = 0; k < kind->count && (kind->abis >> abi & 1) != 0 && !emitter->stopped; k++) {
            struct walk *walk = start_walk(emitter, profile, abi, kind->shape);
            add_usual_modules(walk, kind->modules);
            add_routines(walk, kind->styles, 2 + (uint32_t)draw(walk, 3 * kind->modules + 4));
            add_callers(walk, kind->least + (uint32_t)draw(walk, kind->most - kind->least + 1));
            if (abi_facts[abi].signs_ra) /* and no address is mangled */
                set_pac_mask(walk, k);
            lay_and_finish(walk, numbered(walk, "chain-", k));
        }
    }
}

/* The topmost PC at the first and at the last instruction of what a routine does, or at any. */
static void stages(struct emitter *emitter, enum profile profile, enum abi abi)
{
    static const char *const shapes[STYLES] = {"unwinding-leaf", "unwinding-prologue-sp",
                                               "unwinding-prologue-fp"};
    static const char *const places[] = {"-first", "-last", "-inside"};
    for (enum style style = STYLE_LEAF; style < STYLES; style++) {
        uint32_t count = style == STYLE_LEAF ? 1 : style == STYLE_SP ? 3 : 4;
        for (uint32_t i = 0; i < 3 * count && !emitter->stopped; i++) {
            struct walk *walk = start_walk(emitter, profile, abi, shapes[style]);
            if (style == STYLE_LEAF && abi != ABI_AMD64 && profile >= PROFILE_V2E1)
                emitter->ledger = "trace-ra-register";
            add_usual_modules(walk, 1);
            uint32_t topmost = add_routine(walk, 0, style), stage = i / 3;
            add_routines(walk, SP_AND_FP, 3);
            struct frame *frame = &add_call(walk, topmost, stage)->frame;
            if (i % 3 == 0)
                frame->pc = stage_address(walk, topmost, stage);
            else if (i % 3 == 1)
                frame->pc = last_instruction(walk, topmost, stage);
            add_callers(walk, 3);
            text_string(detail(emitter), "stage-");
            text_unsigned(&emitter->detail, stage);
            text_string(&emitter->detail, places[i % 3]);
            lay_and_finish(walk, text_c(&emitter->detail));
        }
    }
}

/* One routine that calls itself, up to the frames that are given if no limit is, and beyond. */
static void recursion(struct emitter *emitter, enum profile profile, enum abi abi)
{
    static const uint32_t depths[] = {2, 7, 30, 126, 127, 128, 129};
    for (unsigned i = 0; i < sizeof depths / sizeof *depths; i++) {
        struct walk *walk = start_walk(emitter, profile, abi, "unwinding-recursion");
        add_usual_modules(walk, 1);
        uint32_t routine = add_routine(walk, 0, STYLE_SP);
        for (uint32_t k = 0; k < depths[i]; k++)
            add_call(walk, routine, 1);
        if (!lay_stack(walk))
            return;
        if (walk->trace.count > DEFAULT_LIMIT)
            stop_after(walk, DEFAULT_LIMIT, true, STOP_LIMIT);
        finish(walk, numbered(walk, "depth-", depths[i]));
    }
}

/* Stubs of procedure linkage: topmost, and on AMD64 also below, as when one binds its symbol. */
static void linkage(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 16 && !emitter->stopped; i++) {
        struct walk *walk = start_walk(emitter, profile, abi, "unwinding-linkage");
        add_usual_modules(walk, 1 + i % 2);
        uint32_t stub = add_linkage(walk, 0);
        add_routines(walk, SP_AND_FP, 4);
        bool below = abi == ABI_AMD64 && i % 4 >= 2;
        if (below)
            add_call(walk, 1, 1);
        add_call(walk, stub, (uint32_t)draw(walk, walk->routines[stub].stage_count));
        add_callers(walk, 3 + (uint32_t)draw(walk, 3));
        lay_and_finish(walk, numbered(walk, below ? "below-" : "topmost-", i));
    }
}

/* A routine that leaves FP to its caller's frame, and finds its own by it. */
static void borrowed(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 12 && !emitter->stopped; i++) {
        struct walk *walk = start_walk(emitter, profile, abi, "unwinding-callers-fp");
        add_usual_modules(walk, 1);
        uint32_t routine = add_bare_routine(walk, 0);
        int64_t size = cfa_at_entry(abi) + 16 * (int64_t)draw(walk, 8);
        add_stage(walk, routine, size, rule_fp(0), rule_unsaid(), rule_unsaid())->borrows = true;
        end_routine(walk, routine);
        uint32_t caller = add_routine(walk, 0, STYLE_FP);
        add_routines(walk, SP_AND_FP, 2);
        add_call(walk, routine, 0);
        add_call(walk, caller, 2);
        add_callers(walk, 4);
        lay_and_finish(walk, numbered(walk, "chain-", i));
    }
}

/* Half of a return address and of an FP are not enough. */
static void wide(struct emitter *emitter, enum profile profile, enum abi abi)
{
    struct walk *walk = start_walk(emitter, profile, abi, "unwinding-wide");
    emitter->ledger = "read-width";
    emitter->note = "Upper halves of addresses matter: PC, SP and FP have eight bytes.";
    add_module(walk, 0x7f1200400000, 0x7f1200401000);
    add_module(walk, 0x400000, 0x401000); /* the same lower halves */
    uint32_t routine = add_routine(walk, 0, STYLE_FP), other = add_routine(walk, 1, STYLE_FP);
    add_call(walk, other, 2);
    add_call(walk, routine, 2);
    add_call(walk, other, 2);
    lay_and_finish(walk, "two-modules-alike");
}

/* --- Registers, topmost --------------------------------------------------------------------------------- */

struct topmost_case {
    const char *name;
    unsigned profiles, abis;
    struct rule ra, fp;
};

/* Of s390x in default rows: each may be in its own register, in another, or on the stack. */
static const struct topmost_case s390x_cases[] = {
    {"ra-in-register", V2E1 | V2E2, S390, REG(ANY_REGISTER, 0), NONE},
    {"both-in-registers", V2E1 | V2E2, S390, REG(ANY_REGISTER, 0), REG(ANY_REGISTER, 0)},
    {"fp-in-register", V2E1 | V2E2, S390, PAD, REG(ANY_REGISTER, 0)},
    {"fp-saved-alone", E1ON, S390, PAD, SLOT(-72)},
    {"ra-saved-alone", E1ON, S390, SLOT(-48), NONE},
    {"packed", E1ON, S390, SLOT(-8), SLOT(-32)},
    {"ra-below-fp", E1ON, S390, SLOT(-120), SLOT(-16)},
};

static struct rule settled_rule(struct walk *walk, struct rule rule)
{
    if (rule.place == PLACE_REGISTER && rule.reg == ANY_REGISTER)
        rule.reg = fresh_register(walk);
    if (rule.place == PLACE_REGISTER && rule.reg == LINK_REGISTER)
        rule.reg = register_ra(walk->abi);
    return rule;
}

static void s390x_registers(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 2 * sizeof s390x_cases / sizeof *s390x_cases; i++) {
        const struct topmost_case *it = &s390x_cases[i / 2];
        if (!applies(it->profiles, it->abis, profile, abi))
            continue;
        struct walk *walk = start_walk(emitter, profile, abi, "unwinding-s390x-topmost");
        if (it->fp.place == PLACE_REGISTER || it->ra.place == PLACE_REGISTER)
            exercises(emitter, "s390x.register-topmost");
        add_usual_modules(walk, 1);
        uint32_t routine = add_bare_routine(walk, 0);
        struct rule ra = settled_rule(walk, it->ra), fp = settled_rule(walk, it->fp);
        bool by_fp = i % 2 != 0 && it->fp.place != PLACE_UNSAID;
        add_stage(walk, routine, 320, by_fp ? rule_fp(304) : rule_sp(320), ra, fp);
        end_routine(walk, routine);
        add_routines(walk, SP_AND_FP, 2);
        add_call(walk, routine, 0);
        add_callers(walk, 3);
        text_string(detail(emitter), it->name);
        text_string(&emitter->detail, by_fp ? "-from-fp" : i % 2 == 0 ? "-from-sp" : "-again");
        lay_and_finish(walk, text_c(&emitter->detail));
    }
}

/* Flexible routines: whatever the CFA is told from, and wherever RA and FP are.  Their frames have FRAME
 * bytes.
 */
enum { FRAME = 256 };

static const struct flexible_part {
    const char *name;
    unsigned abis;
    struct rule rule;
    bool by_fp; /* FP leads to the frame */
} flexible_cfas[] =
    {
        {"sp", AMD | ARMS, SP(FRAME), false},
        {"fp", AMD | ARMS, FP(16), true},
        {"reg", AMD | ARMS, REG(ANY_REGISTER, 0), false},
        {"reg-less", AMD | ARMS, REG(ANY_REGISTER, -40), false},
        {"reg-more", AMD | ARMS, REG(ANY_REGISTER, 0x4000), false},
        {"at-sp", AMD | ARMS, {.place = PLACE_SP, .deref = true, .offset = 64}, false},
        {"at-fp", AMD | ARMS, {.place = PLACE_FP, .deref = true, .offset = -8}, true},
        {"at-reg", AMD | ARMS, AT_REG(ANY_REGISTER, 0), false},
        {"at-reg-more", AMD | ARMS, AT_REG(ANY_REGISTER, 0x12340), false},
},
  flexible_ras[] =
      {
          {"ra-fixed", AMD, NONE, false},
          {"ra-slot", AMD | ARMS, SLOT(-8), false},
          {"ra-deep", AMD | ARMS, SLOT(-88), false},
          {"ra-reg", AMD | ARMS, REG(ANY_REGISTER, 0), false},
          {"ra-link", ARMS, REG(LINK_REGISTER, 0), false},
          {"ra-reg-less", AMD | ARMS, REG(ANY_REGISTER, -4), false},
          {"ra-at-reg", AMD | ARMS, AT_REG(ANY_REGISTER, -24), false},
          {"ra-at-sp", AMD | ARMS, {.place = PLACE_SP, .deref = true, .offset = 72}, false},
          {"ra-at-fp", AMD | ARMS, {.place = PLACE_FP, .deref = true, .offset = 8}, true},
},
  flexible_fps[] = {
      {"fp-kept", AMD | ARMS, NONE, false},
      {"fp-slot", AMD | ARMS, SLOT(-16), false},
      {"fp-reg", AMD | ARMS, REG(ANY_REGISTER, 0), false},
      {"fp-at-reg", AMD | ARMS, AT_REG(ANY_REGISTER, 16), false},
      {"fp-at-sp", AMD | ARMS, {.place = PLACE_SP, .deref = true, .offset = 96}, false},
      {"fp-at-fp", AMD | ARMS, {.place = PLACE_FP, .deref = true, .offset = 0}, true},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void flexible(struct emitter *emitter, enum profile profile, enum abi abi,
                     const struct flexible_part *cfa, const struct flexible_part *ra,
                     const struct flexible_part *fp)
{
    bool by_fp = cfa->by_fp && !cfa->rule.deref;
    if (((cfa->abis & ra->abis & fp->abis) >> abi & 1) == 0 || (!by_fp && (ra->by_fp || fp->by_fp)) ||
        (cfa->by_fp && fp->rule.place == PLACE_UNSAID))
        return;
    struct walk *walk = start_walk(emitter, profile, abi, "unwinding-flexible");
    exercises(emitter, "trace.fde-type");
    exercises(emitter, "trace.flex-words");
    exercises(emitter, "trace.flex-apply");
    exercises(emitter, "trace.flex-next");
    add_usual_modules(walk, 1);
    uint32_t routine = add_bare_routine(walk, 0);
    walk->routines[routine].fde_type = FDE_FLEX;
    struct rule cfa_rule = settled_rule(walk, cfa->rule), ra_rule = settled_rule(walk, ra->rule);
    add_stage(walk, routine, FRAME, cfa_rule, ra_rule, settled_rule(walk, fp->rule));
    end_routine(walk, routine);
    add_routines(walk, SP_AND_FP, 2);
    add_call(walk, routine, 0);
    add_callers(walk, 3);
    text_string(detail(emitter), "cfa-");
    const char *const words[] = {cfa->name, "-", ra->name, "-", fp->name};
    for (unsigned i = 0; i < COUNT(words); i++)
        text_string(&emitter->detail, words[i]);
    lay_and_finish(walk, text_c(&emitter->detail));
}

static void every_flexible(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (unsigned i = 0; i < COUNT(flexible_cfas) && profile == PROFILE_V3; i++)
        for (unsigned k = 0; k < COUNT(flexible_ras); k++)
            for (unsigned m = 0; m < COUNT(flexible_fps); m++)
                flexible(emitter, profile, abi, &flexible_cfas[i], &flexible_ras[k], &flexible_fps[m]);
}

/* --- Signal frames -------------------------------------------------------------------------------------- */

/* Who was interrupted has a byte of its row before it; the handler may run on a stack of its own, further in.
 */
static void signals(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 30 && profile == PROFILE_V3 && !emitter->stopped; i++) {
        struct walk *walk = start_walk(emitter, profile, abi, "unwinding-signal");
        exercises(emitter, "trace.signal");
        add_usual_modules(walk, 1 + i % 2);
        bool other_stack = i % 3 == 2;
        uint32_t frame = add_signal_routine(walk, 0);
        add_routines(walk, SP_AND_FP, 4);
        add_callers(walk, i % 4);
        struct call *signal = add_call(walk, frame, other_stack ? 1 : 0);
        if (other_stack)
            signal->stack = 0x70000000 + 16 * draw(walk, 0x1000);
        add_callers(walk, walk->call_count + 1 + (uint32_t)draw(walk, 3));
        lay_and_finish(walk, numbered(walk, other_stack ? "own-stack-" : "same-stack-", i));
    }
}

/* --- Reasons to stop ------------------------------------------------------------------------------------ */

static struct walk *laid_chain(struct emitter *emitter, enum profile profile, enum abi abi, const char *shape,
                               uint32_t depth)
{
    struct walk *walk = start_walk(emitter, profile, abi, shape);
    add_usual_modules(walk, 1);
    add_routines(walk, SP_AND_FP, 4);
    add_callers(walk, depth);
    return lay_stack(walk) ? walk : NULL;
}

static void limits(struct emitter *emitter, enum profile profile, enum abi abi)
{
    enum { DEPTH = 4 };
    static const uint32_t numbers[] = {1, 2, DEPTH - 1, DEPTH, DEPTH + 1, DEPTH + 2, 4096};
    for (unsigned i = 0; i < COUNT(numbers); i++) {
        struct walk *walk = laid_chain(emitter, profile, abi, "unwinding-limit", DEPTH);
        if (walk == NULL)
            return;
        walk->scenario.limit = numbers[i];
        if (numbers[i] <= DEPTH)
            stop_after(walk, numbers[i], true, STOP_LIMIT);
        finish(walk, numbered(walk, "of-5-frames-", numbers[i]));
    }
}

static void unreadable_word(struct emitter *emitter, enum profile profile, enum abi abi, uint32_t depth,
                            bool of_fp, uint32_t present)
{
    struct walk *walk = start_walk(emitter, profile, abi, "unwinding-memory");
    add_usual_modules(walk, 1);
    add_routine(walk, 0, STYLE_FP);
    for (uint32_t i = 0; i < 4; i++)
        add_call(walk, 0, 2);
    if (!lay_stack(walk))
        return;
    spoil_word(walk, of_fp ? walk->calls[depth].fp_word : walk->calls[depth].ra_word, present);
    stop_after(walk, depth + 1, true, STOP_MEMORY);
    text_string(detail(emitter), of_fp ? "fp-of-frame-" : "ra-of-frame-");
    text_unsigned(&emitter->detail, depth);
    text_string(&emitter->detail, "-has-");
    text_unsigned(&emitter->detail, present);
    text_string(&emitter->detail, "-bytes");
    finish(walk, text_c(&emitter->detail));
}

static void unreadable(struct emitter *emitter, enum profile profile, enum abi abi)
{
    static const uint32_t present[] = {0, 1, 4, 7};
    for (uint32_t depth = 0; depth < 4; depth++)
        for (unsigned of_fp = 0; of_fp < 2; of_fp++)
            for (unsigned i = 0; i < COUNT(present); i++)
                unreadable_word(emitter, profile, abi, depth, of_fp != 0, present[i]);
}

/* The CFA itself lies where nothing can be read. */
static void unreadable_cfa(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t present = 0; present < 8 && profile == PROFILE_V3 && abi != ABI_S390X; present++) {
        struct walk *walk = start_walk(emitter, profile, abi, "unwinding-memory-cfa");
        add_usual_modules(walk, 1);
        uint32_t routine = add_bare_routine(walk, 0);
        walk->routines[routine].fde_type = FDE_FLEX;
        add_stage(walk, routine, FRAME, rule_register_slot(fresh_register(walk), 0), rule_slot(-8),
                  rule_slot(-16));
        end_routine(walk, routine);
        add_call(walk, routine, 0);
        if (!lay_stack(walk))
            return;
        spoil_word(walk, walk->calls[0].cfa_word, present);
        stop_after(walk, 1, false, STOP_MEMORY);
        finish(walk, numbered(walk, "bytes-", present));
    }
}

/* A chain by chance that ends early: by its limit, or as a word lacks some bytes. */
static void cut_chains(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 60 && !emitter->stopped; i++) {
        struct walk *walk = start_walk(emitter, profile, abi, "unwinding-cut");
        add_usual_modules(walk, 1 + i % 3);
        add_routines(walk, ANY_STYLE, 5);
        add_callers(walk, 3 + (uint32_t)draw(walk, 16));
        if (!lay_stack(walk))
            return;
        uint32_t at = 1 + (uint32_t)draw(walk, walk->call_count - 1);
        const struct call *call = &walk->calls[at];
        uint64_t word = call->fp_word != 0 && draw(walk, 2) != 0 ? call->fp_word : call->ra_word;
        if (i % 3 == 0)
            walk->scenario.limit = at + 1;
        else
            spoil_word(walk, word, (uint32_t)draw(walk, 8));
        stop_after(walk, at + 1, true, i % 3 == 0 ? STOP_LIMIT : STOP_MEMORY);
        finish(walk, numbered(walk, i % 3 == 0 ? "limit-" : "memory-", i));
    }
}

/* Callers, and a topmost PC, that no function holds. */
static void nowhere(struct emitter *emitter, enum profile profile, enum abi abi)
{
    enum { AFTER, SECTION, ONE, LAST, NOWHERE };
    static const char *const names[] = {"after-the-last", "in-the-section", "one", "last-address"};
    for (unsigned i = 0; i < NOWHERE; i++) {
        for (uint32_t depth = 0; depth < 3; depth++) {
            struct walk *walk = start_walk(emitter, profile, abi, "unwinding-nowhere");
            add_usual_modules(walk, 1);
            add_routines(walk, SP_AND_FP, 4);
            const uint64_t places[] = {walk->modules[0].text + 64, walk->modules[0].section + 8, 1,
                                       UINT64_MAX};
            walk->world.pc = places[i];
            add_callers(walk, depth > 0 ? depth : 1);
            if (!lay_stack(walk))
                return;
            if (depth == 0) {
                walk->calls[0].frame.pc = walk->trace.frames[0].pc = places[i];
                stop_after(walk, 1, false, STOP_NO_FUNCTION);
            }
            text_string(detail(emitter), names[i]);
            text_string(&emitter->detail, "-below-");
            text_unsigned(&emitter->detail, depth);
            finish(walk, text_c(&emitter->detail));
        }
    }
}

static void outermost(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t depth = 0; depth < 8 && profile == PROFILE_V3; depth++) {
        struct walk *walk = start_walk(emitter, profile, abi, "unwinding-outermost-no-rows");
        add_usual_modules(walk, 1 + depth % 2);
        uint32_t last = add_bare_routine(walk, 0);
        end_routine(walk, last);
        if (depth > 0)
            add_routine(walk, walk->module_count - 1, STYLE_FP);
        for (uint32_t i = 0; i < depth; i++)
            add_call(walk, 1, 1 + (uint32_t)draw(walk, 2));
        add_call(walk, last, 0);
        if (!lay_stack(walk))
            return;
        stop_after(walk, depth + 1, false, STOP_OUTERMOST);
        finish(walk, numbered(walk, "below-", depth));
    }
}

/* Below the topmost frame nobody knows the register from which a flexible row tells the CFA. */
static void unsafe(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 8 && profile == PROFILE_V3 && abi != ABI_S390X; i++) {
        struct walk *walk = start_walk(emitter, profile, abi, "unwinding-unsafe");
        exercises(emitter, "trace.flex-unsafe");
        add_usual_modules(walk, 1);
        uint32_t reg = fresh_register(walk), routine = add_bare_routine(walk, 0);
        walk->routines[routine].fde_type = FDE_FLEX;
        add_stage(walk, routine, FRAME, i % 2 == 0 ? rule_register(reg, 16) : rule_register_slot(reg, -8),
                  rule_slot(-8), rule_slot(-16));
        end_routine(walk, routine);
        uint32_t first = add_routine(walk, 0, STYLE_SP);
        for (uint32_t k = 0; k <= i / 4; k++)
            add_call(walk, first, 1);
        add_call(walk, routine, 0);
        add_call(walk, first, 1);
        if (!lay_stack(walk))
            return;
        if (i / 2 % 2 == 1)
            forget_register(walk, reg);
        stop_after(walk, 2 + i / 4, false, STOP_UNSAFE);
        finish(walk, numbered(walk, i / 2 % 2 == 1 ? "not-listed-" : "listed-", i));
    }
}

/* Topmost, and the scenario does not say what is in the register. */
static void unlisted(struct emitter *emitter, enum profile profile, enum abi abi)
{
    struct walk *walk = start_walk(emitter, profile, abi, "unwinding-unlisted");
    if (abi == ABI_AMD64)
        return;
    add_usual_modules(walk, 1);
    add_routine(walk, 0, STYLE_SP);
    add_call(walk, 0, 0);
    add_call(walk, 0, 1);
    if (!lay_stack(walk))
        return;
    forget_register(walk, register_ra(abi));
    stop_after(walk, 1, true, STOP_ERROR);
    finish(walk, "link-register");
}

static void unlisted_rule(struct emitter *emitter, enum profile profile, enum abi abi)
{
    static const char *const names[] = {"cfa", "ra", "fp"};
    bool flexible_row = profile == PROFILE_V3 && abi != ABI_S390X;
    bool default_row = (profile == PROFILE_V2E1 || profile == PROFILE_V2E2) && abi == ABI_S390X;
    for (unsigned i = flexible_row ? 0 : 1; i < 3 && (flexible_row || default_row); i++) {
        struct walk *walk = start_walk(emitter, profile, abi, "unwinding-unlisted");
        add_usual_modules(walk, 1);
        uint32_t routine = add_bare_routine(walk, 0);
        walk->routines[routine].fde_type = flexible_row ? FDE_FLEX : FDE_DEFAULT;
        uint32_t regs[3] = {0};
        struct rule rules[3] = {rule_sp(320)};
        for (unsigned k = flexible_row ? 0 : 1; k < 3; k++)
            rules[k] = rule_register(regs[k] = fresh_register(walk), 0);
        add_stage(walk, routine, 320, rules[0], rules[1], rules[2]);
        end_routine(walk, routine);
        add_call(walk, routine, 0);
        if (!lay_stack(walk))
            return;
        forget_register(walk, regs[i]);
        stop_after(walk, 1, i > 0, STOP_ERROR);
        finish(walk, names[i]);
    }
}

/* A function whose first row comes late has no row before it.  That breaks a statement, so who checks may
 * refuse the section. */
static void no_row(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t depth = 0; depth < 3; depth++) {
        struct walk *walk = start_walk(emitter, profile, abi, "unwinding-no-row");
        add_usual_modules(walk, 1);
        uint32_t late = add_routine(walk, 0, STYLE_LEAF);
        walk->routines[late].stages[0].row.start = 8;
        walk->routines[late].size += 8;
        walk->modules[0].text += 16;
        uint32_t caller = add_routine(walk, 0, STYLE_SP);
        walk->world.pc = walk->routines[late].address + 4;
        for (uint32_t i = 0; i < (depth > 0 ? depth : 1); i++)
            add_call(walk, caller, 1);
        if (!lay_stack(walk))
            return;
        walk->trace.stop = STOP_NO_ROW;
        if (depth == 0) {
            walk->calls[0].frame.pc = walk->trace.frames[0].pc = walk->world.pc;
            stop_after(walk, 1, false, STOP_NO_ROW);
        }
        demand_class(emitter, CLASS_IRREGULAR);
        if (describe(walk))
            emit_walk(walk, numbered(walk, "below-", depth));
    }
}

void family_unwinding(struct emitter *emitter)
{
    static void (*const makers[])(struct emitter * emitter, enum profile profile, enum abi abi) = {
        chains,         stages,    recursion, linkage,    wide,          s390x_registers,
        every_flexible, signals,   limits,    cut_chains, unreadable,    unreadable_cfa,
        nowhere,        outermost, unsafe,    unlisted,   unlisted_rule, no_row,
    };
    for (unsigned i = 0; i < COUNT(makers); i++)
        for_wanted(emitter, makers[i]);
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        for (enum abi abi = ABI_AMD64; abi < ABIS; abi++)
            if (wanted(emitter, profile, abi) && !abi_facts[abi].signs_ra)
                borrowed(emitter, profile, abi);
}
