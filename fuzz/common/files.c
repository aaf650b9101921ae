#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool fail(const char *path, const char *why)
{
    (void)fprintf(stderr, "%s: %s\n", path, why);
    return false;
}

static bool add_file(struct files *files, const char *path, size_t size)
{
    if (files->count == files->room) {
        files->room = 2 * files->room + 64;
        struct file *const grown = realloc(files->list, files->room * sizeof *grown);
        if (grown == NULL)
            return fail(path, "out of memory");
        files->list = grown;
    }
    struct file *const file = &files->list[files->count];
    *file = (struct file){strdup(path), malloc(size + 1), 0};
    if (file->path == NULL || file->bytes == NULL)
        return fail(path, "out of memory");
    files->count++;
    FILE *const stream = fopen(path, "rb");
    if (stream == NULL)
        return fail(path, strerror(errno));
    file->size = fread(file->bytes, 1, size, stream);
    const bool fine = ferror(stream) == 0;
    (void)fclose(stream);
    return fine || fail(path, "cannot be read");
}

static bool add(struct files *files, const char *path);

/* (Not by fts(3): MemorySanitizer does not know that it fills in what it returns.) */
// NOLINTNEXTLINE(misc-no-recursion): as deep as folders are
static bool add_folder(struct files *files, const char *path)
{
    struct dirent **entries;
    const int count = scandir(path, &entries, NULL, alphasort);
    bool fine = count >= 0 || fail(path, strerror(errno));
    for (int i = 0; i < count; i++) {
        char *name;
        if (fine && entries[i]->d_name[0] != '.') {
            fine = asprintf(&name, "%s/%s", path, entries[i]->d_name) >= 0 || fail(path, "out of memory");
            if (fine) {
                fine = add(files, name);
                free(name);
            }
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return fine;
}

// NOLINTNEXTLINE(misc-no-recursion): as above
static bool add(struct files *files, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return fail(path, strerror(errno));
    return S_ISDIR(status.st_mode) ? add_folder(files, path) : add_file(files, path, (size_t)status.st_size);
}

bool files_add(struct files *files, char *const *paths)
{
    bool fine = true;
    for (; fine && *paths != NULL; paths++)
        fine = add(files, *paths);
    return fine;
}

void files_free(struct files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free(files->list[i].path);
        free(files->list[i].bytes);
    }
    free(files->list);
}
