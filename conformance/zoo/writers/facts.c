#include "assembler.h"

#include <elf.h>
#include <string.h>

/* What both byte orders have. */
#define AARCH64                                                                                              \
    .elf_machine = EM_AARCH64, .sp = 31, .fp = 29, .ra = 30, .scale = 1, .pairs = true, .signs = true,       \
    .pc32 = R_AARCH64_PREL32, .pc64 = R_AARCH64_PREL64, .jump = "b", .jump_bytes = {0, 0, 0, 0x14},          \
    .jump_size = 4

static const struct abi abis[] = {
    {.name = "amd64",
     .elf_machine = EM_X86_64,
     .number = 3,
     .sp = 7,
     .fp = 6,
     .ra = 16,
     .entry = 8,
     .fixed_ra = -8,
     .scale = 1,
     .pc32 = R_X86_64_PC32,
     .pc64 = R_X86_64_PC64,
     .jump = "jmp",
     .jump_bytes = {0xe9},
     .jump_size = 5},
    {.name = "aarch64", .number = 2, AARCH64},
    {.name = "aarch64_be", .number = 1, .big_endian = true, AARCH64},
    {.name = "s390x",
     .elf_machine = EM_S390,
     .big_endian = true,
     .number = 4,
     .sp = 15,
     .fp = 11,
     .ra = 14,
     .entry = 160,
     .bias = 160,
     .scale = 8,
     .pads_ra = true,
     .sp_is_free = true,
     .pc32 = R_390_PC32,
     .pc64 = R_390_PC64,
     .jump = "j",
     .jump_bytes = {0xa7, 0xf4},
     .jump_size = 4},
};

const struct abi *abi_of_name(const char *name)
{
    for (size_t i = 0; i < sizeof abis / sizeof *abis; i++)
        if (strcmp(abis[i].name, name) == 0)
            return &abis[i];
    return NULL;
}

const struct abi *abi_of_machine(uint16_t elf_machine, bool big_endian)
{
    for (size_t i = 0; i < sizeof abis / sizeof *abis; i++)
        if (abis[i].elf_machine == elf_machine && abis[i].big_endian == big_endian)
            return &abis[i];
    return NULL;
}

static const struct version versions[] = {
    {.number = 1, .start_size = 4, .entry_size = 17},
    {.number = 2, .start_size = 4, .entry_size = 20, .repeats = true, .registers_as_words = true},
    {.number = 3,
     .start_size = 8,
     .entry_size = 16,
     .repeats = true,
     .attributes = true,
     .flexible = true,
     .signals = true},
};

const struct version *version_of(unsigned number)
{
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (versions[i].number == number)
            return &versions[i];
    return NULL;
}
