/* inject: runs a program, and lets one of its system calls fail, be interrupted or do less than it was asked. */
#ifdef __x86_64__
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage[] =
    "usage: inject --list FILE PROGRAM [ARG...]\n"
    "       inject KIND N FILE PROGRAM [ARG...]\n"
    "\n"
    "Runs PROGRAM (AMD64), and counts its system calls from its entry point on: what the dynamic loader calls\n"
    "before is passed over, and so is what its children call.  --list writes the name of each to FILE, a line\n"
    "each, and which KINDs can change it; else the Nth (from 0) is changed, and FILE gets the line\n"
    "`NAME(FILE) ERROR`, or stays empty if the call is none that KIND can change, or never came.\n"
    "\n"
    "  once       it fails with an error that fits it, and is not done (but for close, which always is)\n"
    "  for-good   and so does each later call of its kind; not writing to standard error\n"
    "  interrupt  it fails with EINTR, and is not done: of calls that wait\n"
    "  short      it is done, with one byte: of calls that read or write more\n"
    "\n"
    "Exit status: PROGRAM's own, or 128 plus the number of the signal that ended it; 124 it was about to kill every\n"
    "process, and is killed; 125 trouble here.\n";

enum { EXIT_TROUBLE = 125, EXIT_SIGNAL = 128 };
enum kind { LIST, ONCE, FOR_GOOD, INTERRUPT, SHORT, KINDS };
static const char *const kind_names[KINDS] = {"--list", "once", "for-good", "interrupt", "short"};

/* --- Calls ---------------------------------------------------------------------------------------------- */

/* error 0: it cannot fail.  waits: a signal may interrupt it.  moves: its third argument counts bytes. */
static const struct call {
    long number;
    const char *name;
    int error;
    bool waits, moves, takes_file;
} calls[] = {
#define CALL(name, ...) {SYS_##name, #name, __VA_ARGS__},
#include "calls.def"
#undef CALL
};

static const struct call *call_of(long number)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].number == number)
            return &calls[i];
    return NULL;
}

/* Whether two calls are of one kind: the same call, or both ask for memory. */
static bool same_kind(long one, long other)
{
    const bool memory = one == SYS_brk || one == SYS_mmap || one == SYS_mremap;
    return one == other || (memory && (other == SYS_brk || other == SYS_mmap || other == SYS_mremap));
}

/* --- The program ---------------------------------------------------------------------------------------- */

static pid_t child;

static _Noreturn void give_up(const char *what)
{
    (void)fprintf(stderr, "inject: %s: %s\n", what, strerror(errno));
    if (child > 0)
        (void)kill(child, SIGKILL);
    exit(EXIT_TROUBLE);
}

/* Waits until the program stops.  If it has ended, ends this program with the same status. */
static void wait_for(int *status)
{
    if (waitpid(child, status, 0) != child)
        give_up("waitpid");
    if (WIFEXITED(*status))
        exit(WEXITSTATUS(*status));
    if (WIFSIGNALED(*status))
        exit(EXIT_SIGNAL + WTERMSIG(*status));
}

static void start(char **words)
{
    child = fork();
    if (child < 0)
        give_up("fork");
    if (child == 0) {
        (void)ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        (void)execvp(words[0], words);
        give_up(words[0]);
    }
}

static uint64_t entry_point(void)
{
    char path[32];
    Elf64_auxv_t entry;
    (void)snprintf(path, sizeof path, "/proc/%d/auxv", (int)child);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    while (read(file, &entry, sizeof entry) == sizeof entry)
        if (entry.a_type == AT_ENTRY) {
            (void)close(file);
            return entry.a_un.a_val;
        }
    give_up("the entry point is not known");
}

/* Lets the program run, through the dynamic loader, up to a breakpoint at ADDRESS. */
static void run_to(uint64_t address)
{
    struct user_regs_struct registers;
    int status;
    errno = 0;
    const long word = ptrace(PTRACE_PEEKTEXT, child, address, NULL);
    if (errno != 0 || ptrace(PTRACE_POKETEXT, child, address, (word & ~0xffL) | 0xcc) != 0 ||
        ptrace(PTRACE_CONT, child, NULL, 0) != 0)
        give_up("a breakpoint");
    wait_for(&status);
    if (ptrace(PTRACE_GETREGS, child, NULL, &registers) != 0 || registers.rip != address + 1)
        give_up("the entry point is not reached");
    registers.rip = address;
    if (ptrace(PTRACE_POKETEXT, child, address, word) != 0 ||
        ptrace(PTRACE_SETREGS, child, NULL, &registers) != 0)
        give_up("a breakpoint");
}

/* If the call is a kill() of all processes (such as with the -1 of a fork() that failed) or of its own group,
 * kills the program before the call is done. */
static void hold_back(const struct user_regs_struct *registers, FILE *out)
{
    const pid_t victim = (pid_t)registers->rdi;
    if ((long)registers->orig_rax != SYS_kill || (victim != -1 && victim != 0))
        return;
    (void)fprintf(out, "kill(%d)\n", (int)victim);
    (void)fflush(out);
    (void)kill(child, SIGKILL);
    exit(EXIT_TROUBLE - 1);
}

