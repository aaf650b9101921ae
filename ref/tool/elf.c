/* SFrame sections in ELF files, by libelf: found by type or name, or by segment where section headers are
 * gone; uncompressed; with their relocations applied if the file is a relocatable object. */
#include "elf.h"

#include "../../common/sorted.h"

#include <ctype.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

/* Costs, at most: bytes of memory that libelf and this reader keep of a section, a segment and a source; steps
 * of work for a header, and for a byte of SFrame. */
enum { SECTION_MEMORY = 384, SEGMENT_MEMORY = 96, SOURCE_MEMORY = 3 * sizeof(struct source) };
enum { HEADER_WORK = 16, SFRAME_WORK = 4 };

enum { SHT_GNU_SFRAME_ = 0x6ffffff4, PT_GNU_SFRAME_ = 0x6474e554 };
#define SECTION_NAME ".sframe"

bool tool_elf_is(const struct input *input)
{
    return input->size >= SELFMAG && memcmp(input->bytes, ELFMAG, SELFMAG) == 0;
}

/* --- Headers ----------------------------------------------------------------------------------------- */

/* libelf ignores a table of headers that is cut off.  Here that is an error. */
static bool check_whole(const struct elf_view *view)
{
    const GElf_Ehdr *const file = &view->file;
    const struct {
        const char *what;
        uint64_t offset, size;
    } tables[] = {{"section", file->e_shoff, (uint64_t)file->e_shnum * file->e_shentsize},
                  {"program", file->e_phoff, (uint64_t)file->e_phnum * file->e_phentsize}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (tables[i].offset != 0 && !tool_input_holds(view->input, tables[i].offset, tables[i].size))
            return tool_input_fail(
                view->input, "truncated: %s headers at offset 0x%llx reach beyond the file's end, 0x%zx",
                tables[i].what, (unsigned long long)tables[i].offset, view->input->size);
    return true;
}

/* How many section headers libelf will find.  If they are too many for the ELF header, the first section
 * header has their number in its field for the size. */
static uint64_t section_headers(const struct input *input, const GElf_Ehdr *file)
{
    const bool narrow = file->e_ident[EI_CLASS] == ELFCLASS32;
    const unsigned at = narrow ? offsetof(Elf32_Shdr, sh_size) : offsetof(Elf64_Shdr, sh_size),
                   width = narrow ? 4 : 8;
    if (file->e_shnum != 0 || file->e_shoff == 0 || !tool_input_holds(input, file->e_shoff, at + width))
        return file->e_shnum;
    return tool_load(input->bytes + file->e_shoff + at, width, file->e_ident[EI_DATA] == ELFDATA2MSB);
}

/* libelf makes room for all section headers at once: what that costs is known from the ELF header alone, so
 * that is read before.  More than the file can hold are refused by libelf. */
static bool pay_for_sections(struct input *input)
{
    const size_t size = input->size < sizeof(Elf64_Ehdr) ? input->size : sizeof(Elf64_Ehdr);
    GElf_Ehdr file;
    Elf *const head = elf_memory((char *)input->bytes, size);
    const bool known = head != NULL && gelf_getehdr(head, &file) != NULL;
    const uint64_t claimed = known ? section_headers(input, &file) : 0,
                   count = claimed <= input->size / sizeof(Elf32_Shdr) ? claimed : 0;
    if (head != NULL)
        (void)elf_end(head);
    return tool_input_spend_each(input, RESOURCE_MEMORY, count, SECTION_MEMORY) &&
           tool_input_spend_each(input, RESOURCE_WORK, count, HEADER_WORK);
}

static bool read_sections(struct elf_view *view)
{
    (void)elf_getshdrnum(view->input->elf, &view->section_count); /* it fails only without an ELF header */
    view->sections = calloc(view->section_count + 1, sizeof *view->sections);
    bool read = view->sections != NULL;
    for (size_t i = 1; read && i < view->section_count; i++) {
        struct elf_section *const section = &view->sections[i];
        section->handle = elf_getscn(view->input->elf, i);
        read = gelf_getshdr(section->handle, &section->header) != NULL;
        section->address = section->header.sh_addr;
    }
    return read || tool_input_fail(view->input, "cannot read the section headers: %s", elf_errmsg(-1));
}

/* Links each section to those that hold its relocations, in the file's order, and each symbol table to the
 * first section that holds its wide indices. */
static void link_sections(struct elf_view *view)
{
    for (size_t i = view->section_count; i-- > 1;) {
        struct elf_section *const section = &view->sections[i];
        const GElf_Shdr *const header = &section->header;
        const bool relocates = header->sh_type == SHT_RELA || header->sh_type == SHT_REL;
        if (relocates && header->sh_info < view->section_count) {
            section->next_relocations = view->sections[header->sh_info].relocations;
            view->sections[header->sh_info].relocations = i;
        } else if (header->sh_type == SHT_SYMTAB_SHNDX && header->sh_link < view->section_count) {
            view->sections[header->sh_link].wide_indices = i;
        }
    }
}

/* Finds the table of section names.  libelf's own call for a name scans the rest of the table, each time. */
static void find_names(struct elf_view *view)
{
    size_t index = 0;
    if (elf_getshdrstrndx(view->input->elf, &index) != 0 || index == 0 || index >= view->section_count)
        return;
    const GElf_Shdr *const header = &view->sections[index].header;
    if (header->sh_type != SHT_STRTAB || (header->sh_flags & SHF_COMPRESSED) != 0 ||
        !tool_input_holds(view->input, header->sh_offset, header->sh_size))
        return;
    view->names = (const char *)view->input->bytes + header->sh_offset;
    view->names_size = (size_t)header->sh_size;
    while (view->names_size != 0 && view->names[view->names_size - 1] != '\0')
        view->names_size--;
}

const char *tool_elf_name(const struct elf_view *view, size_t index)
{
    const uint64_t at = view->sections[index].header.sh_name;
    return at < view->names_size ? view->names + at : "";
}

bool tool_elf_data(const struct elf_view *view, size_t index, Elf_Data **data)
{
    *data = NULL;
    if (index == 0 || index >= view->section_count)
        return true;
    struct elf_section *const section = &view->sections[index];
    const GElf_Shdr *const header = &section->header;
    if (!section->paid && tool_input_holds(view->input, header->sh_offset, header->sh_size) &&
        (!tool_input_spend(view->input, RESOURCE_MEMORY, header->sh_size) ||
         !tool_input_spend(view->input, RESOURCE_WORK, header->sh_size)))
        return false;
    section->paid = true;
    *data = elf_getdata(section->handle, NULL);
    return true;
}

static bool is_code_without_bytes(const GElf_Shdr *header)
{
    return header->sh_type == SHT_NOBITS && (header->sh_flags & SHF_EXECINSTR) != 0;
}

/* Reads symbols in place: libelf's own call for each of them took most of the time. */
static void find_heads_by(struct elf_view *view, const Elf_Data *symbols)
{
    const bool wide = view->file.e_ident[EI_CLASS] == ELFCLASS64;
    const size_t size = wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym), count = symbols->d_size / size;
    const uint8_t *at = symbols->d_buf;
    for (size_t i = 0; i < count; i++, at += size) {
        Elf64_Sym symbol;
        Elf32_Sym narrow;
        if (wide) {
            memcpy(&symbol, at, sizeof symbol);
        } else {
            memcpy(&narrow, at, sizeof narrow);
            symbol = (Elf64_Sym){
                .st_info = narrow.st_info, .st_shndx = narrow.st_shndx, .st_value = narrow.st_value};
        }
        if (GELF_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx < view->section_count &&
            symbol.st_value < view->sections[symbol.st_shndx].head)
            view->sections[symbol.st_shndx].head = symbol.st_value;
    }
}

