/* Switches one bug on.  The code asks BUG(name) where that bug belongs; it is true if that bug is on.  The
 * table of bugs is bugs.def; the writers' zoo has another. */
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

/* By a bug's number: whether BUG() was asked for it since bug_list_asked() was called last.  If a request
 * never asks for a bug, that bug cannot change its answer. */
extern atomic_bool bug_asked[];

static inline bool bug_is_on(enum bug bug)
{
#ifndef ZOO_BARE /* programs built with it never list bugs, and this took a third of their time */
    if (!atomic_load_explicit(&bug_asked[bug], memory_order_relaxed)) /* threads ask, too */
        atomic_store_explicit(&bug_asked[bug], true, memory_order_relaxed);
#endif
    return __builtin_expect(bug_switched_on == bug, false);
}

#define BUG(name) bug_is_on(BUG_##name)

/* Takes the option --bug NAME; TO is not used.  Returns false if there is no bug of that name. */
bool bug_switch_on(void *to, const char *name);
void bug_list(FILE *to);
/* Writes one line: the names of the bugs that were asked for since the last call. */
void bug_list_asked(FILE *to);
