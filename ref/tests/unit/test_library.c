/* The library's interface where the tool does not use it: bounds of its calls, scratch memory, flips that
 * fail, what traces remember. */
#include "../../../common/unit.h"
#include "lib/cursor.h"
#include "built.h"

#include <string.h>

/* --- Bounds of the calls themselves --------------------------------------------------------------------- */

TEST(a_function_or_row_that_is_not_there_is_a_fault)
{
    const struct place place = {0x1000, 16};
    static struct built built;
    struct sfr_section section;
    struct sfr_function function;
    struct sfr_row row;
    struct sfr_violation fault;
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

TEST(a_malformed_section_holds_no_function_whatever_its_header_claims)
{
    const struct place place = {0x1000, 16};
    static struct built built;
    struct sfr_section section;
    struct sfr_function function;
    struct sfr_answer answer;
    struct sfr_violation fault;
    build_at(&built, SFR_SORTED, &place, 1);
    assert_int_equal(sfr_open(&section, built.bytes, built.size - 1, 0, SFR_V2E2, NULL), SFR_MALFORMED);
    assert_int_equal(section.num_fdes, 1);
    sfr_survey(&section);
    assert_int_equal(sfr_lookup(&section, 0x1000, &answer), SFR_NO_FUNCTION);
    assert_false(sfr_function(&section, 0, &function, &fault));
}

TEST(a_report_without_a_callback_is_no_report)
{
    const struct sfr_report silent = {NULL, NULL};
    assert_int_equal(sfr_check(NULL, 0, 0, SFR_V3, NULL, 0, &silent), SFR_MALFORMED);
}

/* [0xff] stands beyond the cursor's end: nothing may touch it. */
TEST(a_cursor_stops_at_the_field_that_is_not_whole)
{
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 0xff};
    for (size_t end = 0; end < sizeof bytes; end++) {
        struct cursor by_1 = {.bytes = bytes, .end = end}, by_2 = by_1, by_4 = by_1;
        by_2.big_endian = true;
        for (size_t i = 0; i < sizeof bytes; i++) {
            assert_int_equal(take_u8(&by_1), i < end ? i + 1 : 0);
            assert_int_equal(take_u16(&by_2), 2 * i + 1 < end ? 0x102 + 0x202 * i : 0);
            assert_int_equal(take_u32(&by_4), i == 0 && end >= 4 ? 0x04030201 : 0);
        }
        assert_true(by_1.missing && by_2.missing && by_4.missing);
        assert_int_equal(by_1.at, end);
        assert_int_equal(by_2.at, end / 2 * 2);
        assert_int_equal(by_4.at, end / 4 * 4);
        assert_int_equal(take_u8(&by_4), 0); /* it would fit, but the cursor has stopped */
        assert_int_equal(by_4.at, end / 4 * 4);
    }
}

/* --- Scratch -------------------------------------------------------------------------------------------- */

