/* The catalogue and the tables of texts and ABIs, as the library's interface gives them. */
#include "../../../common/unit.h"
#include "sframe-ref.h"

#include <string.h>

/* --- Vocabulary ---------------------------------------------------------------------------------------- */

/* Every function of the interface that names a number, with the first number that has no name. */
TEST(names_end_where_the_vocabulary_does)
{
    static const int beyond[] = {0, 1, 2, 63, 64, 255, 256, 65536, INT32_MAX - 1024};
#define NAMES(function, type, first)                                                                         \
    do {                                                                                                     \
        assert_non_null(function((type)((first)-1)));                                                        \
        assert_null(function((type)-1));                                                                     \
        assert_null(function((type)INT32_MIN));                                                              \
        for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)                                          \
            assert_null(function((type)((first) + beyond[i])));                                              \
    } while (0)
    NAMES(sfr_clause_text, enum sfr_clause, SFR_CLAUSE_END);
    NAMES(sfr_profile_name, enum sfr_profile, SFR_PROFILE_BY_VERSION);
    NAMES(sfr_subject_name, enum sfr_subject, SFR_CONTAINER + 1);
    NAMES(sfr_strength_name, enum sfr_strength, SFR_IMPLIED + 1);
    NAMES(sfr_verdict_name, enum sfr_verdict, SFR_UNFINISHED + 1);
    NAMES(sfr_step_name, enum sfr_step, SFR_STOP_ERROR + 1);
    NAMES(sfr_text_facts, enum sfr_profile, SFR_PROFILE_COUNT);
    NAMES(sfr_abi_name, unsigned, SFR_ABI_END);
    NAMES(sfr_abi_facts, unsigned, SFR_ABI_END);
#undef NAMES
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        assert_null(sfr_flag_name((enum sfr_profile)(SFR_PROFILE_BY_VERSION + beyond[i]), SFR_SORTED));
    assert_null(sfr_clause_text(SFR_CLAUSE_NONE));
    assert_null(sfr_abi_name(0));
    assert_null(sfr_abi_facts(0));
    assert_null(sfr_flag_name(SFR_V3, SFR_FRAME_POINTER));
    assert_null(sfr_flag_name(SFR_V2, SFR_PCREL));
    assert_null(sfr_flag_name(SFR_V2E1, 0x100 | SFR_PCREL << 8));
    assert_string_equal(sfr_flag_name(SFR_V2E1, SFR_PCREL), "pcrel");
    assert_string_equal(sfr_clause_text(SFR_preamble_magic)->id, "preamble.magic");
}

TEST(every_clause_stands_in_some_text_and_has_words)
{
    for (int clause = SFR_CLAUSE_NONE + 1; clause < SFR_CLAUSE_END; clause++) {
        const struct sfr_clause_text *const text = sfr_clause_text((enum sfr_clause)clause);
        bool somewhere = false;
        for (int profile = 0; profile < SFR_PROFILE_COUNT; profile++)
            somewhere = somewhere || text->sections[profile] != NULL;
        assert_true(somewhere);
        assert_true(strlen(text->words) > 10);
        assert_non_null(sfr_subject_name(text->subject));
        assert_non_null(sfr_strength_name(text->strength));
    }
}

/* --- Facts --------------------------------------------------------------------------------------------- */

TEST(texts_and_abis_are_found_by_their_names_and_by_no_other)
{
    static const char *const none[] = {"",    "v",         "v2e",         "v2e11", "V1",
                                       "amd", "aarch64_b", "aarch64_bee", "s390"};
    for (int profile = 0; profile < SFR_PROFILE_COUNT; profile++)
        assert_int_equal(sfr_profile_named(sfr_profile_name((enum sfr_profile)profile)), profile);
    for (unsigned abi = 1; abi < SFR_ABI_END; abi++)
        assert_int_equal(sfr_abi_named(sfr_abi_name(abi)), abi);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(sfr_profile_named(none[i]), SFR_PROFILE_COUNT);
        assert_int_equal(sfr_abi_named(none[i]), 0);
    }
}

static unsigned sum(const uint8_t *widths)
{
    unsigned total = 0;
    while (*widths != 0)
        total += *widths++;
    return total;
}

