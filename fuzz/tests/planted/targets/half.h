/* A function of whose lines short inputs reach most, but not all. */
static unsigned half(size_t size)
{
    if (size > 3)
        return 1;
    return 0;
}
