#include "producers.h"

#include "attachment.h"

enum { CHECK = JSON_VALIDATE_ONLY | JSON_STRICT };

static bool has_line_shape(json_t *line, json_error_t *error)
{
    const char *name;
    json_t *objects, *findings, *count;
    if (json_unpack_ex(line, error, CHECK, "{s:s,s:o,s:s,s:s,s:i,s:i,s:i,s:i,s:i,s:o}", "producer",
                       "objects_of", "abi", "output", "files", "valid", "irregular", "malformed", "missing",
                       "findings") != 0 ||
        json_unpack_ex(line, error, JSON_VALIDATE_ONLY, "{s:{}}", "findings") != 0)
        return false;
    objects = json_object_get(line, "objects_of");
    if (!json_is_null(objects) && json_unpack_ex(objects, error, CHECK, "s") != 0)
        return false;
    findings = json_object_get(line, "findings");
    json_object_foreach(findings, name, count)
    {
        if (json_unpack_ex(count, error, CHECK, "i") != 0)
            return false;
    }
    return true;
}

static bool has_shape(json_t *matrix, json_error_t *error)
{
    if (json_unpack_ex(matrix, error, CHECK, "{s:o,s:o}", "lines", "findings") != 0 ||
        json_unpack_ex(matrix, error, JSON_VALIDATE_ONLY, "{s:[],s:[]}", "lines", "findings") != 0)
        return false;
    const json_t *const lines = json_object_get(matrix, "lines");
    const json_t *const findings = json_object_get(matrix, "findings");
    for (size_t i = 0; i < json_array_size(lines); i++)
        if (!has_line_shape(json_array_get(lines, i), error))
            return false;
    for (size_t i = 0; i < json_array_size(findings); i++)
        if (json_unpack_ex(json_array_get(findings, i), error, CHECK, "{s:s,s:s,s:i}", "name", "title",
                           "files") != 0)
            return false;
    return true;
}

json_t *runner_producers_read(const char *path, char *why, size_t size)
{
    return runner_attachment_read(path, has_shape, "a matrix of producers", why, size);
}