static bool find_heads(struct elf_view *view)
{
    bool any = false;
    Elf_Data *symbols;
    for (size_t i = 1; i < view->section_count; i++) {
        struct elf_section *const section = &view->sections[i];
        section->head = is_code_without_bytes(&section->header) ? section->header.sh_size : 0;
        any = any || section->head != 0;
    }
    for (size_t i = 1; any && i < view->section_count; i++) {
        if (view->sections[i].header.sh_type != SHT_SYMTAB)
            continue;
        if (!tool_elf_data(view, i, &symbols))
            return false;
        if (symbols != NULL)
            find_heads_by(view, symbols);
    }
    return true;
}

/* Lays out the loaded sections that are code without bytes, or all others, from NEXT on.  Returns their end. */
static uint64_t lay_out_from(struct elf_view *view, bool without_bytes, uint64_t next)
{
    for (size_t i = 1; i < view->section_count; i++) {
        struct elf_section *const section = &view->sections[i];
        const GElf_Shdr *const header = &section->header;
        const uint64_t alignment = header->sh_addralign > 1 ? header->sh_addralign : 1;
        if (is_code_without_bytes(header) != without_bytes || (header->sh_flags & SHF_ALLOC) == 0)
            continue;
        next -= section->head;
        next += (alignment - next % alignment) % alignment;
        section->address = next;
        next += header->sh_size;
    }
    return next;
}

