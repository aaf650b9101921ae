/* Contested points of byte order, ABI, functions and look-up: for each entry of the ledger that the bytes of
 * a section can show, what each of its readings answers.  Header and versions are in contested_header.c. */
#include "contested_layout.h"

#include "families.h"

#include <string.h>

/* --- Byte order and ABI --------------------------------------------------------------------------------- */

static enum byte_order other_order(enum abi abi)
{
    return abi_order(abi) == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG;
}

/* Whoever takes another byte order finds numbers that are far too large. */
static void one_reads(struct dispute *dispute, const char *reader)
{
    for (unsigned i = 0; i < READS; i++) {
        gen_put_usual_question(dispute, gen_decode_and_lookup[i], 0x11004);
        for (unsigned k = 0; k < dispute->reading_count; k++) {
            const char *reading = dispute->readings[k];
            if (strcmp(reading, reader) == 0)
                gen_answers(dispute, reading);
            else
                gen_refuses(dispute, reading);
        }
        gen_close_question(dispute);
    }
}

static void order_of_magic(struct dispute *dispute)
{
    struct section *section = gen_begin_dispute(dispute, "-as-magic");
    dispute->emitter->note = "Every value, magic and all, is in the order that the ABI is not.";
    section->order = other_order(dispute->abi);
    gen_one_function(section);
    if (gen_make_bytes(dispute->emitter))
        one_reads(dispute, "breach");
}

static void order_of_abi(struct dispute *dispute)
{
    gen_one_function(gen_begin_dispute(dispute, "-as-abi"));
    dispute->emitter->note = "Every value but the magic is in the order of the ABI.";
    if (!gen_make_bytes(dispute->emitter))
        return;
    gen_lie_field(&dispute->emitter->encoded, gen_header_field(&dispute->emitter->encoded, FIELD_MAGIC),
                  0xe2de);
    one_reads(dispute, "abi-wins");
}

/* A header whose numbers are alike in both orders. */
static void order_of_either(struct dispute *dispute)
{
    struct section *section = gen_begin_dispute(dispute, "-no-functions");
    section->order = other_order(dispute->abi);
    if (!gen_make_bytes(dispute->emitter))
        return;
    uint32_t abi_at = gen_header_field(&dispute->emitter->encoded, FIELD_ABI_ARCH)->offset;
    for (unsigned i = OPERATION_DECODE; i <= OPERATION_CHECK; i++) {
        gen_put_usual_question(dispute, (enum operation)i, 0);
        gen_takes(dispute, "breach", BREAKS, abi_at);
        gen_refuses(dispute, "refuse");
        section->order = abi_order(dispute->abi);
        gen_takes(dispute, "abi-wins", ALLOWS, abi_at);
        section->order = other_order(dispute->abi);
        gen_close_question(dispute);
    }
}

static void abi_byte_order(struct dispute *dispute)
{
    order_of_magic(dispute);
    order_of_abi(dispute);
    order_of_either(dispute);
}

/* The one violation of an ABI that is not known; no more of the section is then read. */
static void break_abi(struct dispute *dispute, enum severity severity)
{
    gen_forget_violations(dispute->emitter);
    const struct field *abi = gen_header_field(&dispute->emitter->encoded, FIELD_ABI_ARCH);
    gen_also_breaks(dispute->emitter, "abi.known", abi->offset, severity);
}

/* A section of big-endian AArch64 in which the identifier is then that of s390x. */
static void abi_s390x_before_errata1(struct dispute *dispute)
{
    struct section *section = gen_begin_dispute(dispute, "");
    dispute->emitter->note = "The rows are what s390x's are from errata 1 on.";
    gen_one_function(section);
    if (!gen_make_bytes(dispute->emitter))
        return;
    struct encoded *encoded = &dispute->emitter->encoded;
    gen_lie_field(encoded, gen_header_field(encoded, FIELD_ABI_ARCH), abi_id(ABI_S390X));
    for (unsigned i = OPERATION_DECODE; i <= OPERATION_LOOKUP; i++) {
        gen_put_usual_question(dispute, (enum operation)i, 0x11004);
        break_abi(dispute, SEVERITY_MALFORMED);
        if (i == OPERATION_CHECK)
            gen_answers(dispute, "unknown");
        else
            gen_refuses(dispute, "unknown");
        gen_forget_violations(dispute->emitter);
        section->abi = ABI_S390X;
        for (uint32_t row = 0; row < section->row_count; row++)
            section->rows[row].cfa.offset = 8 * section->rows[row].cfa.offset + 160;
        gen_answers(dispute, "known");
        for (uint32_t row = 0; row < section->row_count; row++)
            section->rows[row].cfa.offset = (section->rows[row].cfa.offset - 160) / 8;
        gen_answers(dispute, "plain");
        section->abi = dispute->abi;
        gen_close_question(dispute);
    }
}

