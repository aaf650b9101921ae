#include "bounded_json.h"

#include <stdlib.h>

/* How much memory jansson may take for a byte of a file.  Real files take 11 bytes; [{},{}...] takes 80. */
enum { MEMORY_OF_BYTE = 16, MEMORY_OF_ANY = 64 << 20 };

static struct {
    uint64_t read, taken;
} spent;

static bool is_overspent(void)
{
    return spent.taken > MEMORY_OF_ANY + MEMORY_OF_BYTE * spent.read;
}

static void *take(size_t size)
{
    spent.taken += size;
    return is_overspent() ? NULL : malloc(size);
}

static size_t read_piece(void *bytes, size_t size, void *file)
{
    const size_t got = fread(bytes, 1, size, file);
    spent.read += got;
    return got;
}

static json_t *load(FILE *file, size_t flags, json_error_t *error)
{
    json_malloc_t usual_malloc;
    json_free_t usual_free;
    json_get_alloc_funcs(&usual_malloc, &usual_free);
    spent.read = spent.taken = 0;
    json_set_alloc_funcs(take, free);
    json_t *const value = json_load_callback(read_piece, file, flags, error);
    json_set_alloc_funcs(usual_malloc, usual_free);
    return value;
}

/* jansson takes a read error for the end of the file, so ferror() is asked here. */
json_t *bounded_json(enum bounded_kind kind, const char *path, size_t flags, json_error_t *error)
{
    FILE *const file = bounded_open(kind, path);
    json_t *value = file != NULL ? load(file, flags, error) : NULL;
    const char *const why = file == NULL || ferror(file) != 0 ? bounded_trouble()
                            : value == NULL && is_overspent()
                                ? "JSON of which a byte takes more memory than any real file's"
                                : NULL;
    if (why != NULL) {
        (void)snprintf(error->text, sizeof error->text, "%s", why);
        error->line = -1;
        json_decref(value);
        value = NULL;
    }
    if (file != NULL)
        (void)fclose(file);
    return value;
}
