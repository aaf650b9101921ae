/* A program, of which calls-library.c is the library: calls through the PLT, by pointer and weak. */
extern long one(long), two(long), three(long), apply(long (*)(long), long);
extern long missing(long) __attribute__((weak));

static long local(long a)
{
    return one(a) + two(a);
}

long answer(long a)
{
    const long b = apply(local, a) + apply(three, a);
    return missing ? missing(b) : two(b) + one(b);
}

#ifndef LIBRARY
void _start(void)
{
    volatile long kept = answer(7);
    for (;;)
        kept = answer(kept);
}
#endif

/* Nobody calls it: --gc-sections may drop it, and what describes it. */
long unused(long a)
{
    return one(a) + 1;
}
