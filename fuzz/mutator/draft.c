/* The layouts of sections (V1 1.1 to 1.3, V2 and V3 2.1 to 2.3), and changes of a draft's functions and rows.
 */
#include "draft.h"

#include <string.h>

const struct place header_places[HEADER_FIELDS] = {
    [HEADER_MAGIC] = {0, 2},    [HEADER_VERSION] = {2, 1},  [HEADER_FLAGS] = {3, 1},
    [HEADER_ABI] = {4, 1},      [HEADER_FIXED_FP] = {5, 1}, [HEADER_FIXED_RA] = {6, 1},
    [HEADER_AUX_LEN] = {7, 1},  [HEADER_NUM_FDES] = {8, 4}, [HEADER_NUM_FRES] = {12, 4},
    [HEADER_FRE_LEN] = {16, 4}, [HEADER_FDEOFF] = {20, 4},  [HEADER_FREOFF] = {24, 4},
};

#define V1_FIELDS                                                                                            \
    [FIELD_START] = {0, 4}, [FIELD_SIZE] = {4, 4}, [FIELD_FRE_OFF] = {8, 4}, [FIELD_NUM_FRES] = {12, 4},     \
    [FIELD_INFO] = {16, 1}

const struct layout layouts[VERSIONS + 1] = {
    [1] = {.entry_size = 17, .entry = {V1_FIELDS}},
    [2] = {.entry_size = 20,
           .pcrel = true,
           .entry = {V1_FIELDS, [FIELD_REP_SIZE] = {17, 1}, [FIELD_PADDING] = {18, 2}}},
    [3] = {.entry_size = 16,
           .attribute_size = 5,
           .pcrel = true,
           .signals = true,
           .entry = {[FIELD_START] = {0, 8}, [FIELD_SIZE] = {8, 4}, [FIELD_FRE_OFF] = {12, 4}},
           .attribute = {[FIELD_NUM_FRES] = {0, 2},
                         [FIELD_INFO] = {2, 1},
                         [FIELD_INFO2] = {3, 1},
                         [FIELD_REP_SIZE] = {4, 1}}},
};

const struct abi mutator_abis[ABI_END] = {
    [ABI_AARCH64_BIG] = {.since = 1, .big_endian = true, .other = ABI_AARCH64},
    [ABI_AARCH64] = {.since = 1, .other = ABI_AARCH64_BIG},
    [ABI_AMD64] = {.since = 1, .fixed_ra = (uint8_t)-8, .other = ABI_S390X},
    [ABI_S390X] = {.since = 2, .big_endian = true, .other = ABI_AMD64},
};

bool has_field(uint8_t version, enum function_field field)
{
    return layouts[version].entry[field].width != 0 || layouts[version].attribute[field].width != 0;
}

uint8_t mutator_last_abi(uint8_t version)
{
    uint8_t last = ABI_END - 1;
    while (mutator_abis[last].since > version)
        last--;
    return last;
}

uint64_t number_at(const uint8_t *at, unsigned width, bool big_endian)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)at[i] << 8 * (big_endian ? width - 1 - i : i);
    return value;
}

void put_number(uint8_t *at, unsigned width, bool big_endian, uint64_t value)
{
    for (unsigned i = 0; i < width; i++)
        at[i] = (uint8_t)(value >> 8 * (big_endian ? width - 1 - i : i));
}

unsigned start_width(const struct draft_function *function)
{
    const unsigned type = function->info & INFO_FRE_TYPE;
    return type < 2 ? 1 + type : 4;
}

void draft_begin(struct draft *draft, uint8_t version, uint8_t abi)
{
    draft->big_endian = mutator_abis[abi].big_endian;
    draft->version = version;
    draft->flags = FLAG_SORTED;
    draft->abi = abi;
    draft->fixed_fp = 0;
    draft->fixed_ra = mutator_abis[abi].fixed_ra;
    draft->rows_first = draft->rows_reversed = false;
    draft->source = draft->aux = (struct bytes){NULL, 0};
    for (unsigned i = 0; i < GAPS; i++)
        draft->gaps[i] = (struct bytes){NULL, 0};
    draft->function_count = draft->row_count = 1;
    draft->functions[0] = (struct draft_function){.start = draft->pc, .size = 32, .count = 1};
    draft->rows[0] = (struct draft_row){.word_width = 1, .word_count = 1, .words = {8}};
}

/* --- Changing ------------------------------------------------------------------------------------------ */

bool draft_insert_functions(struct draft *draft, unsigned at, unsigned count)
{
    if (count > MOST_FUNCTIONS - draft->function_count)
        return false;
    memmove(&draft->functions[at + count], &draft->functions[at],
            (draft->function_count - at) * sizeof draft->functions[0]);
    draft->function_count += count;
    return true;
}

void draft_remove_functions(struct draft *draft, unsigned at, unsigned count)
{
    draft->function_count -= count;
    memmove(&draft->functions[at], &draft->functions[at + count],
            (draft->function_count - at) * sizeof draft->functions[0]);
}

bool draft_insert_row(struct draft *draft, struct draft_function *function, unsigned at,
                      const struct draft_row *source)
{
    const struct draft_row copy = *source;
    const unsigned row = function->first + at;
    const uint16_t first = function->first, count = function->count;
    if (draft->row_count == MOST_ROWS)
        return false;
    memmove(&draft->rows[row + 1], &draft->rows[row], (draft->row_count - row) * sizeof copy);
    draft->rows[row] = copy;
    draft->row_count++;
    for (unsigned i = 0; i < draft->function_count; i++) {
        struct draft_function *const other = &draft->functions[i];
        const bool shared = other->first == first && other->count == count && count != 0;
        const bool around = other->first < row && other->first + other->count > row;
        if (other == function || shared || around)
            other->count++;
        else if (other->first >= row)
            other->first++;
    }
    return true;
}

void draft_remove_row(struct draft *draft, unsigned row)
{
    draft->row_count--;
    memmove(&draft->rows[row], &draft->rows[row + 1], (draft->row_count - row) * sizeof draft->rows[0]);
    for (unsigned i = 0; i < draft->function_count; i++) {
        struct draft_function *const other = &draft->functions[i];
        if (other->first > row)
            other->first--;
        else if (other->first + other->count > row)
            other->count--;
    }
}

bool draft_own_rows(struct draft *draft, struct draft_function *function, const struct draft_row *source,
                    unsigned count)
{
    if (count > MOST_ROWS - draft->row_count)
        return false;
    memmove(&draft->rows[draft->row_count], source, count * sizeof *source);
    function->first = (uint16_t)draft->row_count;
    function->count = (uint16_t)count;
    draft->row_count += count;
    return true;
}

void draft_suit(struct draft_function *function, uint8_t version)
{
    if (!layouts[version].signals)
        function->info &= INFO_FRE_TYPE | INFO_MASK | INFO_PAUTH;
    if (!has_field(version, FIELD_INFO2))
        function->info2 = 0;
    if (has_field(version, FIELD_REP_SIZE) && (function->info & INFO_MASK) != 0 && function->rep_size == 0)
        function->rep_size = 16;
}
