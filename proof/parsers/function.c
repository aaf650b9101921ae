/* read_function of the mutator: safe, and its rows lie in the bytes. */
#include "fuzz/mutator/draft.c"
#include "fuzz/mutator/draft_read.c"

void proof_function(void)
{
    static struct draft draft;
    const size_t size = any_size(), entry = nondet_size();
    const uint8_t *const bytes = any_bytes(size);
    struct draft_function function;
    struct outline outline;
    draft.flags = nondet_u8();
    outline.layout = &layouts[VERSION];
    __CPROVER_assume(is_outline(&outline, size) && entry <= size &&
                     size - entry >= outline.layout->entry_size);
    const struct data data = read_function(&draft, bytes, &outline, entry, &function);
    assert(data.offset >= outline.fres && data.offset <= data.rows && data.rows <= outline.fres_end);
    REACHES(data.rows > data.offset || VERSION < 3);
    REACHES(data.count > 1);
}
