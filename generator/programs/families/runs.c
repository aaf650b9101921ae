/* Functions that run: the machine does what CFI says of them.  corpus/live/truth steps them.  What is drawn
 * is the order of things that are done to a frame; what each does, says and takes back is one function here,
 * and each is passed over (false) where it is impossible. */
#include "../../sets.h"
#include "../families.h"
#include "../running.h"

enum { PROGRAMS = 160, MOST_WAYS = 8 };

typedef bool way(struct running *running);

#define BIT(reg) (UINT64_C(1) << (reg))
/* How what was done since this frame is taken back: by an instruction of so many bytes; or by none. */
#define DID(running, frame, registers, size, ...)                                                            \
    gen_did(running, &(struct done){.before = (frame),                                                       \
                                    .restored = (registers),                                                 \
                                    .back = {.bytes = (size), .form = __VA_ARGS__}})

static int64_t draw(struct running *running, int64_t bound)
{
    return (int64_t)random_below(running->random, (uint64_t)bound);
}

static bool is_on(const struct running *running, uint8_t reg)
{
    return running->now.base == reg;
}

static bool body(struct running *running)
{
    gen_run_body(running);
    return true;
}

static bool exit_early(struct running *running)
{
    gen_exit_early(running);
    return true;
}

/* A frame in which SP has moved to a place that no constant tells. */
static void lose_sp(struct running *running)
{
    running->now.known = false;
    running->now.room = running->now.room_end = 0;
}

/* So many bytes that are free in the frame: where; -1: there are not. */
static int64_t take_room(struct running *running, int64_t bytes)
{
    const int64_t at = running->now.room;
    if (at + bytes > running->now.room_end)
        return -1;
    running->now.room += bytes;
    return at;
}

/* A register that is kept and that nothing counts from, or -1. */
static int draw_kept(struct running *running, const uint8_t *regs, size_t count)
{
    const uint8_t reg = regs[draw(running, (int64_t)count)];
    return is_kept(running, reg) && !is_on(running, reg) ? reg : -1;
}

/* --- A signal's frame ----------------------------------------------------------------------------------- */

/* What interrupts a function keeps the CFA, RA and FP at places that count from SP.  The code before the
 * function makes such a frame.  These are put back one by one. */
static bool interrupted(struct running *running, uint8_t scratch, const struct instruction back[3])
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

/* --- AMD64 ---------------------------------------------------------------------------------------------- */

enum { RAX = 0, RCX = 2, RBX = 3, RBP = 6, RSP = 7, R9 = 9, R10 = 10, R11 = 11, R12 = 12, RIP = 16 };

static const uint8_t amd64_kept[] = {RBX, R12, 13, 14, 15, RBP};

/* Bytes that an offset from a register takes. */
static int64_t displacement(int64_t offset)
{
    return offset == 0 ? 0 : offset >= INT8_MIN && offset <= INT8_MAX ? 1 : 4;
}

static int64_t immediate(int64_t value)
{
    return value >= INT8_MIN && value <= INT8_MAX ? 1 : 4;
}

static bool push_register(struct running *running, uint8_t reg)
{
    const struct made_frame before = running->now;
    const int64_t bytes = reg < 8 ? 1 : 2;
    if (!before.known || is_kept(running, reg))
        return false;
    RUN(running, bytes, "push @", .reg = {reg});
    gen_move_sp(running, 8);
    gen_keep_at(running, reg, 0);
    DID(running, before, BIT(reg), bytes, "pop @", .reg = {reg});
    return true;
}

static bool push(struct running *running)
{
    return push_register(running, amd64_kept[draw(running, COUNT(amd64_kept))]);
}

static bool push_rbp(struct running *running)
{
    return push_register(running, RBP);
}

static bool push_argument(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known)
        return false;
    RUN(running, 2, "push $1");
    gen_move_sp(running, 8);
    DID(running, before, 0, 4, "add $8,%rsp");
    return true;
}

