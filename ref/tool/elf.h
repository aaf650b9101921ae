/* An ELF file as both elf.c and relocate.c see it. */
#ifndef SFRAME_REF_ELF_H
#define SFRAME_REF_ELF_H

#include "input.h"

#include <gelf.h>

struct elf_section {
    Elf_Scn *handle;
    GElf_Shdr header;
    uint64_t address; /* its own, or in a relocatable object the one it was given */
};

struct elf_view {
    struct input *input;
    GElf_Ehdr file;
    struct elf_section *sections; /* by index; the first is none */
    size_t section_count;
};

/* Applies the relocations of a section of a relocatable object to a copy of its bytes. */
bool elf_relocate(const struct elf_view *view, struct source *source);

#endif
