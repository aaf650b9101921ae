/* The generator's own families, with any seed: the oracle agrees with their vectors, contested ones and
 * unwindings among them.  The input is a row of choices. */
#include "hold.h"
#include "law.h"
#include "some_family.h"

static struct emitter emitter; /* large */

static bool hold(struct sink *sink, const struct vector *vector)
{
    (void)sink;
    hold_vector(&emitter, vector);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sink sink = {hold};
    static struct selection selection;
    struct choices choices = {data, size};
    if (emitter.sink == NULL) {
        selection = select_all();
        emitter_init(&emitter, &selection, &sink, 0);
    }
    emit_some_family(&emitter, &choices);
    return 0;
}
