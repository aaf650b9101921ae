/* Twins: two valid sections that differ in what one clause about the reader governs.  A reader that ignores
 * the clause (takes a field from elsewhere, in another width, sign or unit, from another origin) gives one of
 * the two a wrong answer. */
#include "twins_layout.h"

#include "../families.h"

/* --- Changes -------------------------------------------------------------------------------------------- */

void gen_change_cfa(struct section *section)
{
    section->rows[4].cfa.offset += 16;
}

void gen_change_fp(struct section *section)
{
    section->rows[4].fp = gen_rule_slot(section->rows[4].fp.offset + 8);
}

void gen_change_ra(struct section *section)
{
    section->rows[4].ra = gen_rule_slot(section->rows[4].ra.offset - 16);
}

void gen_drop_words(struct section *section)
{
    section->rows[4].ra = gen_rule_unsaid();
    section->rows[4].fp = gen_rule_unsaid();
}

void gen_two_more(struct section *section)
{
    gen_add_plain_functions(section, 1);
}

void gen_many_functions(struct section *section)
{
    for (int64_t i = 3; i < 40; i++) {
        gen_add_function(section, 0x1000 + 0x100 * i, 0x40);
        gen_add_row(section, 0)->cfa.offset += 8 * (i % 8);
    }
}

CHANGE(gen_no_functions, section->function_count = 0)

