/* Text into a buffer of fixed size: numbers, JSON strings, hexadecimal.  Nothing depends on the locale.  What
 * does not fit is dropped and remembered in `full`, which the caller asks for once at the end; but a
 * text with a drain empties itself there, and so can be of any length. */
#ifndef GENERATOR_MODEL_TEXT_BUFFER_H
#define GENERATOR_MODEL_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
void gen_text_drain(struct text *text); /* empties it; to be called once more at the end */
void gen_text_char(struct text *text, char character);
void gen_text_raw(struct text *text, const char *bytes, size_t length);
void gen_text_string(struct text *text, const char *string);
void gen_text_append(struct text *text, const struct text *other);
void gen_text_quoted(struct text *text, const char *string);
void gen_text_unsigned(struct text *text, uint64_t value);
void gen_text_signed(struct text *text, int64_t value);
void gen_text_hex(struct text *text, uint64_t value);
void gen_text_address(struct text *text, uint64_t value);
void gen_text_bytes(struct text *text, const uint8_t *bytes, size_t length);

/* The text as a C string: the buffer keeps room for the final zero. */
const char *gen_text_c(struct text *text);

/* Strings one after the other in a buffer, an array. */
#define JOIN(buffer, ...) gen_text_join(buffer, sizeof(buffer), (const char *const[]){__VA_ARGS__, NULL})
const char *gen_text_join(char *buffer, size_t size, const char *const *strings);

#endif
