/* Places sections, and writes an ELF file.  Code is not relocated, as nobody runs it. */
#include "../bug.h"
#include "linker.h"

#include <string.h>

enum { PAGE = 0x1000, FIXED_BASE = 0x400000 };

struct out_section {
    const char *name;
    GElf_Shdr header;
    struct bytes bytes;
};

struct writer {
    struct linker *linker;
    struct elf_out out;
    struct out_section *sections;
    size_t section_count, section_room;
    uint64_t base, next;
};

/* --- Places --------------------------------------------------------------------------------------------- */

/* The name of the section in the result.  Parts of one kind come together, except in relocatable results. */
static const char *name_in_result(const struct writer *writer, const char *name)
{
    static const char *const kinds[] = {".text", ".rodata", ".data", ".bss"};
    for (size_t i = 0; !writer->linker->relocatable && i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(name, kinds[i], strlen(kinds[i])) == 0 && name[strlen(kinds[i])] == '.')
            return kinds[i];
    return name;
}

static size_t out_section_of(struct writer *writer, const struct link_section *section)
{
    const char *const name = name_in_result(writer, section->name);
    for (size_t i = 0; !writer->linker->relocatable && i < writer->section_count; i++)
        if (strcmp(writer->sections[i].name, name) == 0)
            return i;
    writer->sections =
        grown(writer->sections, writer->section_count, &writer->section_room, sizeof *writer->sections);
    writer->sections[writer->section_count] = (struct out_section){
        .name = name,
        .header = {.sh_type = section->header.sh_type == SHT_NOBITS ? SHT_PROGBITS : section->header.sh_type,
                   .sh_flags = section->header.sh_flags & (SHF_ALLOC | SHF_WRITE | SHF_EXECINSTR),
                   .sh_addralign = 16}};
    return writer->section_count++;
}

static void gather(struct writer *writer)
{
    for (struct link_section *section = NULL; (section = link_next(writer->linker, section)) != NULL;) {
        if (!section->is_kept)
            continue;
        section->out_number = out_section_of(writer, section);
        struct out_section *const out = &writer->sections[section->out_number];
        const uint64_t align = section->header.sh_addralign > 1 && section->header.sh_addralign <= PAGE
                                   ? section->header.sh_addralign
                                   : 1;
        put_zeros(&out->bytes, (size_t)(-out->bytes.size & (align - 1)));
        section->address = out->bytes.size;
        put_bytes(&out->bytes, section->code.at, section->code.size);
        if (out->header.sh_addralign < align)
            out->header.sh_addralign = align;
    }
}

static uint64_t aligned(uint64_t address, uint64_t alignment)
{
    return (address + alignment - 1) & ~(alignment - 1);
}

static void give_addresses(struct writer *writer)
{
    struct linker *const linker = writer->linker;
    writer->base = linker->shared ? 0 : FIXED_BASE;
    writer->next = writer->base + PAGE;
    for (size_t i = 0; i < writer->section_count; i++) {
        struct out_section *const section = &writer->sections[i];
        section->header.sh_addr = aligned(writer->next, section->header.sh_addralign);
        writer->next = section->header.sh_addr + section->bytes.size;
    }
    for (struct link_section *section = NULL; (section = link_next(linker, section)) != NULL;)
        if (section->is_kept && section->out_number < writer->section_count)
            section->address += writer->sections[section->out_number].header.sh_addr;
    linker->sframe_address = writer->next = aligned(writer->next, 8);
}

/* --- Symbols -------------------------------------------------------------------------------------------- */

static bool is_in_result(const struct link_symbol *symbol, bool global)
{
    const GElf_Sym *const own = &symbol->symbol;
    return (GELF_ST_BIND(own->st_info) != STB_LOCAL) == global && GELF_ST_TYPE(own->st_info) != STT_SECTION &&
           symbol->section != NULL && symbol->section->is_kept && *symbol->name != '\0';
}

