#include "test_files.h"

#include "../../../common/command_line.h"
#include "../assembly.h"
#include "../program_emitter.h"
#include "../sayable.h"
#include "exports/arguments.h"
#include "exports/export_place.h"

#include <inttypes.h>
#include <string.h>

enum { DONE = 0, FAILED = 1, TROUBLE = 2, TITLE = 256 };

struct request {
    struct program_selection selection;
    const struct tool_release *release;
    const char *to;
};

/* Why a function has no test. */
enum left_out {
    NOT_LEFT_OUT,
    MAY_BE_LEFT_OUT,
    MAY_BE_REFUSED,
    NO_BYTES,
    OTHER_ABI,
    OPEN,
    OPEN_SIZES,
    NOT_ASKED,
    ELSEWHERE,
    REASONS
};

static const char *const reasons[REASONS] = {
    [MAY_BE_LEFT_OUT] = "an assembler need not say them, though it could",
    [MAY_BE_REFUSED] = "an assembler may refuse them",
    [NO_BYTES] = "they have no bytes",
    [OTHER_ABI] = "this release writes no SFrame for their ABI",
    [OPEN] = "the texts leave open what is right",
    [OPEN_SIZES] = "the assembler chooses sizes of their code",
    [NOT_ASKED] = "they do not ask for SFrame",
    [ELSEWHERE] = "they do not stand at the start of .text",
};

struct test_writer {
    const struct test_format *format;
    const struct tool_release *release;
    struct outlet outlet;
    uint64_t written, left_out[REASONS];
};

/* --- What formats share --------------------------------------------------------------------------------- */

bool gen_may_begin_row(const struct test_case *test, uint64_t from, uint64_t *at)
{
    uint64_t begin = 0;
    for (unsigned i = 0; i < test->program->step_count; i++) {
        if (test->program->steps[i].kind != STEP_CODE)
            continue;
        if (begin >= from) {
            *at = begin;
            return true;
        }
        begin += (uint64_t)test->program->steps[i].offset;
    }
    return false;
}

bool gen_ends_with_directive(const struct test_case *test)
{
    const struct program *const program = test->program;
    return program->step_count != 0 && program->steps[program->step_count - 1].kind != STEP_CODE;
}

void gen_write_title(FILE *file, const struct test_case *test)
{
    fprintf(file, "%s %s: %s", abi_name(test->abi), test->family, test->program->about);
}

void gen_write_source(FILE *file, const struct test_case *test)
{
    char buffer[1 << 14];
    struct text text;
    gen_text_init(&text, buffer, sizeof buffer);
    gen_write_unit_head(&text, GEN_SECTIONS);
    gen_write_program(&text, test->abi, test->name, test->program, false);
    fputs(gen_text_c(&text), file);
}