static bool make_room(struct running *running)
{
    static const int64_t sizes[] = {8, 16, 24, 40, 64, 120, 136, 256, 1040, 4096, 40000};
    const struct made_frame before = running->now;
    const int64_t size = sizes[draw(running, COUNT(sizes))];
    if (!before.known)
        return false;
    RUN(running, 3 + immediate(size), "sub $#,%rsp", .number = {size});
    gen_move_sp(running, size);
    running->now.room_end = size;
    DID(running, before, 0, 3 + immediate(size), "add $#,%rsp", .number = {size});
    return true;
}

static bool store(struct running *running)
{
    const struct made_frame before = running->now;
    const uint8_t reg = amd64_kept[draw(running, COUNT(amd64_kept))];
    const int64_t at = is_kept(running, reg) || is_on(running, reg) ? -1 : take_room(running, 8);
    if (at < 0)
        return false;
    const int64_t bytes = 4 + displacement(at);
    RUN(running, bytes, "mov @,#(%rsp)", .reg = {reg}, .number = {at});
    gen_keep_at(running, reg, at);
    DID(running, before, BIT(reg), bytes, "mov #(%rsp),@", .reg = {reg}, .number = {at});
    return true;
}

static bool frame_pointer(struct running *running)
{
    const struct made_frame before = running->now;
    if (!push_rbp(running))
        return false;
    running->count--; /* it is taken back together */
    RUN(running, 3, "mov %rsp,%rbp");
    gen_base_on(running, RBP, running->now.depth);
    DID(running, before, BIT(RBP), 1, "leave");
    return true;
}

/* It is in the middle of what was made room for, as if the room were larger. */
static bool frame_pointer_inside(struct running *running)
{
    static const int64_t places[] = {16, 32, 128, 256};
    const struct made_frame before = running->now;
    const int64_t at = places[draw(running, COUNT(places))];
    if (!before.known || !is_kept(running, RBP) || !is_on(running, RSP))
        return false;
    RUN(running, 4 + displacement(at), "lea #(%rsp),%rbp", .number = {at});
    gen_base_on(running, RBP, before.depth - at);
    DID(running, before, 0, 0, NULL);
    return true;
}

static bool allocate(struct running *running)
{
    const struct made_frame before = running->now;
    const int64_t at = before.offset - before.depth;
    if (!before.known || !is_on(running, RBP))
        return false;
    RUN(running, 2, "mov %edi,%eax");
    RUN(running, 3, "shl $4,%eax");
    RUN(running, 3, "sub %rax,%rsp");
    lose_sp(running);
    DID(running, before, 0, at == 0 ? 4 : 3 + displacement(at), "lea #(%rbp),%rsp", .number = {at});
    return true;
}

static bool other_base(struct running *running)
{
    const struct made_frame before = running->now;
    const int64_t depth = before.depth;
    if (!before.known || !is_on(running, RSP))
        return false;
    RUN(running, 4 + displacement(depth), "lea #(%rsp),%r10", .number = {depth});
    gen_base_on(running, R10, 0);
    DID(running, before, 0, 3 + displacement(depth), "lea #(%r10),%rsp", .number = {-depth});
    return true;
}

static bool copied_base(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known || !is_on(running, RSP))
        return false;
    RUN(running, 3, "mov %rsp,%rax");
    gen_base_on(running, RAX, before.depth);
    DID(running, before, 0, 3, "mov %rax,%rsp");
    return true;
}

static bool align(struct running *running)
{
    const struct made_frame before = running->now;
    const int64_t at = before.offset - before.depth;
    if (!before.known || (!is_on(running, R10) && !is_on(running, RAX)))
        return false;
    RUN(running, 4, "and $-64,%rsp");
    lose_sp(running);
    DID(running, before, 0, 3 + displacement(at), "lea #(@),%rsp", .reg = {before.base}, .number = {at});
    return true;
}

static bool rbp_in_register(struct running *running)
{
    const struct made_frame before = running->now;
    if (is_kept(running, RBP) || is_on(running, RBP))
        return false;
    RUN(running, 3, "mov %rbp,%r9");
    gen_keep_in(running, RBP, R9);
    DID(running, before, BIT(RBP), 3, "mov %r9,%rbp");
    return true;
}

