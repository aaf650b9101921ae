/* Contested points of order, flags, fixed offsets and versions; a part of contested_layout. */
#include "contested_layout.h"

static void recheck(struct dispute *dispute)
{
    gen_check_model(dispute->section, &dispute->emitter->encoded, &dispute->emitter->violations);
}

/* --- Order of functions --------------------------------------------------------------------------------- */

/* Two functions, one below the section and one above, at an address at which the lower wraps to the top; by
 * the reading that compares addresses it lies above the other. */
static void below_and_above(struct dispute *dispute, const char *suffix, int64_t first, int64_t second)
{
    struct section *section = gen_begin_dispute(dispute, suffix);
    dispute->emitter->note =
        "The address of the function below the section wraps to the top of the address space.";
    section->address = 0x1000;
    gen_function_at(section, first);
    gen_function_at(section, second);
    if (!gen_make_bytes(dispute->emitter))
        return;
    gen_put_usual_question(dispute, OPERATION_CHECK, 0);
    gen_answers(dispute, "before");
    struct function *lower = &section->functions[first < second ? 0 : 1];
    lower->start = INT32_MAX;
    recheck(dispute);
    gen_answers(dispute, "after");
    gen_close_question(dispute);
}

static void sorted_below_section(struct dispute *dispute)
{
    below_and_above(dispute, "-before", -0x3000, 0x2000);
    below_and_above(dispute, "-after", 0x2000, -0x3000);
}

/* The first holds nothing, so that they do not overlap. */
static void sorted_equal_starts(struct dispute *dispute)
{
    struct section *section = gen_begin_dispute(dispute, "");
    dispute->emitter->note = "The first of the two has size 0.";
    gen_add_function(section, 0x1000, 0);
    gen_add_row(section, 0);
    gen_function_at(section, 0x1000);
    if (!gen_make_bytes(dispute->emitter))
        return;
    gen_put_usual_question(dispute, OPERATION_CHECK, 0);
    gen_answers(dispute, "in-order");
    section->functions[0].start++;
    recheck(dispute);
    gen_answers(dispute, "strict");
    gen_close_question(dispute);
}

/* The function that is looked for stands first, and halving, however it rounds, goes right at once. */
static void sorted_on_trust(struct dispute *dispute)
{
    struct section *section = gen_begin_dispute(dispute, "");
    dispute->emitter->note =
        "A search by halves goes right at once and never sees the function, which stands first.";
    for (unsigned i = 0; i < 7; i++) {
        static const int64_t starts[] = {0x9000, 0x1000, 0x2000, 0x3000, 0x4000, 0x5000, 0x6000};
        gen_add_function(section, starts[i], 64);
        gen_add_row(section, 0);
    }
    if (!gen_make_bytes(dispute->emitter))
        return;
    gen_put_question(dispute, OPERATION_LOOKUP, 0x19004, "out-of-order");
    gen_answers(dispute, "checked");
    section->functions[0].size = 0;
    gen_answers(dispute, "trusted");
    section->functions[0].size = 64;
    gen_refuses(dispute, "refuse");
    gen_close_question(dispute);
}

/* --- Flags ---------------------------------------------------------------------------------------------- */

static void flag_frame_pointer_v3(struct dispute *dispute)
{
    gen_by_verdict(dispute);
    uint32_t flags_at = gen_header_field(&dispute->emitter->encoded, FIELD_FLAGS)->offset;
    gen_put_usual_question(dispute, OPERATION_DECODE, 0);
    gen_takes(dispute, "breach", BREAKS, flags_at);
    gen_says(dispute, "allowed", "{\"verdict\":\"valid\",\"flags\":[\"sorted\",\"frame_pointer\"]}");
    dispute->section->flags = FLAG_SORTED;
    gen_takes(dispute, "ignored", ALLOWS, flags_at);
    gen_close_question(dispute);
}

