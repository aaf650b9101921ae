/* Twins: two valid sections that differ in what one clause about the reader governs.  A reader that ignores
 * the clause (takes a field from elsewhere, in another width, sign or unit, from another origin) gives one of
 * the two a wrong answer. */
#include "../contested.h"
#include "../families.h"
#include "../faults.h"

/* --- Changes -------------------------------------------------------------------------------------------- */

static void change_cfa(struct section *section)
{
    section->rows[4].cfa.offset += 16;
}

static void change_fp(struct section *section)
{
    section->rows[4].fp = rule_slot(section->rows[4].fp.offset + 8);
}

static void change_ra(struct section *section)
{
    section->rows[4].ra = rule_slot(section->rows[4].ra.offset - 16);
}

static void change_words(struct section *section)
{
    change_cfa(section);
    change_fp(section);
    if (ra_tracked(section))
        change_ra(section);
}

static void drop_words(struct section *section)
{
    section->rows[4].ra = rule_unsaid();
    section->rows[4].fp = rule_unsaid();
}

static void two_more(struct section *section)
{
    add_plain_functions(section, 1);
}

static void many_functions(struct section *section)
{
    for (int64_t i = 3; i < 40; i++) {
        add_function(section, 0x1000 + 0x100 * i, 0x40);
        add_row(section, 0)->cfa.offset += 8 * (i % 8);
    }
}

static void no_functions(struct section *section)
{
    section->function_count = 0;
}

/* The first function keeps its rows; so many that counts and lengths need a second byte follow it. */
static void many_rows(struct section *section)
{
    add_function(section, 0x1300, 0x1000)->fre_type = FRE_ADDR2;
    for (uint32_t i = 0; i < 300; i++)
        add_row(section, i)->cfa.offset += 8 * (int64_t)(i % 8);
}

/* Their data stands first, so that of the others lies further on than one byte can say. */
static void many_rows_before(struct section *section)
{
    static const uint8_t order[] = {3, 0, 1, 2};
    many_rows(section);
    section->has_data_order = true;
    for (unsigned i = 0; i < sizeof order; i++)
        section->data_order[i] = order[i];
}

static void odd_addresses(struct section *section)
{
    section->functions[0].start = 0x1001;
    section->functions[0].size = 0x3e;
    section->rows[1].start = 3;
    section->functions[1].size = 0x3f;
}

static void words_of(struct section *section, uint8_t size)
{
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].word_size = size;
}

static void words_of_two(struct section *section)
{
    words_of(section, 2);
}

static void words_of_four(struct section *section)
{
    words_of(section, 4);
}

static void second_without_rows(struct section *section)
{
    section->functions[1].row_count = 0;
}

static void one_row_fewer(struct section *section)
{
    section->functions[1].row_count = 2;
}

static void no_flags(struct section *section)
{
    section->flags = 0;
}

static void frame_pointer(struct section *section)
{
    section->flags |= FLAG_FRAME_POINTER;
}

/* The starts stay, the fields change. */
static void pcrel(struct section *section)
{
    section->flags |= FLAG_PCREL;
}

/* The fields stay, the starts change. */
static void pcrel_alone(struct section *section)
{
    section->flags |= FLAG_PCREL;
    for (uint32_t i = 0; i < section->function_count; i++)
        section->functions[i].start += HEADER_SIZE + i * entry_bytes(section->profile);
}

/* Starts as far apart as their fields, so that all fields are equal. */
static void pcrel_equal_fields(struct section *section)
{
    section->flags |= FLAG_PCREL;
    for (uint32_t i = 0; i < section->function_count; i++) {
        struct function *function = &section->functions[i];
        function->start = 0x1000 + i * entry_bytes(section->profile);
        function->size = 12;
    }
}

/* Starts nearer to each other than their fields: the fields descend, the functions ascend. */
static void pcrel_descending_fields(struct section *section)
{
    pcrel_equal_fields(section);
    for (uint32_t i = 0; i < section->function_count; i++)
        section->functions[i].start = 0x1000 + 12 * (int64_t)i;
}

