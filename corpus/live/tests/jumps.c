/* Frames that are left without a return: by longjmp from callees, from a handler, and from a handler on a
 * stack of its own. Each time the program goes on to call. */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static jmp_buf back;
static sigjmp_buf out;
static volatile int handled;
static char alternate[65536];

__attribute__((noinline)) static int deep(volatile int left)
{
    if (left == 0)
        longjmp(back, 1);
    return deep(left - 1) + 1;
}

__attribute__((noinline)) static int twice(volatile int a)
{
    return a * 2;
}

__attribute__((noinline)) static int plain(void)
{
    volatile int sum = 0;
    for (volatile int i = 0; i < 3; i++)
        if (setjmp(back) == 0)
            sum += deep(5 + i);
        else
            sum += twice(i);
    return sum;
}

static void handler(int number)
{
    handled += twice(number);
    siglongjmp(out, 1);
}

static void returning(int number)
{
    handled += twice(number);
}

__attribute__((noinline)) static void signalled(void (*how)(int), int flags)
{
    struct sigaction action = {.sa_handler = how, .sa_flags = flags};
    (void)sigaction(SIGUSR1, &action, NULL);
    if (sigsetjmp(out, 1) == 0)
        (void)raise(SIGUSR1);
    handled += twice(1);
}

int main(void)
{
    const stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
    (void)sigaltstack(&stack, NULL);
    const int sum = plain();
    signalled(returning, 0);
    signalled(handler, 0);
    signalled(returning, SA_ONSTACK);
    signalled(handler, SA_ONSTACK);
    return sum == 6 && handled == 4 * 2 * SIGUSR1 + 4 * 2 ? 0 : 3;
}
