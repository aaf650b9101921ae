#include "files.h"

#include <errno.h>
#include <fts.h>
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

static int by_name(const FTSENT **one, const FTSENT **other)
{
    return strcmp((*one)->fts_name, (*other)->fts_name);
}

bool files_add(struct files *files, char *const *paths)
{
    FTS *const tree = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    bool fine = tree != NULL || fail(paths[0], strerror(errno));
    for (const FTSENT *entry; fine && (entry = fts_read(tree)) != NULL;) {
        const bool hidden = entry->fts_level > 0 && entry->fts_name[0] == '.';
        if (entry->fts_info == FTS_F && !hidden)
            fine = add_file(files, entry->fts_path, (size_t)entry->fts_statp->st_size);
        else if (entry->fts_info == FTS_NS || entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
            fine = fail(entry->fts_path, strerror(entry->fts_errno));
    }
    if (tree != NULL)
        (void)fts_close(tree);
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
