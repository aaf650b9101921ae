/* Writes JSON to a stream, value by value, and keeps nothing: a section of a gigabyte makes a line of
 * several gigabytes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *out;
    bool after; /* a value comes before, so the next one begins with a comma */
};

/* Begin and end an object that is a line of its own. */
struct json tool_json_line(FILE *out);
void tool_json_line_end(const struct json *json);

/* Each writes a value; KEY is its name, NULL inside an array.  BRACKET begins or ends an array or object. */
void tool_json_begin(struct json *json, const char *key, char bracket);
void tool_json_end(struct json *json, char bracket);
void tool_json_text(struct json *json, const char *key, const char *value);
void tool_json_bool(struct json *json, const char *key, bool value);
void tool_json_int(struct json *json, const char *key, int64_t value);
void tool_json_hex(struct json *json, const char *key, uint64_t value); /* a string, "0x..." */
void tool_json_hex_bytes(struct json *json, const char *key, const uint8_t *bytes, size_t size);
