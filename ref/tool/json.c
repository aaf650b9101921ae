#include "json.h"

#include "../../common/safe_text.h"

#include <inttypes.h>
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
    write_string(json->out, key);
    (void)fputs(": ", json->out);
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
    (void)fprintf(json->out, "%" PRId64, value);
}

void tool_json_hex(struct json *json, const char *key, uint64_t value)
{
    lead(json, key);
    (void)fprintf(json->out, "\"0x%" PRIx64 "\"", value);
}

void tool_json_hex_bytes(struct json *json, const char *key, const uint8_t *bytes, size_t size)
{
    lead(json, key);
    (void)putc('"', json->out);
    for (size_t i = 0; i < size; i++)
        (void)fprintf(json->out, "%02x", bytes[i]);
    (void)putc('"', json->out);
}
