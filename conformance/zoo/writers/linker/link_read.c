/* Reads objects, and decides which of their sections stay. */
#include "../../../../common/bounded.h"
#include "../bug.h"
#include "linker.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool link_fail(const char *path, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)fprintf(stderr, "zoo-ld: error: %s: ", path);
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
    va_end(arguments);
    return false;
}

/* --- Sections ------------------------------------------------------------------------------------------- */

struct link_section *link_next(const struct linker *linker, const struct link_section *section)
{
    size_t i = section == NULL ? 0 : (size_t)(section->input - linker->inputs);
    size_t s = section == NULL ? 1 : (size_t)(section - section->input->sections) + 1;
    for (; i < linker->input_count; i++, s = 1)
        if (s < linker->inputs[i].section_count)
            return &linker->inputs[i].sections[s];
    return NULL;
}

static bool take_section(struct link_input *input, Elf_Scn *elf_section)
{
    struct link_section *const section = &input->sections[elf_ndxscn(elf_section)];
    size_t names;
    section->input = input;
    if (gelf_getshdr(elf_section, &section->header) == NULL || elf_getshdrstrndx(input->elf, &names) != 0)
        return link_fail(input->path, "a section header that cannot be read");
    const char *const name = elf_strptr(input->elf, names, section->header.sh_name);
    Elf_Data *const data = elf_rawdata(elf_section, NULL);
    if (name == NULL || data == NULL)
        return link_fail(input->path, "a section that cannot be read");
    section->name = name;
    section->is_sframe = strcmp(name, ".sframe") == 0 || section->header.sh_type == (GElf_Word)SECTION_TYPE;
    const bool is_code = section->header.sh_type == SHT_PROGBITS || section->header.sh_type == SHT_NOBITS;
    section->is_wanted = is_code && (section->header.sh_flags & SHF_ALLOC) != 0 && !section->is_sframe &&
                         strcmp(name, ".eh_frame") != 0 && strncmp(name, ".note", 5) != 0;
    if (data->d_buf != NULL && section->header.sh_type != SHT_NOBITS)
        put_bytes(&section->code, data->d_buf, data->d_size);
    else if (section->is_wanted)
        put_zeros(&section->code, section->header.sh_size > 1 << 24 ? 0 : (size_t)section->header.sh_size);
    return true;
}

static bool take_relocations(struct link_input *input)
{
    for (size_t i = 1; i < input->section_count; i++) {
        const struct link_section *const from = &input->sections[i];
        if (from->header.sh_type == SHT_REL)
            return link_fail(input->path, "relocations without addends");
        if (from->header.sh_type != SHT_RELA)
            continue;
        if (from->header.sh_info == 0 || from->header.sh_info >= input->section_count)
            return link_fail(input->path, "relocations of a section that is not there");
        const Elf_Data *const data = elf_getdata(elf_getscn(input->elf, i), NULL);
        if (data == NULL)
            return link_fail(input->path, "relocations that cannot be read");
        struct link_section *const to = &input->sections[from->header.sh_info];
        to->relocations = data->d_buf;
        to->relocation_count = data->d_size / sizeof(GElf_Rela);
        for (size_t r = 0; r < to->relocation_count; r++)
            if (GELF_R_SYM(to->relocations[r].r_info) >= input->symbol_count)
                return link_fail(input->path, "a relocation against a symbol that is not there");
    }
    return true;
}

/* --- Symbols -------------------------------------------------------------------------------------------- */

static bool take_symbol(struct link_input *input, const struct link_section *table, Elf_Data *data,
                        size_t number)
{
    struct link_symbol *const symbol = &input->symbols[number];
    if (gelf_getsym(data, (int)number, &symbol->symbol) == NULL)
        return link_fail(input->path, "a symbol that cannot be read");
    const char *const name = elf_strptr(input->elf, table->header.sh_link, symbol->symbol.st_name);
    const size_t section = symbol->symbol.st_shndx;
    symbol->name = name == NULL ? "" : name;
    if (section != SHN_UNDEF && section < SHN_LORESERVE) {
        if (section >= input->section_count)
            return link_fail(input->path, "symbol %zu is of a section that is not there", number);
        symbol->section = &input->sections[section];
    }
    return true;
}

