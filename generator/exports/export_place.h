/* Where an export ends up: a file or a folder that appears whole, under its name, or not at all.  Until it is
 * whole, a folder stands beside its place as NAME.partial-PID; for files, see common/files/whole_file.h. */
#pragma once

#include "../../common/files/whole_file.h"

enum { MAX_PATH = 4096 };

struct outlet {
    const char *program; /* that reports what goes wrong */
    const char *path;    /* as the user gave it; null: standard output */
    bool is_folder;
    FILE *stream;               /* of a file */
    struct whole_file whole;    /* of one that is not standard output */
    char partial[MAX_PATH];     /* of a folder */
    char trouble[2 * MAX_PATH]; /* what went wrong, and where; empty if nothing did */
};

/* A place for a folder may be taken by an empty folder.  False: why is on standard error. */
bool gen_outlet_open(struct outlet *outlet, const char *program, const char *path, bool is_folder);

/* A new file in the folder, with the folders that lead to it; null: see trouble. */
FILE *gen_outlet_file(struct outlet *outlet, const char *name, const char *ending);
bool gen_outlet_close_file(struct outlet *outlet, FILE *file, const char *name);

/* Writes to the stream of TO, an outlet; for the `drain` of a text. */
void gen_outlet_write(void *to, const char *bytes, size_t length);

/* Ends the writing.  STATUS 0: the file or folder gets its name; if that fails, or there was trouble, why is
 * on standard error, and the exit status is 2.  Any other STATUS is the exit status.  But for 0, nothing is
 * left of it. */
int gen_outlet_end(struct outlet *outlet, int status);
