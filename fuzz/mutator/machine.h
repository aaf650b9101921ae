/* Mutates the rest of the unwind target's input: registers, further modules, memory.
 *
 *          u64 sp, u64 fp, u64 pac_mask
 *          u8 registers, each: u8 number, u64 value
 *          u8 modules, each: u32 size, u64 address, the bytes
 *          pieces of memory until the end, each: u64 address, u16 size, the bytes
 *
 * All numbers are little-endian, but words of memory are not if option 1 of the head is set; missing bytes
 * are 0. */
#pragma once

#include "chance.h"
#include "draft.h"

/* Where edits find values. */
struct surroundings {
    const struct draft *draft; /* the section's, or NULL */
    uint64_t address;          /* the section's */
    struct bytes section;
    bool big_endian; /* of words of memory */
};

/* Changes one thing.  Returns the new size, at most ROOM. */
size_t edit_machine(uint8_t *bytes, size_t size, size_t room, const struct surroundings *surroundings,
                    struct random *random);
