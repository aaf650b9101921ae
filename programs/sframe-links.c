/* sframe-links: the command line. */
#include "../common/command_line.h"
#include "../common/safe_text.h"
#include "../common/standard.h"
#include "exports/export_place.h"
#include "links/link_emitter.h"

#include <getopt.h>
#include <string.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_TROUBLE = 2 };

static const char help[] =
    "usage: sframe-links [OPTIONS]\n"
    "\n"
    "Writes links: objects with SFrame for a linker, and what must be in its result.  A line of JSON is one\n"
    "link: `input` has the objects (ELF, base64) and the options, `expect` the functions that must be in "
    "the\n"
    "result, with what holds at each byte of them, and those that must not.  To judge linkers by them:\n"
    "docs/writers.md.\n"
    "\n"
    "  -a, --abi A        amd64, aarch64, aarch64_be or s390x (default: all)\n"
    "  -p, --profile P    v1, v2, v2e2 or v3 (default: all)\n"
    "  -f, --family F     one of those that --list prints (default: all)\n"
    "  -s, --select GLOB  on the id; repeated: any of them\n"
    "      --core         the core alone\n"
    "      --broken N     so many links of which something is broken, instead of the families\n"
    "      --without N,N  leave these parts out of each link that has any (input.parts)\n"
    "      --seed N       (0) for what is drawn at random; the same links on every machine\n"
    "  -o, --output FILE  where to write; FILE appears complete or not at all (default: standard output)\n"
    "      --list         the families, a line each\n"
    "  -h, --help         this text\n"
    "  -V, --version      name and version\n"
    "\n"
    "Exit status: 0 done; 1 nothing selected, or the generator is at fault; 2 usage or output error.\n";

struct options {
    struct link_selection selection;
    const char *output;
    bool list;
};

static int wrong_use(const char *what, const char *argument)
{
    return command_line_wrong_use("sframe-links", what, argument);
}

enum { OPTION_SEED = 256, OPTION_LIST, OPTION_CORE, OPTION_BROKEN, OPTION_WITHOUT };

static const struct option long_options[] = {{"abi", required_argument, NULL, 'a'},
                                             {"family", required_argument, NULL, 'f'},
                                             {"select", required_argument, NULL, 's'},
                                             {"seed", required_argument, NULL, OPTION_SEED},
                                             {"output", required_argument, NULL, 'o'},
                                             {"list", no_argument, NULL, OPTION_LIST},
                                             {"profile", required_argument, NULL, 'p'},
                                             {"core", no_argument, NULL, OPTION_CORE},
                                             {"broken", required_argument, NULL, OPTION_BROKEN},
                                             {"without", required_argument, NULL, OPTION_WITHOUT},
                                             {"help", no_argument, NULL, 'h'},
                                             {"version", no_argument, NULL, 'V'},
                                             {NULL, 0, NULL, 0}};

static int take_broken(struct link_selection *selection)
{
    uint64_t count;
    if (!command_line_number(optarg, &count) || count == 0 || count > UINT32_MAX)
        return wrong_use("not a number of links", optarg);
    selection->broken = (uint32_t)count;
    return -1;
}

static int take_without(struct link_selection *selection)
{
    char *rest = optarg;
    for (const char *word; (word = strsep(&rest, ",")) != NULL;) {
        uint64_t part;
        if (!command_line_number(word, &part) || part >= MAX_LINK_PARTS)
            return wrong_use("not the number of a part", word);
        selection->without[part] = true;
    }
    return -1;
}

/* What to leave with; -1: there is work to do. */
static int take_option(struct options *options, int option)
{
    struct link_selection *const selection = &options->selection;
    switch (option) {
    case 'a':
        selection->abi = gen_abi_named(optarg);
        return selection->abi >= 0 ? -1 : wrong_use("unknown ABI", optarg);
    case 'p':
        selection->profile = gen_profile_named(optarg);
        return selection->profile >= 0 ? -1 : wrong_use("unknown profile", optarg);
    case OPTION_CORE:
        selection->core = true;
        return -1;
    case OPTION_BROKEN:
        return take_broken(selection);
    case OPTION_WITHOUT:
        return take_without(selection);
    case 'f':
        selection->family = optarg;
        return gen_has_link_family(optarg) ? -1 : wrong_use("unknown family", optarg);
    case 's':
        if (selection->select_count == MAX_LINK_PATTERNS)
            return wrong_use("too many patterns", optarg);
        selection->select[selection->select_count++] = optarg;
        return -1;
    case OPTION_SEED:
        return command_line_number(optarg, &selection->seed) ? -1 : wrong_use("not a seed", optarg);
    case 'o':
        options->output = optarg;
        return -1;
    case OPTION_LIST:
        options->list = true;
        return -1;
    case 'h':
        fputs(help, stdout);
        return EXIT_DONE;
    case 'V':
        puts("sframe-links " SFRAME_CONFORMANCE_VERSION);
        return EXIT_DONE;
    default:
        return COMMAND_LINE_TROUBLE; /* getopt has told */
    }
}

static int write_links(const struct options *options)
{
    static struct link_emitter emitter;
    static struct outlet outlet;
    if (!gen_outlet_open(&outlet, options->output, false)) {
        safe_complain("sframe-links", "%s", outlet.trouble);
        return EXIT_TROUBLE;
    }
    const bool done = gen_run_links(&emitter, &options->selection, &outlet);
    if (!done || emitter.emitted == 0) {
        safe_complain("sframe-links", "%s", done ? "nothing is selected" : emitter.fault);
        gen_outlet_abandon(&outlet);
        return EXIT_FAILED;
    }
    if (gen_outlet_finish(&outlet))
        return EXIT_DONE;
    safe_complain("sframe-links", "%s", outlet.trouble);
    return EXIT_TROUBLE;
}

static int run(int count, char **arguments)
{
    struct options options = {.selection = {.abi = -1, .profile = -1}};
    int status = -1, option;
    while (status < 0 && (option = getopt_long(count, arguments, "a:p:f:s:o:hV", long_options, NULL)) != -1)
        status = take_option(&options, option);
    if (status >= 0)
        return status;
    if (optind < count)
        return wrong_use("takes no arguments", arguments[optind]);
    if (!options.list)
        return write_links(&options);
    gen_list_link_families(stdout);
    return EXIT_DONE;
}

int main(int count, char **arguments)
{
    standard_begin();
    const int status = run(count, arguments);
    return status == EXIT_TROUBLE || standard_end("sframe-links") ? status : EXIT_TROUBLE;
}
