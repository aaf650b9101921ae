/* sframe-ref: the oracle on the command line. */
#include "options.h"
#include "printing.h"
#include "scenario.h"
#include "../common/command_line.h"
#include "../common/standard.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_VALID = 0, EXIT_BREACH = 1, EXIT_TROUBLE = 2 };

static const char program[] = "sframe-ref";
static const char program_version[] = "sframe-ref " SFRAME_CONFORMANCE_VERSION;

/* --- Arguments ----------------------------------------------------------------------------------------- */

static bool take_colour(void *to, const char *text)
{
    const bool never = strcmp(text, "never") == 0, automatic = strcmp(text, "auto") == 0;
    const char *const refused = getenv("NO_COLOR");
    const bool wanted = isatty(STDOUT_FILENO) && (refused == NULL || refused[0] == '\0');
    *(bool *)to = !never && (!automatic || wanted);
    return never || automatic || strcmp(text, "always") == 0;
}

/* Reads the options behind a command.  Returns what command_line_read() returns. */
static int read_options(int *count, char ***words, struct request *request)
{
    static const char when[] = "auto, always or never";
    bool *const colour = &request->colour;
    struct command_option options[] = {
        {"profile", 'p', OPTION_PARSED, .to = &request->profile, .parse = tool_take_profile,
         .must = tool_profile_must},
        {"address", 'a', OPTION_ADDRESS, .to = &request->address},
        {"annotate", .to = &request->annotate},
        {"notation", .to = &request->notation},
        {"colour", .kind = OPTION_PARSED, .to = colour, .parse = take_colour, .must = when},
        {"color", .kind = OPTION_PARSED, .to = colour, .parse = take_colour, .must = when},
        {"json", .to = &request->json},
        {"cost", .to = &request->cost},
        {.name = NULL}};
    const struct command_line line = {program, program_version, .options = options};
    *request = (struct request){.profile = SFR_PROFILE_BY_VERSION};
    (void)take_colour(colour, "auto");
    const int status = command_line_read(&line, count, words);
    request->address_given = options[1].given;
    if (status == COMMAND_LINE_GO_ON && request->notation && (request->annotate || request->json))
        return command_line_wrong_use(program,
                                      "--notation: not with --annotate or --json, as a dump has one form");
    return status;
}

/* --- Commands on sections ------------------------------------------------------------------------------ */

/* A command on a section gives NULL, or why it could not be done. */
static const char too_many_rows[] =
    "functions share rows, and to print each one's would take more than 16 rows for each byte of the "
    "section; `sframe-ref check` judges it all the same";

static const char *do_decode(const struct subject *subject)
{
    if (!tool_subject_rows_fit(subject))
        return too_many_rows;
    tool_print_model(subject);
    return NULL;
}

static const char *do_dump(const struct subject *subject)
{
    if (subject->request->annotate && subject->request->json) {
        struct json json = tool_json_line(stdout);
        const bool printed = tool_json_fields(&json, subject);
        tool_json_line_end(&json);
        return printed ? NULL : tool_out_of_memory;
    }
    if (subject->request->notation)
        return tool_print_notation(stdout, subject, NULL);
    if (subject->request->annotate)
        return tool_print_annotated(subject) ? NULL : tool_out_of_memory;
    if (!tool_subject_rows_fit(subject))
        return too_many_rows;
    tool_print_dump(subject);
    return NULL;
}

static const char *do_check(const struct subject *subject)
{
    if (subject->request->json)
        tool_print_check_json(subject);
    else
        tool_print_check_line(subject);
    return NULL;
}

static void keep_malformed(void *context, const struct sfr_violation *violation)
{
    struct sfr_violation *const kept = context;
    if (violation->severity == SFR_MALFORMED)
        *kept = *violation;
}

