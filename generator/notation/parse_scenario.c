/* The lines of what an unwinding is given besides sections: registers, a mask, a limit, memory. */
#include "parse_parts.h"

#include <string.h>

enum { MOST_FRAMES = 4096 };

/* --- Registers ------------------------------------------------------------------------------------------ */

static bool twice(struct parser *parser)
{
    return gen_wrong(parser, "`%.*s` has its value already", gen_shown(parser->length), parser->token);
}

/* Reads SP, FP, or a register by its number; *VALUE is where its value goes. */
static bool register_name(struct parser *parser, uint64_t **value)
{
    struct notation *const notation = parser->notation;
    struct scenario *const scenario = &notation->scenario;
    const char *const end = parser->token + parser->length;
    const bool is_sp = gen_is(parser, "sp"), is_fp = gen_is(parser, "fp");
    bool *const has = is_sp ? &notation->has_sp : &notation->has_fp;
    uint64_t number;
    if (is_sp || is_fp) {
        if (*has)
            return twice(parser);
        *has = true;
        *value = is_sp ? &scenario->sp : &scenario->fp;
        return gen_next(parser), true;
    }
    if (gen_at_end(parser) || *parser->token != 'r' || gen_digits(parser->token + 1, end, &number) != end ||
        number > UINT32_MAX)
        return gen_expected(parser, "`sp`, `fp` or a register by its DWARF number, such as `r30`");
    for (uint32_t i = 0; i < scenario->register_count; i++)
        if (scenario->registers[i].number == number)
            return twice(parser);
    if (scenario->register_count == MAX_REGISTERS)
        return gen_wrong(parser, "at most %d registers besides SP and FP", MAX_REGISTERS);
    struct register_value *const known = &scenario->registers[scenario->register_count++];
    known->number = (uint32_t)number;
    *value = &known->value;
    return gen_next(parser), true;
}

bool gen_read_register(struct parser *parser)
{
    uint64_t *value = NULL;
    do
        if (!register_name(parser, &value) || !gen_read_address(parser, value))
            return false;
    while (!gen_at_end(parser));
    return true;
}

bool gen_read_mask(struct parser *parser)
{
    uint64_t *const mask = &parser->notation->scenario.pac_mask;
    return gen_read_address(parser, mask) &&
           (*mask != 0 || gen_wrong(parser, "a mask of 0 is none: leave the line out"));
}

bool gen_read_limit(struct parser *parser)
{
    int64_t limit;
    if (!gen_number(parser, 1, MOST_FRAMES, &limit))
        return false;
    parser->notation->scenario.limit = (uint32_t)limit;
    return true;
}

/* --- Memory --------------------------------------------------------------------------------------------- */

/* An address with a colon behind it. */
static bool place(struct parser *parser, uint64_t *address)
{
    const char *const end = parser->token + parser->length;
    if (gen_at_end(parser) || end[-1] != ':' || gen_digits(parser->token, end - 1, address) != end - 1)
        return gen_expected(parser, "an address and a colon, such as `0x7008:`");
    return gen_next(parser), true;
}

static bool word(struct parser *parser, struct piece *piece)
{
    struct notation *const notation = parser->notation;
    const bool big = gen_abi_facts[notation->section.abi].order == ORDER_BIG;
    uint8_t *const bytes = notation->memory + notation->memory_count;
    uint64_t value;
    if (sizeof notation->memory - notation->memory_count < 8)
        return gen_wrong(parser, "at most %zu bytes of memory can be said", sizeof notation->memory);
    if (!gen_is_number_next(parser) || !gen_read_address(parser, &value))
        return gen_expected(parser, "a word of 8 bytes or `bytes`, such as `0x401100` or `bytes 0a1b`");
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(value >> 8 * (big ? 7 - i : i));
    piece->length += 8;
    notation->memory_count += 8;
    return true;
}

static bool some_bytes(struct parser *parser, struct piece *piece)
{
    struct notation *const notation = parser->notation;
    uint32_t count;
    if (!gen_hex_bytes(parser, notation->memory + notation->memory_count,
                       sizeof notation->memory - notation->memory_count, &count))
        return false;
    piece->length += count;
    notation->memory_count += count;
    return true;
}

static bool overlaps(const struct scenario *scenario, const struct piece *piece)
{
    for (const struct piece *other = scenario->memory; other < piece; other++)
        if (piece->address - other->address < other->length ||
            other->address - piece->address < piece->length)
            return true;
    return false;
}

static bool contents(struct parser *parser, struct piece *piece)
{
    const char *const begin = parser->token;
    do
        if (!(gen_take(parser, "bytes") ? some_bytes(parser, piece) : word(parser, piece)))
            return false;
    while (!gen_at_end(parser));
    if (piece->length - 1 > UINT64_MAX - piece->address)
        return gen_wrong_at(parser, begin, "this memory goes beyond the last address");
    return !overlaps(&parser->notation->scenario, piece) ||
           gen_wrong_at(parser, begin, "this memory has been said before, at least in part");
}

bool gen_read_memory(struct parser *parser)
{
    struct scenario *const scenario = &parser->notation->scenario;
    if (scenario->piece_count == MAX_PIECES)
        return gen_wrong(parser, "at most %d pieces of memory can be said", MAX_PIECES);
    struct piece *const piece = &scenario->memory[scenario->piece_count++];
    *piece = (struct piece){.bytes = parser->notation->memory + parser->notation->memory_count};
    parser->remembers = true;
    return place(parser, &piece->address) && contents(parser, piece);
}

bool gen_is_more_memory(const struct parser *parser)
{
    return gen_is_number_next(parser) && parser->token[parser->length - 1] == ':';
}

bool gen_read_more_memory(struct parser *parser)
{
    struct scenario *const scenario = &parser->notation->scenario;
    if (!parser->remembers)
        return gen_wrong(parser, "a line that goes on with memory follows a line `memory`");
    struct piece *const piece = &scenario->memory[scenario->piece_count - 1];
    uint64_t address = 0;
    const struct parser before = *parser;
    if (!place(parser, &address))
        return false;
    if (address == piece->address + piece->length)
        return contents(parser, piece);
    *parser = before;
    return gen_wrong(parser, "the memory before ends at 0x%llx: `memory` begins another piece",
                     (unsigned long long)piece->address + piece->length);
}
