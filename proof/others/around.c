/* Calls a reader that others wrote with INPUT_SIZE bytes and not one more.  For CBMC they are any bytes; a
 * build with AddressSanitizer takes them from standard input, so that what CBMC found can be tried. */
#include "reader.h"

#include <stdio.h>
#include <stdlib.h>

struct input {
    uint8_t bytes[INPUT_SIZE];
};

#ifdef PROOF
struct input nondet_input(void);

/* malloc() gives no more than this at once, so that a real machine can do what CBMC finds. */
enum { MOST_MEMORY = 1 << 16 };

void *malloc(size_t size)
{
    return size <= MOST_MEMORY ? __CPROVER_allocate(size, 0) : NULL;
}

/* Asserts that a copy is allowed, but copies nothing: bytes that were just allocated are unknown anyway. */
void *memcpy(void *to, const void *from, size_t size)
{
    __CPROVER_assert(size == 0 || __CPROVER_r_ok(from, size), "memcpy may read all of it");
    __CPROVER_assert(size == 0 || __CPROVER_w_ok(to, size), "memcpy may write all of it");
    return to;
}

void proof_reader(void)
{
    struct input *const input = malloc(sizeof *input);
    __CPROVER_assume(input != NULL);
    const struct input any_input = nondet_input();
    static const uint8_t begins[] = {BEGINS};
    for (size_t at = 0; at < sizeof begins; at++)
        __CPROVER_assume(any_input.bytes[at] == begins[at]);
    *input = any_input;
    read_header(input->bytes, INPUT_SIZE);
}
#else
int main(void)
{
    struct input *const input = malloc(sizeof *input);
    if (input == NULL || fread(input->bytes, 1, INPUT_SIZE, stdin) != INPUT_SIZE)
        return 2;
    read_header(input->bytes, INPUT_SIZE);
    return 0;
}
#endif
