#include "slot.h"

#include "ends.h"
#include "process/memory.h"
#include "request.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* An interpreter may need long to start on a busy machine. */
#define HELLO_SECONDS_MIN 10.0
enum { SLOW_ENDS_MAX = 40, MUTE_ENDS_MAX = 3, FRUITLESS_MAX = 500, UNREAD_MAX = 1 << 18 };
/* The longest that a slot waits in all: DEADLINES_MAX deadlines, and one more for each VECTORS_FOR_A_DEADLINE
 * vectors. */
enum { DEADLINES_MAX = 100, VECTORS_FOR_A_DEADLINE = 100 };

/* Notes what the process did wrong with a part.  Smaller parts will show which vector caused it. */
static void suspect_part(struct slot *slot, const char *words)
{
    (void)runner_process_stop(&slot->process, slot->children);
    slot->state = IDLE;
    if (slot->suspicion[0] == '\0')
        (void)snprintf(slot->suspicion, sizeof slot->suspicion, "%s", words);
}

/* --- Ends ----------------------------------------------------------------------------------------------- */

/* Stops the process, and has the oldest vector tried, so that the cause is found.  WORDS say what the process
 * did wrong; null: nothing.  If HELD_TOO, the vector that was answered last is tried first. */
static void put_on_trial(struct slot *slot, bool held_too, const char *words)
{
    (void)runner_process_stop(&slot->process, slot->children);
    slot->state = IDLE;
    slot->trials = 1;
    if (words != NULL && slot->suspicion[0] == '\0')
        (void)snprintf(slot->suspicion, sizeof slot->suspicion, "%s", words);
    if (!held_too)
        runner_slot_release(slot);
    if (slot->holds) {
        struct task *const task = runner_task_at(slot, slot->held);
        free(task->result.record);
        task->result.record = NULL;
        task->answered = false;
        slot->oldest = slot->held;
        slot->holds = false;
        slot->trials += slot->in_flight > 0;
    }
    slot->in_flight = 0;
    slot->next = slot->oldest;
}

static void settle_trial(struct slot *slot, const char *signal)
{
    const struct process *const process = &slot->process;
    struct task *const task = runner_task_at(slot, slot->oldest);
    const bool died = slot->verdict.outcome >= CRASH && !slot->verdict.reported;
    (void)runner_process_stop(&slot->process, slot->children);
    const struct evidence evidence = {
        .answer = slot->answer != NULL ? runner_span_of(slot->answer) : (struct span){"", 0},
        .complaint = {process->complaint, process->complaint_size},
        .signal = signal,
    };
    runner_slot_release(slot);
    runner_slot_keep(slot, task, &slot->verdict, &evidence);
    task->done = true;
    free(slot->answer);
    slot->answer = NULL;
    slot->oldest = slot->next = runner_next_of(slot, slot->oldest);
    slot->in_flight = 0;
    slot->state = IDLE;
    slot->trials--;
    if (died) {
        slot->suspicion[0] = '\0';
        slot->trials = 0;
    } else if (slot->trials == 0)
        runner_slot_note_suspicion(slot);
    slot->fruitless = died ? slot->fruitless + 1 : 0;
    if (slot->fruitless == FRUITLESS_MAX)
        runner_slot_give_up(slot, "gave up after %u vectors in a row that it did not live through",
                            slot->fruitless);
}

/* Ends a trial.  The vector is to blame for all that the process did, up to its end. */
static void judge_trial(struct slot *slot, const struct end *end, bool well)
{
    if (!slot->has_verdict || !well) {
        const bool answered = slot->has_verdict;
        slot->verdict = (struct judgement){0};
        runner_judge_as(&slot->verdict, end->outcome, "%s%s", end->words,
                        answered ? ", after its answer" : "");
    }
    settle_trial(slot, end->signal);
}

static void note_end(struct slot *slot, const char *words)
{
    (void)runner_process_stop(&slot->process, slot->children);
    runner_slot_release(slot);
    slot->state = IDLE;
    if (words != NULL)
        runner_slot_note(slot, "when its input ended, it %s", words);
}

