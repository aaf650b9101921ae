#include "conformance/runner/corpus.c"
#include "conformance/runner/spans.c"

void proof_closing(void)
{
    const size_t size = any_size();
    const char *const text = (const char *)any_bytes(size);
    struct lines said;
    bool whole = false;
    const bool is = read_closing((struct span){text, size}, &said, &whole);
    assert(is || !whole);
    REACHES(is && whole);
    REACHES(!is);
}
