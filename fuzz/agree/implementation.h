/* An implementation that is asked in process.  agree/kit.c is one, for adapters in C on our kit;
 * implementations in other languages define these functions themselves. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct implementation_piece {
    uint64_t address;
    const uint8_t *bytes;
    size_t size;
};

/* What an unwinding starts from: docs/unwinding.md. */
struct implementation_scenario {
    unsigned limit;
    size_t register_count, module_count, piece_count;
    const struct implementation_register {
        char name[16]; /* "sp", "fp", "r30" and so on, or "pac_mask" */
        uint64_t value;
    } * registers;
    const struct implementation_piece *modules, *memory; /* modules: further sections */
};

struct implementation_request {
    const char *operation; /* "decode", "check", "lookup", "flip", "unwind" */
    const char *profile;   /* "v1", "v2", "v2e1", "v2e2", "v3" */
    const char *abi;       /* "amd64", "aarch64", "aarch64_be", "s390x" */
    uint64_t address, pc;  /* the section's; the PC of a lookup or of the topmost frame, else 0 */
    const uint8_t *bytes;  /* a block of that size */
    size_t size;
    const struct implementation_scenario *scenario; /* of an unwinding; else null */
};

/* The line that answers request 0, as docs/protocol.md defines it; if the request is null, the answer to
 * `hello`.  It is valid until the next call. */
const char *implementation_answer(const struct implementation_request *request, size_t *size);

/* True: the implementation claims to refuse all that our oracle calls malformed.  Without this function it
 * claims nothing. */
bool implementation_is_strict(void) __attribute__((weak));
