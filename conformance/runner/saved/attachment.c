#include "attachment.h"

#include "../../../common/bounded_json.h"

static json_t *load(enum bounded_kind kind, const char *path, size_t flags, char *why, size_t size)
{
    json_error_t error;
    json_t *const value = bounded_json(kind, path, flags | JSON_REJECT_DUPLICATES, &error);
    if (value == NULL && error.line > 0)
        (void)snprintf(why, size, "line %d: no JSON, or not all of it: %s", error.line, error.text);
    else if (value == NULL)
        (void)snprintf(why, size, "%s", error.text);
    return value;
}

json_t *runner_attachment_load(const char *path, size_t flags, char *why, size_t size)
{
    return load(BOUNDED_REPORT, path, flags, why, size);
}

json_t *runner_attachment_read(const char *path, bool (*has_shape)(json_t *value, json_error_t *error),
                               const char *what, char *why, size_t size)
{
    json_error_t error = {.line = 0};
    json_t *const value = load(BOUNDED_TABLE, path, 0, why, size);
    if (value == NULL || has_shape(value, &error))
        return value;
    (void)snprintf(why, size, "not %s: %s", what, error.text);
    json_decref(value);
    return NULL;
}
