/* What the files of unwinding_open share. */
#ifndef GENERATOR_FAMILIES_UNWINDING_UNWINDING_OPEN_H
#define GENERATOR_FAMILIES_UNWINDING_UNWINDING_OPEN_H

#include "shapes/chains.h"
#include "shapes/dispute.h"
#include "shapes/tables.h"

enum { FRAME = 512 };

/* The first frames of the walk's own trace. */
const struct trace *gen_ended(const struct walk *walk, uint32_t frames, bool has_cfa, enum stop stop);
/* The first frames and one more, that no function holds. */
const struct trace *gen_astray(const struct walk *walk, uint32_t frames, struct frame last);
/* The first frames, the last of which then comes again and again, `step` bytes further out each time. */
const struct trace *gen_repeated(struct walk *walk, uint32_t frames, uint64_t step);

/* What a first row says of a frame that its routine has set up since: another CFA, and RA where nothing can
 * be read, or in its register. */
const struct trace *gen_misled(const struct walk *walk, uint32_t frame);

/* A walk whose shape is named by the point, and its question: once all calls are there, after all answers. */
struct walk *gen_start_open_walk(struct dispute *dispute); /* without modules */
struct walk *gen_open_walk(struct dispute *dispute);
bool gen_ready(struct dispute *dispute, struct walk *walk);
void gen_gives(struct dispute *dispute, const char *reading, const struct trace *trace);
void gen_close_walk(struct dispute *dispute, const struct walk *walk, const char *name);

/* Where RA is saved; a routine of one stage, from the first byte on. */
struct rule gen_saved_ra(enum abi abi);
uint32_t gen_add_framed(struct walk *walk, struct rule cfa, struct rule ra, struct rule fp);
uint32_t gen_add_flexible(struct walk *walk, struct rule cfa, struct rule ra, struct rule fp);
/* `above` calls of others, the call at issue, and its callers. */
struct call *gen_add_chain(struct walk *walk, uint32_t above, uint32_t routine, uint32_t stage);

/* The points of registers and of flexible rows. */
extern const struct contested_point gen_register_points[];
extern const unsigned gen_register_point_count;

#endif
