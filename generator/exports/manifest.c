/* A line for each vector: its id, the hashes of its input and expectation, and whether it is core. */
#include "exports.h"

#include "model/fnv1a.h"

static void add_to_hash(void *into, const char *bytes, size_t length)
{
    fnv1a(into, bytes, length);
}

static uint64_t hash_input(const struct vector *vector)
{
    char buffer[TEXT_DRAINED_SIZE];
    uint64_t hash = FNV1A_BEGIN;
    struct text text;
    gen_text_init(&text, buffer, sizeof buffer);
    text.drain = add_to_hash;
    text.into = &hash;
    gen_write_input(&text, vector);
    gen_text_drain(&text);
    return hash;
}

static uint64_t hash_expectation(const struct vector *vector)
{
    uint64_t hash = FNV1A_BEGIN;
    fnv1a(&hash, vector->expectation->begin, vector->expectation->length);
    return hash;
}

bool gen_export_manifest_take(struct sink *sink, const struct vector *vector)
{
    struct export *export = (struct export *)sink;
    struct text *text = &export->text;
    gen_text_string(text, vector->id);
    gen_text_char(text, ' ');
    write_hash(text, hash_input(vector));
    gen_text_char(text, ' ');
    write_hash(text, hash_expectation(vector));
    gen_text_string(text, gen_core_has(vector->id) ? " core\n" : " -\n");
    return export->outlet.trouble[0] == '\0';
}
