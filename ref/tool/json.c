/* JSON: how each kind of value is written. */
#include "json.h"

#include "../../common/safe_text.h"

#include <string.h>

/* Room for a number and what stands before it; keys are ours, plain and short.  All is handed over at once:
 * calls for each piece took half of the time. */
enum { ROOM = 64, KEY_MOST = 32 };

/* Writes what stands before a value.  Returns where the value goes. */
static char *lead(struct json *json, const char *key, char room[ROOM])
{
    if (json->after)
        room = mempcpy(room, ", ", 2);
    json->after = true;
    if (key == NULL)
        return room;
    *room++ = '"';
    return mempcpy(mempcpy(room, key, strnlen(key, KEY_MOST)), "\": ", 3);
}

static void hand_over(struct json *json, const char room[ROOM], const char *end)
{
    (void)fwrite(room, 1, (size_t)(end - room), json->out);
}

static char *put_number(char *to, uint64_t value, unsigned base)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[value % base];
    while ((value /= base) != 0);
    return mempcpy(to, digits + at, sizeof digits - at);
}

void tool_json_begin(struct json *json, const char *key, char bracket)
{
    char room[ROOM], *at = lead(json, key, room);
    *at++ = bracket;
    hand_over(json, room, at);
    json->after = false;
}

void tool_json_end(struct json *json, char bracket)
{
    (void)putc(bracket, json->out);
    json->after = true;
}

struct json tool_json_line(FILE *out)
{
    (void)putc('{', out);
    return (struct json){out, false};
}

void tool_json_line_end(const struct json *json)
{
    (void)fputs("}\n", json->out);
}

void tool_json_text(struct json *json, const char *key, const char *value)
{
    char room[ROOM], *at = lead(json, key, room);
    *at++ = '"';
    hand_over(json, room, at);
    safe_put(json->out, SAFE_STRING, value, strlen(value));
    (void)putc('"', json->out);
}

void tool_json_bool(struct json *json, const char *key, bool value)
{
    char room[ROOM], *const at = lead(json, key, room);
    hand_over(json, room, stpcpy(at, value ? "true" : "false"));
}

void tool_json_int(struct json *json, const char *key, int64_t value)
{
    char room[ROOM], *at = lead(json, key, room);
    if (value < 0)
        *at++ = '-';
    hand_over(json, room, put_number(at, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10));
}

void tool_json_hex(struct json *json, const char *key, uint64_t value)
{
    char room[ROOM], *const at = lead(json, key, room);
    hand_over(json, room, mempcpy(put_number(mempcpy(at, "\"0x", 3), value, 16), "\"", 1));
}

void tool_json_hex_bytes(struct json *json, const char *key, const uint8_t *bytes, size_t size)
{
    char room[ROOM], *at = lead(json, key, room);
    *at++ = '"';
    hand_over(json, room, at);
    for (size_t i = 0; i < size; i++) {
        (void)putc("0123456789abcdef"[bytes[i] >> 4], json -> out);
        (void)putc("0123456789abcdef"[bytes[i] & 15], json -> out);
    }
    (void)putc('"', json->out);
}
