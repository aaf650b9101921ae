/* sframe-convert: the CFI of an ELF file as an SFrame section. */
#include "../common/command_line.h"
#include "../common/files/whole_file.h"
#include "../common/safe_text.h"
#include "../corpus/crosscheck/file.h"
#include "../corpus/cfi/orc.h"
#include "tool/options.h"
#include "../common/standard.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { EXIT_ALL = 0, EXIT_SOME = 1, EXIT_TROUBLE = 2 };

static const char program[] = "sframe-convert";

struct options {
    enum sfr_profile profile;
    const char *output;
    bool address_given, json, cost;
    const char *orc; /* as in struct wishes */
    uint64_t address;
};

/* --- Output -------------------------------------------------------------------------------------------- */

static bool cannot_write(const char *path, const char *why)
{
    safe_complain(program, "%s: cannot write: %s", path, why);
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
                  sfr_profile_name(options->profile), converted->address, converted->size,
                  converted->by_limit[KIND_NONE].functions,
                  converted->functions);
    for (const struct drop *drop = cfi_drops; drop < cfi_drops + DROP_COUNT; drop++)
        if (cfi_dropped(converted, drop) != 0)
            (void)fprintf(out, "  left out: %" PRIu64 " %s\n", cfi_dropped(converted, drop), drop->id);
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

/* Whether OUT took the counts: only then is the section written. */
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
            status = converted->by_limit[KIND_NONE].functions == converted->functions ? EXIT_ALL : EXIT_SOME;
    }
    if (options->cost)
        tool_input_print_cost(stderr, &file.input);
    cfi_file_close(&file);
    return status;
}

static int read_and_run(int count, char **words)
{
    struct options given = {.profile = (enum sfr_profile)(SFR_PROFILE_COUNT - 1)};
    struct command_option options[] = {
        {"profile", 'p', OPTION_PARSED, .to = &given.profile, .parse = tool_take_profile,
         .must = tool_profile_must},
        {"output", 'o', OPTION_TEXT, .to = &given.output},
        {"address", 'a', OPTION_ADDRESS, .to = &given.address},
        {"orc", .kind = OPTION_PERHAPS, .to = &given.orc, .parse = orc_take, .must = orc_must},
        {"json", .to = &given.json},
        {"cost", .to = &given.cost},
        {.name = NULL}};
    const struct command_line line = {
        program, "sframe-convert (sframe-conformance) " SFRAME_CONFORMANCE_VERSION, .options = options};
    const int status = command_line_read(&line, &count, &words);
    given.address_given = options[2].given;
    if (status != COMMAND_LINE_GO_ON)
        return status;
    if (count != 1)
        return command_line_wrong_use(program, count == 0 ? "no file is named" : "more than one file");
    return run(&given, words[0]);
}

int main(int count, char **arguments)
{
    return standard_run(program, read_and_run, count, arguments);
}
