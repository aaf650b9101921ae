/* Edits of a draft: each one changes one thing, and returns whether it changed any. */
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

#endif
