/* The notation of an unwinding: modules, registers, the mask, the limit and memory.  test_notation.py has that of
 * sections. */
#include "../../../common/unit.h"
#include "sections.h"
#include "tool/printing.h"
#include "tool/scenario.h"

#include <stdio.h>
#include <string.h>

static void add(struct pieces *pieces, uint64_t address, const void *bytes, size_t size)
{
    memcpy(tool_pieces_add(pieces, address, size), bytes, size);
}

/* What is printed of an unwinding in the section; to be freed. */
static char *text_of(const struct scenario *scenario, const struct written *written)
{
    char *text = NULL;
    size_t length = 0;
    FILE *const out = open_memstream(&text, &length);
    const struct request request = {.profile = SFR_PROFILE_BY_VERSION};
    const struct source source = {.bytes = written->bytes, .size = written->size, .address = 0x10000};
    struct subject subject = {.request = &request, .source = &source};
    assert_true(tool_subject_begin(&subject, true));
    assert_null(tool_print_notation(out, &subject, scenario));
    tool_subject_end(&subject);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Four words to a line; bytes at the end that are no word. */
TEST(an_unwinding_is_printed_whole)
{
    static const uint8_t memory[] = {[0] = 1, [8] = 2, [16] = 3, [24] = 4, [32] = 5, 0, 0, 0, 0, 0, 0, 0, 0xab, 0xcd};
    const struct written *const written = written_section("v3-amd64-call");
    struct scenario scenario;
    tool_scenario_begin(&scenario);
    scenario.sp = 0x7000;
    scenario.fp = 0x8000;
    scenario.pac_mask = 0x7f000000000000;
    scenario.limit = 3;
    assert_true(tool_scenario_register(&scenario, "r12", 0x99));
    add(&scenario.modules, 0x10000, written->bytes, written->size);
    add(&scenario.modules, 0x20000, written->bytes, written->size);
    add(&scenario.memory, 0x7000, memory, sizeof memory);
    add(&scenario.memory, 0x9000, memory, 3);
    add(&scenario.memory, 0xa000, memory, 32);
    char *const text = text_of(&scenario, written);
    assert_non_null(strstr(text, "\nmodule at 0x20000 "));
    assert_non_null(strstr(text, "\nregister sp 0x7000 fp 0x8000 r12 0x99\npac-mask 0x7f000000000000\nlimit 3\n"
                                 "memory 0x7000: 0x1 0x2 0x3 0x4\n       0x7020: 0x5 bytes abcd\n"
                                 "memory 0x9000: bytes 010000\nmemory 0xa000: 0x1 0x2 0x3 0x4\n"));
    free(text);
    scenario.pac_mask = 0;
    scenario.limit = SCENARIO_LIMIT;
    scenario.big_endian = true;
    char *const other = text_of(&scenario, written);
    assert_null(strstr(other, "pac-mask"));
    assert_null(strstr(other, "limit"));
    assert_non_null(strstr(other, "memory 0x7000: 0x100000000000000 0x200000000000000"));
    free(other);
    tool_scenario_end(&scenario);
}

/* A module whose bytes say more than a model can. */
TEST(what_a_module_says_otherwise_is_a_comment)
{
    const struct written *const written = written_section("v3-amd64-call");
    struct scenario scenario;
    tool_scenario_begin(&scenario);
    add(&scenario.modules, 0x10000, written->bytes, written->size);
    add(&scenario.modules, 0x20000, written->bytes, 5);
    char *const text = text_of(&scenario, written);
    assert_non_null(strstr(text, "\n# the bytes of this module say something else"));
    free(text);
    tool_scenario_end(&scenario);
}
