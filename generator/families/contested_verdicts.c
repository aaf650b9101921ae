/* Readings that differ in the verdict on a section: a table of sections, and who finds what broken. */
#include "contested_layout.h"

#include <string.h>

const enum operation gen_decode_and_lookup[READS] = {OPERATION_DECODE, OPERATION_LOOKUP};

/* --- From a row of the table to vectors ----------------------------------------------------------------- */

enum { READ = BOTH | LOOKUP };

/* A section, and how each reading takes it: a fault in the field, none, or no section at all. */
struct difference {
    const char *ledger, *suffix;
    unsigned profiles;
    void (*build)(struct section *section);
    enum field_name field; /* the one at issue */
    int function;          /* whose it is; -1: the header's, or a gap */
    uint64_t lie;          /* what it then holds; 0: what the model says */
    unsigned operations;
    const char *judgements; /* a letter of enum judgement for each of the point's readings */
};

void gen_takes(struct dispute *dispute, const char *reading, enum judgement judgement, uint32_t offset)
{
    const char *clause = judgement == BREAKS ? dispute->clause : NULL;
    gen_judge(dispute, &(struct reading){.name = reading, .judgement = judgement, .clause = clause}, offset);
}

static void ask_verdict(struct dispute *dispute, const struct difference *difference,
                        enum operation operation, uint32_t offset)
{
    uint64_t pc =
        dispute->section->address +
        (dispute->section->function_count > 0 ? (uint64_t)dispute->section->functions[0].start : 0x1000) + 4;
    gen_put_usual_question(dispute, operation, pc);
    for (unsigned i = 0; i < dispute->reading_count && difference->judgements[i] != '\0'; i++)
        gen_takes(dispute, dispute->readings[i], (enum judgement)difference->judgements[i], offset);
    gen_close_question(dispute);
}

static void make_verdict(struct dispute *dispute, const struct difference *difference)
{
    struct encoded *encoded = &dispute->emitter->encoded;
    difference->build(gen_begin_dispute(dispute, difference->suffix));
    if (!gen_make_bytes(dispute->emitter))
        return;
    const struct field *field = gen_find_field(encoded, difference->field, difference->function, -1, -1);
    if (difference->lie != 0)
        gen_lie_field(encoded, field, difference->lie);
    for (unsigned i = OPERATION_DECODE; i <= OPERATION_LOOKUP; i++) {
        if (is_in(difference->operations, i))
            ask_verdict(dispute, difference, (enum operation)i, field->offset);
    }
}

/* --- What they are built of ----------------------------------------------------------------------------- */

void gen_function_at(struct section *section, int64_t start)
{
    gen_add_function(section, start, 64);
    gen_add_prologue(section, 4);
}

void gen_one_function(struct section *section)
{
    gen_function_at(section, 0x1000);
}

CHANGE(two_functions, gen_one_function(section); gen_function_at(section, 0x2000))
CHANGE(without_rows, gen_add_function(section, 0x1000, 64))
CHANGE(flex_without_rows, without_rows(section); gen_make_flexible(section))
CHANGE(at_zero, section->address = 0x1000; gen_function_at(section, -0x3000))
CHANGE(at_last, section->address = 0 - (uint64_t)0x1000; gen_function_at(section, 0x3000))
CHANGE(at_zero_pcrel, section->flags |= FLAG_PCREL; at_zero(section))
CHANGE(at_last_pcrel, section->flags |= FLAG_PCREL; at_last(section))
CHANGE(pcrel, section->flags |= FLAG_PCREL; gen_one_function(section))
CHANGE(around_the_end, section->address = 0 - (uint64_t)0x10000; gen_function_at(section, 0xfff0))
CHANGE(around_the_end_by_one, around_the_end(section); section->functions[0].size = 17)

void gen_overlap_partly(struct section *section)
{
    gen_one_function(section);
    gen_function_at(section, 0x1020);
}

void gen_overlap_within(struct section *section)
{
    gen_one_function(section);
    gen_add_function(section, 0x1020, 16);
    gen_add_prologue(section, 4);
}

void gen_overlap_twins(struct section *section)
{
    gen_one_function(section);
    gen_add_function(section, 0x1000, 64);
    gen_add_row(section, 0)->cfa.offset += 8;
}

