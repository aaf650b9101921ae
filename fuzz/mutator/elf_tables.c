/* Edits of the file's header, of section headers and of program headers. */
#include "elf_file.h"

#include <string.h>

const struct elf_edit_kind elf_edit_kinds[ELF_EDITS] = {
#define ELF_EDIT(name, breaks, what) {#name, breaks, elf_edit_##name},
#include "elf_edits.def"
#undef ELF_EDIT
};

/* --- Helpers ------------------------------------------------------------------------------------------- */

enum { MOST_BITS = 24 };

size_t file_how_many(struct random *random, size_t most)
{
    unsigned bits = 0;
    while (bits < MOST_BITS && most >> bits != 0)
        bits++;
    if (bits == 0)
        return 0;
    const size_t wanted = below(random, (size_t)1 << (1 + below(random, bits)));
    return wanted == 0 ? 1 : wanted < most ? wanted : most;
}

size_t file_room_for(const struct elf_file *file, enum elf_record record)
{
    const struct elf_table table = file_headers(file, record);
    const size_t size = file_size(file, record), left = file->room - file->size;
    const size_t moved = table.at + table.count * size == file->size ? 0 : table.count * size + 2 * size;
    return left < moved ? 0 : (left - moved) / size;
}

static bool odd_field(struct elf_file *file, enum elf_record record, size_t at, unsigned first,
                      struct random *random)
{
    const unsigned field = first + below(random, file_fields(record) - first);
    const unsigned width = file_width(file, record, field);
    file_put(file, record, at, field, odd_number(random, file_get(file, record, at, field), width));
    return true;
}

/* Sets a field.  Returns false if it had this value before. */
static bool set_field(struct elf_file *file, enum elf_record record, size_t at, unsigned field,
                      uint64_t value)
{
    const uint64_t old = file_get(file, record, at, field);
    file_put(file, record, at, field, value);
    return file_get(file, record, at, field) != old;
}

static bool set_section(struct elf_file *file, size_t section, unsigned field, uint64_t value)
{
    const struct elf_table table = file_headers(file, ELF_SECTION);
    return section != 0 && section < table.count &&
           set_field(file, ELF_SECTION, file_at(file, &table, section), field, value);
}

/* Picks any header of a table, also the first.  Returns false if it has none. */
static bool any_header(const struct elf_file *file, enum elf_record record, struct random *random, size_t *at)
{
    const struct elf_table table = file_headers(file, record);
    if (table.count != 0)
        *at = file_at(file, &table, below(random, table.count));
    return table.count != 0;
}

static bool swap_headers(struct elf_file *file, enum elf_record record, size_t first, struct random *random)
{
    const struct elf_table table = file_headers(file, record);
    const size_t size = file_size(file, record);
    uint8_t kept[64];
    if (table.count < first + 2)
        return false;
    uint8_t *const one = file->bytes + file_at(file, &table, first + below(random, table.count - first));
    uint8_t *const other = file->bytes + file_at(file, &table, first + below(random, table.count - first));
    memcpy(kept, one, size);
    memmove(one, other, size);
    memcpy(other, kept, size);
    return one != other;
}

/* Adds COUNT copies of a header at the end of its table. */
static bool copy_header(struct elf_file *file, enum elf_record record, size_t index, size_t count)
{
    size_t first;
    if (count == 0 || !file_add_headers(file, record, count, &first))
        return false;
    const struct elf_table table = file_headers(file, record);
    const size_t size = file_size(file, record);
    for (size_t i = first; i < table.count && index < table.count; i++)
        memmove(file->bytes + file_at(file, &table, i), file->bytes + file_at(file, &table, index), size);
    return true;
}

/* --- The file's header --------------------------------------------------------------------------------- */

bool elf_edit_header_odd(struct elf_file *file, struct random *random)
{
    return odd_field(file, ELF_HEADER, 0, one_in(random, 4) ? E_TYPE : E_PHOFF, random);
}