static bool ra_in_register(struct running *running)
{
    const struct made_frame before = running->now;
    if (before.depth != 8 || is_kept(running, RIP))
        return false;
    RUN(running, 4, "mov (%rsp),%r11");
    gen_keep_in(running, RIP, R11);
    RUN(running, 8, "movq $0,(%rsp)");
    DID(running, before, BIT(RIP), 4, "mov %r11,(%rsp)");
    return true;
}

static bool spoil_amd64(struct running *running)
{
    const int reg = draw_kept(running, amd64_kept, COUNT(amd64_kept));
    if (reg < 0)
        return false;
    RUN(running, 3, "xor @,@", .reg = {(uint8_t)reg, (uint8_t)reg});
    return true;
}

static bool red_zone(struct running *running)
{
    if (running->count != 0) /* nothing that is to be read again lies there */
        return false;
    RUN(running, 5, "mov %rdi,-8(%rsp)");
    return true;
}

/* As gcc aligns the stack: the CFA is in r10, then in a slot. */
static bool realigned(struct running *running)
{
    if (!other_base(running))
        return false;
    RUN(running, 4, "and $-32,%rsp");
    lose_sp(running);
    const struct made_frame aligned = running->now;
    RUN(running, 4, "push -8(%r10)");
    RUN(running, 1, "push %rbp");
    RUN(running, 3, "mov %rsp,%rbp");
    gen_say(running, (struct step){.kind = STEP_ESCAPE_SAVED_AT, .reg = RBP, .other = RBP});
    running->now.kept |= BIT(RBP);
    gen_did(running, &(struct done){.before = aligned,
                                    .restored = BIT(RBP),
                                    .must = true,
                                    .back = {.bytes = 1, .form = "leave"}});
    const struct made_frame on_rbp = running->now;
    RUN(running, 2, "push %r10");
    gen_say(running, (struct step){.kind = STEP_ESCAPE_CFA_AT, .reg = RBP, .offset = -8});
    running->now.base = NO_BASE;
    RUN(running, 3, "xor %r10,%r10");
    DID(running, on_rbp, 0, 4, "mov -8(%rbp),%r10");
    return true;
}

static bool interrupted_amd64(struct running *running)
{
    static const struct instruction back[] = {{.bytes = 5, .form = "mov 120(%rsp),%rbp"},
                                              {.bytes = 8, .form = "mov 160(%rsp),%rcx"},
                                              {.bytes = 4, .form = "lea -8(%rcx),%rsp"}};
    RUN(running, 0,
        "lea 8(%rsp),%rax\n\tlea -256(%rsp),%rsp\n\tmov %rax,160(%rsp)\n\tmov 256(%rsp),%rax\n\t"
        "mov %rax,168(%rsp)\n\tmov %rbp,120(%rsp)\n\txor %rbp,%rbp");
    return interrupted(running, RCX, back);
}

/* --- AArch64: each instruction has 4 bytes -------------------------------------------------------------- */

enum { X9 = 9, X10 = 10, X11 = 11, X19 = 19, X29 = 29, X30 = 30, ARM_SP = 31, MOST_IN_ADD = 4095 };

static const uint8_t arm_kept[] = {X29, X30, X19, 20, 21, 22, 23, 24, 25, 26};

static bool record(struct running *running)
{
    const struct made_frame before = running->now;
    const int64_t size = 16 * (1 + draw(running, 31));
    if (!before.known || is_kept(running, X29) || is_kept(running, X30))
        return false;
    RUN(running, 4, "stp x29,x30,[sp,#]!", .number = {-size});
    gen_move_sp(running, size);
    gen_keep_at(running, X29, 0);
    gen_keep_at(running, X30, 8);
    running->now.room = 16;
    running->now.room_end = size;
    DID(running, before, BIT(X29) | BIT(X30), 4, "ldp x29,x30,[sp],#", .number = {size});
    return true;
}