CHANGE(block_beyond, gen_add_stub(section, 0x1000, 16, 1)->size = 12)

static void block_of_zero(struct section *section)
{
    struct function *function = gen_add_stub(section, 0x1000, 16, 4);
    function->rep_size = 0;
}

CHANGE(repeated_increments, gen_one_function(section); section->functions[0].rep_size = 16)

void gen_unsorted_unflagged(struct section *section)
{
    section->flags = 0;
    gen_function_at(section, 0x2000);
    gen_function_at(section, 0x1000);
}

CHANGE(size_zero, gen_add_function(section, 0x1000, 0); gen_add_row(section, 0))
CHANGE(flag_frame_pointer, section->flags |= FLAG_FRAME_POINTER; gen_one_function(section))
CHANGE(flag_8, section->flags |= 0x8; gen_one_function(section))
CHANGE(flag_80, section->flags |= 0x80; gen_one_function(section))
CHANGE(fixed_fp, section->fixed_fp = -16; gen_one_function(section))
CHANGE(fixed_ra_16, section->fixed_ra = -16; gen_one_function(section))

/* On AMD64, one row of two words.  Versions 1 and 2 then track RA, so that the second is RA's. */
static void fixed_ra_zero(struct section *section)
{
    section->fixed_ra = 0;
    gen_add_function(section, 0x1000, 64);
    struct row *row = gen_add_row(section, 0);
    row->cfa = gen_rule_sp(32);
    *(gen_ra_tracked(section) ? &row->ra : &row->fp) = gen_rule_slot(-24);
}

static void shared_rows(struct section *section)
{
    gen_one_function(section);
    gen_add_function(section, 0x2000, 64);
    gen_share_rows(section, 0, 0, 3);
}

static void filler_zero(struct section *section)
{
    two_functions(section);
    section->gap_functions = 4;
    section->filler = 0;
}

CHANGE(filler_a5, filler_zero(section); section->filler = 0xa5)
CHANGE(gap_after_header, two_functions(section); section->gap_header = 4)
CHANGE(trailing_bytes, two_functions(section); section->gap_end = 4)
CHANGE(rows_first, two_functions(section); section->rows_first = true)
CHANGE(address_1, section->address = 0x10001; gen_one_function(section))
CHANGE(address_4, section->address = 0x10004; gen_one_function(section))

/* --- The table ------------------------------------------------------------------------------------------ */