/* A relocatable object gives no addresses: its loaded sections are laid out from 0 on in the file's order,
 * so that functions of different sections do not lie on each other.  Code without bytes comes last: it may be
 * larger than any distance in a section.  For the same reason the bytes before its first function
 * take no room, and may overlap anything. */
static bool lay_out(struct elf_view *view)
{
    if (view->file.e_type != ET_REL)
        return true;
    if (!find_heads(view))
        return false;
    (void)lay_out_from(view, true, lay_out_from(view, false, 0));
    return true;
}

/* The next PT_GNU_SFRAME at or after *index: false if there is none. */
static bool next_segment(const struct input *input, size_t *index, GElf_Phdr *segment)
{
    size_t count = 0;
    (void)elf_getphdrnum(input->elf, &count);
    for (; *index < count; ++*index)
        if (gelf_getphdr(input->elf, (int)*index, segment) != NULL && segment->p_type == PT_GNU_SFRAME_)
            return true;
    return false;
}

static int by_offset(const void *left, const void *right)
{
    const struct elf_segment *const a = left, *const b = right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return a->end < b->end ? -1 : a->end > b->end;
}

static bool read_segments(struct elf_view *view)
{
    size_t count = 0;
    GElf_Phdr segment;
    (void)elf_getphdrnum(view->input->elf, &count);
    if (!tool_input_spend_each(view->input, RESOURCE_MEMORY, count, SEGMENT_MEMORY) ||
        !tool_input_spend_each(view->input, RESOURCE_WORK, count, HEADER_WORK))
        return false;
    view->segments = calloc(count + 1, sizeof *view->segments);
    if (view->segments == NULL)
        return tool_input_fail(view->input, "out of memory");
    for (size_t i = 0; next_segment(view->input, &i, &segment); i++) {
        const uint64_t left = UINT64_MAX - segment.p_offset;
        view->segments[view->segment_count++] = (struct elf_segment){
            .offset = segment.p_offset,
            .end = segment.p_offset + (segment.p_filesz < left ? segment.p_filesz : left)};
    }
    qsort(view->segments, view->segment_count, sizeof *view->segments, by_offset);
    for (size_t i = 0; i < view->segment_count; i++) {
        const uint64_t before = i != 0 ? view->segments[i - 1].reach : 0, end = view->segments[i].end;
        view->segments[i].reach = end > before ? end : before;
    }
    return true;
}

/* --- Sections ---------------------------------------------------------------------------------------- */

/* How the program headers place a section that the file holds. */
static void place_in_segments(const struct elf_view *view, const GElf_Shdr *header,
                              struct container *container)
{
    const uint64_t start = header->sh_offset, end = header->sh_offset + header->sh_size;
    const size_t count = sorted_until(view->segments, view->segment_count, sizeof *view->segments, start);
    if (count == 0) /* all begin after it */
        return;
    const struct elf_segment *const last = &view->segments[count - 1];
    container->in_segment = last->reach >= end;
    container->own_segment = last->offset == start && last->end >= end;
}

