/* Functions of two parts: what seldom runs is moved away, and its CFI with it. */
extern long other(long);
extern void complain(const char *) __attribute__((cold));

long rare_branch(long *values, long count)
{
    long sum = 0;
    for (long i = 0; i < count; i++) {
        if (__builtin_expect(values[i] < 0, 0)) {
            complain("negative");
            sum = other(sum) - other(values[i]);
            complain("mended");
        }
        sum += other(values[i]);
    }
    return sum;
}

__attribute__((cold)) long never(long a)
{
    complain("never");
    return other(a) + 1;
}

__attribute__((hot)) long always(long a)
{
    return other(a) * (__builtin_expect(a == 7, 0) ? never(a) : 1);
}

__attribute__((noinline)) static long rare_or_not(long a, long b)
{
    if (__builtin_expect(a == b, 0)) {
        complain("equal");
        return never(b);
    }
    return other(a) + other(b) + a * b;
}

long both(long a)
{
    return rare_or_not(a, 1) + rare_or_not(2, a);
}
