/* Functions that run, of s390x. */
#include "runs.h"

enum { R1 = 1, Z_FP = 11, R14 = 14, R15 = 15, F0 = 16, SAVE_AREA = 160 };

static const uint8_t z_kept[] = {Z_FP, R14, 6, 7, 8, 9, 10, 12, 13};

/* Where the caller has room for it: from a register up to the last one. */
static bool store_many(struct running *running, uint8_t first, uint8_t last)
{
    const struct made_frame *const now = &running->now;
    if (!now->known || now->depth != SAVE_AREA || now->kept != 0)
        return false;
    RUN(running, 6, "stmg @,@,#(%r15)", .reg = {first, last}, .number = {INT64_C(8) * first});
    for (uint8_t reg = first; reg <= last; reg++)
        gen_keep_at(running, reg, INT64_C(8) * reg);
    return true;
}

static uint64_t from_to(uint8_t first, uint8_t last)
{
    return (BIT(last) << 1) - BIT(first);
}

static bool store_multiple(struct running *running)
{
    const struct made_frame before = running->now;
    const uint8_t first = (uint8_t)(6 + gen_draw_number(running, 9));
    if (!store_many(running, first, R14))
        return false;
    DID(running, before, from_to(first, R14), 6, "lmg @,@,#(%r15)", .reg = {first, R14},
        .number = {INT64_C(8) * first});
    return true;
}

static void subtract(struct running *running)
{
    static const int64_t more[] = {0, 8, 16, 24, 40, 96, 168, 856, 4000, 30000};
    const int64_t size = SAVE_AREA + more[gen_draw_number(running, COUNT(more))];
    RUN(running, 4, "aghi %r15,#", .number = {-size});
    gen_move_sp(running, size);
    running->now.room = SAVE_AREA;
    running->now.room_end = size;
}

/* As gcc does it: one instruction takes all back. */
static bool whole_frame(struct running *running)
{
    const struct made_frame before = running->now;
    const uint8_t first = (uint8_t)(6 + gen_draw_number(running, 9));
    if (!store_many(running, first, R15))
        return false;
    subtract(running);
    DID(running, before, from_to(first, R15), 6, "lmg @,@,#(%r15)", .reg = {first, R15},
        .number = {running->now.depth - SAVE_AREA + INT64_C(8) * first});
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
    const uint8_t reg = z_kept[gen_draw_number(running, 5)];
    const int64_t at = is_kept(running, reg) ? -1 : gen_take_room(running, 8);
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
    const uint8_t number = (uint8_t)gen_draw_number(running, 3), reg = z_kept[number];
    if (is_kept(running, reg) || gen_is_on(running, reg))
        return false;
    RUN(running, 4, "ldgr %f#,@", .reg = {reg}, .number = {INT64_C(2) * number});
    gen_keep_in(running, reg, F0 + number);
    DID(running, before, BIT(reg), 4, "lgdr @,%f#", .reg = {reg}, .number = {INT64_C(2) * number});
    return true;
}

static bool point_r11(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known || !is_kept(running, Z_FP) || !gen_is_on(running, R15))
        return false;
    RUN(running, 4, "lgr %r11,%r15");
    gen_base_on(running, Z_FP, before.depth);
    DID(running, before, 0, 0, NULL);
    return true;
}

static bool other_z_base(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known || !gen_is_on(running, R15))
        return false;
    RUN(running, 4, "lgr %r1,%r15");
    gen_base_on(running, R1, before.depth);
    DID(running, before, 0, 4, "lgr %r15,%r1");
    return true;
}

static bool align_z(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known || !gen_is_on(running, R1))
        return false;
    RUN(running, 4, "nill %r15,65472");
    gen_lose_sp(running);
    DID(running, before, 0, 6, "lay %r15,#(%r1)", .number = {before.offset - before.depth});
    return true;
}

static bool allocate_z(struct running *running)
{
    const struct made_frame before = running->now;
    if (!before.known || !gen_is_on(running, Z_FP))
        return false;
    RUN(running, 6, "sllg %r3,%r2,4");
    RUN(running, 4, "sgr %r15,%r3");
    gen_lose_sp(running);
    DID(running, before, 0, 6, "lay %r15,#(%r11)", .number = {before.offset - before.depth});
    return true;
}

static bool spoil_z(struct running *running)
{
    const int reg = gen_draw_kept(running, z_kept, 2);
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
    return gen_interrupted(running, R1, back);
}

const struct kind gen_s390x_kinds[] = {
    {"leaf", false, {gen_body}, {in_float, spoil_z}},
    {"stored", false, {store_multiple, make_z_room}, {point_r11, store_z, make_z_room, spoil_z}},
    {"whole frame", false, {whole_frame}, {point_r11, store_z, make_z_room, spoil_z}},
    {"room", false, {make_z_room}, {store_z, store_z, point_r11, make_z_room, spoil_z}},
    {"allocation", false, {make_z_room, store_z, point_r11, allocate_z}, {allocate_z, spoil_z}},
    {"in registers", false, {in_float}, {in_float, in_float, make_z_room, spoil_z}},
    {"other base", false, {other_z_base}, {make_z_room, store_z, align_z, in_float, spoil_z}},
    {"part", true, {whole_frame, point_r11}, {store_z, make_z_room, spoil_z}},
    {"interrupted", true, {interrupted_z}, {gen_body, spoil_z}},
    {0},
};
