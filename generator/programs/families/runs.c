/* Functions that run: their instructions do what their CFI says, and corpus/live/truth steps them.  What they
 * do to a frame is drawn from the ways that a text of each machine has (corpus/assembly/runs_MACHINE.s): for each
 * thing, in one place, the instruction, what CFI says of it, and the instruction that takes it back.  So directives
 * agree with the instructions, not only with one another. */
#include "../families.h"
#include "../texts.h"
#include "emit/sets.h"

#include <string.h>

enum { NO_BASE = 255, MAX_DONE = 24, RUNNING_TEXT = 1 << 14, MOST_EXITS = 3, STATE_NAMES = 13 };

struct made_frame {
    uint8_t base; /* the CFA is this register + offset; NO_BASE: an expression says it */
    int64_t offset;
    int64_t depth; /* from SP to the CFA */
    bool known;    /* whether the depth is known: SP was moved by constants only */
    bool mangled;
    int64_t room, room_end; /* the free bytes of the frame, as offsets from SP */
    uint64_t kept; /* registers that were saved, so that the function may change them; a bit each */
};

/* Its text lasts until the next function begins. */
struct instruction {
    int64_t bytes;
    const char *text;
};

/* Something that was done and has to be taken back: by the instruction `back`, if it has bytes. */
struct done {
    struct made_frame before; /* to which the frame returns */
    uint64_t restored; /* registers, a bit each */
    bool must;         /* .cfi_restore is needed: the place where they were saved does not last */
    struct instruction back;
};

struct running {
    struct program_emitter *emitter;
    struct made_frame now, mark;
    struct done done[MAX_DONE];
    unsigned count, exits;
    int64_t skip;  /* bytes from a branch to what follows the early exit that it skips */
    bool fails;    /* the way is impossible here */
    bool adjusts;  /* style: it uses .cfi_adjust_cfa_offset */
    bool relative; /* style: .cfi_rel_offset */
    bool restores; /* style: .cfi_restore, also where it is not needed */
    bool outside;  /* instructions stand before the function, which is entered by a jump from there */
    struct name names[STATE_NAMES]; /* what texts may name; a null name ends them */
    struct text texts, entry;
    char texts_buffer[RUNNING_TEXT], entry_buffer[1024];
};

static bool run_way(struct running *running, const char *name);

static struct program *program_of(const struct running *running)
{
    return &running->emitter->program;
}

static void note_state(struct running *running)
{
    const struct made_frame *const now = &running->now;
    const struct name names[STATE_NAMES] = {
        {"known", now->known},       {"base", now->base},          {"offset", now->offset},
        {"depth", now->depth},       {"mangled", now->mangled},    {"room", now->room},
        {"room_end", now->room_end}, {"any_kept", now->kept != 0}, {"done", running->count},
        {"exits", running->exits},   {"skip", running->skip},      {"none", NO_BASE}};
    memcpy(running->names, names, sizeof names);
}

static void begin_running(struct running *running, struct program_emitter *emitter)
{
    const struct abi_facts *const facts = &gen_abi_facts[emitter->abi];
    struct random *const random = &emitter->random;
    *running = (struct running){.emitter = emitter,
                                .now = {.base = (uint8_t)facts->sp,
                                        .offset = facts->cfa_at_entry,
                                        .depth = facts->cfa_at_entry,
                                        .known = true}};
    running->adjusts = random_below(random, 3) == 0;
    running->relative = random_below(random, 3) == 0;
    running->restores = random_below(random, 3) != 0;
    gen_text_init(&running->texts, running->texts_buffer, sizeof running->texts_buffer);
    gen_text_init(&running->entry, running->entry_buffer, sizeof running->entry_buffer);
}

/* --- Instructions --------------------------------------------------------------------------------------- */

static struct instruction take_instruction(struct running *running, int64_t bytes, const char *form)
{
    struct text *const text = &running->texts;
    const struct instruction instruction = {bytes, text->begin + text->length};
    gen_text_fill_in(text, form, strlen(form));
    gen_text_char(text, '\0');
    if (text->full)
        running->emitter->fault = "a function's instructions are too long";
    return instruction;
}

static void say(struct running *running, struct step step)
{
    gen_add_step(program_of(running), step);
}

static void run_instruction(struct running *running, struct instruction instruction)
{
    if (running->outside)
        gen_text_format(&running->entry, "\t%s\n", instruction.text);
    else
        say(running, (struct step){.kind = STEP_CODE, .offset = instruction.bytes, .text = instruction.text});
}

/* --- What CFI says -------------------------------------------------------------------------------------- */

