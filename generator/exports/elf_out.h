/* An ELF file of 64 bits: sections one behind the other, and segments that load them.  It is made in memory.  (libelf
 * writes only to files, each piece by a system call of its own; these took more than half of the time.) */
#pragma once

#include "model/format.h"
#include "model/text_buffer.h"

#include <elf.h>

/* Enough for a link's object: its groups, sections, their relocations and five more. */
enum { MOST_ELF_SECTIONS = 80, MOST_ELF_SEGMENTS = 2, ELF_NAMES = 1 << 12 };

struct elf_out {
    enum abi abi;  /* gives the machine and the byte order */
    uint16_t type; /* ET_REL, ... */
    unsigned section_count, segment_count;
    Elf64_Shdr sections[MOST_ELF_SECTIONS]; /* the first is empty, as in each file */
    const void *contents[MOST_ELF_SECTIONS];
    Elf64_Phdr segments[MOST_ELF_SEGMENTS]; /* to be filled in by the caller */
    struct text names;
    char names_buffer[ELF_NAMES];
};

void gen_elf_begin(struct elf_out *out, enum abi abi, uint16_t type);

/* Adds a section, whose contents must last until the file is written, and returns its number.  HEADER has the size; its
 * offset is the least that the section may have. */
unsigned gen_elf_section(struct elf_out *out, const char *name, Elf64_Shdr header, const void *contents);

/* Adds the section with the names, and appends the whole file to the text. */
void gen_elf_write(struct elf_out *out, struct text *text);

/* Appends numbers in the ABI's byte order.  WIDTHS: a digit for the bytes of each. */
void gen_elf_numbers(struct text *text, enum abi abi, const char *widths, const uint64_t *numbers);
