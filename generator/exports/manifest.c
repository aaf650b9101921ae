/* A line a vector: what changes with any change of its input or its expectation, and whether it is core. */
#include "../exports.h"

static const uint64_t fnv1a_begin = 0xcbf29ce484222325U;

static void fnv1a(void *into, const char *bytes, size_t length)
{
    uint64_t *hash = into;
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ (unsigned char)bytes[i]) * 0x100000001b3U;
}

static uint64_t hash_input(const struct vector *vector)
{
    char buffer[TEXT_DRAINED_SIZE];
    uint64_t hash = fnv1a_begin;
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text.drain = fnv1a;
    text.into = &hash;
    write_input(&text, vector);
    text_drain(&text);
    return hash;
}

static uint64_t hash_expectation(const struct vector *vector)
{
    uint64_t hash = fnv1a_begin;
    fnv1a(&hash, vector->expectation->begin, vector->expectation->length);
    return hash;
}

static void write_hash(struct text *text, uint64_t hash)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(hash >> (56 - 8 * i));
    text_bytes(text, bytes, sizeof bytes);
}

bool export_manifest_take(struct sink *sink, const struct vector *vector)
{
    struct export *export = (struct export *)sink;
    struct text *text = &export->text;
    text_string(text, vector->id);
    text_char(text, ' ');
    write_hash(text, hash_input(vector));
    text_char(text, ' ');
    write_hash(text, hash_expectation(vector));
    text_string(text, vector->core ? " core\n" : " -\n");
    return export->outlet.trouble[0] == '\0';
}
