/* Contested points of header, flags, tiling, function table and look-up: for each entry of the ledger that
 * the bytes of a section can show, what each of its readings answers.  The model is changed from reading to
 * reading into what that reading understands, and changed back. */
#include "../contested_worths.h"
#include "../families.h"

#include <string.h>

/* For what changes an answer and no verdict. */
enum { READS = 2 };
static const enum operation reads[READS] = {OPERATION_DECODE, OPERATION_LOOKUP};

static void recheck(struct matter *matter)
{
    check_model(matter->section, &matter->emitter->encoded, &matter->emitter->violations);
}

/* --- Byte order and ABI --------------------------------------------------------------------------------- */

static enum byte_order other_order(enum abi abi)
{
    return abi_order(abi) == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG;
}

/* Whoever takes another byte order finds numbers that are far too large. */
static void one_reads(struct matter *matter, const char *reader)
{
    for (unsigned i = 0; i < READS; i++) {
        ask_plainly(matter, reads[i], 0x11004);
        for (unsigned k = 0; matter->point->readings[k] != NULL; k++) {
            const char *reading = matter->point->readings[k];
            if (strcmp(reading, reader) == 0)
                answers(matter, reading);
            else
                refuses(matter, reading);
        }
        settle(matter);
    }
}

static void order_of_magic(struct matter *matter)
{
    struct section *section = begin_matter(matter, "-as-magic");
    matter->emitter->note = "Every value, magic and all, is in the order that the ABI is not.";
    section->order = other_order(matter->abi);
    one_function(section);
    if (make_bytes(matter->emitter))
        one_reads(matter, "breach");
}

static void order_of_abi(struct matter *matter)
{
    one_function(begin_matter(matter, "-as-abi"));
    matter->emitter->note = "Every value but the magic is in the order of the ABI.";
    if (!make_bytes(matter->emitter))
        return;
    lie_field(&matter->emitter->encoded, header_field(&matter->emitter->encoded, FIELD_MAGIC), 0xe2de);
    one_reads(matter, "abi-wins");
}

/* A header whose numbers are alike in both orders. */
static void order_of_either(struct matter *matter)
{
    struct section *section = begin_matter(matter, "-no-functions");
    section->order = other_order(matter->abi);
    if (!make_bytes(matter->emitter))
        return;
    uint32_t abi_at = header_field(&matter->emitter->encoded, FIELD_ABI_ARCH)->offset;
    for (unsigned i = OPERATION_DECODE; i <= OPERATION_CHECK; i++) {
        ask_plainly(matter, (enum operation)i, 0);
        stands(matter, "breach", BREACHES, abi_at);
        refuses(matter, "refuse");
        section->order = abi_order(matter->abi);
        stands(matter, "abi-wins", ALLOWS, abi_at);
        section->order = other_order(matter->abi);
        settle(matter);
    }
}

static void abi_byte_order(struct matter *matter)
{
    order_of_magic(matter);
    order_of_abi(matter);
    order_of_either(matter);
}

/* The one violation of an ABI that is not known; no more of the section is then read. */
static void break_abi(struct matter *matter, enum severity severity)
{
    forget_violations(matter->emitter);
    const struct field *abi = header_field(&matter->emitter->encoded, FIELD_ABI_ARCH);
    also_breaks(matter->emitter, "abi.known", abi->offset, severity);
}

/* A section of big-endian AArch64 in which the identifier is then that of s390x. */
static void abi_s390x_before_errata1(struct matter *matter)
{
    struct section *section = begin_matter(matter, "");
    matter->emitter->note = "The rows are what s390x's are from errata 1 on.";
    one_function(section);
    if (!make_bytes(matter->emitter))
        return;
    struct encoded *encoded = &matter->emitter->encoded;
    lie_field(encoded, header_field(encoded, FIELD_ABI_ARCH), abi_id(ABI_S390X));
    for (unsigned i = OPERATION_DECODE; i <= OPERATION_LOOKUP; i++) {
        ask_plainly(matter, (enum operation)i, 0x11004);
        break_abi(matter, SEVERITY_MALFORMED);
        if (i == OPERATION_CHECK)
            answers(matter, "unknown");
        else
            refuses(matter, "unknown");
        forget_violations(matter->emitter);
        section->abi = ABI_S390X;
        for (uint32_t row = 0; row < section->row_count; row++)
            section->rows[row].cfa.offset = 8 * section->rows[row].cfa.offset + 160;
        answers(matter, "known");
        for (uint32_t row = 0; row < section->row_count; row++)
            section->rows[row].cfa.offset = (section->rows[row].cfa.offset - 160) / 8;
        answers(matter, "plain");
        section->abi = matter->abi;
        settle(matter);
    }
}

