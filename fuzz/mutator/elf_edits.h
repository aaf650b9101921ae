/* Edits of an ELF file: each one changes one thing in place, and returns whether it changed any. */
#ifndef FUZZ_MUTATOR_ELF_EDITS_H
#define FUZZ_MUTATOR_ELF_EDITS_H

#include "elf_file.h"
#include "mutate.h"

enum elf_edit {
#define ELF_EDIT(name, breaks, what) ELF_EDIT_##name,
#include "elf_edits.def"
#undef ELF_EDIT
    ELF_EDITS
};

#define ELF_EDIT(name, breaks, what)                                                                         \
    bool elf_edit_##name(struct mutator *mutator, struct elf_file *file, struct random *random);
#include "elf_edits.def"
#undef ELF_EDIT

extern const struct elf_edit_kind {
    const char *name;
    bool breaks;
    bool (*apply)(struct mutator *mutator, struct elf_file *file, struct random *random);
} elf_edit_kinds[ELF_EDITS];

/* How many of something to make, from 1 to MOST: few are as frequent as many.  0 if MOST is 0. */
size_t file_how_many(struct random *random, size_t most);

/* The number of headers for which there is room. */
size_t file_room_for(const struct elf_file *file, enum elf_record record);

#endif
