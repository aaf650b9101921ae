/* A JSON file with results from elsewhere, which a report shows beside its own. */
#ifndef CONFORMANCE_RUNNER_SAVED_ATTACHMENT_H
#define CONFORMANCE_RUNNER_SAVED_ATTACHMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Reads the JSON of a file; FLAGS are those of jansson.  The caller frees it by json_decref().  Returns null
 * if the file cannot be read, is not JSON, or has a member twice; WHY then says so. */
json_t *runner_attachment_load(const char *path, size_t flags, char *why, size_t size);

/* Like runner_attachment_load(), and also returns null if the JSON does not have the shape of WHAT. */
json_t *runner_attachment_read(const char *path, bool (*has_shape)(json_t *value, json_error_t *error),
                               const char *what, char *why, size_t size);

#endif
