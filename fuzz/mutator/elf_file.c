#include "elf_file.h"

#include <string.h>

enum { NARROW, WIDE, CLASSES };
enum { ALIGNMENT = 8, MOST_HEADERS = 0xfeff, LOOKED_AT = 64 };

/* The layouts of the System V ABI, for each class. */
static const struct record {
    uint8_t size;
    struct place fields[MOST_ELF_FIELDS];
} records[CLASSES][ELF_RECORDS] =
    {
        [NARROW] =
            {
                [ELF_HEADER] =
                    {52, {{16, 2}, {18, 2}, {28, 4}, {32, 4}, {42, 2}, {44, 2}, {46, 2}, {48, 2}, {50, 2}}},
                [ELF_SECTION] =
                    {40,
                     {{0, 4}, {4, 4}, {8, 4}, {12, 4}, {16, 4}, {20, 4}, {24, 4}, {28, 4}, {32, 4}, {36, 4}}},
                [ELF_SEGMENT] = {32, {{0, 4}, {24, 4}, {4, 4}, {8, 4}, {12, 4}, {16, 4}, {20, 4}, {28, 4}}},
                [ELF_SYMBOL] = {16, {{0, 4}, {12, 1}, {13, 1}, {14, 2}, {4, 4}, {8, 4}}},
                [ELF_RELA] = {12, {{0, 4}, {4, 4}, {8, 4}}},
                [ELF_REL] = {8, {{0, 4}, {4, 4}}},
                [ELF_COMPRESSED] = {12, {{0, 4}, {4, 4}, {8, 4}}},
            },
        [WIDE] =
            {
                [ELF_HEADER] =
                    {64, {{16, 2}, {18, 2}, {32, 8}, {40, 8}, {54, 2}, {56, 2}, {58, 2}, {60, 2}, {62, 2}}},
                [ELF_SECTION] =
                    {64,
                     {{0, 4}, {4, 4}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 4}, {44, 4}, {48, 8}, {56, 8}}},
                [ELF_SEGMENT] = {56, {{0, 4}, {4, 4}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}}},
                [ELF_SYMBOL] = {24, {{0, 4}, {4, 1}, {5, 1}, {6, 2}, {8, 8}, {16, 8}}},
                [ELF_RELA] = {24, {{0, 8}, {8, 8}, {16, 8}}},
                [ELF_REL] = {16, {{0, 8}, {8, 8}}},
                [ELF_COMPRESSED] = {24, {{0, 4}, {8, 8}, {16, 8}}},
            },
};

static const struct record *record_of(const struct elf_file *file, enum elf_record record)
{
    return &records[file->wide ? WIDE : NARROW][record];
}

bool file_begin(struct elf_file *file, struct mutator *mutator, uint8_t *bytes, size_t size, size_t room)
{
    if (size < EI_NIDENT || memcmp(bytes, ELFMAG, SELFMAG) != 0)
        return false;
    *file = (struct elf_file){.bytes = bytes,
                              .size = size,
                              .room = room,
                              .wide = bytes[EI_CLASS] == ELFCLASS64,
                              .big_endian = bytes[EI_DATA] == ELFDATA2MSB,
                              .mutator = mutator};
    return (file->wide || bytes[EI_CLASS] == ELFCLASS32) &&
           (file->big_endian || bytes[EI_DATA] == ELFDATA2LSB) && size >= file_size(file, ELF_HEADER);
}

/* --- Records ------------------------------------------------------------------------------------------- */

size_t file_size(const struct elf_file *file, enum elf_record record)
{
    return record_of(file, record)->size;
}

unsigned file_fields(enum elf_record record)
{
    static const uint8_t counts[ELF_RECORDS] = {E_FIELDS, S_FIELDS, P_FIELDS, Y_FIELDS,
                                                R_FIELDS, R_ADDEND, C_FIELDS};
    return counts[record];
}

