/* find_section of the mutator: safe, it ends, and what it finds lies in the bytes. */
#include "fuzz/mutator/draft.c"
#include "fuzz/mutator/draft_read.c"

void proof_found(void)
{
    const size_t size = any_size(), from = any_size();
    const uint8_t *const bytes = any_bytes(size);
    struct bytes found;
    const bool is = find_section(bytes, size, from, &found);
    assert(!is || (__CPROVER_same_object(found.at, bytes) && __CPROVER_r_ok(found.at, found.size)));
    REACHES(is);
    REACHES(!is);
}
