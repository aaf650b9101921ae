/* JSON: how each kind of value is written. */
#include "json.h"

#include "../../common/safe_text.h"

#include <string.h>

static void write_string(FILE *out, const char *value)
{
    (void)putc('"', out);
    safe_put(out, SAFE_STRING, value, strlen(value));
    (void)putc('"', out);
}

static void lead(struct json *json, const char *key)
{
    if (json->after)
        (void)fputs(", ", json->out);
    json->after = true;
    if (key == NULL)
        return;
    (void)putc('"', json->out); /* keys are ours, and plain */
    (void)fputs(key, json->out);
    (void)fputs("\": ", json->out);
}

/* Most of what is printed are numbers: a third of the time went into formats. */
static void write_number(FILE *out, uint64_t value, unsigned base)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[value % base];
    while ((value /= base) != 0);
    (void)fwrite(digits + at, 1, sizeof digits - at, out);
}

void tool_json_begin(struct json *json, const char *key, char bracket)
{
    lead(json, key);
    (void)putc(bracket, json->out);
    json->after = false;
}

void tool_json_end(struct json *json, char bracket)
{
    (void)putc(bracket, json->out);
    json->after = true;
}

void tool_json_line_end(struct json *json)
{
    (void)putc('\n', json->out);
    json->after = false;
}

void tool_json_text(struct json *json, const char *key, const char *value)
{
    lead(json, key);
    write_string(json->out, value);
}

void tool_json_bool(struct json *json, const char *key, bool value)
{
    lead(json, key);
    (void)fputs(value ? "true" : "false", json->out);
}

void tool_json_int(struct json *json, const char *key, int64_t value)
{
    lead(json, key);
    if (value < 0)
        (void)putc('-', json->out);
    write_number(json->out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10);
}

void tool_json_hex(struct json *json, const char *key, uint64_t value)
{
    lead(json, key);
    (void)fputs("\"0x", json->out);
    write_number(json->out, value, 16);
    (void)putc('"', json->out);
}

void tool_json_hex_bytes(struct json *json, const char *key, const uint8_t *bytes, size_t size)
{
    lead(json, key);
    (void)putc('"', json->out);
    for (size_t i = 0; i < size; i++) {
        (void)putc("0123456789abcdef"[bytes[i] >> 4], json -> out);
        (void)putc("0123456789abcdef"[bytes[i] & 15], json -> out);
    }
    (void)putc('"', json->out);
}
