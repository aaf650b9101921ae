/* The sections of --growth are valid, and of the size that was asked for, by the oracle. */
#include "../../../../common/unit.h"
#include "../../growth/measure.h"
#include "sframe-ref.h"

static void print_violation(void *context, const struct sfr_violation *violation)
{
    (void)context;
    print_message("%s at %zu\n", sfr_clause_text(violation->clause)->id, (size_t)violation->offset);
}

static void check_one(enum profile profile, enum abi abi, enum family family, uint32_t count)
{
    struct grown grown;
    struct sfr_section section;
    struct sfr_answer answer;
    const enum sfr_profile text = sfr_profile_named(runner_profile_names[profile]);
    runner_grown_make(&grown, profile, abi, family, count);
    const size_t size = sfr_check_scratch(grown.size);
    uint8_t *const scratch = malloc(size + 1);
    assert_int_equal(sfr_check(grown.bytes, grown.size, GROWN_ADDRESS, text, scratch, size,
                               &(struct sfr_report){print_violation, NULL}),
                     SFR_VALID);
    assert_int_equal(sfr_open(&section, grown.bytes, grown.size, GROWN_ADDRESS, text, NULL), SFR_VALID);
    assert_string_equal(sfr_abi_name(section.abi), runner_abi_names[abi]);
    assert_int_equal(section.function_count, family == ROWS ? 1 : count);
    assert_int_equal(sfr_lookup(&section, grown.pc, &answer), SFR_FOUND);
    assert_int_equal(family == ROWS ? answer.row_index : answer.function.index,
                     family == UNSORTED ? count - 1 - count / 2 : count / 2);
    free(scratch);
    free(grown.bytes);
}

TEST(test_sections_are_valid)
{
    for (enum profile profile = V1; profile < PROFILE_COUNT; profile++)
        for (enum abi abi = AMD64; abi < ABI_COUNT; abi++)
            for (enum family family = FUNCTIONS; family < FAMILIES; family++) {
                const struct sfr_abi_facts *const facts = sfr_abi_facts(sfr_abi_named(runner_abi_names[abi]));
                if (!runner_grown_may_be(profile, family) ||
                    facts->since > sfr_profile_named(runner_profile_names[profile]))
                    continue;
                check_one(profile, abi, family, 1);
                check_one(profile, abi, family, 100);
            }
}
