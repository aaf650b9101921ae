/* sframe-others: ways to unwind a stepped program, each against the calls themselves, and how long it takes.
 */
#include "arguments.h"
#include "compare.h"
#include "../common/standard.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <libunwind-ptrace.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char usage[] =
    "usage: sframe-others [options] PROGRAM [ARG...]\n"
    "\n"
    "Steps PROGRAM (AMD64, natively) and lets each way to unwind tell the PCs of all frames: .sframe by "
    "this\n"
    "library, .eh_frame by libunwind, frame pointers. All read registers and memory through the same "
    "functions.\n"
    "Only steps in code that has both tables are looked at. Prints one line of JSON: for each way how many\n"
    "traces are whole, right but short, and wrong, the frames that it gave, and the nanoseconds for each.\n"
    "\n"
    "  --every N        look at every Nth step only (default 1)\n"
    "  --truth FILE     write `step pc pc...` for each step looked at\n"
    "  --profile NAME   the text that sections are read by\n"
    "  --help\n"
    "\n"
    "Exit status: 0, or 2 for usage and I/O.\n";

static struct target target = {.way = &native_way, .load_address = UINT64_MAX};
static struct shadow shadow;
static struct modules modules = {.profile = SFR_PROFILE_BY_VERSION};
static struct comparison comparison = {.target = &target, .shadow = &shadow, .modules = &modules};

/* --- The ways ------------------------------------------------------------------------------------------- */

/* PCs from the topmost frame on; how many. */
typedef size_t way_of(uint64_t pcs[SHADOW_MOST]);

static size_t by_sframe(uint64_t pcs[SHADOW_MOST])
{
    struct sfr_frame frame;
    size_t count = 0;
    sfr_unwind_from(&comparison.unwind, target.registers.pc, sp_of(target.arch, &target.registers),
                    fp_of(target.arch, &target.registers), SHADOW_MOST);
    while (sfr_unwind_next(&comparison.unwind, &frame))
        pcs[count++] = frame.pc;
    return count;
}

static size_t by_frame_pointers(uint64_t pcs[SHADOW_MOST])
{
    uint64_t fp = fp_of(target.arch, &target.registers), next = 0, pc = 0;
    size_t count = 0;
    for (pcs[count++] = target.registers.pc; count < SHADOW_MOST; fp = next) {
        if (fp % 8 != 0 || !target_word(&target, fp, &next) || !target_word(&target, fp + 8, &pc))
            break;
        pcs[count++] = pc;
        if (next <= fp)
            break;
    }
    return count;
}

static unw_addr_space_t space;
static void *process_info;

static int access_memory(unw_addr_space_t in, unw_word_t address, unw_word_t *value, int write, void *context)
{
    uint64_t word = 0;
    (void)in;
    (void)context;
    if (write || !target_word(&target, address, &word))
        return -UNW_EINVAL;
    *value = word;
    return 0;
}

static int access_register(unw_addr_space_t in, unw_regnum_t number, unw_word_t *value, int write,
                           void *context)
{
    (void)in;
    (void)context;
    if (write || number < 0 || number > UNW_X86_64_RIP)
        return -UNW_EBADREG;
    *value = number == UNW_X86_64_RIP ? target.registers.pc : target.registers.by_number[number];
    return 0;
}

static size_t by_libunwind(uint64_t pcs[SHADOW_MOST])
{
    unw_cursor_t cursor;
    unw_word_t pc;
    size_t count = 0;
    if (unw_init_remote(&cursor, space, process_info) != 0)
        return 0;
    do {
        (void)unw_get_reg(&cursor, UNW_REG_IP, &pc);
        if (count > 0 && pc == 0) /* it shows where _start would return to */
            break;
        pcs[count++] = pc;
    } while (count < SHADOW_MOST && unw_step(&cursor) > 0);
    return count;
}

static void begin_libunwind(void)
{
    static unw_accessors_t accessors;
    accessors = _UPT_accessors;
    accessors.access_mem = access_memory;
    accessors.access_reg = access_register;
    space = unw_create_addr_space(&accessors, 0);
    process_info = _UPT_create(target.process);
    if (space == NULL || process_info == NULL)
        fail("libunwind cannot begin");
    (void)unw_set_caching_policy(space, UNW_CACHE_GLOBAL);
}

