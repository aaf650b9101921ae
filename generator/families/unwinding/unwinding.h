/* What the families of unwindings share. */
#pragma once

#include "shapes/dispute.h"
#include "shapes/tables.h"

enum { FRAME = 256, WIDE = 512 }; /* frame sizes in bytes; WIDE is for disputed frames */

/* Contests a caller whose CFA counts from SP and whose RA or FP needs another register.  `number` chooses the
 * rule and the depth; `is_listed`: the scenario has the register. */
void gen_contest_scope(struct dispute *dispute, const char *note, uint32_t number, bool is_listed);
