/* zoo-ld: the linker of conformance/zoo/writers/, right or with a bug that --bug names. */
#include "../common/command_line.h"
#include "../common/standard.h"
#include "bug.h"
#include "linker.h"

#include <string.h>

enum { EXIT_DONE = 0, EXIT_REFUSED = 1, EXIT_TROUBLE = 2 };

static const char program[] = "zoo-ld";

static const char help[] =
    "usage: zoo-ld [OPTIONS] -o FILE OBJECT...\n"
    "\n"
    "Links ELF objects, and merges their .sframe sections.  There are no libraries and scripts; what is not\n"
    "known is refused.\n"
    "\n"
    "  -o FILE            where to write\n"
    "  -r                 another object\n"
    "  -shared, -pie      code for any address; without them, and by -static, for one\n"
    "  -e NAME            the entry\n"
    "  --gc-sections      without the sections that nothing leads to\n"
    "  -z now, -z ibtplt  procedure linkage tables that are filled in at start-up; with marks for jumps "
    "(AMD64)\n"
    "  --bug NAME         with one mistake: it is for finding out whether tests notice (zoo-as --list)\n"
    "  --help             this text\n"
    "\n"
    "Options of other linkers that change nothing here are passed over: other -z WORD, --icf=WORD, "
    "--no-dynamic-linker,\n"
    "--build-id, -O2, --hash-style=gnu.\n"
    "\n"
    "Exit status: 0 linked; 1 refused; 2 usage.\n";

/* How many words the option takes; 0: it is none. */
static int take_word(struct linker *linker, char **words, int left)
{
    const int taken = link_take_option(linker, (const char *const *)words, left);
    return taken != 0 || left < 2 || strcmp(words[0], "--bug") != 0 || !bug_switch_on(words[1]) ? taken : 2;
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

static int run(int argc, char **argv)
{
    struct linker linker = {.abi = NULL};
    int count = 0;
    for (int i = 1; i < argc;) {
        if (strcmp(argv[i], "--help") == 0) {
            (void)fputs(help, stdout);
            return EXIT_DONE;
        }
        const int taken = argv[i][0] == '-' ? take_word(&linker, &argv[i], argc - i) : 0;
        if (taken == 0 && argv[i][0] == '-')
            return wrong_option(argv[i], argv[i + 1]);
        if (taken == 0)
            argv[count++] = argv[i++]; /* what is read stands in front */
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
