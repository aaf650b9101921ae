#include "corpus_line.h"

#include "../process/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LIMIT = 128, NAME_MAX = 15 };

static bool read_hex(struct span value, uint64_t *number)
{
    return runner_span_hex(runner_json_plain(value), number);
}

static bool put_register(FILE *out, struct span name, struct span value)
{
    uint64_t number;
    if (!read_hex(value, &number) || name.size > NAME_MAX || memchr(name.at, ' ', name.size) != NULL ||
        memchr(name.at, '\\', name.size) != NULL)
        return false;
    (void)fprintf(out, "%.*s %" PRIx64 "\n", (int)name.size, name.at, number);
    return true;
}

/* Writes lines NAME VALUE.  Returns how many, or -1. */
static int put_registers(FILE *out, struct span registers, struct span mask)
{
    struct json_walk walk = runner_json_walk(registers);
    int count = 0;
    if (registers.size == 0 || registers.at[0] != '{')
        return -1;
    for (; runner_json_next(&walk); count++)
        if (!put_register(out, walk.key, walk.value))
            return -1;
    if (mask.size == 0)
        return count;
    return put_register(out, runner_span_of("pac_mask"), mask) ? count + 1 : -1;
}

static bool put_piece(FILE *out, struct span piece)
{
    static const char *const names[] = {"address", "bytes"};
    struct span values[2];
    uint64_t address;
    if (!runner_json_members(piece, names, 2, false, values) || !read_hex(values[0], &address) || values[1].size == 0)
        return false;
    const struct span digits = runner_json_plain(values[1]);
    if (!runner_are_bytes(digits))
        return false;
    (void)fprintf(out, "%" PRIx64 " %zu\n", address, digits.size / 2);
    for (size_t i = 0; i < digits.size / 2; i++)
        (void)putc_unlocked(runner_digits_byte(digits.at, i), out);
    return true;
}

/* Returns how many pieces there are, or -1. */
static int put_pieces(FILE *out, struct span pieces)
{
    struct json_walk piece = runner_json_walk(pieces);
    int count = 0;
    if (pieces.size > 0 && pieces.at[0] != '[')
        return -1;
    for (; runner_json_next(&piece); count++)
        if (!put_piece(out, piece.value))
            return -1;
    return count;
}

static bool put_scenario(FILE *out, const struct scenario_text *scenario, char counts[64])
{
    uint64_t limit = LIMIT;
    const bool limited = scenario->limit.size == 0 || runner_span_decimal(scenario->limit, &limit);
    const int registers = put_registers(out, scenario->registers, scenario->pac_mask);
    const int modules = put_pieces(out, scenario->modules);
    const int pieces = put_pieces(out, scenario->memory);
    (void)snprintf(counts, 64, " %" PRIu64 " %d %d %d", limit, registers, modules, pieces);
    return registers >= 0 && modules >= 0 && pieces >= 0 && limited && limit > 0 && limit <= INT64_MAX;
}

bool runner_unwind_request_read(struct unwind_request *request, const struct scenario_text *scenario)
{
    struct written_text written;
    const bool put = put_scenario(written_begin(&written), scenario, request->counts);
    request->text = written_end(&written);
    request->size = written.size;
    return put;
}