bool elf_edit_ident(struct elf_file *file, struct random *random)
{
    uint8_t *const byte = &file->bytes[EI_CLASS + below(random, EI_ABIVERSION - EI_CLASS + 1)];
    *byte = (uint8_t)odd_number(random, *byte, 1);
    return true;
}

bool elf_edit_file_type(struct elf_file *file, struct random *random)
{
    static const uint16_t types[] = {ET_REL, ET_REL, ET_EXEC, ET_DYN, ET_DYN, ET_CORE, ET_NONE};
    return set_field(file, ELF_HEADER, 0, E_TYPE, types[below(random, sizeof types / sizeof *types)]);
}

bool elf_edit_machine(struct elf_file *file, struct random *random)
{
    static const uint16_t machines[] = {EM_X86_64, EM_AARCH64, EM_S390, EM_386, EM_NONE};
    return set_field(file, ELF_HEADER, 0, E_MACHINE,
                     machines[below(random, sizeof machines / sizeof *machines)]);
}

/* --- Section headers ----------------------------------------------------------------------------------- */

/* Changes a field, mostly of a section that is read, as the first one says nothing. */
bool elf_edit_section_odd(struct elf_file *file, struct random *random)
{
    const struct elf_table table = file_headers(file, ELF_SECTION);
    const size_t section =
        one_in(random, 2) ? file_any_section(file, file_is_sframe, random) : below(random, table.count + 1);
    return section < table.count && odd_field(file, ELF_SECTION, file_at(file, &table, section), 0, random);
}

/* Picks a section to copy, mostly an SFrame section. */
static size_t section_to_copy(const struct elf_file *file, struct random *random)
{
    return file_any_section(file, one_in(random, 4) ? file_is_any : file_is_sframe, random);
}

bool elf_edit_section_copy(struct elf_file *file, struct random *random)
{
    const size_t section = section_to_copy(file, random);
    return section != 0 && copy_header(file, ELF_SECTION, section, 1);
}

bool elf_edit_section_many(struct elf_file *file, struct random *random)
{
    const size_t section = section_to_copy(file, random);
    return section != 0 &&
           copy_header(file, ELF_SECTION, section, file_how_many(random, file_room_for(file, ELF_SECTION)));
}

bool elf_edit_section_swap(struct elf_file *file, struct random *random)
{
    return swap_headers(file, ELF_SECTION, 1, random);
}

bool elf_edit_section_remove(struct elf_file *file, struct random *random)
{
    struct elf_table table = file_headers(file, ELF_SECTION);
    if (table.count < 3)
        return false;
    table.count -= file_how_many(random, table.count - 2);
    file_note_table(file, &table);
    return true;
}

bool elf_edit_section_retarget(struct elf_file *file, struct random *random)
{
    const size_t section = file_any_section(file, file_is_any, random);
    const size_t other = section_to_copy(file, random);
    struct bytes contents;
    if (section == 0 || other == 0 || !file_contents(file, other, &contents))
        return false;
    const size_t skipped = one_in(random, 4) ? below(random, contents.size + 1) : 0;
    file_section_put(file, section, S_OFFSET, (size_t)(contents.at - file->bytes) + skipped);
    file_section_put(file, section, S_SIZE, contents.size - skipped);
    if (one_in(random, 2))
        file_section_put(file, section, S_TYPE, file_section_get(file, other, S_TYPE));
    return true;
}

bool elf_edit_section_link(struct elf_file *file, struct random *random)
{
    const size_t section = file_any_section(file, file_is_any, random);
    const size_t count = file_headers(file, ELF_SECTION).count;
    const unsigned field = one_in(random, 2) ? S_LINK : S_INFO;
    const uint64_t odd = odd_number(random, count, 4);
    return set_section(file, section, field, one_in(random, 4) ? odd : below(random, count + 2));
}

