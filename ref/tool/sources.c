/* What reading a file and reading ELF both need: the list of sources, and how a failure is reported. */
#include "input.h"

#include "../../common/safe_text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool tool_input_fail(const struct input *input, const char *format, ...)
{
    char why[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    if (input->why != NULL)
        (void)snprintf(input->why, input->why_size, "%s", why);
    else
        safe_complain(program_invocation_short_name, "%s: %s", input->path, why);
    return false;
}

bool tool_input_holds(const struct input *input, uint64_t offset, uint64_t size)
{
    return offset <= input->size && size <= input->size - offset;
}

bool tool_input_add(struct input *input, const struct source *source)
{
    if (input->count == input->room) {
        const size_t room = input->room == 0 ? 1 : input->room * 2;
        struct source *const grown = realloc(input->sources, room * sizeof *grown);
        if (grown == NULL)
            return tool_input_fail(input, "out of memory");
        input->sources = grown;
        input->room = room;
    }
    input->sources[input->count++] = *source;
    return true;
}