static void reversed(struct section *section)
{
    section->flags = 0;
    struct function first = section->functions[0];
    section->functions[0] = section->functions[2];
    section->functions[2] = first;
}

static void first_below(struct section *section)
{
    section->functions[0].start = -0x1000;
}

static void elsewhere(struct section *section)
{
    section->address = 0x7fff00000000;
}

static void start_moved(struct section *section)
{
    section->functions[1].start += 4;
}

static void start_extremes(struct section *section)
{
    section->address = 0x7fff00000000;
    section->functions[0].start = INT32_MIN;
    section->functions[2].start = INT32_MAX;
}

static void start_beyond_32_bits(struct section *section)
{
    section->functions[2].start += 0x100000000;
}

static void start_with_bit_31(struct section *section)
{
    section->functions[2].start += 0x80000000;
}

static void start_below_32_bits(struct section *section)
{
    section->address = 0x7fff00000000;
    section->functions[0].start -= 0x100000000;
}

static void size_up(struct section *section)
{
    section->functions[2].size++;
}

static void size_down(struct section *section)
{
    section->functions[0].size--;
}

static void size_with_sign_bit(struct section *section)
{
    section->functions[2].size = 0x80000000;
}

static void size_of_two_bytes(struct section *section)
{
    section->functions[2].size = 0x10040;
}

static void data_reversed(struct section *section)
{
    static const uint8_t order[] = {2, 1, 0};
    section->has_data_order = true;
    for (unsigned i = 0; i < sizeof order; i++)
        section->data_order[i] = order[i];
}

static void second_addr2(struct section *section)
{
    section->functions[1].fre_type = FRE_ADDR2;
}

static void second_mask(struct section *section)
{
    section->functions[1].pc_type = PC_MASK;
    section->functions[1].rep_size = 16;
}

static void second_flexible(struct section *section)
{
    section->functions[1].fde_type = FDE_FLEX;
}

static void second_signal(struct section *section)
{
    section->functions[1].signal = true;
}

static void blocks_of_32(struct section *section)
{
    section->functions[1].rep_size = 32;
}

/* The start is a multiple of it, as the section's address is: from where PC counts makes no difference. */
static void blocks_of_128(struct section *section)
{
    section->functions[1].rep_size = 128;
    section->functions[1].size = 0xff;
    section->rows[5].start = 100;
}

static void auxiliary(struct section *section, uint8_t length, uint8_t first, uint8_t step)
{
    section->aux_length = length;
    for (unsigned i = 0; i < length; i++)
        section->aux[i] = (uint8_t)(first + step * i);
}

#define AUXILIARY(name, length, first, step)                                                                 \
    static void name(struct section *section)                                                                \
    {                                                                                                        \
        auxiliary(section, length, first, step);                                                             \
    }
AUXILIARY(aux_1, 1, 0x11, 0)
AUXILIARY(aux_2, 2, 0x11, 0x11)
AUXILIARY(aux_3, 3, 0x11, 0x11)
AUXILIARY(aux_4, 4, 0x11, 0x11)
AUXILIARY(aux_28, 28, 0, 0)
AUXILIARY(aux_60, 60, 1, 1)
AUXILIARY(aux_127, 127, 0, 1)
AUXILIARY(aux_128, 128, 0, 1)
AUXILIARY(aux_255, 255, 0xff, 0)
AUXILIARY(aux_zeros, 8, 0, 0)
AUXILIARY(aux_ones, 8, 0xff, 0)

/* The auxiliary header is what the function entries could be: a reader that starts at byte 28 finds them. */
static void aux_decoy(struct section *section)
{
    static const uint8_t decoy[] = {0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x00};
    auxiliary(section, 60, 0, 0);
    for (unsigned i = 0; i < 60; i++)
        section->aux[i] = decoy[i % sizeof decoy];
}

#define FIXED(name, member, value)                                                                           \
    static void name(struct section *section)                                                                \
    {                                                                                                        \
        section->member = value;                                                                             \
    }
