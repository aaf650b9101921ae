/* Settled points of the ambiguity ledger: for each one sections whose numbers are chosen so that the popular
 * mistake, or a reading that was ruled out, gives another answer.  A point is a row of the table; its note
 * says what the mistake would answer. */
#include "../families.h"
#include "../points.h"

#include <string.h>

/* --- Sections: functions and their rows ----------------------------------------------------------------- */

static void adjacent_functions(struct section *section)
{
    prologue_at(section, 0x1000);
    prologue_at(section, 0x1020);
}

/* Entries of 17 bytes: five of them stand at every remainder of 4, so that none can be loaded as a whole. */
static void five_functions(struct section *section)
{
    for (int64_t start = 0x1000; start < 0x1500; start += 0x100) {
        prologue_at(section, start);
        section->rows[section->row_count - 1].cfa.offset += 8 * (start - 0x1000) / 0x100;
    }
}

/* Before the section and after it, so far up that an offset and an address cannot be mixed up. */
static void around_far_section(struct section *section)
{
    section->address = 0x7fff00000000;
    prologue_at(section, -0x1000);
    leaf_at(section, 0x1000);
}

static void growing_counts(struct section *section)
{
    for (int64_t i = 1; i <= 4; i++) {
        add_function(section, 0x1000 * i, 0x20);
        for (uint32_t row = 0; row < i; row++)
            add_row(section, 4 * row)->cfa = rule_sp(160 + 8 * i + 80 * (int64_t)row);
    }
}

static void late_first_row(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    add_row(section, 4)->cfa = rule_sp(320);
    add_row(section, 8)->cfa = rule_sp(328);
}

static void steps_of_four(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    for (uint32_t start = 0; start < 16; start += 4)
        add_row(section, start)->cfa = rule_sp(320 + 8 * start);
}

/* --- Sections: header and entries ----------------------------------------------------------------------- */

static void auxiliary_8(struct section *section)
{
    auxiliary_zeros(section, 8);
    two_prologues(section);
}

/* Zeros enough for an entry. */
static void auxiliary_20(struct section *section)
{
    auxiliary_zeros(section, 20);
    two_prologues(section);
}

/* No multiple of anything, and its bytes are those of a preamble. */
static void auxiliary_odd(struct section *section)
{
    static const uint8_t content[] = {0xe2, 0xde, 0xde, 0xe2, 0xff};
    auxiliary_zeros(section, sizeof content);
    memcpy(section->aux, content, sizeof content);
    two_prologues(section);
}

static void filler_zero(struct section *section)
{
    section->gap_functions = 4;
    leaf(section);
}

/* Bytes of 3 are rows of their own: at 3, one word, SP + 3. */
static void filler_three(struct section *section)
{
    filler_zero(section);
    section->filler = 3;
}

/* Here they come after the entries too, as these come last. */
static void rows_first_then_three(struct section *section)
{
    section->rows_first = true;
    section->gap_end = 12;
    section->filler = 3;
    leaf(section);
}

static void baited(struct section *section)
{
    auxiliary_zeros(section, 20);
    leaf(section);
}

static void pcrel_auxiliary(struct section *section)
{
    section->flags |= FLAG_PCREL;
    auxiliary_8(section);
}

static void pcrel_rows_first(struct section *section)
{
    section->flags |= FLAG_PCREL;
    rows_first(section);
}

/* --- Sections: default rows ----------------------------------------------------------------------------- */

static void sp_then_fp(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    add_row(section, 0)->cfa = rule_sp(320);
    add_row(section, 8)->cfa = rule_fp(320);
}

/* The slots lie below the CFA, each row's in words of another size. */
static void negative_words(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    slots_to(section, add_row(section, 0), -128, -2);
    slots_to(section, add_row(section, 8), -32768, -130);
    slots_to(section, add_row(section, 16), INT32_MIN, -32770);
}

static void mangled_in_register(struct section *section)
{
    prologue(section);
    add_row(section, 12);
    section->rows[0].mangled = true;
    section->rows[2].mangled = true;
}

