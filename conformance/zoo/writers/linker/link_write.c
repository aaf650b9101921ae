/* Places sections, applies relocations, and writes an ELF file. */
#include "../bug.h"
#include "linker.h"

#include <string.h>

enum { PAGE = 0x1000, FIXED_BASE = 0x400000 };

struct out_section {
    const char *name;
    GElf_Shdr header;
    struct bytes bytes, relocations;
    size_t index;
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

/* --- Relocations of code -------------------------------------------------------------------------------- */

enum form { WORD, CALL_26, PAGE_21, LOW_12 };

static const struct {
    uint16_t machine;
    uint32_t type;
    uint8_t size, shift;
    bool from_place;
    enum form form;
} forms[] = {
    {EM_X86_64, R_X86_64_64, 8, 0, false, WORD},
    {EM_X86_64, R_X86_64_PC32, 4, 0, true, WORD},
    {EM_X86_64, R_X86_64_PLT32, 4, 0, true, WORD},
    {EM_X86_64, R_X86_64_PC64, 8, 0, true, WORD},
    {EM_AARCH64, R_AARCH64_ABS64, 8, 0, false, WORD},
    {EM_AARCH64, R_AARCH64_PREL32, 4, 0, true, WORD},
    {EM_AARCH64, R_AARCH64_PREL64, 8, 0, true, WORD},
    {EM_AARCH64, R_AARCH64_CALL26, 4, 2, true, CALL_26},
    {EM_AARCH64, R_AARCH64_JUMP26, 4, 2, true, CALL_26},
    {EM_AARCH64, R_AARCH64_ADR_PREL_PG_HI21, 4, 12, true, PAGE_21},
    {EM_AARCH64, R_AARCH64_ADD_ABS_LO12_NC, 4, 0, false, LOW_12},
    {EM_AARCH64, R_AARCH64_LDST64_ABS_LO12_NC, 4, 3, false, LOW_12},
    {EM_S390, R_390_64, 8, 0, false, WORD},
    {EM_S390, R_390_PC32, 4, 0, true, WORD},
    {EM_S390, R_390_PC64, 8, 0, true, WORD},
    {EM_S390, R_390_PC32DBL, 4, 1, true, WORD},
    {EM_S390, R_390_PLT32DBL, 4, 1, true, WORD},
};

/* Sets the field of an AArch64 instruction; these are little-endian in both byte orders. */
static void set_field(uint8_t *at, enum form form, uint64_t field)
{
    static const uint32_t masks[] = {[CALL_26] = 0x03ffffff, [PAGE_21] = 0x60ffffe0, [LOW_12] = 0x003ffc00};
    const uint64_t bits = form == PAGE_21  ? (field & 3) << 29 | (field >> 2 & 0x7ffff) << 5
                          : form == LOW_12 ? field << 10
                                           : field;
    set_number(at, false, 4, (get_number(at, false, 4) & ~(uint64_t)masks[form]) | (bits & masks[form]));
}

static bool apply(struct writer *writer, const struct link_section *section,
                  const struct link_relocation_view *view)
{
    const struct linker *const linker = writer->linker;
    const struct link_symbol *const definition = link_definition(linker, view->symbol);
    const bool is_weak = GELF_ST_BIND(view->symbol->symbol.st_info) == STB_WEAK;
    uint64_t value = definition == NULL ? 0 : definition->section->address + definition->symbol.st_value;
    if (!link_stub_address(linker, view->symbol, &value) && definition == NULL && !is_weak &&
        view->symbol->is_undefined)
        return link_fail(section->input->path, "%s is not defined", view->symbol->name);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (forms[i].machine != linker->abi->elf_machine || forms[i].type != view->type)
            continue;
        if (view->place > section->code.size || section->code.size - view->place < forms[i].size)
            return link_fail(section->input->path, "a relocation beyond its section");
        const uint64_t place = section->address + view->place;
        uint64_t to = value + (uint64_t)view->addend, from = forms[i].from_place ? place : 0;
        if (forms[i].form == PAGE_21) {
            to &= ~(uint64_t)(PAGE - 1);
            from &= ~(uint64_t)(PAGE - 1);
        } else if (forms[i].form == LOW_12) {
            to &= PAGE - 1;
        }
        const uint64_t field = (to - from) >> forms[i].shift;
        struct out_section *const out = &writer->sections[section->out_number];
        uint8_t *const at = out->bytes.at + (place - out->header.sh_addr);
        if (forms[i].form == WORD)
            set_number(at, linker->big_endian, forms[i].size, field);
        else
            set_field(at, forms[i].form, field);
        return true;
    }
    return link_fail(section->input->path, "a relocation of type %u, which is not known here", view->type);
}

