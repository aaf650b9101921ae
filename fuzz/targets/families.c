/* The generator's own families, with any seed: the oracle agrees with their vectors, contested ones and
 * unwindings among them.  The input is a row of choices. */
#include "oracle_agrees.h"
#include "law.h"
#include "some_family.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    emit_some_family(emitter_that_compares(), &(struct choices){data, size});
    return 0;
}
