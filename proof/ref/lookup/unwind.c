/* sfr_unwind_next, retrace and sfr_unwind_pcs: safe, they end, as many frames fewer are left as were given, and a row that
 * is remembered is used for its own PC only. */
#include "unwind.h"

static const struct sfr_machine machine;
static struct sfr_remembered remembered; /* what place_of() gives */

static struct sfr_unwind any_unwind(void)
{
    struct sfr_unwind unwind;
    unwind.machine = &machine;
    unwind.recent = &remembered;
    __CPROVER_assume(is_unwind(&unwind));
    return unwind;
}

struct sfr_remembered *any_place(const struct sfr_unwind *unwind, struct sfr_remembered *callee, uint64_t pc)
{
    (void)unwind, (void)pc;
    assert(callee == &remembered);
    __CPROVER_havoc_object(&remembered);
    is_found = remembered.used;
    found_at = remembered.pc;
    return &remembered;
}

enum sfr_step any_step_anew(struct sfr_unwind *unwind, struct sfr_frame *frame)
{
    assert(is_sought(unwind->sought, *frame) && unwind->recent == &remembered);
    unwind->last = nondet_size();
    __CPROVER_assume(unwind->last < unwind->count || unwind->count == 0);
    is_found = true;
    found_at = unwind->sought;
    return any_caller(unwind->machine == &machine, frame, &unwind->frame, nondet_bool());
}

enum sfr_step noted_recall(const struct sfr_remembered *place, const struct sfr_machine *asked, struct sfr_frame *frame,
                           struct sfr_frame *caller)
{
    assert(place == &remembered);
    return any_caller(asked == &machine, frame, caller, false);
}

static uint64_t *room; /* for PCs */
static size_t room_size;

static void make_room(void)
{
    room_size = nondet_size();
    __CPROVER_assume(room_size <= LARGEST / sizeof *room);
    room = malloc(room_size * sizeof *room);
    __CPROVER_assume(room != NULL);
}

static void part_next(void)
{
    struct sfr_unwind unwind = any_unwind();
    const struct sfr_unwind before = unwind;
    struct sfr_frame frame;
    const bool more = sfr_unwind_next(&unwind, &frame);
    assert(more == (before.stop == SFR_STEPPED));
    assert(!more || (frame.pc == before.frame.pc && frame.sp == before.frame.sp && frame.fp == before.frame.fp &&
                     frame.topmost == before.frame.topmost && frame.interrupted == before.frame.interrupted));
    assert(is_unwind(&unwind) && unwind.recent == &remembered);
    assert(more || unwind.stop == before.stop);
    /* As many frames as were allowed: a trace ends. */
    assert(unwind.stop != SFR_STEPPED || unwind.left == before.left - 1);
    REACHES(!more);
    REACHES(unwind.stop == SFR_STEPPED && unwind.last != before.last);
    REACHES(more && unwind.stop == SFR_STOP_LIMIT);
    REACHES(unwind.stop == SFR_STEPPED && unwind.frame.interrupted);
}

static void part_retrace(void)
{
    struct sfr_unwind unwind = any_unwind();
    make_room();
    const struct sfr_unwind before = unwind;
    const size_t count = retrace(&unwind, room, room_size);
    assert(count <= room_size && count <= before.left);
    assert(is_unwind(&unwind) && unwind.recent == &remembered);
    assert(count == 0 || unwind.stop != SFR_STEPPED || !unwind.frame.topmost);
    assert(count != 0 || (unwind.stop == before.stop && unwind.left == before.left));
    assert(unwind.stop != SFR_STEPPED || unwind.left == before.left - count);
    assert(count == 0 || room[0] == before.frame.pc);
    REACHES(unwind.stop == SFR_STEPPED && count > 1);
    REACHES(unwind.stop == SFR_STEPPED && count == 0 && unwind.frame.interrupted);
    REACHES(unwind.stop == SFR_STOP_LIMIT && count != 0);
    REACHES(unwind.stop == SFR_STOP_MEMORY && count != 0);
}

/* The parts of sfr_unwind_pcs(), which have proofs of their own. */
bool any_next(struct sfr_unwind *unwind, struct sfr_frame *frame)
{
    assert(is_unwind(unwind) && __CPROVER_w_ok(frame, sizeof *frame));
    const bool more = unwind->stop == SFR_STEPPED;
    if (more) {
        struct sfr_frame any;
        *frame = any;
        *unwind = any_unwind();
    }
    return more;
}

size_t any_retrace(struct sfr_unwind *unwind, uint64_t *pcs, size_t most)
{
    assert(is_unwind(unwind));
    const size_t count = nondet_size();
    __CPROVER_assume(count <= most);
    assert(pcs == room + (room_size - most) && most <= room_size);
    *unwind = any_unwind();
    return count;
}

static void part_pcs(void)
{
    struct sfr_unwind unwind = any_unwind();
    make_room();
    const size_t count = sfr_unwind_pcs(&unwind, room, room_size);
    assert(is_unwind(&unwind) && count <= room_size && (count == room_size || unwind.stop != SFR_STEPPED));
    REACHES(count == 0 && room_size != 0);
    REACHES(count == room_size && count > 2 && unwind.stop == SFR_STEPPED);
}

void proof_unwind(void)
{
    PART();
}
