/* Edits of a draft: each one changes one thing, and returns whether it changed any.  Faults in bytes. */
#ifndef FUZZ_MUTATOR_EDITS_H
#define FUZZ_MUTATOR_EDITS_H

#include "chance.h"
#include "draft.h"

enum edit {
#define EDIT(name, what) EDIT_##name,
#include "edits.def"
#undef EDIT
    EDITS
};

#define EDIT(name, what) bool edit_##name(struct draft *draft, struct random *random);
#include "edits.def"
#undef EDIT

extern const struct edit_kind {
    const char *name;
    bool (*apply)(struct draft *draft, struct random *random);
} edit_kinds[EDITS];

/* An address, from the start of the section, at or beside an edge: a function's start or end, a row's start,
 * or the PC. */
int64_t near_edge(const struct draft *draft, struct random *random);

/* Any function, or NULL; and any row of a function, with the function, or NULL. */
struct draft_function *any_function(struct draft *draft, struct random *random);
struct draft_row *any_row(struct draft *draft, struct random *random, struct draft_function **owner);

/* Some of the bytes that were read. */
struct bytes any_bytes(const struct draft *draft, struct random *random, size_t most);

/* --- Faults ---------------------------------------------------------------------------------------------- */

/* The faults: each one breaks one thing in a section's bytes, whatever that causes. */
#define FAULT_TABLE(FAULT)                                                                                   \
    FAULT(header_step, "a field of the header a little off")                                                 \
    FAULT(header_odd, "a field of the header of an interesting value")                                       \
    FAULT(header_swap, "a field of the header in the other byte order")                                      \
    FAULT(entry_step, "a field of a function a little off")                                                  \
    FAULT(entry_odd, "a field of a function of an interesting value")                                        \
    FAULT(bit, "one bit")                                                                                    \
    FAULT(byte, "one byte")                                                                                  \
    FAULT(word, "2, 4 or 8 bytes of an interesting value")                                                   \
    FAULT(truncate, "the end missing")                                                                       \
    FAULT(extend, "bytes too many at the end")                                                               \
    FAULT(insert, "bytes too many inside")                                                                   \
    FAULT(remove, "bytes missing inside")                                                                    \
    FAULT(overwrite, "bytes of another place")

enum fault {
#define FAULT(name, what) FAULT_##name,
    FAULT_TABLE(FAULT)
#undef FAULT
        FAULTS
};

/* Each returns the new size, at most ROOM; the size is unchanged if there is nothing to break. */
extern const struct fault_kind {
    const char *name;
    size_t (*apply)(uint8_t *bytes, size_t size, size_t room, struct random *random);
} fault_kinds[FAULTS];

#endif
