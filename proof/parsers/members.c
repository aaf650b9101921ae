/* The members of an object by their names: safe, it ends, and each value lies in the object. */
#include <string.h>

int any_comparison(const void *one, const void *other, size_t size)
{
    assert(__CPROVER_r_ok(one, size) && __CPROVER_r_ok(other, size));
    return nondet_bool();
}

#define memcmp any_comparison

#include "conformance/runner/process/spans.c"

enum { COUNT = 14 };

unsigned runner_name_number(const char *const *names, unsigned count, struct span name)
{
    (void)names;
    assert(__CPROVER_r_ok(name.at, name.size));
    const unsigned number = nondet_u32();
    return number < count ? number : count;
}

/* members-new */
bool any_novelty(const struct span *keys, unsigned count, struct span key)
{
    assert(count < MEMBERS_MAX && __CPROVER_r_ok(key.at, key.size));
    assert(some >= count || keys[some].size == 0 || __CPROVER_r_ok(keys[some].at, keys[some].size));
    return nondet_bool();
}

void proof_members(void)
{
    static const char *const names[COUNT];
    const size_t size = any_size();
    const struct span object = {(const char *)any_bytes(size), size};
    struct span values[COUNT], keys[MEMBERS_MAX];
    const unsigned known = nondet_u32();
    some = nondet_u32();
    __CPROVER_assume(some < MEMBERS_MAX && known <= MEMBERS_MAX);
    for (unsigned i = 0; i < COUNT; i++)
        values[i] = object;
    for (unsigned i = 0; i < MEMBERS_MAX; i++)
        keys[i] = object;
    const bool answer = CALL;
    (void)known;
    assert(some >= COUNT || LIES_IN(values[some], object));
    REACHES(answer && size > 8);
    REACHES(!answer);
}
