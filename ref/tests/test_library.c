/* The library's interface beyond what the tool shows of it. */
#include "lib/cursor.h"
#include "sections.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 16384 };

/* --- Violations, kept ----------------------------------------------------------------------------------- */

struct kept {
    struct sfr_violation violations[64];
    size_t count;
};

static void keep(void *context, const struct sfr_violation *violation)
{
    struct kept *const kept = context;
    if (kept->count < sizeof kept->violations / sizeof *kept->violations)
        kept->violations[kept->count] = *violation;
    kept->count++;
}

static enum sfr_verdict check(const uint8_t *bytes, size_t size, struct kept *kept)
{
    static uint8_t scratch[ROOM];
    *kept = (struct kept){.count = 0};
    return sfr_check(bytes, size, 0, SFR_PROFILE_BY_VERSION, scratch, sizeof scratch,
                     &(struct sfr_report){keep, kept});
}

static bool flip(const uint8_t *bytes, size_t size, enum sfr_profile profile, uint8_t *out,
                 const struct sfr_report *report)
{
    static uint8_t scratch[ROOM];
    return sfr_flip(bytes, size, profile, out, scratch, sizeof scratch, report);
}

static size_t count_clause(const struct kept *kept, enum sfr_clause clause)
{
    size_t count = 0;
    for (size_t i = 0; i < kept->count && i < sizeof kept->violations / sizeof *kept->violations; i++)
        count += kept->violations[i].clause == clause;
    return count;
}

/* --- Sections of version 2 for AMD64, built up --------------------------------------------------------- */

struct built {
    uint8_t bytes[ROOM];
    size_t size;
};

static void put(struct built *built, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        built->bytes[built->size++] = (uint8_t)(value >> 8 * i);
}

static void put_header(struct built *built, uint8_t flags, uint32_t fdes, uint32_t fres, uint32_t fre_len)
{
    built->size = 0;
    put(built, 0xdee2, 2);
    put(built, 2, 1);
    put(built, flags, 1);
    put(built, SFR_AMD64 | 0xf80000, 4);
    put(built, fdes, 4);
    put(built, fres, 4);
    put(built, fre_len, 4);
    put(built, 0, 4);
    put(built, fdes * 20, 4);
}

static void put_function(struct built *built, int32_t start, uint32_t size, uint32_t fre_off, uint32_t fres)
{
    put(built, (uint32_t)start, 4);
    put(built, size, 4);
    put(built, fre_off, 4);
    put(built, fres, 4);
    put(built, 0, 4);
}

static void put_row(struct built *built, uint8_t start, uint8_t cfa)
{
    put(built, start, 1);
    put(built, 3, 1);
    put(built, cfa, 1);
}

struct place {
    int32_t start;
    uint32_t size;
};

/* A function at each place, each with a row of its own whose CFA offset is its index plus 8. */
static void build_at(struct built *built, uint8_t flags, const struct place *places, uint32_t count)
{
    put_header(built, flags, count, count, count * 3);
    for (uint32_t i = 0; i < count; i++)
        put_function(built, places[i].start, places[i].size, i * 3, 1);
    for (uint32_t i = 0; i < count; i++)
        put_row(built, 0, (uint8_t)(i + 8));
}

/* --- Bounds of the calls themselves -------------------------------------------------------------------- */

static void a_function_or_row_that_is_not_there_is_a_fault(void **state)
{
    const struct place place = {0x1000, 16};
    struct built built;
    struct sfr_section section;
    struct sfr_function function;
    struct sfr_row row;
    struct sfr_violation fault;
    (void)state;
    build_at(&built, SFR_SORTED, &place, 1);
    assert_int_equal(sfr_open(&section, built.bytes, built.size, 0, SFR_V2E2, NULL), SFR_VALID);
    assert_false(sfr_function(&section, 1, &function, &fault));
    assert_int_equal(fault.clause, SFR_header_fde_array);
    assert_true(sfr_function(&section, 0, &function, &fault));
    assert_false(sfr_row(&section, &function, section.fres - 1, &row, &fault));
    assert_int_equal(fault.clause, SFR_fre_inside);
    assert_false(sfr_row(&section, &function, section.fres_end + 1, &row, &fault));
    assert_false(sfr_row(&section, &function, section.fres_end, &row, &fault));
}

