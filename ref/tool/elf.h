/* The headers of an ELF file, as elf.c reads them: for code that needs more of the file than its SFrame
 * sections. */
#pragma once

#include "input.h"

#include <gelf.h>

struct elf_section {
    Elf_Scn *handle;
    GElf_Shdr header;
    uint64_t address; /* its own, or in a relocatable object the one it was given */
    bool paid;        /* its data was read, and paid for, before */
    uint64_t head;    /* bytes before the first function, of SHT_NOBITS code in a relocatable object */
    /* Indices of sections about this one; 0: there is none */
    size_t relocations;      /* the first with relocations of it */
    size_t next_relocations; /* if it holds relocations itself: the next of the same section */
    size_t wide_indices;     /* if it is a symbol table */
};

/* A PT_GNU_SFRAME segment. */
struct elf_segment {
    uint64_t offset, end;
    uint64_t reach; /* the furthest end of all up to this one */
};

struct elf_view {
    struct input *input;
    GElf_Ehdr file;
    struct elf_section *sections; /* by index; the first stands for no section */
    size_t section_count;
    struct elf_segment *segments; /* by offset, then by end */
    size_t segment_count;
    const char *names; /* of the sections; the last byte is 0 */
    size_t names_size;
};

/* Reads the headers of a file whose bytes were read.  False: it cannot, which is reported.  To be closed
 * in either case. */
bool tool_elf_view_open(struct elf_view *view, struct input *input);
void tool_elf_view_close(struct elf_view *view);

/* The section's name; empty if there is none. */
const char *tool_elf_name(const struct elf_view *view, size_t index);

/* Sets *DATA to the section's data, as libelf gives it; NULL if there is none.  False: the budget is used
 * up. */
bool tool_elf_data(const struct elf_view *view, size_t index, Elf_Data **data);

/* Adds its SFrame sections to the input's sources, if it has any. */
bool tool_elf_add_sources(const struct elf_view *view);

/* How relocations are applied.  PC-relative kinds count from the field; with RELOCATE_FROM_SECTION, from the
 * section.  RELOCATE_WHAT_IS_KNOWN skips relocations of unknown kinds or symbols. */
enum relocating { RELOCATE, RELOCATE_FROM_SECTION, RELOCATE_WHAT_IS_KNOWN };

/* Applies the relocations of a section of a relocatable object to a copy of its bytes. */
bool tool_elf_relocate(const struct elf_view *view, struct source *source, enum relocating how);
