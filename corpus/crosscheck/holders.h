/* Which function of a section holds a PC, for many PCs that ascend.  The functions may overlap and be in any
 * order.  The answers are those of sfr_lookup, but in as many steps as there are functions and PCs. */
#pragma once

#include "sframe-ref.h"
#include "tool/elf.h"

struct holders {
    struct hold *holds; /* from NEXT on by start; the first DEPTH are a stack of those that are open now */
    size_t count, room, next, depth;
    uint64_t paid;
    struct input *input; /* what pays */
};

/* Prepares for look-ups in a section.  False: the reason is reported.  To be freed either way. */
bool cfi_holders_find(struct holders *holders, const struct sfr_section *section, struct input *input);
void cfi_holders_free(struct holders *holders);

/* PC: not below that of the call before.  False: no function holds it. */
bool cfi_holders_at(struct holders *holders, uint64_t pc, uint32_t *index);
