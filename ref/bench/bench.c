/* How fast libsframe-ref reads a section, beside another reader if there is one (theirs.h).
 *
 * Both do the same work on the same section in turns, A B A B.  The results are the median of the turns, and
 * of the ratios of the pairs, with the bounds of the middle half of them.  Only this program's own processor
 * time counts.  Before that, every answer of one reader is compared with the other's: a difference is the only
 * way to fail. */
#include "common/bounded.h"
#include "sframe-ref.h"
#include "timing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sframe_decoder_ctx sframe_decoder_ctx;

struct bench {
    uint8_t *bytes;
    size_t size;
    struct sfr_section section;
    sframe_decoder_ctx *theirs; /* NULL: there is no other reader, or it cannot read the section */
    uint64_t *pcs;              /* counted from the start of the section, which lies at 0 */
    void *scratch;
    bool even; /* all functions are equally long */
};

/* One turn: COUNT functions or PCs.  The result sums up what was read, so that no compiler leaves work out. */
typedef uint64_t turn(const struct bench *bench, uint32_t count);

#include "theirs.h"

enum { LEAST_TURNS = 7, MOST_TURNS = 101, PCS = 200000, FIRST_SAMPLE = 2000 };
static const double lookup_goal = 1.6, ordered_goal = 1.3, walk_goal = 15;
#define MOST_SECONDS_A_TURN 0.5
#define ENOUGH_SECONDS      0.3 /* of turns, once there are LEAST_TURNS */

/* --- Ours ---------------------------------------------------------------------------------------------- */

static uint64_t our_lookups(const struct bench *bench, uint32_t count)
{
    struct sfr_answer answer;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        if (sfr_lookup(&bench->section, bench->pcs[i], &answer) == SFR_FOUND)
            sum += answer.row.start + answer.row.info;
    return sum;
}

static inline uint64_t sum_rows(const struct bench *bench, uint32_t count, bool with_rules)
{
    struct sfr_function function;
    struct sfr_row row;
    struct sfr_rules rules;
    struct sfr_violation fault;
    uint64_t sum = 0;
    for (uint32_t index = 0; index < count; index++) {
        if (!sfr_function(&bench->section, index, &function, &fault))
            continue;
        size_t at = function.rows;
        for (uint32_t i = 0; i < function.num_fres; i++, at = row.next) {
            if (!sfr_row(&bench->section, &function, at, &row, &fault))
                break;
            if (!with_rules || sfr_rules(&bench->section, &function, &row, &rules, &fault))
                sum += row.start + row.info;
        }
    }
    return sum;
}

static uint64_t our_rows(const struct bench *bench, uint32_t count)
{
    return sum_rows(bench, count, false);
}

static uint64_t our_rules(const struct bench *bench, uint32_t count)
{
    return sum_rows(bench, count, true);
}

static uint64_t our_open(const struct bench *bench, uint32_t count)
{
    struct sfr_section section;
    (void)count;
    (void)sfr_open(&section, bench->bytes, bench->size, 0, SFR_PROFILE_BY_VERSION, NULL);
    sfr_survey(&section);
    return section.searchable;
}

static uint64_t our_check(const struct bench *bench, uint32_t count)
{
    (void)count;
    return sfr_check(bench->bytes, bench->size, 0, SFR_PROFILE_BY_VERSION, bench->scratch,
                     sfr_check_scratch(bench->size), NULL);
}

/* --- Measuring ----------------------------------------------------------------------------------------- */

static double seconds(turn *take, const struct bench *bench, uint32_t count, uint64_t *sum)
{
    const double begin = seconds_now();
    *sum = take(bench, count);
    return seconds_now() - begin;
}

