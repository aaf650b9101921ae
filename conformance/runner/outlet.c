#include "outlet.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A device or a pipe is written to: nothing may take its name. */
static bool is_device(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* A file beside PATH; -1: errno tells. */
static int make_temporary(const char *path, char **name)
{
    if (is_folder(path)) {
        errno = EISDIR;
        return -1;
    }
    if (asprintf(name, "%s.XXXXXX", path) < 0)
        return -1;
    const int file = mkstemp(*name);
    if (file < 0)
        free(*name);
    return file;
}

static void remove_temporary(char *name)
{
    const int why = errno;
    (void)unlink(name);
    free(name);
    errno = why;
}

bool outlet_open(struct outlet *outlet, const char *path)
{
    *outlet = (struct outlet){.file = stdout, .path = path};
    if (strcmp(path, "-") == 0)
        return true;
    if (is_device(path)) {
        outlet->file = fopen(path, "w");
        return outlet->file != NULL;
    }
    const int file = make_temporary(path, &outlet->temporary);
    if (file < 0)
        return false;
    const mode_t mask = umask(0);
    (void)umask(mask);
    outlet->file = fchmod(file, 0666 & ~mask) == 0 ? fdopen(file, "w") : NULL;
    if (outlet->file != NULL)
        return true;
    (void)close(file);
    remove_temporary(outlet->temporary);
    return false;
}

bool outlet_close(struct outlet *outlet)
{
    bool done = fflush(outlet->file) == 0 && !ferror(outlet->file);
    if (outlet->temporary == NULL)
        return (outlet->file == stdout || fclose(outlet->file) == 0) && done;
    done = fclose(outlet->file) == 0 && done && rename(outlet->temporary, outlet->path) == 0;
    if (done)
        free(outlet->temporary);
    else
        remove_temporary(outlet->temporary);
    return done;
}

void outlet_abandon(struct outlet *outlet)
{
    if (outlet->file != stdout)
        (void)fclose(outlet->file);
    if (outlet->temporary != NULL)
        remove_temporary(outlet->temporary);
}

bool outlet_is_possible(const char *path)
{
    char *name;
    if (strcmp(path, "-") == 0)
        return true;
    if (is_device(path))
        return access(path, W_OK) == 0;
    const int file = make_temporary(path, &name);
    if (file < 0)
        return false;
    (void)close(file);
    remove_temporary(name);
    return true;
}