static void a_malformed_section_holds_no_function_whatever_its_header_claims(void **state)
{
    const struct place place = {0x1000, 16};
    struct built built;
    struct sfr_section section;
    struct sfr_function function;
    struct sfr_answer answer;
    struct sfr_violation fault;
    (void)state;
    build_at(&built, SFR_SORTED, &place, 1);
    assert_int_equal(sfr_open(&section, built.bytes, built.size - 1, 0, SFR_V2E2, NULL), SFR_MALFORMED);
    assert_int_equal(section.num_fdes, 1);
    sfr_survey(&section);
    assert_int_equal(sfr_lookup(&section, 0x1000, &answer), SFR_NO_FUNCTION);
    assert_false(sfr_function(&section, 0, &function, &fault));
}

static void a_report_without_a_callback_is_no_report(void **state)
{
    const struct sfr_report silent = {NULL, NULL};
    (void)state;
    assert_int_equal(sfr_check(NULL, 0, 0, SFR_V3, NULL, 0, &silent), SFR_MALFORMED);
}

/* [0xff] stands beyond the cursor's end: nothing may touch it. */
static void a_cursor_stops_at_the_field_that_is_not_whole(void **state)
{
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 0xff};
    (void)state;
    for (size_t end = 0; end < sizeof bytes; end++) {
        struct cursor by_1 = {.bytes = bytes, .end = end}, by_2 = by_1, by_4 = by_1, by_8 = by_1;
        by_2.big_endian = true;
        for (size_t i = 0; i < sizeof bytes; i++) {
            assert_int_equal(take_u8(&by_1), i < end ? i + 1 : 0);
            assert_int_equal(take_u16(&by_2), 2 * i + 1 < end ? 0x102 + 0x202 * i : 0);
            assert_int_equal(take_u32(&by_4), i == 0 && end >= 4 ? 0x04030201 : 0);
            assert_int_equal(take_u64(&by_8), 0);
        }
        assert_true(by_1.missing && by_2.missing && by_4.missing && by_8.missing);
        assert_int_equal(by_1.at, end);
        assert_int_equal(by_2.at, end / 2 * 2);
        assert_int_equal(by_4.at, end / 4 * 4);
        assert_int_equal(take_u8(&by_8), 0); /* it would fit, but the cursor has stopped */
        assert_int_equal(by_8.at, 0);
    }
}

/* --- Addresses ----------------------------------------------------------------------------------------- */

static void a_function_may_end_at_the_last_address_but_not_wrap(void **state)
{
    const struct place last = {-16, 16}, wraps = {-16, 17};
    struct built built;
    struct kept kept;
    struct sfr_section section;
    struct sfr_answer answer;
    (void)state;
    build_at(&built, SFR_SORTED, &last, 1);
    assert_int_equal(check(built.bytes, built.size, &kept), SFR_VALID);
    (void)sfr_open(&section, built.bytes, built.size, 0, SFR_V2E2, NULL);
    assert_int_equal(sfr_lookup(&section, UINT64_MAX, &answer), SFR_FOUND);
    assert_int_equal(sfr_lookup(&section, 0, &answer), SFR_NO_FUNCTION);
    build_at(&built, SFR_SORTED, &wraps, 1);
    assert_int_equal(check(built.bytes, built.size, &kept), SFR_IRREGULAR);
    assert_int_equal(count_clause(&kept, SFR_fde_range), 1);
}

