#include "../run.h"

#include "../process/memory.h"
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* For each implementation: for how many questions a short sequence is looked for, after how many ends of its
 * process nothing more is asked, and as how many ends a hang counts. */
enum { SHRUNK_MAX = 6, ENDS_MAX = 50, ENDS_OF_A_HANG = 10 };

/* How a question came to be answered otherwise. */
enum way { AFTER_OTHERS, OPENED_FIRST, AT_ONCE, AT_TIMES, NOT_AGAIN };

static const char *const ways[] = {
    [AFTER_OTHERS] = "is answered otherwise after other questions",
    [OPENED_FIRST] = "is answered otherwise when its section is opened first",
    [AT_ONCE] = "is answered otherwise when several threads ask at once",
    [AT_TIMES] = "is answered otherwise when it is asked alone a second time",
    [NOT_AGAIN] = "was answered otherwise once, and not when that was tried again",
};

/* A question with two different answers, and the sequence in which the second one came. */
struct suspect {
    bool is_one;
    enum manner manner;
    enum order order;
    unsigned place;
    char *other;
};

struct hunt {
    const struct plan *plan;
    struct implementation_report *report;
    struct asker asker;
    struct batch batch;
    uint64_t seed;
    unsigned shrunk, ends;
    char *first[BATCH]; /* the first answer to each question */
    struct suspect suspects[BATCH];
    struct sequence sequence;
    enum order order; /* of the sequence that is being asked */
};

/* --- Asking in every order ------------------------------------------------------------------------------ */

/* Keeps the first answer to a question, and the first one that differs from it.  The end of a process is no
 * first answer, as each question was answered when the vectors were judged. */
static void take_answer(void *context, unsigned place, struct span answer)
{
    struct hunt *const hunt = context;
    const unsigned number = hunt->sequence.asks[place];
    const bool ended = hunt->asker.process.pid == 0;
    struct suspect *const suspect = &hunt->suspects[number];
    char *const text = memory_copy_of(answer.at, answer.size), *const first = hunt->first[number];
    hunt->ends += !ended ? 0 : hunt->asker.slow ? ENDS_OF_A_HANG : 1;
    if (first == NULL && !ended)
        hunt->first[number] = text;
    else if (!suspect->is_one && (ended || !runner_session_same(first, text)))
        *suspect = (struct suspect){true, hunt->sequence.manner, hunt->order, place, text};
    else
        free(text);
}

static bool ask_order(struct hunt *hunt, enum manner manner, enum order order)
{
    hunt->order = order;
    hunt->sequence.manner = manner;
    runner_batch_order(&hunt->batch, order, hunt->seed, &hunt->sequence);
    return runner_session_ask(&hunt->asker, &hunt->batch, &hunt->sequence,
                              &(struct listener){take_answer, hunt});
}

static void ask_every_order(struct hunt *hunt)
{
    const enum manner manner = hunt->report->declaration.opens ? OPENED : PLAIN;
    if (!ask_order(hunt, PLAIN, FORWARDS))
        return;
    for (enum order order = manner == OPENED ? FORWARDS : BACKWARDS; order < ORDERS; order++)
        if (!ask_order(hunt, manner, order))
            return;
}

/* --- What was found ------------------------------------------------------------------------------------- */

/* Changes the result of a question to UNSTEADY. */
static void settle(struct hunt *hunt, unsigned number, enum way way, const char *alone, const char *other,
                   const char *replay)
{
    struct result *const item = &hunt->batch.items[hunt->batch.of[number]];
    struct judgement judgement = {0};
    const struct evidence evidence = {.answer = runner_span_of(other), .replay = replay};
    runner_session_differences(alone, other, &judgement);
    const struct difference *const differs = judgement.differences;
    if (judgement.count > 0)
        runner_judge_as(&judgement, UNSTEADY, "%s: %s: alone %.140s, and then %.140s", ways[way],
                        differs->path, differs->expected, differs->actual);
    else
        runner_judge_as(&judgement, UNSTEADY, "%s: alone %.140s, and then it %.140s", ways[way], alone,
                        other);
    free(item->record);
    item->outcome = UNSTEADY;
    item->reading[0] = '\0';
    item->record = runner_record_of(item->vector, &judgement, &evidence);
    runner_symptom_of(item->vector, &judgement, &item->symptom);
}

/* The answer of a new process that is asked this question alone.  Null: it cannot be asked any more. */
static char *ask_alone(struct hunt *hunt, unsigned number)
{
    const struct sequence sequence = {.manner = PLAIN, .count = 1, .asks = {number}};
    return runner_session_last(&hunt->asker, &hunt->batch, &sequence);
}

/* Whether the first answer already differs from ALONE, the answer to the question alone. */
static bool was_first(const struct hunt *hunt, unsigned number, const char *alone)
{
    return hunt->first[number] != NULL && !runner_session_same(alone, hunt->first[number]);
}

/* Sets SEQUENCE to the one that ended with the answer that differs from ALONE. */
static void lead_to(struct hunt *hunt, unsigned number, const char *alone, struct sequence *sequence)
{
    const struct suspect *const suspect = &hunt->suspects[number];
    const bool first = was_first(hunt, number, alone);
    sequence->manner = first ? PLAIN : suspect->manner;
    runner_batch_order(&hunt->batch, first ? FORWARDS : suspect->order, hunt->seed, sequence);
    sequence->count = (first ? number : suspect->place) + 1;
}

