/* main() for a target without an engine: runs it on files, and on every file of folders. */
#include "files.h"
#include "law.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char usage[] =
    "usage: TARGET [--speed] FILE|FOLDER...\n"
    "\n"
    "Runs the target once on nothing, as engines do, and on each file, also of the folders and theirs,\n"
    "in the order of their names, and says how many there were. An input that breaks a law, or that a "
    "sanitizer stops, is named last.\n"
    "\n"
    "With --speed it runs them again for two seconds of the processor, and says how many ran in one.\n"
    "\n"
    "Exit status: 0 all inputs kept all laws; 2 usage, no input, or one that cannot be read; else as the\n"
    "sanitizer or the signal says.\n";

/* A target need not have LLVMFuzzerInitialize. */
#pragma weak LLVMFuzzerInitialize

static const char *running = ""; /* for the message of a crash */

/* Prints the input's name.  Called by a signal handler, so it may only use write(). */
static void name_input(void)
{
    if (running[0] == '\0')
        return;
    (void)!write(STDERR_FILENO, "input: ", 7);
    (void)!write(STDERR_FILENO, running, strlen(running));
    (void)!write(STDERR_FILENO, "\n", 1);
}

static void on_signal(int number)
{
    name_input();
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

/* A function of the sanitizers, which is null without one. */
// NOLINTNEXTLINE(clang-diagnostic-reserved-identifier): it is theirs
extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

/* Whether all output was written; if not, the program fails. */
static bool ended(void)
{
    const bool written = fflush(stdout) == 0 && ferror(stdout) == 0;
    if (!written)
        (void)fputs("standard output cannot be written\n", stderr);
    return written;
}

static void run(const struct files *inputs)
{
    running = "nothing";
    (void)LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (size_t i = 0; i < inputs->count; i++) {
        const struct file *const input = &inputs->list[i];
        uint8_t *const exact = fuzz_block(input->bytes, input->size);
        running = input->path;
        (void)LLVMFuzzerTestOneInput(exact, input->size);
        running = "";
        free(exact);
    }
}

/* How many inputs run in a second of the processor, after a first time, which sets up more than others do. */
static double measure(const struct files *inputs)
{
    enum { SECONDS = 2 };
    const clock_t begin = clock();
    size_t times = 0;
    for (; clock() - begin < SECONDS * CLOCKS_PER_SEC; times++)
        run(inputs);
    return (double)(times * (inputs->count + 1)) * CLOCKS_PER_SEC / (double)(clock() - begin);
}

int main(int argc, char **argv)
{
    struct files inputs = {0};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        (void)fputs(usage, stdout);
        return ended() ? 0 : 2;
    }
    const bool speed = argc > 2 && strcmp(argv[1], "--speed") == 0;
    const int first = speed ? 2 : 1;
    if (argc < 2 || argv[first][0] == '-') {
        (void)fputs(usage, stderr);
        return 2;
    }
    bool fine = files_add(&inputs, &argv[first]);
    if (fine && inputs.count == 0) {
        (void)fprintf(stderr, "%s: no input there\n", argv[first]);
        fine = false;
    }
    if (fine) {
        static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGXCPU, SIGALRM};
        if (__sanitizer_set_death_callback != NULL)
            __sanitizer_set_death_callback(name_input);
        for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
            if (__sanitizer_set_death_callback == NULL || signals[i] == SIGABRT)
                (void)signal(signals[i], on_signal);
        if (LLVMFuzzerInitialize != NULL)
            (void)LLVMFuzzerInitialize(&argc, &argv);
        run(&inputs);
        (void)printf("%s: %zu inputs", argv[0], inputs.count);
        if (speed)
            (void)printf(", %.0f a second", measure(&inputs));
        (void)putchar('\n');
    }
    files_free(&inputs);
    return fine && ended() ? 0 : 2;
}
