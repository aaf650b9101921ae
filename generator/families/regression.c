/* Regressions: a vector for each bug that was found, in our programs or in those of others, by an input that
 * no vector of the other families is like.  Its id ends in /regression/ and the name of the bug. */
#include "../families.h"
#include "../sets.h"

#include <string.h>

/* --- Sections ------------------------------------------------------------------------------------------- */

static void add_sp_row(struct section *section, uint32_t start, int64_t offset)
{
    gen_add_row(section, start)->cfa = gen_rule_sp(offset);
}

static void four_words(struct section *section)
{
    gen_add_function(section, 0x1000, 0x10);
    add_sp_row(section, 0, 8);
    struct row *row = gen_add_row(section, 8);
    row->cfa = gen_rule_sp(16);
    row->fp = gen_rule_slot(-16);
    row->extra_count = 2;
}

static void row_beyond(struct section *section)
{
    gen_add_function(section, 0x1000, 0x10);
    add_sp_row(section, 0, 8);
    gen_add_row(section, 0x20)->cfa = gen_rule_fp(16);
}

CHANGE(no_such_ra, section->fixed_ra = -128)

/* The first begins behind the least start that can be said, the other at the greatest. */
static void around_last_start(struct section *section, int64_t first_start, uint32_t first_size)
{
    section->address = 0;
    gen_add_function(section, first_start, first_size);
    add_sp_row(section, 0, 8);
    gen_add_function(section, INT64_MAX, 0x10);
    add_sp_row(section, 0, 16);
}

CHANGE(held_around, around_last_start(section, INT64_MIN, 4))
static void nearest_across(struct section *section)
{
    section->flags = 0;
    around_last_start(section, INT64_MIN + 14, 1);
}

static void overlap_at_last(struct section *section)
{
    section->flags = 0;
    around_last_start(section, INT64_MAX, 0x10);
    section->rows[1].cfa.offset = 8;
}

CHANGE(large_function, section->flags |= FLAG_PCREL; gen_add_function(section, 0x101c, 0x1000);
       add_sp_row(section, 0, 8))

static void shared_words_of_two_bytes(struct section *section)
{
    gen_add_function(section, 0x1000, 0x10)->fre_type = FRE_ADDR2;
    add_sp_row(section, 0, 16);
    section->rows[0].word_size = 2;
    gen_add_function(section, 0x1020, 0x10)->fre_type = FRE_ADDR2;
    gen_share_rows(section, 0, 0, 1);
    section->gap_rows = 5;
}

/* What it says otherwise is written over: see lie(). */
static void far_apart(struct section *section)
{
    gen_add_function(section, 0x736e61222c001000, 0x22726577);
    gen_add_function(section, -0x2525fffffffff000, 0xdadadada);
    section->filler = 0xda;
    section->gap_rows = 24 - 2 * 5; /* beside the attributes */
}

static void two_at_the_start(struct section *section)
{
    section->flags |= FLAG_PCREL;
    gen_add_function(section, 0x1000, 0x10);
    add_sp_row(section, 0, 8);
    add_sp_row(section, 0, 16);
    gen_add_row(section, 4)->cfa = gen_rule_fp(16);
}

static void mask_of_no_size(struct section *section)
{
    section->address = 0;
    gen_add_function(section, 0x1000, 0)->pc_type = PC_MASK;
    add_sp_row(section, 0, 8);
    add_sp_row(section, 4, 16);
}

/* By either reading of who answers where two do: it starts nearer to the PC, and it is the table's first. */
static void inner_first(struct section *section)
{
    section->flags = 0;
    gen_add_function(section, 0x1010, 0x10);
    add_sp_row(section, 0, 8);
    gen_add_function(section, 0x1000, 0x100);
    add_sp_row(section, 0, 16);
}

/* The last address that it holds is the last one that can be said from the section. */
static void up_to_2_63(struct section *section)
{
    section->address = 0;
    gen_add_function(section, 0x1000, 0x10);
    add_sp_row(section, 0, 8);
    gen_add_function(section, INT64_MAX - 0xf, 0x10);
    add_sp_row(section, 0, 16);
}

