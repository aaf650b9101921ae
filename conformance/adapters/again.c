/*
 * For LD_PRELOAD: a program that is run many times is loaded once.  Where its main() would begin it waits,
 * and for each byte on descriptor QUESTIONS a copy of it, made by fork(), runs main() to its end; how that
 * ended, as waitpid() says, goes to descriptor ANSWERS.  So each run begins from the same state, and nothing
 * is left of those before.
 *
 * It waits if SFRAME_AGAIN is the last part of argv[0]: not if it is a script's shell on the way to the
 * program.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
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

/* Who asked may die at any time, and nobody would end what never ends. */
static void die_with_parent(pid_t parent)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
}

static int wait_and_run(int argc, char **argv, char **environment)
{
    char question;
    const pid_t own = getpid();
    int status = 0;
    die_with_parent(getppid());
    if (write(ANSWERS, &status, sizeof status) != sizeof status) /* it is there */
        return program(argc, argv, environment);
    while (read(QUESTIONS, &question, sizeof question) == sizeof question) {
        const pid_t child = fork();
        if (child == 0) {
            die_with_parent(own);
            (void)close(QUESTIONS);
            (void)close(ANSWERS);
            return program(argc, argv, environment);
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
