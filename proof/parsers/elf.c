/* file_headers of the mutator: safe, the table lies in the file. */
#include "elf.h"


void proof_elf(void)
{
    const size_t size = any_size(), room = any_size();
    struct elf_file file;
    __CPROVER_assume(size <= room);
    uint8_t *const bytes = (uint8_t *)any_bytes(room);
    if (!file_begin(&file, NULL, bytes, size, room))
        return;
    __CPROVER_assume(file.wide == WIDE_FILE);
    const struct elf_table table = CALL;
    assert(is_table(&file, &table));
    REACHES(table.count > 1);
    REACHES(table.count == 0);
}
