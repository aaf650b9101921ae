#include "run.h"

#include "asker.h"
#include "process/memory.h"
#include "report/report.h"
#include "slot.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How much memory the lines of vectors under way may take together, unless there are few of these vectors. */
enum { BYTES_UNDER_WAY = 64 << 20, FEW_UNDER_WAY = 8 };
enum { ENDS_OF_A_PROCESS = 3, ENDS_OF_THE_CORPUS = 2, PROGRESS_EVERY_MS = 200, LONG_FOR_A_VECTOR = 2 };

struct implementation {
    struct implementation_report *report;
    struct tasks tasks;
    size_t bytes; /* the size of the lines that its tasks refer to */
};

struct runner {
    const struct plan *plan;
    struct implementation *implementations;
    unsigned count;
    struct slot *slots; /* those of each implementation, one after the other */
    unsigned slot_count;
    bool thirsty; /* there is room for vectors, so the corpus must be read */
    struct pollfd *polled;
    double begun, shown, fed, now; /* fed: when the last vector came */
    double busy, woke;             /* how long the runner has worked; when it last stopped waiting */
    int trouble; /* errno; 0: none */
};

/* --- Results leave -------------------------------------------------------------------------------------- */

static void let_go(struct implementation *implementation, struct task *task)
{
    implementation->bytes -= task->result.vector->size;
    runner_result_free(&task->result);
    *task = (struct task){0};
    implementation->tasks.first++;
}

static void emit_all(struct runner *runner)
{
    for (unsigned i = 0; i < runner->count; i++) {
        struct implementation *const each = &runner->implementations[i];
        while (each->tasks.first < each->tasks.end && each->tasks.ring[each->tasks.first % TASKS].done) {
            struct task *const task = &each->tasks.ring[each->tasks.first % TASKS];
            if (each->report->deferred == NULL || runner_is_writing(task->result.vector->operation))
                runner_result_count(each->report, &task->result);
            else if (!runner_result_defer(each->report->deferred, &task->result))
                runner->trouble = errno;
            let_go(each, task);
        }
    }
}

/* --- Vectors come --------------------------------------------------------------------------------------- */

static bool has_room(const struct runner *runner)
{
    for (unsigned i = 0; i < runner->count; i++) {
        const struct implementation *const each = &runner->implementations[i];
        const uint64_t under_way = each->tasks.end - each->tasks.first;
        if (under_way == TASKS || (under_way >= FEW_UNDER_WAY && each->bytes > BYTES_UNDER_WAY))
            return false;
    }
    return true;
}

/* Whether the implementation declares what the vector needs; counts why not. */
static bool is_declared(struct implementation_report *report, const struct vector *vector)
{
    const struct declaration *const declaration = &report->declaration;
    enum skip skip = SKIP_COUNT;
    if (vector->profile != ANY_PROFILE && !declaration->profiles[vector->profile])
        skip = SKIP_PROFILE;
    else if (!declaration->abis[vector->abi])
        skip = SKIP_ABI;
    else if (!declaration->operations[vector->operation])
        skip = SKIP_OPERATION;
    else if (!declaration->foreign_byte_order && runner_vector_foreign(vector))
        skip = SKIP_BYTE_ORDER;
    else
        return true;
    report->skipped[skip]++;
    return false;
}

static void note_other(struct implementation_report *report, const struct vector *vector)
{
    if (report->others.out != NULL)
        (void)fprintf(report->others.out, "%.*s\n", (int)vector->id.size, vector->id.at);
}

static void distribute(struct runner *runner, struct vector *vector)
{
    for (unsigned i = 0; i < runner->count; i++) {
        struct implementation *const each = &runner->implementations[i];
        struct implementation_report *const report = each->report;
        if (report->missing[0] != '\0')
            continue;
        if (!is_declared(report, vector)) {
            note_other(report, vector);
            continue;
        }
        const uint64_t number = each->tasks.end++;
        const uint64_t turn = vector->unit != 0 ? vector->unit : number / SHARE;
        each->tasks.ring[number % TASKS] =
            (struct task){.result.vector = vector, .owner = (unsigned)(turn % runner->plan->jobs)};
        each->bytes += vector->size;
        vector->users++;
    }
    runner_vector_release(vector);
}

static void pass_over(struct runner *runner, struct vector *vector)
{
    for (unsigned i = 0; i < runner->count; i++) {
        struct implementation_report *const report = runner->implementations[i].report;
        runner_expectations_pass_over(&report->expectations, vector->id);
        note_other(report, vector);
    }
    runner_vector_release(vector);
}

/* Counts a vector of the corpus, asked or not, for the line of each requirement set that puts it outside. */
static void count_needs(const struct runner *runner, const struct vector *vector)
{
    for (unsigned i = 0; i < runner->count; i++) {
        struct requires *const requires = &runner->implementations[i].report->requires;
        const unsigned line = runner_requires_line(requires, vector);
        if (line > 0)
            requires->counts[line - 1].outside++;
    }
}

