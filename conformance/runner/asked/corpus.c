#include "corpus.h"

#include "../../../common/corpus_version.h"
#include "../process/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE_MAX_SIZE ((size_t)1 << 28)

static void __attribute__((format(printf, 2, 3))) fail(struct corpus *corpus, const char *format, ...)
{
    va_list arguments;
    const size_t size = sizeof corpus->fault;
    const int named = snprintf(corpus->fault, size, "%.160s: ", corpus->name);
    va_start(arguments, format);
    (void)vsnprintf(corpus->fault + named, size - (size_t)named, format, arguments);
    va_end(arguments);
    corpus->ended = true;
}

/* --- Ids ------------------------------------------------------------------------------------------------ */

static void ids_grow(struct corpus *corpus)
{
    const size_t room = corpus->room == 0 ? 1 << 12 : 2 * corpus->room;
    uint64_t *const ids = memory_of(room, sizeof *ids);
    for (size_t i = 0; i < corpus->room; i++) {
        size_t at = (size_t)(corpus->ids[i] % room);
        while (ids[at] != 0)
            at = (at + 1) % room;
        ids[at] = corpus->ids[i];
    }
    free(corpus->ids);
    corpus->ids = ids;
    corpus->room = room;
}

/* Returns false, with `fault` set, if the id is there already. */
static bool ids_add(struct corpus *corpus, struct span id)
{
    const uint64_t hash = runner_hash_bytes(HASH_START, id.at, id.size), kept = hash != 0 ? hash : 1;
    if (2 * corpus->vectors >= corpus->room)
        ids_grow(corpus);
    size_t at = (size_t)(kept % corpus->room);
    for (; corpus->ids[at] != 0; at = (at + 1) % corpus->room)
        if (corpus->ids[at] == kept) {
            fail(corpus, "line %" PRIu64 ": a second vector with the id %.*s", corpus->number,
                 id.size < 120 ? (int)id.size : 120, id.at);
            return false;
        }
    corpus->ids[at] = kept;
    return true;
}

/* --- Opening -------------------------------------------------------------------------------------------- */

static bool open_generator(struct corpus *corpus, struct children *children, char **generator)
{
    static const struct limits none = {0};
    const struct command command = {.words = generator};
    char words[128];
    corpus->name = generator[0];
    corpus->generated = true;
    if (runner_process_start(&corpus->source, children, &command, &none, words, sizeof words))
        return true;
    (void)snprintf(corpus->fault, sizeof corpus->fault, "%s: %s", corpus->name, words);
    return false;
}

bool runner_corpus_open(struct corpus *corpus, struct children *children, const char *path, char **generator,
                        bool must_close)
{
    struct stat about;
    *corpus = (struct corpus){.name = path,
                              .all.hash = HASH_START,
                              .since.hash = HASH_START,
                              .must_close = must_close,
                              .source = {.input = -1, .complaints = -1}};
    if (path == NULL)
        return open_generator(corpus, children, generator);
    corpus->source.output = strcmp(path, "-") == 0 ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                                                   : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (corpus->source.output >= 0) {
        const bool known = fstat(corpus->source.output, &about) == 0;
        if (known && S_ISREG(about.st_mode))
            corpus->size = (uint64_t)about.st_size;
        if (!known || !S_ISDIR(about.st_mode))
            return true;
        errno = EISDIR;
    }
    (void)snprintf(corpus->fault, sizeof corpus->fault, "%s: %s", path, strerror(errno));
    return false;
}

/* --- Lines ---------------------------------------------------------------------------------------------- */

/* Reads a closing line.  Returns false if the line is something else. */
static bool read_closing(struct span line, struct lines *said, struct span *version, bool *whole)
{
    struct json_cut cut = {line.at, line.at + line.size};
    struct span key, number, hash;
    bool more;
    if (!runner_json_take(&cut, '{') || !runner_json_quoted(&cut, &key) || !runner_span_is(key, "corpus"))
        return false;
    *whole = runner_json_take(&cut, ':') && runner_json_take(&cut, '{') &&
             runner_json_member(&cut, &key, &number, &more) && more && runner_span_is(key, "vectors") &&
             runner_span_decimal(number, &said->vectors) && runner_json_quoted(&cut, &key) &&
             runner_span_is(key, "hash") && runner_json_take(&cut, ':') && runner_json_quoted(&cut, &hash) &&
             hash.size == 16 && runner_span_digits(hash, &said->hash);
    *version = (struct span){"", 0};
    if (*whole && runner_json_take(&cut, ','))
        *whole = runner_json_quoted(&cut, &key) && runner_span_is(key, "version") &&
                 runner_json_take(&cut, ':') && runner_json_quoted(&cut, version);
    *whole = *whole && runner_json_take(&cut, '}') && runner_json_take(&cut, '}') && cut.at == cut.end;
    return true;
}

bool runner_version_read(const char *text, unsigned parts[VERSION_PARTS])
{
    int read = 0;
    return text[strspn(text, "0123456789.")] == '\0' &&
           sscanf(text, "%5u.%5u.%5u%n", &parts[0], &parts[1], &parts[2], &read) == VERSION_PARTS &&
           text[read] == '\0';
}

/* Whether this program knows the corpus's version: a newer minor version may have vectors that it cannot
 * judge. */
static bool is_known(struct span version)
{
    char text[32];
    unsigned parts[VERSION_PARTS];
    (void)snprintf(text, sizeof text, "%.*s", (int)version.size, version.at);
    return version.size < sizeof text && runner_version_read(text, parts) && parts[0] == CORPUS_MAJOR &&
           parts[1] <= CORPUS_MINOR; // cppcheck-suppress unsignedLessThanZero ; while the minor version is 0
}

