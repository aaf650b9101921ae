/* An input: the bytes of a file, the list of its sections, and how a failure is reported. */
#include "input.h"

#include "../../common/bounded.h"
#include "../../common/safe_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

bool tool_input_read(struct input *input, const char *path)
{
    *input = (struct input){.path = path};
    return bounded_read(BOUNDED_BINARY, strcmp(path, "-") == 0 ? NULL : path, &input->bytes, &input->size) ||
           tool_input_fail(input, "%s", bounded_trouble());
}

bool tool_input_map(struct input *input, const char *path)
{
    struct stat status;
    *input = (struct input){.path = path};
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const bool there = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    void *const bytes = there && status.st_size > 0
                            ? mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0)
                            : MAP_FAILED;
    if (file >= 0)
        (void)close(file);
    if (bytes != MAP_FAILED) {
        input->bytes = bytes;
        input->size = input->mapped = (size_t)status.st_size;
    }
    return there && (bytes != MAP_FAILED || status.st_size == 0);
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
    if (input->mapped != 0)
        (void)munmap(input->bytes, input->mapped);
    else
        free(input->bytes);
}