/* Takes all vectors that have been read and have room. */
static void take_vectors(struct runner *runner)
{
    const struct plan *const plan = runner->plan;
    runner->thirsty = false;
    while (has_room(runner)) {
        struct vector *const vector = runner_corpus_next(plan->corpus);
        runner->thirsty = vector == NULL;
        if (vector == NULL)
            return;
        runner->fed = runner->now;
        count_needs(runner, vector);
        runner_count_clauses(&plan->report->clauses, vector->clauses);
        if (runner_selection_takes(plan->selection, vector))
            distribute(runner, vector);
        else
            pass_over(runner, vector);
    }
}

/* --- Waiting -------------------------------------------------------------------------------------------- */

static bool are_known(const struct runner *runner)
{
    for (unsigned i = 0; i < runner->count; i++)
        if (runner->implementations[i].report->declaration.hello == NULL &&
            runner->implementations[i].report->missing[0] == '\0')
            return false;
    return true;
}

/* poll() ignores negative descriptors. */
static nfds_t set_up_poll(struct runner *runner)
{
    const struct corpus *const corpus = runner->plan->corpus;
    nfds_t count = 0;
    for (unsigned i = 0; i < runner->slot_count; i++) {
        const struct process *const process = &runner->slots[i].process;
        const bool runs = process->pid != 0;
        runner->polled[count++] = (struct pollfd){runs ? process->output : -1, POLLIN, 0};
        runner->polled[count++] = (struct pollfd){runs ? process->complaints : -1, POLLIN, 0};
        runner->polled[count++] =
            (struct pollfd){runs && runner_process_writes(process) ? process->input : -1, POLLOUT, 0};
    }
    runner->polled[count++] =
        (struct pollfd){corpus->generated && !corpus->ended ? corpus->source.complaints : -1, POLLIN, 0};
    runner->polled[count++] =
        (struct pollfd){runner->thirsty && !corpus->ended ? corpus->source.output : -1, POLLIN, 0};
    return count;
}

static struct timespec time_left(const struct runner *runner)
{
    double until = runner->plan->shows_progress ? runner->now + 1e-3 * PROGRESS_EVERY_MS : DBL_MAX;
    for (unsigned i = 0; i < runner->slot_count; i++) {
        const double deadline = runner_slot_deadline(&runner->slots[i]);
        until = deadline < until ? deadline : until;
    }
    const double left = until > runner->now + 1000 ? 1000 : until > runner->now ? until - runner->now : 0;
    return (struct timespec){(time_t)left, (long)(1e9 * (left - (double)(time_t)left))};
}

/* Waits until something happens; signals are let in only here.  The clock of the deadlines runs only in here:
 * the runner's own work, which takes seconds for a large answer, delays no adapter's answer. */
static void wait_for_all(struct runner *runner, nfds_t count, bool at_once)
{
    static const struct timespec nothing = {0};
    const struct timespec left = time_left(runner);
    sigset_t none;
    (void)sigemptyset(&none);
    runner->busy += runner_seconds_now() - runner->woke;
    if (ppoll(runner->polled, count, at_once ? &nothing : &left, &none) < 0) {
        if (errno != EINTR)
            runner->trouble = errno;
        for (nfds_t i = 0; i < count; i++)
            runner->polled[i].revents = 0;
    }
    const double before = runner->now;
    runner->woke = runner_seconds_now();
    runner->now = runner->woke - runner->busy;
    for (unsigned i = 0; i < runner->slot_count; i++)
        runner_slot_wait(&runner->slots[i], runner->now - before);
}

static void read_corpus(struct runner *runner, nfds_t count)
{
    struct corpus *const corpus = runner->plan->corpus;
    if (*runner->plan->child_died)
        runner_process_look(&corpus->source);
    if (runner->polled[count - 2].revents != 0)
        runner_process_read_complaints(&corpus->source);
    if (runner->polled[count - 1].revents != 0 ||
        (!corpus->ended && (corpus->source.output < 0 || (runner->thirsty && corpus->source.ended))))
        runner_corpus_read(corpus, runner->plan->children);
}

static void listen_to_all(struct runner *runner)
{
    const bool died = *runner->plan->child_died;
    *runner->plan->child_died = 0;
    for (unsigned i = 0; i < runner->slot_count; i++) {
        struct slot *const slot = &runner->slots[i];
        const struct pollfd *const polled = &runner->polled[(size_t)ENDS_OF_A_PROCESS * i];
        if (died)
            runner_process_look(&slot->process);
        if (polled[0].revents != 0 || polled[1].revents != 0 || slot->process.ended ||
            runner->now >= runner_slot_deadline(slot))
            runner_slot_listen(slot, runner->now);
    }
}

/* Makes the held results of slots that wait for vectors final: the next vectors may be waiting for the room
 * that the held ones take. */
static void release_all(struct runner *runner)
{
    for (unsigned i = 0; i < runner->slot_count; i++) {
        struct slot *const slot = &runner->slots[i];
        if (slot->in_flight == 0 && slot->oldest >= slot->tasks->end)
            runner_slot_release(slot);
    }
}

