#include "elf_out.h"

#include <string.h>

void gen_elf_begin(struct elf_out *out, enum abi abi, uint16_t type)
{
    out->abi = abi;
    out->type = type;
    out->section_count = 1;
    out->segment_count = 0;
    out->sections[0] = (Elf64_Shdr){0};
    gen_text_init(&out->names, out->names_buffer, sizeof out->names_buffer);
    gen_text_char(&out->names, '\0');
}

unsigned gen_elf_section(struct elf_out *out, const char *name, Elf64_Shdr header, const void *contents)
{
    header.sh_name = (Elf64_Word)out->names.length;
    gen_text_raw(&out->names, name, strlen(name) + 1);
    out->sections[out->section_count] = header;
    out->contents[out->section_count] = contents;
    return out->section_count++;
}

void gen_elf_numbers(struct text *text, enum abi abi, const char *widths, const uint64_t *numbers)
{
    const bool big = gen_abi_facts[abi].order == ORDER_BIG;
    for (; *widths != '\0'; widths++, numbers++) {
        const unsigned width = (unsigned)(*widths - '0');
        for (unsigned i = 0; i < width; i++)
            gen_text_char(text, (char)(*numbers >> 8 * (big ? width - 1 - i : i) & 0xff));
    }
}

/* Sets the offset of each section.  Returns that of the table of their headers. */
static uint64_t place_sections(struct elf_out *out)
{
    uint64_t end = sizeof(Elf64_Ehdr) + out->segment_count * sizeof(Elf64_Phdr);
    for (unsigned i = 1; i < out->section_count; i++) {
        Elf64_Shdr *const section = &out->sections[i];
        end = section->sh_offset > end ? section->sh_offset : end;
        end = (end + section->sh_addralign - 1) / section->sh_addralign * section->sh_addralign;
        section->sh_offset = end;
        end += section->sh_type != SHT_NOBITS ? section->sh_size : 0;
    }
    return (end + 7) / 8 * 8;
}

static void write_header(const struct elf_out *out, struct text *text, uint64_t table)
{
    const char data = gen_abi_facts[out->abi].order == ORDER_BIG ? ELFDATA2MSB : ELFDATA2LSB;
    const char ident[EI_NIDENT] = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, data, EV_CURRENT};
    const bool has_segments = out->segment_count != 0;
    gen_text_raw(text, ident, sizeof ident);
    gen_elf_numbers(text, out->abi, "2248884222222",
                    (const uint64_t[]){out->type, gen_abi_facts[out->abi].elf_machine, EV_CURRENT, 0,
                                       has_segments ? sizeof(Elf64_Ehdr) : 0, table, 0, sizeof(Elf64_Ehdr),
                                       has_segments ? sizeof(Elf64_Phdr) : 0, out->segment_count, sizeof(Elf64_Shdr),
                                       out->section_count, out->section_count - 1});
    for (const Elf64_Phdr *each = out->segments; each < out->segments + out->segment_count; each++)
        gen_elf_numbers(text, out->abi, "44888888",
                        (const uint64_t[]){each->p_type, each->p_flags, each->p_offset, each->p_vaddr, each->p_paddr,
                                           each->p_filesz, each->p_memsz, each->p_align});
}

/* Appends zeros to the file from one offset to another.  Returns the second. */
static uint64_t fill(struct text *text, uint64_t from, uint64_t to)
{
    for (; from < to; from++)
        gen_text_char(text, '\0');
    return to;
}

void gen_elf_write(struct elf_out *out, struct text *text)
{
    const unsigned names = gen_elf_section(
        out, ".shstrtab", (Elf64_Shdr){.sh_type = SHT_STRTAB, .sh_addralign = 1}, out->names_buffer);
    out->sections[names].sh_size = out->names.length;
    const uint64_t table = place_sections(out);
    uint64_t at = sizeof(Elf64_Ehdr) + out->segment_count * sizeof(Elf64_Phdr);
    write_header(out, text, table);
    for (unsigned i = 1; i < out->section_count; i++) {
        if (out->sections[i].sh_type == SHT_NOBITS)
            continue;
        at = fill(text, at, out->sections[i].sh_offset) + out->sections[i].sh_size;
        gen_text_raw(text, out->contents[i], (size_t)out->sections[i].sh_size);
    }
    (void)fill(text, at, table);
    for (const Elf64_Shdr *each = out->sections; each < out->sections + out->section_count; each++)
        gen_elf_numbers(text, out->abi, "4488884488",
                        (const uint64_t[]){each->sh_name, each->sh_type, each->sh_flags, each->sh_addr, each->sh_offset,
                                           each->sh_size, each->sh_link, each->sh_info, each->sh_addralign,
                                           each->sh_entsize});
}
