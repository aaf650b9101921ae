/* The mutator: makes new cases (fuzz/common/case.h) from old ones, for any engine.
 *
 * The seed decides everything.  Any bytes are accepted: if they are no case with a section that can be read,
 * they are mutated as bytes, or get a section. */
#pragma once

#include "chance.h"
#include "draft.h"

/* Larger inputs are mutated as bytes. */
enum { MOST_CASE = 1 << 16 };

/* The fuzzing engine's own mutation: it changes bytes in place, whatever they mean, and returns how many there are. */
typedef size_t mutate_bytes(uint8_t *data, size_t size, size_t most, struct random *random);

struct mutator {
    mutate_bytes *plain;
    bool never_break; /* for tests: leave out what can make a section unreadable */
    struct draft draft, other;
    uint8_t input[MOST_CASE], other_input[MOST_CASE];
};

/* Changes DATA in place, up to MOST bytes.  Returns the new size: at least 1 if MOST is. */
size_t mutate_case(struct mutator *mutator, uint8_t *data, size_t size, size_t most, uint64_t seed);

/* Makes a case with functions of both; OUT does not overlap them. */
size_t cross_cases(struct mutator *mutator, const uint8_t *ours, size_t our_size, const uint8_t *others,
                   size_t other_size, uint8_t *out, size_t most, uint64_t seed);

/* --- The steps, in a case or in an ELF file -------------------------------------------------------------- */

/* Does some edits of the mutator's draft. */
void edit_draft(struct mutator *mutator, struct random *random);

/* Breaks one thing in a section's bytes.  Returns the new size. */
size_t break_section(struct mutator *mutator, uint8_t *section, size_t size, size_t room,
                     struct random *random);

/* Makes a draft of a section and edits it; edits a section in place, or one that is found in the bytes.  Each
 * returns false if there is none that can be read. */
bool edit_apart(struct mutator *mutator, struct bytes section, struct random *random);
bool edit_section(struct mutator *mutator, uint8_t *section, size_t size, struct random *random);
bool edit_in_place(struct mutator *mutator, uint8_t *bytes, size_t size, struct random *random);

/* Copies as many of the bytes as fit; returns how many. */
size_t put_bytes(uint8_t *out, size_t room, struct bytes bytes);

/* In mutate_elf.c: the same as mutate_case() for ELF files, or files that begin like ELF files. */
bool is_elf(const uint8_t *data, size_t size);
size_t mutate_elf(struct mutator *mutator, uint8_t *data, size_t size, size_t most, struct random *random);
