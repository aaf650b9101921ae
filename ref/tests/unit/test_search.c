/* How functions are found: at any address, in any order, however they overlap. */
#include "../../../common/unit.h"
#include "built.h"
#include "sections.h"

#include <string.h>

/* --- Addresses ------------------------------------------------------------------------------------------ */

TEST(a_function_may_end_at_the_last_address_but_not_wrap)
{
    const struct place last = {-16, 16}, wraps = {-16, 17};
    static struct built built;
    struct kept kept;
    struct sfr_section section;
    struct sfr_answer answer;
    build_at(&built, SFR_SORTED, &last, 1);
    assert_int_equal(check_keeping(&built, &kept), SFR_VALID);
    (void)sfr_open(&section, built.bytes, built.size, 0, SFR_V2E2, NULL);
    assert_int_equal(sfr_lookup(&section, UINT64_MAX, &answer), SFR_FOUND);
    assert_int_equal(sfr_lookup(&section, 0, &answer), SFR_NO_FUNCTION);
    build_at(&built, SFR_SORTED, &wraps, 1);
    assert_int_equal(check_keeping(&built, &kept), SFR_IRREGULAR);
    assert_int_equal(count_clause(&kept, SFR_fde_range), 1);
}

/* --- Order, overlap, search ----------------------------------------------------------------------------- */

/* Compares lookups by halving and by scanning, at every PC around.  Returns whether halving is possible. */
static bool expect_same_answers(const struct built *built)
{
    struct sfr_section scanned, searched;
    (void)sfr_open(&scanned, built->bytes, built->size, 0, SFR_PROFILE_BY_VERSION, NULL);
    searched = scanned;
    sfr_survey(&searched);
    for (uint64_t pc = 0xff0; pc < 0x1100; pc++) {
        struct sfr_answer one, other, again;
        assert_int_equal(sfr_lookup(&scanned, pc, &one), sfr_lookup(&searched, pc, &other));
        if (one.found != SFR_FOUND)
            continue;
        assert_int_equal(one.function.index, other.function.index);
        assert_int_equal(sfr_lookup_in(&scanned, one.function.index, pc, &again), SFR_FOUND);
        assert_int_equal(again.function.index, one.function.index);
        assert_int_equal(again.row.offset, one.row.offset);
    }
    return searched.searchable;
}

TEST(halving_and_scanning_give_the_same_answers)
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
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static struct built built;
        build_at(&built, i % 2 == 0 ? SFR_SORTED : 0, cases[i].places, 4);
        assert_int_equal(expect_same_answers(&built), cases[i].searchable);
    }
}

TEST(they_do_so_whatever_a_byte_is)
{
    static const char *const names[] = {"v1-amd64-mask", "v2e2-amd64-eight", "v3-amd64-eight"};
    static const uint8_t masks[] = {0x01, 0x02, 0x10, 0x40, 0x80, 0xff};
    static struct built built;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct written *const written = written_section(names[i]);
        memcpy(built.bytes, written->bytes, built.size = written->size);
        for (size_t at = 0; at < built.size; at++)
            for (size_t j = 0; j < sizeof masks; j++) {
                built.bytes[at] = written->bytes[at] ^ masks[j];
                (void)expect_same_answers(&built);
                built.bytes[at] = written->bytes[at];
            }
    }
}

/* More functions than there are landmarks, most of them in few parts, and some that reach over many. */
TEST(functions_beyond_the_landmarks_are_found)
{
    enum { COUNT = SFR_LANDMARKS + 500 };
    static const uint64_t outside[] = {UINT64_MAX, INT64_MAX, UINT32_MAX, 0x1000000};
    static struct built built;
    struct sfr_section section;
    struct sfr_answer answer;
    put_header(&built, 1, SFR_SORTED, COUNT, 0, 0);
    for (uint32_t i = 0; i < COUNT; i++) /* each 64th up to a byte before the next one */
        put_function(&built, i + i / 64 * 0x1000, i % 64 == 63 ? 0x1000 : 1, 0, 0, SFR_ADDR1);
    assert_int_not_equal(sfr_open(&section, built.bytes, built.size, 0, SFR_V1, NULL), SFR_MALFORMED);
    sfr_survey(&section);
    assert_true(section.searchable);
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint64_t pc = i + i / 64 * 0x1000, last = pc + (i % 64 == 63 ? 0xfff : 0);
        for (uint64_t at = pc; at <= last; at += 0x7f) {
            assert_int_equal(sfr_lookup(&section, at, &answer), SFR_NO_ROW);
            assert_int_equal(answer.function.index, i);
        }
        if (i % 64 == 63)
            assert_int_equal(sfr_lookup(&section, last + 1, &answer), SFR_NO_FUNCTION);
    }
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        assert_int_equal(sfr_lookup(&section, outside[i], &answer), SFR_NO_FUNCTION);
}

