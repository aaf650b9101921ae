#include "assembler.h"

#include <stdlib.h>
#include <string.h>

enum { TROUBLE = 2 };

static void *given(void *memory)
{
    if (memory == NULL) {
        (void)fputs("out of memory\n", stderr);
        exit(TROUBLE);
    }
    return memory;
}

void *grown(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    *room = *room == 0 ? 16 : *room * 2;
    return given(*room > SIZE_MAX / size ? NULL : realloc(items, *room * size));
}

void *zeroed(size_t count, size_t size)
{
    return given(calloc(count + 1, size));
}

char *copy_of(const char *text, size_t length)
{
    return given(strndup(text, length));
}

static uint8_t *room_for(struct bytes *bytes, size_t size)
{
    if (bytes->room - bytes->size < size) {
        bytes->room = (bytes->size + size) * 2;
        bytes->at = given(realloc(bytes->at, bytes->room));
    }
    uint8_t *const at = bytes->at + bytes->size;
    bytes->size += size;
    return at;
}

void put_bytes(struct bytes *bytes, const void *from, size_t size)
{
    if (size != 0)
        memcpy(room_for(bytes, size), from, size);
}

void put_zeros(struct bytes *bytes, size_t count)
{
    if (count != 0)
        memset(room_for(bytes, count), 0, count);
}

void set_number(uint8_t *at, bool big_endian, unsigned size, uint64_t value)
{
    for (unsigned i = 0; i < size; i++)
        at[big_endian ? size - 1 - i : i] = (uint8_t)(value >> (8 * i));
}

void put_number(struct bytes *bytes, bool big_endian, unsigned size, uint64_t value)
{
    set_number(room_for(bytes, size), big_endian, size, value);
}

uint64_t get_number(const uint8_t *at, bool big_endian, unsigned size)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value = value << 8 | at[big_endian ? i : size - 1 - i];
    return value;
}
