/* What is true of an object's functions, as sframe-programs, which made them, says it: instead of its CFI. */
#pragma once

#include "cfi.h"
#include "symbols.h"

#include <jansson.h>

/* Puts what FUNCTIONS, a list, says in the place of the table.  The functions are found by their symbols; the
 * number of each in the list is its `offset`.  Where a row begins, and how long a function is, is a number of
 * bytes from the function's start, or {"symbol": NAME}, a label of the object: then the assembler chose sizes
 * of code, and a row may have no bytes.  False: the reason is reported. */
bool cfi_take_truth(struct cfi_table *table, const struct elf_view *view, const struct landmarks *landmarks,
                    const json_t *functions);

/* The same of the list in a file. */
bool cfi_take_truth_file(struct cfi_table *table, const struct elf_view *view,
                         const struct landmarks *landmarks, const char *path);
