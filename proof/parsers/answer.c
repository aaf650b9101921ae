/* runner_read_answer_number: safe, it ends, and the rest lies in the line. */
#include "conformance/runner/judge/answer_line.c"
#include "conformance/runner/process/spans.c"

/* The number of the request that a line of an adapter answers. */
void proof_answer(void)
{
    const size_t size = any_size();
    const char *const text = (const char *)any_bytes(size);
    uint64_t number;
    struct span rest;
    const bool read = runner_read_answer_number((struct span){text, size}, &number, &rest);
    assert(!read || (BETWEEN(text, rest.at, text + size) && rest.at + rest.size == text + size && rest.size > 0));
    REACHES(read);
    REACHES(!read);
}