/* Lets the program run until a call begins, or the current call ends.  Passes signals on to the program. */
static void to_call(struct user_regs_struct *registers)
{
    int status, signal = 0;
    do {
        if (ptrace(PTRACE_SYSCALL, child, NULL, signal) != 0)
            give_up("PTRACE_SYSCALL");
        wait_for(&status);
        signal = WSTOPSIG(status);
    } while (signal != (SIGTRAP | 0x80));
    if (ptrace(PTRACE_GETREGS, child, NULL, registers) != 0)
        give_up("PTRACE_GETREGS");
}

/* --- Changing a call ------------------------------------------------------------------------------------ */

/* The error with which the call shall fail; -1: it shall do less (SHORT); 0: KIND does not change it. */
static int error_of(enum kind kind, const struct call *call, const struct user_regs_struct *registers)
{
    if (call == NULL)
        return 0;
    if (kind == INTERRUPT)
        return call->waits ? EINTR : 0;
    if (kind == SHORT)
        return call->moves && registers->rdx > 1 ? -1 : 0;
    return call->error;
}

/* Changes the system call that the process has just begun, and lets the process go on to its end.  close() still
 * closes: Linux closes a file even if it fails.  brk(0) returns the old break, which is how Linux says that there is no
 * more memory. */
static void change(const struct call *call, int error, struct user_regs_struct *registers)
{
    const struct user_regs_struct asked = *registers;
    const bool is_done = error < 0 || call->number == SYS_close || call->number == SYS_brk;
    if (error < 0)
        registers->rdx = 1;
    if (call->number == SYS_brk)
        registers->rdi = 0;
    if (!is_done)
        registers->orig_rax = (unsigned long long)-1;
    if (ptrace(PTRACE_SETREGS, child, NULL, registers) != 0)
        give_up("PTRACE_SETREGS");
    to_call(registers);
    registers->rdi = asked.rdi;
    registers->rdx = asked.rdx;
    if (error > 0 && call->number != SYS_brk)
        registers->rax = (unsigned long long)-error;
    if (ptrace(PTRACE_SETREGS, child, NULL, registers) != 0)
        give_up("PTRACE_SETREGS");
}

static void write_note(FILE *out, const struct call *call, int error, const struct user_regs_struct *registers)
{
    if (call->takes_file)
        (void)fprintf(out, "%s(%d)", call->name, (int)registers->rdi);
    else
        (void)fputs(call->name, out);
    (void)fprintf(out, " %s\n", error > 0 ? strerrorname_np(error) : "short");
    (void)fflush(out);
}

static _Noreturn void list_calls(FILE *out)
{
    struct user_regs_struct registers;
    for (;;) {
        to_call(&registers);
        hold_back(&registers, out);
        const struct call *const call = call_of((long)registers.orig_rax);
        if (call != NULL)
            (void)fputs(call->name, out);
        else
            (void)fprintf(out, "%lld", (long long)registers.orig_rax);
        for (enum kind kind = ONCE; kind < KINDS; kind++)
            if (error_of(kind, call, &registers) != 0)
                (void)fprintf(out, " %s", kind_names[kind]);
        (void)fputc('\n', out);
        (void)fflush(out);
        to_call(&registers);
    }
}

static _Noreturn void inject(FILE *out, enum kind kind, unsigned long at)
{
    struct user_regs_struct registers;
    const struct call *chosen = NULL;
    for (unsigned long i = 0;; i++) {
        to_call(&registers);
        hold_back(&registers, out);
        const struct call *const call = call_of((long)registers.orig_rax);
        const int error = error_of(kind, call, &registers);
        const bool is_message = call != NULL && call->number == SYS_write && registers.rdi == STDERR_FILENO;
        const bool again = kind == FOR_GOOD && chosen != NULL && call != NULL && !is_message &&
                           same_kind(call->number, chosen->number);
        const bool first = i == at && call != NULL && error != 0;
        if (first) {
            write_note(out, call, error, &registers);
            chosen = call;
        }
        if (first || again)
            change(call, error, &registers);
        else
            to_call(&registers);
    }
}

int main(int count, char **words)
{
    unsigned kind = LIST;
    while (kind < KINDS && (count < 2 || strcmp(words[1], kind_names[kind]) != 0))
        kind++;
    const int first = kind == LIST ? 3 : 4;
    if (kind == KINDS || count <= first) {
        (void)fputs(usage, stderr);
        return EXIT_TROUBLE;
    }
    FILE *const out = fopen(words[first - 1], "we");
    if (out == NULL)
        give_up(words[first - 1]);
    start(words + first);
    int status;
    wait_for(&status);
    if (ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL) != 0)
        give_up("PTRACE_SETOPTIONS");
    run_to(entry_point());
    if (kind == LIST)
        list_calls(out);
    inject(out, kind, strtoul(words[2], NULL, 10));
}

#else

#include <stdio.h>

int main(void)
{
    (void)fputs("inject: it knows the registers of AMD64 only\n", stderr);
    return 125;
}

#endif
