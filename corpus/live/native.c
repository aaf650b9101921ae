/* Natively, by ptrace: AMD64 programs on an AMD64 machine. */
#include "target.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined __x86_64__

static void get_registers(struct target *target)
{
    struct user_regs_struct raw;
    if (ptrace(PTRACE_GETREGS, target->process, NULL, &raw) != 0)
        live_fail("%s: cannot read its registers: %s", target->program, strerror(errno));
    target->registers = (struct registers){.pc = raw.rip,
                                           .by_number = {raw.rax, raw.rdx, raw.rcx, raw.rbx, raw.rsi, raw.rdi,
                                                         raw.rbp, raw.rsp, raw.r8, raw.r9, raw.r10, raw.r11,
                                                         raw.r12, raw.r13, raw.r14, raw.r15}};
}

/* Waits until the process stops (*STOPPED_BY: by which signal).  False: it has ended. */
static bool await(struct target *target, int *stopped_by)
{
    int status;
    if (waitpid(target->process, &status, 0) != target->process)
        live_fail("%s: cannot wait for it: %s", target->program, strerror(errno));
    if (WIFSTOPPED(status)) {
        *stopped_by = WSTOPSIG(status);
        return true;
    }
    target->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return false;
}

static void start(struct target *target, char *const *arguments)
{
    int stopped_by = 0;
    target->process = fork();
    if (target->process == 0) {
        (void)signal(SIGXFSZ, SIG_DFL); /* standard_begin() took it */
        (void)personality(ADDR_NO_RANDOMIZE); /* so that a run can be repeated */
        (void)ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        (void)execv(target->program, arguments);
        _exit(127);
    }
    if (target->process < 0)
        live_fail("%s: cannot be run: %s", target->program, strerror(errno));
    if (!await(target, &stopped_by))
        live_fail("%s: cannot be run", target->program);
    if (ptrace(PTRACE_SETOPTIONS, target->process, NULL, PTRACE_O_EXITKILL) != 0)
        live_fail("%s: cannot be stepped: %s", target->program, strerror(errno));
    get_registers(target);
}

static enum event step(struct target *target)
{
    int stopped_by = 0;
    if (ptrace(PTRACE_SINGLESTEP, target->process, NULL, (long)target->signal) != 0)
        live_fail("%s: cannot be stepped: %s", target->program, strerror(errno));
    target->signal = 0;
    if (!await(target, &stopped_by))
        return ENDED;
    get_registers(target);
    if (stopped_by == SIGTRAP)
        return STEPPED;
    target->signal = stopped_by;
    return SIGNALLED;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): it is written to */
static size_t read_memory(struct target *target, uint64_t address, uint8_t *bytes, size_t size)
{
    const struct iovec here = {bytes, size};
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): it is the other process's */
    const struct iovec there = {(void *)(uintptr_t)address, size};
    const ssize_t count = process_vm_readv(target->process, &here, 1, &there, 1, 0);
    return count < 0 ? 0 : (size_t)count;
}

/* kill(-1) would end all processes. */
static void stop(struct target *target)
{
    if (target->process <= 0)
        return;
    (void)kill(target->process, SIGKILL);
    (void)waitpid(target->process, NULL, 0);
}

const struct target_way live_native_way = {start, step, read_memory, NULL, stop};

#else

const struct target_way live_native_way = {.start = NULL}; /* no row of arch.c asks for it here */

#endif
