/* Functions that run, of AArch64, whose instructions have 4 bytes. */
#include "runs.h"

enum { X9 = 9, X10 = 10, X11 = 11, X19 = 19, X29 = 29, X30 = 30, ARM_SP = 31, MOST_IN_ADD = 4095 };

static const uint8_t arm_kept[] = {X29, X30, X19, 20, 21, 22, 23, 24, 25, 26};

static bool record(struct running *running)
{
    const struct made_frame before = running->now;
    const int64_t size = 16 * (1 + gen_draw_number(running, 31));
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
    const uint8_t reg = arm_kept[gen_draw_number(running, 3)];
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
    const int64_t at = 16 * gen_draw_number(running, 2);
    if (!before.known || !is_kept(running, X29) || !gen_is_on(running, ARM_SP) || before.depth < at)
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
    const int64_t size = sizes[gen_draw_number(running, COUNT(sizes))];
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
    const uint8_t reg = arm_kept[gen_draw_number(running, 5)];
    const int64_t at = is_kept(running, reg) ? -1 : gen_take_room(running, 8);
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
    const uint8_t reg = (uint8_t)(X19 + 2 * gen_draw_number(running, 4)), other = (uint8_t)(reg + 1);
    const int64_t at = is_kept(running, reg) || is_kept(running, other) ? -1 : gen_take_room(running, 16);
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
    const bool key_b = gen_draw_number(running, 3) == 0;
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
    const uint8_t reg = arm_kept[gen_draw_number(running, 2)], other = reg == X29 ? X10 : X9;
    if (is_kept(running, reg) || gen_is_on(running, reg))
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
    if (!before.known || !gen_is_on(running, ARM_SP) || depth > MOST_IN_ADD)
        return false;
    RUN(running, 4, "add x11,sp,#", .number = {depth});
    gen_base_on(running, X11, 0);
    DID(running, before, 0, 4, "sub sp,x11,#", .number = {depth});
    return true;
}

static bool align_arm(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known || !gen_is_on(running, X11) || before.depth > MOST_IN_ADD)
        return false;
    RUN(running, 4, "and x12,x11,-64");
    RUN(running, 4, "sub sp,x12,4096");
    gen_lose_sp(running);
    DID(running, before, 0, 4, "sub sp,x11,#", .number = {before.depth});
    return true;
}

static bool allocate_arm(struct running *running)
{
    const struct made_frame before = running->now;
    const int64_t at = before.depth - before.offset;
    if (!before.known || !gen_is_on(running, X29) || at > MOST_IN_ADD)
        return false;
    RUN(running, 4, "sub sp,sp,x0,lsl 4");
    gen_lose_sp(running);
    DID(running, before, 0, 4, "sub sp,x29,#", .number = {at});
    return true;
}

static bool spoil_arm(struct running *running)
{
    const int reg = gen_draw_kept(running, arm_kept, 5);
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
    return gen_interrupted(running, X9, back);
}

const struct kind gen_aarch64_kinds[] = {
    {"leaf", false, {gen_body}, {in_register, spoil_arm}},
    {"record", false, {record}, {store_one, store_pair, store_pair, make_arm_room, spoil_arm}},
    {"frame pointer", false, {record, point_x29}, {store_pair, make_arm_room, store_one, spoil_arm}},
    {"allocation", false, {record, point_x29, allocate_arm}, {allocate_arm, spoil_arm}},
    {"room", false, {make_arm_room, store_one}, {store_pair, store_one, make_arm_room, spoil_arm}},
    {"pushes", false, {push_one}, {push_one, push_one, record, spoil_arm}},
    {"signed", false, {sign}, {in_register, push_one, spoil_arm}},
    {"signed record", false, {sign, record}, {store_pair, point_x29, make_arm_room, spoil_arm}},
    {"in registers", false, {in_register}, {in_register, make_arm_room, store_pair, spoil_arm}},
    {"other base", false, {other_arm_base}, {record, align_arm, push_one, make_arm_room, spoil_arm}},
    {"part", true, {record, point_x29}, {store_pair, make_arm_room, spoil_arm}},
    {"signed part", true, {sign, record}, {store_pair, make_arm_room, spoil_arm}},
    {"interrupted", true, {interrupted_arm}, {gen_body, spoil_arm}},
    {0},
};
