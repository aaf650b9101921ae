/* AFL++'s interface: a shared object for AFL_CUSTOM_MUTATOR_LIBRARY. */
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

/* One mutation in so many takes functions of another input. */
enum { CROSSED = 4 };

struct state {
    struct random seeds;
    struct mutator mutator;
    uint8_t *out;
    size_t room;
};

void *afl_custom_init(void *afl, unsigned seed);
void afl_custom_deinit(void *data);
size_t afl_custom_fuzz(void *data, uint8_t *bytes, size_t size, uint8_t **out, uint8_t *other,
                       size_t other_size, size_t max_size);
const char *afl_custom_describe(void *data, size_t max_size);

void *afl_custom_init(void *afl, unsigned seed)
{
    struct state *const state = calloc(1, sizeof *state);
    (void)afl;
    if (state != NULL) {
        state->seeds.state = seed;
        state->mutator.plain = havoc;
    }
    return state;
}

void afl_custom_deinit(void *data)
{
    struct state *const state = data;
    free(state->out);
    free(state);
}

static bool has_room(struct state *state, size_t size)
{
    if (size <= state->room)
        return true;
    uint8_t *const grown = realloc(state->out, size);
    if (grown == NULL)
        return false;
    state->out = grown;
    state->room = size;
    return true;
}

/* Returns 0 to make AFL++ skip the input. */
size_t afl_custom_fuzz(void *data, uint8_t *bytes, size_t size, uint8_t **out, uint8_t *other,
                       size_t other_size, size_t max_size)
{
    struct state *const state = data;
    const uint64_t seed = random_next(&state->seeds);
    if (!has_room(state, max_size))
        return 0;
    *out = state->out;
    if (other != NULL && other_size != 0 && one_in(&state->seeds, CROSSED))
        return cross_cases(&state->mutator, bytes, size, other, other_size, state->out, max_size, seed);
    if (size > max_size)
        size = max_size;
    memcpy(state->out, bytes, size);
    return mutate_case(&state->mutator, state->out, size, max_size, seed);
}

/* A part of the name of a file in the queue. */
const char *afl_custom_describe(void *data, size_t max_size)
{
    static char steps[128];
    describe_steps(&((struct state *)data)->mutator, steps,
                   max_size < sizeof steps ? max_size : sizeof steps);
    return steps;
}
