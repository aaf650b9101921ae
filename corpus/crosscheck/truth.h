/* What is true of an object's functions, from a file of JSON instead of its CFI: sframe-gen's programs. */
#ifndef CROSSCHECK_TRUTH_H
#define CROSSCHECK_TRUTH_H

#include "cfi.h"
#include "symbols.h"

/* Puts what PATH says in the place of the table.  The functions are found by their symbols.  False: told. */
bool cfi_take_truth(struct cfi_table *table, struct input *input, const struct landmarks *landmarks,
                    const char *path);

#endif