static const char *do_flip(const struct subject *subject)
{
    const struct source *const source = subject->source;
    struct sfr_violation why = {.clause = SFR_CLAUSE_NONE};
    uint8_t *const out = malloc(source->size + (source->size == 0));
    if (out == NULL)
        return tool_out_of_memory;
    if (sfr_flip(source->bytes, source->size, subject->section.profile, out, subject->scratch,
                 subject->scratch_size, &(struct sfr_report){keep_malformed, &why})) {
        (void)fwrite(out, 1, source->size, stdout);
    } else {
        (void)fprintf(stderr,
                      "sframe-ref: cannot flip: %s at offset 0x%llx: ", sfr_clause_text(why.clause)->id,
                      (unsigned long long)why.offset);
        tool_print_violation_words(stderr, &why);
        (void)fputc('\n', stderr);
    }
    free(out);
    return NULL;
}

static int for_each_section(const struct request *request, const char *path,
                            const char *(*command)(const struct subject *subject))
{
    struct input input;
    int status = EXIT_VALID;
    if (!tool_input_open(&input, path))
        return EXIT_TROUBLE;
    for (size_t i = 0; i < input.count && status != EXIT_TROUBLE; i++) {
        struct subject subject = {
            .request = request, .source = &input.sources[i], .several = input.count > 1};
        const char *const trouble =
            tool_subject_begin(&subject, true) ? command(&subject) : tool_out_of_memory;
        if (trouble != NULL) {
            (void)tool_input_fail(&input, "%s", trouble);
            status = EXIT_TROUBLE;
        } else if (subject.verdict != SFR_VALID) {
            status = EXIT_BREACH;
        }
        tool_subject_end(&subject);
    }
    if (request->cost)
        tool_input_print_cost(stderr, &input);
    tool_input_close(&input);
    return status;
}

/* --- Lookup -------------------------------------------------------------------------------------------- */

/* Prints the answer of the first section that has the PC; if none has, the answer that says most. */
static bool look_up_all(struct subject *subjects, size_t count, uint64_t pc)
{
    struct json json = tool_json_line(stdout);
    struct sfr_answer best = {.found = SFR_NO_FUNCTION};
    size_t chosen = 0;
    for (size_t i = 0; i < count && best.found > SFR_OUTERMOST; i++) {
        struct sfr_answer answer;
        tool_subject_look_up(&subjects[i], pc, &answer);
        if (answer.found <= SFR_OUTERMOST || answer.found > best.found) {
            best = answer;
            chosen = i;
        }
    }
    tool_json_answer(&json, &subjects[chosen], pc, &best);
    tool_json_line_end(&json);
    return best.found != SFR_ERROR;
}

static int lookup(const struct request *request, char **arguments, int count)
{
    const char *const path = arguments[0];
    char **const pcs = arguments + 1;
    const int pc_count = count - 1;
    struct input input;
    uint64_t pc;
    for (int i = 0; i < pc_count; i++)
        if (!command_line_address(pcs[i], &pc))
            return command_line_wrong_use(
                program, "not a PC (decimal, or hexadecimal with 0x, up to 64 bits): %s", pcs[i]);
    if (!tool_input_open(&input, path))
        return EXIT_TROUBLE;
    struct subject *const subjects = calloc(input.count, sizeof *subjects);
    int status = subjects != NULL ? EXIT_VALID : EXIT_TROUBLE;
    for (size_t i = 0; i < input.count && subjects != NULL; i++) {
        subjects[i] =
            (struct subject){.request = request, .source = &input.sources[i], .several = input.count > 1};
        (void)tool_subject_begin(&subjects[i], false);
        sfr_survey(&subjects[i].section);
        if (subjects[i].opened != SFR_VALID)
            status = EXIT_BREACH;
    }
    for (int i = 0; i < pc_count && subjects != NULL; i++) {
        (void)command_line_address(pcs[i], &pc);
        if (!look_up_all(subjects, input.count, pc))
            status = EXIT_BREACH;
    }
    if (subjects == NULL)
        (void)tool_input_fail(&input, "%s", tool_out_of_memory);
    free(subjects);
    if (request->cost)
        tool_input_print_cost(stderr, &input);
    tool_input_close(&input);
    return status;
}

/* --- Unwinding ----------------------------------------------------------------------------------------- */

static bool print_unwind(const struct scenario *scenario)
{
    struct json json = tool_json_line(stdout);
    const bool answered = tool_json_unwind(&json, scenario);
    tool_json_line_end(&json);
    return answered;
}

