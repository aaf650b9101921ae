/* What stands for a function that has a proof of its own, which a comment names, or is the C library's. */
#include "conformance/runner/process/spans.h"
#include "fuzz/mutator/draft.h"

#include <string.h>
#include <sys/types.h>

size_t any_size(void)
{
    const size_t size = nondet_size();
    __CPROVER_assume(size <= LARGEST);
    return size;
}

const char *string_end;

const char *any_string(void)
{
    const size_t size = any_size();
    const char *const string = (const char *)any_bytes(size + 1);
    string_end = string + size;
    __CPROVER_assume(*string_end == '\0');
    return string;
}

/* --- JSON, cut: json-* ------------------------------------------------------------------------------------ */

/* Passes any number of bytes, at least so many. */
static void pass(struct json_cut *cut, size_t least)
{
    const size_t passed = nondet_size();
    assert(is_cut(cut));
    __CPROVER_assume(passed >= least && passed <= (size_t)(cut->end - cut->at));
    cut->at += passed;
}

void any_space(struct json_cut *cut)
{
    pass(cut, 0);
}

bool any_take(struct json_cut *cut, char bracket)
{
    (void)bracket;
    const bool took = nondet_bool() && cut->at < cut->end;
    pass(cut, took ? 1 : 0);
    return took;
}

/* Digits, a number, a word; the first byte is there. */
bool any_passed(struct json_cut *cut)
{
    return any_take(cut, 0);
}

bool any_passed_inside(struct json_cut *cut)
{
    assert(cut->at < cut->end);
    return any_take(cut, 0);
}

bool any_span(struct json_cut *cut, struct span *value)
{
    const char *const from = cut->at;
    if (!any_take(cut, 0))
        return false;
    const size_t passed = (size_t)(cut->at - from), before = nondet_size();
    __CPROVER_assume(before <= passed);
    value->at = from + before;
    value->size = nondet_size();
    __CPROVER_assume(value->size <= passed - before);
    return true;
}

/* Passes an escape but for its last byte. */
bool any_escape(struct json_cut *cut)
{
    assert(cut->at < cut->end);
    const bool took = any_take(cut, 0);
    __CPROVER_assume(!took || cut->at < cut->end);
    return took;
}

bool any_member(struct json_cut *cut, struct span *key, struct span *value, bool *more)
{
    *more = nondet_bool();
    return any_span(cut, key) && any_span(cut, value);
}

bool any_number_of(struct span span, uint64_t *value)
{
    assert(__CPROVER_r_ok(span.at, span.size));
    *value = nondet_u64();
    return span.size > 0 && nondet_bool();
}

bool any_likeness(struct span span, const char *text)
{
    (void)text;
    assert(__CPROVER_r_ok(span.at, span.size));
    return nondet_bool();
}

size_t any_utf8(const char *text, size_t left)
{
    const size_t size = nondet_u8();
    assert(__CPROVER_r_ok(text, left));
    __CPROVER_assume(size <= 4 && size <= left);
    return size;
}

uint64_t any_eight(const char *at)
{
    assert(__CPROVER_r_ok(at, 8));
    return nondet_u64();
}

unsigned any_value(char c)
{
    (void)c;
    const unsigned value = nondet_u8();
    __CPROVER_assume(value <= 64);
    return value;
}

/* text-space */
const char *any_behind(const char *at, const char *end)
{
    const size_t passed = nondet_size();
    assert(BETWEEN(at, at, end));
    __CPROVER_assume(passed <= (size_t)(end - at));
    return at + passed;
}

bool any_likeness_of(char c)
{
    (void)c;
    return nondet_bool();
}

/* --- The mutator ------------------------------------------------------------------------------------------ */

/* number */
uint64_t any_number(const uint8_t *at, unsigned width, bool big_endian)
{
    (void)big_endian;
    assert(width <= 8 && __CPROVER_r_ok(at, width));
    const uint64_t value = nondet_u64();
    __CPROVER_assume(width == 8 || value >> 8 * width == 0);
    return value;
}

/* section */
bool any_outline(const uint8_t *bytes, size_t size, struct outline *outline)
{
    assert(__CPROVER_r_ok(bytes, size));
    struct outline any;
    any.layout = &layouts[1 + nondet_u8() % 3];
    __CPROVER_assume(is_outline(&any, size));
    *outline = any;
    return nondet_bool();
}

struct elf_file;
uint64_t any_field(const struct elf_file *file, size_t section, unsigned field)
{
    (void)file, (void)section, (void)field;
    return nondet_u64();
}

/* --- The C library ---------------------------------------------------------------------------------------- */

void *memchr(const void *bytes, int c, size_t size)
{
    (void)c;
    assert(__CPROVER_r_ok(bytes, size));
    const size_t at = nondet_size();
    return at < size && ((const char *)bytes)[at] == (char)c ? (char *)bytes + at : NULL;
}

int close(int file)
{
    (void)file;
    return nondet_bool() ? 0 : -1;
}

static int error;

int *__errno_location(void)
{
    return &error;
}

/* The end is anywhere in the string: where digits ended, or at its beginning. */
unsigned long long strtoull(const char *restrict string, char **restrict end, int base)
{
    (void)base;
    const size_t size = nondet_size();
    __CPROVER_assume(size <= __CPROVER_OBJECT_SIZE(string) - 1 - __CPROVER_POINTER_OFFSET(string));
    *end = (char *)string + size;
    error = nondet_bool() ? 34 : error;
    return nondet_u64();
}

size_t strspn(const char *string, const char *of)
{
    size_t size = 0;
    while (string[size] != '\0' && strchr(of, string[size]) != NULL)
        size++;
    return size;
}

char *strtok_r(char *restrict string, const char *restrict of, char **restrict rest)
{
    char *at = string != NULL ? string : *rest;
    at += strspn(at, of);
    *rest = at;
    if (*at == '\0')
        return NULL;
    while (**rest != '\0' && strchr(of, **rest) == NULL)
        ++*rest;
    if (**rest != '\0')
        *(*rest)++ = '\0';
    return at;
}
