/* Settled points of the ambiguity ledger: for each one sections whose numbers are chosen so that the popular
 * mistake, or a reading that was ruled out, gives another answer.  A point is a row of the table; its note
 * says what the mistake would answer.  Those about what rows say are in settled_rows.c. */
#include "settled.h"

#include "families.h"

/* --- Sections: functions and their rows ----------------------------------------------------------------- */

CHANGE(adjacent_functions, gen_prologue_at(section, 0x1000); gen_prologue_at(section, 0x1020))

/* Entries of 17 bytes: five of them stand at every remainder of 4, so that none can be loaded as a whole. */
static void five_functions(struct section *section)
{
    for (int64_t start = 0x1000; start < 0x1500; start += 0x100) {
        gen_prologue_at(section, start);
        section->rows[section->row_count - 1].cfa.offset += 8 * (start - 0x1000) / 0x100;
    }
}

/* Before the section and after it, so far up that an offset and an address cannot be mixed up. */
static void around_far_section(struct section *section)
{
    section->address = 0x7fff00000000;
    gen_prologue_at(section, -0x1000);
    gen_leaf_at(section, 0x1000);
}

static void growing_counts(struct section *section)
{
    for (int64_t i = 1; i <= 4; i++) {
        gen_add_function(section, 0x1000 * i, 0x20);
        for (uint32_t row = 0; row < i; row++)
            gen_add_row(section, 4 * row)->cfa = gen_rule_sp(160 + 8 * i + 80 * (int64_t)row);
    }
}

static void late_first_row(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_add_row(section, 4)->cfa = gen_rule_sp(320);
    gen_add_row(section, 8)->cfa = gen_rule_sp(328);
}

/* --- Sections: header and entries ----------------------------------------------------------------------- */

CHANGE(auxiliary_8, gen_auxiliary_zeros(section, 8); gen_two_prologues(section))

/* Zeros enough for an entry. */
CHANGE(auxiliary_20, gen_auxiliary_zeros(section, 20); gen_two_prologues(section))
CHANGE(filler_zero, section->gap_functions = 4; gen_leaf(section))

/* Bytes of 3 are rows of their own: at 3, one word, SP + 3. */
CHANGE(filler_three, filler_zero(section); section->filler = 3)

/* Here they come after the entries too, as these come last. */
static void rows_first_then_three(struct section *section)
{
    section->rows_first = true;
    section->gap_end = 12;
    section->filler = 3;
    gen_leaf(section);
}

CHANGE(baited, gen_auxiliary_zeros(section, 20); gen_leaf(section))
CHANGE(pcrel_auxiliary, section->flags |= FLAG_PCREL; auxiliary_8(section))
CHANGE(pcrel_rows_first, section->flags |= FLAG_PCREL; gen_rows_first(section))

/* --- Sections: mask functions --------------------------------------------------------------------------- */

/* Address and start are multiples of the block, so that it does not matter from where PC counts. */
static void mask_from(struct section *section, uint32_t second_start)
{
    gen_add_function(section, 0x1000, 64)->pc_type = PC_MASK;
    gen_add_row(section, 0)->cfa = gen_rule_sp(320);
    gen_add_row(section, second_start)->cfa = gen_rule_sp(328);
}

CHANGE(mask_6, mask_from(section, 6))
CHANGE(mask_8, mask_from(section, 8))
CHANGE(mask_4, mask_from(section, 4))
CHANGE(stub_and_prologue, gen_stub(section); gen_prologue_at(section, 0x1100))

/* --- Lies ----------------------------------------------------------------------------------------------- */

static void lie_header(struct emitter *emitter, enum field_name name, uint64_t value, const char *clause)
{
    const struct field *field = gen_header_field(&emitter->encoded, name);
    gen_lie_field(&emitter->encoded, field, value);
    gen_forget_violations(emitter);
    gen_breaks(emitter, clause, field->offset, SEVERITY_MALFORMED);
}