static void close_lines(struct corpus *corpus, const struct lines *said, struct span version, bool whole)
{
    const struct lines since = corpus->since;
    (void)snprintf(corpus->version, sizeof corpus->version, "%.*s", version.size < 32 ? (int)version.size : 0,
                   version.at);
    if (!whole)
        fail(corpus, "line %" PRIu64 ": the closing line is broken", corpus->number);
    else if (said->vectors != since.vectors)
        fail(corpus,
             "line %" PRIu64 ": it closes %" PRIu64 " vectors, and %" PRIu64
             " came: some are %s (to ask a part of a "
             "corpus, --select and --skip)",
             corpus->number, said->vectors, since.vectors,
             said->vectors > since.vectors ? "missing" : "too many");
    else if (!corpus->generated && said->hash != since.hash)
        fail(corpus,
             "line %" PRIu64 ": it closes lines of hash %016" PRIx64 ", and theirs is %016" PRIx64
             ": some were changed",
             corpus->number, said->hash, since.hash);
    else if (version.size > 0 && !is_known(version))
        fail(corpus,
             "line %" PRIu64 ": a corpus of version %.*s, and this sframe-conform knows " CORPUS_VERSION,
             corpus->number, version.size < 32 ? (int)version.size : 32, version.at);
    if (whole && corpus->generated)
        corpus->all.hash = said->hash;
    corpus->since = (struct lines){.hash = HASH_START};
    corpus->closed = true;
}

static void take_line(struct corpus *corpus, struct span line)
{
    /* Before the first closing line both hashes are the same. */
    const bool is_first = corpus->since.vectors == corpus->all.vectors;
    if (!corpus->generated) { /* the generator writes into our pipe; its closing line has the hash */
        corpus->all.hash = runner_hash_bytes(corpus->all.hash, line.at, line.size);
        corpus->since.hash =
            is_first ? corpus->all.hash : runner_hash_bytes(corpus->since.hash, line.at, line.size);
    }
    corpus->since.vectors++;
    corpus->all.vectors++;
    corpus->closed = false;
}

/* Returns null, with `fault` set, if the id is there already. */
static struct vector *take_vector(struct corpus *corpus, struct vector *vector)
{
    if (!ids_add(corpus, vector->id)) {
        runner_vector_release(vector);
        return NULL;
    }
    corpus->vectors++;
    return vector;
}

/* Returns the vector of the line, or the first one if the line is a unit. */
static struct vector *read_line(struct corpus *corpus, struct span line)
{
    const char *fault;
    struct vector *vector = runner_vector_read(line, &fault);
    if (vector != NULL && vector->operation == ASSEMBLE) {
        runner_vector_release(vector);
        vector = runner_unit_cut(&corpus->unit, line, corpus->number, &fault)
                     ? runner_unit_next(&corpus->unit)
                     : NULL;
    }
    if (vector == NULL) {
        fail(corpus, "line %" PRIu64 ": %s", corpus->number, fault);
        return NULL;
    }
    take_line(corpus, line);
    return take_vector(corpus, vector);
}

struct vector *runner_corpus_next(struct corpus *corpus)
{
    struct span line;
    struct vector *const waiting = !corpus->ended ? runner_unit_next(&corpus->unit) : NULL;
    if (waiting != NULL)
        return take_vector(corpus, waiting);
    while (!corpus->ended && runner_process_line(&corpus->source, &line)) {
        struct lines said;
        struct span version;
        bool whole;
        corpus->number++;
        corpus->taken += line.size + 1;
        if (!read_closing(line, &said, &version, &whole))
            return read_line(corpus, line);
        close_lines(corpus, &said, version, whole);
    }
    return NULL;
}

/* --- The end -------------------------------------------------------------------------------------------- */

/* Whether the generator ended with an error, although its output may look complete. */
static bool generator_failed(struct corpus *corpus, struct children *children)
{
    if (!corpus->generated || runner_process_stop(&corpus->source, children) == 0)
        return false;
    const size_t said = corpus->source.complaint_size;
    const char *const line_end = memchr(corpus->source.complaint, '\n', said);
    const int length = (int)(line_end != NULL ? (size_t)(line_end - corpus->source.complaint) : said);
    fail(corpus, "it failed: %.*s", length < 160 ? length : 160, corpus->source.complaint);
    return true;
}

static void end(struct corpus *corpus, struct children *children)
{
    corpus->ended = true;
    if (generator_failed(corpus, children))
        return;
    if (runner_process_rest(&corpus->source) > 0)
        fail(corpus, "line %" PRIu64 ": the last line does not end", corpus->number + 1);
    else if (corpus->must_close && !corpus->closed)
        fail(corpus,
             "no closing line says that it is whole, as --strict demands (`sframe-gen close` adds one)");
}

void runner_corpus_read(struct corpus *corpus, struct children *children)
{
    if (!runner_process_read(&corpus->source))
        fail(corpus, "it cannot be read on after line %" PRIu64 ": %s", corpus->number,
             strerror(corpus->source.trouble));
    else if (runner_process_rest(&corpus->source) > LINE_MAX_SIZE)
        fail(corpus, "line %" PRIu64 ": longer than 256 MiB", corpus->number + 1);
    else if (corpus->source.output < 0 && (!corpus->generated || corpus->source.ended))
        end(corpus, children);
}

void runner_corpus_close(struct corpus *corpus, struct children *children)
{
    if (corpus->generated)
        (void)runner_process_stop(&corpus->source, children);
    else if (corpus->source.output >= 0)
        (void)close(corpus->source.output);
    runner_process_free(&corpus->source);
    runner_unit_free(&corpus->unit);
    free(corpus->ids);
}
