/* A target without a fault. */
#include "law.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    LAW(data != NULL || size == 0, "%zu bytes nowhere", size);
    return 0;
}