static bool push_one(struct running *running)
{
    const struct made_frame before = running->now;
    const uint8_t reg = arm_kept[draw(running, 3)];
    if (!before.known || is_kept(running, reg))
        return false;
    RUN(running, 4, "str @,[sp,-16]!", .reg = {reg});
    gen_move_sp(running, 16);
    gen_keep_at(running, reg, 0);
    DID(running, before, BIT(reg), 4, "ldr @,[sp],16", .reg = {reg});
    return true;
}

static bool point_x29(struct running *running)
{
    const struct made_frame before = running->now;
    const int64_t at = 16 * draw(running, 2);
    if (!before.known || !is_kept(running, X29) || !is_on(running, ARM_SP) || before.depth < at)
        return false;
    RUN(running, 4, "add x29,sp,#", .number = {at});
    gen_base_on(running, X29, before.depth - at);
    DID(running, before, 0, 0, NULL);
    return true;
}

static bool make_arm_room(struct running *running)
{
    static const int64_t sizes[] = {16, 32, 48, 64, 112, 256, 1040, 4080, 65536};
    const struct made_frame before = running->now;
    const int64_t size = sizes[draw(running, COUNT(sizes))];
    if (!before.known)
        return false;
    RUN(running, 4, "sub sp,sp,#", .number = {size});
    gen_move_sp(running, size);
    running->now.room_end = size;
    DID(running, before, 0, 4, "add sp,sp,#", .number = {size});
    return true;
}

static bool store_one(struct running *running)
{
    const struct made_frame before = running->now;
    const uint8_t reg = arm_kept[draw(running, 5)];
    const int64_t at = is_kept(running, reg) ? -1 : take_room(running, 8);
    if (at < 0)
        return false;
    RUN(running, 4, "str @,[sp,#]", .reg = {reg}, .number = {at});
    gen_keep_at(running, reg, at);
    DID(running, before, BIT(reg), 4, "ldr @,[sp,#]", .reg = {reg}, .number = {at});
    return true;
}

static bool store_pair(struct running *running)
{
    const struct made_frame before = running->now;
    const uint8_t reg = (uint8_t)(X19 + 2 * draw(running, 4)), other = (uint8_t)(reg + 1);
    const int64_t at = is_kept(running, reg) || is_kept(running, other) ? -1 : take_room(running, 16);
    if (at < 0 || at > 504)
        return false;
    RUN(running, 4, "stp @,@,[sp,#]", .reg = {reg, other}, .number = {at});
    gen_keep_at(running, reg, at);
    gen_keep_at(running, other, at + 8);
    DID(running, before, BIT(reg) | BIT(other), 4, "ldp @,@,[sp,#]", .reg = {reg, other}, .number = {at});
    return true;
}

/* With one of two keys. */
static bool sign(struct running *running)
{
    const struct made_frame before = running->now;
    const bool key_b = draw(running, 3) == 0;
    if (!before.known || before.mangled || is_kept(running, X30))
        return false;
    if (key_b)
        gen_say(running, (struct step){.kind = STEP_B_KEY_FRAME});
    RUN(running, 4, key_b ? "hint 27" : "hint 25");
    gen_toggle_signature(running);
    DID(running, before, 0, 4, key_b ? "hint 31" : "hint 29");
    return true;
}

/* X30 or x29. */
static bool in_register(struct running *running)
{
    const struct made_frame before = running->now;
    const uint8_t reg = arm_kept[draw(running, 2)], other = reg == X29 ? X10 : X9;
    if (is_kept(running, reg) || is_on(running, reg))
        return false;
    RUN(running, 4, "mov @,@", .reg = {other, reg});
    gen_keep_in(running, reg, other);
    DID(running, before, BIT(reg), 4, "mov @,@", .reg = {reg, other});
    return true;
}

static bool other_arm_base(struct running *running)
{
    const struct made_frame before = running->now;
    const int64_t depth = before.depth;
    if (!before.known || !is_on(running, ARM_SP) || depth > MOST_IN_ADD)
        return false;
    RUN(running, 4, "add x11,sp,#", .number = {depth});
    gen_base_on(running, X11, 0);
    DID(running, before, 0, 4, "sub sp,x11,#", .number = {depth});
    return true;
}

