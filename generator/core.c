#include "core.h"

#include <string.h>

static const char *const ids[] = {
#include "core.inc" /* core.txt's ids in the order of strcmp: see generator.mk */
};

/* The first that does not come before this one; null: all do. */
static const char *first_from(const char *id)
{
    const char *const *begin = ids, *const *end = ids + sizeof ids / sizeof *ids;
    while (begin < end) {
        const char *const *const middle = begin + (end - begin) / 2;
        if (strcmp(*middle, id) < 0)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin < ids + sizeof ids / sizeof *ids ? *begin : NULL;
}

bool gen_core_has(const char *id)
{
    const char *const found = first_from(id);
    return found != NULL && strcmp(found, id) == 0;
}

/* What begins so comes right after it. */
bool gen_core_has_under(const char *beginning)
{
    const char *const found = first_from(beginning);
    return found != NULL && strncmp(found, beginning, strlen(beginning)) == 0;
}
