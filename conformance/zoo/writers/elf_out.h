/* Writes an ELF file section by section, with libelf. */
#pragma once

#include "assembler.h"

#include <gelf.h>

struct elf_out {
    Elf *elf;
    int file;
    const char *path;
    struct bytes names, strings; /* of sections, and of symbols */
    struct bytes symbols;        /* GElf_Sym */
    size_t local_symbols;
    bool is_placed; /* offsets in the file follow addresses, from `base` on; else libelf chooses them */
    uint64_t base, end;
};

/* If these fail, they report the error and return false. */
bool elf_out_begin(struct elf_out *out, const char *path, const struct abi *abi, uint16_t type);
bool elf_out_end(struct elf_out *out);

/* Adds a section with this header, whose name and size are set here, and with data that the caller keeps
 * until the end: bytes or, by the type of the section, structures of libelf.  Returns its index. */
size_t elf_out_section(struct elf_out *out, const char *name, GElf_Shdr header, const struct bytes *bytes);
/* Adds relocations of the section OF. */
void elf_out_relocations(struct elf_out *out, const char *name, size_t of, const struct bytes *relas);
/* Local symbols are to be added before others. */
void elf_out_symbol(struct elf_out *out, const char *name, GElf_Sym symbol);
/* Adds .strtab, .symtab and .shstrtab, and names .symtab to the sections that need it. */
void elf_out_tables(struct elf_out *out);
