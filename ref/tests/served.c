/* sframe-ref as a server, for tests that ask it thousands of times: it is started once, and answers each command line in
 * a child of its own.  Under an emulator, to start a program takes longer than all that it does.
 *
 * A request: its number of strings, then these, each with a zero byte behind it: the files for standard input, output and
 * error, how much memory the child may have (0: as much as there is), the words of the command line.  The answer: a line
 * with the exit status, or a signal's number below zero.
 *
 * With REHEARSE in the place of the memory, the server itself carries out the command.  An emulator translates
 * code when it first runs, and a child inherits what its parent has translated: without rehearsals each child
 * translates all that it runs, which takes most of its time.
 *
 * Linked with --wrap=main, so that this main calls the program's own. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { INPUT, OUTPUT, ERROR, MEMORY, WORDS };
enum { BROKEN = 125, SECONDS = 60 };
static const char rehearse_word[] = "REHEARSE";

int __real_main(int argc, char **argv); // NOLINT: the linker's names
int __wrap_main(void);                  // NOLINT

static char *read_string(void)
{
    char *string = NULL;
    size_t room = 0;
    if (getdelim(&string, &room, 0, stdin) < 0) {
        free(string);
        return NULL;
    }
    return string;
}

static char **read_request(int *count)
{
    char *number = read_string();
    if (number == NULL)
        return NULL;
    *count = atoi(number);
    free(number);
    char **strings = calloc((size_t)*count + 1, sizeof *strings);
    for (int i = 0; strings != NULL && i < *count; i++)
        strings[i] = read_string();
    return strings;
}

static void redirect(int descriptor, const char *path)
{
    int file = open(path, descriptor == INPUT ? O_RDONLY : O_WRONLY);
    if (file < 0 || dup2(file, descriptor) < 0)
        _exit(BROKEN);
    close(file);
}

static _Noreturn void serve(char **strings, int count)
{
    const rlim_t limit = (rlim_t)strtoull(strings[MEMORY], NULL, 10);
    for (int descriptor = INPUT; descriptor <= ERROR; descriptor++)
        redirect(descriptor, strings[descriptor]);
    if (limit != 0 && setrlimit(RLIMIT_AS, &(struct rlimit){limit, limit}) != 0)
        _exit(BROKEN);
    alarm(SECONDS);
    exit(__real_main(count - WORDS, strings + WORDS));
}

/* As in a child, but what the program leaves behind is put back: it closes the stream of standard output. */
static int rehearse(char **strings, int count)
{
    FILE *const output = stdout;
    int kept[ERROR + 1];
    for (int descriptor = INPUT; descriptor <= ERROR; descriptor++) {
        kept[descriptor] = dup(descriptor);
        redirect(descriptor, strings[descriptor]);
    }
    if ((stdout = fdopen(dup(OUTPUT), "w")) == NULL)
        _exit(BROKEN);
    alarm(SECONDS);
    const int status = __real_main(count - WORDS, strings + WORDS);
    alarm(0);
    stdout = output;
    for (int descriptor = INPUT; descriptor <= ERROR; descriptor++) {
        (void)dup2(kept[descriptor], descriptor);
        (void)close(kept[descriptor]);
    }
    return status;
}

static int in_child(char **strings, int count)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0)
        serve(strings, count);
    if (child < 0 || waitpid(child, &status, 0) != child)
        _exit(BROKEN);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int __wrap_main(void)
{
    int count = 0;
    for (char **strings; (strings = read_request(&count)) != NULL; free(strings)) {
        const bool rehearsed = strcmp(strings[MEMORY], rehearse_word) == 0;
        printf("%d\n", rehearsed ? rehearse(strings, count) : in_child(strings, count));
        fflush(stdout);
        for (int i = 0; i < count; i++)
            free(strings[i]);
    }
    return 0;
}
