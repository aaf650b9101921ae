#include "arena.h"

#include <sanitizer/asan_interface.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Each block has its size in front; the sanitizer marks what is outside of blocks, in units of 8 bytes. */
enum { BETWEEN = 32, ALIGNMENT = 16 };
#define BESIDE ((size_t)4 << 30)

static uint8_t *arena;
static size_t used;

void arena_open(void)
{
    uint8_t *const all =
        mmap(NULL, ARENA_SIZE + 2 * BESIDE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED || mprotect(all + BESIDE, ARENA_SIZE, PROT_READ | PROT_WRITE) != 0) {
        perror("the peer's memory");
        exit(2);
    }
    arena = all + BESIDE;
    __asan_poison_memory_region(arena, ARENA_SIZE);
}

size_t arena_used(void)
{
    return used;
}

void arena_drop(size_t mark)
{
    __asan_poison_memory_region(arena + mark, used - mark);
    used = mark;
}

void *arena_take(size_t size)
{
    const size_t left = ARENA_SIZE - used;
    if (left < 2 * BETWEEN || size > left - 2 * BETWEEN)
        return NULL;
    uint8_t *const block = arena + used + BETWEEN;
    __asan_unpoison_memory_region(block - sizeof size, sizeof size);
    memcpy(block - sizeof size, &size, sizeof size);
    __asan_poison_memory_region(block - sizeof size, sizeof size);
    __asan_unpoison_memory_region(block, size);
    used += BETWEEN + (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return block;
}

bool arena_has(const void *block)
{
    const uint8_t *const byte = block;
    return byte >= arena && byte < arena + ARENA_SIZE;
}

size_t arena_size_of(const void *block)
{
    size_t size;
    uint8_t *const head = (uint8_t *)(uintptr_t)block - sizeof size;
    __asan_unpoison_memory_region(head, sizeof size);
    memcpy(&size, head, sizeof size);
    __asan_poison_memory_region(head, sizeof size);
    return size;
}

void arena_give_back(void *block)
{
    __asan_poison_memory_region(block, arena_size_of(block));
}
