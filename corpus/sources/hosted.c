/* A program of the host's C library: callbacks from qsort, a signal's handler, calls through the PLT that are
 * bound when they are first made, thread-free and deterministic. The library has no SFrame of its own. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static volatile sig_atomic_t caught;

static void handler(int number)
{
    caught += number == SIGUSR1;
}

static int compare(const void *one, const void *other)
{
    const int a = *(const int *)one, b = *(const int *)other;
    return (a > b) - (a < b);
}

__attribute__((noinline)) static int sorted(int count)
{
    int values[count];
    for (int i = 0; i < count; i++)
        values[i] = (i * 7 + 3) % count;
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count - 1];
}

__attribute__((noinline)) static size_t copied(const char *words)
{
    char *const copy = strdup(words);
    const size_t length = copy == NULL ? 0 : strlen(copy);
    free(copy);
    return length;
}

int main(void)
{
    if (signal(SIGUSR1, handler) == SIG_ERR || raise(SIGUSR1) != 0)
        return 1;
    return sorted(20) == 19 && copied("seven") == 5 && caught == 1 ? 0 : 1;
}
