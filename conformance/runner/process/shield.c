#include "process.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define OUR_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__ && !defined __AARCH64EB__
#define OUR_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

void runner_shield_self(void)
{
    (void)prctl(PR_SET_DUMPABLE, 0);
}

#ifdef OUR_ARCHITECTURE

/* System calls that act upon a process, and the number of the argument that names it. */
static const struct {
    uint32_t number, argument;
} calls[] = {{SYS_kill, 0},           {SYS_tkill, 0},      {SYS_tgkill, 0},
             {SYS_rt_sigqueueinfo, 0}, {SYS_rt_tgsigqueueinfo, 0}, {SYS_pidfd_open, 0},
             {SYS_ptrace, 1},          {SYS_process_vm_writev, 0}, {SYS_prlimit64, 0},
             {SYS_setpgid, 1}};

enum { CALLS = sizeof calls / sizeof *calls, AIMS = 5, ARGUMENTS = 2, OF_AN_ARGUMENT = AIMS + 3, AROUND = 5 };

static struct sock_filter load(size_t where)
{
    return (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)where);
}

/* Skips OVER instructions if the value is this one. */
static struct sock_filter skip_if(uint32_t value, size_t over)
{
    return (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, (uint8_t)over, 0);
}

static struct sock_filter end(uint32_t verdict)
{
    return (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, verdict);
}

/* The call fails if this argument is one of AIMS.  Only the lower half is compared: processes have numbers of
 * 32 bits, and these machines are little-endian. */
static size_t add_argument(struct sock_filter *to, size_t argument, const uint32_t aims[AIMS])
{
    size_t n = 0;
    to[n++] = load(offsetof(struct seccomp_data, args) + argument * sizeof(uint64_t));
    for (size_t aim = 0; aim < AIMS; aim++)
        to[n++] = skip_if(aims[aim], AIMS - aim);
    to[n++] = end(SECCOMP_RET_ALLOW);
    to[n++] = end(SECCOMP_RET_ERRNO | EPERM);
    return n;
}

/* The filter is as short as possible: the kernel translates it at each start, and runs it at each system
 * call. */
static size_t write_filter(struct sock_filter *to, const uint32_t aims[AIMS])
{
    size_t n = 0;
    to[n++] = load(offsetof(struct seccomp_data, arch));
    to[n++] = skip_if(OUR_ARCHITECTURE, 1);
    to[n++] = end(SECCOMP_RET_ALLOW);
    to[n++] = load(offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < CALLS; i++)
        to[n++] = skip_if(calls[i].number, CALLS - i + (size_t)calls[i].argument * OF_AN_ARGUMENT);
    to[n++] = end(SECCOMP_RET_ALLOW);
    for (size_t argument = 0; argument < ARGUMENTS; argument++)
        n += add_argument(to + n, argument, aims);
    return n;
}

/* Uses seccomp() and not prctl(), which on some systems slows the whole process by protection against
 * speculation. */
static bool install(const struct sock_fprog *filter)
{
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, filter) == 0;
}

void runner_shield_from(pid_t runner, pid_t starter)
{
    /* The aims: all processes; the runner; its group, also to join it; and the process that waits for the
     * runner.  If one of them is outside of our namespace, its number is 0, which means the adapter itself.
     */
    const pid_t group = getpgid(runner);
    const uint32_t aims[AIMS] = {(uint32_t)-1, (uint32_t)runner, (uint32_t)(group > 0 ? -group : runner),
                                 (uint32_t)(group > 0 ? group : runner),
                                 (uint32_t)(starter > 0 ? starter : runner)};
    struct sock_filter code[CALLS + ARGUMENTS * OF_AN_ARGUMENT + AROUND];
    const struct sock_fprog filter = {(unsigned short)write_filter(code, aims), code};
    /* If the filter can be installed without it, the child keeps its privileges: so sudo works for root. */
    if (!install(&filter) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        (void)install(&filter);
}

#else

void runner_shield_from(pid_t runner, pid_t starter)
{
    (void)runner, (void)starter;
}

#endif
