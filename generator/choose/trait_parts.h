/* What the files of vector_traits.h share: parts of traits, and how a vector shows them. */
#pragma once

#include "vector_traits.h"

void show_one(struct view *view, struct trait trait);

struct trait with_class(struct trait trait, enum vector_class vector_class);
struct trait with_profile(struct trait trait, enum profile profile);
struct trait with_abi(struct trait trait, enum abi abi);
struct trait with_pc_type(struct trait trait, enum pc_type type);
struct trait with_function_type(struct trait trait, enum fde_type type);

enum { RULES = 3 };

extern const char *const rule_names[RULES];

struct trait with_place(struct trait trait, unsigned rule, enum place place);
struct trait with_deref(struct trait trait, bool deref);

/* Shows the traits of an unwinding: trace_traits.c. */
void show_trace(struct view *view, const struct vector *vector);
