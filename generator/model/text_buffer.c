#include "text_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char digits[] = "0123456789abcdef";

void gen_text_init(struct text *text, char *buffer, size_t size)
{
    text->begin = buffer;
    text->size = size;
    text->drain = NULL;
    gen_text_clear(text);
}

void gen_text_clear(struct text *text)
{
    text->length = 0;
    text->full = false;
}

void gen_text_drain(struct text *text)
{
    text->drain(text->into, text->begin, text->length);
    text->length = 0;
}

static void text_over_the_end(struct text *text, const char *bytes, size_t length)
{
    if (text->drain == NULL) {
        text->full = true;
        return;
    }
    gen_text_drain(text);
    if (length >= text->size) {
        text->drain(text->into, bytes, length);
        return;
    }
    memcpy(text->begin, bytes, length);
    text->length = length;
}

void gen_text_raw(struct text *text, const char *bytes, size_t length)
{
    if (length >= text->size - text->length) {
        text_over_the_end(text, bytes, length);
        return;
    }
    memcpy(text->begin + text->length, bytes, length);
    text->length += length;
}

void gen_text_char(struct text *text, char character)
{
    if (text->size - text->length > 1)
        text->begin[text->length++] = character;
    else
        text_over_the_end(text, &character, 1);
}

void gen_text_string(struct text *text, const char *string)
{
    gen_text_raw(text, string, strlen(string));
}

void gen_text_format(struct text *text, const char *format, ...)
{
    for (bool may_drain = text->drain != NULL;; may_drain = false) {
        const size_t room = text->size - text->length;
        va_list values;
        va_start(values, format);
        const size_t length = (size_t)vsnprintf(text->begin + text->length, room, format, values);
        va_end(values);
        if (length >= room && may_drain) {
            gen_text_drain(text);
            continue;
        }
        text->length += length < room ? length : 0;
        text->full |= length >= room;
        return;
    }
}

void gen_text_append(struct text *text, const struct text *other)
{
    gen_text_raw(text, other->begin, other->length);
    text->full |= other->full;
}

static void text_escaped(struct text *text, char character)
{
    unsigned char byte = (unsigned char)character;
    gen_text_char(text, '\\');
    if (byte >= 0x20) {
        gen_text_char(text, character);
        return;
    }
    gen_text_string(text, "u00");
    gen_text_char(text, digits[byte >> 4]);
    gen_text_char(text, digits[byte & 15]);
}

static bool is_plain(char character)
{
    return character != '"' && character != '\\' && (unsigned char)character >= 0x20;
}

/* Copies runs of plain characters: most of a vector is quoted, and hardly any of it needs an escape. */
void gen_text_quoted(struct text *text, const char *string)
{
    gen_text_char(text, '"');
    while (*string != '\0') {
        char *const to = text->begin + text->length;
        const size_t room = text->size - text->length - 1;
        size_t plain = 0;
        for (; plain < room && is_plain(string[plain]); plain++)
            to[plain] = string[plain];
        text->length += plain;
        string += plain;
        if (is_plain(*string))
            gen_text_char(text, *string++); /* the buffer is full */
        else if (*string != '\0')
            text_escaped(text, *string++);
    }
    gen_text_char(text, '"');
}

void gen_text_unsigned(struct text *text, uint64_t value)
{
    char reversed[20];
    size_t at = sizeof reversed;
    do {
        reversed[--at] = digits[value % 10];
        value /= 10;
    } while (value != 0);
    gen_text_raw(text, reversed + at, sizeof reversed - at);
}

void gen_text_signed(struct text *text, int64_t value)
{
    if (value < 0) {
        gen_text_char(text, '-');
        gen_text_unsigned(text, 0 - (uint64_t)value);
    } else {
        gen_text_unsigned(text, (uint64_t)value);
    }
}

void gen_text_hex(struct text *text, uint64_t value)
{
    char reversed[16];
    size_t at = sizeof reversed;
    do {
        reversed[--at] = digits[value & 15];
        value >>= 4;
    } while (value != 0);
    gen_text_raw(text, "0x", 2);
    gen_text_raw(text, reversed + at, sizeof reversed - at);
}

/* An address is a string in JSON, so that no reader loses bits. */
void gen_text_address(struct text *text, uint64_t value)
{
    gen_text_char(text, '"');
    gen_text_hex(text, value);
    gen_text_char(text, '"');
}

static void text_piece(struct text *text, const uint8_t *bytes, size_t length)
{
    if (2 * length >= text->size - text->length) {
        if (text->drain == NULL) {
            text->full = true;
            return;
        }
        gen_text_drain(text);
    }
    char *at = text->begin + text->length;
    for (size_t i = 0; i < length; i++) {
        *at++ = digits[bytes[i] >> 4];
        *at++ = digits[bytes[i] & 15];
    }
    text->length += 2 * length;
}

/* Writes the bytes in pieces, so that a text with a drain needs room for one piece only. */
void gen_text_bytes(struct text *text, const uint8_t *bytes, size_t length)
{
    const size_t piece = TEXT_DRAINED_SIZE / 4;
    for (; length > piece; bytes += piece, length -= piece)
        text_piece(text, bytes, piece);
    text_piece(text, bytes, length);
}

const char *gen_text_c(struct text *text)
{
    text->begin[text->length] = '\0';
    return text->begin;
}

const char *gen_print(char *buffer, size_t size, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    (void)vsnprintf(buffer, size, format, values);
    va_end(values);
    return buffer;
}

void gen_text_slug(struct text *text, const char *words)
{
    for (; *words != '\0'; words++) {
        if (*words >= 'A' && *words <= 'Z')
            gen_text_char(text, (char)(*words - 'A' + 'a'));
        else if (*words == ' ' || *words == '.' || *words == '_')
            gen_text_char(text, '-');
        else if (*words != ',' && *words != '\'')
            gen_text_char(text, *words);
    }
}
