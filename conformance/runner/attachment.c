#include "attachment.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* jansson takes what cannot be read, such as a folder, for empty. */
static json_t *load(const char *path, size_t flags, json_error_t *error)
{
    FILE *const file = fopen(path, "re");
    const int first = file != NULL ? getc(file) : EOF;
    json_t *value = NULL;
    if (file == NULL || ferror(file) != 0)
        (void)snprintf(error->text, sizeof error->text, "%s", strerror(errno));
    else {
        (void)ungetc(first, file);
        value = json_loadf(file, flags | JSON_REJECT_DUPLICATES, error);
    }
    if (file != NULL)
        (void)fclose(file);
    return value;
}

json_t *runner_attachment_load(const char *path, size_t flags, char *why, size_t size)
{
    json_error_t error = {.line = 0};
    json_t *const value = load(path, flags, &error);
    if (value == NULL && error.line > 0)
        (void)snprintf(why, size, "line %d: no JSON, or not all of it: %s", error.line, error.text);
    else if (value == NULL)
        (void)snprintf(why, size, "%s", error.text);
    return value;
}

json_t *runner_attachment_read(const char *path, bool (*has_shape)(json_t *value, json_error_t *error),
                               const char *what, char *why, size_t size)
{
    json_error_t error = {.line = 0};
    json_t *const value = runner_attachment_load(path, 0, why, size);
    if (value == NULL || has_shape(value, &error))
        return value;
    (void)snprintf(why, size, "not %s: %s", what, error.text);
    json_decref(value);
    return NULL;
}
