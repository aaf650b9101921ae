#include "shield.h"

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

/* System calls that act upon a process, and which of their arguments names it. */
static const struct {
    uint32_t number, argument;
} calls[] = {{SYS_kill, 0},           {SYS_tkill, 0},      {SYS_tgkill, 0},
             {SYS_rt_sigqueueinfo, 0}, {SYS_rt_tgsigqueueinfo, 0}, {SYS_pidfd_open, 0},
             {SYS_ptrace, 1},          {SYS_process_vm_writev, 0}, {SYS_prlimit64, 0}};

enum { CALLS = sizeof calls / sizeof *calls, AIMS = 3, OF_A_CALL = AIMS + 3, AROUND = 5 };

static struct sock_filter load(size_t where)
{
    return (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)where);
}

static struct sock_filter skip_unless(uint32_t value, uint8_t over)
{
    return (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, over);
}

static struct sock_filter end(uint32_t verdict)
{
    return (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, verdict);
}

/* The lower half of an argument: processes have numbers of 32 bits, and these machines are little-endian. */
static size_t argument(uint32_t number)
{
    return offsetof(struct seccomp_data, args) + number * sizeof(uint64_t);
}

/* If it is this call, and aims at the runner, at all, or at the runner's group, it fails; else on. */
static size_t add_call(struct sock_filter *to, size_t i, const uint32_t aims[AIMS])
{
    size_t n = 0;
    to[n++] = load(offsetof(struct seccomp_data, nr));
    to[n++] = skip_unless(calls[i].number, AIMS + 2);
    to[n++] = load(argument(calls[i].argument));
    for (unsigned aim = 0; aim < AIMS; aim++)
        to[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, aims[aim], (uint8_t)(AIMS - 1 - aim),
                                               (uint8_t)(aim == AIMS - 1));
    to[n++] = end(SECCOMP_RET_ERRNO | EPERM);
    return n;
}

/* Not by prctl(), which on some systems slows all of the process down against speculation. */
static bool install(const struct sock_fprog *filter)
{
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, filter) == 0;
}

void runner_shield_from(pid_t runner)
{
    const uint32_t aims[AIMS] = {(uint32_t)runner, (uint32_t)-1, (uint32_t)-getpgid(runner)};
    struct sock_filter code[CALLS * (OF_A_CALL + 1) + AROUND];
    size_t n = 0;
    code[n++] = load(offsetof(struct seccomp_data, arch));
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCHITECTURE, 1, 0);
    code[n++] = end(SECCOMP_RET_ALLOW);
    for (size_t i = 0; i < CALLS; i++)
        n += add_call(code + n, i, aims);
    code[n++] = end(SECCOMP_RET_ALLOW);
    const struct sock_fprog filter = {(unsigned short)n, code};
    /* Whoever may do so at all need not give up more: so sudo works for root. */
    if (!install(&filter) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        (void)install(&filter);
}

#else

void runner_shield_from(pid_t runner)
{
    (void)runner;
}

#endif
