#include "bounded.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_ROOM = 1 << 16 };

static const struct {
    const char *what;
    uint64_t file, line; /* MiB; 0: no limit */
} limits[] = {
#define KIND(kind, what, file, line) {what, file, line},
#include "limits.def"
#undef KIND
};

struct source {
    int file;
    enum bounded_kind kind;
    uint64_t size, lines, line_size; /* what was read; `lines`: those that ended; `line_size`: of the last */
    uint64_t expected;               /* size of a regular file; else 0 */
};

static char trouble[160];

const char *bounded_trouble(void)
{
    return trouble[0] != '\0' ? trouble : strerror(errno);
}

/* --- Opening -------------------------------------------------------------------------------------------- */

static bool is_beyond(uint64_t size, uint64_t limit)
{
    return limit != 0 && size > limit << 20;
}

/* LINE: the number of the line that is too long; 0: the file is. */
static bool fail_as_beyond(enum bounded_kind kind, uint64_t line)
{
    const uint64_t limit = line > 0 ? limits[kind].line : limits[kind].file;
    char place[32] = "";
    if (line > 0)
        (void)snprintf(place, sizeof place, "line %llu: ", (unsigned long long)line);
    (void)snprintf(trouble, sizeof trouble, "%smore than %llu MiB, the most that is read of %s", place,
                   (unsigned long long)limit, limits[kind].what);
    errno = EFBIG;
    return false;
}

static int close_source(void *cookie)
{
    const struct source *const source = cookie;
    return source->file == STDIN_FILENO ? 0 : close(source->file);
}

/* False: errno, or `trouble` if it is not empty, says why. */
static bool open_source(struct source *source, enum bounded_kind kind, const char *path)
{
    struct stat status;
    trouble[0] = '\0';
    *source = (struct source){.kind = kind, .file = STDIN_FILENO};
    if (path != NULL)
        source->file = open(path, O_RDONLY | O_CLOEXEC);
    if (source->file < 0)
        return false;
    const bool known = fstat(source->file, &status) == 0;
    source->expected = known && S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0;
    if (known && !S_ISDIR(status.st_mode) && !is_beyond(source->expected, limits[kind].file))
        return true;
    const int why = known ? EISDIR : errno;
    (void)close_source(source);
    errno = why;
    return known && S_ISREG(status.st_mode) && fail_as_beyond(kind, 0);
}

/* --- Reading -------------------------------------------------------------------------------------------- */

/* Counts what came, and the lines of it. */
static bool is_within(struct source *source, const char *bytes, size_t size)
{
    const char *const end = bytes + size;
    source->size += size;
    if (is_beyond(source->size, limits[source->kind].file))
        return fail_as_beyond(source->kind, 0);
    for (const char *at = bytes; limits[source->kind].line != 0 && at < end;) {
        const char *const found = memchr(at, '\n', (size_t)(end - at));
        source->line_size += (size_t)((found != NULL ? found : end) - at);
        if (is_beyond(source->line_size, limits[source->kind].line))
            return fail_as_beyond(source->kind, source->lines + 1);
        if (found == NULL)
            break;
        source->lines++;
        source->line_size = 0;
        at = found + 1;
    }
    return true;
}

/* As read() does. */
static ssize_t read_source(void *cookie, char *bytes, size_t size)
{
    struct source *const source = cookie;
    const ssize_t got = read(source->file, bytes, size);
    if (got < 0)
        (void)snprintf(trouble, sizeof trouble, "cannot read at offset 0x%llx: %s",
                       (unsigned long long)source->size, strerror(errno));
    return got > 0 && !is_within(source, bytes, (size_t)got) ? -1 : got;
}

/* Makes room: first for the expected size and one byte, so that its end is noticed; then for twice as much, but
 * for no more than the limit and one byte, so that a file beyond it is noticed. */
static bool grow(const struct source *source, uint8_t **bytes, size_t *room)
{
    const size_t most = ((size_t)limits[source->kind].file << 20) + 1;
    const size_t first = source->expected != 0 ? (size_t)source->expected + 1 : FIRST_ROOM;
    *room = *room == 0 ? first : *room < most / 2 ? *room * 2 : most;
    uint8_t *const grown = realloc(*bytes, *room);
    if (grown == NULL)
        (void)snprintf(trouble, sizeof trouble, "out of memory after 0x%llx bytes",
                       (unsigned long long)source->size);
    else
        *bytes = grown;
    return grown != NULL;
}

static bool read_all(struct source *source, uint8_t **bytes, size_t *size)
{
    size_t room = 0;
    ssize_t got;
    do {
        if (*size == room && !grow(source, bytes, &room))
            return false;
        got = read_source(source, (char *)*bytes + *size, room - *size);
        *size += got > 0 ? (size_t)got : 0;
    } while (got > 0);
    uint8_t *const cut = realloc(*bytes, *size + 1); /* so that sanitizers notice a read behind it */
    *bytes = cut != NULL ? cut : *bytes;
    return got == 0;
}

bool bounded_read(enum bounded_kind kind, const char *path, uint8_t **bytes, size_t *size)
{
    struct source source;
    *bytes = NULL;
    *size = 0;
    if (!open_source(&source, kind, path))
        return false;
    const bool done = read_all(&source, bytes, size);
    const int why = errno;
    (void)close_source(&source);
    errno = why;
    return done;
}

/* --- Streams -------------------------------------------------------------------------------------------- */

static int free_source(void *cookie)
{
    const int status = close_source(cookie);
    free(cookie);
    return status;
}

FILE *bounded_open(enum bounded_kind kind, const char *path)
{
    static const cookie_io_functions_t functions = {.read = read_source, .close = free_source};
    struct source *const source = malloc(sizeof *source);
    if (source == NULL || !open_source(source, kind, path)) {
        free(source);
        return NULL;
    }
    FILE *const file = fopencookie(source, "r", functions);
    if (file == NULL)
        (void)free_source(source);
    return file;
}

ssize_t bounded_line(char **line, size_t *room, FILE *file)
{
    const ssize_t size = getline(line, room, file);
    return ferror(file) != 0 ? -1 : size;
}
