/* Rows that functions share are walked once and reported as shared, and cost no more than there are bytes.
 * Work is counted, not timed: the linker leads every reading of a row through here (--wrap). */
#include "../../../common/unit.h"
#include "lib/walk.h"
#include "built.h"

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

/* --- Functions that share rows -------------------------------------------------------------------------- */

enum { ROW = 3 }; /* bytes: a start, an info byte of one word, the word */

/* Where the rows of a function are among ROWS, and how many it has. */
enum sharing {
    ALL,               /* from the first on, to the last */
    FIRST_ONES,        /* from the first on, one more than the function before */
    LAST_ONES,         /* from the function's own number on, to the last */
    FROM_A_BYTE,       /* from the byte with the function's number on, two thirds of the rows */
    FROM_A_BYTE_BEHIND, /* the same, backwards from the end */
    FROM_INSIDE_A_ROW,  /* from the second byte on, two thirds */
};

struct shape {
    enum sharing sharing;
    uint32_t functions, rows;
    uint32_t types; /* how many row types take turns */
};

static void put_sharer(struct built *built, const struct shape *shape, uint32_t i)
{
    const uint32_t rows = shape->rows, place = i % rows, two_thirds = rows - rows / 3;
    const uint32_t byte = i % (rows * ROW > 256 ? rows * ROW - 256 : 1);
    const struct {
        uint32_t at, count;
    } shares[] = {[ALL] = {0, rows},
                  [FIRST_ONES] = {0, place + 1},
                  [LAST_ONES] = {place * ROW, rows - place},
                  [FROM_A_BYTE] = {byte, two_thirds},
                  [FROM_A_BYTE_BEHIND] = {rows * ROW - 256 - byte, two_thirds},
                  [FROM_INSIDE_A_ROW] = {1, two_thirds}};
    put_function(built, 0x1000 + (int64_t)i * 0x200, 0x200, shares[shape->sharing].at,
                 shares[shape->sharing].count, (enum sfr_fre_type)(i % shape->types));
}

/* With several row types each byte is an info byte of one word, so a row can begin anywhere. */
static void build(struct built *built, const struct shape *shape)
{
    put_header(built, 2, SFR_SORTED, shape->functions, shape->rows, shape->rows * ROW);
    for (uint32_t i = 0; i < shape->functions; i++)
        put_sharer(built, shape, i);
    for (uint32_t i = 0; i < shape->rows; i++)
        put(built, shape->types > 1 ? 0x030303 : 0x080300 | (i & 0xff), ROW);
}

struct reported {
    uint64_t shared, others, unreadable;
};

static void count_reported(void *context, const struct sfr_violation *violation)
{
    struct reported *const reported = context;
    reported->shared += violation->clause == SFR_fre_unshared;
    reported->others += violation->clause != SFR_fre_unshared;
    reported->unreadable += violation->severity == SFR_MALFORMED;
}

/* Sets rows_read. */
static struct reported check_shape(struct built *built, const struct shape *shape)
{
    struct reported reported = {0};
    build(built, shape);
    rows_read = 0;
    const enum sfr_verdict verdict = check(built, &(struct sfr_report){count_reported, &reported});
    assert_int_equal(verdict, reported.unreadable != 0 ? SFR_MALFORMED : SFR_IRREGULAR);
    return reported;
}

static struct built built;
static uint8_t out[ROOM];

TEST(functions_that_share_all_rows_are_irregular_however_many_they_are)
{
    const struct reported reported = check_shape(&built, &(struct shape){ALL, 64, 200, 1});
    assert_int_equal(built.size, 1908);
    assert_int_equal(reported.shared, 63);
    assert_int_equal(reported.others, 0);
    assert_int_equal(rows_read, 200 + 63);
    assert_true(flip(&built, out, NULL));
}

TEST(a_function_is_reported_once_if_it_comes_later_or_has_fewer_rows)
{
    for (enum sharing sharing = ALL; sharing <= LAST_ONES; sharing++)
        assert_int_equal(check_shape(&built, &(struct shape){sharing, 3, 4, 1}).shared, 2);
}

/* No row is read more often than once by each row type, and once for each function that ends in a meeting. */
TEST(no_sharing_costs_more_rows_than_there_are_bytes_and_functions)
{
    static const struct shape shapes[] = {
        {ALL, 0, 0, 1},         {FIRST_ONES, 0, 0, 1},  {LAST_ONES, 0, 0, 1},
        {FROM_A_BYTE, 0, 0, 1}, {FROM_A_BYTE, 0, 0, 3}, {FROM_A_BYTE_BEHIND, 0, 0, 3},
        {FROM_INSIDE_A_ROW, 0, 0, 3}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (uint32_t functions = 256; functions <= 16384; functions *= 2) {
            struct shape shape = shapes[i];
            shape.functions = functions;
            shape.rows = functions * 7;
            const struct reported reported = check_shape(&built, &shape);
            const uint64_t most = (uint64_t)shape.rows * ROW * shape.types + functions;
            assert_true(reported.shared != 0 && reported.shared <= functions);
            assert_true(rows_read <= most);
            rows_read = 0;
            (void)flip(&built, out, NULL);
            assert_true(rows_read <= 4 * most);
        }
}

/* --- Beside a plain walk -------------------------------------------------------------------------------- */

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

/* Draws a section with few offsets and counts, so that paths meet often; some lie outside the rows. */
static void draw_section(uint64_t *seed)
{
    const uint32_t functions = draw(seed, SOME_FUNCTIONS + 1);
    put_header(&built, draw(seed, 2) != 0 ? 3 : 2, 0, functions, 0, SOME_BYTES);
    for (uint32_t i = 0; i < functions; i++) {
        const uint32_t at = draw(seed, draw(seed, 4) == 0 ? SOME_BYTES + 4 : 12), rows = draw(seed, 12);
        put_function(&built, 0x1000, 16, at, rows, (enum sfr_fre_type)draw(seed, ROW_TYPES));
    }
    for (uint32_t i = 0; i < SOME_BYTES; i++)
        put(&built, draw(seed, 4) == 0 ? draw(seed, 256) : draw(seed, 8), 1);
}

TEST(the_walk_meets_what_each_function_meets_and_no_row_twice)
{
    uint64_t seed = 1;
    uint32_t rows = 0, faults = 0;
    for (unsigned round = 0; round < 100000; round++) {
        struct sfr_section section;
        draw_section(&seed);
        assert_int_not_equal(sfr_open(&section, built.bytes, built.size, 0, SFR_PROFILE_BY_VERSION, NULL),
                             SFR_MALFORMED);
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
