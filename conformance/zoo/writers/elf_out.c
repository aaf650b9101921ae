#include "elf_out.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static bool fail(const struct elf_out *out, const char *why)
{
    (void)fprintf(stderr, "%s: cannot be written: %s\n", out->path, why);
    return false;
}

bool elf_out_begin(struct elf_out *out, const char *path, const struct abi *abi, uint16_t type)
{
    *out = (struct elf_out){.path = path, .file = -1};
    (void)elf_version(EV_CURRENT);
    out->file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out->file < 0)
        return fail(out, strerror(errno));
    out->elf = elf_begin(out->file, ELF_C_WRITE, NULL);
    GElf_Ehdr header;
    if (out->elf == NULL || gelf_newehdr(out->elf, ELFCLASS64) == NULL ||
        gelf_getehdr(out->elf, &header) == NULL)
        return fail(out, elf_errmsg(-1));
    header.e_ident[EI_DATA] = abi->big_endian ? ELFDATA2MSB : ELFDATA2LSB;
    header.e_type = type;
    header.e_machine = abi->elf_machine;
    header.e_version = EV_CURRENT;
    (void)gelf_update_ehdr(out->elf, &header);
    put_zeros(&out->names, 1);
    put_zeros(&out->strings, 1);
    return true;
}

size_t elf_out_section(struct elf_out *out, const char *name, GElf_Shdr header, const struct bytes *bytes)
{
    Elf_Scn *const section = elf_newscn(out->elf);
    Elf_Data *const data = section == NULL ? NULL : elf_newdata(section);
    GElf_Shdr whole;
    if (data == NULL || gelf_getshdr(section, &whole) == NULL)
        return 0;
    header.sh_name = (GElf_Word)out->names.size;
    put_bytes(&out->names, name, strlen(name) + 1);
    *data = (Elf_Data){.d_buf = bytes->at,
                       .d_size = bytes->size,
                       .d_align = header.sh_addralign == 0 ? 1 : (size_t)header.sh_addralign,
                       .d_type = header.sh_type == SHT_SYMTAB ? ELF_T_SYM
                                 : header.sh_type == SHT_RELA ? ELF_T_RELA
                                                              : ELF_T_BYTE,
                       .d_version = EV_CURRENT};
    header.sh_size = bytes->size;
    if (out->is_placed) { /* offset follows address; without an address, behind all other sections */
        const uint64_t behind = (out->end + 7) & ~(uint64_t)7;
        header.sh_offset = header.sh_addr != 0 ? header.sh_addr - out->base : behind;
        out->end = header.sh_offset + bytes->size > out->end ? header.sh_offset + bytes->size : out->end;
    }
    (void)gelf_update_shdr(section, &header);
    return elf_ndxscn(section);
}

void elf_out_symbol(struct elf_out *out, const char *name, GElf_Sym symbol)
{
    if (out->symbols.size == 0) {
        put_zeros(&out->symbols, sizeof symbol);
        out->local_symbols = 1;
    }
    if (*name != '\0') {
        symbol.st_name = (GElf_Word)out->strings.size;
        put_bytes(&out->strings, name, strlen(name) + 1);
    }
    put_bytes(&out->symbols, &symbol, sizeof symbol);
    out->local_symbols += GELF_ST_BIND(symbol.st_info) == STB_LOCAL;
}

void elf_out_relocations(struct elf_out *out, const char *name, size_t of, const struct bytes *relas)
{
    const GElf_Shdr header = {.sh_type = SHT_RELA,
                              .sh_flags = SHF_INFO_LINK,
                              .sh_entsize = sizeof(GElf_Rela),
                              .sh_addralign = 8,
                              .sh_info = (GElf_Word)of};
    (void)elf_out_section(out, name, header, relas);
}

void elf_out_tables(struct elf_out *out)
{
    const GElf_Shdr strings = {.sh_type = SHT_STRTAB, .sh_addralign = 1};
    const GElf_Shdr symbols = {.sh_type = SHT_SYMTAB,
                               .sh_addralign = 8,
                               .sh_entsize = sizeof(GElf_Sym),
                               .sh_link = (GElf_Word)elf_out_section(out, ".strtab", strings, &out->strings),
                               .sh_info = (GElf_Word)out->local_symbols};
    const size_t symtab = elf_out_section(out, ".symtab", symbols, &out->symbols);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(out->elf, section)) != NULL;) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) == NULL || header.sh_type != SHT_RELA)
            continue;
        header.sh_link = (GElf_Word)symtab;
        (void)gelf_update_shdr(section, &header);
    }
    const size_t names = elf_out_section(out, ".shstrtab", strings, &out->names);
    GElf_Ehdr header;
    if (gelf_getehdr(out->elf, &header) == NULL)
        return;
    if (out->is_placed)
        header.e_shoff = (out->end + 7) & ~(uint64_t)7;
    header.e_shstrndx = (GElf_Half)names;
    (void)gelf_update_ehdr(out->elf, &header);
}

bool elf_out_end(struct elf_out *out)
{
    bool written = out->elf != NULL;
    if (written && elf_update(out->elf, ELF_C_WRITE) < 0)
        written = fail(out, elf_errmsg(-1));
    if (out->elf != NULL)
        (void)elf_end(out->elf);
    if (out->file >= 0 && close(out->file) != 0)
        written = fail(out, strerror(errno));
    if (!written)
        (void)unlink(out->path);
    return written;
}
