/* An input: the bytes of a file, the list of its sections, and how a failure is reported. */
#include "input.h"

#include "../../common/bounded.h"
#include "../../common/safe_text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

uint64_t tool_load(const uint8_t *field, size_t width, bool big_endian)
{
    uint64_t value = 0;
    for (size_t i = 0; i < width; i++)
        value = value << 8 | field[big_endian ? i : width - 1 - i];
    return value;
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

bool tool_input_read(struct input *input, const char *path)
{
    *input = (struct input){.path = path};
    return bounded_read(BOUNDED_BINARY, strcmp(path, "-") == 0 ? NULL : path, &input->bytes, &input->size) ||
           tool_input_fail(input, "%s", bounded_trouble());
}

bool tool_input_open(struct input *input, const char *path)
{
    if (tool_input_read(input, path)) {
        const struct source raw = {.bytes = input->bytes, .size = input->size};
        if (tool_elf_is(input) ? tool_elf_sources(input) : tool_input_add(input, &raw))
            return true;
    }
    tool_input_close(input);
    return false;
}

void tool_input_close(struct input *input)
{
    for (size_t i = 0; i < input->count; i++)
        free(input->sources[i].copy);
    tool_elf_close(input);
    free(input->sources);
    free(input->bytes);
}