/* The PC is in the function by either reading, in another of its rows. */
static void flag_pcrel_before_errata1(struct dispute *dispute)
{
    gen_by_verdict(dispute);
    struct function *function = &dispute->section->functions[0];
    int64_t field = dispute->emitter->encoded.start_at[0];
    gen_put_question(dispute, OPERATION_LOOKUP,
                     gen_function_address(dispute->section, function) + 4 + (uint64_t)field, "in-both");
    gen_answers(dispute, "undefined");
    if (is_in(V1, dispute->profile))
        gen_answers(dispute, "v2-only");
    function->start += field;
    gen_answers(dispute, "pcrel");
    if (is_in(V2, dispute->profile))
        gen_answers(dispute, "v2-only");
    gen_close_question(dispute);
}

/* --- Fixed offsets -------------------------------------------------------------------------------------- */

static void fixed_fp_and_word(struct dispute *dispute)
{
    for (enum fde_type type = FDE_DEFAULT; type <= FDE_FLEX; type++) {
        if (type == FDE_FLEX && !has_clear_flexible(dispute->profile, dispute->abi))
            continue;
        struct section *section = gen_begin_dispute(dispute, type == FDE_FLEX ? "-flex" : "");
        section->fixed_fp = -16;
        gen_add_function(section, 0x1000, 64)->fde_type = type;
        struct row *row = gen_add_row(section, 0);
        if (gen_ra_tracked(section) || type == FDE_FLEX)
            row->ra = gen_rule_slot(-24);
        row->fp = gen_rule_slot(-32);
        if (!gen_make_bytes(dispute->emitter))
            return;
        for (unsigned i = 0; i < READS; i++) {
            gen_put_usual_question(dispute, gen_decode_and_lookup[i], 0x11004);
            gen_answers(dispute, "row");
            row->fp = gen_rule_slot(section->fixed_fp);
            gen_answers(dispute, "fixed");
            row->fp = gen_rule_slot(-32);
            gen_close_question(dispute);
        }
    }
}

static void fixed_fp_without_word(struct dispute *dispute)
{
    struct section *section = gen_begin_dispute(dispute, "");
    section->fixed_fp = -16;
    gen_add_function(section, 0x1000, 64);
    gen_add_row(section, 0);
    if (!gen_make_bytes(dispute->emitter))
        return;
    gen_put_usual_question(dispute, OPERATION_DECODE, 0);
    gen_answers(dispute, "fixed");
    gen_says(dispute, "same", "{\"functions\":[{\"rows\":[{\"fp\":\"same\"}]}]}");
    gen_close_question(dispute);
    gen_put_usual_question(dispute, OPERATION_LOOKUP, 0x11004);
    gen_answers(dispute, "fixed");
    section->fixed_fp = 0;
    gen_answers(dispute, "same");
    section->fixed_fp = -16;
    gen_close_question(dispute);
}

static void set_ra(struct section *section, struct rule rule)
{
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].ra = rule;
}

static void fixed_ra_amd64_other(struct dispute *dispute)
{
    gen_by_verdict(dispute);
    uint32_t fixed_at = gen_header_field(&dispute->emitter->encoded, FIELD_FIXED_RA)->offset;
    for (unsigned i = 0; i < READS; i++) {
        gen_put_usual_question(dispute, gen_decode_and_lookup[i], 0x11004);
        gen_takes(dispute, "breach", BREAKS, fixed_at);
        gen_takes(dispute, "header", ALLOWS, fixed_at);
        set_ra(dispute->section, gen_rule_slot(-8));
        gen_takes(dispute, "minus-8", BREAKS, fixed_at);
        set_ra(dispute->section, gen_rule_unsaid());
        gen_close_question(dispute);
    }
}

/* What `unstated` leaves out may be anything, so that it comes last: who says more takes another reading. */
static void fixed_ra_amd64_zero(struct dispute *dispute)
{
    gen_by_verdict(dispute);
    struct row *row = &dispute->section->rows[0];
    struct rule second = row->fp;
    for (unsigned i = 0; i < READS; i++) {
        gen_put_usual_question(dispute, gen_decode_and_lookup[i], 0x11004);
        row->ra = gen_rule_slot(-8);
        gen_answers(dispute, "minus-8");
        row->ra = gen_rule_slot(0);
        gen_answers(dispute, "at-cfa");
        row->ra = second;
        row->fp = gen_rule_unsaid();
        gen_answers(dispute, "tracked");
        gen_refuses(dispute, "refuse");
        row->ra = gen_rule_unsaid();
        row->fp = second;
        gen_answers(dispute, "unstated");
        gen_close_question(dispute);
    }
}

