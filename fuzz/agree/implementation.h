/* An implementation that is asked in process.  agree/kit.c is one, for adapters in C on our kit; what is
 * written in another language defines these functions itself. */
#ifndef FUZZ_IMPLEMENTATION_H
#define FUZZ_IMPLEMENTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct implementation_request {
    const char *operation; /* "decode", "check", "lookup", "flip" */
    const char *profile;   /* "v1", "v2", "v2e1", "v2e2", "v3" */
    const char *abi;       /* "amd64", "aarch64", "aarch64_be", "s390x" */
    uint64_t address, pc;  /* of the section; of a lookup */
    const uint8_t *bytes;  /* a block of that size */
    size_t size;
};

/* A line as docs/protocol.md has it, for request 0; for a null request what `hello` is answered.  It is good
 * until the next call. */
const char *implementation_answer(const struct implementation_request *request, size_t *size);

/* True: what our oracle calls malformed it claims to refuse.  Not to be had: it claims nothing. */
bool implementation_is_strict(void) __attribute__((weak));

#endif
