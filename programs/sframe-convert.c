/* sframe-convert: the CFI of an ELF file as an SFrame section. */
#include "../common/command_line.h"
#include "../common/safe_text.h"
#include "../common/whole_file.h"
#include "../corpus/crosscheck/file.h"
#include "../corpus/cfi/orc.h"
#include "../common/once.h"
#include "../common/standard.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum { EXIT_ALL = 0, EXIT_SOME = 1, EXIT_TROUBLE = 2 };

static const char usage[] =
    "usage: sframe-convert [OPTIONS] ELF\n"
    "\n"
    "Writes the SFrame section that an assembler and a linker would make of the file's DWARF CFI (.eh_frame,\n"
    "or else .debug_frame): functions sorted, rows and words as small as possible, fixed RA on AMD64, PLT\n"
    "entries as one block, and in version 3 flexible functions if a default one cannot express the CFI.\n"
    "A function that SFrame cannot express is left out, and counted by reason.\n"
    "\n"
    "  -p, --profile P    v1, v2, v2e1, v2e2 or v3 (default: the newest)\n"
    "  -o, --output OUT   where to write the section, raw; without it only the counts are printed\n"
    "  -a, --address A    where the section is to lie (default: beyond all that is loaded)\n"
    "      --orc[=FORMAT] convert a Linux kernel object's ORC instead of its CFI; FORMAT: as in Linux 5.12,\n"
    "                     6.4 or 7.2 (default: what .orc_header says, or 5.12 if there is none)\n"
    "      --json         the counts as JSON\n"
    "      --cost         print on standard error how much of the limits for this file was used\n"
    "  -h, --help         this text\n"
    "  -V, --version      name and version\n"
    "\n"
    "The counts include the address, which `sframe-ref dump --address A OUT` needs.\n"
    "Exit status: 0 every function was expressed; 1 some are left out; 2 usage or I/O, and nothing is written.\n";

struct options {
    enum sfr_profile profile;
    const char *output;
    bool address_given, json, cost;
    const char *orc; /* as in struct wishes */
    uint64_t address;
};

static int wrong_use(const char *what, const char *argument)
{
    return command_line_wrong_use("sframe-convert", what, argument);
}

/* --- Output -------------------------------------------------------------------------------------------- */

static bool cannot_write(const char *path, const char *why)
{
    safe_complain("sframe-convert", "%s: cannot write: %s", path, why);
    return false;
}

static bool write_section(const char *path, const struct converted *converted)
{
    struct whole_file out;
    if (strcmp(path, "-") == 0)
        return fwrite(converted->bytes, 1, converted->size, stdout) == converted->size ||
               cannot_write(path, strerror(errno));
    if (!whole_file_open(&out, path))
        return cannot_write(path, whole_file_trouble());
    (void)fwrite(converted->bytes, 1, converted->size, out.file);
    return whole_file_close(&out) || cannot_write(path, whole_file_trouble());
}

static void print_counts(FILE *out, const struct options *options, const struct converted *converted)
{
    (void)fprintf(out, "%s: address 0x%" PRIx64 ", %zu bytes, %" PRIu64 " of %" PRIu64 " functions\n",
                  sfr_profile_name(options->profile), converted->address, converted->size, converted->said,
                  converted->functions);
    for (size_t drop = 1; drop < DROP_COUNT; drop++)
        if (converted->dropped[drop] != 0)
            (void)fprintf(out, "  left out: %" PRIu64 " %s\n", converted->dropped[drop],
                          cfi_drop_names[drop]);
}

/* --- Running ------------------------------------------------------------------------------------------- */

static bool prepare(struct file *file, const struct options *options)
{
    if (cfi_file_lacks(file) != NULL)
        return tool_input_fail(&file->input, "%s", cfi_file_lacks(file));
    if (!cfi_text_knows(options->profile, file->cfi.machine))
        return tool_input_fail(&file->input, "%s has no ABI for %s", sfr_profile_name(options->profile),
                               file->cfi.machine->name);
    const uint64_t address = options->address_given ? options->address : cfi_file_end(file);
    return cfi_convert(&file->cfi, options->profile, address, &file->converted) ||
           tool_input_fail(&file->input, "out of memory");
}

