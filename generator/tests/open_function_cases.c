/* Cases for open points of functions. */
#include "open_cases.h"

/* --- Sections ------------------------------------------------------------------------------------------- */

static void add_starts(struct section *section, const uint32_t *starts, unsigned count)
{
    gen_add_function(section, 0x1000, 0x20);
    for (unsigned i = 0; i < count; i++)
        gen_add_row(section, starts[i]);
}

static void rows_0_8_4(struct section *section)
{
    static const uint32_t starts[] = {0, 8, 4};
    add_starts(section, starts, 3);
}

static void rows_0_4_4(struct section *section)
{
    static const uint32_t starts[] = {0, 4, 4};
    add_starts(section, starts, 3);
}

static void mask_0_2_4_8(struct section *section)
{
    static const uint32_t starts[] = {0, 2, 4, 8};
    add_starts(section, starts, 4);
    section->functions[0].pc_type = PC_MASK;
}

static void mask_0_4_off_by_2(struct section *section)
{
    static const uint32_t starts[] = {0, 4};
    add_starts(section, starts, 2);
    section->functions[0].pc_type = PC_MASK;
    section->functions[0].start += 2;
}

/* --- The one thing -------------------------------------------------------------------------------------- */

CHANGE(no_rows, gen_add_function(section, 0x1100, 0x20))
CHANGE(no_rows_flexible, no_rows(section); gen_make_flexible(section))
CHANGE(key_b, section->functions[0].key_b = true)
CHANGE(rep_size_16, section->functions[0].rep_size = 16)
CHANGE(rep_size_0, section->functions[0].rep_size = 0)
CHANGE(mask_without_rows, no_rows(section); section->functions[1].pc_type = PC_MASK)
CHANGE(size_15, section->functions[0].size = 15)
CHANGE(size_16, section->functions[0].size = 16)
CHANGE(five_later, section->functions[0].start += 5)
CHANGE(five_later_12_8, five_later(section); section->rows[0].start = 12; section->rows[1].start = 8)
CHANGE(eight_further, section->address += 8)
CHANGE(eight_between, eight_further(section); section->functions[0].start -= 8)

/* --- The table ------------------------------------------------------------------------------------------ */

static const struct touch touches[] = {
    TOUCH("no-rows-before-v3", BEFORE_V3, ANY_ABI, VALID, ANY, gen_leaf, {.change = no_rows, .pc = PC + 0x100},
          UNDONE),
    TOUCH("no-rows-before-v3", BEFORE_V3, ANY_ABI, VALID, ANY, gen_leaf, {.change = no_rows, .pc = PC + 0x100},
          {.pc = PC}),
    TOUCH("no-rows-before-v3", BEFORE_V3, ANY_ABI, IRREGULAR, LOOKUP, gen_leaf,
          {.change = no_rows, .pc = PC + 0x100}, UNDONE),
    TOUCH("outermost-no-rows-flex", V3, ANY_ABI, VALID, ANY, gen_leaf,
          {.change = no_rows_flexible, .pc = PC + 0x100}, {.change = no_rows}),
    TOUCH("outermost-no-rows-flex", V3, ANY_ABI, IRREGULAR, LOOKUP, gen_leaf,
          {.change = no_rows_flexible, .pc = PC + 0x100}, {.pc = PC}),
    TOUCH("pauth-key-v1-v2", V12, AMD, VALID, BOTH, gen_leaf, {.change = key_b, .pc = PC}, UNDONE),
    TOUCH("pauth-key-v1-v2", ALL, ARMS, VALID, NOWHERE, gen_leaf, {.change = key_b, .pc = PC}),
    TOUCH("pauth-key-v1-v2", V12, AMD, IRREGULAR, NOWHERE, gen_leaf, {.change = key_b, .pc = PC}),
    TOUCH("pcmask-block-beyond-function", V2ON, ANY_ABI, VALID, BOTH, gen_stub, {.change = size_15, .pc = PC},
          {.change = size_16}),
    TOUCH("pcmask-block-beyond-function", V2ON, ANY_ABI, IRREGULAR, NOWHERE, gen_stub,
          {.change = size_15, .pc = PC}),
    TOUCH("pcmask-pc-origin", V2ON, ANY_ABI, VALID, LOOKUP, gen_stub, {.change = five_later, .pc = PC + 11},
          UNDONE),
    TOUCH("pcmask-pc-origin", V2ON, ANY_ABI, VALID, LOOKUP, gen_stub, {.change = five_later, .pc = PC + 11},
          {.pc = PC + 13}),
    TOUCH("pcmask-pc-origin", V2ON, ANY_ABI, IRREGULAR, LOOKUP, gen_stub, {.change = five_later, .pc = PC + 11},
          UNDONE),
    TOUCH("pcmask-pc-origin", V2ON, ANY_ABI, IRREGULAR, LOOKUP, gen_stub,
          {.change = five_later_12_8, .pc = PC + 8}, UNDONE),
    TOUCH("pcmask-pc-origin", V2ON, ANY_ABI, VALID, LOOKUP, gen_stub, {.change = eight_further, .pc = PC + 8},
          UNDONE),
    TOUCH("pcmask-pc-origin", V2ON, ANY_ABI, VALID, LOOKUP, gen_stub, {.change = eight_between, .pc = PC},
          UNDONE),
    TOUCH("pcmask-rep-size-zero", V2ON, ANY_ABI, IRREGULAR, LOOKUP, gen_stub, {.change = rep_size_0, .pc = PC},
          UNDONE),
    TOUCH("pcmask-rep-size-zero", V3, ANY_ABI, IRREGULAR, NOWHERE, gen_leaf,
          {.change = mask_without_rows, .pc = PC + 0x100}),
    TOUCH("pcmask-v1-last-match", V1, ANY_ABI, VALID, LOOKUP, mask_0_2_4_8, {.pc = PC + 10}, {.pc = PC + 1}),
    TOUCH("pcmask-v1-last-match", V1, ANY_ABI, IRREGULAR, LOOKUP, mask_0_2_4_8, {.pc = PC + 10},
          {.pc = PC + 16}),
    TOUCH("pcmask-v1-pc-origin", V1, ANY_ABI, VALID, LOOKUP, mask_0_4_off_by_2, {.pc = PC + 4}, {.pc = PC + 2}),
    TOUCH("pcmask-v1-pc-origin", V1, ANY_ABI, IRREGULAR, LOOKUP, mask_0_4_off_by_2, {.pc = PC + 5},
          {.pc = PC + 3}),
    TOUCH("rep-size-inc", V2ON, ANY_ABI, VALID, BOTH, gen_leaf, {.change = rep_size_16, .pc = PC}, UNDONE),
    TOUCH("rep-size-inc", V2ON, ANY_ABI, IRREGULAR, NOWHERE, gen_leaf, {.change = rep_size_16, .pc = PC}),
    TOUCH("row-order-answer", ALL, ANY_ABI, IRREGULAR, LOOKUP, rows_0_8_4, {.pc = PC + 4}, {.pc = PC + 3}),
    TOUCH("row-order-answer", ALL, ANY_ABI, IRREGULAR, LOOKUP, rows_0_8_4, {.pc = PC + 8}, {.pc = PC + 3}),
    TOUCH("row-order-equal", ALL, ANY_ABI, IRREGULAR, LOOKUP, rows_0_4_4, {.pc = PC + 4}, {.pc = PC + 3}),
};

const struct touches function_touches = TOUCHES(touches);
