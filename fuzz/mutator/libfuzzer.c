/* libFuzzer's interface to the mutator. */
#include "mutate.h"

#include <string.h>

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,
                                 uint8_t *out, size_t max_out_size, unsigned seed);

/* libFuzzer's own mutation. */
extern size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

static size_t engines_own(uint8_t *data, size_t size, size_t most, struct random *random)
{
    (void)random;
    return LLVMFuzzerMutate(data, size, most);
}

static struct mutator mutator = {.plain = engines_own};

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    return mutate_case(&mutator, data, size, max_size, seed);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,
                                 uint8_t *out, size_t max_out_size, unsigned seed)
{
    return cross_cases(&mutator, data1, size1, data2, size2, out, max_out_size, seed);
}
