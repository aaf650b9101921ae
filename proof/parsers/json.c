/* JSON that is cut without a tree: safe, each function ends, and what it gives lies in what it passed. */
#include "conformance/runner/process/spans.c"

/* A function that passes some of a text, from anywhere in it. */
void proof_json(void)
{
    const size_t size = any_size(), from = nondet_size();
    const char *const text = (const char *)any_bytes(size);
    __CPROVER_assume(from <= size && IF);
    struct json_cut cut = {text + from, text + size};
    struct span value = {text, 0}, key = {text, 0};
    bool more = false;
    const bool took = CALL;
    assert(cut.end == text + size && BETWEEN(text + from, cut.at, cut.end));
    assert(!took || (size_t)(cut.at - text) - from >= LEAST);
    assert(!took || (BETWEEN(text, value.at, cut.at) && value.size <= (size_t)(cut.at - value.at)));
    assert(!took || (BETWEEN(text, key.at, cut.at) && key.size <= (size_t)(cut.at - key.at)));
    (void)more;
    REACHES(took && size > 8);
    REACHES(!took);
}