static void shrink_and_settle(struct hunt *hunt, unsigned number, const char *alone)
{
    struct sequence sequence;
    struct shrinking shrinking = {&hunt->asker, &hunt->batch, alone, 0, NULL};
    lead_to(hunt, number, alone, &sequence);
    const bool again = runner_shrink(&shrinking, &sequence);
    const enum way way = !again                      ? NOT_AGAIN
                         : sequence.count > 1        ? AFTER_OTHERS
                         : sequence.manner == OPENED ? OPENED_FIRST
                                                     : AT_TIMES;
    char *const replay = runner_session_replay(&hunt->batch, &sequence);
    settle(hunt, number, way, alone, again ? shrinking.other : hunt->suspects[number].other, replay);
    hunt->shrunk++;
    free(shrinking.other);
    free(replay);
}

static void settle_suspects(struct hunt *hunt)
{
    for (unsigned i = 0; i < hunt->batch.count; i++) {
        if (!hunt->suspects[i].is_one)
            continue;
        char *const alone = hunt->shrunk < SHRUNK_MAX ? ask_alone(hunt, i) : NULL;
        const char *const other = hunt->suspects[i].other;
        if (alone == NULL)
            settle(hunt, i, AFTER_OTHERS, hunt->first[i] != NULL ? hunt->first[i] : "an answer", other, NULL);
        else if (was_first(hunt, i, alone) || !runner_session_same(alone, other))
            shrink_and_settle(hunt, i, alone);
        free(alone);
    }
}

/* Asks each section of the batch by several threads. */
static void ask_at_once(struct hunt *hunt)
{
    for (unsigned first = 0, end; first < hunt->batch.count; first = end) {
        char *other = NULL;
        end = first;
        while (end < hunt->batch.count && hunt->batch.section[end] == hunt->batch.section[first])
            end++;
        const unsigned found = runner_session_ask_at_once(&hunt->asker, &hunt->batch, first, end, &other);
        if (found < end && other != NULL && !hunt->suspects[found].is_one) {
            char *const replay = runner_session_replay_at_once(&hunt->batch, first, end);
            settle(hunt, found, AT_ONCE, hunt->first[found] != NULL ? hunt->first[found] : "nothing", other,
                   replay);
            free(replay);
        }
        free(other);
        if (hunt->asker.trouble != 0 || *hunt->plan->interrupted)
            return;
    }
    runner_asker_stop(&hunt->asker);
}

static void forget_answers(struct hunt *hunt)
{
    for (unsigned i = 0; i < BATCH; i++) {
        free(hunt->first[i]);
        free(hunt->suspects[i].other);
        hunt->first[i] = NULL;
        hunt->suspects[i] = (struct suspect){0};
    }
}

static void hunt_in_batch(struct hunt *hunt)
{
    runner_batch_prepare(&hunt->batch);
    if (hunt->batch.count == 0 || *hunt->plan->interrupted || hunt->asker.trouble != 0 ||
        hunt->ends >= ENDS_MAX)
        return;
    if (hunt->report->one_shot) /* a command that is run for each vector keeps nothing */
        return;
    hunt->report->in_orders += hunt->batch.count;
    hunt->report->orders = hunt->report->declaration.opens ? ORDERS + 1 : ORDERS; /* see ask_every_order() */
    ask_every_order(hunt);
    settle_suspects(hunt);
    if (hunt->report->declaration.concurrent && hunt->report->declaration.opens)
        ask_at_once(hunt);
    forget_answers(hunt);
    hunt->seed++;
    if (hunt->ends >= ENDS_MAX && hunt->report->gave_up[0] == '\0')
        (void)snprintf(hunt->report->gave_up, sizeof hunt->report->gave_up,
                       "gave up asking sequences after its process had ended %u times", hunt->ends);
}

/* --- All results ---------------------------------------------------------------------------------------- */

/* Takes the next results from the file.  Returns errno; 0 also at the end. */
static int take_batch(struct batch *batch, FILE *file)
{
    size_t bytes = 0;
    enum taken taken = TAKEN;
    batch->item_count = 0;
    while (batch->item_count < BATCH && bytes < BATCH_BYTES &&
           (taken = runner_result_take(file, &batch->items[batch->item_count])) == TAKEN)
        bytes += batch->items[batch->item_count++].vector->size;
    return taken == TAKEN_NOT ? EIO : 0;
}

static void count_batch(struct implementation_report *report, struct batch *batch)
{
    for (unsigned i = 0; i < batch->item_count; i++) {
        runner_result_count(report, &batch->items[i]);
        runner_result_free(&batch->items[i]);
    }
}

static int hunt_all(struct hunt *hunt)
{
    struct batch *const batch = &hunt->batch;
    int trouble =
        fseek(hunt->report->deferred, 0, SEEK_SET) == 0 ? take_batch(batch, hunt->report->deferred) : errno;
    while (trouble == 0 && batch->item_count > 0) {
        hunt_in_batch(hunt);
        count_batch(hunt->report, batch);
        trouble = take_batch(batch, hunt->report->deferred);
    }
    runner_asker_free(&hunt->asker);
    return trouble != 0 ? trouble : hunt->asker.trouble;
}

int runner_sequences(const struct plan *plan)
{
    struct hunt *const hunt = memory_of(1, sizeof *hunt);
    int trouble = 0;
    for (unsigned i = 0; trouble == 0 && i < plan->report->count; i++) {
        struct implementation_report *const report = &plan->report->implementations[i];
        *hunt = (struct hunt){.plan = plan, .report = report, .seed = plan->report->seed};
        hunt->asker = (struct asker){.command = &plan->commands[i],
                                     .limits = &plan->limits,
                                     .children = plan->children,
                                     .interrupted = plan->interrupted};
        trouble = hunt_all(hunt);
    }
    free(hunt);
    plan->report->complete = plan->report->complete && !*plan->interrupted && trouble == 0;
    return trouble;
}