TEST(a_texts_fields_fill_its_entries_and_begin_with_the_start)
{
    for (int profile = 0; profile < SFR_PROFILE_COUNT; profile++) {
        const struct sfr_text_facts *const text = sfr_text_facts((enum sfr_profile)profile);
        assert_int_equal(sum(text->entry_fields), text->entry_size);
        assert_int_equal(text->entry_fields[0], text->start_size);
    }
}

/* The catalogue says where a text states a fact, the table what the fact is. */
TEST(the_table_of_texts_says_what_the_catalogue_says)
{
    for (int i = 0; i < SFR_PROFILE_COUNT; i++) {
        const enum sfr_profile profile = (enum sfr_profile)i;
        const struct sfr_text_facts *const text = sfr_text_facts(profile);
        assert_int_equal(text->entry_size == 17, sfr_text_states(profile, SFR_fde_layout_17));
        assert_int_equal(text->entry_size == 20, sfr_text_states(profile, SFR_fde_layout_20));
        assert_int_equal(text->entry_size == 16, sfr_text_states(profile, SFR_index_layout));
        assert_int_equal(text->start_size == 8, sfr_text_states(profile, SFR_index_start_signed64));
        assert_int_equal(text->attribute_fields != NULL, sfr_text_states(profile, SFR_attribute_layout));
        assert_int_equal(text->rep_size, sfr_text_states(profile, SFR_fde_rep_size));
        assert_int_equal(text->blocks, sfr_text_states(profile, SFR_pctype_mask_block));
        assert_int_equal(text->blocks, !sfr_text_states(profile, SFR_pctype_mask_match_v1));
        assert_int_equal(text->signals, sfr_text_states(profile, SFR_info_signal));
        assert_int_equal(text->flexible, sfr_text_states(profile, SFR_fdetype_flex));
        assert_int_equal(text->abi_words, sfr_text_states(profile, SFR_fre_words_abi));
        assert_int_equal(text->register_words, sfr_text_states(profile, SFR_s390x_register));
        assert_int_equal(text->outermost_rows, sfr_text_states(profile, SFR_fre_count_zero));
        assert_int_equal(text->outermost_functions, sfr_text_states(profile, SFR_changes_outermost));
        assert_int_equal(sfr_abi_facts(SFR_S390X)->since <= profile,
                         sfr_text_states(profile, SFR_abi_s390x_big));
        assert_int_equal((text->flags & SFR_PCREL) != 0, sfr_text_states(profile, SFR_flags_pcrel));
        assert_int_equal((text->flags & SFR_FRAME_POINTER) != 0,
                         sfr_text_states(profile, SFR_flags_frame_pointer));
    }
}

TEST(what_is_no_text_states_nothing)
{
    assert_true(sfr_text_states(SFR_V1, SFR_preamble_magic));
    assert_false(sfr_text_states(SFR_PROFILE_BY_VERSION, SFR_preamble_magic));
    assert_false(sfr_text_states(SFR_V1, SFR_CLAUSE_NONE));
    assert_false(sfr_text_states(SFR_V1, SFR_CLAUSE_END));
}

/* A malformed section holds no row, but a caller may still ask what some row would say in it. */
TEST(words_of_an_abi_that_no_text_lists_say_nothing)
{
    static const uint8_t bytes[] = {0xe2, 0xde, 3, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                    0,    0,    0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8};
    const struct sfr_function function = {.fde_type = SFR_DEFAULT};
    const struct sfr_row row = {.words = 28, .next = 30, .word_size = 1, .word_count = 2};
    struct sfr_section section;
    struct sfr_violation fault;
    struct sfr_rules rules;
    assert_int_equal(sfr_open(&section, bytes, sizeof bytes, 0, SFR_V3, NULL), SFR_MALFORMED);
    assert_int_equal(section.abi, 9);
    assert_false(sfr_rules(&section, &function, &row, &rules, &fault));
    assert_int_equal(fault.clause, SFR_abi_known);
    assert_int_equal(fault.offset, 4);
    assert_true(rules.cfa.kind == SFR_UNSTATED && rules.ra.kind == SFR_UNSTATED &&
                rules.fp.kind == SFR_UNSTATED);
}
