/* The words of a section's, a function's and a row's line. */
#include "notation.h"

#include <string.h>

#define MEMBER(type, member) offsetof(struct type, member), sizeof(((struct type *)0)->member)
#define IS(name, type, member, value) {name, WORD_IS, MEMBER(type, member), false, value, 0}
#define BIT(name, type, member, value) {name, WORD_BIT, MEMBER(type, member), false, value, 0}
#define NUMBER(name, type, member, most) {name, WORD_NUMBER, MEMBER(type, member), false, 0, most}
#define SIGNED(name, type, member, bound) {name, WORD_NUMBER, MEMBER(type, member), true, -(bound) - 1, bound}

enum { REST_OF_FLAGS = 0xff & ~(FLAG_SORTED | FLAG_FRAME_POINTER | FLAG_PCREL) };

const struct word gen_section_words[] = {
    {"at", WORD_ADDRESS, MEMBER(section, address), false, 0, 0},
    BIT("sorted", section, flags, FLAG_SORTED),
    BIT("frame-pointer", section, flags, FLAG_FRAME_POINTER),
    BIT("pcrel", section, flags, FLAG_PCREL),
    {"flags", WORD_BITS, MEMBER(section, flags), false, REST_OF_FLAGS, 0xff},
    IS("little", section, order, ORDER_LITTLE),
    IS("big", section, order, ORDER_BIG),
    SIGNED("fixed-fp", section, fixed_fp, INT8_MAX),
    SIGNED("fixed-ra", section, fixed_ra, INT8_MAX),
    {"aux", WORD_HEX, MEMBER(section, aux_length), false, 0, 0},
    NUMBER("gap-header", section, gap_header, MAX_BYTES),
    NUMBER("gap-functions", section, gap_functions, MAX_BYTES),
    NUMBER("gap-rows", section, gap_rows, MAX_BYTES),
    NUMBER("gap-end", section, gap_end, MAX_BYTES),
    NUMBER("filler", section, filler, UINT8_MAX),
    IS("rows-first", section, rows_first, true),
    {"data-order", WORD_ORDER, MEMBER(section, has_data_order), false, 0, 0},
    {NULL, WORD_IS, 0, 0, false, 0, 0},
};

const struct word gen_function_words[] = {
    NUMBER("size", function, size, UINT32_MAX),
    IS("inc", function, pc_type, PC_INC),
    IS("mask", function, pc_type, PC_MASK),
    NUMBER("block", function, rep_size, UINT32_MAX),
    IS("addr1", function, fre_type, FRE_ADDR1),
    IS("addr2", function, fre_type, FRE_ADDR2),
    IS("addr4", function, fre_type, FRE_ADDR4),
    IS("unknown-addr", function, fre_type, FRE_UNKNOWN),
    IS("default", function, fde_type, FDE_DEFAULT),
    IS("flex", function, fde_type, FDE_FLEX),
    IS("unknown-type", function, fde_type, FDE_UNKNOWN),
    IS("signal", function, signal, true),
    IS("key-b", function, key_b, true),
    NUMBER("gap", function, gap_before, MAX_BYTES),
    {NULL, WORD_IS, 0, 0, false, 0, 0},
};

/* Idle bits: those of a control word in a flexible row that have no meaning. */
const struct word gen_row_words_said[] = {
    {"cfa", WORD_RULE, MEMBER(row, cfa), false, 0, 0},
    {"ra", WORD_RULE, MEMBER(row, ra), false, 0, 0},
    {"fp", WORD_RULE, MEMBER(row, fp), false, 0, 0},
    IS("empty", row, empty, true),
    IS("mangled", row, mangled, true),
    IS("idle-base", row, idle_base, true),
    NUMBER("cfa-idle", row, cfa.idle_bits, UINT32_MAX),
    NUMBER("ra-idle", row, ra.idle_bits, UINT32_MAX),
    NUMBER("fp-idle", row, fp.idle_bits, UINT32_MAX),
    IS("words1", row, word_size, 1),
    IS("words2", row, word_size, 2),
    IS("words4", row, word_size, 4),
    {"extra", WORD_EXTRA, MEMBER(row, extra_count), false, 0, 0},
    {NULL, WORD_IS, 0, 0, false, 0, 0},
};

/* Members have one, four or eight bytes, in this machine's byte order. */
int64_t gen_word_load(const struct word *word, const void *object)
{
    const uint8_t *const at = (const uint8_t *)object + word->at;
    uint32_t four;
    int64_t eight;
    if (word->width == 1)
        return word->is_signed ? (int8_t)*at : *at;
    if (word->width == 4)
        return memcpy(&four, at, sizeof four), (int64_t)four;
    return memcpy(&eight, at, sizeof eight), eight;
}

void gen_word_store(const struct word *word, void *object, int64_t value)
{
    uint8_t *const at = (uint8_t *)object + word->at;
    const uint32_t four = (uint32_t)value;
    if (word->width == 1)
        *at = (uint8_t)value;
    else if (word->width == 4)
        memcpy(at, &four, sizeof four);
    else
        memcpy(at, &value, sizeof value);
}

const char *gen_place_name(enum place place)
{
    static const char *const names[] = {
        [PLACE_PADDED] = "padding", [PLACE_SP] = "sp",     [PLACE_FP] = "fp",
        [PLACE_CFA] = "cfa",        [PLACE_REGISTER] = "r", [PLACE_SAME] = "same",
        [PLACE_UNDEFINED] = "undefined", [PLACE_UNKNOWN] = "unknown", [PLACE_LAST_CFA] = "last-cfa"};
    return names[place];
}

bool gen_place_has_offset(enum place place)
{
    return place != PLACE_PADDED && place != PLACE_SAME && place != PLACE_UNDEFINED && place != PLACE_UNKNOWN;
}

bool gen_is_read_alone(const struct row *row)
{
    return row->cfa.place > PLACE_REGISTER || row->ra.place > PLACE_REGISTER || row->fp.place > PLACE_REGISTER;
}

bool gen_is_of_id(char character)
{
    return character != '\0' && strchr("abcdefghijklmnopqrstuvwxyz0123456789-", character) != NULL;
}
