/* Tests of the mutator: whatever it is given, it stays in its bounds and is deterministic; and most of what
 * it makes of readable sections can be read, by the oracle.  Argument: a folder of core cases. */
#define OWN_MAIN
#include "../../common/unit.h"
#include "case.h"
#include "check.h"
#include "edits.h"
#include "mutate.h"
#include "sframe-ref.h"
#include "twins.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 1 << 14 }; /* more than any core case has */
/* Per cent; measured: see README.md. */
enum { SAME_FLOOR = 85, CHANGED_FLOOR = 80, EDIT_FLOOR = 80, READABLE_FLOOR = 80, BROKEN_FLOOR = 10 };

static const uint8_t elf_magic[] = {0x7f, 'E', 'L', 'F'};
static struct files core;

/* --- Judging ------------------------------------------------------------------------------------------- */

static bool readable(const uint8_t *data, size_t size)
{
    struct fuzz_case input;
    case_begin(&input, data, size);
    const enum sfr_verdict verdict =
        check_section(input.section, input.size, input.address, input.profile, NULL);
    case_end(&input);
    return verdict != SFR_MALFORMED;
}

static void count_one(void *context, const struct sfr_violation *violation)
{
    (void)violation;
    ++*(unsigned *)context;
}

static unsigned violations(const uint8_t *section, size_t size)
{
    unsigned count = 0;
    const struct sfr_report report = {count_one, &count};
    (void)check_section(section, size, 0, SFR_PROFILE_BY_VERSION, &report);
    return count;
}

static struct file any_core(struct random *random)
{
    return core.list[below(random, core.count)];
}

static struct file readable_core(struct random *random)
{
    struct file file = any_core(random);
    while (!readable(file.bytes, file.size))
        file = any_core(random);
    return file;
}

/* An input: a core case, perhaps damaged and cut, or any bytes. */
static size_t any_input(uint8_t *out, struct random *random)
{
    const struct file file = any_core(random);
    size_t size = file.size < MOST ? file.size : MOST;
    memcpy(out, file.bytes, size);
    if (one_in(random, 8) && size > CASE_HEAD)
        memcpy(out, elf_magic, sizeof elf_magic);
    if (one_in(random, 4)) {
        size = below(random, 256);
        for (size_t i = 0; i < size; i++)
            out[i] = (uint8_t)random_next(random);
    }
    for (unsigned damage = below(random, 4); damage > 0; damage--)
        size = havoc(out, size, MOST, random);
    return size;
}

/* --- Any bytes ----------------------------------------------------------------------------------------- */

TEST(any_bytes_any_seed_any_room_stay_in_bounds_and_repeat)
{
    twins_are_alike(any_input, 150000, MOST, 64);
}

static size_t any_large_input(uint8_t *out, struct random *random)
{
    const size_t size = MOST_CASE + below(random, MOST_CASE);
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)random_next(random);
    return size;
}

TEST(inputs_larger_than_any_draft_are_mutated_too)
{
    twins_are_alike(any_large_input, 50, 4 * MOST_CASE, 64);
}

/* --- Sections ------------------------------------------------------------------------------------------ */

TEST(reading_stays_in_the_section)
{
    struct random random = random_of(11);
    uint8_t input[MOST];
    for (unsigned round = 0; round < 50000; round++) {
        const size_t size = any_input(input, &random), head = size < CASE_HEAD ? size : CASE_HEAD;
        uint8_t *const exact = malloc(size - head + (size == head));
        memcpy(exact, input + head, size - head);
        if (draft_read(&one->draft, exact, size - head))
            for (unsigned row = 0; row < one->draft.row_count; row++)
                assert_true(one->draft.rows[row].word_width <= 4);
        free(exact);
    }
}

TEST(a_draft_is_filled_to_its_limits_and_not_beyond)
{
    struct random random = random_of(12);
    struct draft *const draft = &one->draft;
    unsigned most_functions = 0, most_rows = 0;
    static uint8_t out[MOST_CASE];
    draft_begin(draft, 3, ABI_AMD64);
    for (unsigned round = 0; round < 100000; round++) {
        const enum edit edit = below(&random, EDITS);
        if (edit != EDIT_row_remove && edit != EDIT_function_keep &&
            (edit != EDIT_function_remove || one_in(&random, 4)))
            (void)edit_apply(draft, edit, &random);
        most_functions = draft->function_count > most_functions ? draft->function_count : most_functions;
        most_rows = draft->row_count > most_rows ? draft->row_count : most_rows;
        for (unsigned i = 0; i < draft->function_count; i++)
            assert_true(draft->functions[i].first + draft->functions[i].count <= draft->row_count);
    }
    assert_int_equal(most_functions, MOST_FUNCTIONS);
    assert_int_equal(most_rows, MOST_ROWS);
    for (size_t room = HEADER_SIZE; room < sizeof out; room = 2 * room + 1) {
        const size_t size = draft_fit(draft, out, room);
        assert_true(size >= HEADER_SIZE && size <= room);
    }
}

TEST(regular_sections_are_written_as_they_were_read)
{
    uint8_t out[MOST];
    unsigned same = 0, count = 0;
    for (size_t i = 0; i < core.count; i++) {
        struct fuzz_case input;
        case_begin(&input, core.list[i].bytes, core.list[i].size);
        if (readable(core.list[i].bytes, core.list[i].size)) {
            assert_true(draft_read(&one->draft, input.section, input.size));
            const size_t size = draft_write(&one->draft, out, sizeof out);
            same += size == input.size && memcmp(out, input.section, size) == 0;
            count++;
        }
        case_end(&input);
    }
    print_message("%u of %u sections are written as they were read\n", same, count);
    assert_true(percent(same, count) >= SAME_FLOOR);
}

