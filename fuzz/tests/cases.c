#include "cases.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static struct file read_file(const char *folder, const char *name)
{
    char path[4096];
    struct file file = {malloc(1 << 16), 0};
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const stream = fopen(path, "rb");
    if (stream == NULL || file.bytes == NULL) {
        perror(path);
        exit(2);
    }
    file.size = fread(file.bytes, 1, 1 << 16, stream);
    (void)fclose(stream);
    return file;
}

struct files read_files(const char *folder)
{
    struct dirent **entries;
    const int count = scandir(folder, &entries, NULL, alphasort);
    struct files files = {calloc(count > 0 ? (size_t)count : 1, sizeof *files.list), 0};
    for (int i = 0; i < count; i++) {
        if (entries[i]->d_name[0] != '.')
            files.list[files.count++] = read_file(folder, entries[i]->d_name);
        free(entries[i]);
    }
    if (files.count == 0) {
        (void)fprintf(stderr, "%s: no files there\n", folder);
        exit(2);
    }
    free(entries);
    return files;
}

void free_files(struct files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->list[i].bytes);
    free(files->list);
}
