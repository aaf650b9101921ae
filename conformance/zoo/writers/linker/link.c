/* The linker's options, and its steps. */
#include "linker.h"

#include <string.h>

struct link_section *link_next(const struct linker *linker, const struct link_section *section)
{
    size_t i = section == NULL ? 0 : (size_t)(section->input - linker->inputs);
    size_t s = section == NULL ? 1 : (size_t)(section - section->input->sections) + 1;
    for (; i < linker->input_count; i++, s = 1)
        if (s < linker->inputs[i].section_count)
            return &linker->inputs[i].sections[s];
    return NULL;
}

int link_take_option(struct linker *linker, const char *const *words, int left)
{
    static const char *const passed_over[] = {
        "-static",          "--icf=all",  "--icf=safe", "--no-dynamic-linker",
        "--no-gc-sections", "--build-id", "-O2",        "--hash-style=gnu"};
    const char *const word = words[0];
    for (size_t i = 0; i < sizeof passed_over / sizeof *passed_over; i++)
        if (strcmp(word, passed_over[i]) == 0)
            return 1;
    if (strcmp(word, "-r") == 0)
        return (int)(linker->relocatable = true);
    if (strcmp(word, "-shared") == 0)
        return (int)(linker->shared = true);
    if (strcmp(word, "-pie") == 0)
        return 1;
    if (strcmp(word, "--gc-sections") == 0)
        return (int)(linker->gc_sections = true);
    if (strcmp(word, "-znow") == 0)
        return (int)(linker->now = true);
    if (left < 2)
        return 0;
    if (strcmp(word, "-z") == 0) {
        linker->now = linker->now || strcmp(words[1], "now") == 0;
        linker->ibt = linker->ibt || strcmp(words[1], "ibtplt") == 0;
    } else if (strcmp(word, "-o") == 0)
        linker->output = words[1];
    else if (strcmp(word, "-e") == 0)
        linker->entry = words[1];
    else
        return 0;
    return 2;
}

bool link_all(struct linker *linker, char **paths, int count)
{
    /* And one for what the linker makes. */
    linker->inputs = zeroed((size_t)count + 1, sizeof *linker->inputs);
    bool good = elf_version(EV_CURRENT) != EV_NONE;
    for (int i = 0; good && i < count; i++)
        good = link_read(linker, &linker->inputs[linker->input_count++], paths[i]);
    good = good && link_choose(linker) && link_make_stubs(linker) && link_take_tables(linker);
    if (good)
        link_describe_stubs(linker);
    return good && link_write(linker);
}