/* Pays for reading SIZE bytes of SFrame; if KEPT, also for their memory, as they are not the file's own. */
static bool pay_for_bytes(struct input *input, uint64_t size, bool kept)
{
    return tool_input_spend(input, RESOURCE_SECTIONS, size) &&
           tool_input_spend_each(input, RESOURCE_WORK, size, SFRAME_WORK) &&
           (!kept || tool_input_spend(input, RESOURCE_MEMORY, size + sfr_check_scratch((size_t)size)));
}

/* A compressed section's bytes belong to libelf; others are the file's own, if the file holds them. */
static bool section_bytes(struct input *input, const struct elf_section *section, struct source *source)
{
    const GElf_Shdr *const header = &section->header;
    if (header->sh_type == SHT_NOBITS)
        return tool_input_fail(input, "section [%zu] %s has no bytes in this file (SHT_NOBITS)",
                               source->index, source->name);
    if (!tool_input_holds(input, header->sh_offset, header->sh_size))
        return tool_input_fail(
            input, "section [%zu] %s: 0x%llx bytes at offset 0x%llx reach beyond the file's end, 0x%zx",
            source->index, source->name, (unsigned long long)header->sh_size,
            (unsigned long long)header->sh_offset, input->size);
    source->bytes = input->bytes + header->sh_offset;
    source->size = (size_t)header->sh_size;
    if ((header->sh_flags & SHF_COMPRESSED) == 0)
        return pay_for_bytes(input, source->size, false);
    GElf_Chdr claimed;
    if (gelf_getchdr(section->handle, &claimed) != NULL && !pay_for_bytes(input, claimed.ch_size, true))
        return false;
    const Elf_Data *const data =
        elf_compress(section->handle, 0, 0) >= 0 ? elf_getdata(section->handle, NULL) : NULL;
    if (data == NULL)
        return tool_input_fail(input, "section [%zu] %s at offset 0x%llx: cannot decompress: %s",
                               source->index, source->name, (unsigned long long)header->sh_offset,
                               elf_errmsg(-1));
    source->bytes = data->d_buf;
    source->size = data->d_size;
    return true;
}

/* A name comes from the file: characters that are not printable could forge lines, and become '?'. */
static void set_name(struct source *source, const char *name)
{
    size_t i = 0;
    for (; name[i] != '\0' && i + 1 < sizeof source->name; i++)
        source->name[i] = isgraph((unsigned char)name[i]) ? name[i] : '?';
    source->name[i] = '\0';
}

/* In versions 1 and 2 without flag 0x4, starts count from the section.  But producers make relocations that
 * count from the field; linkers know that, and correct it. */
static enum relocating relocating(const struct source *source)
{
    struct sfr_section section;
    (void)sfr_open(&section, source->bytes, source->size, 0, SFR_PROFILE_BY_VERSION, NULL);
    const bool narrow = sfr_text_facts(section.profile)->start_size == 4;
    return narrow && (section.flags & SFR_PCREL) == 0 ? RELOCATE_FROM_SECTION : RELOCATE;
}

static bool add_section(const struct elf_view *view, size_t index, const char *name)
{
    const struct elf_section *const section = &view->sections[index];
    const unsigned type = view->file.e_type;
    struct source source = {.index = index,
                            .address = section->address,
                            .container = {.elf = true,
                                          .section_header = true,
                                          .linked = type == ET_EXEC || type == ET_DYN,
                                          .loaded = (section->header.sh_flags & SHF_ALLOC) != 0,
                                          .named = strcmp(name, SECTION_NAME) == 0,
                                          .typed = section->header.sh_type == SHT_GNU_SFRAME_}};
    set_name(&source, name);
    if (!section_bytes(view->input, section, &source) ||
        !tool_input_spend(view->input, RESOURCE_MEMORY, SOURCE_MEMORY))
        return false;
    place_in_segments(view, &section->header, &source.container);
    if ((type != ET_REL || tool_elf_relocate(view, &source, relocating(&source))) &&
        tool_input_add(view->input, &source))
        return true;
    free(source.copy);
    return false;
}

/* [overview.section-type], [overview.section-name]: either makes it one. */
static bool is_sframe(const GElf_Shdr *header, const char *name)
{
    const bool plain = header->sh_type == SHT_PROGBITS || header->sh_type == SHT_NOBITS;
    return header->sh_type == SHT_GNU_SFRAME_ || (plain && strcmp(name, SECTION_NAME) == 0);
}