FIXED(fixed_ra_minus_8, fixed_ra, -8)
FIXED(fixed_ra_plus_8, fixed_ra, 8)
FIXED(fixed_ra_minus_128, fixed_ra, -128)
FIXED(fixed_ra_plus_127, fixed_ra, 127)
FIXED(fixed_fp_minus_16, fixed_fp, -16)
FIXED(fixed_fp_plus_16, fixed_fp, 16)
FIXED(fixed_fp_minus_128, fixed_fp, -128)
FIXED(fixed_fp_plus_127, fixed_fp, 127)

/* --- Twins of their own --------------------------------------------------------------------------------- */

static void build_masked(struct section *section)
{
    add_plain_functions(section, 0);
    second_mask(section);
}

static const struct twin twin_masked = {"fault-twin-masked", build_masked,
                                        BOTH | AT_SECOND | AT_SECOND_ROW | AT_SECOND_LATER | AT_SECOND_LAST};

/* --- The table ------------------------------------------------------------------------------------------ */

#define PLAIN &twin_plain

static const struct change {
    const char *clause, *way;
    unsigned profiles, abis;
    const struct twin *twin;
    void (*make)(struct section *section);
    unsigned asked;
} changes[] = {
    {"overview.tracks", "another CFA", ALL, ANY_ABI, PLAIN, change_cfa, DECODE | AT_SECOND_ROW},
    {"overview.tracks", "another slot of FP", ALL, ANY_ABI, PLAIN, change_fp, DECODE | AT_SECOND_ROW},
    {"overview.tracks", "another slot of RA", ALL, TRACKED, PLAIN, change_ra, DECODE | AT_SECOND_ROW},
    {"overview.tracks", "FP and RA where they were", ALL, ANY_ABI, PLAIN, drop_words, DECODE | AT_SECOND_ROW},
    {"overview.unaligned", "four-byte starts and words at odd bytes", V2ON, ANY_ABI, PLAIN, make_wide,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"overview.unaligned", "two-byte words at odd bytes", V2ON, TWO, PLAIN, words_of_two,
     DECODE | AT_SECOND_ROW},
    {"overview.natural", "two more entries", V2ON, TWO, &twin_small, two_more, BOTH | AT_SECOND_ROW},
    {"overview.packed", "two more entries", ALL, ANY_ABI, &twin_small, two_more,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"overview.packed", "four-byte starts before bytes of info", ALL, TWO, PLAIN, make_wide,
     DECODE | AT_SECOND_ROW},
    {"overview.bytes", "start, size and rows at odd bytes", ALL, TWO, PLAIN, odd_addresses,
     DECODE | AT_FIRST | AT_FIRST_ROW | AT_FIRST_LAST | AT_SECOND_LAST},
    {"overview.dataword", "two-byte words", V3, TWO, PLAIN, words_of_two, DECODE | AT_SECOND_ROW},
    {"overview.dataword", "four-byte words", V3, TWO, PLAIN, words_of_four, DECODE | AT_SECOND_ROW},
    {"changes.fde-20", "two more entries", V2 | ERRATA, TWO, &twin_small, two_more,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"changes.outermost", "no rows in the second function", V3, ANY_ABI, PLAIN, second_without_rows,
     BOTH | AT_SECOND | AT_SECOND_LAST | AT_FIRST | AT_THIRD},

    {"preamble.layout", "no flags", ALL, TWO, PLAIN, no_flags, BOTH},
    {"preamble.layout", "frame-pointer flag", BEFORE_V3, TWO, PLAIN, frame_pointer, BOTH},
    {"preamble.layout", "flag of starts that count from their fields", E1ON, TWO, PLAIN, pcrel,
     BOTH | AT_FIRST},
    {"preamble.invariant", "no flags and no functions", ALL, TWO, &twin_empty, no_flags, BOTH},
    {"preamble.natural", "no flags", V2ON, TWO, PLAIN, no_flags, DECODE},
    {"preamble.flags", "every start counts from its field", E1ON, ANY_ABI, PLAIN, pcrel,
     DECODE | AT_FIRST | AT_SECOND | AT_LAST},
    {"preamble.flags", "a flag that is no function's", BEFORE_V3, TWO, PLAIN, frame_pointer,
     DECODE | AT_FIRST | AT_LAST},
    {"version.field", "flag of errata 1 set", E1ON, TWO, PLAIN, pcrel, DECODE | AT_SECOND},
    {"version.field", "frame-pointer flag set", BEFORE_V3, TWO, PLAIN, frame_pointer, DECODE},
    {"flags.frame-pointer", "set", BEFORE_V3, TWO, PLAIN, frame_pointer,
     BOTH | AT_FIRST | AT_SECOND_ROW | AT_FAR},
    {"flags.pcrel", "set and the fields changed", E1ON, ANY_ABI, PLAIN, pcrel,
     BOTH | AT_FIRST | AT_SECOND | AT_LAST},
    {"flags.pcrel", "set and the fields left", E1ON, ANY_ABI, PLAIN, pcrel_alone,
     BOTH | AT_FIRST | AT_SECOND | AT_LAST},
    {"flags.versions", "flag of versions 2 and 3", E1ON, TWO, PLAIN, pcrel, BOTH | AT_FIRST},
    {"flags.versions", "flag of versions 1 and 2", ERRATA, TWO, PLAIN, frame_pointer, BOTH},
    {"flags.versions", "flag of no version", E1ON, TWO, PLAIN, no_flags, BOTH},

    {"header.natural", "two more entries", V2ON, TWO, &twin_small, two_more, BOTH | AT_LAST},
    {"header.offsets-from-end", "two more entries", ALL, TWO, &twin_small, two_more, DECODE | AT_LAST},
    {"header.offsets-from-end", "four bytes of auxiliary header", ALL, TWO, PLAIN, aux_4, DECODE | AT_LAST},
    {"header.aux-end", "one byte", ALL, ANY_ABI, PLAIN, aux_1, BOTH | AT_FIRST | AT_LAST},
    {"header.aux-end", "28 zeros", ALL, TWO, PLAIN, aux_28, BOTH | AT_FIRST | AT_LAST},
    {"header.aux-end", "bytes that look like entries", ALL, ANY_ABI, PLAIN, aux_decoy,
     BOTH | AT_FIRST | AT_SECOND_ROW | AT_LAST},
    {"header.aux-end", "greatest length", ALL, TWO, PLAIN, aux_255, BOTH | AT_FIRST | AT_LAST},
    {"header.aux-follows", "four bytes of known value", ALL, TWO, PLAIN, aux_4, DECODE | AT_FIRST},
    {"header.aux-follows", "60 bytes of known value", ALL, TWO, PLAIN, aux_60, DECODE | AT_FIRST},
    {"header.aux-content", "all zeros", E1ON, TWO, &twin_aux, aux_zeros, BOTH | AT_LAST},
    {"header.aux-content", "all ones", E1ON, TWO, &twin_aux, aux_ones, BOTH | AT_LAST},
    {"header.aux-skip", "all zeros", ALL, TWO, &twin_aux, aux_zeros, AT_FIRST | AT_LAST},
    {"header.aux-skip", "all ones", ALL, TWO, &twin_aux, aux_ones, AT_FIRST | AT_LAST},
    {"header.fixed-none", "no word for FP either", ALL, ANY_ABI, PLAIN, drop_words, DECODE | AT_SECOND_ROW},
    {"header.aux-len", "127 bytes", ALL, TWO, PLAIN, aux_127, BOTH | AT_LAST},
    {"header.aux-len", "128 bytes", ALL, TWO, PLAIN, aux_128, BOTH | AT_LAST},
    {"header.aux-len", "255 bytes", ALL, TWO, PLAIN, aux_255, BOTH | AT_LAST},
    {"header.abi-arch", "1 where the auxiliary length stands", ALL, ANY_ABI, PLAIN, aux_1,
     DECODE | AT_SECOND_ROW},
    {"header.abi-arch", "2 where the auxiliary length stands", ALL, ANY_ABI, PLAIN, aux_2,
     DECODE | AT_SECOND_ROW},
    {"header.abi-arch", "3 where the auxiliary length stands", ALL, ANY_ABI, PLAIN, aux_3,
     DECODE | AT_SECOND_ROW},
    {"header.abi-arch", "4 where the auxiliary length stands", ALL, ANY_ABI, PLAIN, aux_4,
     DECODE | AT_SECOND_ROW},
    {"header.num-fdes", "two more entries", ALL, TWO, &twin_small, two_more, BOTH | AT_SECOND_ROW | AT_LAST},
    {"header.num-fdes", "many entries", ALL, TWO, PLAIN, many_functions, BOTH | AT_LAST},
    {"header.num-fdes", "no entry", ALL, TWO, PLAIN, no_functions, BOTH | AT_FIRST | AT_FAR},
    {"header.num-fres", "two more functions", ALL, TWO, &twin_small, two_more, BOTH | AT_LAST},
    {"header.num-fres", "300 more rows", ALL, TWO, PLAIN, many_rows, BOTH | AT_LAST},
    {"header.fre-len", "two more functions", ALL, TWO, &twin_small, two_more, BOTH | AT_LAST},
    {"header.fre-len", "300 more rows", ALL, TWO, PLAIN, many_rows, BOTH | AT_LAST},
    {"header.fdeoff", "counted after an auxiliary header", ALL, TWO, PLAIN, aux_60, DECODE | AT_LAST},
    {"header.freoff", "two more entries before the rows", ALL, TWO, &twin_small, two_more,
     DECODE | AT_FIRST | AT_LAST},
    {"header.freoff", "many more entries before the rows", ALL, TWO, PLAIN, many_functions,
     DECODE | AT_FIRST | AT_LAST},
    {"header.fre-contents", "two more functions", V3, TWO, &twin_small, two_more,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"header.fre-contents", "no rows in the second function", V3, TWO, PLAIN, second_without_rows,
     BOTH | AT_SECOND | AT_LAST},

    {"abi.identified", "other words", ALL, ANY_ABI, PLAIN, change_words, DECODE | AT_SECOND_ROW},
    {"abi.aarch64-big", "other words", ALL, ARM_BE, PLAIN, change_words, DECODE | AT_SECOND_ROW},
    {"abi.aarch64-big", "words of two bytes", ALL, ARM_BE, PLAIN, words_of_two, DECODE | AT_SECOND_ROW},
    {"abi.aarch64-little", "other words", ALL, ARM, PLAIN, change_words, DECODE | AT_SECOND_ROW},
    {"abi.aarch64-little", "words of two bytes", ALL, ARM, PLAIN, words_of_two, DECODE | AT_SECOND_ROW},
    {"abi.amd64-little", "other words", ALL, AMD, PLAIN, change_words, DECODE | AT_SECOND_ROW},
    {"abi.amd64-little", "words of two bytes", ALL, AMD, PLAIN, words_of_two, DECODE | AT_SECOND_ROW},
    {"abi.s390x-big", "other words", E1ON, S390, PLAIN, change_words, DECODE | AT_SECOND_ROW},
    {"abi.s390x-big", "words of two bytes", E1ON, S390, PLAIN, words_of_two, DECODE | AT_SECOND_ROW},
    {"abi.decisions", "a row of one word", ALL, ANY_ABI, PLAIN, drop_words, DECODE | AT_SECOND_ROW},

    {"fde.array", "two more entries", ALL, TWO, &twin_small, two_more, BOTH | AT_SECOND_ROW | AT_LAST},
    {"fde.array", "many entries", ALL, TWO, PLAIN, many_functions, DECODE | AT_SECOND | AT_LAST | AT_FAR},
    {"fde.search", "many entries", E1ON, TWO, PLAIN, many_functions,
     AT_BEFORE | AT_FIRST | AT_SECOND | AT_LAST | AT_END | AT_FAR},
    {"fde.search", "not sorted and not flagged", E1ON, ANY_ABI, PLAIN, reversed,
     BOTH | AT_FIRST | AT_SECOND | AT_LAST},
    {"fde.search", "fields that descend while functions ascend", E1ON, ANY_ABI, PLAIN,
     pcrel_descending_fields, BOTH | AT_FIRST | AT_FIRST_ROW | AT_SECOND},
    {"fde.layout-17", "two more entries", V1, TWO, &twin_small, two_more, BOTH | AT_SECOND_ROW | AT_LAST},
    {"fde.layout-20", "two more entries", V2 | ERRATA, TWO, &twin_small, two_more,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"fde.natural", "two more entries", V2ON, TWO, &twin_small, two_more, DECODE | AT_SECOND_ROW},
    {"fde.start-signed32", "below the section", BEFORE_V3, TWO, PLAIN, first_below,
     BOTH | AT_BELOW | AT_FIRST},
    {"fde.start-signed32", "least and greatest", BEFORE_V3, TWO, PLAIN, start_extremes, BOTH},
    {"fde.start-address", "section elsewhere", BEFORE_V3, TWO, PLAIN, elsewhere,
     BOTH | AT_FIRST | AT_SECOND | AT_LAST},
    {"fde.start-address", "start moved", BEFORE_V3, TWO, PLAIN, start_moved, DECODE | AT_SECOND},
    {"fde.start-pcrel", "fields counted from themselves", E1ON, TWO, PLAIN, pcrel_alone,
     BOTH | AT_FIRST | AT_SECOND | AT_LAST},
    {"fde.start-pcrel", "equal fields of different functions", E1ON, TWO, PLAIN, pcrel_equal_fields,
     BOTH | AT_FIRST | AT_FIRST_ROW | AT_SECOND},
    {"fde.start-pcrel", "fields behind an auxiliary header", E1ON, ANY_ABI, &twin_aux, pcrel,
     BOTH | AT_FIRST | AT_LAST},
    {"fde.start-section", "section elsewhere", E1ON, TWO, PLAIN, elsewhere,
     BOTH | AT_FIRST | AT_SECOND | AT_LAST},
    {"fde.start-section", "behind an auxiliary header", E1ON, TWO, PLAIN, aux_60,
     DECODE | AT_FIRST | AT_LAST},
    {"fde.size", "one more", ALL, TWO, PLAIN, size_up, DECODE | AT_LAST | AT_END},
    {"fde.size", "one less", ALL, TWO, PLAIN, size_down, DECODE | AT_FIRST_LAST},
    {"fde.size", "sign bit set", ALL, TWO, PLAIN, size_with_sign_bit, BOTH | AT_LAST | AT_END | AT_FAR},
    {"fde.size", "more than two bytes hold", ALL, TWO, PLAIN, size_of_two_bytes, DECODE | AT_END | AT_FAR},
    {"fde.contains", "one more", ALL, TWO, PLAIN, size_up, AT_LAST | AT_END},
    {"fde.contains", "one less", ALL, TWO, PLAIN, size_down, AT_FIRST_LAST | AT_FIRST_END},
    {"fde.contains", "start moved", ALL, TWO, PLAIN, start_moved, AT_SECOND | AT_SECOND_ROW},
    {"fde.fre-off", "rows in another order than entries", BEFORE_V3, TWO, PLAIN, data_reversed,
     BOTH | AT_FIRST | AT_SECOND_ROW | AT_LAST},
    {"fde.fre-off", "behind more than 255 bytes of rows", BEFORE_V3, TWO, PLAIN, many_rows_before,
     DECODE | AT_FIRST | AT_LAST},
    {"fde.num-fres", "one row fewer", BEFORE_V3, TWO, PLAIN, one_row_fewer, BOTH | AT_SECOND_LAST},
    {"fde.num-fres", "300 rows", BEFORE_V3, TWO, PLAIN, many_rows, BOTH},
    {"fde.info", "another row type", ALL, TWO, PLAIN, second_addr2, BOTH | AT_SECOND_ROW},
    {"fde.info", "masks", V2ON, TWO, PLAIN, second_mask, BOTH | AT_SECOND_LATER},
    {"fde.rep-size", "32 for 16", V2ON, TWO, &twin_masked, blocks_of_32,
     BOTH | AT_SECOND_ROW | AT_SECOND_LATER},
    {"fde.rep-size", "128 for 16", V2ON, TWO, &twin_masked, blocks_of_128,
     BOTH | AT_SECOND_ROW | AT_SECOND_LATER},
    {"fde.rep-size-plt", "other blocks than those of 16", V2ON, AMD, &twin_masked, blocks_of_32,
     BOTH | AT_SECOND_LATER | AT_SECOND_LAST},

    {"index.own", "data in another order than the index", V3, TWO, PLAIN, data_reversed,
     BOTH | AT_FIRST | AT_SECOND_ROW | AT_LAST},
    {"index.layout", "two more entries", V3, TWO, &twin_small, two_more, BOTH | AT_SECOND_ROW | AT_LAST},
    {"index.layout", "start of the second entry", V3, TWO, PLAIN, start_moved, DECODE | AT_SECOND},
    {"index.layout", "size of the last entry", V3, TWO, PLAIN, size_up, DECODE | AT_END},
    {"index.start-signed64", "below the section", V3, ANY_ABI, PLAIN, first_below,
     BOTH | AT_BELOW | AT_FIRST},
    {"index.start-signed64", "more than 32 bits", V3, ANY_ABI, PLAIN, start_beyond_32_bits,
     BOTH | AT_THIRD | AT_SECOND},
    {"index.start-signed64", "bit 31 set", V3, ANY_ABI, PLAIN, start_with_bit_31, BOTH | AT_THIRD},
    {"index.start-signed64", "below by more than 32 bits", V3, ANY_ABI, PLAIN, start_below_32_bits,
     BOTH | AT_FIRST | AT_SECOND},
    {"index.fre-off", "data in another order than the index", V3, TWO, PLAIN, data_reversed,
     BOTH | AT_FIRST | AT_LAST},
    {"index.fre-off", "behind more than 255 bytes of rows", V3, TWO, PLAIN, many_rows_before,
     DECODE | AT_FIRST | AT_LAST},
    {"attribute.first", "another row type", V3, TWO, PLAIN, second_addr2, BOTH | AT_SECOND_ROW},
    {"attribute.first", "no rows after it", V3, TWO, PLAIN, second_without_rows, BOTH | AT_SECOND | AT_LAST},
    {"attribute.layout", "another number of rows", V3, TWO, PLAIN, one_row_fewer, BOTH | AT_SECOND_LAST},
    {"attribute.layout", "another info byte", V3, TWO, PLAIN, second_signal, BOTH | AT_SECOND},
    {"attribute.layout", "another second info byte", V3, AMD, PLAIN, second_flexible, BOTH | AT_SECOND_ROW},
    {"attribute.layout", "another repetition size", V3, TWO, &twin_masked, blocks_of_32,
     BOTH | AT_SECOND_LATER},
    {"attribute.unaligned", "after rows of odd length", V3, ANY_ABI, PLAIN, make_wide,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"attribute.unaligned", "after rows of another length", V3, TWO, PLAIN, one_row_fewer, DECODE | AT_LAST},
    {"attribute.num-fres", "one row fewer", V3, TWO, PLAIN, one_row_fewer, BOTH | AT_SECOND_LAST},
    {"attribute.num-fres", "300 rows", V3, TWO, PLAIN, many_rows, BOTH},
    {"attribute.info2", "flexible", V3, AMD, PLAIN, second_flexible, BOTH | AT_SECOND | AT_SECOND_ROW},

    /* What rows say once a header fixes something is contested, what the header says is not: no functions. */
    {"header.fixed-ra", "minus 8", V12, ARMS, &twin_empty, fixed_ra_minus_8, BOTH},
    {"header.fixed-ra", "plus 8", V12, ARMS, &twin_empty, fixed_ra_plus_8, BOTH},
    {"header.fixed-int8", "RA at minus 128", V12, ARMS, &twin_empty, fixed_ra_minus_128, BOTH},
    {"header.fixed-int8", "RA at plus 127", V12, ARMS, &twin_empty, fixed_ra_plus_127, BOTH},
};

