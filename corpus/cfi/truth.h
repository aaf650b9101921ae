/* The truth about an object's functions, by sframe-programs, which made them.  It takes the place of CFI. */
#pragma once

#include "cfi.h"
#include "symbols.h"

#include <jansson.h>

/* Replaces the table by what the list FUNCTIONS says.  The functions are found by their symbols; the index of
 * each in the list is its `offset`.  The start of a row and the size of a function are each a number of bytes
 * from the function's start, or {"symbol": NAME}, a label of the object: then the assembler has chosen sizes
 * of code, and a row may have no bytes.  False: the reason is reported. */
bool cfi_take_truth(struct cfi_table *table, const struct elf_view *view, const struct landmarks *landmarks,
                    const json_t *functions);

/* The same for the list in the file at PATH. */
bool cfi_take_truth_file(struct cfi_table *table, const struct elf_view *view,
                         const struct landmarks *landmarks, const char *path);
