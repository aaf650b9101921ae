/* The members of an object by their names: safe, it ends, and each value lies in the object. */
#include "conformance/runner/process/spans.c"

enum { COUNT = 14 };

unsigned runner_name_number(const char *const *names, unsigned count, struct span name)
{
    (void)names;
    assert(__CPROVER_r_ok(name.at, name.size));
    const unsigned number = nondet_u32();
    return number < count ? number : count;
}

void proof_members(void)
{
    static const char *const names[COUNT];
    const size_t size = any_size();
    const struct span object = {(const char *)any_bytes(size), size};
    struct span values[COUNT];
    some = nondet_u32();
    __CPROVER_assume(some < COUNT);
    const bool whole = runner_json_members(object, names, COUNT, nondet_bool(), values);
    assert(LIES_IN(values[some], object));
    REACHES(whole && values[some].size > 8);
    REACHES(!whole);
}