/* Most adapters that say nothing at all keep their answers in a buffer. */
static const char flush[] = "; does it flush after each line?";

/* Handles a process that has ended, is silent for too long, or writes too much.  WELL: it ended with exit
 * status 0, and not in the middle of a line. */
static void handle_end(struct slot *slot, const struct end *end, bool well)
{
    char words[WORDS_MAX + sizeof flush + 16];
    if (runner_part_was_asked(slot)) {
        suspect_part(slot, well ? "" : end->words);
        runner_part_split(slot, NULL);
        return;
    }
    if (end->slow && slot->state != ENDING)
        slot->slow_ends++;
    if (end->outcome == HANG && !slot->tasks->answered && slot->state != ENDING)
        slot->mute_ends++;
    switch (slot->state) {
    case HELLO:
        if (end->slow)
            slot->failed_starts = FAILED_STARTS_MAX - 1; /* to try again would take too long */
        (void)snprintf(words, sizeof words, "hello: it %s%s", end->words, end->outcome == HANG ? flush : "");
        runner_slot_fail_start(slot, words);
        break;
    case TRIAL:
        judge_trial(slot, end, well);
        break;
    case ENDING:
        if (end->outcome == FLOOD)
            put_on_trial(slot, true, end->words);
        else
            note_end(slot, well ? NULL : end->words);
        break;
    default:
        put_on_trial(slot, !well, well ? NULL : end->words);
    }
    if (slot->mute_ends >= MUTE_ENDS_MAX && !slot->tasks->answered && slot->state != GONE)
        runner_slot_give_up(slot, "gave up as it answered nothing but hello within %u deadlines%s", slot->mute_ends,
                            flush);
    if (slot->slow_ends >= SLOW_ENDS_MAX && slot->state != GONE)
        runner_slot_give_up(slot, "gave up after it hung or flooded %u times", slot->slow_ends);
}

/* --- Lines ---------------------------------------------------------------------------------------------- */

/* Reads the requirement set that an adapter names, unless the command line named one or it was read before.  On
 * failure frees the declaration. */
static bool take_requires(struct implementation_report *report, struct declaration *declaration,
                          char words[WORDS_MAX])
{
    char why[REQUIRES_WORDS];
    if (declaration->requires == NULL || report->requires.set.name[0] != '\0' ||
        runner_requires_read(&report->requires, declaration->requires, why))
        return true;
    (void)snprintf(words, WORDS_MAX, "hello: requires: %.220s", why);
    report->requires = (struct requires){.given = NULL};
    runner_declaration_free(declaration);
    return false;
}

static void take_hello(struct slot *slot, struct span line, double now)
{
    struct declaration declaration;
    char words[WORDS_MAX];
    if (!runner_declaration_read(&declaration, line, words) ||
        !take_requires(slot->report, &declaration, words)) {
        runner_slot_fail_start(slot, words);
        return;
    }
    const bool first = slot->report->declaration.hello == NULL;
    const bool stays = first || runner_declaration_stays(&slot->report->declaration, &declaration, words);
    if (first)
        slot->report->declaration = declaration;
    else
        runner_declaration_free(&declaration);
    /* The answers so far are of the program that the first `hello` named; those of another must not join them. */
    if (!stays) {
        slot->tasks->refused = true;
        (void)runner_process_stop(&slot->process, slot->children);
        runner_slot_give_up(slot, "at another start its hello changed: %s", words);
        return;
    }
    slot->failed_starts = 0;
    slot->state = ASKED;
    slot->since = now;
}

/* Stores the outcome of one vector of a part. */
static void settle_one(void *context, unsigned number, const struct judgement *judgement)
{
    struct slot *const slot = context;
    struct task *const task = runner_task_at(slot, slot->part[number]);
    /* An answer for many vectors does not show what one of them got. */
    const bool alone = slot->part_count == 1;
    runner_slot_keep(slot, task, judgement,
                     &(struct evidence){.answer = alone ? slot->line : (struct span){"", 0}});
    task->done = true;
}

