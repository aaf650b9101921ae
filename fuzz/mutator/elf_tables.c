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

/* Finds any record of a kind; headers of sections and segments may be the first.  False: there is none. */
static bool any_record(const struct elf_file *file, enum elf_record record, struct random *random, size_t *at)
{
    static file_fits *const fits[ELF_RECORDS] = {[ELF_SYMBOL] = file_is_symbols,
                                                 [ELF_RELA] = file_is_relocations,
                                                 [ELF_REL] = file_is_relocations,
                                                 [ELF_COMPRESSED] = file_is_compressed};
    const size_t section = fits[record] != NULL ? file_any_section(file, fits[record], random) : 0;
    struct elf_table table = {record, 0, record == ELF_HEADER || section != 0};
    if (record == ELF_SECTION || record == ELF_SEGMENT)
        table = file_headers(file, record);
    else if (record == ELF_COMPRESSED)
        table.at = (size_t)file_section_get(file, section, S_OFFSET);
    else if (section != 0)
        table = file_entries(file, section);
    if (table.record != record || table.count == 0)
        return false;
    *at = file_at(file, &table, below(random, table.count));
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

/* Adds COUNT copies of a header at the end of its table. */
bool file_copy_header(struct elf_file *file, enum elf_record record, size_t index, size_t count,
                      size_t *first)
{
    if (count == 0 || !file_add_headers(file, record, count, first))
        return false;
    const struct elf_table table = file_headers(file, record);
    for (size_t i = *first; i < table.count && index < table.count; i++)
        memmove(file->bytes + file_at(file, &table, i), file->bytes + file_at(file, &table, index),
                file_size(file, record));
    return true;
}

static enum elf_record section_or_segment(struct random *random)
{
    return one_in(random, 4) ? ELF_SEGMENT : ELF_SECTION;
}

/* --- Any records --------------------------------------------------------------------------------------- */

/* Changes a field of any record: of the file's header mostly one about its tables; of section headers often
 * one of an SFrame section. */
bool elf_edit_odd(struct elf_file *file, struct random *random)
{
    const enum elf_record record = (enum elf_record)below(random, ELF_RECORDS);
    const unsigned first = record == ELF_HEADER && !one_in(random, 4) ? E_PHOFF : 0;
    const unsigned field = first + below(random, file_fields(record) - first);
    const size_t sframe = one_in(random, 2) ? file_any_section(file, file_is_sframe, random) : 0;
    const struct elf_table sections = file_headers(file, ELF_SECTION);
    size_t at;
    if (!any_record(file, record, random, &at))
        return false;
    if (record == ELF_SECTION && sframe != 0)
        at = file_at(file, &sections, sframe);
    return set_field(file, record, at, field,
                     odd_number(random, file_get(file, record, at, field), file_width(file, record, field)));
}

bool elf_edit_ident(struct elf_file *file, struct random *random)
{
    uint8_t *const byte = &file->bytes[EI_CLASS + below(random, EI_ABIVERSION - EI_CLASS + 1)];
    *byte = (uint8_t)odd_number(random, *byte, 1);
    return true;
}

bool elf_edit_usual(struct elf_file *file, struct random *random)
{
    enum { MOST_USUAL = 14 };
    static const struct {
        enum elf_record record;
        unsigned field, count;
        uint32_t usual[MOST_USUAL];
    } fields[] = {
        {ELF_HEADER, E_TYPE, 7, {ET_REL, ET_REL, ET_EXEC, ET_DYN, ET_DYN, ET_CORE, ET_NONE}},
        {ELF_HEADER, E_MACHINE, 5, {EM_X86_64, EM_AARCH64, EM_S390, EM_386, EM_NONE}},
        {ELF_SECTION,
         S_TYPE,
         MOST_USUAL,
         {SHT_SFRAME, SHT_SFRAME, SHT_PROGBITS, SHT_NULL, SHT_SYMTAB, SHT_STRTAB, SHT_RELA, SHT_NOBITS,
          SHT_REL, SHT_DYNSYM, SHT_GROUP, SHT_INIT_ARRAY, SHT_SYMTAB_SHNDX, 0x70000001}},
    };
    const unsigned i = one_in(random, 2) ? 2 : below(random, 2); /* half of them types of sections */
    const uint64_t usual = fields[i].usual[below(random, fields[i].count)];
    return fields[i].record == ELF_HEADER
               ? set_field(file, ELF_HEADER, 0, fields[i].field, usual)
               : set_section(file, file_any_section(file, file_is_any, random), fields[i].field, usual);
}

/* Any section, mostly an SFrame section. */
static size_t section_to_copy(const struct elf_file *file, struct random *random)
{
    return file_any_section(file, one_in(random, 4) ? file_is_any : file_is_sframe, random);
}

bool elf_edit_headers_copy(struct elf_file *file, struct random *random)
{
    const enum elf_record record = section_or_segment(random);
    const size_t segments = file_headers(file, ELF_SEGMENT).count;
    const size_t index = record == ELF_SECTION ? section_to_copy(file, random) : below(random, segments);
    const size_t count = one_in(random, 4) ? 1 : file_how_many(random, file_room_for(file, record));
    size_t first;
    return (record == ELF_SECTION ? index : segments) != 0 &&
           file_copy_header(file, record, index, count, &first);
}

bool elf_edit_headers_swap(struct elf_file *file, struct random *random)
{
    const enum elf_record record = section_or_segment(random);
    const struct elf_table table = file_headers(file, record);
    const size_t size = file_size(file, record), none = record == ELF_SECTION; /* the first section */
    uint8_t kept[64];
    if (table.count < none + 2)
        return false;
    uint8_t *const one = file->bytes + file_at(file, &table, none + below(random, table.count - none));
    uint8_t *const other = file->bytes + file_at(file, &table, none + below(random, table.count - none));
    memcpy(kept, one, size);
    memmove(one, other, size);
    memcpy(other, kept, size);
    return one != other;
}

/* --- Section headers ----------------------------------------------------------------------------------- */

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
    static const uint64_t flags[] = {SHF_ALLOC, SHF_COMPRESSED, SHF_WRITE, SHF_MERGE | SHF_STRINGS,
                                     SHF_GROUP, SHF_LINK_ORDER, SHF_TLS,   SHF_EXCLUDE};
    static const unsigned fields[] = {S_LINK, S_INFO, S_FLAGS};
    const size_t section = file_any_section(file, file_is_any, random);
    const unsigned field = fields[below(random, 3)];
    const uint64_t flag = flags[below(random, sizeof flags / sizeof *flags)];
    return set_section(file, section, field,
                       field == S_FLAGS ? file_section_get(file, section, S_FLAGS) ^ flag
                                        : below(random, file_headers(file, ELF_SECTION).count + 2));
}

