#include "options.h"

#include "process/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file that a path leads to, or the folder and the name that the file would have. */
struct place {
    bool known, nowhere; /* nowhere: it is /dev/null */
    bool keeps;          /* it stores what is written; pipes and terminals do not */
    dev_t device;
    ino_t file;       /* or the folder's, if `name` is set */
    const char *name; /* of a file that does not exist; else empty */
};

static struct place place_of(const struct stat *status, const char *name)
{
    struct stat null;
    return (struct place){
        .known = true,
        .nowhere =
            S_ISCHR(status->st_mode) && stat("/dev/null", &null) == 0 && null.st_rdev == status->st_rdev,
        .keeps = S_ISREG(status->st_mode) || S_ISDIR(status->st_mode),
        .device = status->st_dev,
        .file = status->st_ino,
        .name = name,
    };
}

static struct place find_place(const char *path)
{
    struct stat status;
    if (strcmp(path, "-") == 0 ? fstat(STDOUT_FILENO, &status) == 0 : stat(path, &status) == 0)
        return place_of(&status, "");
    const char *const slash = strrchr(path, '/');
    char *const folder = slash != NULL ? memory_copy_of(path, (size_t)(slash - path) + 1) : memory_copy(".");
    const bool found = stat(folder, &status) == 0;
    free(folder);
    return found ? place_of(&status, slash != NULL ? slash + 1 : path) : (struct place){0};
}

static bool is_same(const struct place *one, const struct place *other)
{
    return one->known && other->known && !one->nowhere && one->device == other->device &&
           one->file == other->file && strcmp(one->name, other->name) == 0;
}

bool runner_are_apart(const struct named_file files[], unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < i; j++) {
            const struct place one = find_place(files[i].path), other = find_place(files[j].path);
            const bool both = files[i].is_written && files[j].is_written;
            const bool matters = both || (one.keeps && (files[i].is_written || files[j].is_written));
            if (!matters || !is_same(&one, &other))
                continue;
            const bool standard = strcmp(files[j].path, "-") == 0;
            return runner_complain("%s and %s lead to the same place, %s: one would spoil the other",
                                   files[j].option, files[i].option, standard ? "standard output" : files[j].path);
        }
    return true;
}