/* Judges the answer for a part. */
static void take_part(struct slot *slot, struct span line, double now)
{
    struct vector *vectors[TASKS];
    bool named[TASKS] = {false};
    const struct part part = runner_part_of(slot, vectors, named);
    slot->line = line;
    const enum part_end end =
        runner_judge_part(&part, slot->oldest + 1, line, &(struct part_visitor){settle_one, slot},
                          &slot->section, &slot->verdict);
    if (end == PART_NO_ANSWER && part.count == 1) {
        put_on_trial(slot, true, "wrote a line that is no answer");
        return;
    }
    if (end == PART_NO_ANSWER)
        suspect_part(slot, "wrote a line that is no answer");
    if (end != PART_SETTLED)
        runner_part_split(slot, named);
    slot->in_flight = 0;
    slot->oldest = slot->next = runner_first_from(slot, slot->oldest);
    slot->fruitless = 0;
    slot->since = now;
    slot->process.complained = 0;
}

/* Judges a line as the answer to the oldest request. */
static void judge_line(struct slot *slot, struct span line, struct judgement *judgement)
{
    bool named = false;
    if (runner_task_is_writing(slot, slot->oldest)) {
        const struct part part = {&runner_task_at(slot, slot->oldest)->result.vector, &named, 1,
                                  &slot->report->declaration};
        (void)runner_judge_part(&part, slot->oldest + 1, line, NULL, &slot->section, judgement);
        return;
    }
    runner_judge(runner_task_at(slot, slot->oldest)->result.vector, &slot->report->declaration, slot->measure,
                 slot->oldest + 1, line, judgement);
}

/* Handles a line that came before anything was asked.  In a trial, it decides the outcome of the vector. */
static void take_early_line(struct slot *slot, struct span line)
{
    if (slot->trials == 0 || slot->oldest >= slot->tasks->end) {
        put_on_trial(slot, true, "wrote a line before anything was asked");
        return;
    }
    judge_line(slot, line, &slot->verdict);
    if (slot->verdict.outcome != GARBAGE) {
        slot->verdict = (struct judgement){0};
        runner_judge_as(&slot->verdict, STRAY, "an answer before anything was asked");
    }
    slot->answer = memory_copy_of(line.at, line.size);
    settle_trial(slot, NULL);
}

static void take_answer(struct slot *slot, struct span line, double now)
{
    struct judgement *const judgement = &slot->verdict;
    if (slot->in_flight == 0) {
        take_early_line(slot, line);
        return;
    }
    struct task *const task = runner_task_at(slot, slot->oldest);
    if (runner_task_is_writing(slot, slot->oldest)) {
        take_part(slot, line, now);
        return;
    }
    judge_line(slot, line, judgement);
    if (judgement->outcome == GARBAGE || judgement->outcome == STRAY) {
        char words[WORDS_MAX];
        (void)snprintf(words, sizeof words, "wrote a line that is no answer (%.160s)", judgement->reason);
        put_on_trial(slot, true, words);
        return;
    }
    runner_slot_release(slot);
    runner_slot_keep(slot, task, judgement, &(struct evidence){.answer = line});
    slot->holds = true;
    slot->held = slot->oldest;
    slot->oldest = runner_next_of(slot, slot->oldest);
    slot->in_flight--;
    slot->fruitless = 0;
    slot->since = now;
    slot->process.complained = 0;
}

