/* outline_of of the mutator: safe, and the parts lie in the bytes. */
#include "fuzz/mutator/draft.c"
#include "fuzz/mutator/draft_read.c"

/* What outline_of() gives. */
void proof_section(void)
{
    const size_t size = any_size();
    const uint8_t *const bytes = any_bytes(size);
    struct outline outline;
    const bool is = outline_of(bytes, size, &outline);
    assert(!is || is_outline(&outline, size));
    REACHES(is && outline.fdes_count > 1 && outline.fres_end < size);
    REACHES(!is);
}
