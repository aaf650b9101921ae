/* ci/peer-coverage links this to a library that gcov counts: what the library reached before it crashed is
 * counted, too. */
#include <signal.h>
#include <stddef.h>

/* A function of libgcov; no header declares it. */
extern void __gcov_dump(void); /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

static void dump_and_die(int number)
{
    __gcov_dump(); /* NOLINT(bugprone-signal-handler,cert-sig30-c): it dies at once */
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

__attribute__((constructor)) static void catch_deaths(void)
{
    static const int deaths[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL};
    for (size_t i = 0; i < sizeof deaths / sizeof deaths[0]; i++)
        (void)signal(deaths[i], dump_and_die);
}