static void around_the_section(struct section *section)
{
    for (int i = 0; i < 90; i++) {
        gen_add_function(section, 0x60 * i - 0x1000, 0x50);
        add_sp_row(section, 0, 8 + 8 * i);
    }
}

/* --- The table ------------------------------------------------------------------------------------------ */

static const struct regression {
    const char *name;
    enum profile profile;
    enum abi abi;
    enum operation operation;
    void (*fill)(struct section *section);
    uint64_t pc;
    const char *clause; /* that it is also about; null: none */
    const char *origin, *note;
} regressions[] = {
    {"before-a-row-of-four-words", PROFILE_V1, ABI_AMD64, OPERATION_LOOKUP, four_words, 0x11000, "fre.range",
     "conformance/findings/libsframe-rows-refused.md",
     "The row behind the one that holds the PC has more words than version 1 allows: an error, or the "
     "answer, but "
     "not that nothing is known."},
    {"behind-a-function-by-a-row-beyond-it", PROFILE_V2, ABI_AMD64, OPERATION_LOOKUP, row_beyond, 0x11014,
     "fde.contains", "conformance/findings/libsframe-rows-beyond.md",
     "The function has 16 bytes, its second row starts at 32. A PC between them is in no function, though "
     "the first "
     "row ends where the second starts."},
    {"check-without-scratch", PROFILE_V1, ABI_AMD64, OPERATION_FLIP, no_such_ra, 0, NULL,
     "fuzz/regressions/flip/check-without-scratch",
     "No functions, and a return address that AMD64 has not. The oracle added an offset to a null pointer "
     "where a "
     "check had no memory to work with."},
    {"functions-around-the-section", PROFILE_V2, ABI_AMD64, OPERATION_LOOKUP, around_the_section, 0x10ee0,
     "fde.search", "conformance/mutants/survivors.txt",
     "Functions of 80 bytes, 96 apart, from below the section to behind it. Whoever guesses where among them "
     "a PC lies, and adds the first start where it is to be subtracted, leaves the table."},
    {"held-around-2-63-only", PROFILE_V3, ABI_AMD64, OPERATION_LOOKUP, held_around, 0x8000000000000008,
     "fde.contains", "fuzz/regressions/differential-zoo/held-around-2-63-only",
     "A function reaches beyond the last start that can be said, into the first ones: a PC behind the first "
     "of those "
     "is held by it alone. The zoo's right decoder searched by halves, as no function reached into the one "
     "after it "
     "in the table."},
    {"inner-function-first", PROFILE_V2E1, ABI_AMD64, OPERATION_LOOKUP, inner_first, 0x11014, "fde.contains",
     "conformance/mutants/survivors.txt",
     "A function lies inside another that comes after it in the table. It answers by its place and by its "
     "start, or nobody does; whoever takes the last that holds the PC takes the other."},
    {"nearest-start-across-2-63", PROFILE_V3, ABI_AMD64, OPERATION_LOOKUP, nearest_across, 0x800000000000000e,
     "fde.contains", "fuzz/regressions/roundtrip/nearest-start-across-2-63",
     "A function reaches beyond the last start that can be said, into the first ones: they share a PC, where "
     "the one "
     "that starts nearest before it answers. The oracle compared starts as signed numbers."},
    {"overlap-at-the-last-start", PROFILE_V3, ABI_AMD64, OPERATION_CHECK, overlap_at_last, 0, NULL,
     "fuzz/regressions/roundtrip/overlap-at-the-last-start",
     "Two functions at the last start that can be said share their PCs. The oracle compared ends that were "
     "clipped "
     "to that place."},
    {"pc-4-gib-behind-a-function", PROFILE_V2E1, ABI_AMD64, OPERATION_LOOKUP, large_function, 0x10001101c,
     "fde.contains", "conformance/findings/libsframe-pc-wraps.md",
     "4 GiB and 28 bytes behind the start of a function of 4 KiB. Whoever reckons in 32 bits finds it "
     "there."},
    {"rows-shared-in-foreign-order", PROFILE_V2, ABI_AARCH64_BE, OPERATION_DECODE, shared_words_of_two_bytes,
     0, "preamble.endianness", "conformance/findings/libsframe-shared-rows.md",
     "Two functions share a row whose word has 2 bytes. Whoever turns the bytes of each function's rows "
     "round turns "
     "these round twice."},
    {"starts-far-apart", PROFILE_V3, ABI_AMD64, OPERATION_CHECK, far_apart, 0, NULL,
     "fuzz/regressions/differential-zoo/starts-far-apart",
     "Starts so far apart that their distance is no signed number. The zoo's decoder subtracted them."},
    {"two-rows-at-the-start", PROFILE_V2E1, ABI_AMD64, OPERATION_LOOKUP, two_at_the_start, 0x11005,
     "fre.range-end", "conformance/findings/libsframe-again.md",
     "Two rows start with the function, the third 4 bytes on, and answers from there. Whoever ends the first "
     "row one "
     "byte before the second, without a sign, has it hold for every PC."},
    {"up-to-2-63", PROFILE_V3, ABI_AMD64, OPERATION_CHECK, up_to_2_63, 0, NULL,
     "conformance/mutants/survivors.txt",
     "A function ends where the starts that can be said do. It reaches around into nobody: the section is "
     "valid."},
    {"v1-mask-of-no-size", PROFILE_V1, ABI_AMD64, OPERATION_CHECK, mask_of_no_size, 0, NULL,
     "docs/disagreements.md",
     "A mask function of version 1 has no block size: the function's own size bounds its rows, also a size "
     "of 0. The "
     "oracle took the 0 for a block size that says nothing."},
};

