#include "slot.h"

struct task *runner_task_at(const struct slot *slot, uint64_t number)
{
    return &slot->tasks->ring[number % TASKS];
}

uint64_t runner_first_from(const struct slot *slot, uint64_t number)
{
    while (number < slot->tasks->end &&
           (runner_task_at(slot, number)->owner != slot->index || runner_task_at(slot, number)->answered))
        number++;
    return number;
}

uint64_t runner_next_of(const struct slot *slot, uint64_t number)
{
    return runner_first_from(slot, number + 1);
}

bool runner_task_is_writing(const struct slot *slot, uint64_t number)
{
    return runner_is_writing(runner_task_at(slot, number)->result.vector->operation);
}

/* --- Units ---------------------------------------------------------------------------------------------- */

void runner_part_gather(struct slot *slot, bool alone)
{
    const struct task *const oldest = runner_task_at(slot, slot->oldest);
    slot->part_count = 0;
    for (uint64_t i = slot->oldest; i < slot->tasks->end; i = runner_next_of(slot, i)) {
        const struct task *const task = runner_task_at(slot, i);
        if (task->result.vector->unit != oldest->result.vector->unit || (alone && i != slot->oldest))
            break;
        if (task->turn == oldest->turn && !task->result.vector->is_section)
            slot->part[slot->part_count++] = i;
        if (task->result.vector->unit == 0)
            break;
    }
}

struct part runner_part_of(const struct slot *slot, struct vector *vectors[], bool *named)
{
    for (unsigned i = 0; i < slot->part_count; i++)
        vectors[i] = runner_task_at(slot, slot->part[i])->result.vector;
    return (struct part){vectors, named, slot->part_count, &slot->report->declaration};
}

void runner_part_split(struct slot *slot, const bool named[])
{
    bool any = false;
    for (unsigned i = 0; i < slot->part_count; i++)
        if (named != NULL && named[i]) {
            runner_task_at(slot, slot->part[i])->turn = ++slot->turns;
            any = true;
        }
    slot->turns++;
    for (unsigned i = slot->part_count / 2; !any && i < slot->part_count; i++)
        runner_task_at(slot, slot->part[i])->turn = slot->turns;
    slot->in_flight = 0;
}

bool runner_part_was_asked(const struct slot *slot)
{
    return slot->state == ASKED && slot->in_flight == 1 && slot->part_count > 1 &&
           slot->oldest < slot->tasks->end && runner_task_is_writing(slot, slot->oldest);
}
