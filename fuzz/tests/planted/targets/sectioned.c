/* A target that reads a section, with a law that one section breaks. */
#include "case.h"
#include "law.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_case input;
    case_begin(&input, data, size);
    LAW(input.size <= 3 || input.section[2] != 3, "a section of %zu bytes has version 3", input.size);
    case_end(&input);
    return 0;
}
