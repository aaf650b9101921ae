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

void gen_text_over_the_end(struct text *text, const char *bytes, size_t length)
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

/* Whether eight characters need no escape: if one is below a blank, or ^ makes it 0, its highest bit comes out. */
static bool are_plain(const char *eight)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t all;
    memcpy(&all, eight, sizeof all);
    const uint64_t quotes = all ^ '"' * ones, slashes = all ^ '\\' * ones;
    const uint64_t found = ((all - ' ' * ones) & ~all) | ((quotes - ones) & ~quotes) | ((slashes - ones) & ~slashes);
    return (found & 0x80 * ones) == 0;
}

/* How many characters at the beginning need no escape. */
static size_t plain_length(const char *string, size_t length)
{
    size_t plain = 0;
    while (length - plain >= 8 && are_plain(string + plain))
        plain += 8;
    while (plain < length && (unsigned char)string[plain] >= ' ' && string[plain] != '"' && string[plain] != '\\')
        plain++;
    return plain;
}

void gen_text_quoted(struct text *text, const char *string)
{
    const char *const end = string + strlen(string);
    gen_text_char(text, '"');
    while (string < end) {
        const size_t plain = plain_length(string, (size_t)(end - string));
        gen_text_raw(text, string, plain);
        string += plain;
        if (string < end)
            text_escaped(text, *string++);
    }
    gen_text_char(text, '"');
}

/* Where so many characters can be written, fewer than TEXT_DRAINED_SIZE; null: there is no room. */
static char *take_room(struct text *text, size_t length)
{
    if (length >= text->size - text->length) {
        if (text->drain == NULL) {
            text->full = true;
            return NULL;
        }
        gen_text_drain(text);
    }
    text->length += length;
    return text->begin + text->length - length;
}

void gen_text_unsigned(struct text *text, uint64_t value)
{
    size_t length = 1;
    for (uint64_t rest = value; rest >= 10; rest /= 10)
        length++;
    char *const to = take_room(text, length);
    for (; to != NULL && length > 0; value /= 10)
        to[--length] = digits[value % 10];
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

/* Every byte in hexadecimal: 00 to ff. */
#define SIXTEEN(high)                                                                                        \
    high "0" high "1" high "2" high "3" high "4" high "5" high "6" high "7" high "8" high "9" high "a"       \
    high "b" high "c" high "d" high "e" high "f"
static const char pairs[] = SIXTEEN("0") SIXTEEN("1") SIXTEEN("2") SIXTEEN("3") SIXTEEN("4") SIXTEEN("5") SIXTEEN("6")
    SIXTEEN("7") SIXTEEN("8") SIXTEEN("9") SIXTEEN("a") SIXTEEN("b") SIXTEEN("c") SIXTEEN("d") SIXTEEN("e") SIXTEEN("f");

static void put_pair(char *to, size_t byte)
{
    memcpy(to, pairs + 2 * byte, 2);
}

void gen_text_hex(struct text *text, uint64_t value)
{
    size_t length = 3 + (size_t)(63 - __builtin_clzll(value | 1)) / 4;
    char *const to = take_room(text, length);
    if (to == NULL)
        return;
    to[0] = '0';
    to[1] = 'x';
    for (; length > 3; value >>= 8, length -= 2)
        put_pair(to + length - 2, value & 0xff);
    if (length > 2)
        to[2] = digits[value];
}

/* An address is a string in JSON, so that no reader loses bits. */
void gen_text_address(struct text *text, uint64_t value)
{
    gen_text_char(text, '"');
    gen_text_hex(text, value);
    gen_text_char(text, '"');
}

/* Writes the bytes in pieces, so that a text with a drain needs room for one piece only. */
void gen_text_bytes(struct text *text, const uint8_t *bytes, size_t length)
{
    for (const uint8_t *const end = bytes + length; bytes < end;) {
        const size_t most = TEXT_DRAINED_SIZE / 4, left = (size_t)(end - bytes), count = left < most ? left : most;
        char *const to = take_room(text, 2 * count);
        for (size_t i = 0; to != NULL && i < count; i++)
            put_pair(to + 2 * i, bytes[i]);
        bytes += count;
    }
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
