/* JSON Lines: a line a vector, and a closing line, by which a reader of the lines knows that none is
 * missing. */
#include "exports.h"
#include "families/cases.h"

#include "../../common/corpus_version.h"
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

static void hash_and_write(void *into, const char *bytes, size_t length)
{
    struct export *export = into;
    for (const char *at = bytes, *const end = bytes + length; at < end;) {
        const char *const line_end = memchr(at, '\n', (size_t)(end - at));
        const char *const stop = line_end != NULL ? line_end : end;
        fnv1a(&export->hash, at, (size_t)(stop - at));
        at = line_end != NULL ? line_end + 1 : end;
    }
    gen_outlet_write(&export->outlet, bytes, length);
}

void gen_export_emit_begin(struct export *export)
{
    export->hash = FNV1A_BEGIN;
    export->text.drain = hash_and_write;
    export->text.into = export;
}

void gen_export_emit_end(struct export *export)
{
    gen_text_drain(&export->text); /* so that the hash is of all */
    gen_write_closing_line(&export->text, export->taken, export->hash,
                           gen_cases_are_compiled_in() ? CORPUS_VERSION : NULL);
}

bool gen_export_emit_take(struct sink *sink, const struct vector *vector)
{
    struct export *export = (struct export *)sink;
    gen_write_vector(&export->text, vector);
    return export->outlet.trouble[0] == '\0';
}

static void write_out(void *into, const char *bytes, size_t length)
{
    fwrite(bytes, 1, length, into);
}

void gen_write_line(FILE *file, const struct vector *vector)
{
    char buffer[TEXT_DRAINED_SIZE];
    struct text text;
    gen_text_init(&text, buffer, sizeof buffer);
    text.drain = write_out;
    text.into = file;
    gen_write_vector(&text, vector);
    gen_text_drain(&text);
}
