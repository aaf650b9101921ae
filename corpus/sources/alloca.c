/* Frames whose size is known only when they run: alloca and arrays of variable length. The CFA must be found
 * from the frame pointer. */
extern void fill(char *, unsigned long);

unsigned long by_alloca(unsigned long size)
{
    char *const room = __builtin_alloca(size);
    fill(room, size);
    return (unsigned long)room[0];
}

unsigned long by_array(unsigned long size)
{
    char room[size];
    fill(room, size);
    return (unsigned long)room[size - 1];
}

/* One that comes and goes in a loop, beside values that must survive it. */
unsigned long again(unsigned long size, unsigned long times)
{
    unsigned long sum = size;
    for (unsigned long i = 1; i <= times; i++) {
        long room[i * size];
        fill((char *)room, sizeof room);
        sum += (unsigned long)room[i];
    }
    return sum;
}
