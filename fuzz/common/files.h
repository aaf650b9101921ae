/* Files in memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct files {
    struct file {
        char *path;
        uint8_t *bytes;
        size_t size;
    } * list;
    size_t count, room;
};

/* Adds the files that PATHS name, and all of the folders and theirs, in the order of their names; a null pointer
 * ends the PATHS.  If one cannot be read, reports the error and returns false. */
bool files_add(struct files *files, char *const *paths);
void files_free(struct files *files);
