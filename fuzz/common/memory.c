#include "memory.h"

#include <stdbool.h>
#include <stddef.h>

/* Functions of the sanitizers, which are null without one. */
// NOLINTBEGIN(clang-diagnostic-reserved-identifier): they are theirs
extern int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void *, size_t),
                                                     void (*freed)(const volatile void *))
    __attribute__((weak));
extern size_t __sanitizer_get_allocated_size(const volatile void *block) __attribute__((weak));
// NOLINTEND(clang-diagnostic-reserved-identifier)

static bool counting;
static uint64_t held, most;

static void on_allocation(const volatile void *block, size_t size)
{
    (void)block;
    if (!counting)
        return;
    held += size;
    most = held > most ? held : most;
}

/* Memory from before counting began is not counted. */
static void on_free(const volatile void *block)
{
    if (!counting || block == NULL)
        return;
    const size_t size = __sanitizer_get_allocated_size(block);
    held -= size < held ? size : held;
}

void memory_begin(void)
{
    static bool hooked;
    if (!hooked && __sanitizer_install_malloc_and_free_hooks != NULL)
        (void)__sanitizer_install_malloc_and_free_hooks(on_allocation, on_free);
    hooked = true;
    held = most = 0;
    counting = true;
}

uint64_t memory_end(void)
{
    counting = false;
    return most;
}