static void outermost_function(struct section *section)
{
    prologue(section);
    add_function(section, 0x1100, 0x20);
}

static void odd_slots(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    struct row *row = add_row(section, 0);
    row->ra = rule_slot(33);
    row->fp = rule_slot(35);
}

static void cfa_words(struct section *section)
{
    static const int64_t words[] = {0, 1, -1, 20, -20, 127, -128};
    add_function(section, 0x1000, 0x20);
    for (unsigned i = 0; i < COUNT(words); i++)
        add_row(section, 4 * i)->cfa = rule_sp(160 + 8 * words[i]);
}

static void fp_without_ra(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    struct row *row = add_row(section, 0);
    row->ra = rule_padded();
    row->fp = rule_slot(-72);
}

static void ra_not_saved(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    add_row(section, 0)->ra = rule_padded();
}

/* --- Sections: mask functions --------------------------------------------------------------------------- */

/* Address and start are multiples of the block, so that it does not matter from where PC counts. */
static void mask_from(struct section *section, uint32_t second_start)
{
    add_function(section, 0x1000, 64)->pc_type = PC_MASK;
    add_row(section, 0)->cfa = rule_sp(320);
    add_row(section, second_start)->cfa = rule_sp(328);
}

static void mask_6(struct section *section)
{
    mask_from(section, 6);
}

static void mask_8(struct section *section)
{
    mask_from(section, 8);
}

static void mask_4(struct section *section)
{
    mask_from(section, 4);
}

static void stub_and_prologue(struct section *section)
{
    stub(section);
    prologue_at(section, 0x1100);
}

/* --- Sections: more room than needed -------------------------------------------------------------------- */

static void wide_words(struct section *section)
{
    two_prologues(section);
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].word_size = i % 2 == 0 ? 4 : 2;
}

static void wide_starts(struct section *section)
{
    two_prologues(section);
    section->functions[0].fre_type = FRE_ADDR4;
    section->functions[1].fre_type = FRE_ADDR2;
}

/* --- Sections: flexible functions ----------------------------------------------------------------------- */

static struct row *flexible(struct section *section)
{
    add_function(section, 0x1000, 0x20);
    make_flexible(section);
    struct row *row = add_row(section, 0);
    row->cfa = rule_sp(16);
    row->ra = rule_slot(-8);
    return row;
}

/* 19 << 3 | 1 is 0x99: the top bit of a one-byte word. */
static void high_cfa_register(struct section *section)
{
    flexible(section)->cfa = rule_register(19, 16);
}

/* All four ways in which the bit and the control word can agree and differ. */
static void base_bits(struct section *section)
{
    flexible(section)->idle_base = true;
    for (uint32_t i = 1; i < 4; i++) {
        struct row *row = add_row(section, 4 * i);
        row->cfa = i == 1 ? rule_sp(24) : rule_fp(16 + 8 * i);
        row->ra = rule_slot(-8);
        row->idle_base = i == 2;
    }
}

static void high_ra_and_fp_registers(struct section *section)
{
    struct row *row = flexible(section);
    row->ra = rule_register_slot(20, 8);
    row->fp = rule_register(30, 0);
}

static void register_values(struct section *section)
{
    struct row *row = flexible(section);
    row->ra = rule_register(register_sp(section->abi), -8);
    row->fp = rule_register(register_fp(section->abi), -16);
}

static void three_pairs(struct section *section)
{
    flexible(section)->fp = rule_slot(-16);
}

static void padded_ra(struct section *section)
{
    struct row *row = flexible(section);
    row->ra = rule_unsaid();
    row->fp = rule_slot(-16);
}

static void padded_ra_in_every_size(struct section *section)
{
    static const int64_t offsets[] = {16, 0x1000, 0x100000};
    flexible(section)->ra = rule_slot(-8);
    for (uint32_t i = 0; i < 3; i++) {
        struct row *row = add_row(section, 4 + 4 * i);
        row->cfa = rule_sp(offsets[i]);
        row->fp = rule_slot(-16);
    }
}