static void take_verdict(struct slot *slot, struct span line, double now)
{
    struct judgement after = {0};
    struct judgement *const judgement = slot->has_verdict ? &after : &slot->verdict;
    judge_line(slot, line, judgement);
    if (slot->has_verdict) {
        slot->verdict = (struct judgement){0};
        if (after.outcome == GARBAGE)
            runner_judge_as(&slot->verdict, GARBAGE, "after its answer: %s", after.reason);
        else
            runner_judge_as(&slot->verdict, STRAY, "one answer too many");
    }
    if (!slot->has_verdict || slot->verdict.outcome == GARBAGE) {
        free(slot->answer);
        slot->answer = memory_copy_of(line.at, line.size);
    }
    if (slot->has_verdict || judgement->outcome == GARBAGE || judgement->outcome == STRAY) {
        settle_trial(slot, NULL);
        return;
    }
    slot->has_verdict = true;
    slot->since = now;
    runner_process_close_input(&slot->process);
}

static void take_line(struct slot *slot, struct span line, double now)
{
    static void (*const takers[])(struct slot *, struct span, double) = {
        [HELLO] = take_hello, [ASKED] = take_answer, [TRIAL] = take_verdict};
    slot->tasks->answered = slot->tasks->answered || slot->state != HELLO;
    if (slot->state == ENDING)
        put_on_trial(slot, true, "wrote a line when its input had ended");
    else
        takers[slot->state](slot, line, now);
}

/* --- Listening ------------------------------------------------------------------------------------------ */

static double patience_of(const struct slot *slot)
{
    const double deadline = slot->limits->deadline;
    return slot->state == HELLO && deadline < HELLO_SECONDS_MIN ? HELLO_SECONDS_MIN : deadline;
}

void runner_slot_wait(struct slot *slot, double seconds)
{
    const double share = (double)slot->tasks->end / slot->slots;
    if (runner_slot_deadline(slot) == DBL_MAX)
        return;
    slot->waited += seconds / patience_of(slot);
    if (slot->waited < DEADLINES_MAX + share / VECTORS_FOR_A_DEADLINE)
        return;
    (void)runner_process_stop(&slot->process, slot->children);
    runner_slot_give_up(slot,
                        "gave up after %.0f deadlines of waiting in all (--deadline sets how long one is)",
                        slot->waited);
}

double runner_slot_deadline(const struct slot *slot)
{
    const bool waits = slot->state == HELLO || slot->state == TRIAL || slot->state == ENDING ||
                       (slot->state == ASKED && slot->in_flight > 0);
    return waits ? slot->since + patience_of(slot) : DBL_MAX;
}

static bool is_over(struct slot *slot, double now, struct end *end, bool *well)
{
    struct process *const process = &slot->process;
    *well = false;
    if (runner_is_flooding(process, slot->limits->answer_limit, end))
        return true;
    if (runner_process_is_silent(process)) {
        const bool inside = runner_process_rest(process) > 0;
        const int status = runner_process_stop(process, slot->children);
        runner_describe_end(end, status, inside ? " in the middle of a line" : "");
        *well = status == 0 && !inside;
        return true;
    }
    if (now < runner_slot_deadline(slot))
        return false;
    const bool closed = process->output < 0;
    *end = (struct end){.outcome = closed ? EXIT : HANG, .slow = true};
    (void)snprintf(end->words, sizeof end->words, "%s within %g s",
                   closed ? "closed its output and did not end"
                   : slot->state == ENDING || (slot->state == TRIAL && slot->has_verdict) ? "did not end"
                                                                                          : "did not answer",
                   patience_of(slot));
    return true;
}

void runner_slot_listen(struct slot *slot, double now)
{
    struct process *const process = &slot->process;
    struct span line;
    struct end end;
    bool well;
    if (process->pid == 0)
        return;
    do {
        if (!runner_process_read(process))
            runner_slot_trouble(slot, process->trouble);
        while (process->pid != 0 && runner_process_line(process, &line)) {
            if (line.size > slot->limits->answer_limit) {
                process->said_from -= line.size + 1; /* the line counts as unread, so the slot sees a flood */
                break;
            }
            take_line(slot, line, now);
        }
        if (process->pid != 0 && is_over(slot, now, &end, &well))
            handle_end(slot, &end, well);
    } while (process->pid != 0 && process->ended && slot->trouble == 0);
}

/* --- Asking --------------------------------------------------------------------------------------------- */

