#include "conformance/runner/corpus_line.c"
#include "conformance/runner/spans.c"

/* What was cut out of a line lies in it. */
static bool is_inside(struct span span, struct span line)
{
    return __CPROVER_same_object(span.at, line.at) &&
           __CPROVER_POINTER_OFFSET(span.at) >= __CPROVER_POINTER_OFFSET(line.at) &&
           __CPROVER_POINTER_OFFSET(span.at) + span.size <= __CPROVER_POINTER_OFFSET(line.at) + line.size;
}

void proof_vector(void)
{
    const size_t size = any_size();
    const struct span line = {(const char *)any_bytes(size), size};
    struct members members;
    const bool cut = cut_members(line, &members);
    const unsigned some = nondet_u32();
    assert(members.count <= MEMBERS_MAX);
    assert(!cut || some >= members.count || is_inside(members.keys[some], line));
    assert(!cut || some >= members.count || is_inside(members.values[some], line));
    REACHES(!cut);
    REACHES(cut && members.count == 0);
    REACHES(cut && members.count == MEMBERS_MAX);
}
