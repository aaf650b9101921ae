/* What reading a file and reading ELF both need: the list of sources, and how a failure is told. */
#include "input.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool input_fail(const struct input *input, const char *format, ...)
{
    va_list arguments;
    (void)fprintf(stderr, "%s: %s: ", program_invocation_short_name, input->path);
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
    return false;
}

bool input_holds(const struct input *input, uint64_t offset, uint64_t size)
{
    return offset <= input->size && size <= input->size - offset;
}

bool input_add(struct input *input, const struct source *source)
{
    if (input->count == input->room) {
        const size_t room = input->room == 0 ? 1 : input->room * 2;
        struct source *const grown = realloc(input->sources, room * sizeof *grown);
        if (grown == NULL)
            return input_fail(input, "out of memory");
        input->sources = grown;
        input->room = room;
    }
    input->sources[input->count++] = *source;
    return true;
}
