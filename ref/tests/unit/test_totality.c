/* Any bytes give a verdict: every prefix, and every byte replaced by every value, of every hand-written
 * section, through check, decode, lookup and flip; under a sanitizer in copies of exact size. */
#include "sections.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SCRATCH = 4096, PCS_PER_FUNCTION = 6, MOST_FUNCTIONS = 64 };

/* What one pass over a section saw; also keeps the compiler from leaving work out. */
struct seen {
    uint64_t sum;
    unsigned verdicts[3];
};

static void count(void *context, const struct sfr_violation *violation)
{
    struct seen *const seen = context;
    assert_non_null(sfr_clause_text(violation->clause));
    seen->sum += violation->offset + violation->clause;
}

static void decode(const struct sfr_section *section, struct seen *seen)
{
    struct sfr_function function;
    struct sfr_row row;
    struct sfr_rules rules;
    struct sfr_violation fault;
    for (uint32_t i = 0; i < section->function_count; i++) {
        if (!sfr_function(section, i, &function, &fault))
            continue;
        size_t at = function.rows;
        for (uint32_t j = 0; j < function.num_fres && sfr_row(section, &function, at, &row, &fault); j++) {
            assert_true(row.next > at && row.next <= section->fres_end);
            seen->sum += sfr_rules(section, &function, &row, &rules, &fault);
            for (unsigned word = 0; word < row.word_count; word++)
                seen->sum += sfr_word_unsigned(section, &row, word);
            at = row.next;
        }
    }
}

/* An answer comes from bytes that the section holds. */
static void look_up(const struct sfr_section *section, uint64_t pc, struct seen *seen)
{
    struct sfr_answer answer;
    seen->sum += sfr_lookup(section, pc, &answer);
    if (answer.found == SFR_FOUND)
        assert_true(answer.row.offset >= section->fres && answer.row.next <= section->fres_end);
    if (answer.found == SFR_ERROR)
        assert_non_null(sfr_clause_text(answer.fault.clause));
}

static void look_up_around(const struct sfr_section *section, struct seen *seen)
{
    static const uint64_t fixed[] = {0, 1, 0x1000, 0x100f, 0x7fffffff, UINT64_MAX / 2, UINT64_MAX};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        look_up(section, fixed[i], seen);
    for (uint32_t i = 0; i < section->function_count && i < MOST_FUNCTIONS; i++) {
        struct sfr_function function;
        struct sfr_violation fault;
        if (!sfr_function(section, i, &function, &fault))
            continue;
        const uint64_t end = function.start + function.size;
        const uint64_t pcs[PCS_PER_FUNCTION] = {function.start - 1,
                                                function.start,
                                                function.start + 1,
                                                function.start + function.size / 2,
                                                end - 1,
                                                end};
        for (size_t j = 0; j < PCS_PER_FUNCTION; j++)
            look_up(section, pcs[j], seen);
    }
}

static void put_through(const uint8_t *bytes, size_t size, enum sfr_profile profile, struct seen *seen)
{
    static uint8_t scratch[SCRATCH], out[SCRATCH];
    const struct sfr_report report = {count, seen};
    struct sfr_section section;
    const enum sfr_verdict opened = sfr_open(&section, bytes, size, 0x1000, profile, &report);
    const enum sfr_verdict checked =
        sfr_check(bytes, size, 0x1000, profile, scratch, sfr_check_scratch(size), &report);
    assert_true(opened <= checked && checked <= SFR_MALFORMED);
    decode(&section, seen);
    look_up_around(&section, seen);
    sfr_survey(&section);
    look_up_around(&section, seen);
    if (sfr_flip(bytes, size, profile, out, scratch, sizeof scratch, NULL))
        assert_int_not_equal(checked, SFR_MALFORMED);
    seen->verdicts[checked]++;
}

static void every_prefix_of_every_section_gets_a_verdict(void **state)
{
    const struct written *sections;
    const size_t total = written_sections(&sections);
    struct seen seen = {0};
    (void)state;
    assert_true(total >= 30);
    for (size_t i = 0; i < total; i++)
        for (size_t size = 0; size <= sections[i].size; size++)
            for (int profile = SFR_V1; profile <= SFR_PROFILE_BY_VERSION; profile++) {
                uint8_t *const copy = exact_copy(sections[i].bytes, size);
                put_through(copy, size, (enum sfr_profile)profile, &seen);
                free(copy);
            }
    assert_true(seen.verdicts[SFR_VALID] >= total / 2);
    assert_true(seen.verdicts[SFR_MALFORMED] > total);
}

static void every_byte_replaced_by_every_value_gets_a_verdict(void **state)
{
    const struct written *sections;
    const size_t total = written_sections(&sections);
    struct seen seen = {0};
    (void)state;
    for (size_t i = 0; i < total; i++) {
        uint8_t *const copy = exact_copy(sections[i].bytes, sections[i].size);
        for (size_t at = 0; at < sections[i].size; at++) {
            const uint8_t was = copy[at];
            for (unsigned value = 0; value < 256; value++) {
                copy[at] = (uint8_t)value;
                put_through(copy, sections[i].size, sections[i].profile, &seen);
            }
            copy[at] = was;
        }
        free(copy);
    }
    for (int verdict = SFR_VALID; verdict <= SFR_MALFORMED; verdict++)
        assert_true(seen.verdicts[verdict] > total);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_of_every_section_gets_a_verdict),
        cmocka_unit_test(every_byte_replaced_by_every_value_gets_a_verdict),
    };
    return cmocka_run_group_tests_name("totality", tests, NULL, NULL);
}