/* The directive, if one is needed, that makes the CFA of NOW that of NEXT. */
static void say_cfa(struct running *running, const struct made_frame *now, const struct made_frame *next)
{
    const bool same_base = now->base == next->base, same_offset = now->offset == next->offset;
    if (next->base == NO_BASE || (same_base && same_offset))
        return;
    if (same_base && running->adjusts)
        say(running, (struct step){.kind = STEP_ADJUST_CFA_OFFSET, .offset = next->offset - now->offset});
    else if (same_base)
        say(running, (struct step){.kind = STEP_DEF_CFA_OFFSET, .offset = next->offset});
    else if (same_offset && now->base != NO_BASE)
        say(running, (struct step){.kind = STEP_DEF_CFA_REGISTER, .reg = next->base});
    else
        say(running, (struct step){.kind = STEP_DEF_CFA, .reg = next->base, .offset = next->offset});
}

static bool is_on_sp(const struct running *running)
{
    return running->now.base == gen_abi_facts[running->emitter->abi].sp;
}

static void move_cfa(struct running *running, uint8_t base, int64_t offset)
{
    const struct made_frame before = running->now;
    running->now.base = base;
    running->now.offset = offset;
    say_cfa(running, &before, &running->now);
}

static void keep_at(struct running *running, uint8_t reg, int64_t from_sp)
{
    const bool relative = running->relative && is_on_sp(running);
    say(running, (struct step){.kind = relative ? STEP_REL_OFFSET : STEP_OFFSET,
                               .reg = reg,
                               .offset = from_sp - (relative ? 0 : running->now.depth)});
}

static void toggle_signature(struct running *running)
{
    running->now.mangled = !running->now.mangled;
    say(running, (struct step){.kind = running->relative ? STEP_WINDOW_SAVE : STEP_NEGATE_RA_STATE});
}

/* --- Lines of a way ------------------------------------------------------------------------------------- */

static void add_done(struct running *running, struct done done)
{
    done.before = running->mark;
    if (running->count == MAX_DONE)
        running->emitter->fault = "a function does too much";
    else
        running->done[running->count++] = done;
}

enum word {
    NEED,
    INSN,
    SP_DOWN,
    CFA,
    BASE,
    KEEP,
    KEEP_AT,
    KEEP_IN,
    LOSE_SP,
    SIGN,
    ROOM,
    MARK,
    BACK,
    MUST_BACK
};

/* The words of a text, and how many numbers follow each; an instruction may follow them.  -1: one number, and
 * nothing behind it. */
static const struct {
    const char *word;
    int numbers;
} words[] = {[NEED] = {".need", -1},      [INSN] = {".insn", 1},          [SP_DOWN] = {".sp_down", 1},
             [CFA] = {".cfa", 2},         [BASE] = {".base", 2},          [KEEP] = {".keep", 1},
             [KEEP_AT] = {".keep_at", 2}, [KEEP_IN] = {".keep_in", 2},    [LOSE_SP] = {".lose_sp", 0},
             [SIGN] = {".sign", 0},       [ROOM] = {".room", 2},          [MARK] = {".mark", 0},
             [BACK] = {".back", 1},       [MUST_BACK] = {".must_back", 2}};

static void obey(struct running *running, enum word word, const int64_t numbers[2], const char *form)
{
    struct made_frame *const now = &running->now;
    const uint8_t reg = (uint8_t)numbers[0];
    if (word == KEEP || word == KEEP_AT || word == KEEP_IN)
        now->kept |= UINT64_C(1) << reg;
    if (word == SP_DOWN || word == LOSE_SP)
        now->room = now->room_end = 0;
    switch (word) {
    case NEED:
        running->fails = numbers[0] == 0;
        break;
    case INSN:
        run_instruction(running, take_instruction(running, numbers[0], form));
        break;
    case SP_DOWN:
        now->depth += numbers[0];
        if (is_on_sp(running))
            move_cfa(running, now->base, now->offset + numbers[0]);
        break;
    case CFA:
        move_cfa(running, reg, numbers[1]);
        break;
    case BASE:
        now->base = reg;
        now->offset = numbers[1];
        break;
    case KEEP_AT:
        keep_at(running, reg, numbers[1]);
        break;
    case KEEP_IN:
        say(running, (struct step){.kind = STEP_REGISTER, .reg = reg, .other = (uint8_t)numbers[1]});
        break;
    case LOSE_SP:
        now->known = false;
        break;
    case SIGN:
        toggle_signature(running);
        break;
    case ROOM:
        now->room = numbers[0];
        now->room_end = numbers[1];
        break;
    case MARK:
        running->mark = *now;
        break;
    case BACK: /* what was done since the mark */
        add_done(running, (struct done){.restored = now->kept & ~running->mark.kept,
                                        .back = take_instruction(running, numbers[0], form)});
        break;
    case MUST_BACK:
        add_done(running, (struct done){.restored = UINT64_C(1) << reg,
                                        .must = true,
                                        .back = take_instruction(running, numbers[1], form)});
        break;
    default: /* KEEP */
        break;
    }
}

