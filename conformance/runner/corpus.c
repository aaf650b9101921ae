#include "corpus.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE_MAX_SIZE ((size_t)1 << 28)

static void fail(struct corpus *corpus, const char *what)
{
    (void)snprintf(corpus->fault, sizeof corpus->fault, "%s: line %llu: %s", corpus->name,
                   (unsigned long long)corpus->vectors + 1, what);
    corpus->ended = true;
}

static bool open_generator(struct corpus *corpus, struct children *children, char **generator)
{
    static const struct limits none = {0};
    const struct command command = {.words = generator};
    char words[128];
    corpus->name = generator[0];
    corpus->generated = true;
    if (process_start(&corpus->source, children, &command, &none, words, sizeof words))
        return true;
    (void)snprintf(corpus->fault, sizeof corpus->fault, "%s: %s", corpus->name, words);
    return false;
}

bool corpus_open(struct corpus *corpus, struct children *children, const char *path, char **generator)
{
    struct stat about;
    *corpus = (struct corpus){.name = path, .hash = HASH_START, .source = {.input = -1, .complaints = -1}};
    if (path == NULL)
        return open_generator(corpus, children, generator);
    corpus->source.output = strcmp(path, "-") == 0 ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                                                   : open(path, O_RDONLY | O_CLOEXEC);
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

struct vector *corpus_next(struct corpus *corpus)
{
    struct span line;
    const char *fault;
    if (corpus->ended || !process_line(&corpus->source, &line))
        return NULL;
    struct vector *const vector = vector_read(line, &fault);
    if (vector == NULL) {
        fail(corpus, fault);
        return NULL;
    }
    corpus->vectors++;
    corpus->taken += line.size + 1;
    corpus->hash = hash_bytes(corpus->hash, line.at, line.size);
    return vector;
}

/* A generator's status counts as much as its words. */
static void end(struct corpus *corpus, struct children *children)
{
    char words[200];
    corpus->ended = true;
    if (process_rest(&corpus->source) > 0)
        fail(corpus, "the last line does not end");
    if (!corpus->generated)
        return;
    if (process_stop(&corpus->source, children) == 0)
        return;
    const size_t said = corpus->source.complaint_size;
    const char *const line_end = memchr(corpus->source.complaint, '\n', said);
    const int length = (int)(line_end != NULL ? (size_t)(line_end - corpus->source.complaint) : said);
    (void)snprintf(words, sizeof words, "it failed: %.*s", length < 160 ? length : 160,
                   corpus->source.complaint);
    fail(corpus, words);
}

void corpus_read(struct corpus *corpus, struct children *children)
{
    if (!process_read(&corpus->source) || process_rest(&corpus->source) > LINE_MAX_SIZE)
        fail(corpus, "longer than 256 MiB");
    else if (corpus->source.output < 0 && (!corpus->generated || corpus->source.ended))
        end(corpus, children);
}

void corpus_close(struct corpus *corpus, struct children *children)
{
    if (corpus->generated)
        (void)process_stop(&corpus->source, children);
    else if (corpus->source.output >= 0)
        (void)close(corpus->source.output);
    process_free(&corpus->source);
}
