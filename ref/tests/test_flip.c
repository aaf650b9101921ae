/* Sections in the other byte order, by the library. */
#include "built.h"
#include "sections.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool flip(const uint8_t *bytes, size_t size, enum sfr_profile profile, uint8_t *out,
                 const struct sfr_report *report)
{
    static uint8_t scratch[ROOM];
    return sfr_flip(bytes, size, profile, out, scratch, sizeof scratch, report);
}

static void expect_same_rows(const struct sfr_section *one, const struct sfr_section *other, uint32_t index)
{
    struct sfr_function function, twin;
    struct sfr_row row, row_twin;
    struct sfr_violation fault;
    memset(&function, 0, sizeof function);
    memset(&twin, 0, sizeof twin);
    assert_true(sfr_function(one, index, &function, &fault));
    assert_true(sfr_function(other, index, &twin, &fault));
    assert_memory_equal(&function, &twin, sizeof function);
    size_t at = function.rows;
    for (uint32_t i = 0; i < function.num_fres; i++, at = row.next) {
        struct sfr_rules rules, rules_twin;
        assert_true(sfr_row(one, &function, at, &row, &fault));
        assert_true(sfr_row(other, &twin, at, &row_twin, &fault));
        (void)sfr_rules(one, &function, &row, &rules, &fault);
        (void)sfr_rules(other, &twin, &row_twin, &rules_twin, &fault);
        assert_int_equal(row.start, row_twin.start);
        assert_int_equal(rules.cfa.offset, rules_twin.cfa.offset);
        assert_int_equal(rules.ra.offset, rules_twin.ra.offset);
        assert_int_equal(rules.fp.offset, rules_twin.fp.offset);
    }
}

static void every_written_section_flips_there_and_back_and_says_the_same(void **state)
{
    const struct written *sections;
    const size_t total = written_sections(&sections);
    size_t flipped = 0;
    (void)state;
    for (size_t i = 0; i < total; i++) {
        struct sfr_section one, other;
        uint8_t *const out = exact_copy(sections[i].bytes, sections[i].size);
        uint8_t *const back = exact_copy(sections[i].bytes, sections[i].size);
        if (flip(sections[i].bytes, sections[i].size, sections[i].profile, out, NULL)) {
            flipped++;
            assert_true(flip(out, sections[i].size, sections[i].profile, back, NULL));
            assert_memory_equal(back, sections[i].bytes, sections[i].size);
            (void)sfr_open(&one, sections[i].bytes, sections[i].size, 0x1000, sections[i].profile, NULL);
            (void)sfr_open(&other, out, sections[i].size, 0x1000, sections[i].profile, NULL);
            assert_int_not_equal(one.big_endian, other.big_endian);
            for (uint32_t j = 0; j < one.function_count; j++)
                expect_same_rows(&one, &other, j);
        }
        free(out);
        free(back);
    }
    assert_true(flipped == total);
}

static void a_malformed_section_does_not_flip_and_leaves_the_output_alone(void **state)
{
    const uint8_t bytes[] = {0xe2, 0xde, 3};
    uint8_t out[sizeof bytes] = {1, 2, 3};
    struct kept kept = {.count = 0};
    (void)state;
    assert_false(flip(bytes, sizeof bytes, SFR_V3, out, &(struct sfr_report){keep, &kept}));
    assert_int_equal(count_clause(&kept, SFR_preamble_complete), 1);
    assert_memory_equal(out, ((uint8_t[]){1, 2, 3}), sizeof out);
}

/* Rows of 16-bit starts that overlap by a byte: whichever is turned last spoils the other. */
static void rows_that_overlap_in_part_do_not_flip(void **state)
{
    struct built built;
    struct kept kept;
    uint8_t out[ROOM];
    (void)state;
    put_header(&built, 0, 2, 2, 12);
    for (int32_t i = 0; i < 2; i++) {
        put_function(&built, 0x1000 + 0x400 * i, 0x400, i == 0 ? 0 : 1, 1);
        built.bytes[built.size - 4] = SFR_ADDR2;
    }
    put(&built, 0x03030100, 4);
    put(&built, 0x08080808, 4);
    put(&built, 0x08080808, 4);
    assert_int_equal(check(built.bytes, built.size, &kept), SFR_IRREGULAR);
    kept.count = 0;
    assert_false(flip(built.bytes, built.size, SFR_V2E2, out, &(struct sfr_report){keep, &kept}));
    const struct sfr_violation *const last = &kept.violations[kept.count - 1];
    assert_true(last->clause == SFR_fre_unshared && last->severity == SFR_MALFORMED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_written_section_flips_there_and_back_and_says_the_same),
        cmocka_unit_test(a_malformed_section_does_not_flip_and_leaves_the_output_alone),
        cmocka_unit_test(rows_that_overlap_in_part_do_not_flip),
    };
    return cmocka_run_group_tests_name("flip", tests, NULL, NULL);
}