static void unknown_identifier(struct matter *matter, const char *suffix, uint8_t identifier)
{
    one_function(begin_matter(matter, suffix));
    matter->emitter->note = "The layout-only reading tells functions and rows, but no rules.";
    if (!make_bytes(matter->emitter))
        return;
    struct encoded *encoded = &matter->emitter->encoded;
    lie_field(encoded, header_field(encoded, FIELD_ABI_ARCH), identifier);
    ask_plainly(matter, OPERATION_CHECK, 0);
    break_abi(matter, SEVERITY_MALFORMED);
    answers(matter, "unreadable");
    break_abi(matter, SEVERITY_IRREGULAR);
    answers(matter, "layout-only");
    settle(matter);
    ask_plainly(matter, OPERATION_DECODE, 0);
    refuses(matter, "unreadable");
    says(matter, "layout-only",
         "{\"functions\":[{\"start\":\"0x11000\",\"size\":64,"
         "\"rows\":[{\"start\":0},{\"start\":4},{\"start\":8}]}]}");
    settle(matter);
}

static void abi_unknown(struct matter *matter)
{
    unknown_identifier(matter, "-0", 0);
    unknown_identifier(matter, "-5", 5);
    unknown_identifier(matter, "-255", 255);
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static void outermost_no_rows_flex(struct matter *matter)
{
    by_worth(matter);
    struct function *function = &matter->section->functions[0];
    ask_plainly(matter, OPERATION_LOOKUP, 0x11004);
    answers(matter, "no-row");
    function->fde_type = FDE_DEFAULT;
    answers(matter, "outermost");
    function->fde_type = FDE_FLEX;
    refuses(matter, "breach");
    settle(matter);
}

static void no_rows_before_v3(struct matter *matter)
{
    by_worth(matter);
    ask_plainly(matter, OPERATION_LOOKUP, 0x11004);
    answers(matter, "no-row");
    matter->section->profile = PROFILE_V3;
    answers(matter, "outermost");
    matter->section->profile = matter->profile;
    refuses(matter, "breach");
    settle(matter);
}

/* At address 0, where the function only goes on if addresses wrap. */
static void function_range_wrap(struct matter *matter)
{
    by_worth(matter);
    struct function *function = &matter->section->functions[0];
    put_question(matter, OPERATION_LOOKUP, 0, "after-wrap");
    answers(matter, "breach"); /* as the bytes stand */
    answers(matter, "wraps");
    uint32_t size = function->size;
    function->size = 16;
    answers(matter, "clipped");
    function->size = size;
    settle(matter);
}

static void pcmask_rep_size_zero(struct matter *matter)
{
    by_worth(matter);
    struct function *function = &matter->section->functions[0];
    put_question(matter, OPERATION_LOOKUP, 0x11008, "second-row");
    refuses(matter, "error");
    function->pc_type = PC_INC;
    answers(matter, "as-inc");
    function->pc_type = PC_MASK;
    says(matter, "no-row", "{\"none\":\"row\"}");
    settle(matter);
}

static void zero_size_function(struct matter *matter)
{
    by_worth(matter);
    struct function *function = &matter->section->functions[0];
    put_question(matter, OPERATION_LOOKUP, 0x11000, "start");
    answers(matter, "holds-none");
    function->size = 1;
    answers(matter, "holds-start");
    function->size = 0;
    refuses(matter, "breach");
    settle(matter);
}

/* What the table's first function answers is what is left if the second holds nothing. */
static void overlap_answer(struct matter *matter)
{
    static const struct {
        const char *suffix;
        void (*build)(struct section *section);
    } overlaps[] = {{"-partly", overlap_partly}, {"-within", overlap_within}, {"-twins", overlap_twins}};
    for (unsigned i = 0; i < sizeof overlaps / sizeof *overlaps; i++) {
        struct section *section = begin_matter(matter, overlaps[i].suffix);
        overlaps[i].build(section);
        if (!make_bytes(matter->emitter))
            return;
        put_question(matter, OPERATION_LOOKUP, 0x11024, "in-both");
        answers(matter, "nearest-start");
        uint32_t size = section->functions[1].size;
        section->functions[1].size = 0;
        answers(matter, "first");
        section->functions[1].size = size;
        refuses(matter, "refuse");
        settle(matter);
    }
}

/* --- Order of functions --------------------------------------------------------------------------------- */

/* Two functions, one below the section and one above, at an address at which the lower wraps to the top; by
 * the reading that compares addresses it lies above the other. */
static void below_and_above(struct matter *matter, const char *suffix, int64_t first, int64_t second)
{
    struct section *section = begin_matter(matter, suffix);
    matter->emitter->note =
        "The address of the function below the section wraps to the top of the address space.";
    section->address = 0x1000;
    add_function(section, first, 64);
    add_prologue(section, 4);
    add_function(section, second, 64);
    add_prologue(section, 4);
    if (!make_bytes(matter->emitter))
        return;
    ask_plainly(matter, OPERATION_CHECK, 0);
    answers(matter, "before");
    struct function *lower = &section->functions[first < second ? 0 : 1];
    lower->start = INT32_MAX;
    recheck(matter);
    answers(matter, "after");
    settle(matter);
}

static void sorted_below_section(struct matter *matter)
{
    below_and_above(matter, "-before", -0x3000, 0x2000);
    below_and_above(matter, "-after", 0x2000, -0x3000);
}

/* The first holds nothing, so that they do not overlap. */
static void sorted_equal_starts(struct matter *matter)
{
    struct section *section = begin_matter(matter, "");
    matter->emitter->note = "The first of the two has size 0.";
    add_function(section, 0x1000, 0);
    add_row(section, 0);
    add_function(section, 0x1000, 64);
    add_prologue(section, 4);
    if (!make_bytes(matter->emitter))
        return;
    ask_plainly(matter, OPERATION_CHECK, 0);
    answers(matter, "in-order");
    section->functions[0].start++;
    recheck(matter);
    answers(matter, "strict");
    settle(matter);
}

/* The function that is looked for stands first, and halving, however it rounds, goes right at once. */
static void sorted_on_trust(struct matter *matter)
{
    struct section *section = begin_matter(matter, "");
    matter->emitter->note =
        "A search by halves goes right at once and never sees the function, which stands first.";
    for (unsigned i = 0; i < 7; i++) {
        static const int64_t starts[] = {0x9000, 0x1000, 0x2000, 0x3000, 0x4000, 0x5000, 0x6000};
        add_function(section, starts[i], 64);
        add_row(section, 0);
    }
    if (!make_bytes(matter->emitter))
        return;
    put_question(matter, OPERATION_LOOKUP, 0x19004, "out-of-order");
    answers(matter, "checked");
    section->functions[0].size = 0;
    answers(matter, "trusted");
    section->functions[0].size = 64;
    refuses(matter, "refuse");
    settle(matter);
}

/* --- Flags ---------------------------------------------------------------------------------------------- */

static void flag_frame_pointer_v3(struct matter *matter)
{
    by_worth(matter);
    uint32_t flags_at = header_field(&matter->emitter->encoded, FIELD_FLAGS)->offset;
    ask_plainly(matter, OPERATION_DECODE, 0);
    stands(matter, "breach", BREACHES, flags_at);
    says(matter, "allowed", "{\"verdict\":\"valid\",\"flags\":[\"sorted\",\"frame_pointer\"]}");
    matter->section->flags = FLAG_SORTED;
    stands(matter, "ignored", ALLOWS, flags_at);
    settle(matter);
}

/* The PC is in the function by either reading, in another of its rows. */
static void flag_pcrel_before_errata1(struct matter *matter)
{
    by_worth(matter);
    struct function *function = &matter->section->functions[0];
    int64_t field = matter->emitter->encoded.start_at[0];
    put_question(matter, OPERATION_LOOKUP, function_address(matter->section, function) + 4 + (uint64_t)field,
                 "in-both");
    answers(matter, "undefined");
    if (matter->profile == PROFILE_V1)
        answers(matter, "v2-only");
    function->start += field;
    answers(matter, "pcrel");
    if (matter->profile == PROFILE_V2)
        answers(matter, "v2-only");
    settle(matter);
}

/* --- Fixed offsets -------------------------------------------------------------------------------------- */

static void fixed_fp_and_word(struct matter *matter)
{
    for (enum fde_type type = FDE_DEFAULT; type <= FDE_FLEX; type++) {
        if (type == FDE_FLEX && (matter->profile != PROFILE_V3 || matter->abi == ABI_S390X))
            continue; /* on s390x whether a flexible CFA is scaled is contested too */
        struct section *section = begin_matter(matter, type == FDE_FLEX ? "-flex" : "");
        section->fixed_fp = -16;
        add_function(section, 0x1000, 64)->fde_type = type;
        struct row *row = add_row(section, 0);
        if (ra_tracked(section) || type == FDE_FLEX)
            row->ra = rule_slot(-24);
        row->fp = rule_slot(-32);
        if (!make_bytes(matter->emitter))
            return;
        for (unsigned i = 0; i < READS; i++) {
            ask_plainly(matter, reads[i], 0x11004);
            answers(matter, "row");
            row->fp = rule_slot(section->fixed_fp);
            answers(matter, "fixed");
            row->fp = rule_slot(-32);
            settle(matter);
        }
    }
}

static void fixed_fp_without_word(struct matter *matter)
{
    struct section *section = begin_matter(matter, "");
    section->fixed_fp = -16;
    add_function(section, 0x1000, 64);
    add_row(section, 0);
    if (!make_bytes(matter->emitter))
        return;
    ask_plainly(matter, OPERATION_DECODE, 0);
    answers(matter, "fixed");
    says(matter, "same", "{\"functions\":[{\"rows\":[{\"fp\":\"same\"}]}]}");
    settle(matter);
    ask_plainly(matter, OPERATION_LOOKUP, 0x11004);
    answers(matter, "fixed");
    section->fixed_fp = 0;
    answers(matter, "same");
    section->fixed_fp = -16;
    settle(matter);
}

static void set_ra(struct section *section, struct rule rule)
{
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].ra = rule;
}

