/* zoo-ld: the linker of conformance/zoo/writers/, right or with a bug that --bug names. */
#include "../common/command_line.h"
#include "../common/standard.h"
#include "bug.h"
#include "linker.h"

#include <string.h>

enum { EXIT_DONE = 0, EXIT_REFUSED = 1, EXIT_TROUBLE = 2 };

static const char program[] = "zoo-ld";

struct option {
    const char *word;
    bool *flag;
    const char **value; /* null, and FLAG too: the option changes nothing here */
};

/* Takes an option.  Returns how many words it has; 0: it is not known, or lacks its value. */
static int take_word(struct linker *linker, char **words, int left)
{
    const struct option options[] = {{"-r", &linker->relocatable, NULL},
                                     {"-shared", &linker->shared, NULL},
                                     {"--gc-sections", &linker->gc_sections, NULL},
                                     {"-znow", &linker->now, NULL},
                                     {"-zibtplt", &linker->ibt, NULL},
                                     {"-o", NULL, &linker->output},
                                     {"-e", NULL, &linker->entry},
                                     {"-pie", NULL, NULL},
                                     {"-static", NULL, NULL},
                                     {"--icf=all", NULL, NULL},
                                     {"--icf=safe", NULL, NULL},
                                     {"--no-dynamic-linker", NULL, NULL},
                                     {"--no-gc-sections", NULL, NULL},
                                     {"--build-id", NULL, NULL},
                                     {"-O2", NULL, NULL},
                                     {"--hash-style=gnu", NULL, NULL}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (strcmp(words[0], options[i].word) != 0 || (options[i].value != NULL && left < 2))
            continue;
        if (options[i].flag != NULL)
            *options[i].flag = true;
        if (options[i].value == NULL)
            return 1;
        *options[i].value = words[1];
        return 2;
    }
    if (left >= 2 && strcmp(words[0], "-z") == 0) {
        linker->now = linker->now || strcmp(words[1], "now") == 0;
        linker->ibt = linker->ibt || strcmp(words[1], "ibtplt") == 0;
        return 2;
    }
    return left >= 2 && strcmp(words[0], "--bug") == 0 && bug_switch_on(NULL, words[1]) ? 2 : 0;
}

static int wrong_option(const char *word, const char *value)
{
    const bool is_bug = strcmp(word, "--bug") == 0;
    if (is_bug && value != NULL)
        return command_line_wrong_use(program, "--bug %s: must be one that zoo-as --list names", value);
    if (is_bug || (strlen(word) == 2 && strchr("zoe", word[1]) != NULL))
        return command_line_wrong_use(program, "%s needs a value", word);
    return command_line_wrong_use(program, "unknown option: %s", word);
}

static bool link_all(struct linker *linker, char **paths, int count)
{
    /* One more input has the stubs that the linker makes. */
    linker->inputs = zeroed((size_t)count + 1, sizeof *linker->inputs);
    bool good = elf_version(EV_CURRENT) != EV_NONE;
    for (int i = 0; good && i < count; i++)
        good = link_read(linker, &linker->inputs[linker->input_count++], paths[i]);
    if (!good)
        return false;
    link_choose(linker);
    link_make_stubs(linker);
    if (!link_take_tables(linker))
        return false;
    link_describe_stubs(linker);
    return link_write(linker);
}

static int run(int argc, char **argv)
{
    struct linker linker = {.abi = NULL};
    int count = 0;
    for (int i = 1; i < argc;) {
        if (strcmp(argv[i], "--help") == 0) {
            (void)fputs(command_line_help(program), stdout);
            return EXIT_DONE;
        }
        const int taken = argv[i][0] == '-' ? take_word(&linker, &argv[i], argc - i) : 0;
        if (taken == 0 && argv[i][0] == '-')
            return wrong_option(argv[i], argv[i + 1]);
        if (taken == 0)
            argv[count++] = argv[i++]; /* objects move to the front */
        i += taken;
    }
    if (count == 0 || linker.output == NULL)
        return command_line_wrong_use(program, "at least one OBJECT and -o FILE are needed");
    return link_all(&linker, argv, count) ? EXIT_DONE : EXIT_REFUSED;
}

int main(int argc, char **argv)
{
    return standard_run(program, run, argc, argv);
}
