/* Rows that functions share: each is walked once, told as shared, and paid for by the bytes that are there.
 * Work is counted, not timed: the linker leads every reading of a row through here (--wrap). */
#include "lib/walk.h"
#include "sections.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

bool __real_sfr_read_row(const struct sfr_section *section, const struct sfr_function *function,
                         size_t offset, struct sfr_row *row, struct sink *sink);
bool __wrap_sfr_read_row(const struct sfr_section *section, const struct sfr_function *function,
                         size_t offset, struct sfr_row *row, struct sink *sink);

static uint64_t rows_read;

bool __wrap_sfr_read_row(const struct sfr_section *section, const struct sfr_function *function,
                         size_t offset, struct sfr_row *row, struct sink *sink)
{
    rows_read++;
    return __real_sfr_read_row(section, function, offset, row, sink);
}

/* --- Sections of version 2 for AMD64 ------------------------------------------------------------------- */

struct shape {
    uint32_t functions, rows;
    uint32_t (*offset)(uint32_t function, uint32_t rows); /* where its rows begin */
    uint32_t (*count)(uint32_t function, uint32_t rows);  /* how many they are */
    uint8_t types;                                        /* how many row types take turns */
};

static uint8_t *put(uint8_t *at, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        *at++ = (uint8_t)(value >> 8 * i);
    return at;
}

enum { HEADER = 28, ENTRY = 20, ROW = 3 };

static size_t size_of(const struct shape *shape)
{
    return HEADER + (size_t)shape->functions * ENTRY + (size_t)shape->rows * ROW;
}

/* Rows of three bytes, of which each is an info byte of one word, and so a row's second byte wherever a row
 * begins. */
static uint8_t *build(const struct shape *shape)
{
    uint8_t *const bytes = malloc(size_of(shape)), *at = bytes;
    assert_non_null(bytes);
    at = put(at, 0xdee2, 2);
    at = put(at, 2, 1);
    at = put(at, 1, 1);
    at = put(at, SFR_AMD64 | 0xf80000, 4);
    at = put(at, shape->functions, 4);
    at = put(at, shape->rows, 4);
    at = put(at, (uint64_t)shape->rows * ROW, 4);
    at = put(at, 0, 4);
    at = put(at, (uint64_t)shape->functions * ENTRY, 4);
    for (uint32_t i = 0; i < shape->functions; i++) {
        at = put(at, 0x1000 + (uint64_t)i * 0x200, 4);
        at = put(at, 0x200, 4);
        at = put(at, shape->offset(i, shape->rows), 4);
        at = put(at, shape->count(i, shape->rows), 4);
        at = put(at, shape->types > 1 ? i % shape->types : 0, 4);
    }
    for (uint32_t i = 0; i < shape->rows; i++) {
        at = put(at, shape->types > 1 ? 3 : i & 0xff, 1);
        at = put(at, 3, 1);
        at = put(at, shape->types > 1 ? 3 : 8, 1);
    }
    return bytes;
}

static uint32_t at_zero(uint32_t function, uint32_t rows)
{
    (void)function;
    (void)rows;
    return 0;
}

static uint32_t at_its_number(uint32_t function, uint32_t rows)
{
    return function % rows * ROW;
}

static uint32_t at_a_byte(uint32_t function, uint32_t rows)
{
    return function % (rows * ROW - 256);
}

static uint32_t at_a_byte_from_behind(uint32_t function, uint32_t rows)
{
    return rows * ROW - 256 - function % (rows * ROW - 256);
}

static uint32_t in_a_row(uint32_t function, uint32_t rows)
{
    (void)function;
    (void)rows;
    return 1;
}

static uint32_t every_row(uint32_t function, uint32_t rows)
{
    (void)function;
    return rows;
}

static uint32_t until_the_end(uint32_t function, uint32_t rows)
{
    return rows - function % rows;
}

static uint32_t one_more_each(uint32_t function, uint32_t rows)
{
    return function % rows + 1;
}

static uint32_t two_thirds(uint32_t function, uint32_t rows)
{
    (void)function;
    return rows - rows / 3;
}

/* --- Checks, counted ------------------------------------------------------------------------------------ */

struct told {
    uint64_t shared, others, unreadable;
};

static void tell(void *context, const struct sfr_violation *violation)
{
    struct told *const told = context;
    told->shared += violation->clause == SFR_fre_unshared;
    told->others += violation->clause != SFR_fre_unshared;
    told->unreadable += violation->severity == SFR_MALFORMED;
}