/* Reads a draft of a case's section; the case must live longer. */
static void draft_of(struct draft *draft, struct file file)
{
    const size_t size = (size_t)number_at(file.bytes + 4, 4, false);
    assert_true(draft_read(draft, file.bytes + CASE_HEAD, size));
    draft->pc = (int64_t)(number_at(file.bytes + 16, 8, false) - number_at(file.bytes + 8, 8, false));
}

/* Whether the section written from the draft can be read by the profile of its version byte. */
static bool draft_readable(const struct draft *draft, uint8_t *out, size_t *size)
{
    *size = draft_write(draft, out, MOST);
    return *size != 0 && check_section(out, *size, 0, SFR_PROFILE_BY_VERSION, NULL) != SFR_MALFORMED;
}

TEST(each_edit_changes_something_and_most_of_it_is_readable)
{
    struct random random = random_of(4);
    static uint8_t before[MOST], after[MOST];
    for (unsigned edit = 0; edit < EDITS; edit++) {
        unsigned applied = 0, changed = 0, good = 0;
        for (unsigned round = 0; round < 2000; round++) {
            size_t old_size, size;
            draft_of(&one->draft, readable_core(&random));
            if (!draft_readable(&one->draft, before, &old_size) || !edit_apply(&one->draft, edit, &random))
                continue;
            applied++;
            good += draft_readable(&one->draft, after, &size);
            changed += size != old_size || memcmp(before, after, size) != 0;
        }
        if (percent(applied, 2000) < 1 || percent(changed, applied) < CHANGED_FLOOR ||
            percent(good, applied) < EDIT_FLOOR)
            fail_msg("%s: of 2000 applied to %u, of which %u changed, %u readable", edit_names[edit], applied,
                     changed, good);
    }
}

/* How many of a hundred inputs that are made of readable ones are readable. */
static unsigned share_readable(unsigned rounds, uint64_t seed, bool cross)
{
    struct random random = random_of(seed);
    uint8_t data[MOST];
    unsigned good = 0;
    for (unsigned round = 0; round < rounds; round++) {
        const struct file a = readable_core(&random), b = readable_core(&random);
        memcpy(data, a.bytes, a.size);
        good += readable(
            data, cross ? cross_cases(one, a.bytes, a.size, b.bytes, b.size, data, MOST, random_next(&random))
                        : mutate_case(one, data, a.size, MOST, random_next(&random)));
    }
    print_message("%u of %u are readable\n", good, rounds);
    return percent(good, rounds);
}

TEST(most_inputs_are_readable_when_nothing_is_broken)
{
    one->never_break = true;
    assert_true(share_readable(100000, 5, false) >= READABLE_FLOOR);
    one->never_break = false;
    assert_true(share_readable(50000, 6, true) >= READABLE_FLOOR);
}

TEST(every_fault_breaks_something)
{
    static void (*const faults[])(uint8_t *, size_t, struct random *) = {break_header, break_entry};
    struct random random = random_of(8);
    uint8_t data[MOST];
    for (unsigned number = 0; number < sizeof faults / sizeof *faults; number++) {
        unsigned changed = 0, broken = 0;
        for (unsigned round = 0; round < 2000; round++) {
            const struct file file = readable_core(&random);
            const size_t size = number_at(file.bytes + 4, 4, false);
            memcpy(data, file.bytes + CASE_HEAD, size);
            faults[number](data, size, &random);
            changed += memcmp(data, file.bytes + CASE_HEAD, size) != 0;
            broken += violations(data, size) > violations(file.bytes + CASE_HEAD, size);
        }
        if (percent(changed, 2000) < 50 || percent(broken, 2000) < BROKEN_FLOOR)
            fail_msg("fault %u: of 2000 changed %u, broke %u", number, changed, broken);
    }
}

/* The oracle finds where the section lies; and the bytes around it must not change. */
TEST(in_a_file_sections_are_edited_in_their_place)
{
    enum { BEFORE = 64, AFTER = 32 };
    struct random random = random_of(13);
    static uint8_t before[MOST], after[MOST];
    unsigned edited = 0, good = 0;
    one->never_break = true;
    for (unsigned round = 0; round < 20000; round++) {
        const struct file file = readable_core(&random);
        const size_t section = (size_t)number_at(file.bytes + 4, 4, false), size = BEFORE + section + AFTER;
        memset(before, 0, size);
        memcpy(before, elf_magic, sizeof elf_magic);
        memcpy(before + BEFORE, file.bytes + CASE_HEAD, section);
        memcpy(after, before, size);
        if (mutate_case(one, after, size, MOST, random_next(&random)) != size)
            continue;
        assert_memory_equal(after, before, BEFORE);
        assert_memory_equal(after + BEFORE + section, before + BEFORE + section, AFTER);
        edited += memcmp(after, before, size) != 0;
        good += check_section(after + BEFORE, section, 0, SFR_PROFILE_BY_VERSION, NULL) != SFR_MALFORMED;
    }
    one->never_break = false;
    assert_true(percent(edited, 20000) >= 25 && percent(good, edited) >= READABLE_FLOOR);
}

TEST(from_nothing_sections_come_to_be)
{
    uint8_t data[MOST];
    unsigned good = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        data[0] = '\n';
        good += readable(data, mutate_case(one, data, 1, MOST, seed));
    }
    assert_true(good >= 250);
}

int main(int argc, char **argv)
{
    core = twins_begin(argc, argv);
    const int failures = unit_run();
    twins_end(&core);
    return failures;
}