static void cfa_alone(struct section *section)
{
    flexible(section)->ra = rule_unsaid();
}

/* As AMD64 realigns a stack: a CFA that was saved below RBP, then one that counts from R10. */
static void realigned_stack(struct section *section)
{
    struct row *row = flexible(section);
    row->cfa = rule_register_slot(6, -8);
    row->fp = rule_register_slot(6, 0);
    row = add_row(section, 8);
    row->cfa = rule_register(10, 0);
    row->fp = rule_register_slot(7, 8);
}

static void mask_and_flexible(struct section *section)
{
    flexible(section)->fp = rule_slot(-16);
    add_stub(section, 0x1100, 16, 4);
}

/* --- Lies ----------------------------------------------------------------------------------------------- */

static void lie_header(struct emitter *emitter, enum field_name name, uint64_t value, const char *clause)
{
    const struct field *field = header_field(&emitter->encoded, name);
    lie_field(&emitter->encoded, field, value);
    forget_violations(emitter);
    breaks(emitter, clause, field->offset, SEVERITY_MALFORMED);
}

/* The least count whose entries take less than their true bytes if the product is kept in 32 bits. */
static void wrapped_count(struct emitter *emitter)
{
    static const uint64_t counts[PROFILES] = {0xf0f0f0f1, 0x40000001, 0x40000001, 0x40000001, 0x10000001};
    lie_header(emitter, FIELD_NUM_FDES, counts[emitter->section.profile], "header.fde-array");
}

