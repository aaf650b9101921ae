/* A law of the generator's families: with any seed, the oracle agrees with their vectors, also contested ones
 * and unwindings.  The input is a row of choices. */
#include "oracle_agrees.h"
#include "law.h"
#include "emitter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    emit_some_family(emitter_that_compares(), &(struct choices){data, size});
    return 0;
}