TEST(scratch_may_be_unaligned_dirty_and_exactly_as_large_as_asked_for)
{
    const struct place places[] = {{0x1010, 16}, {0x1000, 17}, {0x1030, 16}};
    static struct built built;
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

TEST(with_too_little_scratch_a_check_is_unfinished_and_judges_the_header_alone)
{
    const struct place places[] = {{0x1010, 16}, {0x1000, 17}};
    static struct built built;
    struct kept kept = {.count = 0};
    uint8_t few[8], out[128];
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

/* --- Flips ---------------------------------------------------------------------------------------------- */

TEST(a_malformed_section_does_not_flip_and_leaves_the_output_alone)
{
    static const struct built built = {{0xe2, 0xde, 3}, 3, 3};
    uint8_t out[] = {1, 2, 3};
    struct kept kept = {.count = 0};
    assert_false(flip(&built, out, &(struct sfr_report){keep, &kept}));
    assert_int_equal(count_clause(&kept, SFR_preamble_complete), 1);
    assert_memory_equal(out, ((uint8_t[]){1, 2, 3}), sizeof out);
}

/* Rows of 16-bit starts that overlap by a byte: the one that is flipped last spoils the other. */
TEST(rows_that_overlap_in_part_do_not_flip)
{
    static struct built built;
    struct kept kept;
    uint8_t out[128];
    put_header(&built, 2, 0, 2, 2, 12);
    for (uint32_t i = 0; i < 2; i++)
        put_function(&built, 0x1000 + 0x400 * i, 0x400, i, 1, SFR_ADDR2);
    put(&built, 0x0808080803030100, 8);
    put(&built, 0x08080808, 4);
    assert_int_equal(check_keeping(&built, &kept), SFR_IRREGULAR);
    kept.count = 0;
    assert_false(flip(&built, out, &(struct sfr_report){keep, &kept}));
    const struct sfr_violation *const last = &kept.violations[kept.count - 1];
    assert_true(last->clause == SFR_fre_unshared && last->severity == SFR_MALFORMED);
}

/* --- Traces --------------------------------------------------------------------------------------------- */

static bool itself(void *context, uint64_t address, uint64_t *value)
{
    *value = *(const uint64_t *)context;
    return address >= 0x1000;
}

TEST(a_step_leads_to_the_caller_or_says_why_there_is_none)
{
    const struct place place = {0x1000, 16};
    uint64_t stack = 0x9999;
    const struct sfr_machine machine = {itself, NULL, &stack, 0};
    static struct built built;
    struct sfr_section section;
    struct sfr_frame frame = {.pc = 0x1000, .sp = 0x7000, .topmost = true}, caller = {.pc = 0};
    build_at(&built, SFR_SORTED, &place, 1);
    (void)sfr_open(&section, built.bytes, built.size, 0, SFR_V2E2, NULL);
    assert_int_equal(sfr_step(&section, &frame, &machine, &caller), SFR_STEPPED);
    assert_true(frame.cfa_known && frame.cfa == 0x7008 && caller.pc == 0x9999 && caller.sp == 0x7008);
    assert_int_equal(sfr_step(&section, &caller, &machine, &frame), SFR_STOP_NO_FUNCTION);
    assert_true(!caller.cfa_known && frame.pc == 0x1000);
}

/* With 64 places the section is emptied after the first trace: all that the second needs is remembered. */
TEST(what_is_remembered_is_not_looked_up_again)
{
    enum { FRAMES = 9 };
    const struct place place = {0x1000, 16};
    uint64_t stack = 0x1002; /* each return address */
    const struct sfr_machine machine = {itself, NULL, &stack, 0};
    static struct built built;
    struct sfr_section section;
    struct sfr_remembered remembered[64];
    struct sfr_unwind unwind;
    struct sfr_frame frame;
    build_at(&built, SFR_SORTED, &place, 1);
    (void)sfr_open(&section, built.bytes, built.size, 0, SFR_V2E2, NULL);
    for (size_t places = 1; places <= 64; places *= 64, section.function_count = 1) {
        sfr_unwind_begin(&unwind, &section, 1, &machine, remembered, places);
        sfr_unwind_from(&unwind, 0x1000, 0x7000, 0, 0);
        assert_true(!sfr_unwind_next(&unwind, &frame) && unwind.stop == SFR_STOP_LIMIT);
        for (unsigned again = 0; again < 2; again++) {
            unsigned count = 0;
            sfr_unwind_from(&unwind, 0x1000, 0x7000, 0, FRAMES);
            while (sfr_unwind_next(&unwind, &frame))
                count++;
            assert_int_equal(count, FRAMES);
            assert_int_equal(unwind.stop, SFR_STOP_LIMIT);
            section.function_count = places == 1;
        }
    }
}

enum { SIGNATURE = 0x7e };

/* Stacks end at 0x8000; each word is a return address that may be looked up, some with a signature. */
static bool by_address(void *context, uint64_t address, uint64_t *value)
{
    (void)context;
    *value = 0x1001 + address / 8 % 16 + (address % 3 == 0 ? (uint64_t)SIGNATURE << 56 : 0);
    return address < 0x8000;
}

static struct sfr_unwind traced(const struct sfr_section *section, struct sfr_remembered *remembered,
                                size_t places, uint32_t limit)
{
    static const struct sfr_machine machine = {by_address, NULL, NULL, (uint64_t)SIGNATURE << 56};
    struct sfr_unwind unwind;
    sfr_unwind_begin(&unwind, section, 1, &machine, remembered, places);
    sfr_unwind_from(&unwind, 0x1000, 0x7000, 0, limit);
    return unwind;
}

TEST(lists_of_pcs_are_those_of_single_frames)
{
    enum { MOST = 1000, PLACES = 64 };
    static const uint32_t limits[] = {0, 1, 2, 3, 20, MOST};
    const struct place place = {0x1000, 16};
    static struct built built;
    static uint64_t pcs[MOST];
    struct sfr_section section;
    struct sfr_frame frame;
    struct sfr_remembered remembered[PLACES], other[PLACES];
    build_at(&built, SFR_SORTED, &place, 1);
    built.bytes[built.size - 2] |= 0x80; /* RA is mangled */
    (void)sfr_open(&section, built.bytes, built.size, 0, SFR_V2E2, NULL);
    for (size_t places = 1; places <= PLACES; places *= 8)
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
            for (size_t each = 1; each < 9; each++) {
                struct sfr_unwind single = traced(&section, remembered, places, limits[i]);
                struct sfr_unwind listed = traced(&section, other, places, limits[i]);
                size_t count = 0, seen = 0;
                assert_int_equal(sfr_unwind_pcs(&listed, pcs, 0), 0);
                for (size_t got = each; got == each; count += got)
                    got = sfr_unwind_pcs(&listed, pcs + count, each);
                for (; sfr_unwind_next(&single, &frame); seen++)
                    assert_true(seen < count && frame.pc == pcs[seen]);
                assert_int_equal(seen, count);
                assert_true(single.stop == listed.stop && single.stop != SFR_STEPPED);
                assert_int_equal(count, limits[i] < 513 ? limits[i] : 513);
            }
}
