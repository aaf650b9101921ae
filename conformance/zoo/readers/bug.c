#include "bug.h"

#include <string.h>

enum bug bug_switched_on = BUG_none;

static const struct {
    const char *name, *area, *origin, *what;
} table[] = {
#define BUG_ENTRY(name, area, origin, what) {#name, #area, origin, what},
#include BUG_TABLE
#undef BUG_ENTRY
};

enum { BUGS = sizeof table / sizeof table[0] };

atomic_bool bug_asked[1 + BUGS];

bool bug_switch_on(void *to, const char *name)
{
    (void)to;
    for (int i = 0; i < BUGS; i++)
        if (strcmp(table[i].name, name) == 0) {
            bug_switched_on = (enum bug)(i + 1);
            return true;
        }
    return false;
}

void bug_list(FILE *to)
{
    for (int i = 0; i < BUGS; i++)
        fprintf(to, "%s\t%s\t%s\t%s\n", table[i].name, table[i].area, table[i].origin, table[i].what);
}

void bug_list_asked(FILE *to)
{
    const char *before = "";
    for (int i = 0; i < BUGS; i++)
        if (bug_asked[i + 1]) {
            fprintf(to, "%s%s", before, table[i].name);
            bug_asked[i + 1] = false;
            before = " ";
        }
    fputc('\n', to);
}
