/* What the files of sizes share. */
#pragma once

#include "emit/sets.h"

enum { FUNCTIONS_BEGIN = 0x1000 };

/* The next size: 1, 2, 5, 10, 20, 50, ... 1000, then powers of ten, then the limit, then limit + 1. */
uint64_t gen_next_size(uint64_t size, uint64_t limit);
/* Whether this size is made.  Other ABIs than AMD64 have a few sizes only, as the same things grow there. */
bool gen_size_wanted(const struct emitter *emitter, enum abi abi, uint64_t size);

/* A shape: "size-WHAT-SIZE", MORE, and NUMBER unless it is 0. */
const char *gen_name_size(const char *what, uint64_t size, const char *more, unsigned number);

/* Emits a lookup of a place that counts from the section's start. */
void gen_look_at(struct emitter *emitter, uint64_t place, const char *name);

/* The ladders that need no more than a model can hold. */
void gen_every_small_size(struct emitter *emitter);
