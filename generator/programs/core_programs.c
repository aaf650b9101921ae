#include "core_programs.h"

#include "model/text_buffer.h"

#include <stdlib.h>
#include <string.h>

/* Sorted, for bsearch. */
static const char *const ids[] = {
#include "core_programs.inc" /* core.txt: see generator.mk */
};

static int compare(const void *id, const void *member)
{
    return strcmp(id, *(const char *const *)member);
}

bool gen_is_core_program(enum abi abi, const char *family, const char *about)
{
    char id[256];
    SAY(id, "%s/%s/%s", abi_name(abi), family, about);
    return bsearch(id, ids, sizeof ids / sizeof *ids, sizeof *ids, compare) != NULL;
}
