/* The adapter kit, for adapters in the same process. */
#define adapter_run kit_run
#include "../../conformance/kits/c/sframe_adapter.c"
#undef adapter_run

#include "implementation.h"

int adapter_main(void); /* the adapter's main(), renamed */

static const struct adapter *asked;

int adapter_run(const struct adapter *adapter)
{
    asked = adapter;
    return 0;
}

const char *implementation_answer(const struct implementation_request *request, size_t *size)
{
    static struct answer answer;
    const struct request told = {.profile = request->profile, .abi = request->abi, .address = request->address,
                                 .pc = request->pc, .bytes = request->bytes, .length = request->size};
    if (asked == NULL)
        (void)adapter_main();
    begin_answer(&answer);
    answer.profile = told.profile;
    answer.begun = answer.size;
    (strcmp(request->operation, "decode") == 0 ? asked->decode : asked->lookup)(&told, &answer);
    *size = answer.size;
    return answer.text;
}
