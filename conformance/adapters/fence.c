/*
 * An allocator whose blocks end where memory ends, for libraries under test: a read or write behind a block is
 * a SIGSEGV at the spot, each time, whatever else was allocated. New memory is zero.
 *
 * Link with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free, before the library.
 */
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

/* A mapping: one page with these facts, the pages that the block ends in, one page that nobody may touch. */
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
    const uintptr_t at = (uintptr_t)block;
    return (struct facts *)(at - at % page_size() - page_size());
}

void *__wrap_malloc(size_t size)
{
    const size_t page = page_size();
    if (size == 0)
        size = 1;
    if (size > SIZE_MAX / 2)
        return NULL;
    const size_t inside = (size + page - 1) / page * page;
    const size_t mapped = inside + 2 * page;
    char *const memory = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    (void)mprotect(memory + page + inside, page, PROT_NONE);
    *(struct facts *)(void *)memory = (struct facts){mapped, size};
    return memory + page + inside - size;
}

void *__wrap_calloc(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    return __wrap_malloc(count * size);
}

void __wrap_free(void *block)
{
    if (block != NULL)
        (void)munmap(facts_of(block), facts_of(block)->mapped);
}

void *__wrap_realloc(void *block, size_t size)
{
    void *const larger = __wrap_malloc(size);
    if (block == NULL || larger == NULL)
        return larger;
    const size_t old = facts_of(block)->size;
    memcpy(larger, block, old < size ? old : size);
    __wrap_free(block);
    return larger;
}