/* The least count whose entries take less than their true bytes if the product is kept in 32 bits. */
static void wrapped_count(struct emitter *emitter)
{
    static const uint64_t counts[] = {0xf0f0f0f1, 0x40000001, 0x40000001, 0x40000001, 0x10000001};
    _Static_assert(COUNT(counts) == PROFILES, "each text has a count");
    lie_header(emitter, FIELD_NUM_FDES, counts[emitter->section.profile], "header.fde-array");
}

/* Twenty bytes back lies the auxiliary header: `count` bytes from `from` make it look like the real thing. */
static void bait(struct emitter *emitter, uint32_t from, uint32_t count)
{
    struct encoded *encoded = &emitter->encoded;
    gen_lie_bytes(encoded, encoded->header_end - 20, encoded->bytes + from, count);
}

static void wrapped_fdeoff(struct emitter *emitter)
{
    const struct encoded *encoded = &emitter->encoded;
    bait(emitter, encoded->functions_begin, encoded->functions_end - encoded->functions_begin);
    lie_header(emitter, FIELD_FDEOFF, UINT32_MAX - 19, "header.fdeoff-inside");
}

static void wrapped_freoff(struct emitter *emitter)
{
    const struct encoded *encoded = &emitter->encoded;
    bait(emitter, encoded->rows_begin, encoded->rows_end - encoded->rows_begin);
    lie_header(emitter, FIELD_FREOFF, UINT32_MAX - 19, "header.freoff-inside");
}

static void wrapped_fre_len(struct emitter *emitter)
{
    lie_header(emitter, FIELD_FRE_LEN, 0 - (uint64_t)emitter->encoded.rows_begin, "header.fre-len-inside");
}

/* --- The table ------------------------------------------------------------------------------------------ */

