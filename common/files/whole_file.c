#include "whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { LINKS_MAX = 40 }; /* as many as Linux follows */

static const char *trouble;

static bool fail(const char *words)
{
    trouble = words;
    return false;
}

static bool fail_by_errno(void)
{
    return fail(strerror(errno));
}

const char *whole_file_trouble(void)
{
    return trouble;
}

/* --- Where it is --------------------------------------------------------------------------------------- */

/* Where the link at PATH leads, as a path that counts from where PATH does; null and errno 0: no link. */
static char *read_link(const char *path)
{
    char text[PATH_MAX];
    char *next = NULL;
    const ssize_t size = readlink(path, text, sizeof text);
    if (size < 0) {
        errno = errno == EINVAL || errno == ENOENT ? 0 : errno;
        return NULL;
    }
    const char *const slash = strrchr(path, '/');
    const int folder = text[0] == '/' || slash == NULL ? 0 : (int)(slash + 1 - path);
    if (size == sizeof text)
        errno = ENAMETOOLONG;
    else if (asprintf(&next, "%.*s%.*s", folder, path, (int)size, text) < 0)
        next = NULL;
    return next;
}

/* The path behind all links, whether there is something or not; null: errno says why. */
static char *follow(const char *path)
{
    char *at = strdup(path);
    for (unsigned links = 0; at != NULL; links++) {
        char *const next = links <= LINKS_MAX ? read_link(at) : NULL;
        if (links > LINKS_MAX)
            errno = ELOOP;
        if (next == NULL && errno == 0)
            return at;
        const int why = errno;
        free(at);
        errno = why;
        at = next;
    }
    return NULL;
}

/* Our standard output or standard error, whichever goes to this file; -1: neither. */
static int open_already(const struct stat *status)
{
    for (int file = STDOUT_FILENO; file <= STDERR_FILENO; file++) {
        struct stat ours;
        if (fstat(file, &ours) == 0 && ours.st_dev == status->st_dev && ours.st_ino == status->st_ino)
            return file;
    }
    return -1;
}

/* --- Looking like the old file ------------------------------------------------------------------------- */

/* Whether another file may take the name of this one. */
static bool may_replace(const char *path, const struct stat *status)
{
    if (S_ISDIR(status->st_mode)) {
        errno = EISDIR;
        return fail_by_errno();
    }
    if (status->st_nlink > 1)
        return fail(
            "the file has other names (hard links), which would go on naming the old one; remove this "
            "name first, or write elsewhere");
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || fail_by_errno();
}

static bool same_attribute(int file, const char *name, const void *value, ssize_t size)
{
    char other[XATTR_SIZE_MAX];
    return fgetxattr(file, name, other, sizeof other) == size && memcmp(other, value, (size_t)size) == 0;
}

/* Access lists are attributes as well. */
static bool keep_attributes(int file, const char *path)
{
    char names[XATTR_LIST_MAX], value[XATTR_SIZE_MAX];
    const ssize_t size = listxattr(path, names, sizeof names);
    for (const char *name = names; size > 0 && name < names + size; name += strlen(name) + 1) {
        const ssize_t length = getxattr(path, name, value, sizeof value);
        if (length < 0 || (!same_attribute(file, name, value, length) &&
                           fsetxattr(file, name, value, (size_t)length, 0) != 0))
            return fail(
                "its access list or another of its attributes cannot be kept; write elsewhere, or remove "
                "the file first");
    }
    return true;
}

static bool become(int file, const char *path, const struct stat *status)
{
    struct stat made;
    if (fstat(file, &made) != 0)
        return fail_by_errno();
    const bool same_owner = made.st_uid == status->st_uid && made.st_gid == status->st_gid;
    if (!same_owner && fchown(file, status->st_uid, status->st_gid) != 0)
        return fail(
            "the file belongs to another user or group, which cannot be kept; write elsewhere, or remove "
            "the file first");
    /* A new file gets an access list from its folder, which the old file may not have. */
    static const char list[] = "system.posix_acl_access";
    if (getxattr(path, list, NULL, 0) < 0)
        (void)fremovexattr(file, list);
    return (fchmod(file, status->st_mode & 07777) == 0 || fail_by_errno()) && keep_attributes(file, path);
}

