/* An adapter that supports nothing and answers at once: a run with it takes only the runner's own time. */
#include "sframe_adapter.h"

static void support_nothing(const struct request *request, struct answer *answer)
{
    (void)request;
    answer_unsupported(answer, "nothing is supported");
}

const struct adapter adapter = {
    .name = "null",
    .version = "1",
    .profiles = "v1 v2 v2e1 v2e2 v3",
    .abis = "amd64 aarch64 aarch64_be s390x",
    .decode = support_nothing,
    .check = support_nothing,
    .lookup = support_nothing,
    .flip = support_nothing,
};
