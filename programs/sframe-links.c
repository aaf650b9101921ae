/* sframe-links: the command line. */
#include "../common/bounded.h"
#include "../common/command_line.h"
#include "../common/safe_text.h"
#include "../common/standard.h"
#include "exports/arguments.h"
#include "exports/export_place.h"
#include "links/link_emitter.h"

#include <stdlib.h>
#include <string.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_TROUBLE = 2 };

static const char program[] = "sframe-links";

struct options {
    struct link_selection selection;
    const char *output;
    bool list, shows;
};

/* Numbers of parts with commas between them. */
static bool take_without(void *to, const char *text)
{
    bool *const without = to;
    do {
        char word[8];
        uint64_t part;
        const size_t size = strcspn(text, ",");
        (void)snprintf(word, sizeof word, "%.*s", (int)(size < sizeof word ? size : sizeof word), text);
        if (!command_line_number(word, &part) || part >= MAX_LINK_PARTS)
            return false;
        without[part] = true;
        text += size + 1;
    } while (text[-1] == ',');
    return true;
}

static int complain_of(const struct options *options, const char *fault)
{
    safe_complain(program, "%s", fault);
    return options->selection.read != NULL ? EXIT_TROUBLE : EXIT_FAILED;
}

static int write_links(const struct options *options)
{
    static struct link_emitter emitter, trial;
    static struct outlet outlet;
    if (options->selection.read != NULL && !gen_run_links(&trial, &options->selection, NULL))
        return complain_of(options, trial.fault); /* before the first link is written */
    if (!gen_outlet_open(&outlet, program, options->output, false))
        return EXIT_TROUBLE;
    emitter.shows = options->shows;
    int status = EXIT_DONE;
    if (!gen_run_links(&emitter, &options->selection, &outlet)) {
        status = complain_of(options, emitter.fault);
    } else if (emitter.emitted == 0) {
        safe_complain(program, "nothing is selected: no link fits all of these options; --list has families");
        status = EXIT_FAILED;
    }
    return gen_outlet_end(&outlet, status);
}

/* The links of a text. */
static int read_links(struct options *options)
{
    struct link_selection *const selection = &options->selection;
    const bool is_input = strcmp(selection->read, "-") == 0;
    uint8_t *lines = NULL;
    const bool read =
        bounded_read(BOUNDED_NOTATION, is_input ? NULL : selection->read, &lines, &selection->length);
    selection->read = is_input ? "standard input" : selection->read;
    selection->lines = (const char *)lines;
    if (!read)
        safe_complain(program, "%s: %s", selection->read, bounded_trouble());
    const int status = read ? write_links(options) : EXIT_TROUBLE;
    free(lines);
    return status;
}

static int run(int count, char **words)
{
    struct options given = {.selection = {.abi = -1, .profile = -1}};
    struct link_selection *const selection = &given.selection;
    uint64_t broken = 0;
    struct command_option options[] = {
        {"abi", 'a', OPTION_PARSED, .to = &selection->abi, .parse = gen_take_abi, .must = gen_abi_must},
        {"profile", 'p', OPTION_PARSED, .to = &selection->profile, .parse = gen_take_profile,
         .must = gen_profile_must},
        {"family", 'f', OPTION_PARSED, .to = &selection->family, .parse = gen_take_link_family,
         .must = gen_family_must},
        {"select", 's', OPTION_PARSED, .to = &selection->select, .parse = gen_take_pattern,
         .must = gen_pattern_must, .many = true},
        {"core", .to = &selection->core},
        {"broken", .kind = OPTION_NUMBER, .to = &broken, .least = 1, .most = UINT32_MAX},
        {"without", .kind = OPTION_PARSED, .to = selection->without, .parse = take_without,
         .must = "numbers of parts with commas between them", .many = true},
        {"seed", .kind = OPTION_NUMBER, .to = &selection->seed},
        {"read", .kind = OPTION_TEXT, .to = &selection->read},
        {"output", 'o', OPTION_TEXT, .to = &given.output},
        {"list", .to = &given.list},
        {.name = NULL}};
    const struct command_line line = {program, "sframe-links " SFRAME_CONFORMANCE_VERSION,
                                      .options = options};
    const int status = command_line_read(&line, &count, &words);
    selection->broken = (uint32_t)broken;
    if (status != COMMAND_LINE_GO_ON)
        return status;
    given.shows = count == 2 && strcmp(words[0], "show") == 0;
    if (count > 0 && !given.shows)
        return command_line_wrong_use(program, "takes no arguments but show ID: %s", words[0]);
    if (given.shows && !gen_take_pattern(&selection->select, words[1]))
        return command_line_wrong_use(program, "show: too many patterns");
    if ((broken != 0 || selection->read != NULL) && (selection->core || selection->family != NULL))
        return command_line_wrong_use(program, "--broken and --read go with no family and no core");
    if (broken != 0 && selection->read != NULL)
        return command_line_wrong_use(program, "--broken goes without --read");
    if (given.list) {
        gen_list_link_families(stdout);
        return EXIT_DONE;
    }
    return selection->read != NULL ? read_links(&given) : write_links(&given);
}

int main(int count, char **arguments)
{
    return standard_run(program, run, count, arguments);
}