unsigned file_width(const struct elf_file *file, enum elf_record record, unsigned field)
{
    return record_of(file, record)->fields[field].width;
}

uint64_t file_get(const struct elf_file *file, enum elf_record record, size_t at, unsigned field)
{
    const struct place place = record_of(file, record)->fields[field];
    return number_at(file->bytes + at + place.at, place.width, file->big_endian);
}

void file_put(struct elf_file *file, enum elf_record record, size_t at, unsigned field, uint64_t value)
{
    const struct place place = record_of(file, record)->fields[field];
    put_number(file->bytes + at + place.at, place.width, file->big_endian, value);
}

/* --- Tables -------------------------------------------------------------------------------------------- */

/* The table, with as many whole records as are in the file. */
static struct elf_table table_at(const struct elf_file *file, enum elf_record record, uint64_t at,
                                 uint64_t count)
{
    const size_t size = file_size(file, record);
    if (at > file->size)
        return (struct elf_table){record, 0, 0};
    const uint64_t most = (file->size - at) / size;
    return (struct elf_table){record, (size_t)at, (size_t)(count < most ? count : most)};
}

struct elf_table file_headers(const struct elf_file *file, enum elf_record record)
{
    const bool sections = record == ELF_SECTION;
    const uint64_t at = file_get(file, ELF_HEADER, 0, sections ? E_SHOFF : E_PHOFF);
    uint64_t count = file_get(file, ELF_HEADER, 0, sections ? E_SHNUM : E_PHNUM);
    if (at == 0)
        return (struct elf_table){record, 0, 0};
    if (sections && count == 0 && table_at(file, record, at, 1).count == 1)
        /* A count that does not fit into two bytes is the size in the first section's header. */
        count = file_get(file, ELF_SECTION, (size_t)at, S_SIZE);
    return table_at(file, record, at, count);
}

struct elf_table file_entries(const struct elf_file *file, size_t section)
{
    const uint64_t type = file_section_get(file, section, S_TYPE);
    const enum elf_record record = type == SHT_RELA ? ELF_RELA : type == SHT_REL ? ELF_REL : ELF_SYMBOL;
    return table_at(file, record, file_section_get(file, section, S_OFFSET),
                    file_section_get(file, section, S_SIZE) / file_size(file, record));
}

size_t file_append(struct elf_file *file, const uint8_t *bytes, size_t size)
{
    const size_t padding = (ALIGNMENT - file->size % ALIGNMENT) % ALIGNMENT;
    if (file->room - file->size < padding || file->room - file->size - padding < size)
        return 0;
    memset(file->bytes + file->size, 0, padding);
    const size_t at = file->size + padding;
    if (bytes != NULL)
        memmove(file->bytes + at, bytes, size);
    else
        memset(file->bytes + at, 0, size);
    file->size = at + size;
    return at;
}

/* Moves the table to the end of the file, with room for MORE behind it. */
static bool move_to_end(struct elf_file *file, struct elf_table *table, size_t more)
{
    const size_t size = file_size(file, table->record), old = table->count * size;
    const size_t left = file->room - file->size;
    if (table->count != 0 && table->at + old == file->size)
        return more <= left / size;
    if (left < old + ALIGNMENT || more > (left - old - ALIGNMENT) / size)
        return false;
    table->at = file_append(file, file->bytes + table->at, old);
    return true;
}

