/* sframe-others: ways to unwind a stepped program, each against the calls themselves, and how long it takes.
 */
#include "live_options.h"
#include "against_shadow.h"
#include "../common/command_line.h"
#include "../common/standard.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <libunwind-ptrace.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char program[] = "sframe-others";

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

static struct target target = {.way = &live_native_way, .load_address = UINT64_MAX};
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
        if (fp % 8 != 0 || !live_target_word(&target, fp, &next) || !live_target_word(&target, fp + 8, &pc))
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
    if (write || !live_target_word(&target, address, &word))
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
        live_fail("libunwind cannot begin");
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
    while (right < all && right < count && pcs[right] == live_shadow_frame(&shadow, &target, right).pc)
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
        (void)fprintf(file, " 0x%" PRIx64, live_shadow_frame(&shadow, &target, i).pc);
    (void)fputc('\n', file);
}

static void follow_program(uint64_t every, FILE *truth)
{
    enum event event = STEPPED;
    for (uint64_t step = 0; event != ENDED; step++) {
        const struct module *const module = live_module_at(&modules, target.registers.pc);
        if (module == NULL) {
            live_modules_find(&modules, &target);
            live_comparison_begin(&comparison);
        } else if (event == STEPPED && !shadow.delivering && module->has_section && step % every == 0) {
            judge_all();
            write_truth(truth, step);
        }
        event = live_shadow_step(&shadow, &target);
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
        live_fail("the report cannot be written");
    (void)putchar('\n');
    json_decref(list);
}

static int run(int count, char **words)
{
    uint64_t every = 1;
    const char *path = NULL;
    struct command_option options[] = {
        {"every", .kind = OPTION_NUMBER, .to = &every, .least = 1, .most = UINT64_MAX},
        {"truth", .kind = OPTION_TEXT, .to = &path},
        {"profile", .kind = OPTION_PARSED, .to = &modules.profile, .parse = live_take_profile,
         .must = live_profile_must},
        {.name = NULL}};
    const struct command_line line = {program, usage, .options = options, .ends_at_word = true};
    const int status = command_line_read(&line, &count, &words);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    if (count == 0)
        return command_line_wrong_use(program, "no program is named");
    FILE *const truth = path != NULL ? fopen(path, "we") : NULL;
    if (path != NULL && truth == NULL)
        live_fail("%s: cannot be written: %s", path, strerror(errno));
    target.program = words[0];
    target.arch = live_program_arch(target.program);
    if (!target.arch->native)
        live_fail("%s: is not for AMD64", target.program);
    live_target_start(&target, words);
    live_modules_find(&modules, &target);
    live_comparison_begin(&comparison);
    begin_libunwind();
    follow_program(every, truth);
    report();
    if (truth != NULL && (ferror(truth) || fclose(truth) != 0))
        live_fail("the true frames cannot be written");
    return 0;
}

int main(int argc, char **argv)
{
    standard_begin();
    const int status = run(argc, argv);
    return status == COMMAND_LINE_TROUBLE || standard_end(program) ? status : COMMAND_LINE_TROUBLE;
}