/* Nothing is written before the counts have arrived. */
static bool has_taken(FILE *out)
{
    const bool taken = fflush(out) == 0 && !ferror(out);
    if (!taken)
        (void)fprintf(stderr, "sframe-convert: cannot write the counts: %s\n", strerror(errno));
    return taken;
}

static int run(const struct options *options, const char *path)
{
    const struct wishes wishes = {.finding_limit = 0, .orc = options->orc};
    struct file file;
    int status = EXIT_TROUBLE;
    if (cfi_file_open(&file, &wishes, path) && prepare(&file, options)) {
        const struct converted *const converted = &file.converted;
        const bool to_standard = options->output != NULL && strcmp(options->output, "-") == 0;
        FILE *const out = to_standard ? stderr : stdout;
        if (options->json)
            cfi_report_converted(out, path, sfr_profile_name(options->profile), converted);
        else
            print_counts(out, options, converted);
        if (has_taken(out) && (options->output == NULL || write_section(options->output, converted)))
            status = converted->said == converted->functions ? EXIT_ALL : EXIT_SOME;
    }
    if (options->cost)
        tool_input_print_cost(stderr, &file.input);
    cfi_file_close(&file);
    return status;
}

enum { OPTION_JSON = 256, OPTION_COST, OPTION_ORC };

static const struct option long_options[] = {{"profile", required_argument, NULL, 'p'},
                                             {"output", required_argument, NULL, 'o'},
                                             {"address", required_argument, NULL, 'a'},
                                             {"orc", optional_argument, NULL, OPTION_ORC},
                                             {"json", no_argument, NULL, OPTION_JSON},
                                             {"cost", no_argument, NULL, OPTION_COST},
                                             {"help", no_argument, NULL, 'h'},
                                             {"version", no_argument, NULL, 'V'},
                                             {NULL, 0, NULL, 0}};

/* What to leave with; -1: there is work to do. */
static int take_option(struct options *options, int option)
{
    switch (option) {
    case 'p':
        options->profile = sfr_profile_named(optarg);
        return options->profile != SFR_PROFILE_COUNT ? -1 : wrong_use("unknown profile", optarg);
    case 'o':
        options->output = optarg;
        return -1;
    case 'a':
        options->address_given = true;
        return command_line_address(optarg, &options->address) ? -1 : wrong_use("not an address", optarg);
    case OPTION_ORC:
        options->orc = optarg != NULL ? optarg : "";
        return orc_knows(options->orc) ? -1 : wrong_use("unknown format of ORC", options->orc);
    case OPTION_JSON:
        options->json = true;
        return -1;
    case OPTION_COST:
        options->cost = true;
        return -1;
    case 'h':
        (void)fputs(usage, stdout);
        return EXIT_ALL;
    case 'V':
        (void)puts("sframe-convert (sframe-conformance) " SFRAME_CONFORMANCE_VERSION);
        return EXIT_ALL;
    default:
        return wrong_use("unknown option, or one without its value", "");
    }
}

static int leave_or_run(int count, char **arguments)
{
    struct options options = {.profile = (enum sfr_profile)(SFR_PROFILE_COUNT - 1)};
    int option, status = -1;
    struct once once = {{false}};
    opterr = 0;
    while (status < 0 && (option = getopt_long(count, arguments, "p:o:a:hV", long_options, NULL)) != -1)
        status = (option == 'p' || option == 'o' || option == 'a' || option == OPTION_ORC) &&
                         once_again(&once, option)
                     ? wrong_use("an option with one value is given twice", arguments[optind - 1])
                     : take_option(&options, option);
    if (status < 0 && count - optind != 1)
        status = wrong_use(optind == count ? "no file is named" : "more than one file", "");
    return status < 0 ? run(&options, arguments[optind]) : status;
}

int main(int count, char **arguments)
{
    standard_begin();
    const int status = leave_or_run(count, arguments);
    return status == EXIT_TROUBLE || standard_end("sframe-convert") ? status : EXIT_TROUBLE;
}
