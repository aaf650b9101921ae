/* For LD_PRELOAD: loads a program once, and runs it many times.
 *
 * The program waits where its main() would begin.  For each question on descriptor QUESTIONS, it makes a copy of
 * itself by fork(), which runs main() to its end.  The status of the copy, as waitpid() gives it, goes to
 * descriptor ANSWERS.  So each run begins in the same state, and no run leaves anything to the next.
 *
 * A question is the number of bytes that follow, and these: the words of the command line, each with a NUL behind it.
 *
 * It waits only if SFRAME_AGAIN is the last part of argv[0], so not in a shell that starts the program from a
 * script. */
#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { QUESTIONS = 4, ANSWERS = 5 };

typedef int program_main(int, char **, char **);
typedef int starter(program_main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

starter start_again __asm__("__libc_start_main");

static program_main *program;
static char *bytes, **words; /* of a copy's command line */

/* The process that asks may die at any time; then this one must end, too. */
static void die_with_parent(pid_t parent)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
}

/* In the copy: main() gets the words of a question of so many bytes. */
static int run(char *name, char **environment, size_t size)
{
    int count = 1;
    bytes = calloc(size + 1, 1);
    words = calloc(size + 2, sizeof *words);
    if (bytes == NULL || words == NULL)
        _exit(EXIT_FAILURE);
    for (size_t at = 0; at < size;) {
        const ssize_t got = read(QUESTIONS, bytes + at, size - at);
        if (got <= 0)
            _exit(EXIT_FAILURE);
        at += (size_t)got;
    }
    words[0] = name;
    for (size_t at = 0; at < size; at += strlen(bytes + at) + 1)
        words[count++] = bytes + at;
    (void)close(QUESTIONS);
    (void)close(ANSWERS);
    return program(count, words, environment);
}

static int wait_and_run(int argc, char **argv, char **environment)
{
    uint32_t size;
    const pid_t own = getpid();
    int status = 0;
    die_with_parent(getppid());
    if (write(ANSWERS, &status, sizeof status) != sizeof status) /* reports that it waits */
        return program(argc, argv, environment);
    while (read(QUESTIONS, &size, sizeof size) == sizeof size) {
        const pid_t child = fork();
        if (child == 0) {
            die_with_parent(own);
            return run(argv[0], environment, size);
        }
        if (child < 0 || waitpid(child, &status, 0) != child ||
            write(ANSWERS, &status, sizeof status) != sizeof status)
            break;
    }
    _exit(EXIT_SUCCESS);
}

int start_again(program_main *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                void (*unload)(void), void *stack)
{
    const char *const wanted = getenv("SFRAME_AGAIN");
    const char *const slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    starter *real = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
    program = main;
    const bool waits = argc > 0 && wanted != NULL && strcmp(wanted, slash != NULL ? slash + 1 : argv[0]) == 0;
    return real(waits ? wait_and_run : main, argc, argv, init, fini, unload, stack);
}
