/* Pieces of text that lie in somebody else's memory, and JSON cut into such pieces without a tree. */
#ifndef CONFORMANCE_RUNNER_PROCESS_SPANS_H
#define CONFORMANCE_RUNNER_PROCESS_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct span {
    const char *at;
    size_t size;
};

struct span runner_span_of(const char *text);
bool runner_span_is(struct span span, const char *text);
/* How many bytes the character at the beginning has; 0: it is none of UTF-8. */
size_t runner_character_size(struct span text);
bool runner_span_is_utf8(struct span text);
/* Whether a text is another, which is JSON, but for the space between their tokens.  False may be wrong. */
bool runner_span_same_json(struct span one, struct span other);
/* How many brackets are open at once, of a text that is JSON. */
size_t runner_json_depth(struct span json);
/* What would be no part of a line, or would move a terminal's cursor, becomes space. */
void runner_make_one_line(char *text);
bool runner_is_one_line(const char *text);
/* "0x..." or digits; false: not a number of 64 bits. */
bool runner_span_hex(struct span span, uint64_t *value);
/* The same without "0x". */
bool runner_span_digits(struct span span, uint64_t *value);
unsigned runner_digit_value(char c); /* 16: none */
bool runner_span_decimal(struct span span, uint64_t *value);

/* `*` is any characters, `?` one. */
bool runner_span_fits_glob(const char *glob, struct span text);

/* FNV-1a. */
#define HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t runner_hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* --- JSON, cut ------------------------------------------------------------------------------------------ */

/* Nobody's answer need be deeper; a report holds answers a few brackets further in. */
enum { ANSWER_DEPTH = 64, JSON_DEPTH = 2 * ANSWER_DEPTH };

struct json_cut {
    const char *at, *end;
};

struct json_cut runner_json_cut_of(struct span text);
/* Passes one bracket, and whatever space is around it. */
bool runner_json_take(struct json_cut *cut, char bracket);
/* Passes a value of any kind and gives it as it stands.  False: it is broken, or too deep. */
bool runner_json_value(struct json_cut *cut, struct span *value);
/* Passes a string and gives what is between its quotes, escapes as they stand. */
bool runner_json_quoted(struct json_cut *cut, struct span *inside);
/* Passes `"key":` and then `value`, and a comma if more follows; *more tells. */
bool runner_json_member(struct json_cut *cut, struct span *key, struct span *value, bool *more);
/* The same of a list's element. */
bool runner_json_element(struct json_cut *cut, struct span *value, bool *more);
/* The member of that name of an object; empty: it has none. */
struct span runner_json_of_name(struct span object, const char *name);

#endif
