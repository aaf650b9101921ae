/* What the families of unwindings share. */
#pragma once

#include "shapes/dispute.h"
#include "shapes/tables.h"

enum { FRAME = 256, WIDE = 512 }; /* bytes, of routines; those that are disputed are wide */

/* Every reason to stop. */
void gen_every_stop(struct emitter *emitter);

/* The points of the ledger on registers and flexible rows, and those that are at issue at odd places. */
void gen_every_open_register(struct emitter *emitter);
void gen_every_open_place(struct emitter *emitter);

/* A signal frame of flexible rules that keeps all it restores at fixed places from SP, as a kernel lays it.
 */
uint32_t gen_add_context(struct walk *walk);

/* A caller finds its CFA by SP, and needs another register for RA or FP, which the scenario lists or not. */
void gen_contest_scope(struct dispute *dispute, const char *note, uint32_t number, bool is_listed);
