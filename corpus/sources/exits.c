/* Several ways out, with and without a frame, so that rows after an exit are again those of the body. */
extern long other(long);

/* The frame may be set up only where it is needed. */
long early_out(long a, long b)
{
    if (a == 0)
        return b;
    const long c = other(a);
    if (c == 1)
        return other(c) + b;
    if (c == 2)
        return a + b + c;
    return other(a) * other(b) + c;
}

long by_case(long a, long b)
{
    switch (a) {
    case 0:
        return 1;
    case 1:
        return other(b) + other(a);
    case 2:
        return b;
    case 3:
        return other(other(b)) * b;
    case 4:
        return -b;
    default:
        return other(a) - b;
    }
}

/* Nothing is saved until the loop has run. */
long late_frame(const long *list, long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++)
        sum += list[i];
    if (sum > 1000)
        return sum;
    return other(sum) + other(n) + sum;
}
