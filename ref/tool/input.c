#include "input.h"

#include "../../common/bounded.h"

#include <stdlib.h>
#include <string.h>

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
