/* Calls that do not come back: tail calls, and functions that never return. */
extern long other(long);
extern long (*pointer)(long);
extern void leave(int) __attribute__((noreturn));

long tail(long a)
{
    return other(a + 1);
}

/* The frame is gone before the jump. */
long tail_after_call(long a)
{
    const long b = other(a);
    return other(a * b);
}

long tail_through_pointer(long a)
{
    return pointer(a);
}

__attribute__((noreturn)) void fail(long a)
{
    leave((int)other(a));
}

/* The last instruction may be a call: the return address lies outside the function. */
long checked(long a)
{
    if (a == 0)
        fail(a);
    return other(a);
}

__attribute__((noreturn)) void forever(void)
{
    for (;;)
        (void)other(0);
}

void unreachable(long a)
{
    if (other(a) == 1)
        __builtin_unreachable();
    __builtin_trap();
}