/* By `fp` nothing tells where RA is, as on AMD64 from errata 1 on. */
static void fixed_ra_amd64_zero_v1_v2(struct dispute *dispute)
{
    gen_by_verdict(dispute);
    struct section *section = dispute->section;
    struct row *row = &section->rows[0];
    struct rule second = row->ra;
    gen_put_usual_question(dispute, OPERATION_DECODE, 0);
    gen_answers(dispute, "ra");
    gen_says(dispute, "fp",
             "{\"functions\":[{\"rows\":[{\"fp\":{\"base\":\"cfa\",\"offset\":-24,\"deref\":true}}]}]}");
    gen_refuses(dispute, "refuse");
    gen_close_question(dispute);
    gen_put_usual_question(dispute, OPERATION_LOOKUP, 0x11004);
    gen_answers(dispute, "ra");
    section->profile = PROFILE_V2E1;
    row->ra = gen_rule_unsaid();
    row->fp = second;
    gen_answers(dispute, "fp");
    section->profile = dispute->profile;
    gen_refuses(dispute, "refuse");
    gen_close_question(dispute);
}

/* A row of one word, and one of three. */
static void fixed_ra_tracking_abi(struct dispute *dispute)
{
    struct section *section = gen_begin_dispute(dispute, "");
    dispute->emitter->note = "The row at the start has one word, the next has three.";
    section->fixed_ra = -8;
    gen_add_function(section, 0x1000, 64);
    struct row *one = gen_add_row(section, 0);
    struct row *three = gen_add_row(section, 4);
    struct rule second = gen_rule_slot(-24);
    struct rule third = gen_rule_slot(-32);
    three->ra = second;
    three->fp = third;
    if (!gen_make_bytes(dispute->emitter))
        return;
    uint32_t fixed_at = gen_header_field(&dispute->emitter->encoded, FIELD_FIXED_RA)->offset;
    for (unsigned i = OPERATION_DECODE; i <= OPERATION_LOOKUP; i++) {
        gen_put_usual_question(dispute, (enum operation)i, 0x11004);
        gen_takes(dispute, "abi", BREAKS, fixed_at);
        one->ra = gen_rule_slot(section->fixed_ra);
        gen_takes(dispute, "fixed-if-absent", ALLOWS, fixed_at);
        three->ra = gen_rule_slot(section->fixed_ra);
        three->fp = second;
        gen_forget_violations(dispute->emitter);
        gen_also_breaks(dispute->emitter, "fre.words-surplus", dispute->emitter->encoded.row_info_at[1],
                        SEVERITY_IRREGULAR);
        gen_answers(dispute, "fixed");
        gen_forget_violations(dispute->emitter);
        one->ra = gen_rule_unsaid();
        three->ra = second;
        three->fp = third;
        gen_close_question(dispute);
    }
    gen_put_question(dispute, OPERATION_LOOKUP, 0x11000, "start");
    gen_answers(dispute, "abi");
    one->ra = gen_rule_slot(section->fixed_ra);
    gen_answers(dispute, "fixed");
    gen_answers(dispute, "fixed-if-absent");
    gen_close_question(dispute);
}

