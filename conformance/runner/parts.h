/* Which of its vectors a slot asks: the next one, or a part of a unit, whose turn it is together. */
#ifndef CONFORMANCE_RUNNER_PARTS_H
#define CONFORMANCE_RUNNER_PARTS_H

#include "slot.h"

struct task *runner_task_at(const struct slot *slot, uint64_t number);
/* The first of its vectors that is not answered, from NUMBER on, or behind it; the end if none is there yet.
 */
uint64_t runner_first_from(const struct slot *slot, uint64_t number);
uint64_t runner_next_of(const struct slot *slot, uint64_t number);
bool runner_task_is_there(const struct slot *slot, uint64_t number);
bool runner_task_is_writing(const struct slot *slot, uint64_t number);

/* Finds what is asked together with the oldest: those of its unit whose turn it is, too; or nothing else. */
void runner_part_gather(struct slot *slot, bool alone);
/* The same as vectors, for which there is room. */
struct part runner_part_of(const struct slot *slot, struct vector *vectors[], bool *named);
/* Some of it are to be asked in other turns: each that is NAMED alone, or else the second half. */
void runner_part_split(struct slot *slot, const bool named[]);
/* Whether several vectors were asked together, so that none of them is to blame yet. */
bool runner_part_was_asked(const struct slot *slot);

#endif
