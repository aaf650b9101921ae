#include "core.h"

#include <string.h>

static const char *const ids[] = {
#include "core.inc" /* ids in the order of strcmp: see generator.mk */
};

bool gen_core_has(const char *id)
{
    const char *const *begin = ids, *const *end = ids + sizeof ids / sizeof *ids;
    while (begin < end) {
        const char *const *const middle = begin + (end - begin) / 2;
        const int order = strcmp(*middle, id);
        if (order == 0)
            return true;
        if (order < 0)
            begin = middle + 1;
        else
            end = middle;
    }
    return false;
}
