/* An implementation that is asked in process.  agree/kit.c is one, for adapters in C on our kit; what is
 * written in another language defines these functions itself. */
#ifndef FUZZ_AGREE_IMPLEMENTATION_H
#define FUZZ_AGREE_IMPLEMENTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct implementation_piece {
    uint64_t address;
    const uint8_t *bytes;
    size_t size;
};

/* Of an unwinding: docs/unwinding.md. */
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
    uint64_t address, pc;  /* of the section; of a lookup or the topmost frame, else 0 */
    const uint8_t *bytes;  /* a block of that size */
    size_t size;
    const struct implementation_scenario *scenario; /* of an unwinding; else null */
};

/* A line as docs/protocol.md has it, for request 0; for a null request what `hello` is answered.  It is good
 * until the next call. */
const char *implementation_answer(const struct implementation_request *request, size_t *size);

/* True: what our oracle calls malformed it claims to refuse.  Not to be had: it claims nothing. */
bool implementation_is_strict(void) __attribute__((weak));

/* True: what counts against it is known, and no more to be told; by the vector's operation and what the judge
 * says, such as "fail: functions[0].rows[1].ra.offset: expected -8, got 0". */
bool implementation_is_known_for(const char *operation, const char *words) __attribute__((weak));

#endif