/* In a relocatable result, a symbol's value counts from its section. */
static void put_symbols(struct writer *writer)
{
    const struct linker *const linker = writer->linker;
    for (size_t i = 0; i < writer->section_count; i++)
        elf_out_symbol(&writer->out, "",
                       (GElf_Sym){.st_info = GELF_ST_INFO(STB_LOCAL, STT_SECTION), .st_shndx = (GElf_Section)(i + 1)});
    for (int global = 0; global < 2; global++)
        for (size_t i = 0; i < linker->input_count; i++)
            for (size_t s = 0; s < linker->inputs[i].symbol_count; s++) {
                const struct link_symbol *const symbol = &linker->inputs[i].symbols[s];
                if (!is_in_result(symbol, global == 1))
                    continue;
                GElf_Sym out = symbol->symbol;
                out.st_shndx = (GElf_Section)(symbol->section->out_number + 1);
                out.st_value += symbol->section->address;
                elf_out_symbol(&writer->out, symbol->name, out);
            }
}

/* --- The file ------------------------------------------------------------------------------------------- */

static void put_segments(struct writer *writer)
{
    const struct linker *const linker = writer->linker;
    const bool has_sframe = linker->sframe.size != 0 && !BUG(ld_segment_lost);
    const uint64_t end = linker->sframe_address + linker->sframe.size;
    GElf_Phdr load = {.p_type = PT_LOAD,
                      .p_flags = PF_R | PF_X | PF_W,
                      .p_align = PAGE,
                      .p_vaddr = writer->base,
                      .p_paddr = writer->base,
                      .p_filesz = end - writer->base,
                      .p_memsz = end - writer->base};
    GElf_Phdr own = {.p_type = SEGMENT_TYPE,
                     .p_flags = PF_R,
                     .p_align = 8,
                     .p_vaddr = linker->sframe_address,
                     .p_paddr = linker->sframe_address,
                     .p_offset = linker->sframe_address - writer->base,
                     .p_filesz = linker->sframe.size,
                     .p_memsz = linker->sframe.size};
    if (BUG(ld_segment_short))
        own.p_filesz = own.p_memsz = HEADER_SIZE;
    if (BUG(ld_segment_elsewhere)) {
        own.p_vaddr += 8;
        own.p_offset += 8;
    }
    if (gelf_newphdr(writer->out.elf, has_sframe ? 2 : 1) == NULL)
        return;
    (void)gelf_update_phdr(writer->out.elf, 0, &load);
    if (has_sframe)
        (void)gelf_update_phdr(writer->out.elf, 1, &own);
    GElf_Ehdr header;
    if (gelf_getehdr(writer->out.elf, &header) != NULL) {
        header.e_phoff = sizeof(Elf64_Ehdr);
        header.e_entry = writer->base + PAGE;
        (void)gelf_update_ehdr(writer->out.elf, &header);
    }
    (void)elf_flagelf(writer->out.elf, ELF_C_SET, ELF_F_LAYOUT);
    writer->out.is_placed = true;
    writer->out.base = writer->base;
    writer->out.end = end - writer->base;
}

static void put_sections(struct writer *writer)
{
    struct linker *const linker = writer->linker;
    for (size_t i = 0; i < writer->section_count; i++)
        (void)elf_out_section(&writer->out, writer->sections[i].name, writer->sections[i].header,
                              &writer->sections[i].bytes);
    if (linker->sframe.size == 0)
        return;
    const GElf_Shdr sframe = {.sh_type =
                                  BUG(ld_section_type_progbits) ? SHT_PROGBITS : (GElf_Word)SECTION_TYPE,
                              .sh_flags = SHF_ALLOC,
                              .sh_addralign = 8,
                              .sh_addr = linker->sframe_address};
    const size_t own = elf_out_section(&writer->out, ".sframe", sframe, &linker->sframe);
    if (linker->relocatable)
        elf_out_relocations(&writer->out, ".rela.sframe", own, &linker->relocations);
}

bool link_write(struct linker *linker)
{
    struct writer writer = {.linker = linker};
    const uint16_t type = linker->relocatable ? ET_REL : linker->shared ? ET_DYN : ET_EXEC;
    gather(&writer);
    if (!linker->relocatable)
        give_addresses(&writer);
    link_merge(linker);
    const bool begun = elf_out_begin(&writer.out, linker->output, linker->abi, type);
    if (begun) {
        put_symbols(&writer);
        if (!linker->relocatable)
            put_segments(&writer);
        put_sections(&writer);
        elf_out_tables(&writer.out);
    }
    return elf_out_end(&writer.out) && begun;
}
