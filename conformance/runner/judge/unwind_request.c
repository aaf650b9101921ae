#include "unwind_request.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 128 };

static bool read_hex(const json_t *value, uint64_t *number)
{
    const char *const text = json_string_value(value);
    return text != NULL && runner_span_hex(runner_span_of(text), number);
}

/* Writes lines NAME VALUE.  Returns how many, or -1. */
static int put_registers(FILE *out, const json_t *input)
{
    json_t *const registers = json_object_get(input, "registers");
    const json_t *const mask = json_object_get(input, "pac_mask");
    const char *name;
    json_t *value;
    uint64_t number;
    json_object_foreach(registers, name, value)
    {
        if (!read_hex(value, &number) || strchr(name, ' ') != NULL || strlen(name) > 15)
            return -1;
        (void)fprintf(out, "%s %" PRIx64 "\n", name, number);
    }
    if (mask != NULL && !read_hex(mask, &number))
        return -1;
    if (mask != NULL)
        (void)fprintf(out, "pac_mask %" PRIx64 "\n", number);
    return json_is_object(registers) ? (int)json_object_size(registers) + (mask != NULL) : -1;
}

static bool put_piece(FILE *out, const json_t *piece)
{
    const char *const digits = json_string_value(json_object_get(piece, "bytes"));
    uint64_t address;
    if (digits == NULL || strlen(digits) % 2 != 0 || !read_hex(json_object_get(piece, "address"), &address))
        return false;
    (void)fprintf(out, "%" PRIx64 " %zu\n", address, strlen(digits) / 2);
    for (const char *digit = digits; *digit != '\0'; digit += 2) {
        const unsigned high = runner_digit_value(digit[0]), low = runner_digit_value(digit[1]);
        if (high > 15 || low > 15)
            return false;
        (void)putc((int)(high << 4 | low), out);
    }
    return true;
}

/* Returns how many pieces there are, or -1. */
static int put_pieces(FILE *out, const json_t *pieces)
{
    for (size_t i = 0; i < json_array_size(pieces); i++)
        if (!put_piece(out, json_array_get(pieces, i)))
            return -1;
    return pieces == NULL || json_is_array(pieces) ? (int)json_array_size(pieces) : -1;
}

static bool put_scenario(FILE *out, const json_t *input, char counts[64])
{
    const json_t *const limit = json_object_get(input, "limit");
    const int registers = put_registers(out, input);
    const int modules = put_pieces(out, json_object_get(input, "modules"));
    const int pieces = put_pieces(out, json_object_get(input, "memory"));
    (void)snprintf(counts, 64, " %lld %d %d %d", limit != NULL ? (long long)json_integer_value(limit) : LIMIT,
                   registers, modules, pieces);
    return registers >= 0 && modules >= 0 && pieces >= 0 && (limit == NULL || json_integer_value(limit) > 0);
}

bool runner_unwind_request_read(struct unwind_request *request, struct span input)
{
    json_t *const value = json_loadb(input.at, input.size, 0, NULL);
    FILE *const out = open_memstream(&request->text, &request->size);
    bool put = value != NULL && out != NULL && put_scenario(out, value, request->counts);
    if (out != NULL)
        put = fclose(out) == 0 && put;
    json_decref(value);
    return put;
}
