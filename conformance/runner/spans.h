/* Pieces of text that lie in somebody else's memory, and JSON cut into such pieces without a tree. */
#ifndef CONFORM_TEXT_H
#define CONFORM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct span {
    const char *at;
    size_t size;
};

struct span span_of(const char *text);
bool span_is(struct span span, const char *text);
/* How many bytes the character at the beginning has; 0: it is none of UTF-8. */
size_t character_size(struct span text);
bool span_is_utf8(struct span text);
/* Whether a text is another, which is JSON, but for the space between their tokens.  False may be wrong. */
bool span_same_json(struct span one, struct span other);
/* How many brackets are open at once, of a text that is JSON. */
size_t json_depth(struct span json);
/* What would be no part of a line, or would move a terminal's cursor, becomes space. */
void make_one_line(char *text);
bool is_one_line(const char *text);
/* "0x..." or digits; false: not a number of 64 bits. */
bool span_hex(struct span span, uint64_t *value);
/* The same without "0x". */
bool span_digits(struct span span, uint64_t *value);
unsigned digit_value(char c); /* 16: none */
bool span_decimal(struct span span, uint64_t *value);

/* `*` is any characters, `?` one. */
bool span_fits_glob(const char *glob, struct span text);

/* FNV-1a. */
#define HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* --- JSON, cut ------------------------------------------------------------------------------------------ */

/* Nobody's answer need be deeper; a report holds answers a few brackets further in. */
enum { ANSWER_DEPTH = 64, JSON_DEPTH = 2 * ANSWER_DEPTH };

struct json_cut {
    const char *at, *end;
};

/* Passes one bracket, and whatever space is around it. */
bool json_take(struct json_cut *cut, char bracket);
/* Passes a value of any kind and gives it as it stands.  False: it is broken, or too deep. */
bool json_value(struct json_cut *cut, struct span *value);
/* Passes a string and gives what is between its quotes, escapes as they stand. */
bool json_quoted(struct json_cut *cut, struct span *inside);
/* Passes `"key":` and then `value`, and a comma if more follows; *more tells. */
bool json_member(struct json_cut *cut, struct span *key, struct span *value, bool *more);
/* The same of a list's element. */
bool json_element(struct json_cut *cut, struct span *value, bool *more);

#endif
