/* The steps that mutate a section, in a case or in an ELF file. */
#ifndef FUZZ_MUTATOR_STEPS_H
#define FUZZ_MUTATOR_STEPS_H

#include "edits.h"
#include "break_one.h"
#include "mutate.h"

/* Notes what was done. */
void note(struct mutator *mutator, const char *step);

/* Does some edits of the mutator's draft. */
void edit_draft(struct mutator *mutator, struct random *random);

/* Breaks one thing in a section's bytes.  Returns the new size. */
size_t break_section(struct mutator *mutator, uint8_t *section, size_t size, size_t room,
                     struct random *random);

/* Edits a section in place, or one that is found in the bytes.  Returns false if there is none that can be
 * read. */
bool edit_section(struct mutator *mutator, uint8_t *section, size_t size, struct random *random);
bool edit_in_place(struct mutator *mutator, uint8_t *bytes, size_t size, struct random *random);

/* Copies as many of the bytes as fit; returns how many. */
size_t put_bytes(uint8_t *out, size_t room, struct bytes bytes);

/* In mutate_elf.c: the same as mutate_case() and cross_cases() for ELF files, or files that begin like ELF
 * files. */
bool is_elf(const uint8_t *data, size_t size);
size_t mutate_elf(struct mutator *mutator, uint8_t *data, size_t size, size_t most, struct random *random);

/* Puts sections of the other file into ours; returns 0 if that is not possible. */
size_t cross_elf(struct mutator *mutator, struct bytes ours, struct bytes others, uint8_t *out, size_t most,
                 struct random *random);

#endif
