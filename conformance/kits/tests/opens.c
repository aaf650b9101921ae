/* An adapter whose sections stay open, so that tests see what the kit does with them.  It counts the
 * questions about each; as PC 1 a lookup says how many there were, which threads get differently. */
#include "sframe_adapter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct section {
    const uint8_t *bytes;
    int asked;
};

static void *open_section(const struct request *request)
{
    struct section *const section = malloc(sizeof *section);
    if (section == NULL)
        exit(3);
    section->bytes = request->length == 2 && memcmp(request->bytes, "no", 2) == 0 ? NULL : request->bytes;
    section->asked = 0;
    return section;
}

static void lookup(const struct request *request, struct answer *answer)
{
    struct section *const section = request->opened;
    if (section->bytes == NULL) {
        answer_error(answer, "not this one");
        return;
    }
    const int asked = __atomic_add_fetch(&section->asked, 1, __ATOMIC_SEQ_CST);
    if (request->pc == 1)
        answer_number(answer, "function", asked);
    answer_hex(answer, "bytes", section->bytes, request->length);
}

/* The LIMIT, and the register sp: what an unwinding brings along. */
static void unwind(const struct request *request, struct answer *answer)
{
    uint64_t value = 0;
    (void)scenario_register(request, "sp", &value);
    answer_number(answer, "limit", request->scenario->limit);
    answer_address(answer, "sp", value);
}

static void close_section(void *opened)
{
    const struct section *const section = opened;
    if (section->bytes != NULL)
        (void)fprintf(stderr, "closed after %d\n", section->asked);
    free(opened);
}

int main(void)
{
    const struct adapter adapter = {.name = "opens",
                                    .version = "0",
                                    .profiles = "v2",
                                    .abis = "amd64",
                                    .lookup = lookup,
                                    .unwind = unwind,
                                    .open = open_section,
                                    .close = close_section,
                                    .concurrently = adapter_concurrently};
    return adapter_run(&adapter);
}
