/* The kit for adapters in C, called in process: the same text, but for where requests come from and where
 * answers go.  An adapter's main() is compiled as adapter_main, and registers it through adapter_run. */
#define adapter_run adapter_run_on_pipe
#include "../../conformance/kits/c/sframe_adapter.c"
#undef adapter_run

#include "implementation.h"
#include "kit.h"

int adapter_run(const struct adapter *adapter);

static struct adapter adapter;

int adapter_run(const struct adapter *given)
{
    adapter = *given;
    return 0;
}

static void begin(void)
{
    char *arguments[ADAPTER_ARGUMENTS + 1] = {NULL};
    const int count = adapter_arguments != NULL ? adapter_arguments(arguments) : 0;
    if (adapter_main(count, arguments) != 0 || adapter.name == NULL)
        fail("the adapter ended before it could be asked");
}

static void answer_call(const struct implementation_request *asked, struct answer *answer)
{
    const struct request request = {.profile = asked->profile,
                                    .abi = asked->abi,
                                    .address = asked->address,
                                    .pc = asked->pc,
                                    .bytes = asked->bytes,
                                    .length = asked->size};
    begin_request(answer, &request, 0);
    answer_as(&adapter, asked->operation, &request, answer);
}

const char *implementation_answer(const struct implementation_request *request, size_t *size)
{
    static struct answer answer;
    if (adapter.name == NULL)
        begin();
    if (request != NULL)
        answer_call(request, &answer);
    else
        say_hello(&adapter, &answer);
    finish(&answer);
    *size = answer.size;
    return answer.text;
}