static bool take_symbols(struct link_input *input)
{
    for (size_t i = 1; i < input->section_count; i++) {
        const struct link_section *const table = &input->sections[i];
        if (table->header.sh_type != SHT_SYMTAB)
            continue;
        Elf_Data *const data = elf_getdata(elf_getscn(input->elf, i), NULL);
        input->symbol_count = data == NULL ? 0 : data->d_size / sizeof(GElf_Sym);
        input->symbols = zeroed(input->symbol_count, sizeof *input->symbols);
        for (size_t s = 0; s < input->symbol_count; s++)
            if (!take_symbol(input, table, data, s))
                return false;
    }
    return true;
}

/* Checks that all objects have one machine, which is one ABI in one byte order. */
static bool take_machine(struct linker *linker, const struct link_input *input)
{
    GElf_Ehdr header;
    if (elf_kind(input->elf) != ELF_K_ELF || gelf_getehdr(input->elf, &header) == NULL ||
        header.e_type != ET_REL || gelf_getclass(input->elf) != ELFCLASS64)
        return link_fail(input->path, "no 64-bit ELF object");
    const struct abi *const abi = abi_of_machine(header.e_machine, header.e_ident[EI_DATA] == ELFDATA2MSB);
    if (abi == NULL)
        return link_fail(input->path, "a machine that SFrame does not know");
    if (linker->abi != NULL && linker->abi != abi)
        return link_fail(input->path, "for another machine than the objects before");
    linker->abi = abi;
    linker->big_endian = abi->big_endian;
    return true;
}

bool link_read(struct linker *linker, struct link_input *input, const char *path)
{
    size_t count, size;
    *input = (struct link_input){.path = path};
    if (!bounded_read(BOUNDED_BINARY, path, &input->bytes, &size))
        return link_fail(path, "cannot be read: %s", bounded_trouble());
    input->elf = elf_memory((char *)input->bytes, size);
    if (input->elf == NULL || !take_machine(linker, input))
        return input->elf != NULL ? false : link_fail(path, "no ELF file");
    if (elf_getshdrnum(input->elf, &count) != 0)
        return link_fail(path, "no section headers");
    input->sections = zeroed(count, sizeof *input->sections);
    input->section_count = count;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(input->elf, section)) != NULL;)
        if (!take_section(input, section))
            return false;
    return take_symbols(input) && take_relocations(input);
}

/* --- Relocations ---------------------------------------------------------------------------------------- */

const struct link_symbol *link_symbol_of(const struct link_section *section, const GElf_Rela *relocation)
{
    return &section->input->symbols[GELF_R_SYM(relocation->r_info)];
}

static bool is_local(const struct link_symbol *symbol)
{
    return GELF_ST_BIND(symbol->symbol.st_info) == STB_LOCAL;
}

const struct link_symbol *link_definition(const struct linker *linker, const struct link_symbol *symbol)
{
    const struct link_symbol *weak = NULL;
    if (is_local(symbol))
        return symbol->section != NULL && symbol->section->is_wanted ? symbol : NULL;
    for (size_t i = 0; i < linker->input_count; i++)
        for (size_t s = 0; s < linker->inputs[i].symbol_count; s++) {
            const struct link_symbol *const other = &linker->inputs[i].symbols[s];
            if (is_local(other) || other->section == NULL || !other->section->is_wanted ||
                strcmp(other->name, symbol->name) != 0)
                continue;
            if (GELF_ST_BIND(other->symbol.st_info) != STB_WEAK)
                return other;
            weak = weak == NULL ? other : weak;
        }
    return weak;
}

/* --- Which sections stay -------------------------------------------------------------------------------- */

