/* A line of an expectation file: safe, and what it gives has an outcome. */
#include "any.h"

#include <string.h>

/* Instead of C library functions: what they find lies in the string, and what they cut off ends in a zero. */
static char *any_place(const char *string)
{
    const size_t at = nondet_size();
    assert(BETWEEN(string, string, string_end));
    return at <= (size_t)(string_end - string) ? (char *)string + at : NULL;
}

char *any_found(const char *string)
{
    char *const found = any_place(string);
    __CPROVER_assume(found == NULL || found < string_end);
    return found;
}

char *any_cut(char *string, char **rest)
{
    char *const word = any_place(string != NULL ? string : *rest);
    *rest = any_place(word != NULL ? word : string != NULL ? string : *rest);
    __CPROVER_assume(*rest != NULL && (word == NULL || *word != '\0'));
    return word;
}

int any_comparison(const char *string, const char *with, size_t size)
{
    (void)with;
    assert(BETWEEN(string, string, string_end));
    return (size_t)(string_end - string) >= size && nondet_bool() ? 0 : 1;
}

char *any_copy_of(const char *string)
{
    static char copy[1];
    assert(BETWEEN(string, string, string_end));
    return copy;
}

size_t any_length(const char *string)
{
    const size_t size = nondet_size();
    assert(BETWEEN(string, string, string_end));
    __CPROVER_assume(size <= (size_t)(string_end - string));
    return size;
}

/* The number that the digits of a string say. */
unsigned long any_digits(const char *string)
{
    assert(BETWEEN(string, string, string_end));
    return nondet_size();
}

#define strchr(string, c) any_found(string)
#define strtok_r(string, of, rest) any_cut(string, rest)
#define strncmp any_comparison
#define memory_copy any_copy_of
#define strlen any_length
#define strcspn(string, of) any_length(string)
#define strspn(string, of) any_length(string)
#define strtoul(string, end, base) any_digits(string)

#include "conformance/runner/judge/expect.c"
#include "conformance/runner/process/spans.c"

unsigned runner_name_number(const char *const *names, unsigned count, struct span name)
{
    (void)names;
    assert(__CPROVER_r_ok(name.at, name.size));
    const unsigned number = nondet_u32();
    return number < count ? number : count;
}

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
