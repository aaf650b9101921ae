#include "outlet.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool trouble(struct outlet *outlet, const char *what, const char *path)
{
    if (outlet->trouble[0] == '\0')
        snprintf(outlet->trouble, sizeof outlet->trouble, "%s %s: %s", what, path, strerror(errno));
    return false;
}

static bool is_empty_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL)
        return false;
    bool empty = true;
    for (struct dirent *entry = readdir(folder); entry != NULL && empty; entry = readdir(folder))
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    closedir(folder);
    return empty;
}

/* Whether the name is free for what shall stand there. */
static bool may_take(struct outlet *outlet)
{
    struct stat status;
    if (lstat(outlet->path, &status) != 0)
        return errno == ENOENT || trouble(outlet, "cannot write", outlet->path);
    if (outlet->is_folder ? is_empty_folder(outlet->path) : !S_ISDIR(status.st_mode))
        return true;
    errno = outlet->is_folder ? EEXIST : EISDIR;
    return trouble(outlet, "will not overwrite", outlet->path);
}

/* A device or a pipe is written to: nothing may take its name. */
static bool is_device(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

bool outlet_open(struct outlet *outlet, const char *path, bool is_folder)
{
    *outlet = (struct outlet){.path = path, .is_folder = is_folder};
    if (path == NULL) {
        outlet->stream = stdout;
        return true;
    }
    if (!is_folder && is_device(path))
        return (outlet->stream = fopen(path, "w")) != NULL || trouble(outlet, "cannot write", path);
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    int written = snprintf(outlet->partial, sizeof outlet->partial, "%.*s.partial-%ld", (int)length, path,
                           (long)getpid());
    if (length == 0 || written < 0 || (size_t)written >= sizeof outlet->partial) {
        errno = length == 0 ? ENOENT : ENAMETOOLONG;
        outlet->partial[0] = '\0';
        return trouble(outlet, "cannot write", path);
    }
    bool opened = may_take(outlet);
    if (opened && is_folder)
        opened = mkdir(outlet->partial, 0777) == 0 || trouble(outlet, "cannot make a folder for", path);
    else if (opened)
        opened =
            (outlet->stream = fopen(outlet->partial, "wx")) != NULL || trouble(outlet, "cannot write", path);
    if (!opened)
        outlet->partial[0] = '\0';
    return opened;
}

/* Makes the folders that lead to the last part of the path, from `from` on. */
static bool make_folders(char *path, char *from)
{
    for (char *slash = strchr(from, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

FILE *outlet_file(struct outlet *outlet, const char *name, const char *ending)
{
    char path[2 * MAX_PATH];
    size_t folder = strlen(outlet->partial) + 1;
    snprintf(path, sizeof path, "%s/%s%s", outlet->partial, name, ending);
    FILE *file = fopen(path, "wx");
    if (file == NULL && errno == ENOENT && make_folders(path, path + folder))
        file = fopen(path, "wx");
    if (file == NULL)
        trouble(outlet, "cannot write", name);
    return file;
}

bool outlet_close_file(struct outlet *outlet, FILE *file, const char *name)
{
    bool failed = ferror(file) != 0;
    return (fclose(file) == 0 && !failed) || trouble(outlet, "cannot write", name);
}

void outlet_write(struct outlet *outlet, const char *bytes, size_t length)
{
    if (outlet->trouble[0] == '\0' && fwrite(bytes, 1, length, outlet->stream) != length)
        trouble(outlet, "cannot write to", outlet->path != NULL ? outlet->path : "standard output");
}

bool outlet_finish(struct outlet *outlet)
{
    if (outlet->trouble[0] != '\0') {
        outlet_abandon(outlet);
        return false;
    }
    if (outlet->path == NULL)
        return true; /* the program's end tells whether it took all */
    bool written = outlet->is_folder || outlet_close_file(outlet, outlet->stream, outlet->path);
    outlet->stream = NULL;
    if (outlet->partial[0] == '\0')
        return written;
    /* A folder takes the place of an empty one; rename() knows how. */
    if (written && rename(outlet->partial, outlet->path) == 0)
        return true;
    if (written)
        trouble(outlet, "cannot write", outlet->path);
    outlet_abandon(outlet);
    return false;
}

static int take_away(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status, (void)type, (void)walk;
    return remove(path);
}

void outlet_abandon(struct outlet *outlet)
{
    if (outlet->path == NULL)
        return;
    if (outlet->stream != NULL)
        fclose(outlet->stream);
    outlet->stream = NULL;
    if (outlet->partial[0] == '\0')
        return;
    nftw(outlet->partial, take_away, 16, FTW_DEPTH | FTW_PHYS);
    outlet->partial[0] = '\0';
}
