/* The matrix of producers: a file with the schema corpus/schema/producers.schema.json. */
#ifndef CONFORMANCE_RUNNER_SAVED_PRODUCERS_H
#define CONFORMANCE_RUNNER_SAVED_PRODUCERS_H

#include <jansson.h>
#include <stddef.h>

/* The caller frees the result by json_decref().  Returns null if the file cannot be read or has another
 * shape; WHY then says so in one line. */
json_t *runner_producers_read(const char *path, char *why, size_t size);

#endif