static void fixed_ra_amd64_other(struct matter *matter)
{
    by_worth(matter);
    uint32_t fixed_at = header_field(&matter->emitter->encoded, FIELD_FIXED_RA)->offset;
    for (unsigned i = 0; i < READS; i++) {
        ask_plainly(matter, reads[i], 0x11004);
        stands(matter, "breach", BREACHES, fixed_at);
        stands(matter, "header", ALLOWS, fixed_at);
        set_ra(matter->section, rule_slot(-8));
        stands(matter, "minus-8", BREACHES, fixed_at);
        set_ra(matter->section, rule_unsaid());
        settle(matter);
    }
}

/* What `unstated` leaves out may be anything, so that it comes last: who says more takes another reading. */
static void fixed_ra_amd64_zero(struct matter *matter)
{
    by_worth(matter);
    struct row *row = &matter->section->rows[0];
    struct rule second = row->fp;
    for (unsigned i = 0; i < READS; i++) {
        ask_plainly(matter, reads[i], 0x11004);
        row->ra = rule_slot(-8);
        answers(matter, "minus-8");
        row->ra = rule_slot(0);
        answers(matter, "at-cfa");
        row->ra = second;
        row->fp = rule_unsaid();
        answers(matter, "tracked");
        refuses(matter, "refuse");
        row->ra = rule_unsaid();
        row->fp = second;
        answers(matter, "unstated");
        settle(matter);
    }
}

