/* glibc's backtrace() at every step of corpus/sources/tree.c, which it is linked with. It knows only the
 * process that it runs in, so the program steps itself: a trap after each instruction, whose handler keeps
 * the call stack and asks. Prints one line of JSON, as sframe-others does for the other ways. */
#include "arch.h"

#include <elf.h>
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

enum { FRAMES_MOST = 512 };

_Noreturn void program(void);
long system_call(long number, long a, long b, long c, long d);

static struct waiting {
    uint64_t pc, sp;
} callers[FRAMES_MOST];
static size_t caller_count;
static struct instruction last;
static uint64_t last_sp;
static unsigned long whole, cut, wrong, frames;
static double seconds;
static volatile bool finished; /* CFI does not tell of what system_call() pushes */

static const void *at(uint64_t address)
{
    return (const void *)(uintptr_t)address; /* NOLINT(performance-no-int-to-ptr): registers hold them so */
}

/* What the last instruction did, seen from the next. */
static void follow(uint64_t pc, uint64_t sp)
{
    if (last.transfer == CALL && caller_count < FRAMES_MOST) {
        callers[caller_count] = (struct waiting){0, last_sp};
        memcpy(&callers[caller_count++].pc, at(sp), sizeof pc);
    }
    while (caller_count > 0 && sp > callers[caller_count - 1].sp - 8)
        caller_count--;
}

/* Of the frames that it gives, those from the interrupted one on count; what lies beyond program() is not
 * told. */
static void judge(uint64_t pc, void *const *given, size_t count)
{
    size_t first = 0, right = 1;
    while (first < count && (uintptr_t)given[first] != pc)
        first++;
    while (first + right < count && right <= caller_count &&
           (uintptr_t)given[first + right] == callers[caller_count - right].pc)
        right++;
    frames += count;
    if (first < count && right == caller_count + 1)
        whole++;
    else if (first + right >= count)
        cut++;
    else
        wrong++;
}

static void trapped(int number, siginfo_t *info, void *context)
{
    static void *given[FRAMES_MOST];
    const greg_t *const registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
    const uint64_t pc = (uint64_t)registers[REG_RIP], sp = (uint64_t)registers[REG_RSP];
    struct timespec begun, ended;
    (void)number;
    (void)info;
    if (finished)
        return;
    follow(pc, sp);
    (void)clock_gettime(CLOCK_MONOTONIC, &begun);
    const int count = backtrace(given, FRAMES_MOST);
    (void)clock_gettime(CLOCK_MONOTONIC, &ended);
    seconds += (double)(ended.tv_sec - begun.tv_sec) + (double)(ended.tv_nsec - begun.tv_nsec) * 1e-9;
    if (caller_count > 0) /* else it is not in program() yet */
        judge(pc, given, (size_t)count);
    last = arch_of(EM_X86_64, false)->decode(at(pc));
    last_sp = sp;
}

/* The program's only system call is its end. */
long system_call(long number, long a, long b, long c, long d)
{
    finished = true;
    __asm__ volatile("pushfq\n andq $~0x100, (%rsp)\n popfq");
    (void)number;
    (void)b;
    (void)c;
    (void)d;
    (void)printf(
        "{\"way\":\"backtrace\",\"whole\":%lu,\"cut\":%lu,\"wrong\":%lu,\"frames\":%lu,\"seconds\":%.9f}\n",
        whole, cut, wrong, frames, seconds);
    (void)fflush(stdout);
    _Exit(a == 0 ? 0 : 1);
}

int main(void)
{
    void *once[4];
    struct sigaction action = {.sa_flags = SA_SIGINFO};
    action.sa_sigaction = trapped;
    (void)backtrace(once, 4); /* it loads what it needs */
    (void)sigaction(SIGTRAP, &action, NULL);
    __asm__ volatile("pushfq\n orq $0x100, (%rsp)\n popfq");
    program();
}
