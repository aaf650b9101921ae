/* What is true of an object's functions, from a file of JSON instead of its CFI: sframe-gen's programs. */
#ifndef CROSSCHECK_TRUTH_H
#define CROSSCHECK_TRUTH_H

#include "cfi.h"
#include "symbols.h"

/* Puts what PATH says in the place of the table.  The functions are found by their symbols.  Where a row
 * begins, and how long a function is, is a number of bytes from the function's start, or {"symbol": NAME}, a
 * label of the object: then the assembler chose sizes of code, and a row may have no bytes.  False: told. */
bool cfi_take_truth(struct cfi_table *table, const struct elf_view *view, const struct landmarks *landmarks,
                    const char *path);

#endif
