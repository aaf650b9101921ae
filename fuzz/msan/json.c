/* Reports to MSan what jansson writes, as MSan only sees code that was compiled for it.  The linker sends
 * calls that write into their caller's memory through here (fuzz.mk).  jansson's own memory counts as written
 * when it is allocated, so MSan finds nothing there. */
#include <jansson.h>
#include <sanitizer/msan_interface.h>
#include <stdlib.h>

/* Only the linker knows these names. */
#pragma clang diagnostic ignored "-Wmissing-prototypes"

json_t *__real_json_loadb(const char *text, size_t size, size_t flags, json_error_t *error);
size_t __real_json_dumpb(const json_t *value, char *buffer, size_t size, size_t flags);
char *__real_json_dumps(const json_t *value, size_t flags);

/* Marks texts as written.  They were copied through jansson's stack, where MSan remembers what others had
 * left. */
static void mark_texts(json_t *value)
{
    const char *key;
    json_t *part;
    size_t i;
    if (json_is_string(value))
        __msan_unpoison(json_string_value(value), json_string_length(value) + 1);
    json_array_foreach(value, i, part)
    {
        mark_texts(part);
    }
    json_object_foreach(value, key, part)
    {
        __msan_unpoison_string(key);
        mark_texts(part);
    }
}

json_t *__wrap_json_loadb(const char *text, size_t size, size_t flags, json_error_t *error)
{
    __msan_scoped_disable_interceptor_checks();
    json_t *const value = __real_json_loadb(text, size, flags, error);
    __msan_scoped_enable_interceptor_checks();
    if (error != NULL)
        __msan_unpoison(error, sizeof *error);
    mark_texts(value);
    return value;
}

char *__wrap_json_dumps(const json_t *value, size_t flags)
{
    char *const text = __real_json_dumps(value, flags);
    if (text != NULL)
        __msan_unpoison_string(text);
    return text;
}

size_t __wrap_json_dumpb(const json_t *value, char *buffer, size_t size, size_t flags)
{
    const size_t wanted = __real_json_dumpb(value, buffer, size, flags);
    __msan_unpoison(buffer, wanted < size ? wanted : size);
    return wanted;
}

static void *cleared(size_t size)
{
    return calloc(1, size);
}

__attribute__((constructor)) static void clear_what_jansson_gets(void)
{
    json_set_alloc_funcs(cleared, free);
}
