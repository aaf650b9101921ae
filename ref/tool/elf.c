/* SFrame sections in ELF files, by libelf: found by type or name, or by segment where section headers are
 * gone; uncompressed; with their relocations applied if the file is a relocatable object. */
#include "input.h"

#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

enum { SHT_GNU_SFRAME_ = 0x6ffffff4, PT_GNU_SFRAME_ = 0x6474e554 };
#define SECTION_NAME ".sframe"

bool elf_is(const struct input *input)
{
    return input->size >= SELFMAG && memcmp(input->bytes, ELFMAG, SELFMAG) == 0;
}

static bool inside(const struct input *input, uint64_t offset, uint64_t size)
{
    return offset <= input->size && size <= input->size - offset;
}

/* --- Relocations ------------------------------------------------------------------------------------- */

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

/* A relocatable object gives no addresses: its loaded sections are laid out from 0 on in the file's order,
 * so that functions of different sections do not lie on each other. */
struct layout {
    uint64_t *addresses;
    size_t count;
};

static bool lay_out(const struct input *input, struct layout *layout)
{
    uint64_t next = 0;
    if (elf_getshdrnum(input->elf, &layout->count) != 0)
        return input_fail(input, "cannot read the section headers: %s", elf_errmsg(-1));
    layout->addresses = calloc(layout->count, sizeof *layout->addresses);
    if (layout->addresses == NULL)
        return input_fail(input, "out of memory");
    for (size_t i = 1; i < layout->count; i++) {
        GElf_Shdr header;
        if (gelf_getshdr(elf_getscn(input->elf, i), &header) == NULL || (header.sh_flags & SHF_ALLOC) == 0)
            continue;
        const uint64_t alignment = header.sh_addralign > 1 ? header.sh_addralign : 1;
        next += (alignment - next % alignment) % alignment;
        layout->addresses[i] = next;
        next += header.sh_size;
    }
    return true;
}

/* What one relocation section works with. */
struct relocator {
    const struct input *input;
    const struct layout *layout;
    struct source *source;
    size_t section; /* its own index, for messages */
    unsigned machine;
    bool big_endian;
    Elf_Data *entries, *symbols;
};

static bool symbol_value(const struct relocator *relocator, size_t number, const GElf_Rela *entry,
                         uint64_t *value)
{
    GElf_Sym symbol;
    const size_t index = (size_t)GELF_R_SYM(entry->r_info);
    *value = 0;
    if (index == 0)
        return true;
    if (relocator->symbols == NULL || gelf_getsym(relocator->symbols, (int)index, &symbol) == NULL)
        return input_fail(relocator->input, "section [%zu]: relocation %zu at offset 0x%llx: no symbol %zu",
                          relocator->section, number, (unsigned long long)entry->r_offset, index);
    *value = symbol.st_value;
    if (symbol.st_shndx == SHN_ABS)
        return true;
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= relocator->layout->count)
        return input_fail(relocator->input,
                          "section [%zu]: relocation %zu at offset 0x%llx: symbol %zu is undefined here",
                          relocator->section, number, (unsigned long long)entry->r_offset, index);
    *value += relocator->layout->addresses[symbol.st_shndx];
    return true;
}

static uint64_t load_field(const uint8_t *field, unsigned width, bool big_endian)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)field[i] << 8 * (big_endian ? width - 1 - i : i);
    return value;
}

static void store_field(uint8_t *field, unsigned width, bool big_endian, uint64_t value)
{
    for (unsigned i = 0; i < width; i++)
        field[i] = (uint8_t)(value >> 8 * (big_endian ? width - 1 - i : i));
}

static bool apply(const struct relocator *relocator, size_t number, const GElf_Rela *entry, bool implicit)
{
    const uint64_t type = GELF_R_TYPE(entry->r_info);
    const struct kind *const kind = kind_of(relocator->machine, type);
    struct source *const source = relocator->source;
    uint64_t value;
    if (kind == NULL)
        return input_fail(
            relocator->input,
            "section [%zu]: relocation %zu at offset 0x%llx: type %llu of machine %u is not known",
            relocator->section, number, (unsigned long long)entry->r_offset, (unsigned long long)type,
            relocator->machine);
    if (kind->width == 0)
        return true;
    if (entry->r_offset > source->size || source->size - entry->r_offset < kind->width)
        return input_fail(
            relocator->input,
            "section [%zu]: relocation %zu: offset 0x%llx lies beyond the section's 0x%zx bytes",
            relocator->section, number, (unsigned long long)entry->r_offset, source->size);
    if (!symbol_value(relocator, number, entry, &value))
        return false;
    uint8_t *const field = source->copy + entry->r_offset;
    value += implicit ? load_field(field, kind->width, relocator->big_endian) : (uint64_t)entry->r_addend;
    if (kind->pc_relative)
        value -= source->address + entry->r_offset;
    store_field(field, kind->width, relocator->big_endian, value);
    return true;
}

