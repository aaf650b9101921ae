/* Memory for values of JSON that nobody keeps: all of them go at once.  For a target that reads JSON only to
 * judge what another has written, to allocate and to free each value took longer than all that is tested.
 *
 *   json_set_alloc_funcs(values_allocate, values_keep); */
#ifndef FUZZ_COMMON_VALUES_H
#define FUZZ_COMMON_VALUES_H

#include <stddef.h>

void *values_allocate(size_t size); /* null: there is no more */
void values_keep(void *value);      /* instead of free() */

/* How much there is, and back to that. */
size_t values_mark(void);
void values_forget(size_t mark);

#endif
