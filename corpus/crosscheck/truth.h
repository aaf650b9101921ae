/* What is true of an object's functions, told by whoever made them, instead of its CFI: sframe-programs. */
#ifndef CROSSCHECK_TRUTH_H
#define CROSSCHECK_TRUTH_H

#include "cfi.h"
#include "symbols.h"

#include <jansson.h>

/* Puts what FUNCTIONS, a list, says in the place of the table.  The functions are found by their symbols; the
 * number of each in the list is its `offset`.  False: told. */
bool cfi_take_truth(struct cfi_table *table, struct input *input, const struct landmarks *landmarks,
                    const json_t *functions);

/* The same of the list in a file. */
bool cfi_take_truth_file(struct cfi_table *table, struct input *input, const struct landmarks *landmarks,
                         const char *path);

#endif
