/* What a slot notes about its vectors and its processes. */
#ifndef CONFORMANCE_RUNNER_SLOT_NOTES_H
#define CONFORMANCE_RUNNER_SLOT_NOTES_H

#include "slot.h"

enum { FAILED_STARTS_MAX = 3 };

/* Notes an error that no adapter caused; 0: none. */
void runner_slot_trouble(struct slot *slot, int error);
/* Stores the outcome of a vector. */
void runner_slot_keep(struct slot *slot, struct task *task, const struct judgement *judgement,
                      const struct evidence *evidence);
/* Judges the section of a unit once all of its functions are judged. */
void runner_slot_judge_sections(struct slot *slot);
/* Notes that the slot stops before all vectors are asked, and why. */
void runner_slot_give_up(struct slot *slot, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Notes that the run has failed, although no vector has. */
void runner_slot_note(struct slot *slot, const char *format, ...) __attribute__((format(printf, 2, 3)));
void runner_slot_note_suspicion(struct slot *slot);
void runner_slot_fail_start(struct slot *slot, const char *because);

#endif
