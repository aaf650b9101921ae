/* Where an export ends up: a file or a folder that appears whole, under its name, or not at all.  Until it is
 * whole, a folder stands beside its place as NAME.partial-PID; for files, see common/whole_file.h. */
#pragma once

#include "../../common/whole_file.h"

enum { MAX_PATH = 4096 };

struct outlet {
    const char *path; /* as the user gave it; null: standard output */
    bool is_folder;
    FILE *stream;               /* of a file */
    struct whole_file whole;    /* of one that is not standard output */
    char partial[MAX_PATH];     /* of a folder */
    char trouble[2 * MAX_PATH]; /* what went wrong, and where; empty if nothing did */
};

/* A place for a folder may be taken by an empty folder.  False: see trouble. */
bool gen_outlet_open(struct outlet *outlet, const char *path, bool is_folder);

/* A new file in the folder, with the folders that lead to it; null: see trouble. */
FILE *gen_outlet_file(struct outlet *outlet, const char *name, const char *ending);
bool gen_outlet_close_file(struct outlet *outlet, FILE *file, const char *name);

/* Writes to the stream of TO, an outlet; for the `drain` of a text. */
void gen_outlet_write(void *to, const char *bytes, size_t length);

/* Ends the writing: the file or folder gets its name.  False: see trouble; then nothing is left of it. */
bool gen_outlet_finish(struct outlet *outlet);

/* Takes away what was written. */
void gen_outlet_abandon(struct outlet *outlet);
