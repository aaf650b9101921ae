/* The linker's steps. */
#include "linker.h"

struct link_section *link_next(const struct linker *linker, const struct link_section *section)
{
    size_t i = section == NULL ? 0 : (size_t)(section->input - linker->inputs);
    size_t s = section == NULL ? 1 : (size_t)(section - section->input->sections) + 1;
    for (; i < linker->input_count; i++, s = 1)
        if (s < linker->inputs[i].section_count)
            return &linker->inputs[i].sections[s];
    return NULL;
}

bool link_all(struct linker *linker, char **paths, int count)
{
    /* One more input has the stubs that the linker makes. */
    linker->inputs = zeroed((size_t)count + 1, sizeof *linker->inputs);
    bool good = elf_version(EV_CURRENT) != EV_NONE;
    for (int i = 0; good && i < count; i++)
        good = link_read(linker, &linker->inputs[linker->input_count++], paths[i]);
    good = good && link_choose(linker) && link_make_stubs(linker) && link_take_tables(linker);
    if (good)
        link_describe_stubs(linker);
    return good && link_write(linker);
}
