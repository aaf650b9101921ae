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
    char **alone;          /* the answers to the questions one by one */
    pthread_mutex_t *gate; /* locked until all threads are started */
};

struct thread {
    const struct asking *asking;
    pthread_t id;
    size_t first;   /* the question that this thread asks first: each begins at another one */
    size_t differs; /* the first question that was answered otherwise; the number of questions: none */
    char *together; /* that other answer */
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
    (void)pthread_mutex_lock(thread->asking->gate);
    (void)pthread_mutex_unlock(thread->asking->gate);
    for (unsigned round = 0; round < ROUNDS; round++)
        ask_all(thread);
    return NULL;
}

/* Returns how many threads ran: fewer than WANTED if the system starts no more. */
static unsigned run_threads(const struct asking *asking, struct thread *threads, unsigned wanted)
{
    unsigned count = 0;
    (void)pthread_mutex_lock(asking->gate);
    for (; count < wanted; count++) {
        threads[count] = (struct thread){
            .asking = asking, .first = count * asking->count / wanted, .differs = asking->count};
        if (pthread_create(&threads[count].id, NULL, run_thread, &threads[count]) != 0)
            break;
    }
    (void)pthread_mutex_unlock(asking->gate);
    for (unsigned i = 0; i < count; i++)
        (void)pthread_join(threads[i].id, NULL);
    return count;
}

size_t adapter_concurrently(const struct adapter *adapter, const struct question *questions, size_t count,
                            unsigned threads, char **alone, char **together)
{
    struct thread all[THREADS];
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    struct asking asking = {adapter, questions, count, calloc(count + 1, sizeof(char *)), &gate};
    unsigned ran = 0;
    size_t differs = count;
    if (asking.alone == NULL)
        abort();
    for (size_t i = 0; i < count; i++)
        asking.alone[i] = adapter_answer_opened(adapter, &questions[i]);
    if (count > 0)
        ran = run_threads(&asking, all, threads < THREADS ? threads : THREADS);
    for (unsigned i = 0; i < ran; i++) {
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
