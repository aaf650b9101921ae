/* Open points about a row: what its words, or the lack of them, say. */
#include "open_points.h"

/* Whether the base of a rule is a register, which a control word would name. */
static bool counts_from_register(const struct rule *rule)
{
    return rule->place == PLACE_SP || rule->place == PLACE_FP || rule->place == PLACE_REGISTER;
}

static unsigned default_word_count(const struct row *row)
{
    return row->empty
               ? 0
               : 1U + (row->ra.place != PLACE_UNSAID) + (row->fp.place != PLACE_UNSAID) + row->extra_count;
}

/* Whether one of a flexible row's rules is of this kind. */
static bool any_rule(const struct question *question, bool (*is)(const struct rule *rule))
{
    const struct row *row = question->row;
    return flexible(question) && !row->empty && (is(&row->cfa) || is(&row->ra) || is(&row->fp));
}

static bool empty_and_base_set(const struct question *question)
{
    return question->row->empty && question->row->idle_base;
}

static bool empty_before_errata2(const struct question *question)
{
    return question->row->empty && !profile_of(question)->no_words_is_outermost;
}

static bool empty_flexible(const struct question *question)
{
    return question->row->empty && flexible(question);
}

static bool empty_mangled(const struct question *question)
{
    return question->row->empty && question->row->mangled;
}

/* Nothing is open if the header and the word say the same. */
static bool fixed_fp_and_word(const struct question *question)
{
    const struct section *section = question->section;
    const struct rule *fp = &question->row->fp;
    bool same = fp->place == PLACE_CFA && fp->deref && fp->offset == section->fixed_fp;
    return section->fixed_fp != 0 && !question->row->empty && gen_is_said(fp) && !same;
}

static bool fixed_fp_alone(const struct question *question)
{
    return question->section->fixed_fp != 0 && !question->row->empty && !gen_is_said(&question->row->fp);
}

static bool fixed_fp_default(const struct question *question)
{
    return !flexible(question) && fixed_fp_alone(question);
}

static bool fixed_fp_flexible(const struct question *question)
{
    return flexible(question) && fixed_fp_alone(question);
}

/* Whether the header alone says where RA is. */
static bool ra_by_header(const struct question *question)
{
    return !question->row->empty && !gen_is_said(&question->row->ra);
}

static bool fixed_ra_other(const struct question *question)
{
    const struct section *section = question->section;
    const int8_t usual = abi_of(question)->fixed_ra;
    return usual != 0 && section->fixed_ra != 0 && section->fixed_ra != usual &&
           ra_by_header(question);
}

static bool fixed_ra_zero_v1_v2(const struct question *question)
{
    const struct section *section = question->section;
    return gen_ra_tracked(section) && !abi_of(question)->tracks_ra && section->fixed_ra == 0 &&
           !question->row->empty;
}

/* The expected answer has no RA, so only FP is open: some readers take the second word for RA's. */
static bool fixed_ra_zero(const struct question *question)
{
    const struct section *section = question->section;
    return !gen_ra_tracked(section) && section->fixed_ra == 0 && !flexible(question) &&
           !question->row->empty && gen_is_said(&question->row->fp);
}

static bool fixed_ra_tracking(const struct question *question)
{
    const struct section *section = question->section;
    return gen_ra_tracked(section) && section->fixed_ra != 0 && !question->row->empty &&
           (!flexible(question) || ra_by_header(question));
}

/* Whether the header, the ABI and the row's number of words disagree on whether RA is tracked. */
static bool tracking_v1_v2(const struct question *question)
{
    const struct section *section = question->section;
    bool tracked = gen_ra_tracked(section);
    unsigned words = default_word_count(question->row);
    if (!profile_of(question)->header_says_tracking || words == 0)
        return false;
    return tracked != abi_of(question)->tracks_ra || (tracked ? words == 2 : words >= 3);
}

static bool flex_cfa_without_register(const struct question *question)
{
    return flexible(question) && !question->row->empty && question->row->cfa.place == PLACE_CFA;
}

static bool flex_fp_padded(const struct question *question)
{
    return flexible(question) && !question->row->empty && question->row->fp.place == PLACE_PADDED;
}

static bool is_number_alone(const struct rule *rule)
{
    return rule->place == PLACE_CFA && !rule->deref;
}

static bool flex_no_base_no_deref(const struct question *question)
{
    return any_rule(question, is_number_alone);
}

static bool flex_ra_absent_tracked(const struct question *question)
{
    const struct section *section = question->section;
    return flexible(question) && abi_of(question)->tracks_ra && section->fixed_ra == 0 &&
           ra_by_header(question);
}