/* --- Emitting ------------------------------------------------------------------------------------------- */

static void lie(struct encoded *encoded, enum field_name name, int function, uint64_t value)
{
    gen_lie_field(encoded, gen_find_field(encoded, name, function, -1, -1), value);
}

/* Of the section whose starts lie far apart: rows that begin far behind it, and no attributes. */
static void put_rows_nowhere(struct emitter *emitter)
{
    struct encoded *encoded = &emitter->encoded;
    lie(encoded, FIELD_NUM_FRES, -1, 4);
    lie(encoded, FIELD_FRE_OFF, 0, 0x7b3a);
    lie(encoded, FIELD_FRE_OFF, 1, 0xdadadada);
    memset(encoded->bytes + encoded->rows_begin, 0xda, encoded->length - encoded->rows_begin);
    gen_forget_violations(emitter);
    gen_breaks(emitter, "fde.sorted-flagged", encoded->start_at[1], SEVERITY_IRREGULAR);
    for (int i = 0; i < 2; i++)
        gen_also_breaks(emitter, "fde.fre-off-inside",
                        gen_find_field(encoded, FIELD_FRE_OFF, i, -1, -1)->offset, SEVERITY_MALFORMED);
}

/* As a writer counts that counts shared rows for each function. */
static void count_shared_rows_twice(struct emitter *emitter)
{
    lie(&emitter->encoded, FIELD_NUM_FRES, -1, 2);
    gen_also_breaks(emitter, "header.fre-total", gen_header_field(&emitter->encoded, FIELD_NUM_FRES)->offset,
                    SEVERITY_IRREGULAR);
}

void gen_family_regression(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(regressions); i++) {
        const struct regression *regression = &regressions[i];
        if (!gen_wanted(emitter, regression->profile, regression->abi))
            continue;
        regression->fill(gen_begin(emitter, regression->profile, regression->abi, "regression"));
        emitter->origin = regression->origin;
        emitter->note = regression->note;
        if (!gen_make_bytes(emitter))
            return;
        if (regression->fill == far_apart)
            put_rows_nowhere(emitter);
        if (regression->fill == shared_words_of_two_bytes)
            count_shared_rows_twice(emitter);
        if (regression->clause != NULL)
            gen_exercises(emitter, regression->clause);
        if (regression->operation == OPERATION_FLIP)
            gen_emit_flip_of_irregular(emitter, regression->name);
        else
            gen_emit(emitter, regression->operation, regression->pc, regression->name);
    }
}
