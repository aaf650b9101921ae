#include "close.h"

#include "exports.h"
#include "fnv1a.h"

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
    while (whole && (size = getline(&line, &room, stdin)) > 0) {
        whole = line[size - 1] == '\n';
        if (!whole || strncmp(line, closing, sizeof closing - 1) == 0)
            continue;
        fnv1a(&hash, line, (size_t)size - 1);
        gen_outlet_write(outlet, line, (size_t)size);
        vectors++;
    }
    free(line);
    if (ferror(stdin))
        return "standard input cannot be read";
    if (!whole)
        return "the last line of standard input does not end";
    struct text text;
    gen_text_init(&text, buffer, sizeof buffer);
    gen_write_closing_line(&text, vectors, hash, NULL);
    gen_outlet_write(outlet, text.begin, text.length);
    return NULL;
}
