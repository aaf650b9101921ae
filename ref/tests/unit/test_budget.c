/* What reading a file may cost, and that every charge is heeded: each of them fails in turn.  And any file is read, or
 * refused once. */
#include "../../../common/bounded.h"
#include "../../../common/unit.h"
#include "tool/input.h"

#include <dirent.h>
#include <elf.h>
#include <stdio.h>
#include <string.h>

static struct {
    unsigned charges, fails; /* so far; which of them fails, counted from 1 */
    unsigned failures;
} run;

bool __wrap_tool_input_spend(struct input *input, enum resource resource, uint64_t amount);
bool __real_tool_input_spend(struct input *input, enum resource resource, uint64_t amount);
bool __wrap_tool_input_spend_each(struct input *input, enum resource resource, uint64_t count, uint64_t each);
bool __real_tool_input_spend_each(struct input *input, enum resource resource, uint64_t count, uint64_t each);
bool __wrap_tool_input_fail(const struct input *input, const char *format, ...);
bool __real_tool_input_fail(const struct input *input, const char *format, ...);

bool __wrap_tool_input_fail(const struct input *input, const char *format, ...)
{
    (void)input;
    (void)format;
    run.failures++;
    return false;
}

static bool fails_here(void)
{
    return ++run.charges == run.fails;
}

bool __wrap_tool_input_spend(struct input *input, enum resource resource, uint64_t amount)
{
    return fails_here() ? tool_input_fail(input, "injected")
                        : __real_tool_input_spend(input, resource, amount);
}

bool __wrap_tool_input_spend_each(struct input *input, enum resource resource, uint64_t count, uint64_t each)
{
    return fails_here() ? tool_input_fail(input, "injected")
                        : __real_tool_input_spend_each(input, resource, count, each);
}

static void begin(unsigned fails)
{
    memset(&run, 0, sizeof run);
    run.fails = fails;
}

/* --- Numbers -------------------------------------------------------------------------------------------- */

TEST(test_what_is_given_grows_with_the_file_and_ends_at_the_largest_number)
{
    for (enum resource resource = RESOURCE_WORK; resource < RESOURCE_COUNT; resource++) {
        uint64_t before = 0;
        for (uint64_t size = 1; size != 0; size <<= 1) {
            assert_true(tool_budget_of(resource, size) >= before && tool_budget_of(resource, size) > 0);
            before = tool_budget_of(resource, size);
        }
        assert_true(tool_budget_of(resource, UINT64_MAX) >= before);
        assert_true(tool_budget_of(resource, UINT64_MAX) > UINT64_MAX / 2);
    }
}

TEST(test_all_that_is_given_can_be_taken_and_no_more)
{
    begin(0);
    struct input input = {.path = "-", .size = 1000};
    const uint64_t given = tool_budget_of(RESOURCE_WORK, input.size);
    assert_true(tool_input_spend(&input, RESOURCE_WORK, given));
    assert_false(tool_input_spend(&input, RESOURCE_WORK, 1));
    assert_int_equal(run.failures, 1);
    tool_input_give_back(&input, RESOURCE_WORK, 10);
    assert_false(tool_input_spend(&input, RESOURCE_WORK, 11));
    assert_true(tool_input_spend(&input, RESOURCE_WORK, 10));
    assert_true(input.spent[RESOURCE_WORK] == given && input.spent[RESOURCE_MEMORY] == 0);
}

TEST(test_a_product_beyond_all_numbers_is_too_much)
{
    begin(0);
    struct input input = {.path = "-", .size = 1000};
    assert_false(tool_input_spend_each(&input, RESOURCE_MEMORY, UINT64_C(1) << 62, 4)); /* 2^64 is 0 */
    assert_false(tool_input_spend_each(&input, RESOURCE_MEMORY, UINT64_MAX, 2));
    assert_true(tool_input_spend_each(&input, RESOURCE_MEMORY, UINT64_MAX, 0));
    assert_true(tool_input_spend_each(&input, RESOURCE_MEMORY, 3, 5));
    assert_int_equal(input.spent[RESOURCE_MEMORY], 15);
    assert_int_equal(run.failures, 2);
}

/* --- Charges, beginnings and changes of the files of fuzz/seeds/elf --------------------------------------- */

enum { MOST_CHARGES = 200, LEAST_FILES = 50, PLACES = 32 };

/* Lets each charge fail in turn: that is reported once, and ends the reading.  Returns how many there are. */
static unsigned fail_each_charge(const char *path)
{
    struct input input;
    begin(0);
    if (tool_input_open(&input, path))
        tool_input_close(&input);
    const unsigned charges = run.charges, most = charges < MOST_CHARGES ? charges : MOST_CHARGES;
    for (unsigned fails = 1; fails <= most; fails++) {
        begin(fails);
        assert_false(tool_input_open(&input, path));
        assert_int_equal(run.charges, fails); /* it goes no further */
        assert_int_equal(run.failures, 1);
    }
    return charges;
}

/* Reads a copy of the bytes.  If that fails, it is reported once; else all sections are there. */
static unsigned read_copy(const uint8_t *bytes, size_t size)
{
    struct input input = {.path = "-", .bytes = malloc(size), .size = size};
    assert_non_null(memcpy(input.bytes, bytes, size));
    begin(0);
    const bool read = tool_elf_sources(&input);
    assert_int_equal(run.failures, !read);
    for (size_t i = 0; i < input.count; i++)
        (void)sfr_check(input.sources[i].bytes, input.sources[i].size, 0, SFR_V3, NULL, 0, NULL);
    tool_input_close(&input);
    return read;
}

/* Ends the file earlier, and changes a byte: in its header, and at so many places behind it.  Returns how many of the
 * changed can be read. */
static unsigned end_and_change(const char *path)
{
    uint8_t *bytes;
    size_t size;
    unsigned read = 0;
    assert_true(bounded_read(BOUNDED_BINARY, path, &bytes, &size));
    for (size_t at = SELFMAG; at < size; at += at < sizeof(Elf64_Ehdr) ? 1 : size / PLACES + 1) {
        (void)read_copy(bytes, at);
        bytes[at] = (uint8_t)~bytes[at];
        read += read_copy(bytes, size);
        bytes[at] = (uint8_t)~bytes[at];
    }
    free(bytes);
    return read;
}

/* Visits each file.  VISIT must return more than LEAST on average. */
static void visit_files(unsigned (*visit)(const char *path), unsigned least)
{
    static const char folder[] = "fuzz/seeds/elf";
    DIR *const files = opendir(folder);
    unsigned count = 0, sum = 0;
    assert_non_null(files);
    for (const struct dirent *file; (file = readdir(files)) != NULL;) {
        char path[512];
        if (file->d_name[0] == '.')
            continue;
        (void)snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        sum += visit(path);
        count++;
    }
    (void)closedir(files);
    assert_true(count >= LEAST_FILES && sum > least * count);
}

TEST(test_a_charge_that_is_refused_ends_the_reading)
{
    visit_files(fail_each_charge, 10);
}

TEST(test_any_beginning_or_change_of_a_file_is_read_or_refused_once)
{
    visit_files(end_and_change, 10);
}

TEST(test_a_failure_is_written_into_the_room_that_there_is)
{
    char why[8] = "";
    const struct input input = {.path = "", .why = why, .why_size = sizeof why};
    assert_false(__real_tool_input_fail(&input, "%s at %d", "byte", 17));
    assert_string_equal(why, "byte at");
}
