#include "causes.h"

#include "attachment.h"

enum { CHECK = JSON_VALIDATE_ONLY | JSON_STRICT };

static bool has_shape(json_t *causes, json_error_t *error)
{
    if (json_unpack_ex(causes, error, CHECK, "{s:o}", "lines") != 0 ||
        json_unpack_ex(causes, error, JSON_VALIDATE_ONLY, "{s:[]}", "lines") != 0)
        return false;
    const json_t *const lines = json_object_get(causes, "lines");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        json_t *const line = json_array_get(lines, i);
        if (json_unpack_ex(line, error, CHECK, "{s:s,s:o,s:o,s:i,s:s}", "adapter", "page", "title", "vectors",
                           "smallest") != 0)
            return false;
        const bool explained = !json_is_null(json_object_get(line, "page"));
        if (json_unpack_ex(line, error, JSON_VALIDATE_ONLY, explained ? "{s:s,s:s}" : "{s:n,s:n}", "page",
                           "title") != 0)
            return false;
    }
    return true;
}

json_t *runner_causes_read(const char *path, char *why, size_t size)
{
    return runner_attachment_read(path, has_shape, "a table of causes", why, size);
}