/* By `fp` nothing tells where RA is, as on AMD64 from errata 1 on. */
static void fixed_ra_amd64_zero_v1_v2(struct matter *matter)
{
    by_worth(matter);
    struct section *section = matter->section;
    struct row *row = &section->rows[0];
    struct rule second = row->ra;
    ask_plainly(matter, OPERATION_DECODE, 0);
    answers(matter, "ra");
    says(matter, "fp",
         "{\"functions\":[{\"rows\":[{\"fp\":{\"base\":\"cfa\",\"offset\":-24,\"deref\":true}}]}]}");
    refuses(matter, "refuse");
    settle(matter);
    ask_plainly(matter, OPERATION_LOOKUP, 0x11004);
    answers(matter, "ra");
    section->profile = PROFILE_V2E1;
    row->ra = rule_unsaid();
    row->fp = second;
    answers(matter, "fp");
    section->profile = matter->profile;
    refuses(matter, "refuse");
    settle(matter);
}

/* A row of one word, and one of three. */
static void fixed_ra_tracking_abi(struct matter *matter)
{
    struct section *section = begin_matter(matter, "");
    matter->emitter->note = "The row at the start has one word, the next has three.";
    section->fixed_ra = -8;
    add_function(section, 0x1000, 64);
    struct row *one = add_row(section, 0);
    struct row *three = add_row(section, 4);
    struct rule second = rule_slot(-24);
    struct rule third = rule_slot(-32);
    three->ra = second;
    three->fp = third;
    if (!make_bytes(matter->emitter))
        return;
    uint32_t fixed_at = header_field(&matter->emitter->encoded, FIELD_FIXED_RA)->offset;
    for (unsigned i = OPERATION_DECODE; i <= OPERATION_LOOKUP; i++) {
        ask_plainly(matter, (enum operation)i, 0x11004);
        stands(matter, "abi", BREACHES, fixed_at);
        one->ra = rule_slot(section->fixed_ra);
        stands(matter, "fixed-if-absent", ALLOWS, fixed_at);
        three->ra = rule_slot(section->fixed_ra);
        three->fp = second;
        also_breaks(matter->emitter, "fre.words-surplus", matter->emitter->encoded.row_info_at[1],
                    SEVERITY_IRREGULAR);
        answers(matter, "fixed");
        forget_violations(matter->emitter);
        one->ra = rule_unsaid();
        three->ra = second;
        three->fp = third;
        settle(matter);
    }
    put_question(matter, OPERATION_LOOKUP, 0x11000, "start");
    answers(matter, "abi");
    one->ra = rule_slot(section->fixed_ra);
    answers(matter, "fixed");
    answers(matter, "fixed-if-absent");
    settle(matter);
}

