#include "slot.h"

#include "ends.h"

#include <stdarg.h>
#include <stdio.h>

void runner_slot_trouble(struct slot *slot, int error)
{
    slot->trouble = slot->trouble != 0 ? slot->trouble : error;
}

static void keep(struct task *task, const struct judgement *judgement, const struct evidence *evidence)
{
    task->answered = true;
    task->result.outcome = judgement->outcome;
    (void)snprintf(task->result.reading, sizeof task->result.reading, "%s", judgement->reading);
    task->result.record = NULL;
    runner_symptom_of(task->result.vector, judgement, &task->result.symptom);
    if (judgement->outcome == PASS || judgement->outcome == SAME)
        return;
    task->result.record = runner_record_of(task->result.vector, judgement, evidence);
}

void runner_slot_keep(struct slot *slot, struct task *task, const struct judgement *judgement,
                      const struct evidence *evidence)
{
    task->result.outside = runner_requires_line(&slot->report->requires, task->result.vector);
    if (task->result.outside == 0) {
        keep(task, judgement, evidence);
        return;
    }
    struct judgement outside = *judgement;
    runner_requires_judge(&slot->report->requires, task->result.outside, &outside);
    keep(task, &outside, evidence);
}

void runner_slot_judge_sections(struct slot *slot)
{
    struct judgement *const judgement = &slot->verdict;
    while (slot->in_flight == 0 && slot->oldest < slot->tasks->end &&
           runner_task_at(slot, slot->oldest)->result.vector->is_section) {
        struct task *const task = runner_task_at(slot, slot->oldest);
        runner_slot_note_suspicion(slot);
        runner_judge_section(task->result.vector, &slot->report->declaration, &slot->section, judgement);
        runner_slot_keep(slot, task, judgement, &(struct evidence){.signal = NULL});
        task->done = true;
        slot->section = (struct section_found){.there = false};
        slot->turns = 0;
        slot->oldest = slot->next = runner_next_of(slot, slot->oldest);
    }
}

void runner_slot_release(struct slot *slot)
{
    if (slot->holds)
        runner_task_at(slot, slot->held)->done = true;
    slot->holds = false;
}

/* Writes WORDS, unless there are some from an earlier note. */
static void __attribute__((format(printf, 3, 0))) note(char *words, size_t size, const char *format, va_list arguments)
{
    if (words[0] == '\0')
        (void)vsnprintf(words, size, format, arguments);
}

void runner_slot_give_up(struct slot *slot, const char *format, ...)
{
    va_list arguments;
    runner_slot_release(slot);
    slot->state = GONE;
    slot->in_flight = 0;
    va_start(arguments, format);
    note(slot->report->gave_up, sizeof slot->report->gave_up, format, arguments);
    va_end(arguments);
}

void runner_slot_note(struct slot *slot, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    note(slot->report->ended, sizeof slot->report->ended, format, arguments);
    va_end(arguments);
    runner_make_one_line(slot->report->ended);
}

void runner_slot_fail_start(struct slot *slot, const char *because)
{
    struct implementation_report *const report = slot->report;
    char why[sizeof report->missing];
    (void)runner_process_stop(&slot->process, slot->children);
    char complaint[LAST_WORDS];
    runner_last_words(&slot->process, complaint);
    (void)snprintf(why, sizeof why, "%s%s%s%s", because, complaint[0] != '\0' ? ": " : "", complaint,
                   slot->limits->memory != 0 && runner_is_sanitizer(&slot->process)
                       ? " (a sanitizer needs all address space: --memory 0)"
                       : "");
    runner_make_one_line(why);
    slot->state = IDLE;
    if (++slot->failed_starts < FAILED_STARTS_MAX) {
        runner_slot_note(slot, "a start of it failed: %s", why);
        return;
    }
    if (report->declaration.hello == NULL) {
        (void)snprintf(report->missing, sizeof report->missing, "%s", why);
        report->ended[0] = '\0'; /* "missing" says the same */
        slot->state = GONE;
        return;
    }
    runner_slot_give_up(slot, "%u starts in a row failed: %s", slot->failed_starts, why);
}

void runner_slot_note_suspicion(struct slot *slot)
{
    if (slot->suspicion[0] != '\0')
        runner_slot_note(slot, "asked several vectors, it %s; asked one at a time, it did not",
                         slot->suspicion);
    slot->suspicion[0] = '\0';
}
