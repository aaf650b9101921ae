#include "saved.h"

#include "../../../common/files/bounded_json.h"

enum { STRICTLY = JSON_VALIDATE_ONLY | JSON_STRICT };

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

json_t *runner_attachment_load(const char *path, char *why, size_t size)
{
    return load(BOUNDED_REPORT, path, JSON_ALLOW_NUL, why, size);
}

/* Also returns null if the JSON does not have the shape of WHAT. */
static json_t *load_table(const char *path, bool (*has_shape)(json_t *value, json_error_t *error),
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

static bool is_producer(json_t *line, json_error_t *error)
{
    const char *name;
    json_t *objects, *findings, *count;
    if (json_unpack_ex(line, error, STRICTLY, "{s:s,s:o,s:s,s:s,s:i,s:i,s:i,s:i,s:i,s:o}", "producer",
                       "objects_of", "abi", "output", "files", "valid", "irregular", "malformed", "missing",
                       "findings") != 0 ||
        json_unpack_ex(line, error, JSON_VALIDATE_ONLY, "{s:{}}", "findings") != 0)
        return false;
    objects = json_object_get(line, "objects_of");
    if (!json_is_null(objects) && json_unpack_ex(objects, error, STRICTLY, "s") != 0)
        return false;
    findings = json_object_get(line, "findings");
    json_object_foreach(findings, name, count)
    {
        if (json_unpack_ex(count, error, STRICTLY, "i") != 0)
            return false;
    }
    return true;
}

static bool are_producers(json_t *matrix, json_error_t *error)
{
    if (json_unpack_ex(matrix, error, STRICTLY, "{s:o,s:o}", "lines", "findings") != 0 ||
        json_unpack_ex(matrix, error, JSON_VALIDATE_ONLY, "{s:[],s:[]}", "lines", "findings") != 0)
        return false;
    const json_t *const lines = json_object_get(matrix, "lines");
    const json_t *const findings = json_object_get(matrix, "findings");
    for (size_t i = 0; i < json_array_size(lines); i++)
        if (!is_producer(json_array_get(lines, i), error))
            return false;
    for (size_t i = 0; i < json_array_size(findings); i++)
        if (json_unpack_ex(json_array_get(findings, i), error, STRICTLY, "{s:s,s:s,s:i}", "name", "title",
                           "files") != 0)
            return false;
    return true;
}

json_t *runner_producers_read(const char *path, char *why, size_t size)
{
    return load_table(path, are_producers, "a matrix of producers", why, size);
}

static bool are_causes(json_t *causes, json_error_t *error)
{
    if (json_unpack_ex(causes, error, STRICTLY, "{s:o}", "lines") != 0 ||
        json_unpack_ex(causes, error, JSON_VALIDATE_ONLY, "{s:[]}", "lines") != 0)
        return false;
    const json_t *const lines = json_object_get(causes, "lines");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        json_t *const line = json_array_get(lines, i);
        if (json_unpack_ex(line, error, STRICTLY, "{s:s,s:o,s:o,s:i,s:s}", "adapter", "page", "title", "vectors",
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
    return load_table(path, are_causes, "a table of causes", why, size);
}