bool elf_edit_section_type(struct elf_file *file, struct random *random)
{
    static const uint32_t types[] = {SHT_SFRAME, SHT_SFRAME,     SHT_PROGBITS,     SHT_NULL,  SHT_SYMTAB,
                                     SHT_STRTAB, SHT_RELA,       SHT_NOBITS,       SHT_REL,   SHT_DYNSYM,
                                     SHT_GROUP,  SHT_INIT_ARRAY, SHT_SYMTAB_SHNDX, 0x70000001};
    const size_t section = file_any_section(file, file_is_any, random);
    return set_section(file, section, S_TYPE, types[below(random, sizeof types / sizeof *types)]);
}

bool elf_edit_section_flags(struct elf_file *file, struct random *random)
{
    static const uint64_t flags[] = {SHF_ALLOC, SHF_COMPRESSED, SHF_WRITE, SHF_MERGE | SHF_STRINGS,
                                     SHF_GROUP, SHF_LINK_ORDER, SHF_TLS,   SHF_EXCLUDE};
    const size_t section = file_any_section(file, file_is_any, random);
    return set_section(file, section, S_FLAGS,
                       file_section_get(file, section, S_FLAGS) ^
                           flags[below(random, sizeof flags / sizeof *flags)]);
}

bool elf_edit_section_name(struct elf_file *file, struct random *random)
{
    const size_t section = file_any_section(file, file_is_any, random);
    const size_t other = file_any_section(file, file_is_any, random);
    return set_section(file, section, S_NAME,
                       file_section_get(file, other, S_NAME) + (one_in(random, 2) ? below(random, 8) : 0));
}

/* --- Program headers ----------------------------------------------------------------------------------- */

bool elf_edit_segment_odd(struct elf_file *file, struct random *random)
{
    size_t at;
    return any_header(file, ELF_SEGMENT, random, &at) && odd_field(file, ELF_SEGMENT, at, 0, random);
}

/* Places a segment around the contents; sometimes it begins or ends a little off. */
static void place_segment(struct elf_file *file, size_t at, struct bytes contents, struct random *random)
{
    size_t offset = (size_t)(contents.at - file->bytes), size = contents.size;
    if (one_in(random, 4) && offset > 0) {
        offset--;
        size++;
    }
    if (one_in(random, 4))
        size += below(random, 64);
    file_put(file, ELF_SEGMENT, at, P_OFFSET, offset);
    file_put(file, ELF_SEGMENT, at, P_FILESZ, size);
    file_put(file, ELF_SEGMENT, at, P_MEMSZ, size);
}

bool elf_edit_segment_add(struct elf_file *file, struct random *random)
{
    static const uint32_t types[] = {PT_SFRAME, PT_SFRAME, PT_LOAD, PT_DYNAMIC, PT_GNU_EH_FRAME, PT_NULL};
    const size_t section = section_to_copy(file, random);
    size_t index;
    struct bytes contents;
    if (section == 0 || !file_add_headers(file, ELF_SEGMENT, 1, &index) ||
        !file_contents(file, section, &contents))
        return false;
    const struct elf_table table = file_headers(file, ELF_SEGMENT);
    if (index >= table.count)
        return false;
    const size_t at = file_at(file, &table, index);
    file_put(file, ELF_SEGMENT, at, P_TYPE, types[below(random, sizeof types / sizeof *types)]);
    file_put(file, ELF_SEGMENT, at, P_FLAGS, PF_R);
    file_put(file, ELF_SEGMENT, at, P_VADDR, file_section_get(file, section, S_ADDR));
    file_put(file, ELF_SEGMENT, at, P_ALIGN, 1);
    place_segment(file, at, contents, random);
    if (!one_in(random, 4))
        file_put(file, ELF_HEADER, 0, E_TYPE, one_in(random, 2) ? ET_EXEC : ET_DYN);
    return true;
}

bool elf_edit_segment_many(struct elf_file *file, struct random *random)
{
    const size_t count = file_headers(file, ELF_SEGMENT).count;
    return count != 0 && copy_header(file, ELF_SEGMENT, below(random, count),
                                     file_how_many(random, file_room_for(file, ELF_SEGMENT)));
}

bool elf_edit_segment_swap(struct elf_file *file, struct random *random)
{
    return swap_headers(file, ELF_SEGMENT, 0, random);
}
