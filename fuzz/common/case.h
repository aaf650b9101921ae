/* An input of a target that reads a section: a head of 32 bytes that says what is asked, the section, and
 * more for some targets.
 *
 *          0  u8   profile, of six: v1, v2, v2e1, v2e2, v3, what the version byte says
 *          1  u8   options: see the targets
 *          2  u16  count: see the targets
 *          4  u32  size of the section; if it is too large, all that is left
 *          8  u64  address of the section
 *         16  u64  PC
 *         24  u64  choice: see the targets
 *         32       the section, then the rest
 *
 * All numbers are little-endian.  Any bytes are a case; missing bytes of the head are 0. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CASE_HEAD = 32, CASE_PROFILES = 6 };

struct fuzz_case {
    unsigned profile; /* an enum sfr_profile */
    uint8_t options;
    uint16_t count;
    uint64_t address, pc, choice;
    uint8_t *section; /* a block of its own, so that a sanitizer notices reads behind it */
    size_t size;
    const uint8_t *rest; /* points into the input */
    size_t rest_size;
};

/* Begins a case; whatever was read, it must be ended. */
void case_begin(struct fuzz_case *fuzz_case, const uint8_t *data, size_t size);
void case_end(struct fuzz_case *fuzz_case);

/* Takes the next number of WIDTH bytes; missing bytes are 0. */
uint64_t take_number(const uint8_t **at, size_t *left, unsigned width);