static void emit_change(struct emitter *emitter, enum profile profile, enum abi abi,
                        const struct change *change)
{
    change->make(begin_fault(emitter, profile, abi, change->twin, change->clause, change->way));
    if (!make_bytes(emitter))
        return;
    demand_class(emitter, CLASS_VALID);
    ask_places(emitter, change->asked);
}

/* --- Fixed offsets that may be breaches ----------------------------------------------------------------- */

static const struct change fixed_ras[] = {
    {"header.fixed-ra", "minus 8", E1ON, TRACKED, &twin_empty, fixed_ra_minus_8, DECODE},
    {"header.fixed-ra", "plus 8", ALL, AMD, &twin_empty, fixed_ra_plus_8, DECODE},
    {"header.fixed-ra", "plus 8", E1ON, TRACKED, &twin_empty, fixed_ra_plus_8, DECODE},
    {"header.fixed-int8", "RA at minus 128", ALL, AMD, &twin_empty, fixed_ra_minus_128, DECODE},
    {"header.fixed-int8", "RA at minus 128", E1ON, TRACKED, &twin_empty, fixed_ra_minus_128, DECODE},
    {"header.fixed-int8", "RA at plus 127", ALL, AMD, &twin_empty, fixed_ra_plus_127, DECODE},
    {"header.fixed-int8", "RA at plus 127", E1ON, TRACKED, &twin_empty, fixed_ra_plus_127, DECODE},
};

