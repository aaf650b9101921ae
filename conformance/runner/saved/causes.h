/* What peers fail, by cause: a file of corpus/schema/causes.schema.json. */
#ifndef CONFORMANCE_RUNNER_SAVED_CAUSES_H
#define CONFORMANCE_RUNNER_SAVED_CAUSES_H

#include <jansson.h>
#include <stddef.h>

/* To be freed by json_decref; null: it cannot be read, or has another shape, and WHY says so in a line. */
json_t *runner_causes_read(const char *path, char *why, size_t size);

#endif
