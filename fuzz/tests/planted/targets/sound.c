/* A target without a fault. */
#include "law.h"

#include "half.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    LAW(half(size) == 0 || data != NULL, "%zu bytes nowhere", size);
    return 0;
}
