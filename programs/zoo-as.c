/* zoo-as: the assembler of conformance/zoo/writers/, right or with a bug that --bug names. */
#include "../common/bounded.h"
#include "../common/command_line.h"
#include "../common/standard.h"
#include "assembler.h"
#include "bug.h"

#include <string.h>

enum { EXIT_DONE = 0, EXIT_REFUSED = 1, EXIT_TROUBLE = 2 };

static const char program[] = "zoo-as";

struct options {
    const char *output;
    bool list, differ;
};

static bool take_abi(void *to, const char *text)
{
    const struct abi *const abi = abi_of_name(text);
    *(const struct abi **)to = abi;
    return abi != NULL;
}

static int assemble(const struct options *options, struct unit *unit)
{
    FILE *const file = bounded_open(BOUNDED_ASSEMBLY, unit->path);
    if (file == NULL) {
        (void)fprintf(stderr, "zoo-as: cannot read %s: %s\n", unit->path, bounded_trouble());
        return EXIT_TROUBLE;
    }
    struct sframe sframe = {.entry_count = 0};
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
    const bool wanted = read && unit->errors == 0;
    const bool written = wanted && write_object(unit, has_sframe ? &sframe : NULL, options->output);
    return !read || (wanted && !written) ? EXIT_TROUBLE : unit->errors != 0 ? EXIT_REFUSED : EXIT_DONE;
}

static int run(int count, char **words)
{
    struct options given = {.list = false};
    struct unit unit = {.abi = abi_of_name("amd64")};
    uint64_t version = 3;
    struct command_option options[] = {
        {"output", 'o', OPTION_TEXT, .to = &given.output},
        {"abi", 'a', OPTION_PARSED, .to = &unit.abi, .parse = take_abi,
         .must = "amd64, aarch64, aarch64_be or s390x"},
        {"version-of", .kind = OPTION_NUMBER, .to = &version, .least = 2, .most = 3},
        {"bug", .kind = OPTION_PARSED, .parse = bug_switch_on, .must = "one that --list names", .many = true},
        {"differ", .to = &given.differ},
        {"list", .to = &given.list},
        {.name = NULL}};
    const struct command_line line = {program, NULL, .options = options};
    const int status = command_line_read(&line, &count, &words);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    if (given.list) {
        bug_list(stdout);
        return EXIT_DONE;
    }
    if ((given.output == NULL && !given.differ) || count != 1)
        return command_line_wrong_use(program, "one SOURCE and -o OBJECT are needed");
    unit.version = version_of((unsigned)version);
    unit.path = words[0];
    return assemble(&given, &unit);
}

int main(int argc, char **argv)
{
    return standard_run(program, run, argc, argv);
}