static bool relocate(struct writer *writer)
{
    const struct linker *const linker = writer->linker;
    for (struct link_section *section = NULL; (section = link_next(linker, section)) != NULL;)
        for (size_t r = 0; section->is_kept && r < section->relocation_count; r++) {
            struct link_relocation_view view = {.symbol = NULL};
            if (!link_relocation_at(section, r, &view))
                return false;
            if (linker->relocatable) {
                const GElf_Rela rela = {.r_offset = section->address + view.place,
                                        .r_info = GELF_R_INFO((uint64_t)view.symbol->number, view.type),
                                        .r_addend = view.addend};
                put_bytes(&writer->sections[section->out_number].relocations, &rela, sizeof rela);
            } else if (!apply(writer, section, &view))
                return false;
        }
    return true;
}

/* --- Symbols -------------------------------------------------------------------------------------------- */

static bool is_in_result(const struct writer *writer, const struct link_symbol *symbol, bool global)
{
    const bool is_global = GELF_ST_BIND(symbol->symbol.st_info) != STB_LOCAL;
    if (is_global != global)
        return false;
    if (symbol->section != NULL)
        return symbol->section->is_kept &&
               (*symbol->name != '\0' || GELF_ST_TYPE(symbol->symbol.st_info) == STT_SECTION);
    return writer->linker->relocatable && global && symbol->is_undefined;
}

/* In a relocatable result, a symbol's value counts from its section. */
static void put_symbols(struct writer *writer)
{
    const struct linker *const linker = writer->linker;
    for (size_t i = 0; i < writer->section_count; i++)
        (void)elf_out_symbol(
            &writer->out, "",
            (GElf_Sym){.st_info = GELF_ST_INFO(STB_LOCAL, STT_SECTION), .st_shndx = (GElf_Section)(i + 1)});
    for (int global = 0; global < 2; global++)
        for (size_t i = 0; i < linker->input_count; i++)
            for (size_t s = 0; s < linker->inputs[i].symbol_count; s++) {
                struct link_symbol *const symbol = &linker->inputs[i].symbols[s];
                if (!is_in_result(writer, symbol, global == 1))
                    continue;
                GElf_Sym out = symbol->symbol;
                if (GELF_ST_TYPE(out.st_info) == STT_SECTION) {
                    symbol->number = 1 + symbol->section->out_number;
                    continue;
                }
                out.st_name = 0;
                out.st_shndx =
                    (GElf_Section)(symbol->section == NULL ? SHN_UNDEF : symbol->section->out_number + 1);
                out.st_value += symbol->section == NULL ? 0 : symbol->section->address;
                symbol->number = elf_out_symbol(&writer->out, symbol->name, out);
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

/* In a relocatable result relocations stand behind their sections; the symbols' table follows all of them. */
static void put_sections(struct writer *writer)
{
    struct linker *const linker = writer->linker;
    const bool has_sframe = linker->sframe.size != 0;
    for (size_t i = 0; i < writer->section_count; i++)
        writer->sections[i].index = elf_out_section(&writer->out, writer->sections[i].name,
                                                    writer->sections[i].header, &writer->sections[i].bytes);
    const GElf_Shdr sframe = {.sh_type =
                                  BUG(ld_section_type_progbits) ? SHT_PROGBITS : (GElf_Word)SECTION_TYPE,
                              .sh_flags = SHF_ALLOC,
                              .sh_addralign = 8,
                              .sh_addr = linker->sframe_address};
    const size_t own = has_sframe ? elf_out_section(&writer->out, ".sframe", sframe, &linker->sframe) : 0;
    if (!linker->relocatable)
        return;
    if (has_sframe)
        elf_out_relocations(&writer->out, ".rela.sframe", own, &linker->relocations);
    for (size_t i = 0; i < writer->section_count; i++)
        if (writer->sections[i].relocations.size != 0)
            elf_out_relocations(&writer->out, ".rela.code", writer->sections[i].index,
                                &writer->sections[i].relocations);
}

bool link_write(struct linker *linker)
{
    struct writer writer = {.linker = linker};
    const uint16_t type = linker->relocatable ? ET_REL : linker->shared ? ET_DYN : ET_EXEC;
    gather(&writer);
    if (!linker->relocatable)
        give_addresses(&writer);
    link_merge(linker);
    bool good = elf_out_begin(&writer.out, linker->output, linker->abi, type);
    if (good) {
        put_symbols(&writer);
        good = relocate(&writer);
    }
    if (good) {
        if (!linker->relocatable)
            put_segments(&writer);
        put_sections(&writer);
        elf_out_tables(&writer.out);
    } else if (writer.out.elf != NULL) {
        (void)elf_end(writer.out.elf);
        writer.out.elf = NULL;
    }
    return elf_out_end(&writer.out) && good;
}
