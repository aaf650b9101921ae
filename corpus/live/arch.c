#include "arch.h"

#include <elf.h>

/* --- AMD64 --------------------------------------------------------------------------------------------- */

static bool is_amd64_prefix(uint8_t byte)
{
    return (byte & 0xf0) == 0x40 /* REX */ || byte == 0x66 || byte == 0xf2 || byte == 0xf3 || byte == 0x3e;
}

static struct instruction decode_amd64(const uint8_t *code)
{
    unsigned at = 0;
    while (at < 4 && is_amd64_prefix(code[at]))
        at++;
    const uint8_t opcode = code[at], next = code[at + 1];
    if (opcode == 0xe8 || (opcode == 0xff && (next >> 3 & 7) == 2))
        return (struct instruction){.transfer = CALL};
    if (opcode == 0xc3)
        return (struct instruction){.transfer = RETURN};
    if (opcode == 0xc2)
        return (struct instruction){.transfer = RETURN, .popped = next | (unsigned)code[at + 2] << 8};
    if (opcode == 0x0f && next == 0x05)
        return (struct instruction){.transfer = SYSTEM_CALL, .size = at + 2};
    return (struct instruction){.transfer = ONWARD};
}

/* --- AArch64: instructions are little-endian in both byte orders ---------------------------------------- */

struct pattern {
    uint32_t mask, value;
    enum transfer transfer;
};

static const struct pattern aarch64_patterns[] = {
    {0xfc000000, 0x94000000, CALL},        /* BL */
    {0xfffffc1f, 0xd63f0000, CALL},        /* BLR */
    {0xfefff800, 0xd63f0800, CALL},        /* BLRAA, BLRAB, BLRAAZ, BLRABZ */
    {0xfffffc1f, 0xd65f0000, RETURN},      /* RET */
    {0xfffffbff, 0xd65f0bff, RETURN},      /* RETAA, RETAB */
    {0xffe0001f, 0xd4000001, SYSTEM_CALL}, /* SVC */
};

static struct instruction decode_aarch64(const uint8_t *code)
{
    const uint32_t word =
        code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 | (uint32_t)code[3] << 24;
    for (size_t i = 0; i < sizeof aarch64_patterns / sizeof *aarch64_patterns; i++)
        if ((word & aarch64_patterns[i].mask) == aarch64_patterns[i].value)
            return (struct instruction){.transfer = aarch64_patterns[i].transfer, .size = 4};
    return (struct instruction){.transfer = ONWARD, .size = 4};
}

/* --- s390x: a call leaves its return address in r14 ----------------------------------------------------- */

static enum transfer transfer_of_s390x(const uint8_t *code)
{
    const unsigned first = code[1] >> 4, second = code[1] & 0xf;
    switch (code[0]) {
    case 0x0a:
        return SYSTEM_CALL; /* SVC */
    case 0x0d:
        return first == 14 && second != 0 ? CALL : ONWARD; /* BASR */
    case 0x4d:
        return first == 14 ? CALL : ONWARD; /* BAS */
    case 0xa7:                              /* BRAS */
    case 0xc0:
        return first == 14 && second == 5 ? CALL : ONWARD; /* BRASL */
    case 0x07:
        return second != 0 && first != 0 ? RETURN : ONWARD; /* BCR: taken, if it leads to a caller */
    default:
        return ONWARD;
    }
}

static struct instruction decode_s390x(const uint8_t *code)
{
    static const unsigned sizes[] = {2, 4, 4, 6};
    return (struct instruction){.transfer = transfer_of_s390x(code), .size = sizes[code[0] >> 6]};
}

/* Floating-point registers: DWARF has them in an order of its own. */
static unsigned raw_s390x(unsigned regnum)
{
    static const uint8_t order[] = {0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15};
    enum { FIRST = 16, RAW_F0 = 35 };
    return regnum >= FIRST && regnum < FIRST + sizeof order ? (unsigned)RAW_F0 + order[regnum - FIRST] : 0;
}

/* --- All of them ---------------------------------------------------------------------------------------- */

/* Bit 55 of an address says which half it is in, so it is no part of a signature. */
#define PAC_MASK UINT64_C(0xff7f000000000000)
#define AARCH64                                                                                              \
    .machine = EM_AARCH64, .pac_mask = PAC_MASK, .raw_pc = 32, .first_unlisted = 32,                         \
    .decode = decode_aarch64,                                                                                \
    .signal_frames = {{.pc = 128 + 176 + 8 + 32 * 8, .sp = 128 + 176 + 8 + 31 * 8}}

#if defined __x86_64__
enum { STEPS_AMD64 = true };
#else
enum { STEPS_AMD64 = false };
#endif

static const struct arch arches[] = {
    {.machine = EM_X86_64,
     .abi = SFR_AMD64,
     .emulator = "qemu-x86_64",
     .native = STEPS_AMD64,
     .first_unlisted = 16,
     .decode = decode_amd64,
     .signal_frames = {{.pc = 176, .sp = 168}}},
    {.abi = SFR_AARCH64_LITTLE, .emulator = "qemu-aarch64", AARCH64},
    {.abi = SFR_AARCH64_BIG, .emulator = "qemu-aarch64_be", AARCH64},
    {.machine = EM_S390,
     .abi = SFR_S390X,
     .emulator = "qemu-s390x",
     .first_unlisted = 16,
     .raw_pc = 1,
     .raw_first = 2,
     .raw_unlisted = raw_s390x,
     .decode = decode_s390x,
     .signal_frames = {{.pc = 168 + 128 + 40 + 8, .sp = 168 + 128 + 40 + 16 + 15 * 8},
                       {.pc = 160 + 16 + 8, .sp = 160 + 16 + 16 + 15 * 8}}},
};

const struct arch *live_arch_of(unsigned machine, bool big_endian)
{
    for (size_t i = 0; i < sizeof arches / sizeof *arches; i++)
        if (arches[i].machine == machine && abi_of(&arches[i])->big_endian == big_endian)
            return &arches[i];
    return NULL;
}

uint64_t live_word_of(const struct arch *arch, const uint8_t *bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < 8; i++)
        value = value << 8 | bytes[abi_of(arch)->big_endian ? i : 7 - i];
    return value;
}
