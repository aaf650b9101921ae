/* Text into a buffer of fixed size: numbers, JSON strings, hexadecimal.  Nothing depends on the locale.  What
 * does not fit is dropped, and `full` is set, which the caller checks once at the end.  A text with a drain
 * empties itself into it when the buffer is full, and so can have any length. */
#pragma once

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { TEXT_DRAINED_SIZE = 1 << 14 }; /* the least size of a buffer with a drain */

struct text {
    char *begin;
    size_t size;
    size_t length;
    bool full;
    void (*drain)(void *into, const char *bytes, size_t length); /* null: none */
    void *into;
};

void gen_text_init(struct text *text, char *buffer, size_t size);
void gen_text_clear(struct text *text);
void gen_text_drain(struct text *text); /* empties the buffer; to be called once more at the end */
void gen_text_over_the_end(struct text *text, const char *bytes, size_t length); /* what does not fit the buffer */

static inline void gen_text_raw(struct text *text, const char *bytes, size_t length)
{
    if (length >= text->size - text->length) {
        gen_text_over_the_end(text, bytes, length);
        return;
    }
    memcpy(text->begin + text->length, bytes, length);
    text->length += length;
}

static inline void gen_text_char(struct text *text, char character)
{
    gen_text_raw(text, &character, 1);
}

static inline void gen_text_string(struct text *text, const char *string)
{
    gen_text_raw(text, string, strlen(string));
}

#define LITERAL(text, string) gen_text_raw(text, string, sizeof(string) - 1)
/* Appends what printf would print, which must be shorter than the buffer. */
__attribute__((format(printf, 2, 3))) void gen_text_format(struct text *text, const char *format, ...);
void gen_text_append(struct text *text, const struct text *other);
void gen_text_quoted(struct text *text, const char *string);
/* A comma and a member of a JSON object: a literal name that needs no escape, and a string. */
#define JSON_MEMBER(text, name, value) (LITERAL(text, ",\"" name "\":"), gen_text_quoted(text, value))
void gen_text_unsigned(struct text *text, uint64_t value);
void gen_text_signed(struct text *text, int64_t value);
/* Words as they stand in an id: lower case, letters, digits and hyphens. */
void gen_text_slug(struct text *text, const char *words);
void gen_text_hex(struct text *text, uint64_t value);
void gen_text_address(struct text *text, uint64_t value);
void gen_text_bytes(struct text *text, const uint8_t *bytes, size_t length);

/* A member of a JSON object: `before` is all that stands before its value, such as `,"size":`. */
static inline void gen_text_member(struct text *text, const char *before, uint64_t value)
{
    gen_text_string(text, before);
    gen_text_unsigned(text, value);
}

static inline void gen_text_member_address(struct text *text, const char *before, uint64_t value)
{
    gen_text_string(text, before);
    gen_text_address(text, value);
}

/* The text as a C string: the buffer keeps room for the final zero. */
const char *gen_text_c(struct text *text);

/* Writes what printf would print into BUFFER, which is an array, and returns it. */
#define SAY(buffer, ...) gen_print(buffer, sizeof(buffer), __VA_ARGS__)
__attribute__((format(printf, 3, 4))) const char *gen_print(char *buffer, size_t size, const char *format,
                                                            ...);