static struct way {
    const char *name;
    way_of *unwind;
    uint64_t whole, cut, wrong, frames;
    double seconds;
} ways[] = {
    {.name = "sframe", .unwind = by_sframe},
    {.name = "libunwind", .unwind = by_libunwind},
    {.name = "frame pointers", .unwind = by_frame_pointers},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* --- Judging -------------------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* What a way gives beyond the outermost frame is let pass if it is one: texts and tables differ in what they
 * can say of it. */
static void judge(struct way *way, const uint64_t *pcs, size_t count)
{
    const size_t all = shadow.count + 1;
    size_t right = 0;
    while (right < all && right < count && pcs[right] == shadow_frame(&shadow, &target, right).pc)
        right++;
    way->frames += count;
    if (right == all && count <= all + 1)
        way->whole++;
    else if (right == count)
        way->cut++;
    else
        way->wrong++;
}

/* The first trace of a way at a step brings what it reads, so one goes before that nobody times. */
static void judge_all(void)
{
    uint64_t pcs[SHADOW_MOST];
    (void)by_sframe(pcs);
    for (size_t i = 0; i < WAYS; i++) {
        const double begun = now();
        const size_t count = ways[i].unwind(pcs);
        ways[i].seconds += now() - begun;
        judge(&ways[i], pcs, count);
    }
}

static void write_truth(FILE *file, uint64_t step)
{
    if (file == NULL)
        return;
    (void)fprintf(file, "%" PRIu64, step);
    for (size_t i = 0; i <= shadow.count; i++)
        (void)fprintf(file, " 0x%" PRIx64, shadow_frame(&shadow, &target, i).pc);
    (void)fputc('\n', file);
}

static void follow_program(uint64_t every, FILE *truth)
{
    enum event event = STEPPED;
    for (uint64_t step = 0; event != ENDED; step++) {
        const struct module *const module = module_at(&modules, target.registers.pc);
        if (module == NULL) {
            modules_find(&modules, &target);
            comparison_begin(&comparison);
        } else if (event == STEPPED && !shadow.delivering && module->has_section && step % every == 0) {
            judge_all();
            write_truth(truth, step);
        }
        event = shadow_step(&shadow, &target);
    }
}

static void report(void)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < WAYS; i++)
        (void)json_array_append_new(list,
                                    json_pack("{s:s, s:I, s:I, s:I, s:I, s:f}", "way", ways[i].name, "whole",
                                              (json_int_t)ways[i].whole, "cut", (json_int_t)ways[i].cut,
                                              "wrong", (json_int_t)ways[i].wrong, "frames",
                                              (json_int_t)ways[i].frames, "seconds", ways[i].seconds));
    if (json_dumpf(list, stdout, JSON_COMPACT) != 0)
        fail("the report cannot be written");
    (void)putchar('\n');
    json_decref(list);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"every", required_argument, NULL, 'e'},
                                            {"truth", required_argument, NULL, 't'},
                                            {"profile", required_argument, NULL, 'p'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    uint64_t every = 1;
    FILE *truth = NULL;
    standard_begin();
    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;)
        switch (option) {
        case 'e':
            every = number_of("every", optarg);
            break;
        case 't':
            truth = fopen(optarg, "we");
            if (truth == NULL)
                fail("%s: cannot be written: %s", optarg, strerror(errno));
            break;
        case 'p':
            modules.profile = profile_of(optarg);
            break;
        case 'h':
            (void)fputs(usage, stdout);
            return standard_end("sframe-others") ? 0 : 2;
        default:
            (void)fputs("sframe-others: --help lists the options\n", stderr);
            return 2;
        }
    if (optind == argc || every == 0)
        fail("a program and a number of steps are needed; see --help");
    target.program = argv[optind];
    target.arch = program_arch(target.program);
    if (!target.arch->native)
        fail("%s: is not for AMD64", target.program);
    target_start(&target, argv + optind);
    modules_find(&modules, &target);
    comparison_begin(&comparison);
    begin_libunwind();
    follow_program(every, truth);
    report();
    if (truth != NULL && (ferror(truth) || fclose(truth) != 0))
        fail("the true frames cannot be written");
    return standard_end("sframe-others") ? 0 : 2;
}
