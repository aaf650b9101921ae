#include "conformance/runner/expect.c"
#include "conformance/runner/spans.c"

void proof_expect(void)
{
    struct expectation entry = {.glob = NULL};
    const char *const fault = read_entry(&entry, (char *)any_string());
    assert(entry.glob == NULL || fault == NULL);
    assert(entry.glob == NULL || entry.outcome < OUTCOME_COUNT);
    REACHES(fault != NULL);
    REACHES(fault == NULL && entry.glob == NULL);
    REACHES(entry.glob != NULL && entry.max == 7);
}
