/* file_section_get of the mutator: safe. */
#include "elf.h"

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