static bool become_new(int file)
{
    const mode_t mask = umask(0);
    (void)umask(mask);
    return fchmod(file, 0666 & ~mask) == 0 || fail_by_errno();
}

/* --- Opening and closing ------------------------------------------------------------------------------- */

/* Frees WHOLE, and removes the temporary file, unless it has TAKEN the target's name.  False: that failed. */
static bool release(struct whole_file *whole, bool taken)
{
    const bool left = whole->temporary != NULL && !taken && unlink(whole->temporary) != 0;
    free(whole->temporary);
    free(whole->target);
    *whole = (struct whole_file){0};
    return !left;
}

/* Opens standard output, a device, a pipe, or the file that our output goes to already.  False: it is none of
 * them, or (*DONE) it cannot be opened. */
static bool open_as_it_is(struct whole_file *whole, const char *path, bool *done)
{
    struct stat status;
    const bool exists = path != NULL && stat(path, &status) == 0;
    const int ours = path == NULL ? STDOUT_FILENO : exists ? open_already(&status) : -1;
    *done = ours >= 0 || (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
    if (!*done)
        return false;
    const int file = ours >= 0 ? fcntl(ours, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;
    whole->file = ours < 0 ? fopen(path, "we") : file >= 0 ? fdopen(file, "w") : NULL;
    if (whole->file == NULL && file >= 0) {
        (void)close(file);
        errno = EBADF; /* it is not open for writing */
    }
    return whole->file != NULL || fail_by_errno();
}

/* Makes a temporary file beside the target, with the mode, owner and attributes that the target has, or a new
 * file would have.  -1: whole_file_trouble() says why. */
static int open_beside(struct whole_file *whole)
{
    struct stat status;
    char *name;
    const bool exists = stat(whole->target, &status) == 0;
    if (exists && !may_replace(whole->target, &status))
        return -1;
    if (asprintf(&name, "%s.XXXXXX", whole->target) < 0)
        return (void)fail_by_errno(), -1;
    const int file = mkostemp(name, O_CLOEXEC);
    if (file < 0) {
        (void)fail(errno == EACCES || errno == EROFS ? "its folder cannot be written to" : strerror(errno));
        free(name);
        return -1;
    }
    whole->temporary = name;
    if (exists ? become(file, whole->target, &status) : become_new(file))
        return file;
    (void)close(file);
    return -1;
}

bool whole_file_open(struct whole_file *whole, const char *path)
{
    bool done;
    *whole = (struct whole_file){0};
    trouble = NULL;
    if (open_as_it_is(whole, path, &done) || done)
        return whole->file != NULL;
    whole->target = follow(path);
    if (whole->target == NULL)
        return fail_by_errno();
    const int file = open_beside(whole);
    whole->file = file >= 0 ? fdopen(file, "w") : NULL;
    if (whole->file != NULL)
        return true;
    if (file >= 0) {
        (void)fail_by_errno();
        (void)close(file);
    }
    (void)release(whole, false);
    return false;
}

bool whole_file_close(struct whole_file *whole)
{
    bool written = (fflush(whole->file) == 0 && !ferror(whole->file)) || fail_by_errno();
    if (fclose(whole->file) != 0 && written)
        written = fail_by_errno();
    if (whole->temporary != NULL && written)
        written = rename(whole->temporary, whole->target) == 0 || fail_by_errno();
    (void)release(whole, written);
    return written;
}

bool whole_file_abandon(struct whole_file *whole)
{
    (void)fclose(whole->file);
    return release(whole, false) || fail_by_errno();
}

bool whole_file_waits(const char *path)
{
    struct stat status;
    return path == NULL || (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
}

bool whole_file_is_possible(const char *path)
{
    struct whole_file whole;
    if (path == NULL)
        return true;
    if (whole_file_waits(path))
        return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || fail_by_errno();
    if (!whole_file_open(&whole, path))
        return false;
    return whole_file_abandon(&whole);
}
