/* An allocator whose blocks end where memory ends, for implementations under test.  A read or write behind a
 * block is always a SIGSEGV at this place, whatever else was allocated.  Blocks must be aligned, so up to 15
 * bytes may lie between the end of a block and the end of memory; they hold 0xa5.  New memory is zero.
 *
 * FENCE_MOST in the environment is the largest block: a larger request ends the process by SIGABRT, after a
 * line that says so.
 *
 *     Linked to a library: -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free -DFENCE_WRAPS
 *     Before a program: cc -shared -fPIC, and LD_PRELOAD
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef FENCE_WRAPS
#define NAME(name) __wrap_##name
#else
#define NAME(name) name
#endif

/* NOLINTBEGIN(clang-diagnostic-reserved-identifier) */
void *NAME(malloc)(size_t size);
void *NAME(calloc)(size_t count, size_t size);
void *NAME(realloc)(void *block, size_t size);
void NAME(free)(void *block);
/* NOLINTEND(clang-diagnostic-reserved-identifier) */

enum { ALIGNMENT = 16, FILLING = 0xa5 };

/* A mapping has one page with these facts, the pages that the block ends in, and one page without access. */
struct facts {
    size_t mapped, size;
};

static size_t page_size(void)
{
    static size_t size;
    if (size == 0)
        size = (size_t)sysconf(_SC_PAGESIZE);
    return size;
}

static struct facts *facts_of(void *block)
{
    char *const at = block;
    return (struct facts *)(void *)(at - (uintptr_t)block % page_size() - page_size());
}

/* Reads FENCE_MOST at each call, because the first calls come before main(). */
static void look_at_most(size_t size)
{
    const char *const most = getenv("FENCE_MOST");
    if (most == NULL || size <= strtoull(most, NULL, 10))
        return;
    char line[100];
    const int length = snprintf(line, sizeof line, "fence: a block of more than %.20s bytes\n", most);
    (void)!write(STDERR_FILENO, line, (size_t)length);
    abort();
}

void *NAME(malloc)(size_t size)
{
    const size_t page = page_size();
    look_at_most(size);
    if (size > SIZE_MAX / 2)
        return NULL;
    const size_t taken =
        (size / ALIGNMENT + 1) * ALIGNMENT - (size != 0 && size % ALIGNMENT == 0 ? ALIGNMENT : 0);
    const size_t inside = (taken + page - 1) / page * page;
    const size_t mapped = inside + 2 * page;
    char *const memory = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    (void)mprotect(memory + page + inside, page, PROT_NONE);
    *(struct facts *)(void *)memory = (struct facts){mapped, size};
    memset(memory + page + inside - taken + size, FILLING, taken - size);
    return memory + page + inside - taken;
}

void *NAME(calloc)(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    return NAME(malloc)(count * size);
}

void NAME(free)(void *block)
{
    if (block != NULL)
        (void)munmap(facts_of(block), facts_of(block)->mapped);
}

void *NAME(realloc)(void *block, size_t size)
{
    void *const larger = NAME(malloc)(size);
    if (block == NULL || larger == NULL)
        return larger;
    const size_t old = facts_of(block)->size;
    memcpy(larger, block, old < size ? old : size);
    NAME(free)(block);
    return larger;
}
