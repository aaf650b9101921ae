/* Edits of a draft: each one changes one thing, and returns whether it changed any.  Fields that break. */
#pragma once

#include "chance.h"
#include "draft.h"

enum edit {
#define EDIT(name, what) EDIT_##name,
#define VALUE(name, ...) EDIT_##name,
#include "edits.def"
#undef EDIT
#undef VALUE
    EDITS
};

#define EDIT(name, what) bool edit_##name(struct draft *draft, struct random *random);
#define VALUE(name, ...)
#include "edits.def"
#undef EDIT
#undef VALUE

extern const char *const edit_names[EDITS];

bool edit_apply(struct draft *draft, enum edit edit, struct random *random);

/* An address, from the start of the section, at or beside an edge: a function's start or end, a row's start,
 * or the PC. */
int64_t near_edge(const struct draft *draft, struct random *random);

/* Any function, or NULL; and any row of a function, with the function, or NULL. */
struct draft_function *any_function(struct draft *draft, struct random *random);
struct draft_row *any_row(struct draft *draft, struct random *random, struct draft_function **owner);

/* Each breaks a field in a section's bytes, whatever that causes; there may be none to break. */
void break_header(uint8_t *bytes, size_t size, struct random *random);
void break_entry(uint8_t *bytes, size_t size, struct random *random);
