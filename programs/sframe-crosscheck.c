/* sframe-crosscheck: compares SFrame sections with the DWARF CFI in the same file. */
#include "../common/command_line.h"
#include "../common/safe_text.h"
#include "../corpus/crosscheck/file.h"
#include "../corpus/cfi/orc.h"
#include "../common/once.h"
#include "../common/standard.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_TROUBLE = 2 };

static const char usage[] =
    "usage: sframe-crosscheck [OPTIONS] FILE...\n"
    "\n"
    "Compares the SFrame sections of ELF files (objects, executables, shared objects; AMD64, AArch64,\n"
    "s390x) with their DWARF CFI (.eh_frame, or else .debug_frame) at every PC where either changes: where\n"
    "CFA, RA and FP are found, whether RA is signed, and which functions and signal frames there are.\n"
    "A difference is explained if SFrame of that version cannot express the CFI.  Otherwise it is a finding\n"
    "about the program that made the file.\n"
    "\n"
    "  -p, --profile P    the version whose limits explain differences: v1, v2, v2e1, v2e2 or v3 (default:\n"
    "                     the version byte; version 2 is v2e2 if its starts are PC-relative, else v2)\n"
    "  -f, --foreign FILE an object or archive that was linked in and has no SFrame (crt1.o, libc.a): its\n"
    "                     functions may be missing; may be repeated\n"
    "  -n, --max N        print at most N findings for each file (default 10)\n"
    "      --json         a line of JSON for each file\n"
    "  -c, --convert P    instead of the file's own SFrame, compare what sframe-convert makes of its CFI; P\n"
    "                     is a profile, or several with commas between them\n"
    "  -t, --truth FILE   compare with what FILE says of the functions, by name, instead of the CFI: the\n"
    "                     member expect of a line of sframe-programs; explained differences are printed,\n"
    "                     too\n"
    "      --orc[=FORMAT] compare with a Linux kernel object's ORC instead of the CFI; FORMAT: as in Linux\n"
    "                     5.12, 6.4 or 7.2 (default: what .orc_header says, or 5.12 if there is none)\n"
    "      --cfi          compare nothing; print the rows of the CFI or ORC, a line of JSON for\n"
    "                     each function\n"
    "      --cost         print on standard error how much of the limits for this file was used\n"
    "      --kinds        list the kinds of difference and what explains them\n"
    "  -h, --help         this text\n"
    "  -V, --version      name and version\n"
    "\n"
    "Exit status: 0 no unexplained difference; 1 some, or a malformed SFrame section; 2 usage or I/O, or a\n"
    "file that cannot be compared because it has no SFrame or no CFI, or none that can be read.\n";

enum mode { COMPARE, COMPARE_JSON, CFI };

struct options {
    struct wishes wishes;
    enum sfr_profile profile; /* SFR_PROFILE_BY_VERSION: what the section says */
    unsigned converted;       /* a bit for each profile to convert to */
    enum mode mode;
    bool cost;
};

/* --- Arguments ----------------------------------------------------------------------------------------- */

static int wrong_use(const char *what, const char *argument)
{
    return command_line_wrong_use("sframe-crosscheck", what, argument);
}

static bool parse_profile(const char *text, enum sfr_profile *profile)
{
    *profile = sfr_profile_named(text);
    return *profile != SFR_PROFILE_COUNT;
}

static bool parse_profiles(const char *text, unsigned *profiles)
{
    char name[8];
    for (size_t length; *text != '\0'; text += length + (text[length] == ',')) {
        enum sfr_profile profile;
        length = strcspn(text, ",");
        (void)snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name), text);
        if (!parse_profile(name, &profile))
            return false;
        *profiles |= 1U << profile;
    }
    return *profiles != 0;
}

static bool parse_count(const char *text, size_t *count)
{
    uint64_t value;
    const bool is_number = command_line_number(text, &value);
    *count = (size_t)value;
    return is_number;
}

static void print_kinds(void)
{
    static const char *const owners[] = {"the format cannot say it", "made by the linker, on one side only",
                                         "the text leaves it open",  "the CFI could not be read",
                                         "an input that was named",  "unexplained"};
    for (size_t kind = 1; kind < KIND_COUNT; kind++)
        (void)printf("%-16s %-37s %s\n", cfi_kind_texts[kind].id, owners[cfi_kind_texts[kind].owner],
                     cfi_kind_texts[kind].words);
}

/* --- Running ------------------------------------------------------------------------------------------- */

static int nothing_compared(const struct file *file, const char *why)
{
    (void)tool_input_fail(&file->input, "nothing was compared: %s", why);
    return EXIT_TROUBLE;
}

static int judge_as(const struct options *options, struct file *file, enum sfr_profile profile,
                    struct comparison *total)
{
    if (!cfi_file_judge(file, profile))
        return EXIT_TROUBLE;
    if (cfi_judged_rows(&file->comparison) == 0)
        return nothing_compared(file, "no row of its CFI could be read, or all are of --foreign inputs");
    (options->mode == COMPARE_JSON ? cfi_report_json : cfi_report_text)(stdout, file);
    cfi_total_add(total, &file->comparison);
    const enum sfr_verdict worst = options->converted != 0 ? SFR_VALID : SFR_IRREGULAR;
    const bool good = cfi_unexplained(&file->comparison).rows == 0;
    return good && file->verdict <= worst ? EXIT_SAME : EXIT_DIFFERENT;
}