static void empty_section(struct matter *matter)
{
    begin_matter(matter, "");
    if (!make_bytes(matter->emitter))
        return;
    raw_cut(&matter->emitter->encoded, 0);
    ask_plainly(matter, OPERATION_CHECK, 0);
    answers(matter, "nothing");
    also_breaks(matter->emitter, "preamble.complete", 0, SEVERITY_MALFORMED);
    answers(matter, "unreadable");
    settle(matter);
    ask_plainly(matter, OPERATION_DECODE, 0);
    refuses(matter, "unreadable");
    says(matter, "nothing", "{\"functions\":[]}");
    settle(matter);
    put_question(matter, OPERATION_LOOKUP, 0x11004, "anywhere");
    refuses(matter, "unreadable");
    answers(matter, "nothing");
    settle(matter);
}

/* --- Versions ------------------------------------------------------------------------------------------- */

/* What the present question gets by another text of version 2.  The first knows no PC-relative starts. */
static void by_text(struct matter *matter, const char *reading, enum profile profile)
{
    struct section *section = matter->section;
    struct function *function = &section->functions[0];
    int64_t start = function->start;
    section->profile = profile;
    if ((section->flags & FLAG_PCREL) != 0 && !starts_pcrel(section))
        function->start -= matter->emitter->encoded.start_at[0];
    recheck(matter);
    answers(matter, reading);
    function->start = start;
    section->profile = matter->profile;
}

/* A flag of errata 1 and a row of errata 2: by its content the section is one of errata 2.  A profile is what
 * a caller names, so the reading that asks for one has it. */
static void of_errata_2(struct matter *matter)
{
    struct section *section = begin_matter(matter, "-2");
    matter->emitter->note =
        "PC-relative starts came with errata 1; a row without words has a meaning since errata 2.";
    section->profile = PROFILE_V2E2;
    section->flags |= FLAG_PCREL;
    add_function(section, 0x1000, 16);
    add_row(section, 0)->empty = true;
    if (!make_bytes(matter->emitter))
        return;
    section->profile = matter->profile;
    for (unsigned i = OPERATION_CHECK; i <= OPERATION_LOOKUP; i++) {
        ask_plainly(matter, (enum operation)i, 0x11004);
        by_text(matter, "newest-unless-told", matter->profile);
        by_text(matter, "first", PROFILE_V2);
        by_text(matter, "guess-by-content", PROFILE_V2E2);
        settle(matter);
    }
}

