#include "outlet.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool outlet_open(struct outlet *outlet, const char *path)
{
    *outlet = (struct outlet){.file = stdout, .path = path};
    if (strcmp(path, "-") == 0)
        return true;
    if (asprintf(&outlet->temporary, "%s.XXXXXX", path) < 0) {
        outlet->temporary = NULL;
        return false;
    }
    const int file = mkstemp(outlet->temporary);
    const mode_t mask = umask(0);
    (void)umask(mask);
    outlet->file = file >= 0 && fchmod(file, 0666 & ~mask) == 0 ? fdopen(file, "w") : NULL;
    if (outlet->file == NULL)
        free(outlet->temporary);
    return outlet->file != NULL;
}

bool outlet_close(struct outlet *outlet)
{
    bool done = fflush(outlet->file) == 0 && !ferror(outlet->file);
    if (outlet->temporary == NULL)
        return done;
    done = fclose(outlet->file) == 0 && done && rename(outlet->temporary, outlet->path) == 0;
    const int why = errno;
    if (!done)
        (void)unlink(outlet->temporary);
    free(outlet->temporary);
    errno = why;
    return done;
}
