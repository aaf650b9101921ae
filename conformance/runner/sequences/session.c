#include "session.h"

#include "../judge/judge.h"
#include "../process/memory.h"
#include "../request.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, NO_SECTION = BATCH };

/* --- Steps ---------------------------------------------------------------------------------------------- */

/* The name of an open section: its place in OPEN.  OPEN_AT_ONCE: it is not open. */
static unsigned name_of(const unsigned open[OPEN_AT_ONCE + 1], unsigned section)
{
    unsigned name = 0;
    while (name < OPEN_AT_ONCE && open[name] != section)
        name++;
    return name;
}

/* Whether no later question of the sequence is about the section that the one at PLACE is about. */
static bool is_last(const struct batch *batch, const struct sequence *sequence, unsigned place)
{
    for (unsigned i = place + 1; i < sequence->count; i++)
        if (batch->section[sequence->asks[i]] == batch->section[sequence->asks[place]])
            return false;
    return true;
}

/* Called when a request was written; PLACE is that of the question, or the sequence's count where none is
 * asked. */
typedef bool sender(void *context, unsigned place);

/* Where requests are written to, and what sends them. */
struct steps {
    struct process *process;
    uint64_t *number;
    sender *send;
    void *context;
};

/* Asks about an opened section: opens it before the first question about it, and closes it after the last. */
static bool walk_opened(const struct batch *batch, const struct sequence *sequence, unsigned place,
                        unsigned open[OPEN_AT_ONCE + 1], const struct steps *steps)
{
    const unsigned ask = sequence->asks[place], section = batch->section[ask];
    const struct vector *const vector = batch->asked[ask];
    unsigned name = name_of(open, section);
    if (open[name] != section) {
        name = name_of(open, NO_SECTION);
        open[name] = section;
        runner_request_open(steps->process, vector, ++*steps->number, name);
        if (!steps->send(steps->context, sequence->count))
            return false;
    }
    runner_request_ask(steps->process, vector, ++*steps->number, name);
    if (!steps->send(steps->context, place))
        return false;
    if (!is_last(batch, sequence, place))
        return true;
    open[name] = NO_SECTION;
    runner_request_close(steps->process, ++*steps->number, name);
    return steps->send(steps->context, sequence->count);
}

static bool walk_plain(const struct batch *batch, const struct sequence *sequence, unsigned place,
                       const struct steps *steps)
{
    runner_request_write(steps->process, batch->asked[sequence->asks[place]], ++*steps->number);
    return steps->send(steps->context, place);
}

/* Writes requests of a sequence, as long as they are sent. */
static void walk(const struct batch *batch, const struct sequence *sequence, const struct steps *steps)
{
    unsigned open[OPEN_AT_ONCE + 1];
    bool goes_on = true;
    for (unsigned i = 0; i <= OPEN_AT_ONCE; i++)
        open[i] = NO_SECTION;
    for (unsigned i = 0; goes_on && i < sequence->count; i++)
        goes_on = sequence->manner == OPENED ? walk_opened(batch, sequence, i, open, steps)
                                             : walk_plain(batch, sequence, i, steps);
}

/* --- Asking --------------------------------------------------------------------------------------------- */

struct asking {
    struct asker *asker;
    const struct sequence *sequence;
    const struct batch *batch;
    const struct listener *listener;
};

/* Sends what was written.  An adapter that ended well before this plain question is started again. */
static bool send_and_wait(void *context, unsigned place)
{
    const struct asking *const asking = context;
    struct asker *const asker = asking->asker;
    struct span line;
    bool answered = runner_asker_ask(asker, &line);
    if (!answered && asking->sequence->manner == PLAIN && runner_asker_left(asker) && asker->trouble == 0 &&
        runner_asker_start(asker)) {
        runner_request_write(&asker->process, asking->batch->asked[asking->sequence->asks[place]], asker->number);
        answered = runner_asker_ask(asker, &line);
    }
    if (!answered && (asker->trouble != 0 || *asker->interrupted != 0))
        return false;
    if (!answered)
        line = runner_span_of(asker->ended);
    if (place < asking->sequence->count)
        asking->listener->take(asking->listener->context, place, line);
    return answered;
}

static bool is_well(const struct asker *asker)
{
    return asker->trouble == 0 && *asker->interrupted == 0;
}

bool runner_session_ask(struct asker *asker, const struct batch *batch, const struct sequence *sequence,
                        const struct listener *listener)
{
    struct asking asking = {asker, sequence, batch, listener};
    const struct steps steps = {&asker->process, &asker->number, send_and_wait, &asking};
    asker->number = 0;
    if (!runner_asker_start(asker))
        return false;
    walk(batch, sequence, &steps);
    runner_asker_stop(asker);
    return is_well(asker);
}

struct last {
    unsigned place;
    char *answer;
};

static void keep_last(void *context, unsigned place, struct span answer)
{
    struct last *const last = context;
    if (place == last->place)
        last->answer = memory_copy_of(answer.at, answer.size);
}

char *runner_session_last(struct asker *asker, const struct batch *batch, const struct sequence *sequence)
{
    struct last last = {sequence->count - 1, NULL};
    (void)runner_session_ask(asker, batch, sequence, &(struct listener){keep_last, &last});
    return last.answer;
}

/* Questions that are asked at once, and the number of each. */
struct together {
    struct vector *vectors[BATCH];
    unsigned of[BATCH], count;
};

/* Leaves out questions to unwind: they bring memory along, so they cannot be asked together. */
static struct together gather(const struct batch *batch, unsigned first, unsigned end)
{
    struct together all = {.count = 0};
    for (unsigned i = first; i < end; i++)
        if (batch->asked[i]->operation != UNWIND) {
            all.vectors[all.count] = batch->asked[i];
            all.of[all.count++] = i;
        }
    return all;
}

