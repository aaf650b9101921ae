/* What AArch64's kernel puts on the stack before it calls a signal handler, by its ABI.  It replaces glibc's
 * own header. */
#pragma once

#include <signal.h>
#include <sys/ucontext.h>

struct kernel_rt_sigframe {
    siginfo_t info;
    ucontext_t uc;
};
