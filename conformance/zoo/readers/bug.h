/* Switches one bug on.  BUG(name) is true, at the place where the bug is, if it is that one.  The table is
 * bugs.def; the writers' zoo has another. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#ifndef BUG_TABLE
#define BUG_TABLE "bugs.def"
#endif

enum bug {
    BUG_none,
#define BUG_ENTRY(name, area, origin, what) BUG_##name,
#include BUG_TABLE
#undef BUG_ENTRY
};

extern enum bug bug_switched_on;

/* Which bugs were asked for since they were listed last, by number.  If a request asks for a bug nowhere, that
 * bug cannot change its answer. */
extern atomic_bool bug_asked[];

static inline bool bug_is_on(enum bug bug)
{
#ifndef ZOO_BARE /* nobody lists them then, and it took a third of the time */
    if (!atomic_load_explicit(&bug_asked[bug], memory_order_relaxed)) /* threads ask, too */
        atomic_store_explicit(&bug_asked[bug], true, memory_order_relaxed);
#endif
    return __builtin_expect(bug_switched_on == bug, false);
}

#define BUG(name) bug_is_on(BUG_##name)

/* Of --bug in a table of options; TO is nothing.  Returns false if there is no bug of that name. */
bool bug_switch_on(void *to, const char *name);
void bug_list(FILE *to);
/* Writes the names of those that were asked for since it was called last, in one line. */
void bug_list_asked(FILE *to);