static void empty_section(struct dispute *dispute)
{
    gen_begin_dispute(dispute, "");
    if (!gen_make_bytes(dispute->emitter))
        return;
    gen_raw_cut(&dispute->emitter->encoded, 0);
    gen_put_usual_question(dispute, OPERATION_CHECK, 0);
    gen_answers(dispute, "nothing");
    gen_also_breaks(dispute->emitter, "preamble.complete", 0, SEVERITY_MALFORMED);
    gen_answers(dispute, "unreadable");
    gen_close_question(dispute);
    gen_put_usual_question(dispute, OPERATION_DECODE, 0);
    gen_refuses(dispute, "unreadable");
    gen_says(dispute, "nothing", "{\"functions\":[]}");
    gen_close_question(dispute);
    gen_put_question(dispute, OPERATION_LOOKUP, 0x11004, "anywhere");
    gen_refuses(dispute, "unreadable");
    gen_answers(dispute, "nothing");
    gen_close_question(dispute);
}

/* --- Versions ------------------------------------------------------------------------------------------- */

/* What the present question gets by another text of version 2.  The first knows no PC-relative starts. */
static void by_text(struct dispute *dispute, const char *reading, enum profile profile)
{
    struct section *section = dispute->section;
    struct function *function = &section->functions[0];
    int64_t start = function->start;
    section->profile = profile;
    if ((section->flags & FLAG_PCREL) != 0 && !gen_starts_pcrel(section))
        function->start -= dispute->emitter->encoded.start_at[0];
    recheck(dispute);
    gen_answers(dispute, reading);
    function->start = start;
    section->profile = dispute->profile;
}

/* A flag of errata 1 and a row of errata 2: by its content the section is one of errata 2.  A profile is what
 * a caller names, so the reading that asks for one has it. */
static void of_errata_2(struct dispute *dispute)
{
    struct section *section = gen_begin_dispute(dispute, "-2");
    dispute->emitter->note =
        "PC-relative starts came with errata 1; a row without words has a meaning since errata 2.";
    section->profile = PROFILE_V2E2;
    section->flags |= FLAG_PCREL;
    gen_add_function(section, 0x1000, 16);
    gen_add_row(section, 0)->empty = true;
    if (!gen_make_bytes(dispute->emitter))
        return;
    section->profile = dispute->profile;
    for (unsigned i = OPERATION_CHECK; i <= OPERATION_LOOKUP; i++) {
        gen_put_usual_question(dispute, (enum operation)i, 0x11004);
        by_text(dispute, "newest-unless-told", dispute->profile);
        by_text(dispute, "first", PROFILE_V2);
        by_text(dispute, "guess-by-content", PROFILE_V2E2);
        gen_close_question(dispute);
    }
}

/* Nothing here needs an erratum, and only an erratum allows it. */
static void of_no_errata(struct dispute *dispute)
{
    gen_unsorted_unflagged(gen_begin_dispute(dispute, "-none"));
    dispute->emitter->note = "The entries are out of order without the flag, which errata 1 allows.";
    if (!gen_make_bytes(dispute->emitter))
        return;
    gen_put_usual_question(dispute, OPERATION_CHECK, 0);
    by_text(dispute, "newest-unless-told", dispute->profile);
    by_text(dispute, "first", PROFILE_V2);
    by_text(dispute, "guess-by-content", PROFILE_V2);
    gen_close_question(dispute);
}

static void errata_in_version_byte(struct dispute *dispute)
{
    of_errata_2(dispute);
    /* By the first text every reading is one; and with PC-relative starts an erratum is needed. */
    if (!is_in(V2, dispute->profile) && !dispute->emitter->pcrel)
        of_no_errata(dispute);
}

static void older_version(struct dispute *dispute, const char *name, enum profile older)
{
    struct section *section = gen_begin_dispute(dispute, name);
    section->profile = older;
    gen_one_function(section);
    if (!gen_make_bytes(dispute->emitter))
        return;
    uint32_t version_at = gen_header_field(&dispute->emitter->encoded, FIELD_VERSION)->offset;
    for (unsigned i = OPERATION_DECODE; i <= OPERATION_LOOKUP; i++) {
        gen_put_usual_question(dispute, (enum operation)i, 0x11004);
        gen_forget_violations(dispute->emitter);
        section->profile = older;
        gen_answers(dispute, "all-listed");
        section->profile = dispute->profile;
        gen_also_breaks(dispute->emitter, "version.described", version_at, SEVERITY_MALFORMED);
        if (i == OPERATION_CHECK)
            gen_answers(dispute, "described-only");
        else
            gen_refuses(dispute, "described-only");
        gen_close_question(dispute);
    }
}

