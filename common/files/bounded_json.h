/* Reads JSON, within the limits of bounded.h. */
#pragma once

#include "../bounded.h"

#include <jansson.h>

/* To be freed by json_decref; null: ERROR says why, and its line is -1 if the file cannot be read. */
json_t *bounded_json(enum bounded_kind kind, const char *path, size_t flags, json_error_t *error);
