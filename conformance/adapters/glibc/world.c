/* Memory at the addresses of a scenario.
 *
 * The system maps whole pages, but a scenario's pieces begin and end anywhere.  So glibc's files are compiled
 * with a call before each access (-fsanitize=kernel-address; its functions are here, and no sanitizer is
 * linked).  Besides the program's own stack and data, only the scenario's bytes may be read.  What else the
 * system has mapped, and where, is chance. */

#include "world.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, MOST = 4096 };

struct span {
    uint64_t address, length;
};

static struct span allowed[MOST], mapped[MOST];
static size_t allowed_count, mapped_count;

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

static void *at(uint64_t address)
{
    return (void *)(uintptr_t)address; /* NOLINT(performance-no-int-to-ptr): a scenario has numbers */
}

static uint64_t page_of(uint64_t address)
{
    return address / PAGE * PAGE;
}

static bool is_mapped(uint64_t page)
{
    for (size_t i = 0; i < mapped_count; i++)
        if (page - mapped[i].address < mapped[i].length)
            return true;
    return false;
}

bool world_allow(uint64_t address, uint64_t length)
{
    for (size_t i = 0; i < allowed_count; i++)
        if (allowed[i].address == address && allowed[i].length == length)
            return true;
    if (allowed_count == MOST)
        return false;
    allowed[allowed_count++] = (struct span){address, length};
    return true;
}

/* Maps pages at this address.  Kernels and emulators that do not know the flag take the address as a hint. */
static bool map_pages(uint64_t first, uint64_t length)
{
    if (mapped_count == MOST)
        return false;
    void *const got = mmap(at(first), length, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == MAP_FAILED)
        return false;
    mapped[mapped_count++] = (struct span){(uint64_t)(uintptr_t)got, length};
    return got == at(first);
}

bool world_map(uint64_t address, const uint8_t *bytes, size_t length)
{
    if (length == 0)
        return true;
    const uint64_t last = page_of(address + length - 1);
    if (last < page_of(address))
        return false;
    for (uint64_t page = page_of(address); page <= last; page += PAGE) {
        uint64_t unmapped_end = page;
        while (unmapped_end <= last && !is_mapped(unmapped_end))
            unmapped_end += PAGE;
        if (unmapped_end != page && !map_pages(page, unmapped_end - page))
            return false;
        page = unmapped_end;
    }
    if (bytes != NULL)
        memcpy(at(address), bytes, length);
    return world_allow(address, length);
}

void world_clear(void)
{
    while (mapped_count > 0) {
        mapped_count--;
        (void)munmap(at(mapped[mapped_count].address), mapped[mapped_count].length);
    }
    allowed_count = 0;
}

/* --- What the compiler calls before each access --------------------------------------------------------- */

/* How much of our own stack may be read, from readable() on: up to the adapter's frame, with its data. */
enum { OWN_STACK = 4096 };
/* NOLINTBEGIN(clang-diagnostic-reserved-identifier) */
extern const char __executable_start[], end[];

/* How many bytes from ADDRESS on may be read. */
static uint64_t readable(uint64_t address)
{
    for (size_t i = 0; i < allowed_count; i++)
        if (address - allowed[i].address < allowed[i].length)
            return allowed[i].length - (address - allowed[i].address);
    /* Otherwise only the program's own code and data, and its stack, may be read. */
    const uint64_t first = (uintptr_t)__executable_start, frame = (uintptr_t)__builtin_frame_address(0);
    return address - first < (uintptr_t)end - first || address - frame < OWN_STACK ? 1 : 0;
}

/* Checks an access, which may cross from one span to the next. */
static void access_of(uint64_t address, uint64_t size)
{
    while (size != 0) {
        const uint64_t there = readable(address), step = there < size ? there : size;
        if (step == 0) {
            (void)fprintf(stderr, "glibc: access to memory that the question does not have\n");
            (void)raise(SIGSEGV);
        }
        address += step;
        size -= step;
    }
}

#define ACCESS(name, size)                                                                                   \
    void __asan_##name##size##_noabort(uintptr_t address);                                                   \
    void __asan_##name##size##_noabort(uintptr_t address)                                                    \
    {                                                                                                        \
        access_of(address, size);                                                                            \
    }
#define ACCESSES(name)                                                                                       \
    ACCESS(name, 1)                                                                                          \
    ACCESS(name, 2)                                                                                          \
    ACCESS(name, 4)                                                                                          \
    ACCESS(name, 8)                                                                                          \
    ACCESS(name, 16)                                                                                         \
    void __asan_##name##N_noabort(uintptr_t address, size_t size);                                           \
    void __asan_##name##N_noabort(uintptr_t address, size_t size)                                            \
    {                                                                                                        \
        access_of(address, size);                                                                            \
    }
ACCESSES(load)
ACCESSES(store)

/* UBSan calls this before it reports. */
void __asan_handle_no_return(void);
void __asan_handle_no_return(void)
{
}
/* NOLINTEND(clang-diagnostic-reserved-identifier) */
