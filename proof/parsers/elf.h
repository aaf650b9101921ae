/* What the mutator knows of an ELF file. */
#pragma once

#include "fuzz/mutator/draft.c"
#include "fuzz/mutator/elf_file.c"

/* What file_headers promises: the table lies in the file. */
static inline bool is_table(const struct elf_file *file, const struct elf_table *table)
{
    return table->at <= file->size && table->count <= (file->size - table->at) / file_size(file, table->record);
}