static int unwind(const struct request *request, char **paths, int count)
{
    (void)request;
    for (int i = 0; i < count; i++)
        if (!tool_scenarios_visit(paths[i], print_unwind))
            return EXIT_TROUBLE;
    return EXIT_VALID;
}

/* --- Clauses ------------------------------------------------------------------------------------------- */

static void clause_json(struct json *json, const struct sfr_clause_text *text)
{
    tool_json_begin(json, NULL, '{');
    tool_json_text(json, "id", text->id);
    tool_json_text(json, "subject", sfr_subject_name(text->subject));
    tool_json_text(json, "strength", sfr_strength_name(text->strength));
    tool_json_begin(json, "sections", '{');
    for (int i = 0; i < SFR_PROFILE_COUNT; i++)
        if (text->sections[i] != NULL)
            tool_json_text(json, sfr_profile_name((enum sfr_profile)i), text->sections[i]);
    tool_json_end(json, '}');
    tool_json_text(json, "words", text->words);
    tool_json_end(json, '}');
}

static int clauses(const struct request *request, char **arguments, int count)
{
    (void)arguments;
    (void)count;
    struct json json = {stdout, false};
    if (request->json)
        tool_json_begin(&json, NULL, '[');
    for (int clause = SFR_CLAUSE_NONE + 1; clause < SFR_CLAUSE_END; clause++)
        if (request->json)
            clause_json(&json, sfr_clause_text((enum sfr_clause)clause));
        else {
            const struct sfr_clause_text *text = sfr_clause_text((enum sfr_clause)clause);
            (void)printf("%-28s %-9s %-8s", text->id, sfr_subject_name(text->subject),
                         sfr_strength_name(text->strength));
            for (int i = 0; i < SFR_PROFILE_COUNT; i++)
                (void)printf(" %-4s", text->sections[i] != NULL ? sfr_profile_name((enum sfr_profile)i) : "");
            (void)printf("  %s\n", text->words);
        }
    if (request->json) {
        tool_json_end(&json, ']');
        (void)putchar('\n');
    }
    return EXIT_VALID;
}

/* --- Dispatch ------------------------------------------------------------------------------------------ */

static const struct command {
    const char *name;
    int least, most; /* arguments after the options */
    const char *(*section)(const struct subject *subject);
    int (*run)(const struct request *request, char **arguments, int count); /* if not section by section */
} commands[] = {{"decode", 1, 1, do_decode, NULL},    {"dump", 1, 1, do_dump, NULL},
                {"check", 1, 1, do_check, NULL},      {"flip", 1, 1, do_flip, NULL},
                {"lookup", 2, 1 << 30, NULL, lookup}, {"unwind", 1, 1 << 30, NULL, unwind},
                {"clauses", 0, 0, NULL, clauses}};

static int run(const struct command *command, int count, char **words)
{
    struct request request;
    const int status = read_options(&count, &words, &request);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    if (count < command->least)
        return command_line_wrong_use(program, count == 0 ? "%s: no FILE is named" : "%s: no PC is given",
                                      command->name);
    if (count > command->most)
        return command_line_wrong_use(program, "one argument too many: %s", words[command->most]);
    if (command->section != NULL)
        return for_each_section(&request, words[0], command->section);
    return command->run(&request, words, count);
}

static int dispatch(int count, char **words)
{
    struct request request;
    for (size_t i = 0; count > 1 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(words[1], commands[i].name) == 0)
            return run(&commands[i], count - 1, words + 1);
    if (count > 1 && strcmp(words[1], "help") == 0)
        words[1] = "--help";
    if (count > 1 && words[1][0] != '-')
        return command_line_wrong_use(program, "unknown command: %s", words[1]);
    const char *const first = count > 1 ? words[1] : "";
    const int status = read_options(&count, &words, &request);
    return status == COMMAND_LINE_GO_ON ? command_line_wrong_use(program, "no command is given%s%s",
                                                                 first[0] != '\0' ? " before " : "", first)
                                        : status;
}

int main(int argc, char **argv)
{
    return standard_run(program, dispatch, argc, argv);
}
