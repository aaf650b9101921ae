#include "bounded_json.h"

/* jansson takes what cannot be read any further for its end. */
json_t *bounded_json(enum bounded_kind kind, const char *path, size_t flags, json_error_t *error)
{
    FILE *const file = bounded_open(kind, path);
    json_t *value = file != NULL ? json_loadf(file, flags, error) : NULL;
    if (file == NULL || ferror(file) != 0) {
        (void)snprintf(error->text, sizeof error->text, "%s", bounded_trouble());
        error->line = -1;
        json_decref(value);
        value = NULL;
    }
    if (file != NULL)
        (void)fclose(file);
    return value;
}