/* Nothing here needs an erratum, and only an erratum allows it. */
static void of_no_errata(struct matter *matter)
{
    unsorted_unflagged(begin_matter(matter, "-none"));
    matter->emitter->note = "The entries are out of order without the flag, which errata 1 allows.";
    if (!make_bytes(matter->emitter))
        return;
    ask_plainly(matter, OPERATION_CHECK, 0);
    by_text(matter, "newest-unless-told", matter->profile);
    by_text(matter, "first", PROFILE_V2);
    by_text(matter, "guess-by-content", PROFILE_V2);
    settle(matter);
}

static void errata_in_version_byte(struct matter *matter)
{
    of_errata_2(matter);
    if (matter->profile != PROFILE_V2) /* there every reading is that of the first text */
        of_no_errata(matter);
}

static void older_version(struct matter *matter, enum profile older)
{
    struct section *section = begin_matter(matter, older == PROFILE_V1 ? "-1" : "-2");
    section->profile = older;
    one_function(section);
    if (!make_bytes(matter->emitter))
        return;
    uint32_t version_at = header_field(&matter->emitter->encoded, FIELD_VERSION)->offset;
    for (unsigned i = OPERATION_DECODE; i <= OPERATION_LOOKUP; i++) {
        ask_plainly(matter, (enum operation)i, 0x11004);
        forget_violations(matter->emitter);
        section->profile = older;
        answers(matter, "all-listed");
        section->profile = matter->profile;
        also_breaks(matter->emitter, "version.described", version_at, SEVERITY_MALFORMED);
        if (i == OPERATION_CHECK)
            answers(matter, "described-only");
        else
            refuses(matter, "described-only");
        settle(matter);
    }
}

static void version_older_accepted(struct matter *matter)
{
    older_version(matter, PROFILE_V1);
    if (matter->profile == PROFILE_V3)
        older_version(matter, PROFILE_V2E2);
}

/* --- Rows of a PC --------------------------------------------------------------------------------------- */

/* Rows of a function that say different things. */
static void add_rows(struct section *section, const uint32_t *starts, unsigned count)
{
    for (uint32_t i = 0; i < count; i++)
        add_row(section, starts[i])->cfa.offset += 8 * (int64_t)i;
}

/* Where PCs count from the start of the section or from address 0, the model is one of a function that begins
 * there. */
static void ask_origin(struct matter *matter, uint64_t offset, const char *name)
{
    struct section *section = matter->section;
    struct function *function = &section->functions[0];
    struct function kept = *function;
    put_question(matter, OPERATION_LOOKUP, function_address(section, function) + offset, name);
    answers(matter, "function");
    function->size += (uint32_t)function->start;
    function->start = 0;
    answers(matter, "section");
    function->size += (uint32_t)section->address;
    function->start = -(int64_t)section->address;
    answers(matter, "absolute");
    *function = kept;
    settle(matter);
}

static void pcmask_pc_origin(struct matter *matter)
{
    static const uint32_t starts[] = {0, 5, 10};
    struct section *section = begin_matter(matter, "");
    matter->emitter->note = "Section and function are not aligned to the block of 16 bytes.";
    section->address = 0x10008;
    struct function *function = add_function(section, 0x1005, 64);
    function->pc_type = PC_MASK;
    function->rep_size = 16;
    add_rows(section, starts, 3);
    if (!make_bytes(matter->emitter))
        return;
    ask_origin(matter, 6, "first-block");
    ask_origin(matter, 16 + 6, "second-block");
}

static void pcmask_v1_pc_origin(struct matter *matter)
{
    static const uint32_t starts[] = {0, 4, 8};
    struct section *section = begin_matter(matter, "");
    matter->emitter->note = "Bits 0x4 and 0x8 of the PC depend on where it counts from.";
    section->address = 0x10008;
    add_function(section, 0x1004, 16)->pc_type = PC_MASK;
    add_rows(section, starts, 3);
    if (!make_bytes(matter->emitter))
        return;
    ask_origin(matter, 0, "start");
}

/* At 10 the rows of 0, 2 and 8 match, and that of 4 does not. */
static void pcmask_v1_last_match(struct matter *matter)
{
    static const uint32_t starts[] = {0, 2, 4, 8};
    struct section *section = begin_matter(matter, "");
    matter->emitter->note = "The rows of 0, 2 and 8 match, and that of 4 between them does not.";
    struct function *function = add_function(section, 0x1000, 16);
    function->pc_type = PC_MASK;
    add_rows(section, starts, 4);
    if (!make_bytes(matter->emitter))
        return;
    put_question(matter, OPERATION_LOOKUP, 0x1100a, "mismatch-between");
    answers(matter, "last");
    function->row_count = 1;
    answers(matter, "first");
    function->row_count = 2;
    answers(matter, "until-mismatch");
    function->row_count = 4;
    settle(matter);
}

