/* Ever more values that live across a call, so that ever more callee-saved registers are pushed. */
extern long other(long);

#define KEEP(n) const long v##n = other(n)

long one(void)
{
    KEEP(1);
    return other(v1) + v1;
}

long three(void)
{
    KEEP(1);
    KEEP(2);
    KEEP(3);
    return other(v1) + v1 + v2 * v3;
}

long six(void)
{
    KEEP(1);
    KEEP(2);
    KEEP(3);
    KEEP(4);
    KEEP(5);
    KEEP(6);
    return other(v1) + v1 + v2 * v3 + v4 * v5 - v6;
}

/* More than there are registers; and floating-point values, which some ABIs save too. */
double twelve(double x)
{
    KEEP(1);
    KEEP(2);
    KEEP(3);
    KEEP(4);
    KEEP(5);
    KEEP(6);
    KEEP(7);
    KEEP(8);
    KEEP(9);
    KEEP(10);
    KEEP(11);
    KEEP(12);
    return x * (double)(v1 + v2 * v3 + v4 * v5 - v6 + v7 * v8 + v9 * v10 + v11 * v12);
}

/* Seven arguments and more are passed on the stack. */
extern long many(long, long, long, long, long, long, long, long, long, long);

long pass(long a)
{
    return many(a, 2, 3, 4, 5, 6, 7, 8, 9, 10) + many(a, a, a, a, a, a, a, a, a, a);
}
