/* What the families of contested unwindings share. */
#ifndef GENERATOR_FAMILIES_UNWINDING_UNWINDING_OPEN_H
#define GENERATOR_FAMILIES_UNWINDING_UNWINDING_OPEN_H

#include "shapes/dispute.h"

enum { FRAME = 512 };

/* The points of registers and of flexible rows. */
void gen_every_open_register(struct emitter *emitter);

/* A flexible row, and perhaps a scenario that does not list the register which it needs. */
void gen_contest_scope(struct dispute *dispute, const char *note, uint32_t number, bool is_listed);

#endif
