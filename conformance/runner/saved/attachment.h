/* What others found out, and a report shows beside its own: a file of JSON. */
#ifndef CONFORMANCE_RUNNER_SAVED_ATTACHMENT_H
#define CONFORMANCE_RUNNER_SAVED_ATTACHMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The JSON of a file, read with FLAGS of jansson, to be freed by json_decref; null: it cannot be read, or is
 * none, or has a member twice; then WHY says so. */
json_t *runner_attachment_load(const char *path, size_t flags, char *why, size_t size);

/* To be freed by json_decref; null: it cannot be read, or has not the shape of WHAT; then WHY says so. */
json_t *runner_attachment_read(const char *path, bool (*has_shape)(json_t *value, json_error_t *error),
                               const char *what, char *why, size_t size);

#endif
