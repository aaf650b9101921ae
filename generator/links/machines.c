/* Facts of each ABI that only objects for linkers need; and how objects are written: as today's assemblers write
 * them, and in other ways that the texts allow. */
#include "emit/sets.h"
#include "link_emitter.h"

#include <elf.h>

#define AARCH64                                                                                              \
    {                                                                                                        \
        .pcrel32 = R_AARCH64_PREL32, .pcrel64 = R_AARCH64_PREL64, .absolute64 = R_AARCH64_ABS64,             \
        .filler = {0x1f, 0x20, 0x03, 0xd5}, .filler_size = 4, .ending = {0xc0, 0x03, 0x5f, 0xd6},            \
        .ending_size = 4,                                                                                    \
        .references = {{"call", {0x00, 0x00, 0x00, 0x94}, 4, 0, R_AARCH64_CALL26, 0, false}},                \
    }

/* AArch64's instructions are little-endian in both byte orders. */
const struct link_machine gen_link_machines[ABIS] = {
    [ABI_AMD64] =
        {.pcrel32 = R_X86_64_PC32,
         .pcrel64 = R_X86_64_PC64,
         .absolute64 = R_X86_64_64,
         .filler = {0x90},
         .filler_size = 1,
         .ending = {0xc3},
         .ending_size = 1,
         .references = {{"call", {0xe8}, 5, 1, R_X86_64_PLT32, -4, false},
                        {"load", {0x48, 0x8b, 0x05}, 7, 3, R_X86_64_GOTPCREL, -4, false},
                        {"load-descriptor", {0x48, 0x8d, 0x05}, 7, 3, R_X86_64_GOTPC32_TLSDESC, -4, true},
                        {"call-descriptor", {0xff, 0x10}, 2, 0, R_X86_64_TLSDESC_CALL, 0, true}}},
    [ABI_AARCH64] = AARCH64,
    [ABI_AARCH64_BE] = AARCH64,
    [ABI_S390X] = {.pcrel32 = R_390_PC32,
                   .pcrel64 = R_390_PC64,
                   .absolute64 = R_390_64,
                   .filler = {0x07, 0x07},
                   .filler_size = 2,
                   .ending = {0x07, 0xfe},
                   .ending_size = 2,
                   .references = {{"call", {0xc0, 0xe5}, 6, 2, R_390_PLT32DBL, 2, false}}},
};

enum { SFRAME_TYPE = 0x6ffffff4 /* SHT_GNU_SFRAME, which many elf.h lack */ };

const struct link_manner gen_link_manners[LINK_MANNERS] = {
    {"gas-2.40", PROFILE_V1, STARTS_FROM_FIELD, SHT_PROGBITS, AMD | ARMS, true, NULL},
    {"gas-2.44", PROFILE_V2, STARTS_FROM_FIELD, SHT_PROGBITS, AMD | ARMS, true, NULL},
    {"llvm-22", PROFILE_V2E2, STARTS_PCREL, SFRAME_TYPE, AMD, true, NULL},
    {"gas-2.47", PROFILE_V3, STARTS_PCREL, SFRAME_TYPE, ANY_ABI, true, NULL},
    {"v3-from-section", PROFILE_V3, STARTS_FROM_SECTION, SFRAME_TYPE, ANY_ABI, false, NULL},
    {"v3-progbits", PROFILE_V3, STARTS_PCREL, SHT_PROGBITS, ANY_ABI, false, "section-type-errata"},
    {"v2e2-other-abis", PROFILE_V2E2, STARTS_PCREL, SFRAME_TYPE, TRACKED, false, NULL},
    {"v2e2-from-section", PROFILE_V2E2, STARTS_FROM_SECTION, SFRAME_TYPE, ANY_ABI, false, NULL},
    {"v2-from-section", PROFILE_V2, STARTS_FROM_SECTION, SHT_PROGBITS, AMD | ARMS, false, NULL},
    {"v1-from-section", PROFILE_V1, STARTS_FROM_SECTION, SHT_PROGBITS, AMD | ARMS, false, NULL},
};
