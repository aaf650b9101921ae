/* Small parts of the runner and the mutator: safe, and within what each promises. */

#include "conformance/runner/process/base64.c"
#include "conformance/runner/process/spans.c"
#include "fuzz/mutator/draft.c"

void proof_pieces(void)
{
    const size_t size = any_size();
    const uint8_t *const bytes = any_bytes(size);
    const struct span span = {(const char *)bytes, size};
    const char c = (char)nondet_u8();
    const unsigned width = nondet_u8();
    __CPROVER_assume(width <= 8 && width <= size);
    const uint64_t answer = CALL;
    assert(HOLDS);
    (void)span, (void)c;
    REACHES(answer == 0);
    REACHES(answer != 0);
}