static const struct difference differences[] = {
    {"outermost-no-rows-flex", "", V3, flex_without_rows, FIELD_INFO2, 0, 0, CHECK, "AAB"},
    {"foreign-byte-order", "", ALL, two_functions, FIELD_MAGIC, -1, 0, READ, "AR"},
    {"fde-start-addition", "-below-zero", ALL, at_zero, FIELD_START, 0, 0, READ, "AR"},
    {"fde-start-addition", "-beyond-last", ALL, at_last, FIELD_START, 0, 0, READ, "AR"},
    {"fde-start-addition", "-below-zero-pcrel", E1ON, at_zero_pcrel, FIELD_START, 0, 0, READ, "AR"},
    {"fde-start-addition", "-beyond-last-pcrel", E1ON, at_last_pcrel, FIELD_START, 0, 0, READ, "AR"},
    {"fde-start-overflow-v3", "", V3, pcrel, FIELD_START, 0, INT64_MAX, CHECK, "BA"},
    {"fde-start-overflow-v3", "-by-one", V3, pcrel, FIELD_START, 0, INT64_MAX - 27, CHECK, "BA"},
    {"function-range-wrap", "", ALL, around_the_end, FIELD_START, 0, 0, CHECK, "BAA"},
    {"function-range-wrap", "-by-one", ALL, around_the_end_by_one, FIELD_START, 0, 0, CHECK, "BAA"},
    {"no-rows-before-v3", "", BEFORE_V3, without_rows, FIELD_FUNC_NUM_FRES, 0, 0, CHECK, "AAB"},
    {"overlap", "-partly", ALL, gen_overlap_partly, FIELD_START, 1, 0, CHECK, "BA"},
    {"overlap", "-within", ALL, gen_overlap_within, FIELD_START, 1, 0, CHECK, "BA"},
    {"overlap", "-twins", ALL, gen_overlap_twins, FIELD_START, 1, 0, CHECK, "BA"},
    {"pcmask-block-beyond-function", "", V2ON, block_beyond, FIELD_REP_SIZE, 0, 0, CHECK, "AB"},
    {"pcmask-rep-size-zero", "", V2ON, block_of_zero, FIELD_REP_SIZE, 0, 0, CHECK, "BAA"},
    {"rep-size-inc", "", V2ON, repeated_increments, FIELD_REP_SIZE, 0, 0, CHECK, "AB"},
    {"reserved-padding", "-low", V2 | ERRATA, gen_one_function, FIELD_PADDING, 0, 1, BOTH, "BAR"},
    {"reserved-padding", "-high", V2 | ERRATA, gen_one_function, FIELD_PADDING, 0, 0x8000, BOTH, "BAR"},
    {"sorted-unflagged", "", V12, gen_unsorted_unflagged, FIELD_START, 1, 0, CHECK, "BA"},
    {"zero-size-function", "", ALL, size_zero, FIELD_SIZE, 0, 0, CHECK, "AAB"},
    {"flag-frame-pointer-v3", "", V3, flag_frame_pointer, FIELD_FLAGS, -1, 0, CHECK, "BAA"},
    {"flag-pcrel-before-errata1", "", V1, pcrel, FIELD_FLAGS, -1, 0, CHECK, "BAB"},
    {"flag-pcrel-before-errata1", "", V2, pcrel, FIELD_FLAGS, -1, 0, CHECK, "BAA"},
    {"reserved-flags-v1-v2", "-8", V12, flag_8, FIELD_FLAGS, -1, 0, BOTH, "BAR"},
    {"reserved-flags-v1-v2", "-80", V12, flag_80, FIELD_FLAGS, -1, 0, BOTH, "BAR"},
    {"fixed-fp-any-abi", "", ALL, fixed_fp, FIELD_FIXED_FP, -1, 0, CHECK, "AB"},
    {"fixed-ra-amd64-other", "", ALL, fixed_ra_16, FIELD_FIXED_RA, -1, 0, CHECK, "BAB"},
    {"fixed-ra-amd64-zero", "", E1ON, fixed_ra_zero, FIELD_FIXED_RA, -1, 0, CHECK, "BBBBR"},
    {"fixed-ra-amd64-zero-v1-v2", "", V12, fixed_ra_zero, FIELD_FIXED_RA, -1, 0, CHECK, "BBR"},
    {"num-fres-shared", "-once", ALL, shared_rows, FIELD_NUM_FRES, -1, 0, CHECK, "AB"},
    {"num-fres-shared", "-twice", ALL, shared_rows, FIELD_NUM_FRES, -1, 6, CHECK, "BA"},
    {"tile-filler", "-zero", ALL, filler_zero, FIELD_GAP, -1, 0, CHECK, "ABA"},
    {"tile-filler", "-a5", ALL, filler_a5, FIELD_GAP, -1, 0, CHECK, "ABB"},
    {"tile-gap-after-header", "", ALL, gap_after_header, FIELD_GAP, -1, 0, CHECK, "BA"},
    {"tile-rows-first", "", ALL, rows_first, FIELD_FREOFF, -1, 0, BOTH, "BAR"},
    {"tile-trailing-bytes", "", ALL, trailing_bytes, FIELD_GAP, -1, 0, CHECK, "BA"},
    {"section-alignment", "-1", ALL, address_1, FIELD_MAGIC, -1, 0, READ, "ARR"},
    {"section-alignment", "-4", ALL, address_4, FIELD_MAGIC, -1, 0, READ, "AAR"},
};

/* What the table above has for the point.  The model and bytes of the last stay for what the caller adds. */
void gen_by_verdict(struct dispute *dispute)
{
    for (unsigned i = 0; i < COUNT(differences); i++)
        if (strcmp(differences[i].ledger, dispute->ledger) == 0 &&
            (differences[i].profiles >> dispute->profile & 1))
            make_verdict(dispute, &differences[i]);
}