/* At 10 the rows of 0 and 4 match, then that of 12 does not, and those of 8 and 2 do again. */
static void disordered_rows(struct matter *matter, const char *suffix, enum pc_type pc_type)
{
    static const uint32_t starts[] = {0, 4, 12, 8, 2};
    struct section *section = begin_matter(matter, suffix);
    matter->emitter->note = "The rows of 0 and 4 match, then that of 12 does not, and those of 8 and 2 do.";
    struct function *function = add_function(section, 0x1000, 16);
    function->pc_type = pc_type;
    function->rep_size = pc_type == PC_MASK ? 16 : 0;
    add_rows(section, starts, 5);
    if (!make_bytes(matter->emitter))
        return;
    struct row *beyond = &section->rows[2];
    put_question(matter, OPERATION_LOOKUP, 0x1100a, "beyond-between");
    answers(matter, "until-beyond");
    beyond->start = 4;
    answers(matter, "last-of-all");
    function->row_count = 4;
    answers(matter, "nearest");
    function->row_count = 5;
    beyond->start = 12;
    refuses(matter, "refuse");
    settle(matter);
}

static void row_order_answer(struct matter *matter)
{
    disordered_rows(matter, "-inc", PC_INC);
    if (matter->profile != PROFILE_V1) /* there the rows of masks know no order */
        disordered_rows(matter, "-mask", PC_MASK);
}

/* --- The points ----------------------------------------------------------------------------------------- */

/* relocatable-start, section-type-errata, segment-extent and segment-own are not among them: they are about
 * the file around a section, of which its bytes tell nothing. */
