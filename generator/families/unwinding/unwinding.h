/* What the families of unwindings share. */
#pragma once

#include "shapes/dispute.h"
#include "shapes/tables.h"

enum { FRAME = 256, WIDE = 512 }; /* frame sizes in bytes; WIDE is for disputed frames */

/* Makes the unwindings for every reason to stop. */
void gen_every_stop(struct emitter *emitter);

/* Make the vectors of open points about registers and flexible rows, and of those about odd places. */
void gen_every_open_register(struct emitter *emitter);
void gen_every_open_place(struct emitter *emitter);

/* A signal frame with flexible rules: CFA, RA and FP lie at fixed offsets from SP, as a kernel saves them. */
uint32_t gen_add_context(struct walk *walk);

/* Contests a caller whose CFA counts from SP and whose RA or FP needs another register.  `number` chooses the
 * rule and the depth; `is_listed`: the scenario has the register. */
void gen_contest_scope(struct dispute *dispute, const char *note, uint32_t number, bool is_listed);
