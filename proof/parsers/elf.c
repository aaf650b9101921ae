/* How the mutator reads headers of ELF files: safe, and a table lies in the file. */
#include "fuzz/mutator/draft.c"
#include "fuzz/mutator/elf_file.c"

/* What file_headers promises: the table lies in the file. */
static bool is_table(const struct elf_file *file, const struct elf_table *table)
{
    return table->at <= file->size && table->count <= (file->size - table->at) / file_size(file, table->record);
}

void proof_elf(void)
{
    const size_t size = any_size(), room = any_size();
    struct elf_file file;
    __CPROVER_assume(size <= room);
    uint8_t *const bytes = (uint8_t *)any_bytes(room);
    if (!file_begin(&file, NULL, bytes, size, room))
        return;
    __CPROVER_assume(file.wide == WIDE_FILE);
    const struct elf_table table = file_headers(&file, nondet_bool() ? ELF_SECTION : ELF_SEGMENT);
    assert(is_table(&file, &table));
    REACHES(table.count > 1);
    REACHES(table.count == 0);
}

/* elf */
struct elf_table any_headers(const struct elf_file *file, enum elf_record record)
{
    const struct elf_table table = {record, nondet_size(), nondet_size()};
    __CPROVER_assume(is_table(file, &table));
    return table;
}

/* A field of a header of a section, whatever its number. */
void proof_field(void)
{
    struct elf_file file;
    file.size = any_size();
    file.wide = WIDE_FILE;
    file.big_endian = nondet_bool();
    file.bytes = (uint8_t *)any_bytes(file.size);
    const unsigned field = nondet_u32();
    __CPROVER_assume(field < S_FIELDS);
    const uint64_t value = file_section_get(&file, nondet_size(), field);
    REACHES(value == 0);
    REACHES(value != 0);
}
