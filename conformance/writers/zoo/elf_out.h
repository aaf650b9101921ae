/* Writes an ELF file section by section, by libelf. */
#ifndef CONFORMANCE_WRITERS_ZOO_ELF_OUT_H
#define CONFORMANCE_WRITERS_ZOO_ELF_OUT_H

#include "assembler.h"

#include <gelf.h>

struct elf_out {
    Elf *elf;
    int file;
    const char *path;
    struct bytes names, strings, symbols; /* of sections, of symbols, and the symbols */
    size_t local_symbols;
    bool is_placed; /* the file lies as in memory, from `base` on, and not as libelf chooses */
    uint64_t base, end;
};

/* Each false: it could not be, as is told. */
bool elf_out_begin(struct elf_out *out, const char *path, const struct abi *abi, uint16_t type);
bool elf_out_end(struct elf_out *out);

/* A section: what `header` says (but name and size), and bytes that stay until the end.  Its index. */
size_t elf_out_section(struct elf_out *out, const char *name, GElf_Shdr header, const struct bytes *bytes);
void elf_out_symbol(struct elf_out *out, const char *name, GElf_Sym symbol);
void elf_out_rela(const struct abi *abi, struct bytes *to, GElf_Rela rela);
/* .symtab, .strtab and .shstrtab; the index of .symtab. */
size_t elf_out_tables(struct elf_out *out);

#endif