/* Its end does not fit in 64 bits with a sign, so a search by halving cannot compare it. */
TEST(a_function_around_the_middle_of_memory_is_scanned_for)
{
    static struct built built;
    struct sfr_section section;
    struct sfr_answer answer;
    put_header(&built, 3, SFR_SORTED, 1, 0, 0);
    put_function(&built, INT64_MAX - 5, 10, 0, 0, SFR_ADDR1);
    assert_int_not_equal(sfr_open(&section, built.bytes, built.size, 0, SFR_V3, NULL), SFR_MALFORMED);
    sfr_survey(&section);
    assert_false(section.searchable);
    assert_int_not_equal(sfr_lookup(&section, (uint64_t)INT64_MAX + 2, &answer), SFR_NO_FUNCTION);
}

/* Starts that differ in every byte of their keys, so that every pass of the sort has work. */
TEST(overlap_is_found_in_any_order_of_the_table)
{
    struct place places[] = {{0x7f000000, 32}, {-0x7f000000, 32}, {0x10, 32},    {0x1000, 32},
                             {0x7f000010, 32}, {-0x100, 32},      {0x20000, 32}, {0x1000, 8}};
    const uint32_t count = sizeof places / sizeof *places;
    for (uint32_t turn = 0; turn < count; turn++) {
        static struct built built;
        struct kept kept;
        const struct place first = places[0];
        memmove(places, places + 1, sizeof places - sizeof *places);
        places[count - 1] = first;
        build_at(&built, 0, places, count);
        assert_int_equal(check_keeping(&built, &kept), SFR_IRREGULAR);
        assert_int_equal(count_clause(&kept, SFR_fde_overlap), 2);
        assert_int_equal(kept.count, 2);
    }
}

TEST(every_function_of_many_is_sorted_into_its_place)
{
    struct place places[80];
    static struct built built;
    struct kept kept;
    for (uint32_t i = 0; i < 80; i++)
        places[i] = (struct place){(int32_t)((i * 37 % 80) * 0x10000 + i % 3), 0x10000 - 3};
    build_at(&built, 0, places, 80);
    assert_int_equal(check_keeping(&built, &kept), SFR_VALID);
    places[79].size = 0x10003;
    build_at(&built, 0, places, 80);
    assert_int_equal(check_keeping(&built, &kept), SFR_IRREGULAR);
    assert_int_equal(count_clause(&kept, SFR_fde_overlap), 1);
}

/* Where such a row ends is unknown, and so what follows it.  Of a row beyond the PC only the start is read. */
TEST(a_row_whose_words_have_no_known_size_is_an_error_from_its_start_on)
{
    enum { START = 16, BEYOND = START + 8 };
    static struct built built;
    struct sfr_section section;
    struct sfr_answer answer;
    put_header(&built, 1, SFR_SORTED, 1, 2, 3 + 2 + 8);
    put_function(&built, START, 32, 0, 2, SFR_ADDR1);
    put(&built, 0, 1);
    put(&built, 0x03, 1); /* a word of one byte */
    put(&built, 8, 1);
    put(&built, BEYOND - START, 1);
    put(&built, 0x63, 1); /* a word of the size that no text knows */
    put(&built, 0, 8);
    (void)sfr_open(&section, built.bytes, built.size, 0, SFR_V1, NULL);
    sfr_survey(&section);
    for (uint64_t pc = START; pc < BEYOND; pc++)
        assert_int_equal(sfr_lookup(&section, pc, &answer), SFR_FOUND);
    assert_int_equal(sfr_lookup(&section, BEYOND, &answer), SFR_ERROR);
    assert_int_equal(answer.fault.clause, SFR_fre_size_known);
}