/* The first function keeps its rows; so many that counts and lengths need a second byte follow it. */
void gen_many_rows(struct section *section)
{
    gen_add_function(section, 0x1300, 0x1000)->fre_type = FRE_ADDR2;
    for (uint32_t i = 0; i < 300; i++)
        gen_add_row(section, i)->cfa.offset += 8 * (int64_t)(i % 8);
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

void gen_words_of_two(struct section *section)
{
    words_of(section, 2);
}

CHANGE(words_of_four, words_of(section, 4))

void gen_second_without_rows(struct section *section)
{
    section->functions[1].row_count = 0;
}

CHANGE(no_flags, section->flags = 0)
CHANGE(frame_pointer, section->flags |= FLAG_FRAME_POINTER)

/* The starts stay, the fields change. */
void gen_pcrel(struct section *section)
{
    section->flags |= FLAG_PCREL;
}

/* The fields stay, the starts change. */
void gen_pcrel_alone(struct section *section)
{
    section->flags |= FLAG_PCREL;
    for (uint32_t i = 0; i < section->function_count; i++)
        section->functions[i].start += HEADER_SIZE + i * gen_entry_bytes(section->profile);
}

static void auxiliary(struct section *section, uint8_t length, uint8_t first, uint8_t step)
{
    section->aux_length = length;
    for (unsigned i = 0; i < length; i++)
        section->aux[i] = (uint8_t)(first + step * i);
}

void gen_aux_60(struct section *section)
{
    auxiliary(section, 60, 1, 1);
}

CHANGE(aux_1, auxiliary(section, 1, 0x11, 0))
CHANGE(aux_2, auxiliary(section, 2, 0x11, 0x11))
CHANGE(aux_3, auxiliary(section, 3, 0x11, 0x11))
CHANGE(aux_4, auxiliary(section, 4, 0x11, 0x11))
CHANGE(aux_28, auxiliary(section, 28, 0, 0))
CHANGE(aux_127, auxiliary(section, 127, 0, 1))
CHANGE(aux_128, auxiliary(section, 128, 0, 1))
CHANGE(aux_255, auxiliary(section, 255, 0xff, 0))
CHANGE(aux_zeros, auxiliary(section, 8, 0, 0))
CHANGE(aux_ones, auxiliary(section, 8, 0xff, 0))

/* The auxiliary header is what the function entries could be: a reader that starts at byte 28 finds them. */
static void aux_decoy(struct section *section)
{
    static const uint8_t decoy[] = {0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x00};
    auxiliary(section, 60, 0, 0);
    for (unsigned i = 0; i < 60; i++)
        section->aux[i] = decoy[i % sizeof decoy];
}

CHANGE(fixed_ra_minus_8, section->fixed_ra = -8)
CHANGE(fixed_ra_plus_8, section->fixed_ra = 8)
CHANGE(fixed_ra_minus_128, section->fixed_ra = -128)
CHANGE(fixed_ra_plus_127, section->fixed_ra = 127)
CHANGE(fixed_fp_minus_16, section->fixed_fp = -16)
CHANGE(fixed_fp_plus_16, section->fixed_fp = 16)
CHANGE(fixed_fp_minus_128, section->fixed_fp = -128)
CHANGE(fixed_fp_plus_127, section->fixed_fp = 127)

/* --- The table ------------------------------------------------------------------------------------------ */

static const struct change changes[] = {
    {"overview.tracks", "another CFA", ALL, ANY_ABI, PLAIN, gen_change_cfa, DECODE | AT_SECOND_ROW},
    {"overview.tracks", "another slot of FP", ALL, ANY_ABI, PLAIN, gen_change_fp, DECODE | AT_SECOND_ROW},
    {"overview.tracks", "another slot of RA", ALL, TRACKED, PLAIN, gen_change_ra, DECODE | AT_SECOND_ROW},
    {"overview.tracks", "FP and RA where they were", ALL, ANY_ABI, PLAIN, gen_drop_words,
     DECODE | AT_SECOND_ROW},
    {"overview.unaligned", "four-byte starts and words at odd bytes", V2ON, ANY_ABI, PLAIN, gen_make_wide,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"overview.unaligned", "two-byte words at odd bytes", V2ON, TWO, PLAIN, gen_words_of_two,
     DECODE | AT_SECOND_ROW},
    {"overview.natural", "two more entries", V2ON, TWO, &gen_twin_small, gen_two_more, BOTH | AT_SECOND_ROW},
    {"overview.packed", "two more entries", ALL, ANY_ABI, &gen_twin_small, gen_two_more,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"overview.packed", "four-byte starts before bytes of info", ALL, TWO, PLAIN, gen_make_wide,
     DECODE | AT_SECOND_ROW},
    {"overview.bytes", "start, size and rows at odd bytes", ALL, TWO, PLAIN, odd_addresses,
     DECODE | AT_FIRST | AT_FIRST_ROW | AT_FIRST_LAST | AT_SECOND_LAST},
    {"overview.dataword", "two-byte words", V3, TWO, PLAIN, gen_words_of_two, DECODE | AT_SECOND_ROW},
    {"overview.dataword", "four-byte words", V3, TWO, PLAIN, words_of_four, DECODE | AT_SECOND_ROW},
    {"changes.fde-20", "two more entries", V2 | ERRATA, TWO, &gen_twin_small, gen_two_more,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"changes.outermost", "no rows in the second function", V3, ANY_ABI, PLAIN, gen_second_without_rows,
     BOTH | AT_SECOND | AT_SECOND_LAST | AT_FIRST | AT_THIRD},

    {"preamble.layout", "no flags", ALL, TWO, PLAIN, no_flags, BOTH},
    {"preamble.layout", "frame-pointer flag", BEFORE_V3, TWO, PLAIN, frame_pointer, BOTH},
    {"preamble.layout", "flag of starts that count from their fields", E1ON, TWO, PLAIN, gen_pcrel,
     BOTH | AT_FIRST},
    {"preamble.invariant", "no flags and no functions", ALL, TWO, &gen_twin_empty, no_flags, BOTH},
    {"preamble.natural", "no flags", V2ON, TWO, PLAIN, no_flags, DECODE},
    {"preamble.flags", "every start counts from its field", E1ON, ANY_ABI, PLAIN, gen_pcrel,
     DECODE | AT_FIRST | AT_SECOND | AT_LAST},
    {"preamble.flags", "a flag that is no function's", BEFORE_V3, TWO, PLAIN, frame_pointer,
     DECODE | AT_FIRST | AT_LAST},
    {"version.field", "flag of errata 1 set", E1ON, TWO, PLAIN, gen_pcrel, DECODE | AT_SECOND},
    {"version.field", "frame-pointer flag set", BEFORE_V3, TWO, PLAIN, frame_pointer, DECODE},
    {"flags.frame-pointer", "set", BEFORE_V3, TWO, PLAIN, frame_pointer,
     BOTH | AT_FIRST | AT_SECOND_ROW | AT_FAR},
    {"flags.pcrel", "set and the fields changed", E1ON, ANY_ABI, PLAIN, gen_pcrel,
     BOTH | AT_FIRST | AT_SECOND | AT_LAST},
    {"flags.pcrel", "set and the fields left", E1ON, ANY_ABI, PLAIN, gen_pcrel_alone,
     BOTH | AT_FIRST | AT_SECOND | AT_LAST},
    {"flags.versions", "flag of versions 2 and 3", E1ON, TWO, PLAIN, gen_pcrel, BOTH | AT_FIRST},
    {"flags.versions", "flag of versions 1 and 2", ERRATA, TWO, PLAIN, frame_pointer, BOTH},
    {"flags.versions", "flag of no version", E1ON, TWO, PLAIN, no_flags, BOTH},

    {"header.natural", "two more entries", V2ON, TWO, &gen_twin_small, gen_two_more, BOTH | AT_LAST},
    {"header.offsets-from-end", "two more entries", ALL, TWO, &gen_twin_small, gen_two_more,
     DECODE | AT_LAST},
    {"header.offsets-from-end", "four bytes of auxiliary header", ALL, TWO, PLAIN, aux_4, DECODE | AT_LAST},
    {"header.aux-end", "one byte", ALL, ANY_ABI, PLAIN, aux_1, BOTH | AT_FIRST | AT_LAST},
    {"header.aux-end", "28 zeros", ALL, TWO, PLAIN, aux_28, BOTH | AT_FIRST | AT_LAST},
    {"header.aux-end", "bytes that look like entries", ALL, ANY_ABI, PLAIN, aux_decoy,
     BOTH | AT_FIRST | AT_SECOND_ROW | AT_LAST},
    {"header.aux-end", "greatest length", ALL, TWO, PLAIN, aux_255, BOTH | AT_FIRST | AT_LAST},
    {"header.aux-follows", "four bytes of known value", ALL, TWO, PLAIN, aux_4, DECODE | AT_FIRST},
    {"header.aux-follows", "60 bytes of known value", ALL, TWO, PLAIN, gen_aux_60, DECODE | AT_FIRST},
    {"header.aux-content", "all zeros", E1ON, TWO, &gen_twin_aux, aux_zeros, BOTH | AT_LAST},
    {"header.aux-content", "all ones", E1ON, TWO, &gen_twin_aux, aux_ones, BOTH | AT_LAST},
    {"header.aux-skip", "all zeros", ALL, TWO, &gen_twin_aux, aux_zeros, AT_FIRST | AT_LAST},
    {"header.aux-skip", "all ones", ALL, TWO, &gen_twin_aux, aux_ones, AT_FIRST | AT_LAST},
    {"header.fixed-none", "no word for FP either", ALL, ANY_ABI, PLAIN, gen_drop_words,
     DECODE | AT_SECOND_ROW},
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
    {"header.num-fdes", "two more entries", ALL, TWO, &gen_twin_small, gen_two_more,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"header.num-fdes", "many entries", ALL, TWO, PLAIN, gen_many_functions, BOTH | AT_LAST},
    {"header.num-fdes", "no entry", ALL, TWO, PLAIN, gen_no_functions, BOTH | AT_FIRST | AT_FAR},
    {"header.num-fres", "two more functions", ALL, TWO, &gen_twin_small, gen_two_more, BOTH | AT_LAST},
    {"header.num-fres", "300 more rows", ALL, TWO, PLAIN, gen_many_rows, BOTH | AT_LAST},
    {"header.fre-len", "two more functions", ALL, TWO, &gen_twin_small, gen_two_more, BOTH | AT_LAST},
    {"header.fre-len", "300 more rows", ALL, TWO, PLAIN, gen_many_rows, BOTH | AT_LAST},
    {"header.fdeoff", "counted after an auxiliary header", ALL, TWO, PLAIN, gen_aux_60, DECODE | AT_LAST},
    {"header.freoff", "two more entries before the rows", ALL, TWO, &gen_twin_small, gen_two_more,
     DECODE | AT_FIRST | AT_LAST},
    {"header.freoff", "many more entries before the rows", ALL, TWO, PLAIN, gen_many_functions,
     DECODE | AT_FIRST | AT_LAST},
    {"header.fre-contents", "two more functions", V3, TWO, &gen_twin_small, gen_two_more,
     BOTH | AT_SECOND_ROW | AT_LAST},
    {"header.fre-contents", "no rows in the second function", V3, TWO, PLAIN, gen_second_without_rows,
     BOTH | AT_SECOND | AT_LAST},

};

/* What rows say once a header fixes something is contested, what the header says is not: no functions. */
static const struct change fixed[] = {
    {"header.fixed-ra", "minus 8", V12, ARMS, &gen_twin_empty, fixed_ra_minus_8, BOTH},
    {"header.fixed-ra", "plus 8", V12, ARMS, &gen_twin_empty, fixed_ra_plus_8, BOTH},
    {"header.fixed-int8", "RA at minus 128", V12, ARMS, &gen_twin_empty, fixed_ra_minus_128, BOTH},
    {"header.fixed-int8", "RA at plus 127", V12, ARMS, &gen_twin_empty, fixed_ra_plus_127, BOTH},
};

/* --- Fixed offsets that may be breaches ----------------------------------------------------------------- */

static const struct change fixed_ras[] = {
    {"header.fixed-ra", "minus 8", E1ON, TRACKED, &gen_twin_empty, fixed_ra_minus_8, DECODE},
    {"header.fixed-ra", "plus 8", ALL, AMD, &gen_twin_empty, fixed_ra_plus_8, DECODE},
    {"header.fixed-ra", "plus 8", E1ON, TRACKED, &gen_twin_empty, fixed_ra_plus_8, DECODE},
    {"header.fixed-int8", "RA at minus 128", ALL, AMD, &gen_twin_empty, fixed_ra_minus_128, DECODE},
    {"header.fixed-int8", "RA at minus 128", E1ON, TRACKED, &gen_twin_empty, fixed_ra_minus_128, DECODE},
    {"header.fixed-int8", "RA at plus 127", ALL, AMD, &gen_twin_empty, fixed_ra_plus_127, DECODE},
    {"header.fixed-int8", "RA at plus 127", E1ON, TRACKED, &gen_twin_empty, fixed_ra_plus_127, DECODE},
};

/* Whether a fixed FP is a breach is contested; which number the header gives is not. */
static const struct change fixed_fps[] = {
    {"header.fixed-fp", "minus 16", ALL, ANY_ABI, &gen_twin_empty, fixed_fp_minus_16, DECODE},
    {"header.fixed-fp", "plus 16", ALL, ANY_ABI, &gen_twin_empty, fixed_fp_plus_16, DECODE},
    {"header.fixed-int8", "FP at minus 128", ALL, ANY_ABI, &gen_twin_empty, fixed_fp_minus_128, DECODE},
    {"header.fixed-int8", "FP at plus 127", ALL, ANY_ABI, &gen_twin_empty, fixed_fp_plus_127, DECODE},
};

/* --- From a table to vectors ---------------------------------------------------------------------------- */

static void contest_fixed_fp(struct emitter *emitter)
{
    static const char *const ledger = "fixed-fp-any-abi";
    const uint32_t offset = gen_fault_field(emitter, FIELD_FIXED_FP, -1)->offset;
    gen_contest(emitter);
    gen_forget_violations(emitter);
    gen_reading_answers(emitter, ledger, "allowed", OPERATION_DECODE, 0);
    gen_also_breaks(emitter, "header.fixed-fp", offset, SEVERITY_IRREGULAR);
    gen_reading_answers(emitter, ledger, "breach", OPERATION_DECODE, 0);
    gen_forget_violations(emitter);
    gen_emit_contested(emitter, OPERATION_DECODE, 0, "allowed", gen_fault_name(emitter, "whole"));
}

static void every_change(struct emitter *emitter, const struct change *table, unsigned count,
                         enum vector_class vector_class)
{
    for (const struct change *change = table; change < table + count; change++) {
        if (!gen_is_for(emitter, change->profiles, change->abis))
            continue;
        change->make(gen_begin_fault(emitter, change->twin, change->clause, change->way));
        if (!gen_make_bytes(emitter))
            return;
        if (vector_class == CLASS_CONTESTED) {
            contest_fixed_fp(emitter);
        } else {
            gen_demand_class(emitter, vector_class);
            gen_ask_places(emitter, change->asked);
        }
    }
}

void gen_family_twins_layout(struct emitter *emitter)
{
    if (gen_profile_facts[emitter->profile].block_size_width != 0)
        gen_emit_twin(emitter, &gen_twin_masked);
    every_change(emitter, changes, COUNT(changes), CLASS_VALID);
    every_change(emitter, gen_function_changes, gen_function_change_count, CLASS_VALID);
    every_change(emitter, fixed, COUNT(fixed), CLASS_VALID);
    every_change(emitter, fixed_ras, COUNT(fixed_ras), CLASS_IRREGULAR);
    every_change(emitter, fixed_fps, COUNT(fixed_fps), CLASS_CONTESTED);
}
