/* read_closing: safe. */
#include "conformance/runner/asked/corpus.c"
#include "conformance/runner/process/spans.c"

void proof_closing(void)
{
    const size_t size = any_size();
    const char *const text = (const char *)any_bytes(size);
    struct lines said;
    bool whole = false;
    struct span version;
    const bool is = read_closing((struct span){text, size}, &said, &version, &whole);
    assert(is || !whole);
    assert(!is || version.size == 0 ||
           (BETWEEN(text, version.at, text + size) && version.size <= (size_t)(text + size - version.at)));
    REACHES(is && whole);
    REACHES(!is);
}
