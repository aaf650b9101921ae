/* Which bug is switched on: BUG(name) asks at the place where it bites.  bugs.def is the table. */
#ifndef ZOO_BUG_H
#define ZOO_BUG_H

#include <stdbool.h>
#include <stdio.h>

enum bug {
    BUG_none,
#define BUG_ENTRY(name, area, origin, what) BUG_##name,
#include "bugs.def"
#undef BUG_ENTRY
};

extern enum bug bug_switched_on;

#define BUG(name) (bug_switched_on == BUG_##name)

/* False if there is no bug of that name. */
bool bug_switch_on(const char *name);
void bug_list(FILE *to);

#endif
