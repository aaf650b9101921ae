/* Facts of each ABI that only objects for linkers need. */
#include "object.h"

#include <elf.h>

#define AARCH64                                                                                              \
    {                                                                                                        \
        .pcrel32 = R_AARCH64_PREL32, .pcrel64 = R_AARCH64_PREL64, .absolute64 = R_AARCH64_ABS64,             \
        .filler = {0x1f, 0x20, 0x03, 0xd5}, .filler_size = 4, .ending = {0xc0, 0x03, 0x5f, 0xd6},            \
        .ending_size = 4, .call = {0x00, 0x00, 0x00, 0x94}, .call_size = 4, .call_type = R_AARCH64_CALL26,   \
    }

/* AArch64's instructions are little-endian in both byte orders. */
const struct link_machine gen_link_machines[ABIS] = {
    [ABI_AMD64] = {.pcrel32 = R_X86_64_PC32,
                   .pcrel64 = R_X86_64_PC64,
                   .absolute64 = R_X86_64_64,
                   .filler = {0x90},
                   .filler_size = 1,
                   .ending = {0xc3},
                   .ending_size = 1,
                   .call = {0xe8},
                   .call_size = 5,
                   .call_field = 1,
                   .call_type = R_X86_64_PLT32,
                   .call_addend = -4},
    [ABI_AARCH64] = AARCH64,
    [ABI_AARCH64_BE] = AARCH64,
    [ABI_S390X] = {.pcrel32 = R_390_PC32,
                   .pcrel64 = R_390_PC64,
                   .absolute64 = R_390_64,
                   .filler = {0x07, 0x07},
                   .filler_size = 2,
                   .ending = {0x07, 0xfe},
                   .ending_size = 2,
                   .call = {0xc0, 0xe5},
                   .call_size = 6,
                   .call_field = 2,
                   .call_type = R_390_PLT32DBL,
                   .call_addend = 2},
};