static bool is_done(const struct runner *runner, bool last)
{
    for (unsigned i = 0; i < runner->slot_count; i++)
        if (!runner_slot_is_done(&runner->slots[i], last))
            return false;
    return last;
}

/* --- Progress ------------------------------------------------------------------------------------------- */

static void show_progress(struct runner *runner)
{
    const struct corpus *const corpus = runner->plan->corpus;
    const double passed = runner->woke - runner->begun;
    if (!runner->plan->shows_progress || runner->now - runner->shown < 1e-3 * PROGRESS_EVERY_MS ||
        /* A terminal that is stopped accepts nothing. */
        poll(&(struct pollfd){STDERR_FILENO, POLLOUT, 0}, 1, 0) != 1)
        return;
    runner->shown = runner->now;
    (void)fprintf(stderr, "\r\033[K%" PRIu64 " vectors, %.0f a second", corpus->vectors,
                  (double)corpus->vectors / (passed > 0 ? passed : 1));
    if (corpus->size > 0 && corpus->taken > 0) {
        const double part = (double)corpus->taken / (double)corpus->size;
        (void)fprintf(stderr, ", %.0f%%, %.0f s left", 100 * part, passed * (1 - part) / part);
    }
    if (runner->thirsty && !corpus->ended && runner->now - runner->fed >= LONG_FOR_A_VECTOR)
        (void)fprintf(stderr, ", waiting for the next vector since %.0f s", runner->now - runner->fed);
}

/* --- The run -------------------------------------------------------------------------------------------- */

static void set_up(struct runner *runner)
{
    const struct plan *const plan = runner->plan;
    runner->implementations = memory_of(runner->count, sizeof *runner->implementations);
    runner->slots = memory_of(runner->slot_count, sizeof *runner->slots);
    runner->polled =
        memory_of((size_t)ENDS_OF_A_PROCESS * runner->slot_count + ENDS_OF_THE_CORPUS, sizeof *runner->polled);
    for (unsigned i = 0; i < runner->count; i++)
        runner->implementations[i].report = &plan->report->implementations[i];
    for (unsigned i = 0; i < runner->slot_count; i++) {
        struct implementation_report *const report = &plan->report->implementations[i / plan->jobs];
        runner->slots[i] = (struct slot){.state = report->missing[0] != '\0' ? GONE : IDLE,
                                         .index = i % plan->jobs,
                                         .slots = plan->jobs,
                                         .command = &plan->commands[i / plan->jobs],
                                         .limits = &plan->limits,
                                         .measure = plan->measure,
                                         .children = plan->children,
                                         .report = report,
                                         .tasks = &runner->implementations[i / plan->jobs].tasks};
    }
}

static void tear_down(struct runner *runner)
{
    for (unsigned i = 0; i < runner->slot_count; i++)
        runner_slot_stop(&runner->slots[i]);
    for (unsigned i = 0; i < runner->count; i++) {
        struct implementation *const each = &runner->implementations[i];
        while (each->tasks.first < each->tasks.end)
            let_go(each, &each->tasks.ring[each->tasks.first % TASKS]);
    }
    free(runner->implementations);
    free(runner->slots);
    free(runner->polled);
    if (runner->plan->shows_progress)
        (void)fputs("\r\033[K", stderr);
}

static bool is_in_trouble(struct runner *runner)
{
    for (unsigned i = 0; i < runner->slot_count; i++)
        if (runner->slots[i].trouble != 0)
            runner->trouble = runner->slots[i].trouble;
    return runner->trouble != 0;
}

/* One turn: does all that is possible without waiting, then waits. */
static bool go_on(struct runner *runner)
{
    struct corpus *const corpus = runner->plan->corpus;
    const bool known = are_known(runner);
    if (known)
        take_vectors(runner);
    const bool last = known && corpus->ended;
    for (unsigned i = 0; i < runner->slot_count; i++)
        runner_slot_go_on(&runner->slots[i], runner->now, last);
    if (is_in_trouble(runner))
        return false;
    const bool crowded = !has_room(runner);
    if (crowded)
        release_all(runner);
    emit_all(runner);
    if (is_done(runner, last))
        return false;
    const nfds_t count = set_up_poll(runner);
    const bool can_go_on = (crowded && has_room(runner)) || known != are_known(runner);
    wait_for_all(runner, count, can_go_on);
    read_corpus(runner, count);
    listen_to_all(runner);
    show_progress(runner);
    return true;
}

int runner_run(const struct plan *plan)
{
    struct runner runner = {
        .plan = plan, .count = plan->report->count, .slot_count = plan->report->count * plan->jobs};
    runner.begun = runner.shown = runner.fed = runner.now = runner.woke = runner_seconds_now();
    set_up(&runner);
    while (runner.trouble == 0 && !*plan->interrupted && go_on(&runner))
        ;
    plan->report->complete = !*plan->interrupted && runner.trouble == 0 && plan->corpus->fault[0] == '\0';
    emit_all(&runner);
    tear_down(&runner);
    return runner.trouble;
}
