/* sframe-live: a program, stepped; at every step the unwinder's answer against the calls themselves. */
#include "../common/command_line.h"
#include "../common/standard.h"
#include "against_shadow.h"
#include "against_truth.h"
#include "outcome.h"
#include "record.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: sframe-live [options] PROGRAM [ARG...]\n"
    "\n"
    "Runs PROGRAM one instruction at a time and knows its true call stack from its calls, returns and\n"
    "signals.  At each step it compares that stack with what the unwinder finds from .sframe alone: PC, SP,\n"
    "FP and CFA of every frame.  AMD64 programs run natively, AArch64 (both byte orders) and s390x in an\n"
    "emulator, driven by gdb's remote protocol.\n"
    "\n"
    "  --emulator NAME   the emulator (default: qemu-user's)\n"
    "  --connect WHERE   a gdb server that runs PROGRAM already: HOST:PORT, or the path of a socket\n"
    "  --profile NAME    read sections by this specification (default: what the version byte says)\n"
    "  --truth FILE      look at no section, but compare the functions of FILE, which sframe-programs "
    "wrote,\n"
    "                    with their callers: its rules for the CFA, RA and FP at each step, for a run to the "
    "end\n"
    "  --steps N         stop after N steps\n"
    "  --record FILE     write some steps as vectors: --most N (default 16), ids begin with --id PREFIX,\n"
    "                    --origin TEXT\n"
    "  --json            one line of JSON\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 every frame is right, as far as sections describe it; 1 a frame is wrong, or no step is\n"
    "described; 2 usage or I/O.\n";

/* There are no short ones: the letters only number them. */
static const struct option options[] = {
    {"emulator", required_argument, NULL, 'e'},
    {"connect", required_argument, NULL, 'c'},
    {"profile", required_argument, NULL, 'p'},
    {"truth", required_argument, NULL, 't'},
    {"steps", required_argument, NULL, 's'},
    {"record", required_argument, NULL, 'r'},
    {"most", required_argument, NULL, 'm'},
    {"id", required_argument, NULL, 'i'},
    {"origin", required_argument, NULL, 'o'},
    {"json", no_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {0},
};

static struct target target = {.way = &live_native_way, .load_address = UINT64_MAX};
static struct shadow shadow;
static struct modules modules = {.profile = SFR_PROFILE_BY_VERSION};
static struct comparison comparison = {.target = &target, .shadow = &shadow, .modules = &modules};

static struct claims claims;
static struct recorder recorder = {.most = 16, .prefix = "live", .origin = "live"};

static enum sfr_profile profile_of(const char *name)
{
    const enum sfr_profile profile = sfr_profile_named(name);
    if (profile == SFR_PROFILE_COUNT)
        live_fail("--profile %s: no such profile (v1, v2, v2e1, v2e2, v3)", name);
    return profile;
}

static uint64_t number_of(const char *option, const char *text)
{
    uint64_t value;
    if (!command_line_number(text, &value))
        live_fail("--%s %s: is not a number", option, text);
    return value;
}

static bool compares(enum event event)
{
    return event == STEPPED && !shadow.delivering;
}

static void follow_program(uint64_t steps)
{
    enum event event = STEPPED;
    uint64_t left = steps;
    const struct module *module = NULL;
    while (event != ENDED && left-- > 0) {
        const uint64_t pc = target.registers.pc;
        if (module == NULL || pc < module->start || pc >= module->end) {
            module = live_module_at(&modules, pc);
            if (module == NULL) {
                live_modules_find(&modules, &target);
                live_comparison_begin(&comparison);
                module = live_module_at(&modules, pc);
            }
        }
        if (compares(event)) {
            live_compare_step(&comparison);
            if (recorder.vectors != NULL)
                live_record_step(&recorder, &comparison);
        }
        event = live_shadow_step(&shadow, &target);
    }
    if (event != ENDED)
        target.way->stop(&target);
}

/* The program's own functions are those of the file; it is linked to an address. */
static void follow_claims(void)
{
    enum event event = STEPPED;
    live_modules_find(&modules, &target);
    const struct module *const module = live_module_at(&modules, target.registers.pc);
    if (module == NULL)
        live_fail("%s: its first instruction is in no file", target.program);
    live_truth_place(&claims, module);
    while (event != ENDED) {
        if (compares(event))
            live_truth_compare(&claims, &shadow, &target);
        event = live_shadow_step(&shadow, &target);
    }
}

enum { EXIT_RIGHT = 0, EXIT_WRONG = 1, EXIT_TROUBLE = 2 };

static int dispatch(int argc, char **argv)
{
    uint64_t steps = UINT64_MAX;
    const char *record = NULL, *truth = NULL;
    bool json = false;
    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;)
        switch (option) {
        case 'e':
            target.emulator = optarg;
            break;
        case 'c':
            target.connect = optarg;
            break;
        case 'p':
            modules.profile = profile_of(optarg);
            break;
        case 't':
            truth = optarg;
            break;
        case 's':
            steps = number_of("steps", optarg);
            break;
        case 'r':
            record = optarg;
            break;
        case 'm':
            recorder.most = number_of("most", optarg);
            break;
        case 'i':
            recorder.prefix = optarg;
            break;
        case 'o':
            recorder.origin = optarg;
            break;
        case 'j':
            json = true;
            break;
        case 'h':
            (void)fputs(usage, stdout);
            return EXIT_RIGHT;
        case 'V':
            (void)puts("sframe-live " SFRAME_CONFORMANCE_VERSION);
            return EXIT_RIGHT;
        default:
            (void)fputs("sframe-live: --help lists the options\n", stderr);
            return EXIT_TROUBLE;
        }
    if (optind == argc)
        live_fail("no program is named; see --help");
    target.program = argv[optind];
    target.arch = live_program_arch(target.program);
    target.way = target.arch->native && target.emulator == NULL && target.connect == NULL ? &live_native_way
                                                                                          : &live_remote_way;
    recorder.vectors = record != NULL ? json_array() : NULL;
    if (truth != NULL) {
        live_truth_read(&claims, truth);
        live_target_start(&target, argv + optind);
        follow_claims();
        return live_truth_report(&claims, &target, json) ? EXIT_RIGHT : EXIT_WRONG;
    }
    live_target_start(&target, argv + optind);
    const double begun = live_seconds();
    follow_program(steps);
    const double spent = live_seconds() - begun;
    if (record != NULL)
        live_record_write(&recorder, record);
    if (json)
        live_report_json(&comparison, spent);
    else
        live_report_text(&comparison, spent);
    const uint64_t known = comparison.steps[WHOLE] + comparison.steps[BEYOND] + comparison.steps[WRONG];
    const bool judged = known > 0 && modules.section_count > 0;
    if (!judged)
        (void)fputs("sframe-live: nothing was judged: no section tells of any step\n", stderr);
    return comparison.steps[WRONG] > 0 || !judged ? EXIT_WRONG : EXIT_RIGHT;
}

int main(int argc, char **argv)
{
    standard_begin();
    const int status = dispatch(argc, argv);
    return status == EXIT_TROUBLE || standard_end("sframe-live") ? status : EXIT_TROUBLE;
}
