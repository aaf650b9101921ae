/* Edits of relocations, and of the symbols that they use. */
#include "elf_file.h"

#include <string.h>

enum { MOST_STARTS = 64, MOST_SYMBOLS = 64, MOST_TYPES = 5 };

/* A type of relocation: one of those for function starts, or one that no machine has. */
static uint64_t any_type(const struct elf_file *file, struct random *random)
{
    static const struct {
        uint16_t machine;
        uint16_t types[MOST_TYPES];
    } machines[] = {
        {EM_X86_64, {R_X86_64_PC32, R_X86_64_64, R_X86_64_PC64, R_X86_64_32, R_X86_64_NONE}},
        {EM_AARCH64, {R_AARCH64_PREL32, R_AARCH64_ABS64, R_AARCH64_PREL64, R_AARCH64_ABS32, 256}},
        {EM_S390, {R_390_PC32, R_390_64, R_390_PC64, R_390_32, R_390_NONE}},
    };
    const uint64_t machine = file_get(file, ELF_HEADER, 0, E_MACHINE);
    for (size_t i = 0; i < sizeof machines / sizeof *machines && !one_in(random, 16); i++)
        if (machines[i].machine == machine)
            return machines[i].types[below(random, MOST_TYPES)];
    return below(random, 64);
}

static void fill_relocation(struct elf_file *file, enum elf_record record, size_t at, uint64_t offset,
                            size_t link, struct random *random)
{
    /* The table that LINK names may have any number of symbols. */
    const size_t count = file_is_symbols(file, link) ? file_entries(file, link).count : 2;
    const uint64_t symbol = below(random, count + 1), type = any_type(file, random);
    file_put(file, record, at, R_OFFSET, offset);
    file_put(file, record, at, R_INFO, file->wide ? symbol << 32 | type : symbol << 8 | (type & 0xff));
    if (record == ELF_RELA)
        file_put(file, record, at, R_ADDEND, below(random, 256));
}

/* The offsets of the functions' start fields in a section. */
static size_t starts_of(const struct elf_file *file, size_t section, size_t starts[MOST_STARTS])
{
    struct bytes contents;
    struct outline outline;
    if (!file_contents(file, section, &contents) || !outline_of(contents.at, contents.size, &outline))
        return 0;
    size_t count = 0;
    for (; count < MOST_STARTS && count < outline.fdes_count; count++)
        starts[count] =
            outline.fdes + count * outline.layout->entry_size + outline.layout->entry[FIELD_START].at;
    return count;
}

/* Adds a section of so many empty records.  Returns its index, or 0 if there is no room. */
static size_t add_table(struct elf_file *file, uint32_t type, size_t count, size_t width, size_t link,
                        size_t info, size_t *at)
{
    *at = count == 0 ? 0 : file_append(file, NULL, count * width);
    return *at == 0 ? 0
                    : file_add_section(file, (const uint64_t[S_FIELDS]){[S_TYPE] = type,
                                                                        [S_OFFSET] = *at,
                                                                        [S_SIZE] = count * width,
                                                                        [S_LINK] = link,
                                                                        [S_INFO] = info,
                                                                        [S_ALIGN] = 1,
                                                                        [S_ENTSIZE] = width});
}

bool elf_edit_relocations_add(struct elf_file *file, struct random *random)
{
    const size_t section = file_any_section(file, file_is_sframe, random);
    const size_t link = file_any_section(file, file_is_symbols, random);
    const enum elf_record record = one_in(random, 4) ? ELF_REL : ELF_RELA;
    const size_t size = file_size(file, record);
    size_t starts[MOST_STARTS], at;
    const size_t count = section == 0 ? 0 : starts_of(file, section, starts);
    if (add_table(file, record == ELF_REL ? SHT_REL : SHT_RELA, count, size, link, section, &at) == 0)
        return false;
    for (size_t i = 0; i < count; i++)
        fill_relocation(file, record, at + i * size, starts[i], link, random);
    file_put(file, ELF_HEADER, 0, E_TYPE, ET_REL);
    return true;
}

