#include "memory.h"

#include "../../../common/safe_text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_TROUBLE = 2 };

/* Returns what was asked for, unless it is null: then there is no memory. */
static void *that_is_there(void *asked)
{
    if (asked != NULL)
        return asked;
    safe_complain(program_invocation_short_name, "out of memory");
    exit(EXIT_TROUBLE);
}

void *memory_get(size_t size)
{
    return that_is_there(malloc(size > 0 ? size : 1));
}

void *memory_of(size_t count, size_t size)
{
    return that_is_there(calloc(count > 0 ? count : 1, size));
}

void *memory_grow(void *block, size_t count, size_t size)
{
    return that_is_there(reallocarray(block, count, size));
}

char *memory_copy(const char *text)
{
    return that_is_there(strdup(text));
}

char *memory_copy_of(const char *text, size_t size)
{
    return that_is_there(strndup(text, size));
}

char *memory_print(const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    const int size = vasprintf(&text, format, arguments);
    va_end(arguments);
    return that_is_there(size >= 0 ? text : NULL);
}

FILE *written_begin(struct written_text *written)
{
    written->out = open_memstream(&written->text, &written->size);
    return that_is_there(written->out);
}

char *written_end(struct written_text *written)
{
    return that_is_there(fclose(written->out) == 0 ? written->text : NULL);
}