static bool align_arm(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known || !is_on(running, X11) || before.depth > MOST_IN_ADD)
        return false;
    RUN(running, 4, "and x12,x11,-64");
    RUN(running, 4, "sub sp,x12,4096");
    lose_sp(running);
    DID(running, before, 0, 4, "sub sp,x11,#", .number = {before.depth});
    return true;
}

static bool allocate_arm(struct running *running)
{
    const struct made_frame before = running->now;
    const int64_t at = before.depth - before.offset;
    if (!before.known || !is_on(running, X29) || at > MOST_IN_ADD)
        return false;
    RUN(running, 4, "sub sp,sp,x0,lsl 4");
    lose_sp(running);
    DID(running, before, 0, 4, "sub sp,x29,#", .number = {at});
    return true;
}

static bool spoil_arm(struct running *running)
{
    const int reg = draw_kept(running, arm_kept, 5);
    if (reg < 0)
        return false;
    RUN(running, 4, "mov @,xzr", .reg = {(uint8_t)reg});
    return true;
}

static bool interrupted_arm(struct running *running)
{
    static const struct instruction back[] = {{.bytes = 4, .form = "ldr x29,[sp,120]"},
                                              {.bytes = 4, .form = "ldr x9,[sp,160]"},
                                              {.bytes = 4, .form = "mov sp,x9"}};
    RUN(running, 0,
        "mov x9,sp\n\tsub sp,sp,256\n\tstr x9,[sp,160]\n\tstr x30,[sp,168]\n\tstr x29,[sp,120]\n\t"
        "mov x29,xzr");
    return interrupted(running, X9, back);
}

/* --- s390x ---------------------------------------------------------------------------------------------- */

enum { R1 = 1, Z_FP = 11, R14 = 14, R15 = 15, F0 = 16, SAVE_AREA = 160 };

static const uint8_t z_kept[] = {Z_FP, R14, 6, 7, 8, 9, 10, 12, 13};

/* Where the caller has room for it: from a register up to the last one. */
static bool store_many(struct running *running, uint8_t first, uint8_t last)
{
    const struct made_frame *const now = &running->now;
    if (!now->known || now->depth != SAVE_AREA || now->kept != 0)
        return false;
    RUN(running, 6, "stmg @,@,#(%r15)", .reg = {first, last}, .number = {8 * first});
    for (uint8_t reg = first; reg <= last; reg++)
        gen_keep_at(running, reg, 8 * reg);
    return true;
}

static uint64_t from_to(uint8_t first, uint8_t last)
{
    return (BIT(last) << 1) - BIT(first);
}

static bool store_multiple(struct running *running)
{
    const struct made_frame before = running->now;
    const uint8_t first = (uint8_t)(6 + draw(running, 9));
    if (!store_many(running, first, R14))
        return false;
    DID(running, before, from_to(first, R14), 6, "lmg @,@,#(%r15)", .reg = {first, R14},
        .number = {8 * first});
    return true;
}

static void subtract(struct running *running)
{
    static const int64_t more[] = {0, 8, 16, 24, 40, 96, 168, 856, 4000, 30000};
    const int64_t size = SAVE_AREA + more[draw(running, COUNT(more))];
    RUN(running, 4, "aghi %r15,#", .number = {-size});
    gen_move_sp(running, size);
    running->now.room = SAVE_AREA;
    running->now.room_end = size;
}

/* As gcc does it: one instruction takes all back. */
static bool whole_frame(struct running *running)
{
    const struct made_frame before = running->now;
    const uint8_t first = (uint8_t)(6 + draw(running, 9));
    if (!store_many(running, first, R15))
        return false;
    subtract(running);
    DID(running, before, from_to(first, R15), 6, "lmg @,@,#(%r15)", .reg = {first, R15},
        .number = {running->now.depth - SAVE_AREA + 8 * first});
    return true;
}

static bool make_z_room(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known)
        return false;
    subtract(running);
    DID(running, before, 0, 4, "aghi %r15,#", .number = {running->now.depth - before.depth});
    return true;
}