bool elf_edit_relocations_grow(struct elf_file *file, struct random *random)
{
    const size_t section = file_any_section(file, file_is_relocations, random);
    if (section == 0)
        return false;
    const struct elf_table old = file_entries(file, section);
    const size_t size = file_size(file, old.record),
                 count = file_how_many(random, (file->room - file->size) / size);
    const size_t at = count == 0 ? 0 : file_append(file, NULL, count * size);
    if (at == 0)
        return false;
    for (size_t i = 0; i < count; i++)
        memcpy(file->bytes + at + i * size, file->bytes + file_at(file, &old, i % old.count), size);
    file_section_put(file, section, S_OFFSET, at);
    file_section_put(file, section, S_SIZE, count * size);
    return true;
}

/* Copies the header of a section of relocations.  All copies apply to one section, or each to another one. */
bool elf_edit_relocations_copy(struct elf_file *file, struct random *random)
{
    const size_t section = file_any_section(file, file_is_relocations, random);
    const size_t sections = file_headers(file, ELF_SECTION).count, room = file_room_for(file, ELF_SECTION);
    const bool spread = one_in(random, 2);
    const size_t count = spread ? smaller_of(sections, room) : file_how_many(random, room);
    size_t first;
    if (section == 0 || !file_copy_header(file, ELF_SECTION, section, count, &first))
        return false;
    const uint64_t info = one_in(random, 2) ? file_section_get(file, section, S_INFO) : below(random, first);
    for (size_t i = 0; i < count; i++)
        file_section_put(file, first + i, S_INFO, spread ? 1 + i % first : info);
    return true;
}

/* Changes a relocation's type, mostly without moving it. */
bool elf_edit_relocation_type(struct elf_file *file, struct random *random)
{
    const size_t section = file_any_section(file, file_is_relocations, random);
    if (section == 0)
        return false;
    const struct elf_table table = file_entries(file, section);
    const size_t at = file_at(file, &table, below(random, table.count));
    const uint64_t place =
        one_in(random, 4) ? below(random, 128) : file_get(file, table.record, at, R_OFFSET);
    fill_relocation(file, table.record, at, place, file_section_get(file, section, S_LINK), random);
    return true;
}

/* --- Symbols ------------------------------------------------------------------------------------------- */

bool elf_edit_symbols_add(struct elf_file *file, struct random *random)
{
    const size_t count = smaller_of(file_headers(file, ELF_SECTION).count, MOST_SYMBOLS);
    const size_t size = file_size(file, ELF_SYMBOL);
    const size_t relocations = file_any_section(file, file_is_relocations, random);
    size_t at;
    const size_t symbols = add_table(file, SHT_SYMTAB, count, size, 0, count, &at);
    for (size_t i = 0; symbols != 0 && i < count; i++) {
        file_put(file, ELF_SYMBOL, at + i * size, Y_INFO, STT_SECTION);
        file_put(file, ELF_SYMBOL, at + i * size, Y_SHNDX, one_in(random, 16) ? SHN_ABS : i);
        file_put(file, ELF_SYMBOL, at + i * size, Y_VALUE, one_in(random, 2) ? 0 : below(random, 4096));
    }
    if (symbols != 0)
        file_section_put(file, relocations, S_LINK, symbols);
    return symbols != 0;
}

/* Adds a table of extended section indices (SHT_SYMTAB_SHNDX), which some symbols then use. */
bool elf_edit_symbols_wide(struct elf_file *file, struct random *random)
{
    enum { WIDTH = 4 };
    const size_t symbols = file_any_section(file, file_is_symbols, random);
    if (symbols == 0)
        return false;
    const struct elf_table table = file_entries(file, symbols);
    const size_t count = smaller_of(table.count, MOST_SYMBOLS);
    size_t at;
    const size_t wide = add_table(file, SHT_SYMTAB_SHNDX, count, WIDTH, symbols, 0, &at),
                 copies = below(random, 4);
    if (wide == 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        put_number(file->bytes + at + i * WIDTH, WIDTH, file->big_endian,
                   one_in(random, 8) ? odd_number(random, i, WIDTH) : i);
        if (one_in(random, 2))
            file_put(file, ELF_SYMBOL, file_at(file, &table, i), Y_SHNDX, SHN_XINDEX);
    }
    (void)file_copy_header(file, ELF_SECTION, wide, copies, &at);
    return true;
}