static void unknown_identifier(struct dispute *dispute, const char *suffix, uint8_t identifier)
{
    gen_one_function(gen_begin_dispute(dispute, suffix));
    dispute->emitter->note = "The layout-only reading tells functions and rows, but no rules.";
    if (!gen_make_bytes(dispute->emitter))
        return;
    struct encoded *encoded = &dispute->emitter->encoded;
    gen_lie_field(encoded, gen_header_field(encoded, FIELD_ABI_ARCH), identifier);
    gen_put_usual_question(dispute, OPERATION_CHECK, 0);
    break_abi(dispute, SEVERITY_MALFORMED);
    gen_answers(dispute, "unreadable");
    break_abi(dispute, SEVERITY_IRREGULAR);
    gen_answers(dispute, "layout-only");
    gen_close_question(dispute);
    gen_put_usual_question(dispute, OPERATION_DECODE, 0);
    gen_refuses(dispute, "unreadable");
    gen_says(dispute, "layout-only",
             "{\"functions\":[{\"start\":\"0x11000\",\"size\":64,"
             "\"rows\":[{\"start\":0},{\"start\":4},{\"start\":8}]}]}");
    gen_close_question(dispute);
}

static void abi_unknown(struct dispute *dispute)
{
    unknown_identifier(dispute, "-0", 0);
    unknown_identifier(dispute, "-5", 5);
    unknown_identifier(dispute, "-255", 255);
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static void outermost_no_rows_flex(struct dispute *dispute)
{
    gen_by_verdict(dispute);
    struct function *function = &dispute->section->functions[0];
    gen_put_usual_question(dispute, OPERATION_LOOKUP, 0x11004);
    gen_answers(dispute, "no-row");
    function->fde_type = FDE_DEFAULT;
    gen_answers(dispute, "outermost");
    function->fde_type = FDE_FLEX;
    gen_refuses(dispute, "breach");
    gen_close_question(dispute);
}

static void no_rows_before_v3(struct dispute *dispute)
{
    gen_by_verdict(dispute);
    gen_put_usual_question(dispute, OPERATION_LOOKUP, 0x11004);
    gen_answers(dispute, "no-row");
    dispute->section->profile = PROFILE_V3;
    gen_answers(dispute, "outermost");
    dispute->section->profile = dispute->profile;
    gen_refuses(dispute, "breach");
    gen_close_question(dispute);
}

/* At address 0, where the function only goes on if addresses wrap. */
static void function_range_wrap(struct dispute *dispute)
{
    gen_by_verdict(dispute);
    struct function *function = &dispute->section->functions[0];
    gen_put_question(dispute, OPERATION_LOOKUP, 0, "after-wrap");
    gen_answers(dispute, "breach"); /* as the bytes stand */
    gen_answers(dispute, "wraps");
    uint32_t size = function->size;
    function->size = 16;
    gen_answers(dispute, "clipped");
    function->size = size;
    gen_close_question(dispute);
}

static void pcmask_rep_size_zero(struct dispute *dispute)
{
    gen_by_verdict(dispute);
    struct function *function = &dispute->section->functions[0];
    gen_put_question(dispute, OPERATION_LOOKUP, 0x11008, "second-row");
    gen_refuses(dispute, "error");
    function->pc_type = PC_INC;
    gen_answers(dispute, "as-inc");
    function->pc_type = PC_MASK;
    gen_says(dispute, "no-row", "{\"none\":\"row\"}");
    gen_close_question(dispute);
}

static void zero_size_function(struct dispute *dispute)
{
    gen_by_verdict(dispute);
    struct function *function = &dispute->section->functions[0];
    gen_put_question(dispute, OPERATION_LOOKUP, 0x11000, "start");
    gen_answers(dispute, "holds-none");
    function->size = 1;
    gen_answers(dispute, "holds-start");
    function->size = 0;
    gen_refuses(dispute, "breach");
    gen_close_question(dispute);
}

/* What the table's first function answers is what is left if the second holds nothing. */
static void overlap_answer(struct dispute *dispute)
{
    static const struct {
        const char *suffix;
        void (*build)(struct section *section);
    } overlaps[] = {
        {"-partly", gen_overlap_partly}, {"-within", gen_overlap_within}, {"-twins", gen_overlap_twins}};
    for (unsigned i = 0; i < COUNT(overlaps); i++) {
        struct section *section = gen_begin_dispute(dispute, overlaps[i].suffix);
        overlaps[i].build(section);
        if (!gen_make_bytes(dispute->emitter))
            return;
        gen_put_question(dispute, OPERATION_LOOKUP, 0x11024, "in-both");
        gen_answers(dispute, "nearest-start");
        uint32_t size = section->functions[1].size;
        section->functions[1].size = 0;
        gen_answers(dispute, "first");
        section->functions[1].size = size;
        gen_refuses(dispute, "refuse");
        gen_close_question(dispute);
    }
}

/* --- Rows of a PC --------------------------------------------------------------------------------------- */

/* Rows of a function that say different things. */
static void add_rows(struct section *section, const uint32_t *starts, unsigned count)
{
    for (uint32_t i = 0; i < count; i++)
        gen_add_row(section, starts[i])->cfa.offset += 8 * (int64_t)i;
}

/* Where PCs count from the start of the section or from address 0, the model is one of a function that begins
 * there. */
static void ask_origin(struct dispute *dispute, uint64_t offset, const char *name)
{
    struct section *section = dispute->section;
    struct function *function = &section->functions[0];
    struct function kept = *function;
    gen_put_question(dispute, OPERATION_LOOKUP, gen_function_address(section, function) + offset, name);
    gen_answers(dispute, "function");
    function->size += (uint32_t)function->start;
    function->start = 0;
    gen_answers(dispute, "section");
    function->size += (uint32_t)section->address;
    function->start = -(int64_t)section->address;
    gen_answers(dispute, "absolute");
    *function = kept;
    gen_close_question(dispute);
}

static void pcmask_pc_origin(struct dispute *dispute)
{
    static const uint32_t starts[] = {0, 5, 10};
    struct section *section = gen_begin_dispute(dispute, "");
    dispute->emitter->note = "Section and function are not aligned to the block of 16 bytes.";
    section->address = 0x10008;
    struct function *function = gen_add_function(section, 0x1005, 64);
    function->pc_type = PC_MASK;
    function->rep_size = 16;
    add_rows(section, starts, 3);
    if (!gen_make_bytes(dispute->emitter))
        return;
    ask_origin(dispute, 6, "first-block");
    ask_origin(dispute, 16 + 6, "second-block");
}

static void pcmask_v1_pc_origin(struct dispute *dispute)
{
    static const uint32_t starts[] = {0, 4, 8};
    struct section *section = gen_begin_dispute(dispute, "");
    dispute->emitter->note = "Bits 0x4 and 0x8 of the PC depend on where it counts from.";
    section->address = 0x10008;
    gen_add_function(section, 0x1004, 16)->pc_type = PC_MASK;
    add_rows(section, starts, 3);
    if (!gen_make_bytes(dispute->emitter))
        return;
    ask_origin(dispute, 0, "start");
}

/* At 10 the rows of 0, 2 and 8 match, and that of 4 does not. */
static void pcmask_v1_last_match(struct dispute *dispute)
{
    static const uint32_t starts[] = {0, 2, 4, 8};
    struct section *section = gen_begin_dispute(dispute, "");
    dispute->emitter->note = "The rows of 0, 2 and 8 match, and that of 4 between them does not.";
    struct function *function = gen_add_function(section, 0x1000, 16);
    function->pc_type = PC_MASK;
    add_rows(section, starts, 4);
    if (!gen_make_bytes(dispute->emitter))
        return;
    gen_put_question(dispute, OPERATION_LOOKUP, 0x1100a, "mismatch-between");
    gen_answers(dispute, "last");
    function->row_count = 1;
    gen_answers(dispute, "first");
    function->row_count = 2;
    gen_answers(dispute, "until-mismatch");
    function->row_count = 4;
    gen_close_question(dispute);
}

/* At 10 the rows of 0 and 4 match, then that of 12 does not, and those of 8 and 2 do again. */
static void disordered_rows(struct dispute *dispute, const char *suffix, enum pc_type pc_type)
{
    static const uint32_t starts[] = {0, 4, 12, 8, 2};
    struct section *section = gen_begin_dispute(dispute, suffix);
    dispute->emitter->note = "The rows of 0 and 4 match, then that of 12 does not, and those of 8 and 2 do.";
    struct function *function = gen_add_function(section, 0x1000, 16);
    function->pc_type = pc_type;
    function->rep_size = pc_type == PC_MASK ? 16 : 0;
    add_rows(section, starts, 5);
    if (!gen_make_bytes(dispute->emitter))
        return;
    struct row *beyond = &section->rows[2];
    gen_put_question(dispute, OPERATION_LOOKUP, 0x1100a, "beyond-between");
    gen_answers(dispute, "until-beyond");
    beyond->start = 4;
    gen_answers(dispute, "last-of-all");
    function->row_count = 4;
    gen_answers(dispute, "nearest");
    function->row_count = 5;
    beyond->start = 12;
    gen_refuses(dispute, "refuse");
    gen_close_question(dispute);
}

static void row_order_answer(struct dispute *dispute)
{
    disordered_rows(dispute, "-inc", PC_INC);
    if (!gen_profile_facts[dispute->profile].masks_are_bits) /* there the rows of masks know no order */
        disordered_rows(dispute, "-mask", PC_MASK);
}

/* --- The points ----------------------------------------------------------------------------------------- */

/* relocatable-start, section-type-errata, segment-extent and segment-own are not among them: they are about
 * the file around a section, of which its bytes say nothing. */
static const struct contested_point functions[] = {
    CONTESTED("abi-byte-order", "abi.byte-order", ALL, ANY_ABI, abi_byte_order, "breach", "refuse",
              "abi-wins"),
    CONTESTED("abi-s390x-before-errata1", "abi.known", V12, ARM_BE, abi_s390x_before_errata1, "unknown",
              "known", "plain"),
    CONTESTED("abi-unknown", "abi.known", ALL, AMD, abi_unknown, "unreadable", "layout-only"),
    CONTESTED("outermost-no-rows-flex", "info2.fde-type", V3, AMD, outermost_no_rows_flex, "no-row",
              "outermost", "breach"),
    CONTESTED("foreign-byte-order", "endian.flip", ALL, ANY_ABI, gen_by_verdict, "read", "refuse"),
    CONTESTED("fde-start-addition", "fde.range", ALL, AMD, gen_by_verdict, "modulo", "unreadable"),
    CONTESTED("fde-start-overflow-v3", "fde.range", V3, AMD, gen_by_verdict, "breach", "modulo"),
    CONTESTED("function-range-wrap", "fde.range", ALL, AMD, function_range_wrap, "breach", "wraps",
              "clipped"),
    CONTESTED("no-rows-before-v3", "fde.num-fres", BEFORE_V3, AMD, no_rows_before_v3, "no-row", "outermost",
              "breach"),
    CONTESTED("overlap", "fde.overlap", ALL, AMD, gen_by_verdict, "breach", "allowed"),
    CONTESTED("overlap-answer", "fde.overlap", ALL, AMD, overlap_answer, "nearest-start", "first", "refuse"),
    CONTESTED("pcmask-block-beyond-function", "fde.rep-size", V2ON, AMD, gen_by_verdict, "allowed", "breach"),
    CONTESTED("pcmask-rep-size-zero", "fde.rep-size-nonzero", V2ON, AMD, pcmask_rep_size_zero, "error",
              "as-inc", "no-row"),
    CONTESTED("rep-size-inc", "fde.rep-size", V2ON, AMD, gen_by_verdict, "allowed", "breach"),
    CONTESTED("reserved-padding", "fde.padding", V2 | ERRATA, AMD, gen_by_verdict, "zero", "ignored",
              "refuse"),
    CONTESTED("sorted-unflagged", "fde.sorted-array", V12, AMD, gen_by_verdict, "breach", "allowed"),
    CONTESTED("zero-size-function", "fde.size", ALL, AMD, zero_size_function, "holds-none", "holds-start",
              "breach"),
};

static const struct contested_point lookups[] = {
    CONTESTED("section-alignment", "overview.packed", ALL, AMD, gen_by_verdict, "any", "four", "eight"),
    CONTESTED("pcmask-pc-origin", "pctype.mask-match", V2ON, AMD, pcmask_pc_origin, "function", "absolute",
              "section"),
    CONTESTED("pcmask-v1-last-match", "pctype.mask-match-v1", V1, AMD, pcmask_v1_last_match, "last", "first",
              "until-mismatch"),
    CONTESTED("pcmask-v1-pc-origin", "pctype.mask-match-v1", V1, AMD, pcmask_v1_pc_origin, "function",
              "absolute", "section"),
    CONTESTED("row-order-answer", "fre.start-order", ALL, AMD, row_order_answer, "until-beyond",
              "last-of-all", "nearest", "refuse"),
};

void gen_family_contested_layout(struct emitter *emitter)
{
    gen_make_contested(emitter, functions, COUNT(functions));
    gen_contested_header(emitter);
    gen_make_contested(emitter, lookups, COUNT(lookups));
}
