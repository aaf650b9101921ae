/* What other implementations fail, by cause: a file with the schema corpus/schema/causes.schema.json. */
#ifndef CONFORMANCE_RUNNER_SAVED_CAUSES_H
#define CONFORMANCE_RUNNER_SAVED_CAUSES_H

#include <jansson.h>
#include <stddef.h>

/* The caller frees the result by json_decref().  Returns null if the file cannot be read or has another
 * shape; WHY then says so in one line. */
json_t *runner_causes_read(const char *path, char *why, size_t size);

#endif