static void write_at_once(struct process *process, const struct together *all, uint64_t number)
{
    runner_request_concurrent(process, all->vectors, all->count, number, 0, THREADS);
}

unsigned runner_session_ask_at_once(struct asker *asker, const struct batch *batch, unsigned first,
                                    unsigned end, char **other)
{
    const struct together all = gather(batch, first, end);
    struct span line;
    uint64_t number;
    unsigned found = end;
    if (asker->process.pid == 0 && !runner_asker_start(asker))
        return end;
    runner_request_open(&asker->process, batch->asked[first], ++asker->number, 0);
    if (runner_asker_ask(asker, &line)) {
        write_at_once(&asker->process, &all, ++asker->number);
        const bool answered = runner_asker_ask(asker, &line);
        if (answered && runner_span_decimal(runner_json_of_name(line, "differs"), &number) && number < all.count) {
            const struct span answer = runner_json_of_name(line, "together");
            *other = memory_copy_of(answer.at, answer.size);
            found = all.of[number];
        } else if (!answered && is_well(asker)) {
            *other = memory_copy(asker->ended);
            found = first;
        }
    }
    if (asker->process.pid != 0) {
        runner_request_close(&asker->process, ++asker->number, 0);
        (void)runner_asker_ask(asker, &line);
    }
    return found;
}

/* --- Writing down --------------------------------------------------------------------------------------- */

/* A list of strings that is being written. */
struct replay {
    struct written_text list;
    uint64_t number;        /* of the last request */
    struct process process; /* requests are written to it, and none is sent */
    size_t written;         /* how much of them is in the list */
};

/* Writes bytes for printf: a character that is not plain becomes a backslash and three octal digits. */
static void put_octal(FILE *out, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char)bytes[i];
        if (byte == '\n')
            (void)fputs("\\\\n", out);
        else if (byte < ' ' || byte > '~' || strchr("%\\'\"", byte) != NULL)
            (void)fprintf(out, "\\\\%03o", byte);
        else
            (void)putc(byte, out);
    }
}

static bool put_request(void *context, unsigned place)
{
    struct replay *const replay = context;
    FILE *const out = replay->list.out;
    (void)place;
    (void)fputs(replay->written > 0 ? ",\"" : "[\"", out);
    put_octal(out, replay->process.sent + replay->written, replay->process.sent_size - replay->written);
    (void)putc('"', out);
    replay->written = replay->process.sent_size;
    return true;
}

static void begin_replay(struct replay *replay)
{
    *replay = (struct replay){.number = 0};
    (void)written_begin(&replay->list);
    runner_request_hello(&replay->process);
    (void)put_request(replay, 0);
}

static char *end_replay(struct replay *replay)
{
    (void)putc(']', replay->list.out);
    free(replay->process.sent);
    return written_end(&replay->list);
}

char *runner_session_replay(const struct batch *batch, const struct sequence *sequence)
{
    struct replay replay;
    const struct steps steps = {&replay.process, &replay.number, put_request, &replay};
    begin_replay(&replay);
    walk(batch, sequence, &steps);
    return end_replay(&replay);
}

char *runner_session_replay_at_once(const struct batch *batch, unsigned first, unsigned end)
{
    struct replay replay;
    const struct together all = gather(batch, first, end);
    begin_replay(&replay);
    runner_request_open(&replay.process, batch->asked[first], ++replay.number, 0);
    (void)put_request(&replay, 0);
    write_at_once(&replay.process, &all, ++replay.number);
    (void)put_request(&replay, 0);
    return end_replay(&replay);
}

/* --- Comparing ------------------------------------------------------------------------------------------ */

/* Drops what need not be equal in two answers.  Words for people may name an address or a process, so without
 * WITH_WORDS only it counts that they are there. */
static void make_comparable(json_t *answer, bool with_words)
{
    static const char *const dropped[] = {"request", "pc", "stderr", "messages"};
    static const char *const worded[] = {"error", "unsupported", "inconsistent", "refused", "ended"};
    for (unsigned i = 0; i < sizeof dropped / sizeof *dropped; i++)
        (void)json_object_del(answer, dropped[i]);
    for (unsigned i = 0; !with_words && i < sizeof worded / sizeof *worded; i++)
        if (json_object_get(answer, worded[i]) != NULL)
            (void)json_object_set_new(answer, worded[i], json_true());
}

static json_t *comparable(const char *text, bool with_words)
{
    json_error_t error;
    json_t *const answer = runner_json_of(runner_span_of(text), 0, &error);
    if (answer != NULL)
        make_comparable(answer, with_words);
    return answer;
}

/* What stands behind the number of the request; all, if there is none in front. */
static const char *behind_number(const char *text)
{
    uint64_t number;
    struct span rest;
    return runner_read_answer_number(runner_span_of(text), &number, &rest) ? rest.at : text;
}

bool runner_session_same(const char *one, const char *other)
{
    if (strcmp(behind_number(one), behind_number(other)) == 0)
        return true;
    json_t *const first = comparable(one, false), *const second = comparable(other, false);
    const bool same = first != NULL && second != NULL && json_equal(first, second);
    json_decref(first);
    json_decref(second);
    return same;
}

static bool add_difference(void *context, const char *path, const json_t *alone, const json_t *other)
{
    runner_add_difference(context, path, alone, other);
    return true;
}

void runner_session_differences(const char *alone, const char *other, struct judgement *judgement)
{
    json_t *const first = comparable(alone, true), *const second = comparable(other, true);
    if (first != NULL && second != NULL)
        (void)runner_each_difference("", first, second, add_difference, judgement);
    json_decref(first);
    json_decref(second);
}