static void a_section_may_lie_anywhere_and_its_functions_move_with_it(void **state)
{
    const struct place places[] = {{-0x1000, 16}, {0x1000, 16}};
    const uint64_t addresses[] = {0, 0x1000, 0x7fffffffff000, UINT64_MAX - 0xfff};
    struct built built;
    (void)state;
    build_at(&built, SFR_SORTED, places, 2);
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
        for (int survey = 0; survey < 2; survey++) {
            struct sfr_section section;
            struct sfr_answer answer;
            (void)sfr_open(&section, built.bytes, built.size, addresses[i], SFR_V2E2, NULL);
            if (survey)
                sfr_survey(&section);
            assert_int_equal(section.searchable, survey);
            assert_int_equal(sfr_lookup(&section, addresses[i] - 0x1000 + 15, &answer), SFR_FOUND);
            assert_int_equal(answer.function.index, 0);
            assert_int_equal(sfr_lookup(&section, addresses[i] + 0x1000, &answer), SFR_FOUND);
            assert_int_equal(answer.function.index, 1);
            assert_int_equal(sfr_lookup(&section, addresses[i], &answer), SFR_NO_FUNCTION);
        }
}

/* --- Order, overlap, search ---------------------------------------------------------------------------- */

/* Lookups by halving and by scanning, at every PC around, with and without the flag. */
static void expect_same_answers(const struct built *built, bool searchable)
{
    struct sfr_section scanned, searched;
    (void)sfr_open(&scanned, built->bytes, built->size, 0, SFR_V2E2, NULL);
    searched = scanned;
    sfr_survey(&searched);
    assert_int_equal(searched.searchable, searchable);
    for (uint64_t pc = 0xff0; pc < 0x1100; pc++) {
        struct sfr_answer one, other;
        assert_int_equal(sfr_lookup(&scanned, pc, &one), sfr_lookup(&searched, pc, &other));
        if (one.found == SFR_FOUND)
            assert_int_equal(one.function.index, other.function.index);
    }
}

static void halving_and_scanning_give_the_same_answers(void **state)
{
    static const struct {
        struct place places[4];
        bool searchable;
    } cases[] = {
        {{{0x1000, 16}, {0x1010, 16}, {0x1020, 1}, {0x1030, 64}}, true},
        {{{0x1000, 16}, {0x1000, 0}, {0x1010, 0}, {0x1010, 16}}, true},
        {{{0x1000, 0}, {0x1000, 16}, {0x1008, 0}, {0x1010, 16}}, true},
        {{{0x1000, 0}, {0x1000, 0}, {0x1000, 0}, {0x1000, 0}}, true},
        {{{0x1010, 16}, {0x1000, 16}, {0x1030, 16}, {0x1020, 16}}, false},
        {{{0x1000, 64}, {0x1010, 16}, {0x1010, 8}, {0x1080, 16}}, false},
        {{{0x1000, 64}, {0x1000, 64}, {0x1000, 64}, {0x1000, 64}}, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct built built;
        build_at(&built, i % 2 == 0 ? SFR_SORTED : 0, cases[i].places, 4);
        expect_same_answers(&built, cases[i].searchable);
    }
}

/* Starts that guesses meet: even, in two far clusters, growing, all but one at the end, over 32 bits. */
static int32_t spread(unsigned kind, uint32_t i, uint32_t count)
{
    switch (kind) {
    case 0:
        return (int32_t)(i * 16);
    case 1:
        return (int32_t)(i * 16 + (i < count / 2 ? 0 : 0x1000000));
    case 2:
        return (int32_t)(i * i * i);
    case 3:
        return i == 0 ? 0 : (int32_t)(0x1000000 + i * 16);
    default:
        return (int32_t)(i * 16) + (i < 50 ? -0x7fffffff : 0x7fff0000);
    }
}

static void every_function_of_many_is_found_however_they_are_spread(void **state)
{
    enum { COUNT = 600, KINDS = 5 };
    (void)state;
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (uint32_t count = 1; count <= COUNT; count += count < 20 ? 1 : 97) {
            struct place places[COUNT];
            struct built built;
            struct sfr_section section;
            struct sfr_answer answer;
            for (uint32_t i = 0; i < count; i++)
                places[i] = (struct place){spread(kind, i, count), 1};
            build_at(&built, SFR_SORTED, places, count);
            (void)sfr_open(&section, built.bytes, built.size, 0, SFR_V2E2, NULL);
            sfr_survey(&section);
            assert_true(section.searchable);
            for (uint32_t i = 0; i < count; i++) {
                const uint64_t pc = (uint64_t)places[i].start;
                assert_int_equal(sfr_lookup(&section, pc, &answer), SFR_FOUND);
                assert_int_equal(answer.function.index, i);
                if (i + 1 == count || places[i + 1].start != places[i].start + 1)
                    assert_int_equal(sfr_lookup(&section, pc + 1, &answer), SFR_NO_FUNCTION);
            }
            assert_int_equal(sfr_lookup(&section, (uint64_t)places[0].start - 1, &answer), SFR_NO_FUNCTION);
        }
}

/* Version 3 reaches further than a guess does. */
static void functions_far_apart_are_found_by_halving_alone(void **state)
{
    enum { COUNT = 20 };
    const uint64_t apart = UINT64_C(1) << 40;
    struct built built;
    struct sfr_section section;
    struct sfr_answer answer;
    (void)state;
    put_header(&built, SFR_SORTED, COUNT, 0, COUNT * 5);
    built.bytes[2] = 3;
    built.bytes[0x18] = (uint8_t)(COUNT * 16 & 0xff);
    built.bytes[0x19] = COUNT * 16 >> 8;
    for (uint32_t i = 0; i < COUNT; i++) {
        put(&built, i * apart, 8);
        put(&built, 16, 4);
        put(&built, i * 5, 4);
    }
    for (uint32_t i = 0; i < COUNT * 5; i++)
        put(&built, 0, 1);
    assert_int_equal(sfr_open(&section, built.bytes, built.size, 0, SFR_V3, NULL), SFR_VALID);
    sfr_survey(&section);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(sfr_lookup(&section, i * apart + 15, &answer), SFR_OUTERMOST);
        assert_int_equal(answer.function.index, i);
        assert_int_equal(sfr_lookup(&section, i * apart + 16, &answer), SFR_NO_FUNCTION);
    }
}

