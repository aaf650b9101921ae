/* Of whose lines an input reaches half. */
static unsigned half(size_t size)
{
    if (size > 3)
        return 1;
    return 0;
}
