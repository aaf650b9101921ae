/* Where a JSON value ends: an answer that no model says stands in a text as JSON (RFC 8259), on one line. */
#include "notation.h"

#include <string.h>

enum { DEEPEST = 16 };

struct reader {
    const char *at, *end;
    unsigned depth;
};

static void skip_blanks(struct reader *reader)
{
    while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\t'))
        reader->at++;
}

static bool take(struct reader *reader, char character)
{
    const bool taken = reader->at < reader->end && *reader->at == character;
    reader->at += taken;
    return taken;
}

static bool take_word(struct reader *reader, const char *word)
{
    const size_t length = strlen(word);
    const bool taken = (size_t)(reader->end - reader->at) >= length && memcmp(reader->at, word, length) == 0;
    reader->at += taken ? length : 0;
    return taken;
}

/* ASCII without escapes: all strings of answers are names and numbers. */
static bool string(struct reader *reader)
{
    if (!take(reader, '"'))
        return false;
    while (reader->at < reader->end && *reader->at >= ' ' && *reader->at < 0x7f && *reader->at != '"' &&
           *reader->at != '\\')
        reader->at++;
    return take(reader, '"');
}

/* A whole number: answers have no others. */
static bool number(struct reader *reader)
{
    take(reader, '-');
    if (take(reader, '0'))
        return true;
    const char *const begin = reader->at;
    while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9')
        reader->at++;
    return reader->at > begin;
}

static bool value(struct reader *reader);

static bool element(struct reader *reader, bool is_named)
{
    skip_blanks(reader);
    if (is_named) {
        if (!string(reader))
            return false;
        skip_blanks(reader);
        if (!take(reader, ':'))
            return false;
        skip_blanks(reader);
    }
    const bool right = value(reader);
    skip_blanks(reader);
    return right;
}

static bool elements(struct reader *reader, char closing)
{
    if (reader->depth++ == DEEPEST)
        return false;
    skip_blanks(reader);
    bool right = true, ends = take(reader, closing);
    while (right && !ends) {
        right = element(reader, closing == '}');
        ends = right && take(reader, closing);
        right = ends || (right && take(reader, ','));
    }
    reader->depth--;
    return right;
}

static bool value(struct reader *reader)
{
    if (take(reader, '{'))
        return elements(reader, '}');
    if (take(reader, '['))
        return elements(reader, ']');
    if (reader->at < reader->end && *reader->at == '"')
        return string(reader);
    return take_word(reader, "true") || take_word(reader, "false") || take_word(reader, "null") ||
           number(reader);
}

const char *gen_json_object_end(const char *at, const char *end)
{
    struct reader reader = {.at = at, .end = end};
    return at < end && *at == '{' && value(&reader) ? reader.at : NULL;
}