static enum sfr_verdict check(const uint8_t *bytes, size_t size, struct told *told)
{
    const size_t scratch_size = sfr_check_scratch(size);
    void *const scratch = malloc(scratch_size);
    assert_non_null(scratch);
    *told = (struct told){0};
    rows_read = 0;
    const enum sfr_verdict verdict = sfr_check(bytes, size, 0, SFR_PROFILE_BY_VERSION, scratch, scratch_size,
                                               &(struct sfr_report){tell, told});
    free(scratch);
    return verdict;
}

static bool flip(const uint8_t *bytes, size_t size)
{
    const size_t scratch_size = sfr_check_scratch(size);
    void *const scratch = malloc(scratch_size), *const out = malloc(size);
    assert_true(scratch != NULL && out != NULL);
    rows_read = 0;
    const bool flipped = sfr_flip(bytes, size, SFR_PROFILE_BY_VERSION, out, scratch, scratch_size, NULL);
    free(scratch);
    free(out);
    return flipped;
}

static void functions_that_share_all_rows_are_irregular_however_many_they_are(void **state)
{
    const struct shape shape = {64, 200, at_zero, every_row, 1};
    uint8_t *const bytes = build(&shape);
    struct told told;
    (void)state;
    assert_int_equal(size_of(&shape), 1908);
    assert_int_equal(check(bytes, 1908, &told), SFR_IRREGULAR);
    assert_int_equal(told.shared, 63);
    assert_int_equal(told.others, 0);
    assert_int_equal(rows_read, 200 + 63);
    assert_true(flip(bytes, 1908));
    free(bytes);
}

static void a_function_is_told_to_share_once_if_it_comes_later_or_has_fewer_rows(void **state)
{
    static const struct shape shapes[] = {{3, 4, at_zero, every_row, 1},
                                          {3, 4, at_zero, one_more_each, 1},
                                          {3, 4, at_its_number, until_the_end, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        uint8_t *const bytes = build(&shapes[i]);
        struct told told;
        assert_int_equal(check(bytes, size_of(&shapes[i]), &told), SFR_IRREGULAR);
        assert_int_equal(told.shared, 2);
        free(bytes);
    }
}

/* No row is read more often than once by each row type, and once for each function that ends in a meeting. */
static void no_sharing_costs_more_rows_than_there_are_bytes_and_functions(void **state)
{
    static const struct shape ladders[] = {{0, 0, at_zero, every_row, 1},
                                           {0, 0, at_zero, one_more_each, 1},
                                           {0, 0, at_its_number, until_the_end, 1},
                                           {0, 0, in_a_row, two_thirds, 3},
                                           {0, 0, at_a_byte, two_thirds, 1},
                                           {0, 0, at_a_byte, two_thirds, 3},
                                           {0, 0, at_a_byte_from_behind, two_thirds, 3}};
    (void)state;
    for (size_t i = 0; i < sizeof ladders / sizeof *ladders; i++)
        for (uint32_t step = 256; step <= 16384; step *= 2) {
            struct shape shape = ladders[i];
            struct told told;
            shape.functions = step;
            shape.rows = step * 7;
            uint8_t *const bytes = build(&shape);
            const enum sfr_verdict verdict = check(bytes, size_of(&shape), &told);
            const uint64_t most = (uint64_t)shape.rows * ROW * shape.types + shape.functions;
            assert_int_equal(verdict, told.unreadable != 0 ? SFR_MALFORMED : SFR_IRREGULAR);
            assert_true(told.shared != 0 && told.shared <= shape.functions);
            assert_true(rows_read <= most);
            (void)flip(bytes, size_of(&shape));
            assert_true(rows_read <= 4 * most);
            free(bytes);
        }
}

/* --- Beside the plain way ------------------------------------------------------------------------------- */

enum { SOME_FUNCTIONS = 8, SOME_BYTES = 96, VISITS = SOME_BYTES + 1 };

struct visits {
    bool row[VISITS][ROW_TYPES], fault[VISITS][ROW_TYPES];
};

static struct visits visit_plainly(const struct sfr_section *section)
{
    struct visits visits = {0};
    struct sfr_violation fault;
    for (uint32_t i = 0; i < section->function_count; i++) {
        struct sfr_function function;
        struct sfr_row row;
        if (!sfr_function(section, i, &function, &fault))
            continue;
        size_t at = function.rows;
        bool read = true;
        for (uint32_t j = 0; read && j < function.num_fres; j++, at = row.next) {
            read = sfr_row(section, &function, at, &row, &fault);
            (read ? visits.row : visits.fault)[at - section->fres][function.fre_type] = true;
        }
    }
    return visits;
}

static struct visits visit_by_walk(const struct sfr_section *section)
{
    struct visits visits = {0};
    uint32_t scratch[2 * SOME_FUNCTIONS], functions = 0, ends = 0;
    struct sink sink = {0};
    struct walk walk;
    size_t last = 0;
    sfr_walk_begin(&walk, section, scratch, &sink);
    for (enum walk_event event; (event = sfr_walk_next(&walk)) != WALK_ENDS;) {
        bool (*const seen)[ROW_TYPES] = event == WALK_ROW ? visits.row : visits.fault;
        const size_t at = walk.at;
        functions += event == WALK_FUNCTION && walk.path.left != 0;
        ends += event == WALK_MEETS || event == WALK_FAULT || (event == WALK_ROW && walk.path.left == 1);
        if (event == WALK_MEETS || event == WALK_FUNCTION)
            continue;
        assert_false(seen[at][walk.function.fre_type]);
        assert_true(at >= last);
        assert_int_equal(walk.function.index, walk.path.function);
        seen[at][walk.function.fre_type] = true;
        last = at;
    }
    assert_int_equal(functions, ends);
    return visits;
}

static uint32_t draw(uint64_t *seed, uint32_t below)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33) % below;
}

