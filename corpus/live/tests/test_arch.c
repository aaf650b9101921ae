/* Which instructions call, return and enter the kernel. */
#include "../../../common/unit.h"
#include "arch.h"

#include <elf.h>

static const struct {
    unsigned machine;
    char code[INSTRUCTION_MOST];
    struct instruction is; /* a size of 0: any */
} instructions[] = {
    {EM_X86_64, "\xe8\x01\x02\x03\x04", {.transfer = CALL}},
    {EM_X86_64, "\xff\xd0", {.transfer = CALL}},                 /* call *%rax */
    {EM_X86_64, "\x41\xff\x54\x24\x08", {.transfer = CALL}},     /* call *8(%r12) */
    {EM_X86_64, "\x3e\xff\x15\x01\x02\x03", {.transfer = CALL}}, /* notrack call *(%rip) */
    {EM_X86_64, "\xff\xe0", {.transfer = ONWARD}},               /* jmp *%rax */
    {EM_X86_64, "\xff\x30", {.transfer = ONWARD}},               /* push (%rax) */
    {EM_X86_64, "\xe9\x01\x02\x03\x04", {.transfer = ONWARD}},
    {EM_X86_64, "\xc3", {.transfer = RETURN}},
    {EM_X86_64, "\xf3\xc3", {.transfer = RETURN}},
    {EM_X86_64, "\xf2\xc3", {.transfer = RETURN}},
    {EM_X86_64, "\x0f\x05", {.transfer = SYSTEM_CALL}},
    {EM_X86_64, "\xc2\x10\x01", {.transfer = RETURN, .popped = 0x110}}, /* ret 0x110 */
    {EM_AARCH64, "\x01\x00\x00\x94", {.transfer = CALL}},               /* bl */
    {EM_AARCH64, "\x20\x00\x3f\xd6", {.transfer = CALL}},               /* blr x1 */
    {EM_AARCH64, "\x3f\x08\x3f\xd6", {.transfer = CALL}},               /* blraaz x1 */
    {EM_AARCH64, "\x22\x0c\x3f\xd7", {.transfer = CALL}},               /* blrab x1, x2 */
    {EM_AARCH64, "\xc0\x03\x5f\xd6", {.transfer = RETURN}},             /* ret */
    {EM_AARCH64, "\xff\x0b\x5f\xd6", {.transfer = RETURN}},             /* retaa */
    {EM_AARCH64, "\xff\x0f\x5f\xd6", {.transfer = RETURN}},             /* retab */
    {EM_AARCH64, "\x01\x00\x00\xd4", {.transfer = SYSTEM_CALL}},
    {EM_AARCH64, "\x20\x00\x1f\xd6", {.transfer = ONWARD}},               /* br x1 */
    {EM_AARCH64, "\x01\x00\x00\x14", {.transfer = ONWARD}},               /* b */
    {EM_S390, "\xc0\xe5\x00\x00\x00\x10", {.transfer = CALL, .size = 6}}, /* brasl %r14 */
    {EM_S390, "\xa7\xe5\x00\x10", {.transfer = CALL}},                    /* bras %r14 */
    {EM_S390, "\x0d\xe1", {.transfer = CALL, .size = 2}},                 /* basr %r14,%r1 */
    {EM_S390, "\x4d\xe0\x10\x00", {.transfer = CALL, .size = 4}},         /* bas %r14,0(%r1) */
    {EM_S390, "\x0d\xe0", {.transfer = ONWARD}},                          /* basr %r14,0 */
    {EM_S390, "\xa7\xd5\x00\x10", {.transfer = ONWARD}},                  /* bras %r13: literals */
    {EM_S390, "\xa7\xe4\x00\x10", {.transfer = ONWARD}},                  /* brc */
    {EM_S390, "\xc0\xe4\x00\x00\x00\x10", {.transfer = ONWARD}},          /* brcl */
    {EM_S390, "\x07\xfe", {.transfer = RETURN}},
    {EM_S390, "\x07\x8e", {.transfer = RETURN}}, /* ber %r14 */
    {EM_S390, "\x07\x07", {.transfer = ONWARD}}, /* nopr */
    {EM_S390, "\x0a\x01", {.transfer = SYSTEM_CALL}},
};

TEST(calls_returns_and_system_calls_are_known)
{
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++) {
        const unsigned machine = instructions[i].machine;
        const struct instruction wanted = instructions[i].is,
                                 found = live_arch_of(machine, machine == EM_S390)
                                             ->decode((const uint8_t *)instructions[i].code);
        if (found.transfer != wanted.transfer || found.popped != wanted.popped ||
            (wanted.size != 0 && found.size != wanted.size))
            fail_msg("instruction %zu is taken for %d of %u bytes", i, found.transfer, found.size);
    }
}

TEST(words_are_in_the_byte_order_of_the_abi)
{
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};
    assert_int_equal(live_word_of(live_arch_of(EM_AARCH64, false), bytes), UINT64_C(0x0807060504030201));
    assert_int_equal(live_word_of(live_arch_of(EM_AARCH64, true), bytes), UINT64_C(0x0102030405060708));
}

TEST(other_processors_are_not_stepped)
{
    assert_null(live_arch_of(EM_386, false));
    assert_null(live_arch_of(EM_X86_64, true));
    assert_null(live_arch_of(EM_S390, false));
}
