/* sframe-programs: the command line. */
#include "../common/bounded.h"
#include "../common/command_line.h"
#include "../common/safe_text.h"
#include "../common/standard.h"
#include "exports/export_place.h"
#include "programs/program_emitter.h"

#include <getopt.h>
#include <string.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_TROUBLE = 2 };

static const char help[] =
    "usage: sframe-programs [OPTIONS]\n"
    "\n"
    "Writes CFI programs: functions for an assembler, with what their CFI directives say at each byte.  A "
    "line\n"
    "of JSON is a unit of up to 500 functions of one family and ABI: `input` has the text before all "
    "functions\n"
    "and that of each, `expect` the truth of each.  To judge assemblers by them: docs/writers.md.\n"
    "\n"
    "  -a, --abi A        amd64, aarch64, aarch64_be or s390x (default: all)\n"
    "  -f, --family F     one of those that --list prints (default: all)\n"
    "  -s, --select GLOB  on what sets a function apart (`about`); repeated: any of them\n"
    "      --core         those of the core: few that meet every two directives, and kill what can be "
    "killed\n"
    "      --functions N  one unit of N functions of family typical for each ABI, N of any size, and nothing "
    "else\n"
    "      --seed N       (0) for what is drawn at random; the same functions on every machine\n"
    "      --read FILE    instead the functions of an assembly text such as those here, for --abi: their "
    "truth\n"
    "  -o, --output FILE  where to write; FILE appears complete or not at all (default: standard output)\n"
    "      --list         the families, a line each\n"
    "  -h, --help         this text\n"
    "  -V, --version      name and version\n"
    "\n"
    "Exit status: 0 done; 1 nothing selected, or the generator is at fault; 2 usage or output error.\n";

struct options {
    struct program_selection selection;
    const char *output, *read;
    bool list;
};

static int wrong_use(const char *what, const char *argument)
{
    return command_line_wrong_use("sframe-programs", what, argument);
}

enum { OPTION_SEED = 256, OPTION_LIST, OPTION_CORE, OPTION_FUNCTIONS, OPTION_READ };
enum { MOST_FUNCTIONS = 10000000 };

static const struct option long_options[] = {
    {"abi", required_argument, NULL, 'a'},    {"family", required_argument, NULL, 'f'},
    {"select", required_argument, NULL, 's'}, {"seed", required_argument, NULL, OPTION_SEED},
    {"core", no_argument, NULL, OPTION_CORE}, {"functions", required_argument, NULL, OPTION_FUNCTIONS},
    {"output", required_argument, NULL, 'o'}, {"list", no_argument, NULL, OPTION_LIST},
    {"help", no_argument, NULL, 'h'},         {"read", required_argument, NULL, OPTION_READ},
    {"version", no_argument, NULL, 'V'},      {NULL, 0, NULL, 0}};

/* What to leave with; -1: there is work to do. */
static int take_option(struct options *options, int option)
{
    struct program_selection *const selection = &options->selection;
    switch (option) {
    case 'a':
        selection->abi = gen_abi_named(optarg);
        return selection->abi >= 0 ? -1 : wrong_use("unknown ABI", optarg);
    case 'f':
        selection->family = optarg;
        return gen_has_program_family(optarg) ? -1 : wrong_use("unknown family", optarg);
    case 's':
        if (selection->select_count == MAX_PROGRAM_PATTERNS)
            return wrong_use("too many patterns", optarg);
        selection->select[selection->select_count++] = optarg;
        return -1;
    case OPTION_CORE:
        selection->core = true;
        return -1;
    case OPTION_FUNCTIONS:
        return command_line_number(optarg, &selection->functions) && selection->functions - 1 < MOST_FUNCTIONS
                   ? -1
                   : wrong_use("not a number of functions, from 1 to 10,000,000", optarg);
    case OPTION_SEED:
        return command_line_number(optarg, &selection->seed) ? -1 : wrong_use("not a seed", optarg);
    case 'o':
        options->output = optarg;
        return -1;
    case OPTION_READ:
        options->read = optarg;
        return -1;
    case OPTION_LIST:
        options->list = true;
        return -1;
    case 'h':
        fputs(help, stdout);
        return EXIT_DONE;
    case 'V':
        puts("sframe-programs " SFRAME_CONFORMANCE_VERSION);
        return EXIT_DONE;
    default:
        return COMMAND_LINE_TROUBLE; /* getopt has told */
    }
}

static bool emit(struct program_emitter *emitter, const struct options *options, struct outlet *outlet)
{
    if (options->read == NULL)
        return gen_run_programs(emitter, &options->selection, outlet);
    FILE *const file = bounded_open(BOUNDED_ASSEMBLY, options->read);
    if (file == NULL) {
        emitter->fault = bounded_trouble();
        return false;
    }
    const bool done = gen_run_text(emitter, &options->selection, outlet, file);
    fclose(file);
    return done;
}

static int write_programs(const struct options *options)
{
    static struct program_emitter emitter;
    static struct outlet outlet;
    if (!gen_outlet_open(&outlet, options->output, false)) {
        safe_complain("sframe-programs", "%s", outlet.trouble);
        return EXIT_TROUBLE;
    }
    const bool done = emit(&emitter, options, &outlet);
    if (!done || emitter.emitted == 0) {
        if (!done && emitter.line != 0)
            safe_complain("sframe-programs", "%s: line %lu: %s", options->read, emitter.line, emitter.fault);
        else if (!done && options->read != NULL)
            safe_complain("sframe-programs", "%s: %s", options->read, emitter.fault);
        else
            safe_complain("sframe-programs", "%s", done ? "nothing is selected" : emitter.fault);
        gen_outlet_abandon(&outlet);
        return options->read != NULL ? EXIT_TROUBLE : EXIT_FAILED;
    }
    if (gen_outlet_finish(&outlet))
        return EXIT_DONE;
    safe_complain("sframe-programs", "%s", outlet.trouble);
    return EXIT_TROUBLE;
}

static int run(int count, char **arguments)
{
    struct options options = {.selection.abi = -1};
    int status = -1, option;
    while (status < 0 && (option = getopt_long(count, arguments, "a:f:s:o:hV", long_options, NULL)) != -1)
        status = take_option(&options, option);
    if (status >= 0)
        return status;
    if (optind < count)
        return wrong_use("takes no arguments", arguments[optind]);
    const struct program_selection *const selection = &options.selection;
    if (selection->functions != 0 &&
        (selection->core || selection->family != NULL || selection->select_count != 0))
        return wrong_use("--functions goes with no family, selection or core", "");
    if (options.read != NULL &&
        (selection->abi < 0 || selection->family != NULL || selection->functions != 0))
        return wrong_use("needs --abi, and knows no --family", "--read");
    if (!options.list)
        return write_programs(&options);
    gen_list_program_families(stdout);
    return EXIT_DONE;
}

int main(int count, char **arguments)
{
    standard_begin();
    const int status = run(count, arguments);
    return status == EXIT_TROUBLE || standard_end("sframe-programs") ? status : EXIT_TROUBLE;
}
