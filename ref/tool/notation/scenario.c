/* What an unwinding is given in the notation: registers, the mask, the limit and memory. */
#include "model.h"

#include <inttypes.h>

static void print_registers(FILE *out, const struct scenario *scenario)
{
    (void)fprintf(out, "register sp 0x%" PRIx64 " fp 0x%" PRIx64, scenario->sp, scenario->fp);
    for (size_t i = 0; i < scenario->register_count; i++)
        (void)fprintf(out, " r%" PRIu32 " 0x%" PRIx64, scenario->registers[i].number,
                      scenario->registers[i].value);
    (void)putc('\n', out);
}

/* Words, four to a line, and the bytes that are left at the end. */
static void print_memory(FILE *out, const struct piece *piece, bool big_endian)
{
    enum { LINE = 32 };
    for (size_t at = 0; at + 8 <= piece->size; at += 8) {
        if (at % LINE == 0)
            (void)fprintf(out, "%s 0x%" PRIx64 ":", at == 0 ? "memory" : "\n      ", piece->address + at);
        (void)fprintf(out, " 0x%" PRIx64, tool_load(piece->bytes + at, 8, big_endian));
    }
    const size_t words = piece->size - piece->size % 8;
    if (words % LINE == 0 && words < piece->size)
        (void)fprintf(out, "%s 0x%" PRIx64 ":", words == 0 ? "memory" : "\n      ", piece->address + words);
    for (size_t at = words; at < piece->size; at++)
        (void)fprintf(out, at == words ? " bytes %02x" : "%02x", piece->bytes[at]);
    if (piece->size != 0)
        (void)putc('\n', out);
}

void tool_notation_scenario(FILE *out, const struct scenario *scenario)
{
    print_registers(out, scenario);
    if (scenario->pac_mask != 0)
        (void)fprintf(out, "pac-mask 0x%" PRIx64 "\n", scenario->pac_mask);
    if (scenario->limit != SCENARIO_LIMIT)
        (void)fprintf(out, "limit %" PRIu32 "\n", scenario->limit);
    for (size_t i = 0; i < scenario->memory.count; i++)
        print_memory(out, &scenario->memory.pieces[i], scenario->big_endian);
}