static bool apply_all(const struct relocator *relocator, const GElf_Shdr *header)
{
    const bool implicit = header->sh_type == SHT_REL;
    const uint64_t count = header->sh_entsize == 0 ? 0 : header->sh_size / header->sh_entsize;
    for (size_t i = 0; i < count; i++) {
        GElf_Rela entry = {.r_addend = 0};
        GElf_Rel short_entry;
        if (implicit && gelf_getrel(relocator->entries, (int)i, &short_entry) != NULL) {
            entry.r_offset = short_entry.r_offset;
            entry.r_info = short_entry.r_info;
        } else if (implicit || gelf_getrela(relocator->entries, (int)i, &entry) == NULL) {
            return input_fail(relocator->input, "section [%zu]: cannot read relocation %zu: %s",
                              relocator->section, i, elf_errmsg(-1));
        }
        if (!apply(relocator, i, &entry, implicit))
            return false;
    }
    return true;
}

static bool own_copy(const struct input *input, struct source *source)
{
    if (source->copy != NULL)
        return true;
    source->copy = malloc(source->size + (source->size == 0));
    if (source->copy == NULL)
        return input_fail(input, "out of memory");
    memcpy(source->copy, source->bytes, source->size);
    source->bytes = source->copy;
    return true;
}

static bool relocate(const struct input *input, const GElf_Ehdr *file, const struct layout *layout,
                     struct source *source)
{
    source->address = layout->addresses[source->index];
    for (size_t i = 1; i < layout->count; i++) {
        GElf_Shdr header;
        Elf_Scn *const section = elf_getscn(input->elf, i);
        if (gelf_getshdr(section, &header) == NULL || header.sh_info != source->index ||
            (header.sh_type != SHT_RELA && header.sh_type != SHT_REL))
            continue;
        if (!inside(input, header.sh_offset, header.sh_size))
            return input_fail(input, "section [%zu]: relocations at offset 0x%llx lie beyond the file's end",
                              i, (unsigned long long)header.sh_offset);
        struct relocator relocator = {input,
                                      layout,
                                      source,
                                      i,
                                      file->e_machine,
                                      file->e_ident[EI_DATA] == ELFDATA2MSB,
                                      elf_getdata(section, NULL),
                                      elf_getdata(elf_getscn(input->elf, header.sh_link), NULL)};
        if (!own_copy(input, source) || !apply_all(&relocator, &header))
            return false;
    }
    return true;
}

/* --- Sections ---------------------------------------------------------------------------------------- */

/* How the program headers place the bytes at OFFSET. */
static void place_in_segments(const struct input *input, uint64_t offset, uint64_t size,
                              struct container *container)
{
    size_t count = 0;
    (void)elf_getphdrnum(input->elf, &count);
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (gelf_getphdr(input->elf, (int)i, &segment) == NULL || segment.p_type != PT_GNU_SFRAME_ ||
            offset < segment.p_offset || offset - segment.p_offset > segment.p_filesz ||
            segment.p_filesz - (offset - segment.p_offset) < size)
            continue;
        container->in_segment = true;
        container->own_segment = segment.p_offset == offset;
    }
}

/* A compressed section's bytes belong to libelf; others are the file's own, if the file holds them. */
static bool section_bytes(const struct input *input, Elf_Scn *section, GElf_Shdr *header,
                          struct source *source)
{
    if (header->sh_type == SHT_NOBITS)
        return input_fail(input, "section [%zu] %s has no bytes in this file (SHT_NOBITS)", source->index,
                          source->name);
    if (!inside(input, header->sh_offset, header->sh_size))
        return input_fail(
            input, "section [%zu] %s: 0x%llx bytes at offset 0x%llx reach beyond the file's end, 0x%zx",
            source->index, source->name, (unsigned long long)header->sh_size,
            (unsigned long long)header->sh_offset, input->size);
    source->bytes = input->bytes + header->sh_offset;
    source->size = (size_t)header->sh_size;
    if ((header->sh_flags & SHF_COMPRESSED) == 0)
        return true;
    const Elf_Data *data = NULL;
    if (elf_compress(section, 0, 0) >= 0)
        data = elf_getdata(section, NULL);
    if (data == NULL)
        return input_fail(input, "section [%zu] %s at offset 0x%llx: cannot decompress: %s", source->index,
                          source->name, (unsigned long long)header->sh_offset, elf_errmsg(-1));
    source->bytes = data->d_buf;
    source->size = data->d_size;
    return true;
}

static bool add_section(struct input *input, const GElf_Ehdr *file, Elf_Scn *section, GElf_Shdr *header,
                        const char *name, const struct layout *layout)
{
    struct source *const source = input_add(input);
    if (source == NULL)
        return false;
    const bool linked = file->e_type == ET_EXEC || file->e_type == ET_DYN;
    source->name = name;
    source->index = elf_ndxscn(section);
    source->address = header->sh_addr;
    source->container = (struct container){.elf = true,
                                           .section_header = true,
                                           .linked = linked,
                                           .loaded = (header->sh_flags & SHF_ALLOC) != 0,
                                           .named = strcmp(name, SECTION_NAME) == 0,
                                           .typed = header->sh_type == SHT_GNU_SFRAME_};
    place_in_segments(input, header->sh_offset, header->sh_size, &source->container);
    return section_bytes(input, section, header, source) &&
           (file->e_type != ET_REL || relocate(input, file, layout, source));
}