bool file_add_headers(struct elf_file *file, enum elf_record record, size_t count, size_t *first)
{
    struct elf_table table = file_headers(file, record);
    const bool none = record == ELF_SECTION && table.count == 0;
    const size_t size = file_size(file, record) * (count + none);
    if ((record == ELF_SEGMENT && table.count + count > MOST_HEADERS) ||
        !move_to_end(file, &table, count + none))
        return false;
    memset(file->bytes + file->size, 0, size);
    file->size += size;
    *first = table.count + none;
    table.count += count + none;
    const bool sections = table.record == ELF_SECTION, extended = table.count > MOST_HEADERS;
    file_put(file, ELF_HEADER, 0, sections ? E_SHOFF : E_PHOFF, table.at);
    file_put(file, ELF_HEADER, 0, sections ? E_SHENTSIZE : E_PHENTSIZE, file_size(file, table.record));
    file_put(file, ELF_HEADER, 0, sections ? E_SHNUM : E_PHNUM, extended ? 0 : table.count);
    if (sections && table.count != 0)
        file_put(file, ELF_SECTION, table.at, S_SIZE, extended ? table.count : 0);
    return true;
}

size_t file_add_section(struct elf_file *file, const uint64_t values[S_FIELDS])
{
    size_t index;
    if (!file_add_headers(file, ELF_SECTION, 1, &index))
        return 0;
    for (unsigned field = 0; field < S_FIELDS; field++)
        file_section_put(file, index, field, values[field]);
    return index;
}

/* --- Sections ------------------------------------------------------------------------------------------ */

uint64_t file_section_get(const struct elf_file *file, size_t index, unsigned field)
{
    const struct elf_table table = file_headers(file, ELF_SECTION);
    return index < table.count ? file_get(file, ELF_SECTION, file_at(file, &table, index), field) : 0;
}

/* Changes a section's header, but not the first, which says nothing about a section. */
void file_section_put(struct elf_file *file, size_t index, unsigned field, uint64_t value)
{
    const struct elf_table table = file_headers(file, ELF_SECTION);
    if (index != 0 && index < table.count)
        file_put(file, ELF_SECTION, file_at(file, &table, index), field, value);
}

bool file_contents(const struct elf_file *file, size_t index, struct bytes *contents)
{
    const uint64_t at = file_section_get(file, index, S_OFFSET), size = file_section_get(file, index, S_SIZE);
    if (file_section_get(file, index, S_TYPE) == SHT_NOBITS || at > file->size || size > file->size - at)
        return false;
    *contents = (struct bytes){file->bytes + at, (size_t)size};
    return true;
}

bool file_is_any(const struct elf_file *file, size_t section)
{
    (void)file;
    return section != 0;
}

/* Whether it is SFrame by its type, or by its first bytes. */
bool file_is_sframe(const struct elf_file *file, size_t section)
{
    struct bytes contents;
    if (!file_contents(file, section, &contents) || contents.size < HEADER_SIZE)
        return false;
    return file_section_get(file, section, S_TYPE) == SHT_SFRAME ||
           number_at(contents.at, 2, false) == MAGIC || number_at(contents.at, 2, true) == MAGIC;
}

bool file_is_relocations(const struct elf_file *file, size_t section)
{
    const uint64_t type = file_section_get(file, section, S_TYPE);
    return (type == SHT_RELA || type == SHT_REL) && file_entries(file, section).count != 0;
}

bool file_is_symbols(const struct elf_file *file, size_t section)
{
    const uint64_t type = file_section_get(file, section, S_TYPE);
    return (type == SHT_SYMTAB || type == SHT_DYNSYM) && file_entries(file, section).count != 0;
}

bool file_is_compressed(const struct elf_file *file, size_t section)
{
    struct bytes contents;
    return (file_section_get(file, section, S_FLAGS) & SHF_COMPRESSED) != 0 &&
           file_contents(file, section, &contents) && contents.size >= file_size(file, ELF_COMPRESSED);
}

size_t file_any_section(const struct elf_file *file, file_fits *fits, struct random *random)
{
    const size_t count = file_headers(file, ELF_SECTION).count;
    if (count < 2)
        return 0;
    const size_t from = below(random, count - 1);
    for (size_t i = 0; i < count - 1 && i < LOOKED_AT; i++) {
        const size_t section = 1 + (from + i) % (count - 1);
        if (fits(file, section))
            return section;
    }
    return 0;
}