bool elf_edit_section_name(struct elf_file *file, struct random *random)
{
    const size_t section = file_any_section(file, file_is_any, random);
    const size_t other = file_any_section(file, file_is_any, random);
    return set_section(file, section, S_NAME,
                       file_section_get(file, other, S_NAME) + (one_in(random, 2) ? below(random, 8) : 0));
}

/* --- Program headers ----------------------------------------------------------------------------------- */

/* The segment lies around the section's bytes; sometimes it begins or ends a little off. */
bool elf_edit_segment_add(struct elf_file *file, struct random *random)
{
    static const uint32_t types[] = {PT_SFRAME, PT_SFRAME, PT_LOAD, PT_DYNAMIC, PT_GNU_EH_FRAME, PT_NULL};
    const size_t section = section_to_copy(file, random);
    const bool early = one_in(random, 4);
    const size_t more = one_in(random, 4) ? below(random, 64) : 0;
    size_t index;
    struct bytes contents;
    if (section == 0 || !file_add_headers(file, ELF_SEGMENT, 1, &index) ||
        !file_contents(file, section, &contents))
        return false;
    const struct elf_table table = file_headers(file, ELF_SEGMENT);
    const size_t offset = (size_t)(contents.at - file->bytes), before = early && offset > 0;
    const uint64_t values[P_FIELDS] = {[P_TYPE] = types[below(random, sizeof types / sizeof *types)],
                                       [P_FLAGS] = PF_R,
                                       [P_OFFSET] = offset - before,
                                       [P_VADDR] = file_section_get(file, section, S_ADDR),
                                       [P_FILESZ] = before + contents.size + more,
                                       [P_MEMSZ] = before + contents.size + more,
                                       [P_ALIGN] = 1};
    for (unsigned field = 0; field < P_FIELDS && index < table.count; field++)
        file_put(file, ELF_SEGMENT, file_at(file, &table, index), field, values[field]);
    if (!one_in(random, 4))
        file_put(file, ELF_HEADER, 0, E_TYPE, one_in(random, 2) ? ET_EXEC : ET_DYN);
    return true;
}