/* Few offsets and counts, so that ways meet often; some lie outside. */
static size_t draw_section(uint8_t *bytes, uint64_t *seed)
{
    const bool v3 = draw(seed, 2) != 0;
    const uint32_t functions = draw(seed, SOME_FUNCTIONS + 1), entry = v3 ? 16 : 20;
    uint8_t *at = put(bytes, 0xdee2, 2);
    at = put(at, v3 ? 3 : 2, 2);
    at = put(at, SFR_AMD64 | 0xf80000, 4);
    at = put(at, functions, 4);
    at = put(at, 0, 4);
    at = put(at, SOME_BYTES, 4);
    at = put(at, 0, 4);
    at = put(at, (uint64_t)functions * entry, 4);
    for (uint32_t i = 0; i < functions; i++) {
        at = put(at, 0x1000, v3 ? 8 : 4);
        at = put(at, 16, 4);
        at = put(at, draw(seed, draw(seed, 4) == 0 ? SOME_BYTES + 4 : 12), 4);
        if (!v3) {
            at = put(at, draw(seed, 12), 4);
            at = put(at, draw(seed, ROW_TYPES), 4);
        }
    }
    for (uint32_t i = 0; i < SOME_BYTES; i++)
        at = put(at, draw(seed, 4) == 0 ? draw(seed, 256) : draw(seed, 8), 1);
    return (size_t)(at - bytes);
}

static void the_walk_meets_what_each_function_meets_and_no_row_twice(void **state)
{
    uint64_t seed = 1;
    uint32_t rows = 0, faults = 0;
    (void)state;
    for (unsigned round = 0; round < 100000; round++) {
        uint8_t bytes[HEADER + SOME_FUNCTIONS * ENTRY + SOME_BYTES];
        struct sfr_section section;
        const size_t size = draw_section(bytes, &seed);
        assert_int_not_equal(sfr_open(&section, bytes, size, 0, SFR_PROFILE_BY_VERSION, NULL), SFR_MALFORMED);
        const struct visits plain = visit_plainly(&section), walked = visit_by_walk(&section);
        assert_memory_equal(&plain, &walked, sizeof plain);
        for (size_t i = 0; i < VISITS; i++)
            for (size_t type = 0; type < ROW_TYPES; type++) {
                rows += plain.row[i][type];
                faults += plain.fault[i][type];
            }
    }
    assert_true(rows > 500000 && faults > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_that_share_all_rows_are_irregular_however_many_they_are),
        cmocka_unit_test(a_function_is_told_to_share_once_if_it_comes_later_or_has_fewer_rows),
        cmocka_unit_test(no_sharing_costs_more_rows_than_there_are_bytes_and_functions),
        cmocka_unit_test(the_walk_meets_what_each_function_meets_and_no_row_twice),
    };
    return cmocka_run_group_tests_name("walk", tests, NULL, NULL);
}
