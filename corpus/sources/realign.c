/* Locals that are aligned more strictly than the stack is, so that the stack pointer is rounded. On AMD64 gcc
 * then finds the CFA through another register, or through a slot of the frame. */
extern void fill(void *, unsigned long);

int aligned_32(void)
{
    _Alignas(32) int room[8];
    fill(room, sizeof room);
    return room[1];
}

int aligned_4096(int n)
{
    _Alignas(4096) int room[16];
    fill(room, sizeof room);
    return room[n];
}

/* Arguments on the stack, and a part of variable size, behind the rounding. */
int with_arguments(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j)
{
    _Alignas(64) int room[16];
    char more[a + 1];
    fill(room, sizeof room);
    fill(more, sizeof more);
    return room[b & 15] + c + d + e + f + g + h + i + j + more[0];
}