/* Twenty bytes back lies the auxiliary header: `count` bytes from `from` make it look like the real thing. */
static void bait(struct emitter *emitter, uint32_t from, uint32_t count)
{
    struct encoded *encoded = &emitter->encoded;
    lie_bytes(encoded, encoded->header_end - 20, encoded->bytes + from, count);
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
        "fre-off-table-origin", "", NULL, BEFORE_V3, BOTH_ORDERS, DECODE, CLASS_VALID, two_prologues, NULL,
        "Row offsets count from the row sub-section; counted from the section the first leads to the magic.",
        {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("fre-off-attribute-v3", "", NULL, V3, BOTH_ORDERS, DECODE, CLASS_VALID, two_prologues, NULL,
          "The offset leads to the attribute; as that of the first row it would make an attribute of other "
          "bytes.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("fde-subsection-elements-v3", "", NULL, V3, BOTH_ORDERS, DECODE, CLASS_VALID, five_functions, NULL,
          "Index entries are 16 bytes apart; with the attribute in the entry they would be 21 apart.",
          {{"second", 0x11100}, {"fifth", 0x11400}}),
    POINT("fre-len-attributes", "", NULL, V3, BOTH_ORDERS, BOTH, CLASS_VALID, five_functions, NULL,
          "sfh_fre_len counts the attributes; without them the section would seem 25 bytes too long.",
          {{"last-function", 0x11408}}),
    POINT("num-fdes-zero", "", NULL, ALL, AMD, BOTH, CLASS_VALID, no_functions, NULL,
          "A section may describe no function; a search from count - 1 leaves it.",
          {{"address-zero", 0}, {"section", 0x10000}, {"last-address", UINT64_MAX}}),
    POINT("flags-sorted-empty", "-none", NULL, ALL, AMD, BOTH, CLASS_VALID, no_functions, NULL,
          "Nothing is out of order where there is nothing, so the flag breaks no statement.",
          {{"section", 0x10000}}),
    POINT("flags-sorted-empty", "-one", NULL, ALL, AMD, BOTH, CLASS_VALID, leaf, NULL,
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
    POINT("sorted-key", "-equal", NULL, E1ON, BOTH_ORDERS, BOTH, CLASS_VALID, equal_fields, NULL,
          "All fields are equal and mean eleven functions; a search by field cannot tell them apart.",
          {{"first", 0x11000}, {"middle", 0x11050}, {"late", 0x110a0}}),
    POINT("sorted-key", "-falling", NULL, E1ON, BOTH_ORDERS, BOTH, CLASS_VALID, falling_fields, NULL,
          "The fields fall while the addresses rise; a search by field goes the wrong way.",
          {{"first", 0x11000}, {"middle", 0x11018}, {"late", 0x11048}}),
    POINT("gap-between-functions", "", NULL, ALL, AMD, ONLY_LOOKUPS, CLASS_VALID, two_prologues, NULL,
          "The first function ends before the gap; who does not compare the size answers with its last row.",
          {{"first-byte-of-gap", 0x11020}, {"last-byte-of-gap", 0x110ff}, {"after-last", 0x11120}}),
    POINT("concatenated-sections", "", NULL, ALL, AMD, BOTH, CLASS_IRREGULAR, two_prologues, append_itself,
          "A section has one header; what follows its parts is a breach and describes no function.",
          {{"first-function", 0x11000}, {"second-function", 0x11100}, {"none", 0x11200}}),
    POINT("offset-overflow", "-num-fdes", NULL, ALL, AMD, BOTH, CLASS_MALFORMED, prologue, wrapped_count,
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
    POINT("offset-overflow", "-fre-len", NULL, ALL, AMD, BOTH, CLASS_MALFORMED, prologue, wrapped_fre_len,
          "The sub-section ends far beyond the section; added up in 32 bits it ends at the magic.",
          {{NULL, 0}}),
    POINT("version-current-v2", "", NULL, V2, BOTH_ORDERS, BOTH, CLASS_VALID, leaf, NULL,
          "A section that follows the V2 text carries version 2; the left-over sentence would refuse it.",
          {{"function", 0x11000}}),
    POINT("abi-count-v2e1", "", NULL, ERRATA, S390, BOTH, CLASS_VALID, leaf, NULL,
          "s390x is the fourth identifier; who counts three refuses the section.", {{"function", 0x11000}}),
    /* which row answers */
    POINT("inc-match-pc", "", NULL, ALL, BOTH_ORDERS, ONLY_LOOKUPS, CLASS_VALID, steps_of_four, NULL,
          "The row at 0 or 4; an address compared with row offsets would always find the last row.",
          {{"first-row", 0x11000}, {"second-row", 0x11007}}),
    POINT("inc-origin", "", NULL, BEFORE_V3, BOTH_ORDERS, ONLY_LOOKUPS, CLASS_VALID, steps_of_four, NULL,
          "Rows at 0, 4, 8, 12; added up they would be at 0, 4, 12, 24 and the row before would answer.",
          {{"third-row", 0x11008}, {"fourth-row", 0x1100c}, {"last-byte", 0x1101f}}),
    POINT("inc-single-instruction", "", NULL, V3, BOTH_ORDERS, ONLY_LOOKUPS, CLASS_VALID, steps_of_four, NULL,
          "Between two starts the earlier row holds; matched by equality no row would.",
          {{"in-first-row", 0x11001}, {"in-third-row", 0x1100b}, {"last-byte", 0x1101f}}),
    POINT("row-range-end", "", NULL, ALL, AMD, ONLY_LOOKUPS, CLASS_VALID, adjacent_functions, NULL,
          "The last row ends with its function; without an end it would answer beyond it.",
          {{"last-byte", 0x1101f}, {"next-function", 0x11020}, {"after-last", 0x11040}}),
    POINT("row-before-first", "", NULL, ALL, BOTH_ORDERS, BOTH, CLASS_IRREGULAR, late_first_row, NULL,
          "No row matches before the first; who starts the walk with it answers with it.",
          {{"first-byte", 0x11000}, {"byte-before-row", 0x11003}, {"first-row", 0x11004}}),
    POINT("pcmask-last-match", "", NULL, V2ON, BOTH_ORDERS, ONLY_LOOKUPS, CLASS_VALID, stub, NULL,
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
        "name-fde-type", "-flex", NULL, V3, BOTH_ORDERS, DECODE, CLASS_VALID, mask_and_flexible, NULL,
        "Bit 4 tells the PC type, as before; who takes it for the new type reads pairs in the mask function.",
        {{"flexible", 0x11000}, {"mask-first-row", 0x11110}, {"mask-second-row", 0x11118}}),
    /* default rows */
    POINT("base-reg-values", "", NULL, ALL, MAIN, DECODE, CLASS_VALID, sp_then_fp, NULL,
          "1 is SP and 0 is FP; inverted, the rows would change places.", {{"sp", 0x11000}, {"fp", 0x11008}}),
    POINT("default-rule-deref", "", NULL, ALL, MAIN, DECODE, CLASS_VALID, prologue, NULL,
          "RA and FP lie at CFA plus offset; the formula at its word would make the sum their value.",
          {{"frame", 0x11008}}),
    POINT("offset-signed", "", NULL, BEFORE_V3, MAIN, DECODE, CLASS_VALID, negative_words, NULL,
          "Slots lie below the CFA; extended with zeros -128 would be 128.",
          {{"one-byte", 0x11000}, {"two-bytes", 0x11008}, {"four-bytes", 0x11010}}),
    POINT("name-info-width", "", NULL, ALL, BOTH_ORDERS, DECODE, CLASS_VALID, steps_of_four, NULL,
          "The info is one byte; any wider and words, and the rows that follow, are read too late.",
          {{"first-row", 0x11000}, {"last-row", 0x1101f}}),
    POINT("fixed-offset-zero", "", NULL, ALL, MAIN, DECODE, CLASS_VALID, leaf, NULL,
          "A fixed offset of 0 is none, so FP is in its register; else it would be read at CFA + 0.",
          {{"function", 0x11000}}),
    POINT("count-first-word-zero", "", NULL, E2ON, AMD, BOTH, CLASS_VALID, end_of_stack, NULL,
          "A row without words says that RA is undefined and breaks no rule about the first word.",
          {{"first-row", 0x11007}, {"undefined", 0x11008}, {"last-row", 0x11010}}),
    POINT("count-abi-zero-s390x-aarch64", "", NULL, E2ON, TRACKED, BOTH, CLASS_VALID, end_of_stack, NULL,
          "No words is a statement of its own on every ABI, whatever counts its chapter lists.",
          {{"first-row", 0x11007}, {"undefined", 0x11008}, {"last-row", 0x11010}}),
    POINT("flex-ra-undefined-pseudocode", "", NULL, V3, MAIN, DECODE, CLASS_VALID, end_of_stack, NULL,
          "RA is undefined; the pseudocode would read the first word of a row that has none.",
          {{"undefined", 0x11008}}),
    POINT("outermost-no-rows", "", NULL, V3, EVERY, BOTH, CLASS_VALID, outermost_function, NULL,
          "A default function without rows is an outermost frame, neither an error nor without an answer.",
          {{"outermost", 0x11100}, {"outermost-last-byte", 0x1111f}, {"other-function", 0x11000}}),
    POINT("aarch64-one-word-ra", "", NULL, ALL, ARMS, DECODE, CLASS_VALID, leaf, NULL,
          "RA is in the link register; the fixed offset of 0 would have it read at CFA + 0.",
          {{"function", 0x11000}}),
    POINT("mangled-in-register", "", NULL, ALL, ARMS, BOTH, CLASS_VALID, mangled_in_register, NULL,
          "RA is signed while still in its register; a reader must say so there as well.",
          {{"in-register", 0x11000}, {"in-memory", 0x11008}, {"plain", 0x1100c}}),
    POINT("trace-ra-register", "", NULL, E1ON, TRACKED, DECODE, CLASS_VALID, leaf, NULL,
          "RA is in its register; the pseudocode would read memory all the same.", {{"function", 0x11000}}),
    /* s390x */
    POINT("s390x-cfa-adjustment", "", NULL, E1ON, S390, DECODE, CLASS_VALID, cfa_words, NULL,
          "A word of 0 says 160; with the other sign it would say -160.",
          {{"word-0", 0x11000}, {"word-20", 0x1100c}, {"word-minus-20", 0x11010}}),
    POINT("s390x-cfa-factor", "", NULL, E1ON, S390, ONLY_LOOKUPS, CLASS_VALID, cfa_words, NULL,
          "A word of 20 says 20 * 8 + 160; with a factor of 1 it would say 180.",
          {{"word-1", 0x11004}, {"word-20", 0x1100c}, {"word-127", 0x11014}}),
    POINT("s390x-cfa-formula", "", NULL, E1ON, S390, ONLY_LOOKUPS, CLASS_VALID, cfa_words, NULL,
          "Both scaling and adjustment are undone; the table's plain sum would leave 20 for 320.",
          {{"word-minus-1", 0x11008}, {"word-20", 0x1100c}, {"word-minus-128", 0x11018}}),
    POINT("s390x-default-cfa-scaled-v3", "", NULL, V3, S390, DECODE, CLASS_VALID, cfa_words, NULL,
          "Version 3 scales as well; read plainly a word of 20 would say 20 for 320.",
          {{"word-20", 0x1100c}}),
    POINT("s390x-default-register-v3", "", NULL, V3, S390, DECODE, CLASS_VALID, odd_slots, NULL,
          "Odd words are offsets in version 3; as in version 2 they would name registers 16 and 17.",
          {{"function", 0x11000}}),
    POINT("s390x-fp-without-ra", "", NULL, E1ON, S390, DECODE, CLASS_VALID, fp_without_ra, NULL,
          "FP is the third word, behind a padding 0; as the second it would be 0.", {{"function", 0x11000}}),
    POINT("s390x-ra-invalid-value", "", NULL, E1ON, S390, DECODE, CLASS_VALID, negative_words, NULL,
          "Only 0 says that RA is not saved; the least number of its width is a slot like any other.",
          {{"one-byte", 0x11000}, {"two-bytes", 0x11008}, {"four-bytes", 0x11010}}),
    POINT("s390x-ra-word-zero", "", NULL, E1ON, S390, DECODE, CLASS_VALID, ra_not_saved, NULL,
          "A second word of 0 leaves RA in its register; taken for a slot it would be read at CFA + 0.",
          {{"function", 0x11000}}),
    /* flexible functions; on s390x it is open whether their CFA is scaled */
    POINT("flex-cfa-control-accessor", "", NULL, V3, AMD | ARM, DECODE, CLASS_VALID, high_cfa_register, NULL,
          "The CFA counts from register 19; its control word read as signed would name a negative one.",
          {{"function", 0x11000}}),
    POINT("flex-control-unsigned", "", NULL, V3, AMD | ARM, DECODE, CLASS_VALID, high_ra_and_fp_registers,
          NULL, "Registers 20 and 30 set the top bit of a byte; read as signed they would be negative.",
          {{"function", 0x11000}}),
    POINT("flex-deref-implied", "", NULL, V3, AMD | ARM, DECODE, CLASS_VALID, register_values, NULL,
          "Without the bit the sum is the value; an implied dereference would read memory there.",
          {{"function", 0x11000}}),
    POINT("flex-fp-index", "-after-pair", NULL, V3, AMD | ARM, DECODE, CLASS_VALID, three_pairs, NULL,
          "FP's pair begins at word 4; the pseudocode would take RA's offset, word 3, for its control word.",
          {{"function", 0x11000}}),
    POINT("flex-fp-index", "-after-padding", NULL, V3, AMD, DECODE, CLASS_VALID, padded_ra, NULL,
          "FP's pair begins at word 3; the pseudocode would look for it at word 4, and not find it whole.",
          {{"function", 0x11000}}),
    POINT("flex-ra-absent-fixed", "-alone", NULL, V3, AMD, DECODE, CLASS_VALID, cfa_alone, NULL,
          "RA lies at the fixed offset, CFA - 8; an unset offset would give CFA + 0.",
          {{"function", 0x11000}}),
    POINT("flex-ra-absent-fixed", "-padded", NULL, V3, AMD, DECODE, CLASS_VALID, padded_ra, NULL,
          "RA lies at the fixed offset, CFA - 8; an unset offset would give CFA + 0.",
          {{"function", 0x11000}}),
    POINT("flex-ra-padding-value", "", NULL, V3, AMD, DECODE, CLASS_VALID, padded_ra_in_every_size, NULL,
          "Padding is 0 in every word size; with another value FP's pair would be taken for RA's.",
          {{"one-byte", 0x11004}, {"two-bytes", 0x11008}, {"four-bytes", 0x1100c}}),
    POINT("flex-register-numbers", "", NULL, V3, AMD, DECODE, CLASS_VALID, realigned_stack, NULL,
          "Numbers are DWARF's, RBP 6 and RSP 7; in instructions 6 is RSI and 7 RDI.",
          {{"rbp", 0x11000}, {"r10-rsp", 0x11008}}),
    POINT("aux-alignment", "", NULL, ALL, BOTH_ORDERS, BOTH, CLASS_VALID, auxiliary_odd, NULL,
          "An auxiliary header may have any length; rounded up it would shift every entry.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("aux-content", "", NULL, ALL, BOTH_ORDERS, BOTH, CLASS_VALID, auxiliary_odd, NULL,
          "A reader steps over an auxiliary header that it does not know.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("subsection-at-end", "", NULL, ALL, BOTH_ORDERS, BOTH, CLASS_VALID, no_functions, NULL,
          "Both sub-sections are empty, so both offsets equal the number of bytes that are left.",
          {{"section", 0x10000}}),
    POINT("word-size-larger-than-needed", "", NULL, ALL, MAIN, BOTH, CLASS_VALID, wide_words, NULL,
          "Words may be wider than their values need.",
          {{"four-bytes", 0x11000}, {"two-bytes", 0x11004}, {"last-function", 0x11108}}),
    POINT("row-type-larger-than-needed", "", NULL, ALL, MAIN, BOTH, CLASS_VALID, wide_starts, NULL,
          "Starts may be wider than their function's size needs.",
          {{"four-bytes", 0x11004}, {"two-bytes", 0x11108}}),
    POINT("index-alignment-v3", "", NULL, V3, BOTH_ORDERS, BOTH, CLASS_VALID, two_prologues, NULL,
          "Entries begin at byte 28, so that no start of 64 bits lies at a multiple of 8.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("flex-base-bit", "", NULL, V3, AMD | ARM, BOTH, CLASS_VALID, base_bits, NULL,
          "The control word names the base, whatever the bit says.",
          {{"sp-set", 0x11000}, {"sp-unset", 0x11004}, {"fp-set", 0x11008}, {"fp-unset", 0x1100c}}),

    /* Whether the function sub-section may hold filler is open, from where row offsets count is not: whoever
     * counts from the end of the entries fits none of the readings. */
    OPEN_POINT("fre-off-origin", "-filler-zero", NULL, BEFORE_V3, BOTH_ORDERS, DECODE, CLASS_CONTESTED,
               filler_zero, NULL,
               "Row offsets count from sfh_freoff; counted from the last entry they lead to the filler.",
               {{"first-byte", 0x11000}, {"last-byte", 0x1101f}}, "tile-filler",
               {{"allowed", .judgement = ALLOWS},
                {"breach", .judgement = REFUSES},
                {"zero-only", .judgement = ALLOWS}}),
    OPEN_POINT("fre-off-origin", "-filler-three", NULL, BEFORE_V3, BOTH_ORDERS, DECODE, CLASS_CONTESTED,
               filler_three, NULL,
               "Row offsets count from sfh_freoff; counted from the last entry they lead to the filler.",
               {{"first-byte", 0x11000}, {"last-byte", 0x1101f}}, "tile-filler",
               {{"allowed", .judgement = ALLOWS},
                {"breach", .judgement = REFUSES},
                {"zero-only", .judgement = REFUSES}}),
};

static void make_all(struct emitter *emitter, enum profile profile, enum abi abi)
{
    emit_points(emitter, profile, abi, "settled", points, COUNT(points));
}

void family_settled(struct emitter *emitter)
{
    for_wanted(emitter, make_all);
}
