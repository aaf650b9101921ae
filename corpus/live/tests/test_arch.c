/* Which instructions call, return and enter the kernel. */
#include "arch.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct instruction decoded(unsigned machine, const char *code, size_t size)
{
    uint8_t bytes[INSTRUCTION_MOST] = {0};
    memcpy(bytes, code, size);
    return live_arch_of(machine, machine == EM_S390)->decode(bytes);
}
#define DECODED(machine, code) decoded(machine, code, sizeof(code) - 1).transfer

static void amd64_calls_and_returns_are_known_with_their_prefixes(void **state)
{
    (void)state;
    assert_int_equal(DECODED(EM_X86_64, "\xe8\x01\x02\x03\x04"), CALL);
    assert_int_equal(DECODED(EM_X86_64, "\xff\xd0"), CALL);                 /* call *%rax */
    assert_int_equal(DECODED(EM_X86_64, "\x41\xff\x54\x24\x08"), CALL);     /* call *8(%r12) */
    assert_int_equal(DECODED(EM_X86_64, "\x3e\xff\x15\x01\x02\x03"), CALL); /* notrack call *(%rip) */
    assert_int_equal(DECODED(EM_X86_64, "\xff\xe0"), ONWARD);               /* jmp *%rax */
    assert_int_equal(DECODED(EM_X86_64, "\xff\x30"), ONWARD);               /* push (%rax) */
    assert_int_equal(DECODED(EM_X86_64, "\xe9\x01\x02\x03\x04"), ONWARD);
    assert_int_equal(DECODED(EM_X86_64, "\xc3"), RETURN);
    assert_int_equal(DECODED(EM_X86_64, "\xf3\xc3"), RETURN);
    assert_int_equal(DECODED(EM_X86_64, "\xf2\xc3"), RETURN);
    assert_int_equal(DECODED(EM_X86_64, "\x0f\x05"), SYSTEM_CALL);
    assert_int_equal(decoded(EM_X86_64, "\xc2\x10\x01", 3).popped, 0x110);
}

static void aarch64_calls_and_returns_are_known_with_and_without_signatures(void **state)
{
    (void)state;
    assert_int_equal(DECODED(EM_AARCH64, "\x01\x00\x00\x94"), CALL);   /* bl */
    assert_int_equal(DECODED(EM_AARCH64, "\x20\x00\x3f\xd6"), CALL);   /* blr x1 */
    assert_int_equal(DECODED(EM_AARCH64, "\x3f\x08\x3f\xd6"), CALL);   /* blraaz x1 */
    assert_int_equal(DECODED(EM_AARCH64, "\x22\x0c\x3f\xd7"), CALL);   /* blrab x1, x2 */
    assert_int_equal(DECODED(EM_AARCH64, "\xc0\x03\x5f\xd6"), RETURN); /* ret */
    assert_int_equal(DECODED(EM_AARCH64, "\xff\x0b\x5f\xd6"), RETURN); /* retaa */
    assert_int_equal(DECODED(EM_AARCH64, "\xff\x0f\x5f\xd6"), RETURN); /* retab */
    assert_int_equal(DECODED(EM_AARCH64, "\x01\x00\x00\xd4"), SYSTEM_CALL);
    assert_int_equal(DECODED(EM_AARCH64, "\x20\x00\x1f\xd6"), ONWARD); /* br x1 */
    assert_int_equal(DECODED(EM_AARCH64, "\x01\x00\x00\x14"), ONWARD); /* b */
}

static void s390x_calls_leave_their_return_address_in_r14(void **state)
{
    (void)state;
    assert_int_equal(DECODED(EM_S390, "\xc0\xe5\x00\x00\x00\x10"), CALL);   /* brasl %r14 */
    assert_int_equal(DECODED(EM_S390, "\xa7\xe5\x00\x10"), CALL);           /* bras %r14 */
    assert_int_equal(DECODED(EM_S390, "\x0d\xe1"), CALL);                   /* basr %r14,%r1 */
    assert_int_equal(DECODED(EM_S390, "\x4d\xe0\x10\x00"), CALL);           /* bas %r14,0(%r1) */
    assert_int_equal(DECODED(EM_S390, "\x0d\xe0"), ONWARD);                 /* basr %r14,0 */
    assert_int_equal(DECODED(EM_S390, "\xa7\xd5\x00\x10"), ONWARD);         /* bras %r13: literals */
    assert_int_equal(DECODED(EM_S390, "\xa7\xe4\x00\x10"), ONWARD);         /* brc */
    assert_int_equal(DECODED(EM_S390, "\xc0\xe4\x00\x00\x00\x10"), ONWARD); /* brcl */
    assert_int_equal(DECODED(EM_S390, "\x07\xfe"), RETURN);
    assert_int_equal(DECODED(EM_S390, "\x07\x8e"), RETURN); /* ber %r14 */
    assert_int_equal(DECODED(EM_S390, "\x07\x07"), ONWARD); /* nopr */
    assert_int_equal(DECODED(EM_S390, "\x0a\x01"), SYSTEM_CALL);
    assert_int_equal(decoded(EM_S390, "\xc0\xe5", 2).size, 6);
    assert_int_equal(decoded(EM_S390, "\x4d\xe0", 2).size, 4);
    assert_int_equal(decoded(EM_S390, "\x0d\xe1", 2).size, 2);
}

static void words_are_in_the_byte_order_of_the_abi(void **state)
{
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};
    (void)state;
    assert_int_equal(live_word_of(live_arch_of(EM_AARCH64, false), bytes), UINT64_C(0x0807060504030201));
    assert_int_equal(live_word_of(live_arch_of(EM_AARCH64, true), bytes), UINT64_C(0x0102030405060708));
}

static void other_processors_are_not_stepped(void **state)
{
    (void)state;
    assert_null(live_arch_of(EM_386, false));
    assert_null(live_arch_of(EM_X86_64, true));
    assert_null(live_arch_of(EM_S390, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amd64_calls_and_returns_are_known_with_their_prefixes),
        cmocka_unit_test(aarch64_calls_and_returns_are_known_with_and_without_signatures),
        cmocka_unit_test(s390x_calls_leave_their_return_address_in_r14),
        cmocka_unit_test(words_are_in_the_byte_order_of_the_abi),
        cmocka_unit_test(other_processors_are_not_stepped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
