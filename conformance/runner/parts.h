/* Decides which of its vectors a slot asks: the next one, or a part of a unit that has the same turn. */
#ifndef CONFORMANCE_RUNNER_PARTS_H
#define CONFORMANCE_RUNNER_PARTS_H

#include "slot.h"

struct task *runner_task_at(const struct slot *slot, uint64_t number);
/* The first of the slot's vectors, from NUMBER on, that has no answer; or the end of the ring if none has
 * come yet. */
uint64_t runner_first_from(const struct slot *slot, uint64_t number);
uint64_t runner_next_of(const struct slot *slot, uint64_t number);
bool runner_task_is_there(const struct slot *slot, uint64_t number);
bool runner_task_is_writing(const struct slot *slot, uint64_t number);

/* Collects what is asked together with the slot's oldest vector: the vectors of its unit that have the same
 * turn; or, if ALONE, nothing else. */
void runner_part_gather(struct slot *slot, bool alone);
/* The part that was collected, as vectors; the caller gives the arrays. */
struct part runner_part_of(const struct slot *slot, struct vector *vectors[], bool *named);
/* Gives vectors of the part that was asked other turns: each one that is NAMED gets its own, or if none is
 * named, the second half gets one. */
void runner_part_split(struct slot *slot, const bool named[]);
/* Whether several vectors were asked together, so that none of them is to blame yet. */
bool runner_part_was_asked(const struct slot *slot);

#endif