static const struct contested_point points[] = {
    CONTESTED("abi-byte-order", "abi.byte-order", ALL, ANY_ABI, abi_byte_order, "breach", "refuse",
              "abi-wins"),
    CONTESTED("abi-s390x-before-errata1", "abi.known", V12, ARM_BE, abi_s390x_before_errata1, "unknown",
              "known", "plain"),
    CONTESTED("abi-unknown", "abi.known", ALL, AMD, abi_unknown, "unreadable", "layout-only"),
    CONTESTED("outermost-no-rows-flex", "info2.fde-type", V3, AMD, outermost_no_rows_flex, "no-row",
              "outermost", "breach"),
    CONTESTED("foreign-byte-order", "endian.flip", ALL, ANY_ABI, by_worth, "read", "refuse"),
    CONTESTED("fde-start-addition", "fde.range", ALL, AMD, by_worth, "modulo", "unreadable"),
    CONTESTED("fde-start-overflow-v3", "fde.range", V3, AMD, by_worth, "breach", "modulo"),
    CONTESTED("function-range-wrap", "fde.range", ALL, AMD, function_range_wrap, "breach", "wraps",
              "clipped"),
    CONTESTED("no-rows-before-v3", "fde.num-fres", BEFORE_V3, AMD, no_rows_before_v3, "no-row", "outermost",
              "breach"),
    CONTESTED("overlap", "fde.overlap", ALL, AMD, by_worth, "breach", "allowed"),
    CONTESTED("overlap-answer", "fde.overlap", ALL, AMD, overlap_answer, "nearest-start", "first", "refuse"),
    CONTESTED("pcmask-block-beyond-function", "fde.rep-size", V2ON, AMD, by_worth, "allowed", "breach"),
    CONTESTED("pcmask-rep-size-zero", "fde.rep-size-nonzero", V2ON, AMD, pcmask_rep_size_zero, "error",
              "as-inc", "no-row"),
    CONTESTED("rep-size-inc", "fde.rep-size", V2ON, AMD, by_worth, "allowed", "breach"),
    CONTESTED("reserved-padding", "fde.padding", V2 | V2E1 | V2E2, AMD, by_worth, "zero", "ignored",
              "refuse"),
    CONTESTED("sorted-unflagged", "fde.sorted-array", V12, AMD, by_worth, "breach", "allowed"),
    CONTESTED("zero-size-function", "fde.size", ALL, AMD, zero_size_function, "holds-none", "holds-start",
              "breach"),
    CONTESTED("flag-frame-pointer-v3", "flags.undefined-zero", V3, AMD, flag_frame_pointer_v3, "breach",
              "allowed", "ignored"),
    CONTESTED("flag-pcrel-before-errata1", "flags.undefined", V12, AMD, flag_pcrel_before_errata1,
              "undefined", "pcrel", "v2-only"),
    CONTESTED("reserved-flags-v1-v2", "flags.undefined", V12, AMD, by_worth, "zero", "ignored", "refuse"),
    CONTESTED("sorted-below-section", "flags.sorted", ALL, AMD, sorted_below_section, "before", "after"),
    CONTESTED("sorted-equal-starts", "flags.sorted", ALL, AMD, sorted_equal_starts, "in-order", "strict"),
    CONTESTED("sorted-on-trust", "flags.sorted", ALL, AMD, sorted_on_trust, "checked", "trusted", "refuse"),
    CONTESTED("fixed-fp-and-word", "header.fixed-fp", ALL, ANY_ABI, fixed_fp_and_word, "row", "fixed"),
    CONTESTED("fixed-fp-any-abi", "header.fixed-fp", ALL, ANY_ABI, by_worth, "allowed", "breach"),
    CONTESTED("fixed-fp-without-word", "header.fixed-fp", ALL, ANY_ABI, fixed_fp_without_word, "fixed",
              "same"),
    CONTESTED("fixed-ra-amd64-other", "header.fixed-ra-amd64", ALL, AMD, fixed_ra_amd64_other, "breach",
              "header", "minus-8"),
    CONTESTED("fixed-ra-amd64-zero", "header.fixed-ra-amd64", E1ON, AMD, fixed_ra_amd64_zero, "unstated",
              "minus-8", "tracked", "at-cfa", "refuse"),
    CONTESTED("fixed-ra-amd64-zero-v1-v2", "header.fixed-ra-amd64", V12, AMD, fixed_ra_amd64_zero_v1_v2, "ra",
              "fp", "refuse"),
    CONTESTED("fixed-ra-tracking-abi", "header.fixed-ra-tracked", E1ON, ARMS | S390, fixed_ra_tracking_abi,
              "abi", "fixed", "fixed-if-absent"),
    CONTESTED("num-fres-shared", "header.fre-total", ALL, AMD, by_worth, "distinct", "sum"),
    CONTESTED("tile-filler", "header.fde-array", ALL, AMD, by_worth, "allowed", "breach", "zero-only"),
    CONTESTED("empty-section", "preamble.complete", ALL, AMD, empty_section, "unreadable", "nothing"),
    CONTESTED("tile-gap-after-header", "tile.cover", ALL, AMD, by_worth, "breach", "allowed"),
    CONTESTED("tile-rows-first", "tile.order", ALL, AMD, by_worth, "breach", "allowed", "unreadable"),
    CONTESTED("tile-trailing-bytes", "tile.cover", ALL, AMD, by_worth, "breach", "allowed"),
    CONTESTED("errata-in-version-byte", "version.field", V2 | V2E1 | V2E2, AMD, errata_in_version_byte,
              "newest-unless-told", "first", "guess-by-content"),
    CONTESTED("version-older-accepted", "version.described", V2ON, AMD, version_older_accepted,
              "described-only", "all-listed"),
    CONTESTED("section-alignment", "overview.packed", ALL, AMD, by_worth, "any", "four", "eight"),
    CONTESTED("pcmask-pc-origin", "pctype.mask-match", V2ON, AMD, pcmask_pc_origin, "function", "absolute",
              "section"),
    CONTESTED("pcmask-v1-last-match", "pctype.mask-match-v1", V1, AMD, pcmask_v1_last_match, "last", "first",
              "until-mismatch"),
    CONTESTED("pcmask-v1-pc-origin", "pctype.mask-match-v1", V1, AMD, pcmask_v1_pc_origin, "function",
              "absolute", "section"),
    CONTESTED("row-order-answer", "fre.start-order", ALL, AMD, row_order_answer, "until-beyond",
              "last-of-all", "nearest", "refuse"),
};

void family_contested_layout(struct emitter *emitter)
{
    make_contested(emitter, points, sizeof points / sizeof *points);
}