static int by_address(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

struct times {
    double ours, theirs; /* seconds for one turn of COUNT */
    struct middle ratio; /* how much longer theirs takes */
    bool same;
};

static struct times measure(const struct bench *bench, turn *ours, turn *theirs, uint32_t count)
{
    double our_times[MOST_TURNS], their_times[MOST_TURNS], ratios[MOST_TURNS];
    uint64_t our_sum, their_sum;
    struct times times = {.same = true};
    const double begin = seconds_now();
    int turns = 0;
    while (turns < LEAST_TURNS || (turns < MOST_TURNS && seconds_now() - begin < ENOUGH_SECONDS)) {
        our_times[turns] = seconds(ours, bench, count, &our_sum);
        if (theirs != NULL) {
            their_times[turns] = seconds(theirs, bench, count, &their_sum);
            ratios[turns] = their_times[turns] / our_times[turns];
            times.same = times.same && our_sum == their_sum;
        }
        turns++;
    }
    times.ours = middle_of(our_times, turns).median;
    if (theirs != NULL) {
        times.theirs = middle_of(their_times, turns).median;
        times.ratio = middle_of(ratios, turns);
    }
    return times;
}

/* How many of COUNT PCs or functions a turn takes, so that it lasts MOST_SECONDS_A_TURN at most. */
static uint32_t sample(const struct bench *bench, turn *take, uint32_t count)
{
    uint64_t sum;
    const uint32_t first = count < FIRST_SAMPLE ? count : FIRST_SAMPLE;
    const double most = MOST_SECONDS_A_TURN / seconds(take, bench, first, &sum) * first;
    return most < count ? (uint32_t)most : count;
}

/* --- Reporting ----------------------------------------------------------------------------------------- */

static void print_begin(const struct bench *bench, const char *what)
{
    (void)printf("%-7s %8" PRIu32 " functions  v%d  %-6s  ours ", what, bench->section.function_count,
                 bench->section.version, bench->even ? "even" : "uneven");
}

static void print_times(const struct bench *bench, const char *what, struct times times, double operations,
                        double goal)
{
    print_begin(bench, what);
    (void)printf("%7.1f ns", times.ours / operations * 1e9);
    if (bench->theirs != NULL)
        (void)printf("  %s %7.1f ns  ratio %6.2f (%.2f to %.2f, goal %g)", reader.name,
                     times.theirs / operations * 1e9, times.ratio.median, times.ratio.low, times.ratio.high,
                     goal);
}

static bool bench_pcs(const struct bench *bench, const char *what, double goal, uint32_t count)
{
    const bool both = bench->theirs != NULL;
    const struct times times = measure(bench, our_lookups, both ? reader.lookups : NULL, count);
    print_times(bench, what, times, count, goal);
    if (count < PCS)
        (void)printf("  %" PRIu32 " PCs only", count);
    (void)putchar('\n');
    return times.same;
}

/* Looks up PCs at random, then the same PCs in ascending order. */
static bool bench_lookup(struct bench *bench)
{
    const bool both = bench->theirs != NULL;
    const uint32_t count = sample(bench, both ? reader.lookups : our_lookups, PCS);
    if ((both && !reader.same_lookups(bench, count)) || !bench_pcs(bench, "lookup", lookup_goal, count))
        return false;
    qsort(bench->pcs, count, sizeof *bench->pcs, by_address);
    return bench_pcs(bench, "ordered", ordered_goal, count);
}

static uint64_t rows_of(const struct bench *bench, uint32_t count)
{
    struct sfr_function function;
    struct sfr_violation fault;
    uint64_t rows = 0;
    for (uint32_t i = 0; i < count; i++)
        rows += sfr_function(&bench->section, i, &function, &fault) ? function.num_fres : 0;
    return rows;
}

static bool bench_walk(const struct bench *bench)
{
    static const struct {
        const char *name;
        turn *ours;
    } walks[] = {{"rows", our_rows}, {"rules", our_rules}};
    const bool both = bench->theirs != NULL;
    const uint32_t all = bench->section.function_count;
    const uint32_t count = sample(bench, both ? reader.rows : our_rules, all);
    bool same = !both || reader.same_functions(bench, count);
    for (size_t i = 0; same && i < sizeof walks / sizeof *walks; i++) {
        const struct times times = measure(bench, walks[i].ours, both ? reader.rows : NULL, count);
        print_times(bench, walks[i].name, times, (double)rows_of(bench, count), walk_goal);
        if (count < all)
            (void)printf("  the first %" PRIu32 " functions only", count);
        (void)putchar('\n');
        same = times.same;
    }
    return same;
}

static void bench_alone(const struct bench *bench)
{
    const struct times open = measure(bench, our_open, NULL, 0), check = measure(bench, our_check, NULL, 0);
    print_begin(bench, "open");
    (void)printf("%7.2f ms\n", open.ours * 1e3);
    print_begin(bench, "check");
    (void)printf("%7.1f MB/s\n", (double)bench->size / check.ours * 1e-6);
}

/* --- The section --------------------------------------------------------------------------------------- */

static bool is_even(const struct sfr_section *section)
{
    struct sfr_function first, function;
    struct sfr_violation fault;
    bool even = sfr_function(section, 0, &first, &fault);
    for (uint32_t i = 1; even && i < section->function_count; i++)
        even = sfr_function(section, i, &function, &fault) && function.size == first.size;
    return even;
}

/* Draws PCs evenly from the first function's start to the last one's end, so most of them lie in a function. */
static void draw_pcs(struct bench *bench)
{
    struct sfr_function first, last;
    struct sfr_violation fault;
    uint64_t seed = 1;
    (void)sfr_function(&bench->section, 0, &first, &fault);
    (void)sfr_function(&bench->section, bench->section.function_count - 1, &last, &fault);
    const uint64_t span = last.start + last.size - first.start;
    for (uint32_t i = 0; i < PCS; i++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        bench->pcs[i] = first.start + (seed >> 16) % (span + (span == 0));
    }
}

static bool prepare(struct bench *bench, const char *path)
{
    if (!bounded_read(BOUNDED_BINARY, path, &bench->bytes, &bench->size)) {
        (void)fprintf(stderr, "bench: %s: %s\n", path, bounded_trouble());
        return false;
    }
    const enum sfr_verdict verdict =
        sfr_open(&bench->section, bench->bytes, bench->size, 0, SFR_PROFILE_BY_VERSION, NULL);
    sfr_survey(&bench->section);
    if (verdict == SFR_MALFORMED || !bench->section.searchable || bench->section.function_count == 0) {
        (void)fprintf(stderr, "bench: %s: not a section of sorted functions\n", path);
        return false;
    }
    bench->pcs = malloc(PCS * sizeof *bench->pcs);
    bench->scratch = malloc(sfr_check_scratch(bench->size));
    if (bench->pcs == NULL || bench->scratch == NULL) {
        (void)fputs("bench: out of memory\n", stderr);
        return false;
    }
    bench->even = is_even(&bench->section);
    draw_pcs(bench);
    return true;
}

int main(int argc, char **argv)
{
    struct bench bench = {0};
    int status = 2;
    const bool lookups_only = argc == 3 && strcmp(argv[2], "lookups") == 0;
    const bool walks = !lookups_only && (reader.name == NULL || reader.rows != NULL);
    if ((argc != 2 && !lookups_only) || argv[1][0] == '-') {
        (void)fputs("usage: bench SECTION [lookups]\n\n"
                    "SECTION is a raw section of sorted functions.  \"lookups\": only they are measured.\n"
                    "Exit status: 0 measured, 1 the libraries' answers differ, 2 usage or I/O.\n",
                    stderr);
        return 2;
    }
    if (prepare(&bench, argv[1])) {
        bench.theirs = reader.open != NULL ? reader.open(&bench) : NULL;
        status = bench_lookup(&bench) && (!walks || bench_walk(&bench)) ? 0 : 1;
        if (status != 0)
            (void)fprintf(stderr, "bench: %s: the libraries disagree\n", argv[1]);
        else if (walks)
            bench_alone(&bench);
        if (reader.close != NULL && bench.theirs != NULL)
            reader.close(&bench.theirs);
    }
    free(bench.scratch);
    free(bench.pcs);
    free(bench.bytes);
    return status;
}