static void version_older_accepted(struct dispute *dispute)
{
    older_version(dispute, "-1", PROFILE_V1);
    if (profile_version(dispute->profile) > profile_version(PROFILE_V2E2))
        older_version(dispute, "-2", PROFILE_V2E2);
}

/* --- The points ----------------------------------------------------------------------------------------- */

static const struct contested_point points[] = {
    CONTESTED("flag-frame-pointer-v3", "flags.undefined-zero", V3, AMD, flag_frame_pointer_v3, "breach",
              "allowed", "ignored"),
    CONTESTED("flag-pcrel-before-errata1", "flags.undefined", V12, AMD, flag_pcrel_before_errata1,
              "undefined", "pcrel", "v2-only"),
    CONTESTED("reserved-flags-v1-v2", "flags.undefined", V12, AMD, gen_by_verdict, "zero", "ignored",
              "refuse"),
    CONTESTED("sorted-below-section", "flags.sorted", ALL, AMD, sorted_below_section, "before", "after"),
    CONTESTED("sorted-equal-starts", "flags.sorted", ALL, AMD, sorted_equal_starts, "in-order", "strict"),
    CONTESTED("sorted-on-trust", "flags.sorted", ALL, AMD, sorted_on_trust, "checked", "trusted", "refuse"),
    CONTESTED("fixed-fp-and-word", "header.fixed-fp", ALL, ANY_ABI, fixed_fp_and_word, "row", "fixed"),
    CONTESTED("fixed-fp-any-abi", "header.fixed-fp", ALL, ANY_ABI, gen_by_verdict, "allowed", "breach"),
    CONTESTED("fixed-fp-without-word", "header.fixed-fp", ALL, ANY_ABI, fixed_fp_without_word, "fixed",
              "same"),
    CONTESTED("fixed-ra-amd64-other", "header.fixed-ra-amd64", ALL, AMD, fixed_ra_amd64_other, "breach",
              "header", "minus-8"),
    CONTESTED("fixed-ra-amd64-zero", "header.fixed-ra-amd64", E1ON, AMD, fixed_ra_amd64_zero, "unstated",
              "minus-8", "tracked", "at-cfa", "refuse"),
    CONTESTED("fixed-ra-amd64-zero-v1-v2", "header.fixed-ra-amd64", V12, AMD, fixed_ra_amd64_zero_v1_v2, "ra",
              "fp", "refuse"),
    CONTESTED("fixed-ra-tracking-abi", "header.fixed-ra-tracked", E1ON, TRACKED, fixed_ra_tracking_abi, "abi",
              "fixed", "fixed-if-absent"),
    CONTESTED("num-fres-shared", "header.fre-total", ALL, AMD, gen_by_verdict, "distinct", "sum"),
    CONTESTED("tile-filler", "header.fde-array", ALL, AMD, gen_by_verdict, "allowed", "breach", "zero-only"),
    CONTESTED("empty-section", "preamble.complete", ALL, AMD, empty_section, "unreadable", "nothing"),
    CONTESTED("tile-gap-after-header", "tile.cover", ALL, AMD, gen_by_verdict, "breach", "allowed"),
    CONTESTED("tile-rows-first", "tile.order", ALL, AMD, gen_by_verdict, "breach", "allowed", "unreadable"),
    CONTESTED("tile-trailing-bytes", "tile.cover", ALL, AMD, gen_by_verdict, "breach", "allowed"),
    CONTESTED("errata-in-version-byte", "version.field", V2 | ERRATA, AMD, errata_in_version_byte,
              "newest-unless-told", "first", "guess-by-content"),
    CONTESTED("version-older-accepted", "version.described", V2ON, AMD, version_older_accepted,
              "described-only", "all-listed"),
};

void gen_contested_header(struct emitter *emitter)
{
    gen_make_contested(emitter, points, COUNT(points));
}