/* [overview.section-type], [overview.section-name]: either makes it one. */
static bool is_sframe(const GElf_Shdr *header, const char *name)
{
    const bool plain = header->sh_type == SHT_PROGBITS || header->sh_type == SHT_NOBITS;
    return header->sh_type == SHT_GNU_SFRAME_ || (plain && strcmp(name, SECTION_NAME) == 0);
}

static bool add_sections(struct input *input, const GElf_Ehdr *file, const struct layout *layout)
{
    size_t names = 0;
    if (elf_getshdrstrndx(input->elf, &names) != 0)
        names = 0;
    for (size_t i = 1; i < layout->count; i++) {
        GElf_Shdr header;
        Elf_Scn *const section = elf_getscn(input->elf, i);
        if (gelf_getshdr(section, &header) == NULL)
            return input_fail(input, "cannot read section header %zu: %s", i, elf_errmsg(-1));
        const char *const name = elf_strptr(input->elf, names, header.sh_name);
        if (is_sframe(&header, name != NULL ? name : "") &&
            !add_section(input, file, section, &header, name != NULL ? name : "", layout))
            return false;
    }
    return true;
}

static bool add_segments(struct input *input)
{
    size_t count = 0;
    if (elf_getphdrnum(input->elf, &count) != 0)
        return input_fail(input, "cannot read the program headers: %s", elf_errmsg(-1));
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (gelf_getphdr(input->elf, (int)i, &segment) == NULL)
            return input_fail(input, "cannot read program header %zu: %s", i, elf_errmsg(-1));
        if (segment.p_type != PT_GNU_SFRAME_)
            continue;
        if (!inside(input, segment.p_offset, segment.p_filesz))
            return input_fail(
                input, "segment %zu: 0x%llx bytes at offset 0x%llx reach beyond the file's end, 0x%zx", i,
                (unsigned long long)segment.p_filesz, (unsigned long long)segment.p_offset, input->size);
        struct source *const source = input_add(input);
        if (source == NULL)
            return false;
        source->index = i;
        source->bytes = input->bytes + segment.p_offset;
        source->size = (size_t)segment.p_filesz;
        source->address = segment.p_vaddr;
        source->container = (struct container){.elf = true, .linked = true};
    }
    return true;
}

/* libelf passes over a section header table that is cut off; a reader of truncated files should not. */
static bool check_whole(const struct input *input, const GElf_Ehdr *file)
{
    if (file->e_shoff != 0 && !inside(input, file->e_shoff, (uint64_t)file->e_shnum * file->e_shentsize))
        return input_fail(input,
                          "truncated: section headers at offset 0x%llx reach beyond the file's end, 0x%zx",
                          (unsigned long long)file->e_shoff, input->size);
    if (file->e_phoff != 0 && !inside(input, file->e_phoff, (uint64_t)file->e_phnum * file->e_phentsize))
        return input_fail(input,
                          "truncated: program headers at offset 0x%llx reach beyond the file's end, 0x%zx",
                          (unsigned long long)file->e_phoff, input->size);
    return true;
}

bool elf_sources(struct input *input)
{
    GElf_Ehdr file;
    struct layout layout = {NULL, 0};
    (void)elf_version(EV_CURRENT);
    input->elf = elf_memory((char *)input->bytes, input->size);
    if (input->elf == NULL || gelf_getehdr(input->elf, &file) == NULL)
        return input_fail(input, "not a readable ELF file: header at offset 0x0: %s", elf_errmsg(-1));
    const bool added = check_whole(input, &file) && lay_out(input, &layout) &&
                       add_sections(input, &file, &layout) && (input->count != 0 || add_segments(input));
    free(layout.addresses);
    if (added && input->count == 0)
        return input_fail(input, "no SFrame section: none named " SECTION_NAME
                                 " or of type SHT_GNU_SFRAME, and no segment PT_GNU_SFRAME");
    return added;
}

void elf_close(struct input *input)
{
    if (input->elf != NULL)
        (void)elf_end(input->elf);
}

/* --- Clauses on what is around a section --------------------------------------------------------------- */

/* Notes: whatever the file around it is like, the section's own bytes are what they are.
 * [overview.loaded], [overview.segment-own], [overview.segment-type] */
void elf_check(const struct source *source, enum sfr_profile profile, const struct sfr_report *report)
{
    const struct container *const container = &source->container;
    const bool errata = profile >= SFR_V2E1;
    const struct {
        enum sfr_clause clause;
        bool applies, honoured;
    } rules[] = {
        {SFR_overview_loaded, container->section_header, container->loaded},
        {SFR_overview_section_name, container->section_header, container->named},
        {SFR_overview_section_type, container->section_header && errata, container->typed},
        {SFR_overview_segment_type, container->section_header && container->linked && errata,
         container->in_segment},
        {SFR_overview_segment_own, container->section_header && container->linked && !errata,
         container->own_segment},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].applies && !rules[i].honoured)
            report->violation(report->context, &(struct sfr_violation){.clause = rules[i].clause});
}