static void where_functions_overlap_the_nearest_start_answers_and_of_twins_the_last(void **state)
{
    const struct place places[] = {{0x1010, 16}, {0x1000, 64}, {0x1010, 16}};
    struct built built;
    struct sfr_section section;
    struct sfr_answer answer;
    (void)state;
    build_at(&built, 0, places, 3);
    (void)sfr_open(&section, built.bytes, built.size, 0, SFR_V2E2, NULL);
    assert_int_equal(sfr_lookup(&section, 0x1018, &answer), SFR_FOUND);
    assert_int_equal(answer.function.index, 2);
    assert_int_equal(sfr_lookup(&section, 0x1030, &answer), SFR_FOUND);
    assert_int_equal(answer.function.index, 1);
}

/* Starts that differ in every byte of their keys, so that every pass of the sort has work. */
static void overlap_is_found_in_any_order_of_the_table(void **state)
{
    struct place places[] = {{0x7f000000, 32}, {-0x7f000000, 32}, {0x10, 32},    {0x1000, 32},
                             {0x7f000010, 32}, {-0x100, 32},      {0x20000, 32}, {0x1000, 8}};
    const uint32_t count = sizeof places / sizeof *places;
    (void)state;
    for (uint32_t turn = 0; turn < count; turn++) {
        struct built built;
        struct kept kept;
        const struct place first = places[0];
        memmove(places, places + 1, sizeof places - sizeof *places);
        places[count - 1] = first;
        build_at(&built, 0, places, count);
        assert_int_equal(check(built.bytes, built.size, &kept), SFR_IRREGULAR);
        assert_int_equal(count_clause(&kept, SFR_fde_overlap), 2);
        assert_int_equal(kept.count, 2);
    }
}

static void every_function_of_many_is_sorted_into_its_place(void **state)
{
    struct place places[80];
    struct built built;
    struct kept kept;
    (void)state;
    for (uint32_t i = 0; i < 80; i++)
        places[i] = (struct place){(int32_t)((i * 37 % 80) * 0x10000 + i % 3), 0x10000 - 3};
    build_at(&built, 0, places, 80);
    assert_int_equal(check(built.bytes, built.size, &kept), SFR_VALID);
    places[79].size = 0x10003;
    build_at(&built, 0, places, 80);
    assert_int_equal(check(built.bytes, built.size, &kept), SFR_IRREGULAR);
    assert_int_equal(count_clause(&kept, SFR_fde_overlap), 1);
}

