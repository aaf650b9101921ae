#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Room for what is expected, then twice as much whenever that was too little. */
static bool read_all(struct input *input, int file, size_t expected)
{
    size_t room = 0;
    for (;;) {
        if (input->size == room) {
            room = room == 0 ? expected + 1 : room * 2;
            uint8_t *const grown = realloc(input->bytes, room);
            if (grown == NULL)
                return tool_input_fail(input, "out of memory after 0x%zx bytes", input->size);
            input->bytes = grown;
        }
        const ssize_t got = read(file, input->bytes + input->size, room - input->size);
        if (got < 0)
            return tool_input_fail(input, "cannot read at offset 0x%zx: %s", input->size, strerror(errno));
        if (got == 0)
            break;
        input->size += (size_t)got;
    }
    return true;
}

static bool read_file(struct input *input)
{
    struct stat status;
    const bool standard = strcmp(input->path, "-") == 0;
    const int file = standard ? STDIN_FILENO : open(input->path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0)
        return tool_input_fail(input, "cannot open: %s", strerror(errno));
    const bool read = S_ISDIR(status.st_mode)
                          ? tool_input_fail(input, "is a directory; name a file in it")
                          : read_all(input, file, S_ISREG(status.st_mode) ? (size_t)status.st_size : 4096);
    if (!standard)
        (void)close(file);
    return read;
}

bool tool_input_read(struct input *input, const char *path)
{
    *input = (struct input){.path = path};
    return read_file(input);
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
