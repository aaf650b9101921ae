/* The kit for adapters in C, called in process: the same text, but for where requests come from and where
 * answers go.  An adapter's main() is compiled as adapter_main, and registers it through adapter_run. */
#define adapter_run adapter_run_on_pipe
#include "../../conformance/kits/c/sframe_adapter.c" /* NOLINT(bugprone-suspicious-include) */
#undef adapter_run

#include "implementation.h"
#include "kit.h"

int adapter_run(const struct adapter *adapter);

static struct adapter registered;

int adapter_run(const struct adapter *adapter)
{
    registered = *adapter;
    return 0;
}

static void begin(void)
{
    char *arguments[ADAPTER_ARGUMENTS + 1] = {NULL};
    const int count = adapter_arguments != NULL ? adapter_arguments(arguments) : 0;
    if (adapter_main(count, arguments) != 0 || registered.name == NULL)
        fail("the adapter ended before it could be asked");
}

/* --- Scenarios ------------------------------------------------------------------------------------------ */

static struct piece *copy_pieces(const struct implementation_piece *from, size_t count)
{
    struct piece *const pieces = room_for(count, sizeof *pieces);
    for (size_t i = 0; i < count; i++)
        pieces[i] = (struct piece){from[i].address, from[i].bytes, from[i].size};
    return pieces;
}

/* In the kit's own terms; the bytes stay where they are. */
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

static void answer_call(const struct implementation_request *asked, struct answer *answer)
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
    begin_request(answer, &request, 0);
    answer_as(&registered, asked->operation, &request, answer);
    free(scenario.registers);
    free(scenario.modules);
    free(scenario.memory);
}

const char *implementation_answer(const struct implementation_request *request, size_t *size)
{
    static struct answer answer;
    if (registered.name == NULL)
        begin();
    if (request != NULL)
        answer_call(request, &answer);
    else
        say_hello(&registered, &answer);
    finish(&answer);
    *size = answer.size;
    return answer.text;
}