static void emit_fixed_ra(struct emitter *emitter, enum profile profile, enum abi abi,
                          const struct change *change)
{
    change->make(begin_fault(emitter, profile, abi, change->twin, change->clause, change->way));
    if (!make_bytes(emitter))
        return;
    demand_class(emitter, CLASS_IRREGULAR);
    ask_places(emitter, change->asked);
}

/* Whether a fixed FP is a breach is contested; which number the header gives is not. */
static const struct change fixed_fps[] = {
    {"header.fixed-fp", "minus 16", ALL, ANY_ABI, &twin_empty, fixed_fp_minus_16, DECODE},
    {"header.fixed-fp", "plus 16", ALL, ANY_ABI, &twin_empty, fixed_fp_plus_16, DECODE},
    {"header.fixed-int8", "FP at minus 128", ALL, ANY_ABI, &twin_empty, fixed_fp_minus_128, DECODE},
    {"header.fixed-int8", "FP at plus 127", ALL, ANY_ABI, &twin_empty, fixed_fp_plus_127, DECODE},
};

static void emit_fixed_fp(struct emitter *emitter, enum profile profile, enum abi abi,
                          const struct change *change)
{
    change->make(begin_fault(emitter, profile, abi, change->twin, change->clause, change->way));
    if (!make_bytes(emitter))
        return;
    static const struct reading readings[] = {{"allowed", .judgement = ALLOWS},
                                              {"breach", BREAKS, .clause = "header.fixed-fp"}};
    struct dispute dispute = dispute_over(emitter, "fixed-fp-any-abi", readings, 2);
    put_question(&dispute, OPERATION_DECODE, 0, fault_name(emitter, "whole"));
    judge_all(&dispute, readings, fault_field(emitter, FIELD_FIXED_FP, -1)->offset);
}

typedef void emit_row(struct emitter *emitter, enum profile profile, enum abi abi,
                      const struct change *change);

static void every(struct emitter *emitter, enum profile profile, enum abi abi, const struct change *table,
                  size_t count, emit_row *emit_one)
{
    for (size_t i = 0; i < count; i++)
        if (is_for(table[i].profiles, table[i].abis, profile, abi))
            emit_one(emitter, profile, abi, &table[i]);
}

#define EVERY(table, emit_one) every(emitter, profile, abi, table, COUNT(table), emit_one)

static void make_all(struct emitter *emitter, enum profile profile, enum abi abi)
{
    if (profile != PROFILE_V1)
        emit_twin(emitter, profile, abi, &twin_masked);
    EVERY(changes, emit_change);
    EVERY(fixed_ras, emit_fixed_ra);
    EVERY(fixed_fps, emit_fixed_fp);
}

void family_twins_layout(struct emitter *emitter)
{
    for_wanted(emitter, make_all);
}