static bool read_word(struct program_text *text, const char *word, const char *operands)
{
    struct running *const running = text->into;
    size_t i = 0;
    int64_t numbers[2] = {0, 0};
    while (i < COUNT(words) && strcmp(words[i].word, word) != 0)
        i++;
    if (i == COUNT(words) || (words[i].numbers < 0 && !gen_text_number(operands, &numbers[0])))
        return false;
    for (int k = 0; k < words[i].numbers; k++) {
        char number[64];
        const size_t length = strcspn(operands, ", ");
        if (!gen_text_number(SAY(number, "%.*s", (int)length, operands), &numbers[k]))
            return false;
        operands += length + strspn(operands + length, ", ");
    }
    obey(running, (enum word)i, numbers, operands);
    note_state(running);
    text->done = running->fails;
    return true;
}

/* --- Taking back ---------------------------------------------------------------------------------------- */

static void take_back(struct running *running)
{
    const struct done *const done = &running->done[--running->count];
    const bool must = done->must || running->now.mangled; /* RA in the frame stays signed */
    if (done->back.bytes != 0)
        run_instruction(running, done->back);
    if (running->now.mangled != done->before.mangled)
        toggle_signature(running);
    for (uint8_t reg = 0; reg < 64; reg++)
        if ((done->restored >> reg & 1) != 0 && (must || running->restores))
            say(running, (struct step){.kind = STEP_RESTORE, .reg = reg});
    say_cfa(running, &running->now, &done->before);
    running->now = done->before;
}

static void go_back(struct running *running)
{
    while (running->count != 0)
        take_back(running);
    (void)run_way(running, "return");
}

static int64_t bytes_from(const struct program *program, unsigned step)
{
    int64_t sum = 0;
    for (; step < program->step_count && step < MAX_STEPS; step++)
        sum += program->steps[step].kind == STEP_CODE ? program->steps[step].offset : 0;
    return sum;
}

static void exit_early(struct running *running)
{
    enum { ROOM_FOR_MORE = 70 };
    struct program *const program = program_of(running);
    const struct made_frame now = running->now;
    const unsigned count = running->count;
    if (running->exits == MOST_EXITS || program->step_count > ROOM_FOR_MORE)
        return;
    running->exits++;
    (void)run_way(running, "compare");
    const unsigned branch = program->step_count;
    (void)run_way(running, "branch");
    say(running, (struct step){.kind = STEP_REMEMBER_STATE});
    go_back(running);
    say(running, (struct step){.kind = STEP_RESTORE_STATE});
    running->now = now;
    running->count = count;
    running->skip = bytes_from(program, branch); /* known only now: the first branch was written without it */
    (void)run_way(running, "branch");
    if (program->step_count <= MAX_STEPS)
        program->steps[branch] = program->steps[--program->step_count];
}

/* Takes the way NAME: adds its instructions and directives, and notes how they are taken back.  A way is a
 * function of the text.  There are two more: `body` is code that does nothing to the frame, and `exit` is a
 * return in the middle, for callers that ask for it.  False: the way is impossible here. */
static bool run_way(struct running *running, const char *name)
{
    struct program_text text = {.emitter = running->emitter,
                                .name = "runs",
                                .names = running->names,
                                .kept = &running->now.kept,
                                .only = name,
                                .read_word = read_word,
                                .into = running};
    running->fails = false;
    if (strcmp(name, "body") == 0)
        gen_add_code(program_of(running), gen_code_piece(running->emitter->abi) *
                                              (int64_t)(1 + random_below(&running->emitter->random, 3)));
    else if (strcmp(name, "exit") == 0)
        exit_early(running);
    else {
        running->mark = running->now;
        note_state(running);
        gen_read_text(&text);
    }
    return !running->fails;
}

/* Takes back all that was done, and lets the function return. */
static void end_running(struct running *running)
{
    go_back(running);
    program_of(running)->entry = running->entry.length == 0 ? NULL : gen_text_c(&running->entry);
    if (running->entry.full)
        running->emitter->fault = "the code before a function is too long";
}

/* --- Functions drawn from ways -------------------------------------------------------------------------- */

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
static bool read_ways(struct program_text *text, const char *word, const char *operands)
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
                                         .read_word = read_ways,
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
        (void)run_way(running, "exit");
    for (unsigned i = 0; i < kind->first.count; i++)
        (void)run_way(running, kind->first.names[i]);
    running->outside = false;
    (void)run_way(running, "body");
    const unsigned more = kind->more.count;
    for (unsigned left = draw_number(running, 6); left > 0 && more != 0; left--)
        if (!run_way(running, kind->more.names[draw_number(running, more)]) ||
            draw_number(running, 2) == 0)
            (void)run_way(running, always[draw_number(running, 2)]);
    end_running(running);
}

void gen_programs_runs(struct program_emitter *emitter)
{
    static struct running running;
    static struct kinds kinds;
    read_kinds(&kinds, emitter);
    for (unsigned i = 0; i < PROGRAMS && emitter->fault == NULL; i++) {
        const struct kind *const kind = &kinds.list[i % kinds.count];
        (void)gen_begin_numbered(emitter, kind->name, i);
        begin_running(&running, emitter);
        emitter->program.section = kind->outside ? IN_UNLIKELY : IN_TEXT;
        draw_function(&running, kind);
        gen_emit_program(emitter);
    }
}
