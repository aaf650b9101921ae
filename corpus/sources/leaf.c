/* Functions that call nothing: no frame at all, a frame that only keeps a few values, and recursion that the
 * optimiser turns into a loop. */
long sum(long a, long b)
{
    return a + b;
}

long spill(long a, long b)
{
    volatile long kept[4] = {a, b, a - b, a + b};
    return kept[0] * kept[3] - kept[1] * kept[2];
}

unsigned long gcd(unsigned long a, unsigned long b)
{
    return b == 0 ? a : gcd(b, a % b);
}

void nothing(void)
{
}
