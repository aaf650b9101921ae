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

bool outlet_open(struct outlet *outlet, const char *path)
{
    *outlet = (struct outlet){.file = stdout, .path = path};
    if (strcmp(path, "-") == 0)
        return true;
    if (is_device(path)) {
        outlet->file = fopen(path, "w");
        return outlet->file != NULL;
    }
    if (is_folder(path)) {
        errno = EISDIR;
        return false;
    }
    if (asprintf(&outlet->temporary, "%s.XXXXXX", path) < 0) {
        outlet->temporary = NULL;
        return false;
    }
    const int file = mkstemp(outlet->temporary);
    const mode_t mask = umask(0);
    (void)umask(mask);
    outlet->file = file >= 0 && fchmod(file, 0666 & ~mask) == 0 ? fdopen(file, "w") : NULL;
    if (outlet->file != NULL)
        return true;
    const int why = errno;
    if (file >= 0) {
        (void)close(file);
        (void)unlink(outlet->temporary);
    }
    free(outlet->temporary);
    errno = why;
    return false;
}

bool outlet_close(struct outlet *outlet)
{
    bool done = fflush(outlet->file) == 0 && !ferror(outlet->file);
    if (outlet->temporary == NULL)
        return (outlet->file == stdout || fclose(outlet->file) == 0) && done;
    done = fclose(outlet->file) == 0 && done && rename(outlet->temporary, outlet->path) == 0;
    const int why = errno;
    if (!done)
        (void)unlink(outlet->temporary);
    free(outlet->temporary);
    errno = why;
    return done;
}

void outlet_abandon(struct outlet *outlet)
{
    if (outlet->file != stdout)
        (void)fclose(outlet->file);
    if (outlet->temporary != NULL)
        (void)unlink(outlet->temporary);
    free(outlet->temporary);
}

bool outlet_is_possible(const char *path)
{
    struct outlet outlet;
    if (strcmp(path, "-") == 0)
        return true;
    if (is_device(path))
        return access(path, W_OK) == 0;
    if (!outlet_open(&outlet, path))
        return false;
    outlet_abandon(&outlet);
    return true;
}
