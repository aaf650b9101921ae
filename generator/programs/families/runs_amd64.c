/* Functions that run, of AMD64. */
#include "runs.h"

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
    return push_register(running, amd64_kept[gen_draw_number(running, COUNT(amd64_kept))]);
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
    const int64_t size = sizes[gen_draw_number(running, COUNT(sizes))];
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
    const uint8_t reg = amd64_kept[gen_draw_number(running, COUNT(amd64_kept))];
    const int64_t at = is_kept(running, reg) || gen_is_on(running, reg) ? -1 : gen_take_room(running, 8);
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
    const int64_t at = places[gen_draw_number(running, COUNT(places))];
    if (!before.known || !is_kept(running, RBP) || !gen_is_on(running, RSP))
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
    if (!before.known || !gen_is_on(running, RBP))
        return false;
    RUN(running, 2, "mov %edi,%eax");
    RUN(running, 3, "shl $4,%eax");
    RUN(running, 3, "sub %rax,%rsp");
    gen_lose_sp(running);
    DID(running, before, 0, at == 0 ? 4 : 3 + displacement(at), "lea #(%rbp),%rsp", .number = {at});
    return true;
}

static bool other_base(struct running *running)
{
    const struct made_frame before = running->now;
    const int64_t depth = before.depth;
    if (!before.known || !gen_is_on(running, RSP))
        return false;
    RUN(running, 4 + displacement(depth), "lea #(%rsp),%r10", .number = {depth});
    gen_base_on(running, R10, 0);
    DID(running, before, 0, 3 + displacement(depth), "lea #(%r10),%rsp", .number = {-depth});
    return true;
}

static bool copied_base(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known || !gen_is_on(running, RSP))
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
    if (!before.known || (!gen_is_on(running, R10) && !gen_is_on(running, RAX)))
        return false;
    RUN(running, 4, "and $-64,%rsp");
    gen_lose_sp(running);
    DID(running, before, 0, 3 + displacement(at), "lea #(@),%rsp", .reg = {before.base}, .number = {at});
    return true;
}

static bool rbp_in_register(struct running *running)
{
    const struct made_frame before = running->now;
    if (is_kept(running, RBP) || gen_is_on(running, RBP))
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
    const int reg = gen_draw_kept(running, amd64_kept, COUNT(amd64_kept));
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
    gen_lose_sp(running);
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
    return gen_interrupted(running, RCX, back);
}

const struct kind gen_amd64_kinds[] = {
    {"leaf", false, {gen_body}, {red_zone, rbp_in_register, spoil_amd64}},
    {"pushes", false, {push}, {push, push, push_argument, spoil_amd64}},
    {"room", false, {push, make_room}, {push, store, store, make_room, spoil_amd64}},
    {"frame pointer", false, {frame_pointer}, {push, make_room, store, push_argument, spoil_amd64}},
    {"allocation", false, {frame_pointer, allocate}, {push, allocate, spoil_amd64}},
    {"pointer inside", false, {push_rbp, frame_pointer_inside}, {push, make_room, allocate, spoil_amd64}},
    {"in registers", false, {ra_in_register}, {rbp_in_register, push, make_room, spoil_amd64}},
    {"other base", false, {push, other_base}, {push, align, make_room, store, spoil_amd64}},
    {"copied base", false, {copied_base}, {push, align, make_room, store, spoil_amd64}},
    {"realigned", false, {realigned}, {gen_body, gen_early_exit}},
    {"part with frame pointer", true, {frame_pointer, make_room}, {push, store, spoil_amd64}},
    {"part with pushes", true, {push, push_rbp, make_room}, {push, store, make_room, spoil_amd64}},
    {"interrupted", true, {interrupted_amd64}, {gen_body, spoil_amd64}},
    {0},
};
