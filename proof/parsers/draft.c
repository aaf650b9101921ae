/* How the mutator reads an outline and a row: safe, they end, and what they give lies in the bytes. */
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

void proof_row(void)
{
    const size_t size = any_size(), at = nondet_size();
    const uint8_t *const bytes = any_bytes(size);
    const unsigned width = nondet_u8();
    struct outline outline;
    struct draft_row row;
    outline.layout = &layouts[1 + nondet_u8() % 3];
    __CPROVER_assume(is_outline(&outline, size) && at <= outline.fres_end && width >= 1 && width <= 4);
    const size_t next = read_row(bytes, at, &outline, width, &row);
    assert(next == 0 || (next > at && next <= outline.fres_end));
    assert(next == 0 || (row.word_count <= MOST_WORDS && row.word_width <= 4));
    REACHES(next == 0);
    REACHES(next > 0 && row.word_count == MOST_WORDS && row.word_width == 4);
}
