/* Relocations of SFrame sections in relocatable objects. */
#include "elf.h"

#include <libelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Kinds that producers use for function starts: S + A, or S + A - P, in so many bytes. */
static const struct kind {
    uint16_t machine;
    uint16_t type;
    uint8_t width; /* 0: nothing to do */
    bool pc_relative;
} kinds[] = {
    {EM_X86_64, R_X86_64_NONE, 0, false},    {EM_X86_64, R_X86_64_64, 8, false},
    {EM_X86_64, R_X86_64_PC32, 4, true},     {EM_X86_64, R_X86_64_32, 4, false},
    {EM_X86_64, R_X86_64_32S, 4, false},     {EM_X86_64, R_X86_64_PC64, 8, true},
    {EM_AARCH64, R_AARCH64_NONE, 0, false},  {EM_AARCH64, 256, 0, false},
    {EM_AARCH64, R_AARCH64_ABS64, 8, false}, {EM_AARCH64, R_AARCH64_ABS32, 4, false},
    {EM_AARCH64, R_AARCH64_PREL64, 8, true}, {EM_AARCH64, R_AARCH64_PREL32, 4, true},
    {EM_S390, R_390_NONE, 0, false},         {EM_S390, R_390_32, 4, false},
    {EM_S390, R_390_PC32, 4, true},          {EM_S390, R_390_64, 8, false},
    {EM_S390, R_390_PC64, 8, true},
};

static const struct kind *kind_of(unsigned machine, uint64_t type)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].machine == machine && kinds[i].type == type)
            return &kinds[i];
    return NULL;
}

enum { ENTRY_WORK = 16 };

/* What is needed to apply one section of relocations. */
struct relocator {
    const struct elf_view *view;
    struct source *source;
    size_t section; /* the index of the relocation section, for messages */
    enum relocating how;
    Elf_Data *entries, *symbols, *wide_indices;
};

/* One relocation, and its number for messages. */
struct entry {
    size_t number;
    GElf_Rela rela;
    bool implicit; /* the addend is what the field holds */
};

__attribute__((format(printf, 3, 4))) static bool refuse(const struct relocator *relocator,
                                                         const struct entry *entry, const char *format, ...)
{
    char words[128];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return relocator->how == RELOCATE_WHAT_IS_KNOWN ||
           tool_input_fail(relocator->view->input, "section [%zu]: relocation %zu at offset 0x%llx: %s",
                           relocator->section, entry->number, (unsigned long long)entry->rela.r_offset,
                           words);
}

static bool symbol_value(const struct relocator *relocator, const struct entry *entry, uint64_t *value)
{
    GElf_Sym symbol;
    Elf32_Word section = 0;
    const size_t index = (size_t)GELF_R_SYM(entry->rela.r_info);
    *value = 0;
    if (index == 0)
        return true;
    if (gelf_getsymshndx(relocator->symbols, relocator->wide_indices, (int)index, &symbol, &section) == NULL)
        return refuse(relocator, entry, "there is no symbol %zu", index);
    if (symbol.st_shndx != SHN_XINDEX)
        section = symbol.st_shndx;
    *value = symbol.st_value;
    if (symbol.st_shndx == SHN_ABS)
        return true;
    if (section == SHN_UNDEF || section >= relocator->view->section_count)
        return refuse(relocator, entry, "symbol %zu is undefined here", index);
    *value += relocator->view->sections[section].address;
    return true;
}

/* Whether the field has room for the value; a linker refuses it, too, if not.  A distance is signed. */
static bool fits(uint64_t value, const struct kind *kind)
{
    const int64_t number = (int64_t)value, most = kind->pc_relative ? INT32_MAX : (int64_t)UINT32_MAX;
    return kind->width == 8 || (number >= INT32_MIN && number <= most);
}

static uint64_t addend_in(const uint8_t *field, const struct kind *kind, bool big_endian)
{
    const uint64_t addend = tool_load(field, kind->width, big_endian);
    return kind->width == 4 && kind->pc_relative ? (uint64_t)(int64_t)(int32_t)addend : addend;
}

/* Writes S + A, or S + A - P, into the field. */
static bool apply(const struct relocator *relocator, const struct kind *kind, const struct entry *entry)
{
    const uint64_t type = GELF_R_TYPE(entry->rela.r_info), offset = entry->rela.r_offset;
    const GElf_Ehdr *const file = &relocator->view->file;
    const bool big_endian = file->e_ident[EI_DATA] == ELFDATA2MSB;
    struct source *const source = relocator->source;
    uint64_t value;
    if (kind == NULL)
        return refuse(relocator, entry, "type %llu of machine %u is not known", (unsigned long long)type,
                      file->e_machine);
    if (offset > source->size || source->size - offset < kind->width)
        return refuse(relocator, entry, "lies beyond the section's 0x%zx bytes", source->size);
    if (!symbol_value(relocator, entry, &value))
        return false;
    uint8_t *const field = source->copy + offset;
    value += entry->implicit ? addend_in(field, kind, big_endian) : (uint64_t)entry->rela.r_addend;
    if (kind->pc_relative)
        value -= source->address + (relocator->how == RELOCATE_FROM_SECTION ? 0 : offset);
    if (!fits(value, kind))
        return refuse(relocator, entry, "0x%llx does not fit in 4 bytes", (unsigned long long)value);
    for (unsigned i = 0; i < kind->width; i++)
        field[i] = (uint8_t)(value >> 8 * (big_endian ? kind->width - 1 - i : i));
    return true;
}