/* What is converted must be valid as well. */
static int judge_converted(const struct options *options, struct file *file, struct comparison *total)
{
    int worst = -1;
    for (int i = 0; i < SFR_PROFILE_COUNT; i++) {
        const enum sfr_profile profile = (enum sfr_profile)i;
        if ((options->converted & 1U << i) == 0 || !cfi_text_knows(profile, file->cfi.machine))
            continue;
        const int status =
            cfi_file_convert(file, profile) ? judge_as(options, file, profile, total) : EXIT_TROUBLE;
        worst = status > worst ? status : worst;
    }
    return worst >= 0 ? worst : nothing_compared(file, "no profile of --convert knows its machine");
}

static int judge_cfi(const struct file *file)
{
    if (cfi_file_lacks(file) != NULL)
        return nothing_compared(file, cfi_file_lacks(file));
    cfi_report_cfi(stdout, file);
    return EXIT_SAME;
}

static int judge(const struct options *options, const char *path, struct comparison *total)
{
    struct file file;
    int status = EXIT_TROUBLE;
    if (cfi_file_open(&file, &options->wishes, path)) {
        status = options->mode == CFI      ? judge_cfi(&file)
                 : options->converted != 0 ? judge_converted(options, &file, total)
                                           : judge_as(options, &file, options->profile, total);
    }
    if (options->cost)
        tool_input_print_cost(stderr, &file.input);
    cfi_file_close(&file);
    return status;
}

static int judge_all(const struct options *options, char **paths, int count)
{
    struct comparison total = {.cfi = NULL};
    int worst = EXIT_SAME;
    for (int i = 0; i < count; i++) {
        const int status = judge(options, paths[i], &total);
        worst = status > worst ? status : worst;
    }
    if (options->mode == COMPARE && count > 1)
        cfi_report_total(stdout, &total, (size_t)count, options->wishes.orc != NULL);
    return worst;
}

enum { OPTION_JSON = 256, OPTION_CFI, OPTION_KINDS, OPTION_COST, OPTION_ORC };

static const struct option long_options[] = {
    {"profile", required_argument, NULL, 'p'},    {"convert", required_argument, NULL, 'c'},
    {"truth", required_argument, NULL, 't'},      {"foreign", required_argument, NULL, 'f'},
    {"max", required_argument, NULL, 'n'},        {"json", no_argument, NULL, OPTION_JSON},
    {"cfi", no_argument, NULL, OPTION_CFI},       {"kinds", no_argument, NULL, OPTION_KINDS},
    {"help", no_argument, NULL, 'h'},             {"version", no_argument, NULL, 'V'},
    {"cost", no_argument, NULL, OPTION_COST},     {"orc", optional_argument, NULL, OPTION_ORC},
    {NULL, 0, NULL, 0}};

/* What to leave with; -1: there is work to do. */
static int take_option(struct options *options, int option)
{
    switch (option) {
    case 'p':
        return parse_profile(optarg, &options->profile) ? -1 : wrong_use("unknown profile", optarg);
    case 'c':
        return parse_profiles(optarg, &options->converted) ? -1 : wrong_use("unknown profile", optarg);
    case 'f':
        return cfi_names_add(&options->wishes.foreign, optarg) ? -1 : EXIT_TROUBLE;
    case 't':
        options->wishes.truth = optarg;
        options->wishes.keep_explained = true; /* each function is asked about */
        return -1;
    case 'n':
        return parse_count(optarg, &options->wishes.finding_limit) ? -1 : wrong_use("not a count", optarg);
    case OPTION_ORC:
        options->wishes.orc = optarg != NULL ? optarg : "";
        return orc_knows(options->wishes.orc) ? -1 : wrong_use("unknown format of ORC", optarg);
    case OPTION_JSON:
    case OPTION_CFI:
        options->mode = option == OPTION_JSON ? COMPARE_JSON : CFI;
        return -1;
    case OPTION_COST:
        options->cost = true;
        return -1;
    case OPTION_KINDS:
        print_kinds();
        return EXIT_SAME;
    case 'h':
        (void)fputs(usage, stdout);
        return EXIT_SAME;
    case 'V':
        (void)puts("sframe-crosscheck (sframe-conformance) " SFRAME_CONFORMANCE_VERSION);
        return EXIT_SAME;
    default:
        return wrong_use("unknown option, or one without its value", "");
    }
}

static int leave_or_run(int count, char **arguments)
{
    struct options options = {.profile = SFR_PROFILE_BY_VERSION, .wishes.finding_limit = 10};
    int option, status = -1;
    struct once once = {{false}};
    opterr = 0;
    while (status < 0 && (option = getopt_long(count, arguments, "p:c:f:n:t:hV", long_options, NULL)) != -1)
        status = (option == 'p' || option == 'c' || option == 'n' || option == OPTION_ORC) &&
                         once_again(&once, option)
                     ? wrong_use("an option with one value is given twice", arguments[optind - 1])
                     : take_option(&options, option);
    if (status < 0 && options.wishes.orc != NULL && options.wishes.truth != NULL)
        status = wrong_use("--orc and --truth exclude each other", "");
    if (status < 0 && optind == count)
        status = wrong_use("no file is named", "");
    if (status < 0) {
        cfi_names_sort(&options.wishes.foreign);
        status = judge_all(&options, arguments + optind, count - optind);
    }
    cfi_names_free(&options.wishes.foreign);
    return status;
}

int main(int count, char **arguments)
{
    standard_begin();
    const int status = leave_or_run(count, arguments);
    return status == EXIT_TROUBLE || standard_end("sframe-crosscheck") ? status : EXIT_TROUBLE;
}
