/* JSON Lines: a line a vector, and a closing line, by which a reader of the lines knows that none is
 * missing. */
#include "exports.h"
#include "families/cases.h"

#include "model/fnv1a.h"

#include <string.h>

void gen_write_closing_line(struct text *text, uint64_t vectors, uint64_t hash, const char *version)
{
    gen_text_format(text, "{\"corpus\":{\"vectors\":%" PRIu64 ",\"hash\":\"", vectors);
    write_hash(text, hash);
    if (version != NULL)
        gen_text_format(text, "\",\"version\":\"%s", version);
    gen_text_string(text, "\"}}\n");
}

/* Hashes lines, without their ends. */
static void *hash_lines(void *of)
{
    struct hashing *hashing = of;
    for (const char *at = hashing->bytes, *const end = at + hashing->length; at < end;) {
        const char *const line_end = memchr(at, '\n', (size_t)(end - at));
        const char *const stop = line_end != NULL ? line_end : end;
        fnv1a(&hashing->hash, at, (size_t)(stop - at));
        at = line_end != NULL ? line_end + 1 : end;
    }
    return NULL;
}

static void await_hash(struct hashing *hashing)
{
    if (hashing->runs)
        (void)pthread_join(hashing->thread, NULL);
    hashing->runs = false;
}

/* Each byte's hash waits for the one before, which takes two fifths of the time in which lines are made.  So a
 * second thread works it out while the next lines go to the other buffer. */
static void hash_and_write(void *into, const char *bytes, size_t length)
{
    struct export *export = into;
    struct hashing *const hashing = &export->hashing;
    await_hash(hashing);
    hashing->bytes = bytes;
    hashing->length = length;
    hashing->runs = length >= sizeof export->buffer / 2 && bytes == export->text.begin &&
                    pthread_create(&hashing->thread, NULL, hash_lines, hashing) == 0;
    if (hashing->runs)
        export->text.begin = bytes == export->buffer ? hashing->other_buffer : export->buffer;
    else
        (void)hash_lines(hashing);
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
    gen_text_drain(&export->text);
    await_hash(&export->hashing);
    gen_write_closing_line(&export->text, lines, export->hashing.hash, version);
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