/* Reads entries in place: libelf's own calls, one for each entry, took half of the time. */
static uint32_t type_at(const uint8_t *at, bool wide)
{
    Elf64_Xword info;
    Elf32_Word narrow;
    if (wide)
        return ELF64_R_TYPE(*(Elf64_Xword *)memcpy(&info, at + offsetof(Elf64_Rel, r_info), sizeof info));
    return ELF32_R_TYPE(*(Elf32_Word *)memcpy(&narrow, at + offsetof(Elf32_Rel, r_info), sizeof narrow));
}

static GElf_Rela rela_at(const uint8_t *at, bool wide, size_t size)
{
    GElf_Rela rela = {0};
    Elf32_Rela narrow = {0};
    memcpy(wide ? (void *)&rela : (void *)&narrow, at, size);
    if (wide)
        return rela;
    return (GElf_Rela){narrow.r_offset,
                       GELF_R_INFO((GElf_Xword)ELF32_R_SYM(narrow.r_info), ELF32_R_TYPE(narrow.r_info)),
                       narrow.r_addend};
}

static bool apply_all(const struct relocator *relocator, const GElf_Shdr *header)
{
    const uint64_t count = header->sh_entsize == 0 ? 0 : header->sh_size / header->sh_entsize;
    const bool wide = relocator->view->file.e_ident[EI_CLASS] == ELFCLASS64,
               implicit = header->sh_type == SHT_REL;
    const size_t size = (wide ? sizeof(Elf64_Xword) : sizeof(Elf32_Word)) * (implicit ? 2 : 3);
    const Elf_Data *const entries = relocator->entries;
    const size_t there = entries != NULL ? entries->d_size / size : 0;
    if (!tool_input_spend_each(relocator->view->input, RESOURCE_WORK, count, ENTRY_WORK))
        return false;
    for (size_t i = 0; i < count && i < there; i++) {
        const uint8_t *const at = (const uint8_t *)entries->d_buf + i * size;
        const struct kind *const kind = kind_of(relocator->view->file.e_machine, type_at(at, wide));
        if (kind != NULL && kind->width == 0)
            continue;
        const struct entry entry = {i, rela_at(at, wide, size), implicit};
        if (!apply(relocator, kind, &entry))
            return false;
    }
    return count <= there ||
           tool_input_fail(relocator->view->input, "section [%zu]: cannot read relocation %zu",
                           relocator->section, there);
}

static bool own_copy(struct input *input, struct source *source)
{
    if (source->copy != NULL)
        return true;
    if (!tool_input_spend(input, RESOURCE_MEMORY, source->size))
        return false;
    source->copy = malloc(source->size + (source->size == 0));
    if (source->copy == NULL)
        return tool_input_fail(input, "out of memory");
    memcpy(source->copy, source->bytes, source->size);
    source->bytes = source->copy;
    return true;
}

/* Reads the relocations, their symbols, and the symbols' wide indices, if there are any. */
static bool read_tables(struct relocator *relocator)
{
    const struct elf_view *const view = relocator->view;
    const size_t symbols = view->sections[relocator->section].header.sh_link,
                 wide = symbols < view->section_count ? view->sections[symbols].wide_indices : 0;
    return tool_elf_data(view, relocator->section, &relocator->entries) &&
           tool_elf_data(view, symbols, &relocator->symbols) &&
           tool_elf_data(view, wide, &relocator->wide_indices);
}

bool tool_elf_relocate(const struct elf_view *view, struct source *source, enum relocating how)
{
    for (size_t i = view->sections[source->index].relocations; i != 0;
         i = view->sections[i].next_relocations) {
        const GElf_Shdr *const header = &view->sections[i].header;
        if (!tool_input_holds(view->input, header->sh_offset, header->sh_size))
            return tool_input_fail(view->input,
                                   "section [%zu]: relocations at offset 0x%llx lie beyond the file's end", i,
                                   (unsigned long long)header->sh_offset);
        struct relocator relocator = {.view = view, .source = source, .section = i, .how = how};
        if (!read_tables(&relocator) || !own_copy(view->input, source) || !apply_all(&relocator, header))
            return false;
    }
    return true;
}
