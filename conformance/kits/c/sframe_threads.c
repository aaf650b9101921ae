/* Asks one opened section from several threads at once.  Copy this file too if your reader allows that, and
 * set `concurrently` of your adapter to adapter_concurrently; build with -pthread. */
#include "sframe_adapter.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* How often each thread asks every question, and how many threads there are at most. */
enum { ROUNDS = 16, THREADS = 64 };

struct asking {
    const struct adapter *adapter;
    const struct question *questions;
    size_t count;
    char **alone; /* the answers of one thread */
    pthread_barrier_t *begin;
};

struct thread {
    const struct asking *asking;
    pthread_t id;
    size_t first; /* where it begins: each elsewhere */
    size_t differs;
    char *together;
};

static void ask_all(struct thread *thread)
{
    const struct asking *const asking = thread->asking;
    for (size_t i = 0; i < asking->count; i++) {
        const size_t number = (thread->first + i) % asking->count;
        char *const answer = adapter_answer_opened(asking->adapter, &asking->questions[number]);
        if (thread->together == NULL && strcmp(answer, asking->alone[number]) != 0) {
            thread->differs = number;
            thread->together = answer;
        } else
            free(answer);
    }
}

static void *run_thread(void *context)
{
    struct thread *const thread = context;
    (void)pthread_barrier_wait(thread->asking->begin);
    for (unsigned round = 0; round < ROUNDS; round++)
        ask_all(thread);
    return NULL;
}

/* All threads wait for each other, so one that cannot be started would be waited for in vain: abort() says
 * so. */
static void run_threads(const struct asking *asking, struct thread *threads, unsigned count)
{
    if (pthread_barrier_init(asking->begin, NULL, count) != 0)
        abort();
    for (unsigned i = 0; i < count; i++) {
        threads[i] =
            (struct thread){.asking = asking, .first = i * asking->count / count, .differs = asking->count};
        if (pthread_create(&threads[i].id, NULL, run_thread, &threads[i]) != 0)
            abort();
    }
    for (unsigned i = 0; i < count; i++)
        (void)pthread_join(threads[i].id, NULL);
    (void)pthread_barrier_destroy(asking->begin);
}

size_t adapter_concurrently(const struct adapter *adapter, const struct question *questions, size_t count,
                            unsigned threads, char **alone, char **together)
{
    struct thread all[THREADS];
    pthread_barrier_t begin;
    struct asking asking = {adapter, questions, count, calloc(count + 1, sizeof(char *)), &begin};
    const unsigned wanted = count == 0 ? 0 : threads < THREADS ? threads : THREADS;
    size_t differs = count;
    if (asking.alone == NULL)
        abort();
    for (size_t i = 0; i < count; i++)
        asking.alone[i] = adapter_answer_opened(adapter, &questions[i]);
    if (wanted != 0)
        run_threads(&asking, all, wanted);
    for (unsigned i = 0; i < wanted; i++) {
        if (all[i].differs < count && differs == count) {
            differs = all[i].differs;
            *together = all[i].together;
        } else
            free(all[i].together);
    }
    for (size_t i = 0; i < count; i++)
        if (i == differs)
            *alone = asking.alone[i];
        else
            free(asking.alone[i]);
    free(asking.alone);
    return differs;
}
