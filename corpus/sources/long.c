/* Functions whose rows start beyond what 8 and 16 bits can say. What fills them is not meant to be run. */
extern long other(long);

#define PAD(bytes) __asm__ volatile(".fill " #bytes " / 4, 4, 0")

long short_one(long a)
{
    return other(a) + 1;
}

long beyond_255(long a)
{
    const long b = other(a);
    PAD(300);
    return other(b) + a;
}

long beyond_65535(long a)
{
    const long b = other(a);
    PAD(66000);
    return other(b) + a;
}

/* Long, with all rows near its begin. */
long late_end(long a)
{
    PAD(70000);
    return a;
}