static bool store_z(struct running *running)
{
    const struct made_frame before = running->now;
    const uint8_t reg = z_kept[draw(running, 5)];
    const int64_t at = is_kept(running, reg) ? -1 : take_room(running, 8);
    if (at < 0)
        return false;
    RUN(running, 6, "stg @,#(%r15)", .reg = {reg}, .number = {at});
    gen_keep_at(running, reg, at);
    DID(running, before, BIT(reg), 6, "lg @,#(%r15)", .reg = {reg}, .number = {at});
    return true;
}

/* In a floating-point register: of f0, f2, f4 and f6, whose DWARF numbers are next to one another. */
static bool in_float(struct running *running)
{
    const struct made_frame before = running->now;
    const uint8_t number = (uint8_t)draw(running, 3), reg = z_kept[number];
    if (is_kept(running, reg) || is_on(running, reg))
        return false;
    RUN(running, 4, "ldgr %f#,@", .reg = {reg}, .number = {2 * number});
    gen_keep_in(running, reg, F0 + number);
    DID(running, before, BIT(reg), 4, "lgdr @,%f#", .reg = {reg}, .number = {2 * number});
    return true;
}

static bool point_r11(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known || !is_kept(running, Z_FP) || !is_on(running, R15))
        return false;
    RUN(running, 4, "lgr %r11,%r15");
    gen_base_on(running, Z_FP, before.depth);
    DID(running, before, 0, 0, NULL);
    return true;
}

static bool other_z_base(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known || !is_on(running, R15))
        return false;
    RUN(running, 4, "lgr %r1,%r15");
    gen_base_on(running, R1, before.depth);
    DID(running, before, 0, 4, "lgr %r15,%r1");
    return true;
}

static bool align_z(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known || !is_on(running, R1))
        return false;
    RUN(running, 4, "nill %r15,65472");
    lose_sp(running);
    DID(running, before, 0, 6, "lay %r15,#(%r1)", .number = {before.offset - before.depth});
    return true;
}

static bool allocate_z(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known || !is_on(running, Z_FP))
        return false;
    RUN(running, 6, "sllg %r3,%r2,4");
    RUN(running, 4, "sgr %r15,%r3");
    lose_sp(running);
    DID(running, before, 0, 6, "lay %r15,#(%r11)", .number = {before.offset - before.depth});
    return true;
}

static bool spoil_z(struct running *running)
{
    const int reg = draw_kept(running, z_kept, 2);
    if (reg < 0)
        return false;
    RUN(running, 4, "lghi @,0", .reg = {(uint8_t)reg});
    return true;
}

static bool interrupted_z(struct running *running)
{
    static const struct instruction back[] = {{.bytes = 6, .form = "lg %r11,120(%r15)"},
                                              {.bytes = 6, .form = "lg %r1,160(%r15)"},
                                              {.bytes = 6, .form = "lay %r15,-160(%r1)"}};
    RUN(running, 0,
        "la %r1,160(%r15)\n\taghi %r15,-256\n\tstg %r1,160(%r15)\n\tstg %r14,168(%r15)\n\t"
        "stg %r11,120(%r15)\n\tlghi %r11,0");
    return interrupted(running, R1, back);
}

/* --- Kinds ---------------------------------------------------------------------------------------------- */

