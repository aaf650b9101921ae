/* Prints where a process crashed, before it dies of the same signal: one line on standard error,
 *
 *     crashed at: readelf+0x4c1f0 libc.so.6+0x2724a ...
 *
 * The innermost frame comes first; frames are offsets in files.  Nothing else changes: the process still ends
 * by the signal.  It is for implementations under test, linked to an adapter or in the library for LD_PRELOAD
 * (fence.c). */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES_MAX = 24, OWN_FRAMES = 2, STACK_SIZE = 64 * 1024 };

static void put(const char *text, size_t size)
{
    (void)!write(STDERR_FILENO, text, size);
}

/* Whether the program is static: such a program, which is not moved, cannot find its own functions. */
static bool is_static(void)
{
    Dl_info info;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): ISO C has no other way */
    return dladdr((void *)(uintptr_t)put, &info) == 0;
}

static void put_place(void *address)
{
    Dl_info info;
    char text[300];
    if (is_static())
        info = (Dl_info){.dli_fname = program_invocation_short_name};
    else if (dladdr(address, &info) == 0 || info.dli_fname == NULL)
        return;
    const char *const slash = strrchr(info.dli_fname, '/');
    const int size = snprintf(text, sizeof text, " %.200s+%#jx", slash != NULL ? slash + 1 : info.dli_fname,
                              (uintmax_t)((uintptr_t)address - (uintptr_t)info.dli_fbase));
    if (size > 0 && (size_t)size < sizeof text)
        put(text, (size_t)size);
}

static void print_place(int number)
{
    static const char begin[] = "crashed at:";
    void *frames[FRAMES_MAX];
    (void)signal(number, SIG_DFL);
    const int count = backtrace(frames, FRAMES_MAX);
    put(begin, sizeof begin - 1);
    for (int i = OWN_FRAMES; i < count; i++) /* skips this function and the signal's own frame */
        put_place(frames[i]);
    put("\n", 1);
    (void)raise(number);
}

/* The handler has a stack of its own, as the program's stack may be what is broken. */
__attribute__((constructor)) static void watch(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    static char stack[STACK_SIZE];
    void *frame;
    (void)backtrace(&frame, 1); /* its first call loads a library */
    (void)sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
        (void)sigaction(signals[i],
                        &(struct sigaction){.sa_handler = print_place,
                                            .sa_flags = SA_ONSTACK | SA_NODEFER},
                        NULL);
}