static bool flex_ra_padding_last(const struct question *question)
{
    const struct row *row = question->row;
    return flexible(question) && !row->empty && row->ra.place == PLACE_PADDED &&
           row->fp.place == PLACE_UNSAID && row->extra_count == 0;
}

static bool has_idle_number(const struct rule *rule)
{
    return rule->place == PLACE_CFA && rule->idle_bits >> 3 != 0;
}

static bool flex_idle_number(const struct question *question)
{
    return any_rule(question, has_idle_number);
}

/* Whether the unused bit is set in a control word that names a register. */
static bool has_odd_number(const struct rule *rule)
{
    return counts_from_register(rule) && (rule->idle_bits & 4) != 0;
}

static bool flex_odd_number(const struct question *question)
{
    return any_rule(question, has_odd_number);
}

static bool s390x_flexible(const struct question *question)
{
    const struct row *row = question->row;
    return abi_of(question)->cfa_factor != 1 && flexible(question) && !row->empty &&
           counts_from_register(&row->cfa);
}

static bool has_default_words(const struct question *question)
{
    return !flexible(question) && !question->row->empty;
}

/* Whether 32 bits do not hold the CFA's offset: the word times 8, and 160. */
static bool s390x_beyond_32_bits(const struct question *question)
{
    int64_t offset = question->row->cfa.offset;
    return abi_of(question)->cfa_factor != 1 && has_default_words(question) &&
           (offset < INT32_MIN || offset > INT32_MAX);
}

static bool s390x_fp_zero(const struct question *question)
{
    const struct rule *fp = &question->row->fp;
    return abi_of(question)->zero_is_unsaved && has_default_words(question) &&
           fp->place == PLACE_CFA && fp->offset == 0;
}

static bool s390x_register_and_slot(const struct question *question)
{
    enum place ra = question->row->ra.place, fp = question->row->fp.place;
    return abi_of(question)->names_registers && has_default_words(question) &&
           ((ra == PLACE_REGISTER && fp == PLACE_CFA) || (ra == PLACE_CFA && fp == PLACE_REGISTER));
}

/* --- The table ------------------------------------------------------------------------------------------ */

static const struct ledger_point row_points[] = {
    TOUCHED("count-zero-base-bit", BOTH, 0, empty_and_base_set),
    TOUCHED("count-zero-before-errata2", 0, RULES, empty_before_errata2),
    TOUCHED("count-zero-flex", ANY, DECODE, empty_flexible),
    TOUCHED("count-zero-mangled", BOTH, 0, empty_mangled),
    TOUCHED("fixed-fp-and-word", 0, RULES, fixed_fp_and_word),
    TOUCHED("fixed-fp-without-word", 0, RULES, fixed_fp_default),
    TOUCHED("fixed-ra-amd64-other", 0, RULES, fixed_ra_other),
    TOUCHED("fixed-ra-amd64-zero-v1-v2", 0, RULES, fixed_ra_zero_v1_v2),
    TOUCHED("fixed-ra-amd64-zero", 0, RULES, fixed_ra_zero),
    TOUCHED("fixed-ra-tracking-abi", 0, RULES, fixed_ra_tracking),
    TOUCHED("flex-cfa-without-register", 0, RULES, flex_cfa_without_register),
    TOUCHED("flex-fp-absent-fixed", 0, RULES, fixed_fp_flexible),
    TOUCHED("flex-fp-padding", BOTH, 0, flex_fp_padded),
    TOUCHED("flex-no-base-no-deref", ANY, RULES, flex_no_base_no_deref),
    TOUCHED("flex-ra-absent-tracked", RULES, RULES, flex_ra_absent_tracked),
    TOUCHED("flex-ra-padding-last", BOTH, 0, flex_ra_padding_last),
    TOUCHED("flex-regnum-without-reg", BOTH, 0, flex_idle_number),
    TOUCHED("ra-tracking-v1-v2", RULES, RULES, tracking_v1_v2),
    TOUCHED("reserved-control-bit", 0, RULES, flex_odd_number),
    TOUCHED("s390x-cfa-width", ANY, RULES, s390x_beyond_32_bits),
    TOUCHED("s390x-flex-cfa-scaled", RULES, RULES, s390x_flexible),
    TOUCHED("s390x-fp-word-zero", RULES, RULES, s390x_fp_zero),
    TOUCHED("s390x-register-unsaved-order", BOTH, 0, s390x_register_and_slot),
};

POINTS(gen_open_row_points, row_points);
