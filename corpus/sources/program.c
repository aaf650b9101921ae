/* A program without a library that uses, one after the other, what the other sources show: it is stepped
 * instruction by instruction, so it is short, does the same on every ABI and at every level, and exits with
 * 0. start.s of each ABI has its entry, its system calls, the way back from a signal, functions by hand. */
extern long system_call(long number, long a, long b, long c, long d);
extern long remembered(long a, long b), on_other_register(long a);
extern void restore_signal(void);

#if defined __x86_64__
enum { RT_SIGACTION = 13, GETPID = 39, KILL = 62, EXIT_GROUP = 231 };
#elif defined __aarch64__
enum { RT_SIGACTION = 134, GETPID = 172, KILL = 129, EXIT_GROUP = 94 };
#else
enum { RT_SIGACTION = 174, GETPID = 20, KILL = 37, EXIT_GROUP = 248 };
#endif
enum { SIGUSR1 = 10 };
#define SA_SIGINFO  0x4UL /* without it s390x makes another frame, with another way back */
#define SA_RESTORER 0x04000000UL
#define NOINLINE    __attribute__((noinline))

/* Compilers call these on their own. */
void *memset(void *to, int byte, unsigned long size)
{
    for (volatile unsigned char *each = to; size > 0; size--)
        *each++ = (unsigned char)byte;
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, unsigned long size)
{
    const unsigned char *source = from;
    for (volatile unsigned char *each = to; size > 0; size--)
        *each++ = *source++;
    return to;
}

/* --- Leaves, recursion, callbacks */

NOINLINE static long leaf(long a, long b)
{
    return a * 31 + b;
}

NOINLINE static long fibonacci(long n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static long is_odd(long n);
NOINLINE static long is_even(long n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}
NOINLINE static long is_odd(long n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

NOINLINE static long compare_up(long a, long b)
{
    return a < b ? -1 : a > b;
}
NOINLINE static long compare_down(long a, long b)
{
    return compare_up(b, a);
}

NOINLINE static void sort(long *values, long count, long (*compare)(long, long))
{
    for (long i = 1; i < count; i++)
        for (long j = i; j > 0 && compare(values[j - 1], values[j]) > 0; j--) {
            const long kept = values[j];
            values[j] = values[j - 1];
            values[j - 1] = kept;
        }
}

NOINLINE static long sorted(void)
{
    long values[] = {5, -3, 17, 0, 9, 2, -8, 11};
    const long count = sizeof values / sizeof *values;
    sort(values, count, compare_up);
    const long least = values[0];
    sort(values, count, compare_down);
    return leaf(least, values[0]);
}

/* --- Frames of all kinds */

NOINLINE static long filled(volatile signed char *room, long size, long with)
{
    long sum = 0;
    for (long i = 0; i < size; i += size / 8 + 1) {
        room[i] = (signed char)(with + i);
        sum += room[i];
    }
    return sum;
}

NOINLINE static long by_alloca(long size)
{
    return filled(__builtin_alloca((unsigned long)size), size, 1) + leaf(size, 2);
}

NOINLINE static long by_array(long size)
{
    signed char room[size];
    const long sum = filled(room, size, 3);
    return sum + leaf(size, room[0]);
}

NOINLINE static long rounded(long a)
{
    _Alignas(128) signed char room[100];
    const long sum = filled(room, sizeof room, a);
    return leaf(sum, (long)((unsigned long)room % 128));
}

NOINLINE static long large(long a)
{
    signed char room[5000];
    const long sum = filled(room, sizeof room, a);
    return leaf(sum, room[0]);
}

NOINLINE static long very_large(long a)
{
    signed char room[200000];
    return leaf(filled(room, sizeof room, a), large(a));
}

NOINLINE static long many(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j)
{
    const long v1 = leaf(a, b), v2 = leaf(c, d), v3 = leaf(e, f), v4 = leaf(g, h), v5 = leaf(i, j);
    return leaf(v1, v2) + leaf(v3, v4) * v5 + leaf(v1 - v5, v2 - v4) + a - j;
}

/* --- Ways out */

NOINLINE static long tail(long a)
{
    return leaf(leaf(a, 1), 2);
}

__attribute__((cold, noinline)) static long rare(long a)
{
    return leaf(a, by_array(16));
}

NOINLINE static long exits(long a)
{
    if (__builtin_expect(a == 3, 0))
        return rare(a) + tail(a);
    switch (a) {
    case 0:
        return 7;
    case 1:
        return tail(a);
    case 2:
        return leaf(a, tail(a)) + leaf(tail(a), a);
    default:
        return fibonacci(a) + leaf(a, a);
    }
}

/* --- Signals */

static volatile long caught;

static void handler(int number)
{
    caught += leaf(number, fibonacci(4)) + rounded(number);
}

struct action {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)(void);
    unsigned long mask;
};

NOINLINE static long signalled(void)
{
    const struct action action = {handler, SA_SIGINFO | SA_RESTORER, restore_signal, 0};
    const long self = system_call(GETPID, 0, 0, 0, 0);
    if (system_call(RT_SIGACTION, SIGUSR1, (long)&action, 0, sizeof action.mask) != 0)
        return 0;
    for (int i = 0; i < 3; i++)
        (void)system_call(KILL, self, SIGUSR1, 0, 0);
    return caught;
}

/* --- All of it */

static long fibonacci_9(void)
{
    return fibonacci(9);
}

static long (*const steps[])(void) = {fibonacci_9, sorted, signalled};

__attribute__((noreturn)) NOINLINE static void leave(long status)
{
    (void)system_call(EXIT_GROUP, status, 0, 0, 0);
    __builtin_trap();
}

enum { EXPECTED = 1641673 };

__attribute__((noreturn)) void program(void)
{
    long sum = is_even(12);
    for (unsigned long i = 0; i < sizeof steps / sizeof *steps; i++)
        sum += steps[i]();
    for (long i = 0; i < 6; i++)
        sum +=
            exits(i) + by_alloca(20 + i) + by_array(30 + 7 * i) + remembered(i, i & 1) + on_other_register(i);
    sum += rounded(1) + large(2) + very_large(3) + many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    leave(sum == EXPECTED ? 0 : 1);
}