/* What such a function begins with, all of it; and of what it then does some. */
static const struct kind {
    unsigned abis;
    const char *name;
    bool outside; /* what it begins with is done before it, and it is entered by a jump, as a cold part is */
    way *first[MOST_WAYS], *more[MOST_WAYS];
} kinds[] = {
    {AMD, "leaf", false, {body}, {red_zone, rbp_in_register, spoil_amd64}},
    {AMD, "pushes", false, {push}, {push, push, push_argument, spoil_amd64}},
    {AMD, "room", false, {push, make_room}, {push, store, store, make_room, spoil_amd64}},
    {AMD, "frame pointer", false, {frame_pointer}, {push, make_room, store, push_argument, spoil_amd64}},
    {AMD, "allocation", false, {frame_pointer, allocate}, {push, allocate, spoil_amd64}},
    {AMD,
     "pointer inside",
     false,
     {push_rbp, frame_pointer_inside},
     {push, make_room, allocate, spoil_amd64}},
    {AMD, "in registers", false, {ra_in_register}, {rbp_in_register, push, make_room, spoil_amd64}},
    {AMD, "other base", false, {push, other_base}, {push, align, make_room, store, spoil_amd64}},
    {AMD, "copied base", false, {copied_base}, {push, align, make_room, store, spoil_amd64}},
    {AMD, "realigned", false, {realigned}, {body, exit_early}},
    {AMD, "part with frame pointer", true, {frame_pointer, make_room}, {push, store, spoil_amd64}},
    {AMD, "part with pushes", true, {push, push_rbp, make_room}, {push, store, make_room, spoil_amd64}},
    {AMD, "interrupted", true, {interrupted_amd64}, {body, spoil_amd64}},

    {ARMS, "leaf", false, {body}, {in_register, spoil_arm}},
    {ARMS, "record", false, {record}, {store_one, store_pair, store_pair, make_arm_room, spoil_arm}},
    {ARMS, "frame pointer", false, {record, point_x29}, {store_pair, make_arm_room, store_one, spoil_arm}},
    {ARMS, "allocation", false, {record, point_x29, allocate_arm}, {allocate_arm, spoil_arm}},
    {ARMS, "room", false, {make_arm_room, store_one}, {store_pair, store_one, make_arm_room, spoil_arm}},
    {ARMS, "pushes", false, {push_one}, {push_one, push_one, record, spoil_arm}},
    {ARMS, "signed", false, {sign}, {in_register, push_one, spoil_arm}},
    {ARMS, "signed record", false, {sign, record}, {store_pair, point_x29, make_arm_room, spoil_arm}},
    {ARMS, "in registers", false, {in_register}, {in_register, make_arm_room, store_pair, spoil_arm}},
    {ARMS, "other base", false, {other_arm_base}, {record, align_arm, push_one, make_arm_room, spoil_arm}},
    {ARMS, "part", true, {record, point_x29}, {store_pair, make_arm_room, spoil_arm}},
    {ARMS, "signed part", true, {sign, record}, {store_pair, make_arm_room, spoil_arm}},
    {ARMS, "interrupted", true, {interrupted_arm}, {body, spoil_arm}},

    {S390, "leaf", false, {body}, {in_float, spoil_z}},
    {S390, "stored", false, {store_multiple, make_z_room}, {point_r11, store_z, make_z_room, spoil_z}},
    {S390, "whole frame", false, {whole_frame}, {point_r11, store_z, make_z_room, spoil_z}},
    {S390, "room", false, {make_z_room}, {store_z, store_z, point_r11, make_z_room, spoil_z}},
    {S390, "allocation", false, {make_z_room, store_z, point_r11, allocate_z}, {allocate_z, spoil_z}},
    {S390, "in registers", false, {in_float}, {in_float, in_float, make_z_room, spoil_z}},
    {S390, "other base", false, {other_z_base}, {make_z_room, store_z, align_z, in_float, spoil_z}},
    {S390, "part", true, {whole_frame, point_r11}, {store_z, make_z_room, spoil_z}},
    {S390, "interrupted", true, {interrupted_z}, {body, spoil_z}},
};

/* The kinds of an ABI, in turn. */
static const struct kind *kind_of(enum abi abi, unsigned number)
{
    unsigned count = 0;
    for (size_t i = 0; i < COUNT(kinds); i++)
        count += is_in(kinds[i].abis, abi) ? 1 : 0;
    unsigned left = number % count;
    for (size_t i = 0;; i++)
        if (is_in(kinds[i].abis, abi) && left-- == 0)
            return &kinds[i];
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
    way *const always[] = {body, exit_early};
    running->outside = kind->outside;
    if (draw(running, 3) == 0 && !kind->outside)
        exit_early(running);
    for (unsigned i = 0; i < length_of(kind->first); i++)
        (void)kind->first[i](running);
    running->outside = false;
    body(running);
    for (int64_t left = draw(running, 6); left > 0; left--)
        if (!kind->more[draw(running, length_of(kind->more))](running) || draw(running, 2) == 0)
            (void)always[draw(running, 2)](running);
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
