/* Measures how many mutations and crossovers a second the mutator makes of a folder's cases. */
#include "cases.h"
#include "mutate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 500, MOST = 4096 };

static double seconds_since(const struct timespec *begun)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)(now.tv_sec - begun->tv_sec) + 1e-9 * (double)(now.tv_nsec - begun->tv_nsec);
}

static double rate(struct mutator *mutator, const struct files *files, bool cross)
{
    struct timespec begun;
    uint8_t out[MOST];
    uint64_t seed = 0;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
    for (unsigned round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < files->count; i++) {
            const struct file *const one = &files->list[i], *const two =
                                                                &files->list[(7 * seed + 1) % files->count];
            const size_t size = one->size < MOST ? one->size : MOST;
            if (cross)
                (void)cross_cases(mutator, one->bytes, size, two->bytes, two->size, out, MOST, seed++);
            else
                (void)mutate_case(mutator, memcpy(out, one->bytes, size), size, MOST, seed++);
        }
    return (double)seed / seconds_since(&begun);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        (void)fputs("usage: time_mutator FOLDER\n", stderr);
        return 2;
    }
    struct files files = read_files(argv[1]);
    struct mutator *const mutator = calloc(1, sizeof *mutator);
    if (mutator == NULL)
        return 2;
    mutator->plain = havoc;
    const double mutations = rate(mutator, &files, false), crossed = rate(mutator, &files, true);
    (void)printf("%.0f mutations, %.0f crossovers a second, of %zu cases\n", mutations, crossed, files.count);
    free(mutator);
    free_files(&files);
    return 0;
}
