/* JSON Lines. */
#include "../exports.h"

bool export_emit_take(struct sink *sink, const struct vector *vector)
{
    struct export *export = (struct export *)sink;
    write_vector(&export->text, vector);
    return export->outlet.trouble[0] == '\0';
}

static void write_out(void *into, const char *bytes, size_t length)
{
    fwrite(bytes, 1, length, into);
}

void write_line(FILE *file, const struct vector *vector)
{
    char buffer[TEXT_DRAINED_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text.drain = write_out;
    text.into = file;
    write_vector(&text, vector);
    text_drain(&text);
}
