#include "text.h"

#include <string.h>

static const char digits[] = "0123456789abcdef";

void text_init(struct text *text, char *buffer, size_t size)
{
    text->begin = buffer;
    text->size = size;
    text_clear(text);
}

void text_clear(struct text *text)
{
    text->length = 0;
    text->full = false;
}

void text_raw(struct text *text, const char *bytes, size_t length)
{
    if (length >= text->size - text->length) {
        text->full = true;
        return;
    }
    memcpy(text->begin + text->length, bytes, length);
    text->length += length;
}

void text_char(struct text *text, char character)
{
    text_raw(text, &character, 1);
}

void text_string(struct text *text, const char *string)
{
    text_raw(text, string, strlen(string));
}

void text_append(struct text *text, const struct text *other)
{
    text_raw(text, other->begin, other->length);
    text->full |= other->full;
}

void text_quoted(struct text *text, const char *string)
{
    text_char(text, '"');
    for (const char *at = string; *at != '\0'; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte == '"' || byte == '\\') {
            text_char(text, '\\');
            text_char(text, *at);
        } else if (byte < 0x20) {
            text_string(text, "\\u00");
            text_char(text, digits[byte >> 4]);
            text_char(text, digits[byte & 15]);
        } else {
            text_char(text, *at);
        }
    }
    text_char(text, '"');
}

void text_unsigned(struct text *text, uint64_t value)
{
    char reversed[20];
    size_t at = sizeof reversed;
    do {
        reversed[--at] = digits[value % 10];
        value /= 10;
    } while (value != 0);
    text_raw(text, reversed + at, sizeof reversed - at);
}

void text_signed(struct text *text, int64_t value)
{
    if (value < 0) {
        text_char(text, '-');
        text_unsigned(text, 0 - (uint64_t)value);
    } else {
        text_unsigned(text, (uint64_t)value);
    }
}

void text_hex(struct text *text, uint64_t value)
{
    char reversed[16];
    size_t at = sizeof reversed;
    do {
        reversed[--at] = digits[value & 15];
        value >>= 4;
    } while (value != 0);
    text_raw(text, "0x", 2);
    text_raw(text, reversed + at, sizeof reversed - at);
}

/* An address is a string in JSON, so that no reader loses bits. */
void text_address(struct text *text, uint64_t value)
{
    text_char(text, '"');
    text_hex(text, value);
    text_char(text, '"');
}

void text_bytes(struct text *text, const uint8_t *bytes, size_t length)
{
    if (length >= (text->size - text->length) / 2) {
        text->full = true;
        return;
    }
    char *at = text->begin + text->length;
    for (size_t i = 0; i < length; i++) {
        *at++ = digits[bytes[i] >> 4];
        *at++ = digits[bytes[i] & 15];
    }
    text->length += 2 * length;
}

const char *text_c(struct text *text)
{
    text->begin[text->length] = '\0';
    return text->begin;
}
