/* Contested places of rows and info bytes of functions; a part of contested_rows. */
#include "contested_rows.h"

/* --- What a shape has besides its row, and what readings take differently ------------------------------- */

CHANGE(key_b, section->functions[0].key_b = true)
CHANGE(late_row, section->rows[0].start = 4)

static void add_later_row(struct section *section, uint32_t start)
{
    struct row *row = gen_add_row(section, start);
    row->cfa.offset += 8 * (int64_t)section->row_count; /* unlike any before it */
}

CHANGE(descending, add_later_row(section, 8); add_later_row(section, 4))
CHANGE(equal, add_later_row(section, 4); add_later_row(section, 4))
CHANGE(row_at_end, add_later_row(section, SIZE))
CHANGE(row_beyond, add_later_row(section, SIZE + 4))
CHANGE(add_second_function, gen_add_function(section, SECOND, SIZE); gen_add_row(section, 0))

static void rows_at_end_and_beyond(struct section *section)
{
    row_at_end(section);
    add_second_function(section);
    add_later_row(section, SIZE + 4);
}

static void make_mask(struct section *section)
{
    struct function *function = &section->functions[0];
    function->pc_type = PC_MASK;
    function->rep_size = SIZE;
    function->size = 4 * SIZE;
}

CHANGE(mask_row_at_end, make_mask(section); row_at_end(section))
CHANGE(mask_row_beyond, make_mask(section); row_beyond(section))
CHANGE(shared, gen_add_function(section, SECOND, SIZE); gen_share_rows(section, 0, 0, 1))
CHANGE(gap_between, add_second_function(section); section->functions[1].gap_before = 3)
CHANGE(gap_at_end, section->gap_rows = 3)
CHANGE(row_type_unknown, section->functions[0].fre_type = FRE_UNKNOWN)
CHANGE(function_type_unknown, section->functions[0].fde_type = FDE_UNKNOWN)
CHANGE(function_unknown, row_type_unknown(section); function_type_unknown(section))

/* The last of two rows with one start never holds. */
CHANGE(last_row_never, section->rows[2].start = UINT32_MAX)

/* --- The shapes ----------------------------------------------------------------------------------------- */

