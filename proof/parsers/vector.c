/* The members of a vector's line: safe, it ends, and each member lies in the line. */
#include "conformance/runner/judge/corpus_line.h"

#include <string.h>

/* The number of some member: what is proved of it is proved of each. */
static unsigned some;

#define LIES_IN(span, text)                                                                                  \
    (BETWEEN((text).at, (span).at, (text).at + (text).size) &&                                               \
     (span).size <= (size_t)((text).at + (text).size - (span).at))

/* What was cut out of a line lies in it. */
#define ARE_INSIDE(members, text)                                                                            \
    ((members)->count <= MEMBERS_MAX &&                                                                      \
     (some >= (members)->count ||                                                                            \
      (LIES_IN((members)->keys[some], text) && LIES_IN((members)->values[some], text))))

int any_comparison(const void *one, const void *other, size_t size)
{
    assert(__CPROVER_r_ok(one, size) && __CPROVER_r_ok(other, size));
    return nondet_bool();
}

/* This proof is not about memory.  With free(), CBMC's loop contracts end in "Numeric exception". */
#define free(memory) ((void)(memory))
#define memcmp any_comparison

#include "conformance/runner/judge/corpus_line.c"
#include "conformance/runner/process/spans.c"

static struct span any_inside(const char *from, const char *to)
{
    const size_t before = nondet_size(), size = nondet_size();
    __CPROVER_assume(before <= (size_t)(to - from) && size <= (size_t)(to - from) - before);
    return (struct span){from + before, size};
}

/* vector-new */
bool any_novelty(const struct members *members, unsigned number)
{
    assert(number < MEMBERS_MAX && (some > number || some >= members->count ||
                                    __CPROVER_r_ok(members->keys[some].at, members->keys[some].size)));
    return nondet_bool();
}

/* vector-one */
bool any_cut_member(struct json_cut *cut, struct members *members, bool *more)
{
    const char *const from = cut->at;
    assert(is_cut(cut) && members->count <= MEMBERS_MAX);
    cut->at = any_inside(from, cut->end).at;
    *more = nondet_bool();
    if (members->count == MEMBERS_MAX || nondet_bool())
        return false;
    members->keys[members->count] = any_inside(from, cut->at);
    members->values[members->count] = any_inside(from, cut->at);
    members->count++;
    return true;
}

static void all_keys(struct members *members, struct span line)
{
    for (unsigned i = 0; i < MEMBERS_MAX; i++)
        members->keys[i] = any_inside(line.at, line.at + line.size);
}

void proof_vector(void)
{
    const size_t size = any_size(), from = nondet_size();
    const struct span line = {(const char *)any_bytes(size), size};
    struct members members;
    bool more;
    some = nondet_u32();
    __CPROVER_assume(from <= size && members.count <= MEMBERS_MAX);
    struct json_cut cut = {line.at + from, line.at + size};
    SET
    __CPROVER_assume(ARE_INSIDE(&members, line));
    const bool answer = CALL;
    assert(members.count <= MEMBERS_MAX && BETWEEN(line.at + from, cut.at, line.at + size));
    assert(!answer || ARE_INSIDE(&members, line));
    (void)more;
    REACHES(!answer);
    REACHES(answer && members.count == MEMBERS_MAX);
}
