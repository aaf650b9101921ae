/* What AArch64's kernel puts on the stack before it calls a signal handler, by its ABI.  It replaces glibc's
 * own header. */
#ifndef CONFORMANCE_ADAPTERS_GLIBC_SHIM_KERNEL_RT_SIGFRAME_H
#define CONFORMANCE_ADAPTERS_GLIBC_SHIM_KERNEL_RT_SIGFRAME_H

#include <signal.h>
#include <sys/ucontext.h>

struct kernel_rt_sigframe {
    siginfo_t info;
    ucontext_t uc;
};

#endif
