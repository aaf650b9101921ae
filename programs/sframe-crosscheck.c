/* sframe-crosscheck: compares SFrame sections with the DWARF CFI in the same file. */
#include "../common/command_line.h"
#include "../common/standard.h"
#include "../corpus/cfi/orc.h"
#include "../corpus/crosscheck/file.h"
#include "tool/options.h"

#include <stdlib.h>
#include <string.h>

enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_TROUBLE = 2, EXIT_PLT = 3 };

static const char program[] = "sframe-crosscheck";

enum mode { COMPARE, COMPARE_JSON, CFI };

struct options {
    struct wishes wishes;
    enum sfr_profile profile; /* SFR_PROFILE_BY_VERSION: what the section says */
    unsigned converted;       /* a bit for each profile to convert to */
    enum mode mode;
    bool cost;
};

/* --- Arguments ----------------------------------------------------------------------------------------- */

/* Profiles with commas between them, at least one. */
static bool take_profiles(void *to, const char *text)
{
    unsigned *const profiles = to;
    char name[8];
    for (size_t length; *text != '\0'; text += length + (text[length] == ',')) {
        enum sfr_profile profile;
        length = strcspn(text, ",");
        (void)snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name), text);
        if (!tool_take_profile(&profile, name))
            return false;
        *profiles |= 1U << profile;
    }
    return *profiles != 0;
}

static bool take_foreign(void *to, const char *text)
{
    return cfi_names_add(to, text);
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
    if (!good || file->verdict > worst)
        return EXIT_DIFFERENT;
    return file->comparison.by_kind[KIND_PLT_WITHOUT_SFRAME].rows != 0 ? EXIT_PLT : EXIT_SAME;
}

/* The worse of two exit statuses: a difference is worse than a PLT that SFrame does not describe. */
static int worse(int one, int other)
{
    static const int ranks[] = {[EXIT_SAME] = 0, [EXIT_PLT] = 1, [EXIT_DIFFERENT] = 2, [EXIT_TROUBLE] = 3};
    return ranks[one] > ranks[other] ? one : other;
}

/* Judges what is converted to each profile: it must be valid, too. */
static int judge_converted(const struct options *options, struct file *file, struct comparison *total)
{
    int worst = EXIT_SAME;
    bool any = false;
    for (int i = 0; i < SFR_PROFILE_COUNT; i++) {
        const enum sfr_profile profile = (enum sfr_profile)i;
        if ((options->converted & 1U << i) == 0 || !cfi_text_knows(profile, file->cfi.machine))
            continue;
        const int status =
            cfi_file_convert(file, profile) ? judge_as(options, file, profile, total) : EXIT_TROUBLE;
        worst = worse(worst, status);
        any = true;
    }
    return any ? worst : nothing_compared(file, "no profile of --convert knows its machine");
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
        worst = worse(worst, judge(options, paths[i], &total));
    }
    if (options->mode == COMPARE && count > 1)
        cfi_report_total(stdout, &total, (size_t)count, options->wishes.orc != NULL);
    return worst;
}

static int run(struct options *given, int count, char **words)
{
    if (given->wishes.orc != NULL && given->wishes.truth != NULL)
        return command_line_wrong_use(program, "--orc and --truth exclude each other");
    if (count == 0)
        return command_line_wrong_use(program, "no file is named");
    /* With --truth, each function is judged: findings that have an explanation are kept, too. */
    given->wishes.keep_explained = given->wishes.truth != NULL;
    given->wishes.folds_missing = given->wishes.truth == NULL && given->mode == COMPARE;
    cfi_names_sort(&given->wishes.foreign);
    return judge_all(given, words, count);
}

static int read_and_run(int count, char **words)
{
    struct options given = {.profile = SFR_PROFILE_BY_VERSION};
    uint64_t most = 10;
    bool json = false, cfi = false, kinds = false;
    struct command_option options[] = {
        {"profile", 'p', OPTION_PARSED, .to = &given.profile, .parse = tool_take_profile,
         .must = tool_profile_must},
        {"convert", 'c', OPTION_PARSED, .to = &given.converted, .parse = take_profiles,
         .must = "profiles with commas between them"},
        {"truth", 't', OPTION_TEXT, .to = &given.wishes.truth},
        {"foreign", 'f', OPTION_PARSED, .to = &given.wishes.foreign, .parse = take_foreign, .many = true},
        {"max", 'n', OPTION_NUMBER, .to = &most},
        {"orc", .kind = OPTION_PERHAPS, .to = &given.wishes.orc, .parse = orc_take, .must = orc_must},
        {"json", .to = &json},
        {"cfi", .to = &cfi},
        {"kinds", .to = &kinds},
        {"cost", .to = &given.cost},
        {.name = NULL}};
    const struct command_line line = {
        program, "sframe-crosscheck (sframe-conformance) " SFRAME_CONFORMANCE_VERSION, .options = options};
    int status = command_line_read(&line, &count, &words);
    given.wishes.finding_limit = (size_t)most;
    given.mode = cfi ? CFI : json ? COMPARE_JSON : COMPARE;
    if (status == COMMAND_LINE_GO_ON && kinds)
        print_kinds();
    else if (status == COMMAND_LINE_GO_ON)
        status = run(&given, count, words);
    cfi_names_free(&given.wishes.foreign);
    return status == COMMAND_LINE_GO_ON ? EXIT_SAME : status;
}

int main(int count, char **arguments)
{
    return standard_run(program, read_and_run, count, arguments);
}