static const char *signature_of(const struct link_section *group)
{
    return group->header.sh_info < group->input->symbol_count
               ? group->input->symbols[group->header.sh_info].name
               : "";
}

/* Whether the first sections of two groups have the same name. */
static bool begin_alike(const struct linker *linker, const struct link_section *a,
                        const struct link_section *b)
{
    if (a->code.size < 8 || b->code.size < 8)
        return false;
    const uint64_t first = get_number(a->code.at + 4, linker->big_endian, 4),
                   other = get_number(b->code.at + 4, linker->big_endian, 4);
    return first < a->input->section_count && other < b->input->section_count &&
           strcmp(a->input->sections[first].name, b->input->sections[other].name) == 0;
}

static bool same_group(const struct linker *linker, const struct link_section *a,
                       const struct link_section *b)
{
    return BUG(ld_groups_by_section) ? begin_alike(linker, a, b)
                                     : strcmp(signature_of(a), signature_of(b)) == 0;
}

static bool came_before(const struct linker *linker, const struct link_section *group)
{
    for (struct link_section *other = NULL; (other = link_next(linker, other)) != NULL;) {
        if (other == group)
            return false;
        if (other->header.sh_type == SHT_GROUP && same_group(linker, other, group))
            return true;
    }
    return false;
}

/* Discards groups: of those with the same signature only the first stays. */
static void discard_groups(struct linker *linker)
{
    for (struct link_section *group = NULL; (group = link_next(linker, group)) != NULL;) {
        if (group->header.sh_type != SHT_GROUP || group->code.size < 4 || !came_before(linker, group))
            continue;
        for (size_t at = 4; at + 4 <= group->code.size; at += 4) {
            const uint64_t member = get_number(group->code.at + at, linker->big_endian, 4);
            if (member < group->input->section_count)
                group->input->sections[member].is_wanted = group->input->sections[member].is_sframe = false;
        }
    }
}

static void keep(const struct linker *linker, struct link_section *section);

static void keep_what_it_needs(const struct linker *linker, const struct link_section *section)
{
    for (size_t i = 0; i < section->relocation_count; i++) {
        const struct link_symbol *const symbol = link_symbol_of(section, &section->relocations[i]),
                                 *const definition = link_definition(linker, symbol);
        if (definition != NULL)
            keep(linker, definition->section);
    }
}

static void keep(const struct linker *linker, struct link_section *section)
{
    if (!section->is_wanted || section->is_kept)
        return;
    section->is_kept = true;
    if (!BUG(ld_gc_one_step) || section->input == linker->inputs)
        keep_what_it_needs(linker, section);
}

static bool is_root(const struct linker *linker, const struct link_symbol *symbol)
{
    if (symbol->section == NULL || is_local(symbol))
        return false;
    return linker->shared || (linker->entry != NULL && strcmp(symbol->name, linker->entry) == 0);
}

/* Keeps what can be reached. */
static void collect(struct linker *linker)
{
    for (size_t i = 0; i < linker->input_count; i++) {
        struct link_input *const input = &linker->inputs[i];
        for (size_t s = 0; s < input->symbol_count; s++)
            if (is_root(linker, &input->symbols[s]))
                keep(linker, input->symbols[s].section);
    }
    for (struct link_section *section = NULL; (section = link_next(linker, section)) != NULL;) {
        const bool always = (section->header.sh_flags & SHF_GNU_RETAIN) != 0 ||
                            strcmp(section->name, ".init") == 0 || strcmp(section->name, ".fini") == 0 ||
                            section->header.sh_type == SHT_INIT_ARRAY;
        if (always)
            keep(linker, section);
        if (section->is_sframe && BUG(ld_gc_follows_sframe))
            keep_what_it_needs(linker, section);
    }
}

void link_choose(struct linker *linker)
{
    discard_groups(linker);
    if (linker->gc_sections && !linker->relocatable)
        collect(linker);
    else
        for (struct link_section *section = NULL; (section = link_next(linker, section)) != NULL;)
            section->is_kept = section->is_wanted;
}
