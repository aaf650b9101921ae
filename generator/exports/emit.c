/* JSON Lines: a line a vector, and a closing line, by which a reader of the lines knows that none is
 * missing. */
#include "exports.h"

#include "../../common/bounded.h"
#include "families/cases.h"
#include "model/fnv1a.h"

#include <stdlib.h>
#include <string.h>

/* The last line of a corpus: how many lines came before it, and the FNV-1a-64 of these without their ends.
 * VERSION: of the corpus; null: the vectors are somebody's own. */
static void write_closing_line(struct text *text, uint64_t vectors, uint64_t hash, const char *version)
{
    gen_text_format(text, "{\"corpus\":{\"vectors\":%" PRIu64 ",\"hash\":\"", vectors);
    write_hash(text, hash);
    if (version != NULL)
        gen_text_format(text, "\",\"version\":\"%s", version);
    gen_text_string(text, "\"}}\n");
}

/* Hashes lines, without their ends. */
static void hash_lines(uint64_t *hash, const char *bytes, size_t length)
{
    for (const char *at = bytes, *const end = at + length; at < end;) {
        const char *const line_end = memchr(at, '\n', (size_t)(end - at));
        const char *const stop = line_end != NULL ? line_end : end;
        fnv1a(hash, at, (size_t)(stop - at));
        at = line_end != NULL ? line_end + 1 : end;
    }
}

static void wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0)
        continue; /* a signal came */
}

static void *hash_all(void *of)
{
    struct hashing *const hashing = of;
    for (;;) {
        wait_for(&hashing->given);
        if (hashing->length == 0)
            return NULL;
        hash_lines(&hashing->hash, hashing->bytes, hashing->length);
        (void)sem_post(&hashing->done);
    }
}

static bool begin_thread(struct hashing *hashing)
{
    return sem_init(&hashing->given, 0, 0) == 0 && sem_init(&hashing->done, 0, 1) == 0 &&
           pthread_create(&hashing->thread, NULL, hash_all, hashing) == 0;
}

/* Hands the bytes to the thread, after those before. */
static void give(struct hashing *hashing, const char *bytes, size_t length)
{
    wait_for(&hashing->done);
    hashing->bytes = bytes;
    hashing->length = length;
    (void)sem_post(&hashing->given);
}

/* Each byte's hash waits for the one before, which takes as long as to make the lines.  So a thread works it out while
 * the next lines go to the other buffer.  It stays: one that begins anew for each buffer may wait for a processor. */
static void hash_and_write(void *into, const char *bytes, size_t length)
{
    struct export *export = into;
    struct hashing *const hashing = &export->hashing;
    if (!hashing->has_thread && length >= sizeof export->buffer / 2)
        hashing->has_thread = begin_thread(hashing);
    if (hashing->has_thread && length > 0 && bytes == export->text.begin) {
        give(hashing, bytes, length);
        export->text.begin = bytes == export->buffer ? hashing->other_buffer : export->buffer;
    } else {
        if (hashing->has_thread)
            wait_for(&hashing->done);
        hash_lines(&hashing->hash, bytes, length);
        if (hashing->has_thread)
            (void)sem_post(&hashing->done);
    }
    gen_outlet_write(&export->outlet, bytes, length);
}

void gen_export_emit_begin(struct export *export)
{
    export->hashing.hash = FNV1A_BEGIN;
    export->text.drain = hash_and_write;
    export->text.into = export;
}

void gen_close_export(struct export *export, uint64_t lines, const char *version)
{
    struct hashing *const hashing = &export->hashing;
    gen_text_drain(&export->text);
    if (hashing->has_thread) {
        give(hashing, NULL, 0);
        (void)pthread_join(hashing->thread, NULL);
        hashing->has_thread = false;
    }
    write_closing_line(&export->text, lines, hashing->hash, version);
}

void gen_export_emit_end(struct export *export)
{
    gen_close_export(export, export->taken, gen_corpus_version());
}

bool gen_export_emit_take(struct sink *sink, const struct vector *vector)
{
    struct export *export = (struct export *)sink;
    gen_write_vector(&export->text, vector);
    return export->outlet.trouble[0] == '\0';
}

/* --- Vectors that somebody has -------------------------------------------------------------------------- */

static const char closing[] = "{\"corpus\":";

const char *gen_close_corpus(struct outlet *outlet)
{
    char *line = NULL, buffer[256];
    size_t room = 0;
    ssize_t size;
    uint64_t vectors = 0, hash = FNV1A_BEGIN;
    bool whole = true;
    FILE *const in = bounded_open(BOUNDED_VECTORS, NULL);
    if (in == NULL)
        return bounded_trouble();
    while (whole && (size = bounded_line(&line, &room, in)) > 0) {
        whole = line[size - 1] == '\n';
        if (!whole || strncmp(line, closing, sizeof closing - 1) == 0)
            continue;
        fnv1a(&hash, line, (size_t)size - 1);
        gen_outlet_write(outlet, line, (size_t)size);
        vectors++;
    }
    const char *const fault = !feof(in) ? bounded_trouble() : !whole ? "the last line does not end" : NULL;
    free(line);
    (void)fclose(in);
    if (fault != NULL)
        return fault;
    struct text text;
    gen_text_init(&text, buffer, sizeof buffer);
    write_closing_line(&text, vectors, hash, NULL);
    gen_outlet_write(outlet, text.begin, text.length);
    return NULL;
}
