/* What the tests of the cross-check compile: frames of several kinds, in few functions. */
typedef int callback(int);

int leaf(int value);
int saves(callback *call, int value);
int vla(callback *call, int count);
int aligned(callback *call, int count);
int large(callback *call);
int many(callback *call, int a, int b, int c, int d, int e, int f, int g, int h);
int calls(int value);
int outside(int value); /* in another module, so through a PLT */

int leaf(int value)
{
    return value * 3;
}

int saves(callback *call, int value)
{
    const int first = call(value), second = call(first);
    return first + second + value;
}

int vla(callback *call, int count)
{
    volatile char bytes[count + 1];
    bytes[count] = 1;
    return call(bytes[count]) + bytes[0];
}

int aligned(callback *call, int count)
{
    volatile __attribute__((aligned(64))) char bytes[64];
    volatile char *const more = __builtin_alloca((unsigned long)count);
    bytes[0] = 1;
    more[0] = 1;
    return call(bytes[0]) + more[0];
}

int large(callback *call)
{
    volatile char bytes[100000];
    bytes[0] = 1;
    return call(bytes[0]) + bytes[99999];
}

int many(callback *call, int a, int b, int c, int d, int e, int f, int g, int h)
{
    const int sum = call(a) + call(b) + call(c) + call(d);
    return sum + call(e) + call(f) + call(g) + call(h) + a + b + c + d + e + f + g;
}

int calls(int value)
{
    return outside(value) + outside(value + 1);
}