/* --- Scratch ------------------------------------------------------------------------------------------- */

static void scratch_may_be_unaligned_dirty_and_exactly_as_large_as_told(void **state)
{
    const struct place places[] = {{0x1010, 16}, {0x1000, 17}, {0x1030, 16}};
    struct built built;
    (void)state;
    build_at(&built, 0, places, 3);
    const size_t wanted = sfr_check_scratch(built.size);
    for (size_t shift = 0; shift < 8; shift++) {
        struct kept kept = {.count = 0};
        uint8_t *const memory = malloc(shift + wanted);
        assert_non_null(memory);
        memset(memory, 0xff, shift + wanted);
        assert_int_equal(sfr_check(built.bytes, built.size, 0, SFR_V2E2, memory + shift, wanted,
                                   &(struct sfr_report){keep, &kept}),
                         SFR_IRREGULAR);
        assert_int_equal(kept.count, 1);
        assert_int_equal(kept.violations[0].clause, SFR_fde_overlap);
        assert_int_equal(kept.violations[0].offset, 28);
        free(memory);
    }
}

static void with_too_little_scratch_a_check_is_unfinished_and_judges_the_header_alone(void **state)
{
    const struct place places[] = {{0x1010, 16}, {0x1000, 17}};
    struct built built;
    struct kept kept = {.count = 0};
    uint8_t few[8], out[ROOM];
    (void)state;
    build_at(&built, 0, places, 2);
    built.bytes[0x0c] = 77; /* rows claimed */
    const struct sfr_report report = {keep, &kept};
    assert_int_equal(sfr_check(built.bytes, built.size, 0, SFR_V2E2, NULL, ROOM, &report), SFR_UNFINISHED);
    assert_int_equal(sfr_check(built.bytes, built.size, 0, SFR_V2E2, few, sizeof few, &report),
                     SFR_UNFINISHED);
    assert_false(sfr_flip(built.bytes, built.size, SFR_V2E2, out, few, sizeof few, &report));
    assert_int_equal(kept.count, 0);
    built.bytes[4] = 0; /* no ABI */
    assert_int_equal(sfr_check(built.bytes, built.size, 0, SFR_V2E2, NULL, 0, &report), SFR_MALFORMED);
}

/* --- Flip ---------------------------------------------------------------------------------------------- */

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
        cmocka_unit_test(a_function_or_row_that_is_not_there_is_a_fault),
        cmocka_unit_test(a_malformed_section_holds_no_function_whatever_its_header_claims),
        cmocka_unit_test(a_report_without_a_callback_is_no_report),
        cmocka_unit_test(a_cursor_stops_at_the_field_that_is_not_whole),
        cmocka_unit_test(a_function_may_end_at_the_last_address_but_not_wrap),
        cmocka_unit_test(a_section_may_lie_anywhere_and_its_functions_move_with_it),
        cmocka_unit_test(halving_and_scanning_give_the_same_answers),
        cmocka_unit_test(every_function_of_many_is_found_however_they_are_spread),
        cmocka_unit_test(functions_far_apart_are_found_by_halving_alone),
        cmocka_unit_test(where_functions_overlap_the_nearest_start_answers_and_of_twins_the_last),
        cmocka_unit_test(overlap_is_found_in_any_order_of_the_table),
        cmocka_unit_test(every_function_of_many_is_sorted_into_its_place),
        cmocka_unit_test(scratch_may_be_unaligned_dirty_and_exactly_as_large_as_told),
        cmocka_unit_test(with_too_little_scratch_a_check_is_unfinished_and_judges_the_header_alone),
        cmocka_unit_test(every_written_section_flips_there_and_back_and_says_the_same),
        cmocka_unit_test(a_malformed_section_does_not_flip_and_leaves_the_output_alone),
        cmocka_unit_test(rows_that_overlap_in_part_do_not_flip),
    };
    return cmocka_run_group_tests_name("library", tests, NULL, NULL);
}
