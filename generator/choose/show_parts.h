/* What the files of shows.h share: parts of things, and what shows them. */
#ifndef GENERATOR_CHOOSE_SHOW_PARTS_H
#define GENERATOR_CHOOSE_SHOW_PARTS_H

#include "shows.h"

void show_one(struct view *view, struct thing thing);

struct thing with_class(struct thing thing, enum vector_class vector_class);
struct thing with_profile(struct thing thing, enum profile profile);
struct thing with_abi(struct thing thing, enum abi abi);
struct thing with_pc_type(struct thing thing, enum pc_type type);
struct thing with_function_type(struct thing thing, enum fde_type type);

enum { RULES = 3 };

extern const char *const rule_names[RULES];

struct thing with_place(struct thing thing, unsigned rule, enum place place);
struct thing with_deref(struct thing thing, bool deref);

/* Of an unwinding: show_traces.c. */
void show_trace(struct view *view, const struct vector *vector);

#endif
