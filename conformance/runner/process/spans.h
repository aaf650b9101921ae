/* Pieces of text in memory that somebody else owns, and JSON that is cut into such pieces without building a
 * tree. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct span {
    const char *at;
    size_t size;
};

struct span runner_span_of(const char *text);
bool runner_span_is(struct span span, const char *text);
bool runner_span_same(struct span one, struct span other);
bool runner_span_is_utf8(struct span text);
/* Whether two texts of JSON are the same but for the space between their tokens.  False may be wrong: it
 * means that a parser must decide. */
bool runner_span_same_json(struct span one, struct span other);
/* How deep the brackets of a JSON text are nested. */
size_t runner_json_depth(struct span json);
/* Replaces characters that would end the line or move a terminal's cursor by spaces. */
void runner_make_one_line(char *text);
bool runner_is_one_line(const char *text);
/* Reads "0x..." or decimal digits; returns false if it is not a number of 64 bits. */
bool runner_span_hex(struct span span, uint64_t *value);
/* Reads hexadecimal digits without "0x". */
bool runner_span_digits(struct span span, uint64_t *value);
extern const uint8_t runner_digit_numbers[256]; /* one more than the digit means; 0: none */

/* What a hexadecimal digit means; more than 15: it is none. */
static inline unsigned runner_digit_value(char c)
{
    return runner_digit_numbers[(unsigned char)c] - 1U;
}

/* Byte NUMBER of hexadecimal digits, two for each. */
static inline uint8_t runner_digits_byte(const char *digits, size_t number)
{
    return (uint8_t)(runner_digit_value(digits[2 * number]) << 4 | runner_digit_value(digits[2 * number + 1]));
}

/* Whether these are hexadecimal digits, two for each byte. */
bool runner_are_bytes(struct span digits);

bool runner_span_decimal(struct span span, uint64_t *value);

/* Returns the index of NAME in NAMES, or COUNT if it is not there. */
unsigned runner_name_number(const char *const *names, unsigned count, struct span name);

/* `*` matches any characters, `?` one. */
bool runner_span_fits_glob(const char *glob, struct span text);

/* FNV-1a. */
#define HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t runner_hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* --- JSON, cut ------------------------------------------------------------------------------------------ */

/* The deepest nesting of an answer; a report may be deeper, as it contains answers. */
enum { ANSWER_DEPTH = 64, JSON_DEPTH = 2 * ANSWER_DEPTH };

struct json_cut {
    const char *at, *end;
};

struct json_cut runner_json_cut_of(struct span text);
/* Passes one bracket and the space around it.  Returns false if there is another character. */
bool runner_json_take(struct json_cut *cut, char bracket);
/* Passes a value of any kind, and gives its text.  Returns false if it is not valid or too deep. */
bool runner_json_value(struct json_cut *cut, struct span *value);
/* Passes a string, and gives the text between its quotes; escapes stay as they are. */
bool runner_json_quoted(struct json_cut *cut, struct span *inside);
/* Passes `"key": value`, and a comma if one follows; *more says whether one did. */
bool runner_json_member(struct json_cut *cut, struct span *key, struct span *value, bool *more);
/* Does the same for an element of a list. */
bool runner_json_element(struct json_cut *cut, struct span *value, bool *more);
/* The value of an object's member NAME; empty if it has none. */
struct span runner_json_of_name(struct span object, const char *name);
/* The values of an object's members by their names; empty where it has none.  Returns false if the text is no object, has
 * a member twice (readers of the first and of the last one would read different things), or more than MEMBERS_MAX.  It
 * may have members of other names only if HAS_OTHERS. */
enum { MEMBERS_MAX = 24 };
bool runner_json_members(struct span object, const char *const *names, unsigned count, bool has_others,
                         struct span *values);
/* A walk over the elements of a list or the members of an object, up to its end or to what is not valid. */
struct json_walk {
    struct json_cut cut;
    struct span key, value; /* of the one that was passed last; an element's key is empty */
    bool is_list, more;
};
struct json_walk runner_json_walk(struct span whole);
bool runner_json_next(struct json_walk *walk);
/* The text of a string; empty if the value is no string, or has an escape, as no name or number does. */
struct span runner_json_plain(struct span value);

/* Returns the bytes that TEXT stands for, on the heap.  Returns null and sets *fault if TEXT is not base64
 * with all of its padding. */
uint8_t *runner_base64_read(const char *text, size_t size, size_t *count, const char **fault);
/* Does the same for hexadecimal digits. */
uint8_t *runner_hex_read(const char *text, size_t size, size_t *count, const char **fault);
