#include "exports.h"

#include "../../common/bounded.h"
#include "model/fnv1a.h"

#include <stdlib.h>
#include <string.h>

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
    gen_write_closing_line(&text, vectors, hash, NULL);
    gen_outlet_write(outlet, text.begin, text.length);
    return NULL;
}
