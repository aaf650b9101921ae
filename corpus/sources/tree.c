/* A program to be stepped, longer than program.c: a tree of calls that a small generator of numbers draws, among
 * functions whose frames differ, through pointers and directly. start.s of each ABI has what it needs. */
extern long system_call(long number, long a, long b, long c, long d);

#if defined __x86_64__
enum { EXIT_GROUP = 231 };
#elif defined __aarch64__
enum { EXIT_GROUP = 94 };
#else
enum { EXIT_GROUP = 248 };
#endif
#define NOINLINE __attribute__((noinline))

/* Compilers call this on their own. */
void *memset(void *to, int byte, unsigned long size)
{
    for (volatile unsigned char *each = to; size > 0; size--)
        *each++ = (unsigned char)byte;
    return to;
}

static unsigned state = 2463534242u;
static long left = 150; /* calls to go */

NOINLINE static unsigned draw(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static long grow(long depth, long value);

NOINLINE static long plain(long depth, long value)
{
    return grow(depth, value + 1) + value;
}

NOINLINE static long with_room(long depth, long value)
{
    volatile long room[9];
    room[0] = value;
    room[8] = grow(depth, value ^ 5);
    return room[0] + room[8];
}

NOINLINE static long with_alloca(long depth, long value)
{
    volatile signed char *const room = __builtin_alloca(16 + draw(100));
    room[0] = (signed char)value;
    return grow(depth, value - 1) + room[0];
}

NOINLINE static long with_array(long depth, long value)
{
    volatile long room[1 + draw(20)];
    room[0] = value;
    const long first = grow(depth, value), second = value % 3 == 0 ? grow(depth, first) : 0;
    return room[0] + first + second;
}

NOINLINE static long rounded(long depth, long value)
{
    _Alignas(64) volatile long room[3];
    room[1] = value;
    return grow(depth, (long)((unsigned long)room % 64)) + room[1];
}

NOINLINE static long large(long depth, long value)
{
    volatile signed char room[40000];
    room[0] = 1;
    room[39999] = (signed char)value;
    return grow(depth, value) + room[0] + room[39999];
}

NOINLINE static long kept(long depth, long value)
{
    const long a = value * 3, b = value ^ 77, c = value - depth, d = value + depth, e = value << 2;
    const long first = grow(depth, a), second = grow(depth, b + first);
    return first + second + a + b + c + d + e;
}

NOINLINE static long many(long a, long b, long c, long d, long e, long f, long g, long h, long depth)
{
    return grow(depth, a + b - c) + d * e - f + g + h;
}

NOINLINE static long passes_many(long depth, long value)
{
    return many(value, 2, 3, 4, 5, 6, 7, value + 8, depth) + value;
}

NOINLINE static long tail(long depth, long value)
{
    return grow(depth, value * 5);
}

NOINLINE static long early(long depth, long value)
{
    if (value % 4 == 0)
        return value;
    const long got = grow(depth, value + 3);
    if (got % 2 == 0)
        return got;
    return grow(depth, got) + value;
}

__attribute__((cold)) NOINLINE static long rare(long depth, long value)
{
    return grow(depth, value) - 1;
}

NOINLINE static long seldom(long depth, long value)
{
    if (__builtin_expect(value % 3 == 0, 0))
        return rare(depth, value) + 1;
    return grow(depth, value + 2);
}

typedef long branch(long depth, long value);
static branch *const branches[] = {plain, with_room, with_alloca, with_array, rounded, large,
                                   kept,  passes_many, tail, early, seldom};

NOINLINE static long grow(long depth, long value)
{
    if (left <= 0 || depth <= 0)
        return value & 0xff;
    left--;
    return branches[draw(sizeof branches / sizeof *branches)](depth - 1, value);
}

__attribute__((noreturn)) void program(void)
{
    long sum = 0;
    while (left > 0)
        sum += grow(24, left);
    (void)system_call(EXIT_GROUP, sum == 0, 0, 0, 0);
    __builtin_trap();
}
