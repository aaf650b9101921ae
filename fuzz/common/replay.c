/* main() for a target without an engine: runs it on files, and on every file of folders. */
#include "law.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

struct inputs {
    struct input {
        char *path;
        uint8_t *bytes;
        size_t size;
    } * list;
    size_t count, room;
};

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

static bool fail(const char *path, const char *why)
{
    (void)fprintf(stderr, "replay: %s: %s\n", path, why);
    return false;
}

static bool add(struct inputs *inputs, const char *path);

// NOLINTNEXTLINE(misc-no-recursion): as deep as folders are
static bool add_folder(struct inputs *inputs, const char *path)
{
    struct dirent **entries;
    const int count = scandir(path, &entries, NULL, alphasort);
    bool fine = count >= 0 || fail(path, strerror(errno));
    for (int i = 0; i < count; i++) {
        char *name;
        if (fine && entries[i]->d_name[0] != '.') {
            fine = asprintf(&name, "%s/%s", path, entries[i]->d_name) >= 0 || fail(path, "out of memory");
            if (fine) {
                fine = add(inputs, name);
                free(name);
            }
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return fine;
}

static bool add_file(struct inputs *inputs, const char *path, size_t size)
{
    if (inputs->count == inputs->room) {
        inputs->room = 2 * inputs->room + 64;
        struct input *const grown = realloc(inputs->list, inputs->room * sizeof *grown);
        if (grown == NULL)
            return fail(path, "out of memory");
        inputs->list = grown;
    }
    struct input *const input = &inputs->list[inputs->count];
    *input = (struct input){strdup(path), malloc(size + 1), 0};
    if (input->path == NULL || input->bytes == NULL)
        return fail(path, "out of memory");
    inputs->count++;
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
        return fail(path, strerror(errno));
    input->size = fread(input->bytes, 1, size, file);
    const bool fine = ferror(file) == 0;
    (void)fclose(file);
    return fine || fail(path, "cannot be read");
}

// NOLINTNEXTLINE(misc-no-recursion)
static bool add(struct inputs *inputs, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return fail(path, strerror(errno));
    return S_ISDIR(status.st_mode) ? add_folder(inputs, path)
                                   : add_file(inputs, path, (size_t)status.st_size);
}

static void run(const struct inputs *inputs)
{
    running = "nothing";
    (void)LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input *const input = &inputs->list[i];
        uint8_t *const exact = fuzz_block(input->bytes, input->size);
        running = input->path;
        (void)LLVMFuzzerTestOneInput(exact, input->size);
        running = "";
        free(exact);
    }
}

/* How many inputs run in a second of the processor, after a first time, which sets up more than others do. */
static double measure(const struct inputs *inputs)
{
    enum { SECONDS = 2 };
    const clock_t begin = clock();
    size_t times = 0;
    for (; clock() - begin < SECONDS * CLOCKS_PER_SEC; times++)
        run(inputs);
    return (double)(times * (inputs->count + 1)) * CLOCKS_PER_SEC / (double)(clock() - begin);
}

/* Whether all output was written; if not, the program fails. */
static bool ended(void)
{
    return (fflush(stdout) == 0 && !ferror(stdout)) || fail("standard output", "cannot be written");
}

int main(int argc, char **argv)
{
    struct inputs inputs = {0};
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
    bool fine = true;
    for (int i = first; i < argc && fine; i++)
        fine = add(&inputs, argv[i]);
    if (fine && inputs.count == 0)
        fine = fail(argv[first], "no input there");
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
    for (size_t i = 0; i < inputs.count; i++) {
        free(inputs.list[i].path);
        free(inputs.list[i].bytes);
    }
    free(inputs.list);
    return fine && ended() ? 0 : 2;
}