/* ABI/FAMILY/ABOUT, of characters that shells and make leave alone. */
static void write_path(struct text *path, const struct test_case *test)
{
    static const char kept[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-,";
    gen_text_format(path, "%s/%s/", abi_name(test->abi), test->family);
    for (const char *at = test->program->about; *at != '\0'; at++)
        if (strchr(kept, *at) != NULL)
            gen_text_char(path, *at);
        else if (*at == ' ')
            gen_text_char(path, '_');
}

/* --- Tests ---------------------------------------------------------------------------------------------- */

static bool write_file(struct outlet *outlet, const char *name, const char *ending,
                       void (*write)(FILE *file, const struct test_case *test), const struct test_case *test)
{
    FILE *const file = gen_outlet_file(outlet, name, ending);
    if (file == NULL)
        return false;
    write(file, test);
    return gen_outlet_close_file(outlet, file, name);
}

/* Why the function has no test for any release. */
static enum left_out why_never(const struct program_emitter *emitter, const struct truth *truth)
{
    const struct program *const program = &emitter->program;
    if (!emitter->wants_sframe)
        return NOT_ASKED;
    if (program->section != IN_TEXT_AS_IT_IS || program->behind != 0)
        return ELSEWHERE;
    if (truth->contested != NULL)
        return OPEN;
    return truth->by_labels ? OPEN_SIZES : program->meaningless ? MAY_BE_REFUSED : NOT_LEFT_OUT;
}

static enum left_out why_left_out(const struct tool_release *release, const struct test_case *test)
{
    if ((release->abis & 1U << test->abi) == 0)
        return OTHER_ABI;
    if (test->truth->size == 0)
        return NO_BYTES;
    if (gen_may_refuse(test->program, test->truth))
        return MAY_BE_REFUSED;
    const bool flexible = (release->flexible & 1U << test->abi) != 0;
    return test->said && gen_may_leave_out(release->profile, test->abi, flexible, test->program)
               ? MAY_BE_LEFT_OUT
               : NOT_LEFT_OUT;
}

static void take(void *into, const struct program_emitter *emitter, const struct truth *truth)
{
    struct test_writer *const writer = into;
    const struct test_format *const format = writer->format;
    const struct test_case test = {
        .release = writer->release,
        .abi = emitter->abi,
        .family = emitter->family,
        .name = "f0",
        .program = &emitter->program,
        .truth = truth,
        .said = gen_can_say(writer->release->profile, emitter->abi, truth),
    };
    const enum left_out never = why_never(emitter, truth);
    const enum left_out why = never != NOT_LEFT_OUT ? never : why_left_out(writer->release, &test);
    char path_buffer[TITLE];
    struct text path;
    if (writer->outlet.trouble[0] != '\0')
        return;
    if (why != NOT_LEFT_OUT) {
        writer->left_out[why]++;
        return;
    }
    gen_text_init(&path, path_buffer, sizeof path_buffer);
    write_path(&path, &test);
    for (unsigned i = 0; i < sizeof format->write / sizeof *format->write && format->write[i] != NULL; i++)
        if (!write_file(&writer->outlet, gen_text_c(&path), format->endings[i], format->write[i], &test))
            return;
    writer->written++;
}

static bool write_once(struct test_writer *writer)
{
    FILE *const file = gen_outlet_file(&writer->outlet, writer->format->once, "");
    if (file == NULL)
        return false;
    fputs(writer->format->once_text, file);
    return gen_outlet_close_file(&writer->outlet, file, writer->format->once);
}

static void print_counts(const struct test_writer *writer)
{
    printf("%" PRIu64 " functions have a test\n", writer->written);
    for (unsigned i = 0; i < REASONS; i++)
        if (writer->left_out[i] != 0)
            printf("%" PRIu64 " have none: %s\n", writer->left_out[i], reasons[i]);
}

static int write_tests(const struct test_format *format, const struct request *request)
{
    static struct program_emitter emitter;
    static struct test_writer writer;
    writer.format = format;
    writer.release = request->release;
    if (!gen_outlet_open(&writer.outlet, gen_program, request->to, true))
        return TROUBLE;
    emitter.take = take;
    emitter.into = &writer;
    const bool done = gen_run_programs(&emitter, &request->selection, NULL);
    const bool in_trouble = writer.outlet.trouble[0] != '\0';
    const bool failed = !in_trouble && (!done || writer.written == 0);
    if (failed)
        gen_complain(done ? "no function that is selected gets a test" : emitter.fault, "");
    else if (!in_trouble)
        (void)write_once(&writer);
    const int status = gen_outlet_end(&writer.outlet, failed ? FAILED : DONE);
    if (status == DONE)
        print_counts(&writer);
    return status;
}

/* --- The command line ----------------------------------------------------------------------------------- */

static const struct tool_release *release_named(const struct test_format *format, const char *name)
{
    for (const struct tool_release *release = format->releases; release->name != NULL; release++)
        if (strcmp(release->name, name) == 0)
            return release;
    return NULL;
}

int gen_write_test_files(const struct test_format *format, int count, char **words)
{
    struct request request = {.selection.abi = -1};
    const char *release = format->releases[0].name;
    struct program_selection *const selection = &request.selection;
    struct command_option options[] = {
        {"abi", .kind = OPTION_PARSED, .to = &selection->abi, .parse = gen_take_abi, .must = gen_abi_must},
        {"family", .kind = OPTION_PARSED, .to = &selection->family, .parse = gen_take_program_family,
         .must = gen_family_must},
        {"for", .kind = OPTION_TEXT, .to = &release},
        {"to", .kind = OPTION_PARSED, .to = &request.to, .parse = gen_take_path, .must = gen_path_must},
        {"seed", .kind = OPTION_NUMBER, .to = &selection->seed},
        {"select", .kind = OPTION_PARSED, .to = &selection->select, .parse = gen_take_pattern,
         .must = gen_pattern_must, .many = true},
        {.name = NULL}};
    const int status = gen_read_options(options, &count, &words);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    if (count > 0 || request.to == NULL)
        return command_line_wrong_use(gen_program, "%s %s", format->name,
                                      count > 0 ? "takes no arguments" : "needs --to FOLDER");
    request.release = release_named(format, release);
    if (request.release == NULL)
        return command_line_wrong_use(gen_program, "--for %s: must be a release that --help names", release);
    return write_tests(format, &request);
}
