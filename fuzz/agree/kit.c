/* An adapter in C on our kit that is asked in process, by a fuzz target instead of a pipe.  The adapter is
 * `const struct adapter adapter`, in a file without main(). */
#include "implementation.h"
#include "sframe_adapter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct adapter adapter;

/* --- Scenarios ------------------------------------------------------------------------------------------ */

static void *room_for(size_t count, size_t size)
{
    void *const room = calloc(count + 1, size);
    if (room == NULL) {
        (void)fprintf(stderr, "kit: no memory for %zu parts of a scenario\n", count);
        exit(2);
    }
    return room;
}

static struct piece *copy_pieces(const struct implementation_piece *from, size_t count)
{
    struct piece *const pieces = room_for(count, sizeof *pieces);
    for (size_t i = 0; i < count; i++)
        pieces[i] = (struct piece){from[i].address, from[i].bytes, from[i].size};
    return pieces;
}

/* The scenario in the kit's types; it points to the same bytes. */
static struct scenario copy_scenario(const struct implementation_scenario *from)
{
    struct scenario scenario = {.limit = from->limit,
                                .register_count = from->register_count,
                                .module_count = from->module_count,
                                .piece_count = from->piece_count};
    scenario.registers = room_for(from->register_count, sizeof *scenario.registers);
    for (size_t i = 0; i < from->register_count; i++) {
        memcpy(scenario.registers[i].name, from->registers[i].name, sizeof from->registers[i].name);
        scenario.registers[i].value = from->registers[i].value;
    }
    scenario.modules = copy_pieces(from->modules, from->module_count);
    scenario.memory = copy_pieces(from->memory, from->piece_count);
    return scenario;
}

/* --- Calls ---------------------------------------------------------------------------------------------- */

static const char *answer_call(const struct implementation_request *asked, size_t *size)
{
    struct scenario scenario = {0};
    struct request request = {.profile = asked->profile,
                              .abi = asked->abi,
                              .address = asked->address,
                              .pc = asked->pc,
                              .bytes = asked->bytes,
                              .length = asked->size};
    if (asked->scenario != NULL) {
        scenario = copy_scenario(asked->scenario);
        request.scenario = &scenario;
    }
    const char *const text = adapter_answer(&adapter, asked->operation, &request, size);
    free(scenario.registers);
    free(scenario.modules);
    free(scenario.memory);
    return text;
}

const char *implementation_answer(const struct implementation_request *request, size_t *size)
{
    return request == NULL ? adapter_answer(&adapter, NULL, NULL, size) : answer_call(request, size);
}
