/* What calls.c calls. The functions are global, so even calls among them go through the PLT of a library. */
long one(long a)
{
    return a + 1;
}

long two(long a)
{
    return one(a) + one(a + 1);
}

long three(long a)
{
    return two(a) + one(a) + two(a + 1);
}

long apply(long (*function)(long), long a)
{
    return function(a) + one(a);
}
