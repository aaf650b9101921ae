/* Memory for values of JSON that are all freed at once.  In a target that reads JSON only to judge what
 * others wrote, allocating and freeing each value would take longer than everything that is tested.  It is
 * switched on by json_set_alloc_funcs(values_allocate, values_keep). */
#pragma once

#include <stddef.h>

void *values_allocate(size_t size); /* null: memory ran out */
void values_keep(void *value);      /* replaces free() */

/* values_mark() returns how much is in use; the other frees everything behind a mark. */
size_t values_mark(void);
void values_forget(size_t mark);
