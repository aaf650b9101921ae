/* Twins that differ in what a clause on ABIs, function entries, index or attributes governs; a part of
 * twins_layout. */
#include "twins_layout.h"

/* --- Changes -------------------------------------------------------------------------------------------- */

static void change_words(struct section *section)
{
    gen_change_cfa(section);
    gen_change_fp(section);
    if (gen_ra_tracked(section))
        gen_change_ra(section);
}

/* Their data stands first, so that of the others lies further on than one byte can say. */
static void many_rows_before(struct section *section)
{
    static const uint8_t order[] = {3, 0, 1, 2};
    gen_many_rows(section);
    section->has_data_order = true;
    for (unsigned i = 0; i < sizeof order; i++)
        section->data_order[i] = order[i];
}

CHANGE(one_row_fewer, section->functions[1].row_count = 2)

/* Starts as far apart as their fields, so that all fields are equal. */
static void pcrel_equal_fields(struct section *section)
{
    section->flags |= FLAG_PCREL;
    for (uint32_t i = 0; i < section->function_count; i++) {
        struct function *function = &section->functions[i];
        function->start = 0x1000 + i * gen_entry_bytes(section->profile);
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

CHANGE(first_below, section->functions[0].start = -0x1000)
CHANGE(elsewhere, section->address = 0x7fff00000000)
CHANGE(start_moved, section->functions[1].start += 4)

static void start_extremes(struct section *section)
{
    section->address = 0x7fff00000000;
    section->functions[0].start = INT32_MIN;
    section->functions[2].start = INT32_MAX;
}

CHANGE(start_beyond_32_bits, section->functions[2].start += 0x100000000)
CHANGE(start_with_bit_31, section->functions[2].start += 0x80000000)
CHANGE(start_below_32_bits, section->address = 0x7fff00000000; section->functions[0].start -= 0x100000000)
CHANGE(size_up, section->functions[2].size++)
CHANGE(size_down, section->functions[0].size--)
CHANGE(size_with_sign_bit, section->functions[2].size = 0x80000000)
CHANGE(size_of_two_bytes, section->functions[2].size = 0x10040)

static void data_reversed(struct section *section)
{
    static const uint8_t order[] = {2, 1, 0};
    section->has_data_order = true;
    for (unsigned i = 0; i < sizeof order; i++)
        section->data_order[i] = order[i];
}

CHANGE(second_addr2, section->functions[1].fre_type = FRE_ADDR2)
CHANGE(second_mask, section->functions[1].pc_type = PC_MASK; section->functions[1].rep_size = 16)
CHANGE(second_flexible, section->functions[1].fde_type = FDE_FLEX)
CHANGE(second_signal, section->functions[1].signal = true)
CHANGE(blocks_of_32, section->functions[1].rep_size = 32)

/* The start is a multiple of it, as the section's address is: from where PC counts makes no difference. */
static void blocks_of_128(struct section *section)
{
    section->functions[1].rep_size = 128;
    section->functions[1].size = 0xff;
    section->rows[5].start = 100;
}

CHANGE(build_masked, gen_add_plain_functions(section, 0); second_mask(section))

const struct twin gen_twin_masked = {"fault-twin-masked", build_masked,
                                     BOTH | AT_SECOND | AT_SECOND_ROW | AT_SECOND_LATER | AT_SECOND_LAST};

/* --- The table ------------------------------------------------------------------------------------------ */

const struct change gen_function_changes[] = {
    {"abi.identified", "other words", ALL, ANY_ABI, PLAIN, change_words, DECODE | AT_SECOND_ROW},
    {"abi.aarch64-big", "other words", ALL, ARM_BE, PLAIN, change_words, DECODE | AT_SECOND_ROW},
    {"abi.aarch64-big", "words of two bytes", ALL, ARM_BE, PLAIN, gen_words_of_two, DECODE | AT_SECOND_ROW},
    {"abi.aarch64-little", "other words", ALL, ARM, PLAIN, change_words, DECODE | AT_SECOND_ROW},
    {"abi.aarch64-little", "words of two bytes", ALL, ARM, PLAIN, gen_words_of_two, DECODE | AT_SECOND_ROW},
    {"abi.amd64-little", "other words", ALL, AMD, PLAIN, change_words, DECODE | AT_SECOND_ROW},
    {"abi.amd64-little", "words of two bytes", ALL, AMD, PLAIN, gen_words_of_two, DECODE | AT_SECOND_ROW},
    {"abi.s390x-big", "other words", E1ON, S390, PLAIN, change_words, DECODE | AT_SECOND_ROW},
    {"abi.s390x-big", "words of two bytes", E1ON, S390, PLAIN, gen_words_of_two, DECODE | AT_SECOND_ROW},
    {"abi.decisions", "a row of one word", ALL, ANY_ABI, PLAIN, gen_drop_words, DECODE | AT_SECOND_ROW},

    {"fde.array", "two more entries", ALL, TWO, &gen_twin_small, gen_two_more,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"fde.array", "many entries", ALL, TWO, PLAIN, gen_many_functions, DECODE | AT_SECOND | AT_LAST | AT_FAR},
    {"fde.search", "many entries", E1ON, TWO, PLAIN, gen_many_functions,
     AT_BEFORE | AT_FIRST | AT_SECOND | AT_LAST | AT_END | AT_FAR},
    {"fde.search", "not sorted and not flagged", E1ON, ANY_ABI, PLAIN, reversed,
     BOTH | AT_FIRST | AT_SECOND | AT_LAST},
    {"fde.search", "fields that descend while functions ascend", E1ON, ANY_ABI, PLAIN,
     pcrel_descending_fields, BOTH | AT_FIRST | AT_FIRST_ROW | AT_SECOND},
    {"fde.layout-17", "two more entries", V1, TWO, &gen_twin_small, gen_two_more,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"fde.layout-20", "two more entries", V2 | ERRATA, TWO, &gen_twin_small, gen_two_more,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"fde.natural", "two more entries", V2ON, TWO, &gen_twin_small, gen_two_more, DECODE | AT_SECOND_ROW},
    {"fde.start-signed32", "below the section", BEFORE_V3, TWO, PLAIN, first_below,
     BOTH | AT_BELOW | AT_FIRST},
    {"fde.start-signed32", "least and greatest", BEFORE_V3, TWO, PLAIN, start_extremes, BOTH},
    {"fde.start-address", "section elsewhere", BEFORE_V3, TWO, PLAIN, elsewhere,
     BOTH | AT_FIRST | AT_SECOND | AT_LAST},
    {"fde.start-address", "start moved", BEFORE_V3, TWO, PLAIN, start_moved, DECODE | AT_SECOND},
    {"fde.start-pcrel", "fields counted from themselves", E1ON, TWO, PLAIN, gen_pcrel_alone,
     BOTH | AT_FIRST | AT_SECOND | AT_LAST},
    {"fde.start-pcrel", "equal fields of different functions", E1ON, TWO, PLAIN, pcrel_equal_fields,
     BOTH | AT_FIRST | AT_FIRST_ROW | AT_SECOND},
    {"fde.start-pcrel", "fields behind an auxiliary header", E1ON, ANY_ABI, &gen_twin_aux, gen_pcrel,
     BOTH | AT_FIRST | AT_LAST},
    {"fde.start-section", "section elsewhere", E1ON, TWO, PLAIN, elsewhere,
     BOTH | AT_FIRST | AT_SECOND | AT_LAST},
    {"fde.start-section", "behind an auxiliary header", E1ON, TWO, PLAIN, gen_aux_60,
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
    {"fde.num-fres", "300 rows", BEFORE_V3, TWO, PLAIN, gen_many_rows, BOTH},
    {"fde.info", "another row type", ALL, TWO, PLAIN, second_addr2, BOTH | AT_SECOND_ROW},
    {"fde.info", "masks", V2ON, TWO, PLAIN, second_mask, BOTH | AT_SECOND_LATER},
    {"fde.rep-size", "32 for 16", V2ON, TWO, &gen_twin_masked, blocks_of_32,
     BOTH | AT_SECOND_ROW | AT_SECOND_LATER},
    {"fde.rep-size", "128 for 16", V2ON, TWO, &gen_twin_masked, blocks_of_128,
     BOTH | AT_SECOND_ROW | AT_SECOND_LATER},
    {"fde.rep-size-plt", "other blocks than those of 16", V2ON, AMD, &gen_twin_masked, blocks_of_32,
     BOTH | AT_SECOND_LATER | AT_SECOND_LAST},

    {"index.own", "data in another order than the index", V3, TWO, PLAIN, data_reversed,
     BOTH | AT_FIRST | AT_SECOND_ROW | AT_LAST},
    {"index.layout", "two more entries", V3, TWO, &gen_twin_small, gen_two_more,
     BOTH | AT_SECOND_ROW | AT_LAST},
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
    {"attribute.first", "no rows after it", V3, TWO, PLAIN, gen_second_without_rows,
     BOTH | AT_SECOND | AT_LAST},
    {"attribute.layout", "another number of rows", V3, TWO, PLAIN, one_row_fewer, BOTH | AT_SECOND_LAST},
    {"attribute.layout", "another info byte", V3, TWO, PLAIN, second_signal, BOTH | AT_SECOND},
    {"attribute.layout", "another second info byte", V3, AMD, PLAIN, second_flexible, BOTH | AT_SECOND_ROW},
    {"attribute.layout", "another repetition size", V3, TWO, &gen_twin_masked, blocks_of_32,
     BOTH | AT_SECOND_LATER},
    {"attribute.unaligned", "after rows of odd length", V3, ANY_ABI, PLAIN, gen_make_wide,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"attribute.unaligned", "after rows of another length", V3, TWO, PLAIN, one_row_fewer, DECODE | AT_LAST},
    {"attribute.num-fres", "one row fewer", V3, TWO, PLAIN, one_row_fewer, BOTH | AT_SECOND_LAST},
    {"attribute.num-fres", "300 rows", V3, TWO, PLAIN, gen_many_rows, BOTH},
    {"attribute.info2", "flexible", V3, AMD, PLAIN, second_flexible, BOTH | AT_SECOND | AT_SECOND_ROW},
};

const unsigned gen_function_change_count = COUNT(gen_function_changes);
