/* Functions as compilers and hand-written assembly make them. */
#include "../directives.h"
#include "../families.h"

struct frame {
    struct program *program;
    const struct abi_facts *facts;
    int64_t piece;
};

static void add(const struct frame *frame, enum step_kind kind, uint32_t reg, int64_t offset)
{
    gen_add_rule(frame->program, kind, reg, offset);
}

static void code(const struct frame *frame)
{
    gen_add_code(frame->program, frame->piece);
}

/* The slots of RA and FP where the ABI's compilers put them once the frame is pushed. */
static void push(const struct frame *frame)
{
    const struct abi_facts *const facts = frame->facts;
    add(frame, STEP_DEF_CFA_OFFSET, 0, facts->usual.cfa);
    add(frame, STEP_OFFSET, facts->fp, facts->usual.fp);
    if (!facts->call_pushes_ra)
        add(frame, STEP_OFFSET, facts->ra, facts->usual.ra);
    code(frame);
}

static void pop(const struct frame *frame)
{
    const struct abi_facts *const facts = frame->facts;
    add(frame, STEP_DEF_CFA, facts->sp, facts->cfa_at_entry);
    add(frame, STEP_RESTORE, facts->fp, 0);
    if (!facts->call_pushes_ra)
        add(frame, STEP_RESTORE, facts->ra, 0);
    code(frame);
}

static void leaf(const struct frame *frame)
{
    (void)frame;
}

static void without_fp(const struct frame *frame)
{
    add(frame, STEP_ADJUST_CFA_OFFSET, 0, 32);
    code(frame);
    add(frame, STEP_ADJUST_CFA_OFFSET, 0, -32);
    code(frame);
}

static void with_fp(const struct frame *frame)
{
    push(frame);
    add(frame, STEP_DEF_CFA_REGISTER, frame->facts->fp, 0);
    code(frame);
    pop(frame);
}

/* Returns in the middle; behind each the frame is still there. */
static void early_returns(const struct frame *frame, unsigned count)
{
    push(frame);
    for (unsigned i = 0; i < count; i++) {
        add(frame, STEP_REMEMBER_STATE, 0, 0);
        pop(frame);
        add(frame, STEP_RESTORE_STATE, 0, 0);
        code(frame);
    }
    pop(frame);
}

static void early_return(const struct frame *frame)
{
    early_returns(frame, 1);
}

static void two_early_returns(const struct frame *frame)
{
    early_returns(frame, 2);
}

/* gcc realigns the stack: the CFA is kept in a register, then in a slot. */
static void realigned(const struct frame *frame)
{
    const uint8_t kept = 10;
    add(frame, STEP_DEF_CFA, kept, 0);
    code(frame);
    gen_add_step(frame->program, (struct step){
                                     .kind = STEP_ESCAPE_SAVED_AT,
                                     .reg = (uint8_t)frame->facts->fp,
                                     .other = (uint8_t)frame->facts->fp,
                                 });
    code(frame);
    add(frame, STEP_ESCAPE_CFA_AT, frame->facts->fp, -8);
    code(frame);
    add(frame, STEP_DEF_CFA, kept, 0);
    code(frame);
    add(frame, STEP_DEF_CFA, frame->facts->sp, frame->facts->cfa_at_entry);
    code(frame);
}

static void arguments_pushed(const struct frame *frame)
{
    push(frame);
    for (int64_t i = 1; i <= 6; i++) {
        add(frame, STEP_ADJUST_CFA_OFFSET, 0, 8);
        add(frame, STEP_ESCAPE_ARGS_SIZE, 0, 8 * i);
        code(frame);
    }
    pop(frame);
}

/* The start of a program or a thread. */
static void outermost(const struct frame *frame)
{
    add(frame, STEP_UNDEFINED, frame->facts->ra, 0);
    code(frame);
}

static void cold_part(const struct frame *frame)
{
    frame->program->step_count = 0; /* it begins in the middle of a frame */
    push(frame);
}

static void hot_part(const struct frame *frame)
{
    push(frame);
    pop(frame);
    frame->program->section = IN_HOT;
}

