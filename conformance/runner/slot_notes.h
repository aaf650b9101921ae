/* What a slot keeps of its vectors and of its processes. */
#ifndef CONFORMANCE_RUNNER_SLOT_NOTES_H
#define CONFORMANCE_RUNNER_SLOT_NOTES_H

#include "slot.h"

enum { FAILED_STARTS_MAX = 3 };

/* An error of ours; 0: none. */
void runner_slot_trouble(struct slot *slot, int error);
/* What came of a vector. */
void runner_slot_keep(struct slot *slot, struct task *task, const struct judgement *judgement,
                      const struct evidence *evidence);
/* The section of a unit is judged when the functions are. */
void runner_slot_judge_sections(struct slot *slot);
/* That not all can be asked. */
void runner_slot_give_up(struct slot *slot, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* That the run has failed, though no vector has. */
void runner_slot_note(struct slot *slot, const char *format, ...) __attribute__((format(printf, 2, 3)));
void runner_slot_note_suspicion(struct slot *slot);
void runner_slot_fail_start(struct slot *slot, const char *because);

#endif