static const struct point points[] = {
    /* entries and sub-sections */
    POINT(
        "fde-start-origin-v1-v2", "", NULL, V12, BOTH_ORDERS, DECODE, CLASS_VALID, around_far_section, NULL,
        "A start counts from the section; taken for an address it would lie near 0 and not near the section.",
        {{"below-section", 0x7ffefffff000}, {"above-section", 0x7fff00001000}, {"as-address", 0x1000}}),
    POINT("fde-start-unset-v2e1", "", NULL, ERRATA, BOTH_ORDERS, DECODE, CLASS_VALID, around_far_section,
          NULL, "Without the flag a start counts from the section; as an address it would lie near 0.",
          {{"below-section", 0x7ffefffff000}, {"above-section", 0x7fff00001000}, {"as-address", 0x1000}}),
    POINT("fde-alignment-v1", "", NULL, V1, BOTH_ORDERS, DECODE, CLASS_VALID, five_functions, NULL,
          "Entries of 17 bytes stand at every remainder of 4; whoever counts on alignment traps or misreads.",
          {{"first", 0x11000},
           {"second", 0x11100},
           {"third", 0x11200},
           {"fourth", 0x11300},
           {"fifth", 0x11400}}),
    POINT("fre-off-origin", "-rows-first", NULL, BEFORE_V3, BOTH_ORDERS, DECODE, CLASS_IRREGULAR,
          rows_first_then_three, NULL,
          "Row offsets count from sfh_freoff; counted from the last entry they lead to what follows it.",
          {{"first-byte", 0x11000}, {"last-byte", 0x1101f}}),
    POINT(
        "fre-off-table-origin", "", NULL, BEFORE_V3, BOTH_ORDERS, DECODE, CLASS_VALID, gen_two_prologues,
        NULL,
        "Row offsets count from the row sub-section; counted from the section the first leads to the magic.",
        {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("fre-off-attribute-v3", "", NULL, V3, BOTH_ORDERS, DECODE, CLASS_VALID, gen_two_prologues, NULL,
          "The offset leads to the attribute; as that of the first row it would make an attribute of other "
          "bytes.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("fde-subsection-elements-v3", "", NULL, V3, BOTH_ORDERS, DECODE, CLASS_VALID, five_functions, NULL,
          "Index entries are 16 bytes apart; with the attribute in the entry they would be 21 apart.",
          {{"second", 0x11100}, {"fifth", 0x11400}}),
    POINT("fre-len-attributes", "", NULL, V3, BOTH_ORDERS, BOTH, CLASS_VALID, five_functions, NULL,
          "sfh_fre_len counts the attributes; without them the section would seem 25 bytes too long.",
          {{"last-function", 0x11408}}),
    POINT("num-fdes-zero", "", NULL, ALL, AMD, BOTH, CLASS_VALID, gen_no_functions, NULL,
          "A section may describe no function; a search from count - 1 leaves it.",
          {{"address-zero", 0}, {"section", 0x10000}, {"last-address", UINT64_MAX}}),
    POINT("flags-sorted-empty", "-none", NULL, ALL, AMD, BOTH, CLASS_VALID, gen_no_functions, NULL,
          "Nothing is out of order where there is nothing, so the flag breaks no statement.",
          {{"section", 0x10000}}),
    POINT("flags-sorted-empty", "-one", NULL, ALL, AMD, BOTH, CLASS_VALID, gen_leaf, NULL,
          "One function is in order, so the flag breaks no statement.", {{"function", 0x11000}}),
    POINT("num-fres-scope-v3", "", NULL, V3, BOTH_ORDERS, BOTH, CLASS_VALID, growing_counts, NULL,
          "Functions of 1 to 4 rows, 10 in all; who walks sfh_num_fres rows for each runs into other data.",
          {{"one-row", 0x1101f}, {"two-rows", 0x1201f}, {"four-rows", 0x1401f}}),
    POINT("aux-in-offsets", "-8", NULL, ALL, BOTH_ORDERS, DECODE, CLASS_VALID, auxiliary_8, NULL,
          "Offsets count from the end of the auxiliary header; from byte 28 the entries would begin with it.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("aux-in-offsets", "-20", NULL, ALL, BOTH_ORDERS, DECODE, CLASS_VALID, auxiliary_20, NULL,
          "Read from byte 28 the auxiliary header is an entry of zeros, a function of no size.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT(
        "pcrel-field-position", "-aux", NULL, E1ON, BOTH_ORDERS, DECODE, CLASS_VALID, pcrel_auxiliary, NULL,
        "The field lies behind the auxiliary header; without it each function starts 8 bytes too low.",
        {{"first-byte", 0x11000}, {"byte-before", 0x10fff}, {"last-byte", 0x1111f}, {"byte-after", 0x11120}}),
    POINT(
        "pcrel-field-position", "-fdeoff", NULL, E1ON, BOTH_ORDERS, DECODE, CLASS_IRREGULAR, pcrel_rows_first,
        NULL, "The field lies behind the rows; without sfh_fdeoff each function starts too low.",
        {{"first-byte", 0x11000}, {"byte-before", 0x10fff}, {"last-byte", 0x1111f}, {"byte-after", 0x11120}}),
    POINT("sorted-key", "-equal", NULL, E1ON, BOTH_ORDERS, BOTH, CLASS_VALID, gen_equal_fields, NULL,
          "All fields are equal and mean eleven functions; a search by field cannot tell them apart.",
          {{"first", 0x11000}, {"middle", 0x11050}, {"late", 0x110a0}}),
    POINT("sorted-key", "-falling", NULL, E1ON, BOTH_ORDERS, BOTH, CLASS_VALID, gen_falling_fields, NULL,
          "The fields fall while the addresses rise; a search by field goes the wrong way.",
          {{"first", 0x11000}, {"middle", 0x11018}, {"late", 0x11048}}),
    POINT("gap-between-functions", "", NULL, ALL, AMD, ONLY_LOOKUPS, CLASS_VALID, gen_two_prologues, NULL,
          "The first function ends before the gap; who does not compare the size answers with its last row.",
          {{"first-byte-of-gap", 0x11020}, {"last-byte-of-gap", 0x110ff}, {"after-last", 0x11120}}),
    POINT("concatenated-sections", "", NULL, ALL, AMD, BOTH, CLASS_IRREGULAR, gen_two_prologues,
          gen_append_itself,
          "A section has one header; what follows its parts is a breach and describes no function.",
          {{"first-function", 0x11000}, {"second-function", 0x11100}, {"none", 0x11200}}),
    POINT("offset-overflow", "-num-fdes", NULL, ALL, AMD, BOTH, CLASS_MALFORMED, gen_prologue, wrapped_count,
          "So many entries do not fit; multiplied in 32 bits they take no more bytes than the first.",
          {{"no-such-function", 0x20000}}),
    POINT("offset-overflow", "-fdeoff", NULL, ALL, AMD, BOTH, CLASS_MALFORMED, baited, wrapped_fdeoff,
          "The sub-section starts far beyond the section; added up in 32 bits, on bait in the auxiliary "
          "header.",
          {{"function", 0x11000}}),
    POINT("offset-overflow", "-freoff", NULL, ALL, AMD, BOTH, CLASS_MALFORMED, baited, wrapped_freoff,
          "The sub-section starts far beyond the section; added up in 32 bits, on bait in the auxiliary "
          "header.",
          {{"function", 0x11000}}),
    POINT("offset-overflow", "-fre-len", NULL, ALL, AMD, BOTH, CLASS_MALFORMED, gen_prologue, wrapped_fre_len,
          "The sub-section ends far beyond the section; added up in 32 bits it ends at the magic.",
          {{NULL, 0}}),
    POINT("version-current-v2", "", NULL, V2, BOTH_ORDERS, BOTH, CLASS_VALID, gen_leaf, NULL,
          "A section that follows the V2 text carries version 2; the left-over sentence would refuse it.",
          {{"function", 0x11000}}),
    POINT("abi-count-v2e1", "", NULL, ERRATA, S390, BOTH, CLASS_VALID, gen_leaf, NULL,
          "s390x is the fourth identifier; who counts three refuses the section.", {{"function", 0x11000}}),
    /* which row answers */
    POINT("inc-match-pc", "", NULL, ALL, BOTH_ORDERS, ONLY_LOOKUPS, CLASS_VALID, gen_steps_of_four, NULL,
          "The row at 0 or 4; an address compared with row offsets would always find the last row.",
          {{"first-row", 0x11000}, {"second-row", 0x11007}}),
    POINT("inc-origin", "", NULL, BEFORE_V3, BOTH_ORDERS, ONLY_LOOKUPS, CLASS_VALID, gen_steps_of_four, NULL,
          "Rows at 0, 4, 8, 12; added up they would be at 0, 4, 12, 24 and the row before would answer.",
          {{"third-row", 0x11008}, {"fourth-row", 0x1100c}, {"last-byte", 0x1101f}}),
    POINT("inc-single-instruction", "", NULL, V3, BOTH_ORDERS, ONLY_LOOKUPS, CLASS_VALID, gen_steps_of_four,
          NULL, "Between two starts the earlier row holds; matched by equality no row would.",
          {{"in-first-row", 0x11001}, {"in-third-row", 0x1100b}, {"last-byte", 0x1101f}}),
    POINT("row-range-end", "", NULL, ALL, AMD, ONLY_LOOKUPS, CLASS_VALID, adjacent_functions, NULL,
          "The last row ends with its function; without an end it would answer beyond it.",
          {{"last-byte", 0x1101f}, {"next-function", 0x11020}, {"after-last", 0x11040}}),
    POINT("row-before-first", "", NULL, ALL, BOTH_ORDERS, BOTH, CLASS_IRREGULAR, late_first_row, NULL,
          "No row matches before the first; who starts the walk with it answers with it.",
          {{"first-byte", 0x11000}, {"byte-before-row", 0x11003}, {"first-row", 0x11004}}),
    POINT("pcmask-last-match", "", NULL, V2ON, BOTH_ORDERS, ONLY_LOOKUPS, CLASS_VALID, gen_stub, NULL,
          "The second half of each block has its row; the first match would be the row at 0.",
          {{"first-block", 0x11008}, {"second-block", 0x11018}, {"last-byte", 0x1103f}}),
    POINT("pcmask-v1-formula", "", NULL, V1, BOTH_ORDERS, DECODE, CLASS_VALID, mask_6, NULL,
          "8 & 6 is less than 6, so the row at 0 answers; by remainder of 16 the row at 6 would.",
          {{"8", 0x11008}, {"9", 0x11009}, {"10", 0x1100a}, {"13", 0x1100d}, {"24", 0x11018}}),
    POINT("pcmask-v1-precedence", "", NULL, V1, BOTH_ORDERS, DECODE, CLASS_VALID, mask_8, NULL,
          "The PC is masked, then compared; with C's precedence odd PCs match every row and even ones none.",
          {{"0", 0x11000}, {"1", 0x11001}, {"2", 0x11002}, {"7", 0x11007}, {"17", 0x11011}}),
    POINT("rep-size-v1", "", NULL, V1, BOTH_ORDERS, DECODE, CLASS_VALID, mask_4, NULL,
          "Blocks of 8 repeat by the mask alone; with 16 taken for the size the row at 4 would answer.",
          {{"8", 0x11008}, {"11", 0x1100b}, {"25", 0x11019}}),
    POINT(
        "name-fde-type", "", NULL, BEFORE_V3, BOTH_ORDERS, DECODE, CLASS_VALID, stub_and_prologue, NULL,
        "Bit 4 tells masks from increments; taken for version 3's function type it would leave masks unread.",
        {{"mask-first-row", 0x11010}, {"increment", 0x11108}}),
    POINT(
        "name-fde-type", "-flex", NULL, V3, BOTH_ORDERS, DECODE, CLASS_VALID, gen_mask_and_flexible, NULL,
        "Bit 4 tells the PC type, as before; who takes it for the new type reads pairs in the mask function.",
        {{"flexible", 0x11000}, {"mask-first-row", 0x11110}, {"mask-second-row", 0x11118}}),
};

/* After the points of rows. */
static const struct point open_points[] = {
    /* Whether the function sub-section may hold filler is open, from where row offsets count is not: whoever
     * counts from the end of the entries fits none of the readings. */
    OPEN_POINT("fre-off-origin", "-filler-zero", NULL, BEFORE_V3, BOTH_ORDERS, DECODE, CLASS_CONTESTED,
               filler_zero, NULL,
               "Row offsets count from sfh_freoff; counted from the last entry they lead to the filler.",
               {{"first-byte", 0x11000}, {"last-byte", 0x1101f}}, "tile-filler",
               {READING("allowed", ALLOWS), READING("breach", REFUSES), READING("zero-only", ALLOWS)}),
    OPEN_POINT("fre-off-origin", "-filler-three", NULL, BEFORE_V3, BOTH_ORDERS, DECODE, CLASS_CONTESTED,
               filler_three, NULL,
               "Row offsets count from sfh_freoff; counted from the last entry they lead to the filler.",
               {{"first-byte", 0x11000}, {"last-byte", 0x1101f}}, "tile-filler",
               {READING("allowed", ALLOWS), READING("breach", REFUSES), READING("zero-only", REFUSES)}),
};

static void make_all(struct emitter *emitter, enum profile profile, enum abi abi)
{
    gen_emit_points(emitter, profile, abi, "settled", points, COUNT(points));
    gen_emit_points(emitter, profile, abi, "settled", gen_settled_rows, gen_settled_row_count);
    gen_emit_points(emitter, profile, abi, "settled", open_points, COUNT(open_points));
}

void gen_family_settled(struct emitter *emitter)
{
    gen_for_wanted(emitter, make_all);
}
