/* sframe-programs: the command line. */
#include "../common/bounded.h"
#include "../common/command_line.h"
#include "../common/safe_text.h"
#include "../common/standard.h"
#include "exports/arguments.h"
#include "exports/export_place.h"
#include "programs/program_emitter.h"
#include "programs/show.h"

#include <string.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_TROUBLE = 2, MOST_FUNCTIONS = 10000000 };

static const char program[] = "sframe-programs";

struct options {
    struct program_selection selection;
    const char *output, *read;
    bool list;
};

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

static int complain_of(const struct options *options, const struct program_emitter *emitter)
{
    if (emitter->line != 0)
        safe_complain(program, "%s: line %lu: %s", options->read, emitter->line, emitter->fault);
    else if (options->read != NULL)
        safe_complain(program, "%s: %s", options->read, emitter->fault);
    else
        safe_complain(program, "%s", emitter->fault);
    return options->read != NULL ? EXIT_TROUBLE : EXIT_FAILED;
}

static int write_programs(const struct options *options)
{
    static struct program_emitter emitter;
    static struct outlet outlet;
    int status = EXIT_DONE;
    if (!gen_outlet_open(&outlet, program, options->output, false))
        return EXIT_TROUBLE;
    if (options->selection.ids != NULL) {
        emitter.take = gen_show_program;
        emitter.into = &emitter.text;
    }
    if (!emit(&emitter, options, &outlet)) {
        status = complain_of(options, &emitter);
    } else if (emitter.emitted == 0) {
        safe_complain(program,
                      "nothing is selected: no function fits all of these options; --list has families");
        status = EXIT_FAILED;
    } else {
        gen_text_drain(&emitter.text);
    }
    return gen_outlet_end(&outlet, status);
}

/* Why the options do not go together, or NULL. */
static const char *disagreement(const struct options *given)
{
    const struct program_selection *const selection = &given->selection;
    if (selection->functions != 0 &&
        (selection->core || selection->family != NULL || selection->select.count != 0 || selection->ids != NULL))
        return "--functions goes with no family, selection, show or core";
    if (given->read != NULL &&
        (selection->abi < 0 || selection->family != NULL || selection->functions != 0))
        return "--read needs --abi, and knows no --family";
    return NULL;
}

static int run(int count, char **words)
{
    struct options given = {.selection.abi = -1};
    struct program_selection *const selection = &given.selection;
    struct command_option options[] = {
        {"abi", 'a', OPTION_PARSED, .to = &selection->abi, .parse = gen_take_abi, .must = gen_abi_must},
        {"family", 'f', OPTION_PARSED, .to = &selection->family, .parse = gen_take_program_family,
         .must = gen_family_must},
        {"select", 's', OPTION_PARSED, .to = &selection->select, .parse = gen_take_pattern,
         .must = gen_pattern_must, .many = true},
        {"core", .to = &selection->core},
        {"functions", .kind = OPTION_NUMBER, .to = &selection->functions, .least = 1, .most = MOST_FUNCTIONS},
        {"seed", .kind = OPTION_NUMBER, .to = &selection->seed},
        {"read", .kind = OPTION_TEXT, .to = &given.read},
        {"output", 'o', OPTION_TEXT, .to = &given.output},
        {"list", .to = &given.list},
        {.name = NULL}};
    const struct command_line line = {program, "sframe-programs " SFRAME_CONFORMANCE_VERSION,
                                      .options = options};
    const int status = command_line_read(&line, &count, &words);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    const bool shows = count == 2 && strcmp(words[0], "show") == 0;
    if (count > 0 && !shows)
        return command_line_wrong_use(program, "takes no arguments but show ID: %s", words[0]);
    selection->ids = shows ? words[1] : NULL;
    if (disagreement(&given) != NULL)
        return command_line_wrong_use(program, "%s", disagreement(&given));
    if (!given.list)
        return write_programs(&given);
    gen_list_program_families(stdout);
    return EXIT_DONE;
}

int main(int count, char **arguments)
{
    return standard_run(program, run, count, arguments);
}
