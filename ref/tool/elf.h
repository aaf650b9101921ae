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

/* The headers of an ELF file that has been read; false: why is told.  To be closed either way. */
bool elf_view_open(struct elf_view *view, struct input *input);
void elf_view_close(struct elf_view *view);

/* Adds its SFrame sections to the input's sources, if it has any. */
bool elf_add_sources(const struct elf_view *view);

/* PC-relative kinds count from the field, or from the section; or those that no symbol or kind known here
 * answers are passed over. */
enum relocating { RELOCATE, RELOCATE_FROM_SECTION, RELOCATE_WHAT_IS_KNOWN };

/* Applies the relocations of a section of a relocatable object to a copy of its bytes. */
bool elf_relocate(const struct elf_view *view, struct source *source, enum relocating how);

#endif
