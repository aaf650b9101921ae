/* A law of an implementation in process: it agrees with what the generator says that a section means. */
#include "agree.h"
#include "law.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    agree_with(data, size);
    return 0;
}
