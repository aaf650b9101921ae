#include "export_place.h"

#include "../../common/safe_text.h"

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

/* Whether the folder may get its name: nothing has it, or an empty folder. */
static bool may_take(struct outlet *outlet)
{
    struct stat status;
    if (lstat(outlet->path, &status) != 0)
        return errno == ENOENT || trouble(outlet, "cannot write", outlet->path);
    errno = EEXIST;
    return is_empty_folder(outlet->path) ||
           trouble(outlet, "--to needs a folder that is new or empty, and will not overwrite", outlet->path);
}

static bool file_trouble(struct outlet *outlet)
{
    snprintf(outlet->trouble, sizeof outlet->trouble, "cannot write %s: %s", outlet->path,
             whole_file_trouble());
    return false;
}

static bool open_folder(struct outlet *outlet)
{
    size_t length = strlen(outlet->path);
    while (length > 1 && outlet->path[length - 1] == '/')
        length--;
    int written = snprintf(outlet->partial, sizeof outlet->partial, "%.*s.partial-%ld", (int)length,
                           outlet->path, (long)getpid());
    if (length == 0 || written < 0 || (size_t)written >= sizeof outlet->partial) {
        errno = length == 0 ? ENOENT : ENAMETOOLONG;
        outlet->partial[0] = '\0';
        return trouble(outlet, "cannot write", outlet->path);
    }
    bool opened = may_take(outlet) && (mkdir(outlet->partial, 0777) == 0 ||
                                       trouble(outlet, "cannot make a folder for", outlet->path));
    if (!opened)
        outlet->partial[0] = '\0';
    return opened;
}

bool gen_outlet_open(struct outlet *outlet, const char *program, const char *path, bool is_folder)
{
    *outlet = (struct outlet){.program = program, .path = path, .is_folder = is_folder};
    const bool opened = path == NULL || (is_folder ? open_folder(outlet)
                                                   : whole_file_open(&outlet->whole, path) || file_trouble(outlet));
    outlet->stream = path == NULL ? stdout : outlet->whole.file;
    if (!opened)
        safe_complain(program, "%s", outlet->trouble);
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

FILE *gen_outlet_file(struct outlet *outlet, const char *name, const char *ending)
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

bool gen_outlet_close_file(struct outlet *outlet, FILE *file, const char *name)
{
    bool failed = ferror(file) != 0;
    return (fclose(file) == 0 && !failed) || trouble(outlet, "cannot write", name);
}

void gen_outlet_write(void *to, const char *bytes, size_t length)
{
    struct outlet *const outlet = to;
    if (outlet->trouble[0] == '\0' && fwrite(bytes, 1, length, outlet->stream) != length)
        trouble(outlet, "cannot write to", outlet->path != NULL ? outlet->path : "standard output");
}

static int take_away(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status, (void)type, (void)walk;
    return remove(path);
}

static void abandon(struct outlet *outlet)
{
    if (outlet->path == NULL)
        return;
    if (outlet->stream != NULL)
        (void)whole_file_abandon(&outlet->whole);
    outlet->stream = NULL;
    if (outlet->partial[0] == '\0')
        return;
    nftw(outlet->partial, take_away, 16, FTW_DEPTH | FTW_PHYS);
    outlet->partial[0] = '\0';
}

/* False: `trouble` says why, or has said so before. */
static bool finish(struct outlet *outlet)
{
    if (outlet->trouble[0] != '\0' || outlet->path == NULL)
        return outlet->trouble[0] == '\0'; /* standard_end() finds out whether standard output took all */
    if (outlet->is_folder) /* rename() replaces an empty folder, too */
        return rename(outlet->partial, outlet->path) == 0 || trouble(outlet, "cannot write", outlet->path);
    outlet->stream = NULL;
    return whole_file_close(&outlet->whole) || file_trouble(outlet);
}

int gen_outlet_end(struct outlet *outlet, int status)
{
    enum { TROUBLE = 2 };
    if (status == 0 && finish(outlet))
        return 0;
    abandon(outlet);
    if (status == 0)
        safe_complain(outlet->program, "%s", outlet->trouble);
    return status != 0 ? status : TROUBLE;
}