static void unlikely_part(const struct frame *frame)
{
    cold_part(frame);
    frame->program->section = IN_UNLIKELY;
}

static void without_return(const struct frame *frame)
{
    push(frame);
    add(frame, STEP_DEF_CFA_REGISTER, frame->facts->fp, 0);
    code(frame);
}

/* What the kernel calls a signal handler with: the caller's registers are in the frame. */
static void signal_trampoline(const struct frame *frame)
{
    const uint8_t sp = (uint8_t)frame->facts->sp;
    frame->program->step_count = 0;
    add(frame, STEP_SIGNAL_FRAME, 0, 0);
    add(frame, STEP_ESCAPE_CFA_AT, sp, 160);
    gen_add_step(frame->program, (struct step){.kind = STEP_ESCAPE_SAVED_AT,
                                               .reg = (uint8_t)frame->facts->fp,
                                               .other = sp,
                                               .offset = 120});
    gen_add_step(frame->program, (struct step){.kind = STEP_ESCAPE_SAVED_AT,
                                               .reg = (uint8_t)frame->facts->ra,
                                               .other = sp,
                                               .offset = 168});
    code(frame);
}

/* Code that only calls on, from a table: nothing is saved, and the CFA depends on where it is. */
static void linkage_table(const struct frame *frame)
{
    add(frame, STEP_ADJUST_CFA_OFFSET, 0, 16);
    code(frame);
    gen_add_step(frame->program, (struct step){.kind = STEP_ESCAPE_CFA_COMPLEX,
                                               .reg = (uint8_t)frame->facts->sp,
                                               .other = (uint8_t)frame->facts->fp,
                                               .offset = 8});
    code(frame);
}

/* Pushed where it is needed, and popped before the function's end. */
static void frame_in_the_middle(const struct frame *frame)
{
    code(frame);
    push(frame);
    pop(frame);
    code(frame);
    push(frame);
    pop(frame);
}

static void saved_in_two_orders(const struct frame *frame)
{
    const struct abi_facts *const facts = frame->facts;
    add(frame, STEP_DEF_CFA_OFFSET, 0, facts->usual.cfa);
    add(frame, STEP_OFFSET, facts->fp, facts->usual.fp);
    code(frame);
    add(frame, STEP_OFFSET, facts->ra, facts->usual.ra);
    code(frame);
    add(frame, STEP_RESTORE, facts->ra, 0);
    add(frame, STEP_RESTORE, facts->fp, 0);
    code(frame);
    add(frame, STEP_OFFSET, facts->ra, facts->usual.ra);
    code(frame);
    add(frame, STEP_OFFSET, facts->fp, facts->usual.fp);
    code(frame);
    add(frame, STEP_RESTORE, facts->fp, 0);
    code(frame);
    add(frame, STEP_RESTORE, facts->ra, 0);
    code(frame);
}

static const struct {
    const char *name;
    void (*make)(const struct frame *frame);
} frames[] = {
    {"leaf", leaf},
    {"frame without fp", without_fp},
    {"frame with fp", with_fp},
    {"early return", early_return},
    {"two early returns", two_early_returns},
    {"stack realigned", realigned},
    {"arguments pushed", arguments_pushed},
    {"outermost", outermost},
    {"cold part", cold_part},
    {"hot part, in a section", hot_part},
    {"cold part, in a section", unlikely_part},
    {"without return", without_return},
    {"signal trampoline", signal_trampoline},
    {"linkage table", linkage_table},
    {"frame in the middle", frame_in_the_middle},
    {"saved in two orders", saved_in_two_orders},
};

unsigned gen_frame_count(void)
{
    return sizeof frames / sizeof *frames;
}

void gen_make_frame(struct program_emitter *emitter, unsigned number)
{
    const struct frame frame = {gen_begin_program(emitter, frames[number].name), &gen_abi_facts[emitter->abi],
                                gen_code_piece(emitter->abi)};
    code(&frame);
    frames[number].make(&frame);
}

void gen_programs_frames(struct program_emitter *emitter)
{
    for (unsigned i = 0; i < gen_frame_count(); i++) {
        gen_make_frame(emitter, i);
        gen_emit_program(emitter);
    }
}
