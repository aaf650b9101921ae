/* JSON, written as it goes: a section of a gigabyte makes a line of many, and nothing of it is kept. */
#ifndef REF_TOOL_JSON_H
#define REF_TOOL_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *out;
    bool after; /* a value stands before, so a comma must */
};

/* KEY is NULL inside an array. */
void tool_json_begin(struct json *json, const char *key, char bracket);
void tool_json_end(struct json *json, char bracket);
void tool_json_line_end(struct json *json);
void tool_json_text(struct json *json, const char *key, const char *value);
void tool_json_bool(struct json *json, const char *key, bool value);
void tool_json_int(struct json *json, const char *key, int64_t value);
void tool_json_hex(struct json *json, const char *key, uint64_t value); /* a string, "0x..." */
void tool_json_hex_bytes(struct json *json, const char *key, const uint8_t *bytes, size_t size);

#endif