const struct shape gen_place_shapes[] = {
    /* Where rows lie */
    {"row-first-start", "late", "The only row starts at 4.", ALL, MAIN, CHECK, .build = late_row,
     .readings = {READING("breach", BREAKS), READING("allowed", ALLOWS)}},
    {"row-order", "descending", "Rows start at 0, 8 and 4.", ALL, MAIN, CHECK, .build = descending,
     .readings = {READING("breach", BREAKS), READING("allowed", ALLOWS)}},
    {"row-order-equal", "two-of-three", "Rows start at 0, 4 and 4.", ALL, MAIN, CHECK | LOOKUP,
     .build = equal, .lookup = 4,
     .readings = {READING("breach", BREAKS),
                  READING("last-wins", ALLOWS),
                  {"first-wins", ALLOWS, .understand = last_row_never}}},
    {"row-start-inside", "at-end", "The second row starts just behind the function.", ALL, MAIN, CHECK,
     .build = row_at_end,
     .readings = {READING("breach", BREAKS), READING("end-allowed", ALLOWS), READING("allowed", ALLOWS)}},
    {"row-start-inside", "beyond", "The second row starts 4 bytes behind the function's end.", ALL, MAIN,
     CHECK, .build = row_beyond,
     .readings = {READING("breach", BREAKS), READING("end-allowed", BREAKS), READING("allowed", ALLOWS)}},
    {"row-start-inside", "both", "In one function a row starts at the end, in another beyond it.", ALL, MAIN,
     CHECK, .build = rows_at_end_and_beyond, .at = {FIELD_ROW_START, 1, 1, -1},
     .readings = {READING("breach", BREAKS),
                  {"end-allowed", BREAKS, .clause = "fre.start-inside"},
                  READING("allowed", ALLOWS)}},
    {"row-start-inside-block", "at-end", "A block of 16 bytes, and a row that starts at 16.", V2ON, MAIN,
     CHECK, .build = mask_row_at_end, .readings = {READING("breach", BREAKS), READING("function", ALLOWS)}},
    {"row-start-inside-block", "beyond", "A block of 16 bytes, and a row that starts at 20.", V2ON, MAIN,
     CHECK, .build = mask_row_beyond, .readings = {READING("breach", BREAKS), READING("function", ALLOWS)}},
    {"rows-shared", "all", "Two functions use one row; the header counts it once.", ALL, MAIN, CHECK,
     .build = shared, .readings = {READING("breach", BREAKS), READING("allowed", ALLOWS)}},
    {"rows-unowned", "between", "Three bytes lie between the data of two functions.", ALL, MAIN, CHECK,
     .build = gap_between, .readings = {READING("breach", BREAKS), READING("allowed", ALLOWS)}},
    {"rows-unowned", "at-end", "Three bytes of the sub-section follow the last row.", ALL, MAIN, CHECK,
     .build = gap_at_end, .readings = {READING("breach", BREAKS), READING("allowed", ALLOWS)}},

    /* Function info */
    {"pauth-key-other-abi", "key-b", "", E1ON, AMD, CHECK, .build = key_b,
     .readings = {READING("zero", BREAKS), READING("ignored", ALLOWS)}},
    {"pauth-key-other-abi", "key-b", "", V3, S390, CHECK, .build = key_b,
     .readings = {READING("zero", BREAKS), READING("ignored", ALLOWS)}},
    {"pauth-key-s390x-v2e1", "key-b", "", ERRATA, S390, CHECK, .build = key_b,
     .readings = {READING("unused", BREAKS), READING("free", ALLOWS)}},
    {"pauth-key-v1-v2", "key-b", "", V12, AMD, CHECK, .build = key_b, .at = INFO,
     .readings = {READING("allowed", ALLOWS), {"breach", BREAKS, .clause = "info.pauth-key"}}},
    {"reserved-fde-info", "bit-6", "", BEFORE_V3, MAIN, CHECK | LOOKUP, .set_field = FIELD_INFO,
     .set_bits = 0x40, .at = INFO,
     .readings = {{"zero", BREAKS, .clause = "info.unused"},
                  READING("ignored", ALLOWS),
                  READING("refuse", REFUSES)}},
    {"reserved-fde-info", "bit-7", "The bit that marks signal frames from version 3 on.", BEFORE_V3, MAIN,
     CHECK | LOOKUP, .set_field = FIELD_INFO, .set_bits = 0x80, .at = INFO,
     .readings = {{"zero", BREAKS, .clause = "info.unused"},
                  READING("ignored", ALLOWS),
                  READING("refuse", REFUSES)}},
    {"reserved-fde-info-v3", "bit-6", "", V3, MAIN, CHECK | LOOKUP, .set_field = FIELD_INFO, .set_bits = 0x40,
     .at = INFO,
     .readings = {{"zero", BREAKS, .clause = "info.unused-v3"},
                  READING("ignored", ALLOWS),
                  READING("refuse", REFUSES)}},
    {"reserved-info2", "bit-5", "A default function.", V3, MAIN, CHECK | LOOKUP, .set_field = FIELD_INFO2,
     .set_bits = 0x20, .at = INFO2,
     .readings = {{"zero", BREAKS, .clause = "info2.unused"},
                  READING("ignored", ALLOWS),
                  READING("refuse", REFUSES)}},
    {"reserved-info2", "bit-7-flex", "A flexible function.", V3, EITHER, CHECK | LOOKUP, FDE_FLEX,
     SAYS(SP(16), SLOT(-8), NONE), .set_field = FIELD_INFO2, .set_bits = 0x80, .at = INFO2,
     .readings = {{"zero", BREAKS, .clause = "info2.unused"},
                  READING("ignored", ALLOWS),
                  READING("refuse", REFUSES)}},
    {"reserved-fre-type", "three", "Another function is in order.", ALL, MAIN, DECODE | CHECK,
     .build = add_second_function, .set_field = FIELD_INFO, .set_bits = 3, .at = INFO,
     .readings = {{"unreadable", UNREADABLE, .clause = "info.fre-type-known"},
                  {"function-only", BREAKS, "info.fre-type-known", .understand = row_type_unknown}}},
    {"reserved-fre-type", "fifteen", "Another function is in order.", ALL, MAIN, DECODE | CHECK,
     .build = add_second_function, .set_field = FIELD_INFO, .set_bits = 15, .at = INFO,
     .readings = {{"unreadable", UNREADABLE, .clause = "info.fre-type-known"},
                  {"function-only", BREAKS, "info.fre-type-known", .understand = row_type_unknown}}},
    {"reserved-fde-type", "two", "Another function is in order.", V3, MAIN, DECODE | CHECK,
     .build = add_second_function, .set_field = FIELD_INFO2, .set_bits = 2, .at = INFO2,
     .readings = {{"unreadable", UNREADABLE, .clause = "info2.fde-type-known"},
                  {"function-only", BREAKS, "info2.fde-type-known", .understand = function_unknown},
                  {"rows-only", BREAKS, "info2.fde-type-known", .understand = function_type_unknown}}},
    {"reserved-fde-type", "thirty-one", "Another function is in order.", V3, MAIN, DECODE | CHECK,
     .build = add_second_function, .set_field = FIELD_INFO2, .set_bits = 31, .at = INFO2,
     .readings = {{"unreadable", UNREADABLE, .clause = "info2.fde-type-known"},
                  {"function-only", BREAKS, "info2.fde-type-known", .understand = function_unknown},
                  {"rows-only", BREAKS, "info2.fde-type-known", .understand = function_type_unknown}}},
};

const unsigned gen_place_shape_count = COUNT(gen_place_shapes);
