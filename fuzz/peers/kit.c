/* The adapter kit, for adapters in the same process. */
#define adapter_run kit_run
#include "../../conformance/kits/c/sframe_adapter.c"
#undef adapter_run

#include "peer.h"

int adapter_main(void); /* the adapter's main(), renamed */

static const struct adapter *asked;

int adapter_run(const struct adapter *adapter)
{
    asked = adapter;
    return 0;
}

size_t peer_answer(const char *operation, const struct peer_request *request, char *line, size_t room)
{
    static struct answer answer;
    const struct request told = {.profile = request->profile, .abi = request->abi, .address = request->address,
                                 .pc = request->pc, .bytes = request->bytes, .length = request->length};
    if (asked == NULL)
        (void)adapter_main();
    begin_answer(&answer);
    answer.profile = told.profile;
    answer.begun = answer.size;
    (strcmp(operation, "decode") == 0 ? asked->decode : asked->lookup)(&told, &answer);
    const size_t size = answer.size < room ? answer.size : room;
    memcpy(line, answer.text, size);
    return size;
}
