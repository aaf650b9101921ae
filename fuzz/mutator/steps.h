/* What is done to a section, in a case or in an ELF file. */
#ifndef FUZZ_MUTATOR_STEPS_H
#define FUZZ_MUTATOR_STEPS_H

#include "edits.h"
#include "break_one.h"
#include "mutate.h"

/* Says what was done. */
void note(struct mutator *mutator, const char *step);

/* Some edits of the mutator's draft. */
void edit_draft(struct mutator *mutator, struct random *random);

/* One thing of a section's bytes broken.  The size afterwards. */
size_t break_section(struct mutator *mutator, uint8_t *section, size_t size, size_t room,
                     struct random *random);

/* A section edited where it lies, or one that is found in the bytes; false if there is none to be read. */
bool edit_section(struct mutator *mutator, uint8_t *section, size_t size, struct random *random);
bool edit_in_place(struct mutator *mutator, uint8_t *bytes, size_t size, struct random *random);

/* As many of the bytes as there is room for; gives how many. */
size_t put_bytes(uint8_t *out, size_t room, struct bytes bytes);

/* mutate_elf.c: the same as mutate_case() and cross_cases() for ELF files, or files that begin as such. */
bool is_elf(const uint8_t *data, size_t size);
size_t mutate_elf(struct mutator *mutator, uint8_t *data, size_t size, size_t most, struct random *random);

/* Sections of the other file in ours; 0 if that cannot be done. */
size_t cross_elf(struct mutator *mutator, struct bytes ours, struct bytes others, uint8_t *out, size_t most,
                 struct random *random);

#endif