static bool add_sections(const struct elf_view *view)
{
    for (size_t i = 1; i < view->section_count; i++) {
        const char *const name = tool_elf_name(view, i);
        if (is_sframe(&view->sections[i].header, name) && !add_section(view, i, name))
            return false;
    }
    return true;
}

/* The end of the section in a segment, which may hold more.  The section's header says how long it is. */
static size_t section_end(const uint8_t *bytes, size_t size)
{
    struct sfr_section section;
    if (sfr_open(&section, bytes, size, 0, SFR_PROFILE_BY_VERSION, NULL) == SFR_MALFORMED)
        return size;
    return section.fdes_end > section.fres_end ? section.fdes_end : section.fres_end;
}

static bool add_segments(struct input *input)
{
    GElf_Phdr segment;
    for (size_t i = 0; next_segment(input, &i, &segment); i++) {
        if (!tool_input_holds(input, segment.p_offset, segment.p_filesz))
            return tool_input_fail(
                input, "segment %zu: 0x%llx bytes at offset 0x%llx reach beyond the file's end, 0x%zx", i,
                (unsigned long long)segment.p_filesz, (unsigned long long)segment.p_offset, input->size);
        struct source source = {.index = i,
                                .bytes = input->bytes + segment.p_offset,
                                .address = segment.p_vaddr,
                                .container = {.elf = true, .linked = true}};
        source.size = section_end(source.bytes, (size_t)segment.p_filesz);
        if (!pay_for_bytes(input, source.size, false) ||
            !tool_input_spend(input, RESOURCE_MEMORY, SOURCE_MEMORY) || !tool_input_add(input, &source))
            return false;
    }
    return true;
}

bool tool_elf_view_open(struct elf_view *view, struct input *input)
{
    *view = (struct elf_view){.input = input};
    (void)elf_version(EV_CURRENT);
    if (!pay_for_sections(input))
        return false;
    input->elf = elf_memory((char *)input->bytes, input->size);
    if (input->elf == NULL || gelf_getehdr(input->elf, &view->file) == NULL)
        return tool_input_fail(input, "not a readable ELF file: header at offset 0x0: %s", elf_errmsg(-1));
    if (!check_whole(view) || !read_sections(view) || !read_segments(view))
        return false;
    link_sections(view);
    find_names(view);
    return lay_out(view);
}

bool tool_elf_add_sources(const struct elf_view *view)
{
    return add_sections(view) && (view->input->count != 0 || add_segments(view->input));
}

void tool_elf_view_close(struct elf_view *view)
{
    free(view->sections);
    free(view->segments);
}

bool tool_elf_sources(struct input *input)
{
    struct elf_view view;
    const bool added = tool_elf_view_open(&view, input) && tool_elf_add_sources(&view);
    tool_elf_view_close(&view);
    if (added && input->count == 0)
        return tool_input_fail(input, "no SFrame section: none named " SECTION_NAME
                                      " or of type SHT_GNU_SFRAME, and no segment PT_GNU_SFRAME");
    return added;
}

void tool_elf_close(struct input *input)
{
    if (input->elf != NULL)
        (void)elf_end(input->elf);
}

/* --- Clauses on what is around a section --------------------------------------------------------------- */

/* Reports notes (severity SFR_VALID), as the file around a section does not change the section's verdict. */
void tool_elf_check(const struct source *source, enum sfr_profile profile, const struct sfr_report *report)
{
    const struct container *const container = &source->container;
    const struct {
        enum sfr_clause clause;
        bool applies, honoured;
    } rules[] = {
        {SFR_overview_loaded, container->section_header, container->loaded},
        {SFR_overview_section_name, container->section_header, container->named},
        {SFR_overview_section_type, container->section_header, container->typed},
        {SFR_overview_segment_type, container->section_header && container->linked, container->in_segment},
        {SFR_overview_segment_own, container->section_header && container->linked, container->own_segment},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].applies && sfr_text_states(profile, rules[i].clause) && !rules[i].honoured)
            report->violation(report->context, &(struct sfr_violation){.clause = rules[i].clause});
}