static void start(struct slot *slot, double now)
{
    char words[WORDS_MAX];
    if (!runner_process_start(&slot->process, slot->children, slot->command, slot->limits, words,
                              sizeof words)) {
        slot->failed_starts = FAILED_STARTS_MAX - 1; /* another start would fail, too */
        runner_slot_trouble(slot, slot->process.trouble);
        runner_slot_fail_start(slot, words);
        return;
    }
    runner_request_hello(&slot->process);
    slot->state = HELLO;
    slot->since = now;
}

static void write_part(struct slot *slot)
{
    struct vector *vectors[TASKS];
    runner_part_gather(slot, slot->trials > 0);
    const struct part part = runner_part_of(slot, vectors, NULL);
    runner_request_write_part(&slot->process, &part, slot->next + 1);
}

static void ask(struct slot *slot, double now)
{
    if (runner_task_is_writing(slot, slot->next))
        write_part(slot);
    else
        runner_request_write(&slot->process, runner_task_at(slot, slot->next)->result.vector, slot->next + 1);
    slot->next = runner_next_of(slot, slot->next);
    if (slot->in_flight++ == 0)
        slot->since = now;
}

static void ask_ahead(struct slot *slot, double now, bool last)
{
    const struct process *const process = &slot->process;
    if (slot->in_flight == 0 && slot->next < slot->tasks->end &&
        runner_task_is_writing(slot, slot->next))
        ask(slot, now);
    else if (slot->in_flight <= WINDOW / 2)
        while (slot->next < slot->tasks->end && !runner_task_is_writing(slot, slot->next) &&
               slot->in_flight < WINDOW && process->sent_size - process->sent_from < UNREAD_MAX)
            ask(slot, now);
    if (!last || slot->oldest < slot->tasks->end)
        return;
    runner_process_close_input(&slot->process);
    slot->state = ENDING;
    slot->since = now;
}

/* Marks all vectors of a slot that is gone as not run. */
static void pass_by(struct slot *slot)
{
    for (; slot->oldest < slot->tasks->end; slot->oldest = runner_next_of(slot, slot->oldest)) {
        struct task *const task = runner_task_at(slot, slot->oldest);
        task->result.outcome = NOT_RUN;
        task->done = true;
    }
}

void runner_slot_go_on(struct slot *slot, double now, bool last)
{
    const bool unknown = slot->index == 0 && slot->report->declaration.hello == NULL;
    if (slot->tasks->refused && slot->state != GONE) {
        (void)runner_process_stop(&slot->process, slot->children);
        runner_slot_give_up(slot, "its hello changed");
    }
    slot->oldest = runner_first_from(slot, slot->oldest);
    slot->next = slot->next < slot->oldest ? slot->oldest : runner_first_from(slot, slot->next);
    runner_slot_judge_sections(slot);
    const bool wanted = slot->oldest < slot->tasks->end;
    if (slot->state == IDLE && (wanted || unknown))
        start(slot, now);
    if (slot->state == ASKED && slot->trials > 0 && wanted) {
        slot->next = slot->oldest;
        ask(slot, now);
        slot->state = TRIAL;
        slot->has_verdict = false;
    } else if (slot->state == ASKED)
        ask_ahead(slot, now, last);
    if (slot->state == GONE)
        pass_by(slot);
    if (slot->process.pid != 0)
        runner_process_write(&slot->process);
    runner_slot_trouble(slot, slot->process.trouble);
}

bool runner_slot_is_done(const struct slot *slot, bool last)
{
    return (slot->state == IDLE || slot->state == GONE) && last && slot->oldest >= slot->tasks->end;
}

void runner_slot_stop(struct slot *slot)
{
    if (slot->suspicion[0] != '\0' && slot->state != GONE)
        runner_slot_note(slot, "it %s", slot->suspicion); /* no vector is left to try */
    (void)runner_process_stop(&slot->process, slot->children);
    runner_process_free(&slot->process);
    free(slot->answer);
}
