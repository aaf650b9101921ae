/* zoo-as: the assembler of conformance/zoo/writers/, right or with a bug that --bug names. */
#include "../common/bounded.h"
#include "../common/command_line.h"
#include "../common/standard.h"
#include "assembler.h"
#include "bug.h"

#include <getopt.h>
#include <limits.h>
#include <string.h>

enum { EXIT_DONE = 0, EXIT_REFUSED = 1, EXIT_TROUBLE = 2 };

static const char help[] =
    "usage: zoo-as [OPTIONS] -o OBJECT SOURCE\n"
    "\n"
    "Assembles CFI directives and bytes into an ELF object with a .sframe section; other code it refuses.\n"
    "\n"
    "  -o, --output OBJECT  where to write\n"
    "  -a, --abi A          amd64 (default), aarch64, aarch64_be or s390x\n"
    "      --version-of N   3 (default) or 2: the version of SFrame\n"
    "  -Z                   write the object in spite of errors, without SFrame for the functions that have "
    "one\n"
    "      --bug NAME       with one mistake: it is for finding out whether tests notice\n"
    "      --differ         write no object; a line for each bug that changes what is said of functions of "
    "SOURCE: its\n"
    "                       name and their numbers\n"
    "      --list           the bugs, a line each: name, area, origin, what it does; tabs between\n"
    "  -h, --help           this text\n"
    "\n"
    "Exit status: 0 assembled; 1 errors in SOURCE; 2 usage or I/O.\n";

struct options {
    const char *output, *abi, *version;
    bool list, despite_errors, differ;
};

enum { OPTION_BUG = 256, OPTION_LIST, OPTION_DIFFER, OPTION_VERSION_OF };

static const struct option long_options[] = {{"output", required_argument, NULL, 'o'},
                                             {"abi", required_argument, NULL, 'a'},
                                             {"version-of", required_argument, NULL, OPTION_VERSION_OF},
                                             {"bug", required_argument, NULL, OPTION_BUG},
                                             {"differ", no_argument, NULL, OPTION_DIFFER},
                                             {"list", no_argument, NULL, OPTION_LIST},
                                             {"help", no_argument, NULL, 'h'},
                                             {NULL, 0, NULL, 0}};

static int wrong_use(const char *what, const char *argument)
{
    return command_line_wrong_use("zoo-as", what, argument);
}

/* What to leave with; -1: there is work to do. */
static int take_option(struct options *options, int option)
{
    switch (option) {
    case 'o':
        options->output = optarg;
        return -1;
    case 'a':
        options->abi = optarg;
        return -1;
    case 'Z':
        options->despite_errors = true;
        return -1;
    case OPTION_VERSION_OF:
        options->version = optarg;
        return -1;
    case OPTION_BUG:
        return bug_switch_on(optarg) ? -1 : wrong_use("no such bug; see --list", optarg);
    case OPTION_DIFFER:
        options->differ = true;
        return -1;
    case OPTION_LIST:
        options->list = true;
        return -1;
    case 'h':
        (void)fputs(help, stdout);
        return EXIT_DONE;
    default:
        return wrong_use("an option that is not known, or lacks its argument", "");
    }
}

static int assemble(const struct options *options, struct unit *unit)
{
    FILE *const file = bounded_open(BOUNDED_ASSEMBLY, unit->path);
    if (file == NULL) {
        (void)fprintf(stderr, "zoo-as: cannot read %s: %s\n", unit->path, bounded_trouble());
        return EXIT_TROUBLE;
    }
    struct sframe sframe = {.count = 0};
    assemble_text(unit, file);
    const bool read = ferror(file) == 0;
    (void)fclose(file);
    if (!read)
        (void)fprintf(stderr, "zoo-as: cannot read %s: %s\n", unit->path, bounded_trouble());
    if (read && options->differ) {
        print_differences(unit, stdout);
        return EXIT_DONE;
    }
    const bool has_sframe = make_sframe(unit, &sframe);
    const bool wanted = read && (unit->errors == 0 || options->despite_errors);
    const bool written = wanted && write_object(unit, has_sframe ? &sframe : NULL, options->output);
    free_sframe(&sframe);
    return !read || (wanted && !written) ? EXIT_TROUBLE : unit->errors != 0 ? EXIT_REFUSED : EXIT_DONE;
}

static int run(int argc, char **argv)
{
    struct options options = {.abi = "amd64", .version = "3"};
    int option;
    while ((option = getopt_long(argc, argv, "o:a:Zh", long_options, NULL)) != -1) {
        const int status = take_option(&options, option);
        if (status >= 0)
            return status;
    }
    if (options.list) {
        bug_list(stdout);
        return EXIT_DONE;
    }
    uint64_t version;
    const bool is_number = command_line_number(options.version, &version) && version <= UINT_MAX;
    struct unit unit = {.abi = abi_of_name(options.abi),
                        .version = is_number ? version_of((unsigned)version) : NULL};
    if (unit.abi == NULL)
        return wrong_use("no such ABI", options.abi);
    if (unit.version == NULL)
        return wrong_use("no such version", options.version);
    if ((options.output == NULL && !options.differ) || optind + 1 != argc)
        return wrong_use("one SOURCE and -o OBJECT are needed", "");
    unit.path = argv[optind];
    const int status = assemble(&options, &unit);
    free_unit(&unit);
    return status;
}

int main(int argc, char **argv)
{
    standard_begin();
    const int status = run(argc, argv);
    return standard_end("zoo-as") ? status : EXIT_TROUBLE;
}
