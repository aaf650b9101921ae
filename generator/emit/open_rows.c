/* Open points about a row: what its words, or the lack of them, say. */
#include "open.h"

/* Whether the base of a rule is a register, which a control word would name. */
static bool counts_from_register(const struct rule *rule)
{
    return rule->place == PLACE_SP || rule->place == PLACE_FP || rule->place == PLACE_REGISTER;
}

static bool is_number_alone(const struct rule *rule)
{
    return rule->place == PLACE_CFA && !rule->deref;
}

static bool has_idle_number(const struct rule *rule)
{
    return rule->place == PLACE_CFA && rule->idle_bits >> 3 != 0;
}

/* Whether the unused bit is set in a control word that names a register. */
static bool has_odd_number(const struct rule *rule)
{
    return counts_from_register(rule) && (rule->idle_bits & 4) != 0;
}

static bool any_rule(const struct row *row, bool (*is)(const struct rule *rule))
{
    return is(&row->cfa) || is(&row->ra) || is(&row->fp);
}

/* Whether the header, the ABI and a default row's number of words disagree on whether RA is tracked. */
static bool disagree_on_tracking(const struct question *question)
{
    const struct row *row = question->row;
    const bool tracked = gen_ra_tracked(question->section);
    const unsigned words =
        1U + (row->ra.place != PLACE_UNSAID) + (row->fp.place != PLACE_UNSAID) + row->extra_count;
    return tracked != abi_of(question)->tracks_ra || (tracked ? words == 2 : words >= 3);
}

static bool is_slot_at(const struct rule *rule, int64_t offset)
{
    return rule->place == PLACE_CFA && rule->deref && rule->offset == offset;
}

const char *gen_open_point_of_row(const struct question *question)
{
    const struct row *const row = question->row;
    const struct rule *const cfa = &row->cfa, *const ra = &row->ra, *const fp = &row->fp;
    const struct profile_facts *const profile = profile_of(question);
    const struct abi_facts *const abi = abi_of(question);
    const int8_t fixed_fp = question->section->fixed_fp, fixed_ra = question->section->fixed_ra;
    const bool tracked = gen_ra_tracked(question->section), flexible = question->function->fde_type == FDE_FLEX;
    const bool words = !row->empty, in_default = words && !flexible, in_flexible = words && flexible;
    const bool ra_by_header = words && !gen_is_said(ra), fp_by_header = words && !gen_is_said(fp);

    POINT("count-zero-base-bit", BOTH, 0, row->empty && row->idle_base);
    POINT("count-zero-before-errata2", 0, RULES, row->empty && !profile->no_words_is_outermost);
    POINT("count-zero-flex", ANY, DECODE, row->empty && flexible);
    POINT("count-zero-mangled", BOTH, 0, row->empty && row->mangled);
    POINT("fixed-fp-and-word", 0, RULES,
          fixed_fp != 0 && words && gen_is_said(fp) && !is_slot_at(fp, fixed_fp)); /* else they say the same */
    POINT("fixed-fp-without-word", 0, RULES, fixed_fp != 0 && in_default && fp_by_header);
    POINT("fixed-ra-amd64-other", 0, RULES,
          abi->fixed_ra != 0 && fixed_ra != 0 && fixed_ra != abi->fixed_ra && ra_by_header);
    POINT("fixed-ra-amd64-zero-v1-v2", 0, RULES, tracked && !abi->tracks_ra && fixed_ra == 0 && words);
    /* The expected answer has no RA, so only FP is open: some readers take the second word for RA's. */
    POINT("fixed-ra-amd64-zero", 0, RULES, !tracked && fixed_ra == 0 && in_default && gen_is_said(fp));
    POINT("fixed-ra-tracking-abi", 0, RULES, tracked && fixed_ra != 0 && (in_default || ra_by_header));
    POINT("flex-cfa-without-register", 0, RULES, in_flexible && cfa->place == PLACE_CFA);
    POINT("flex-fp-absent-fixed", 0, RULES, fixed_fp != 0 && in_flexible && fp_by_header);
    POINT("flex-fp-padding", BOTH, 0, in_flexible && fp->place == PLACE_PADDED);
    POINT("flex-no-base-no-deref", ANY, RULES, in_flexible && any_rule(row, is_number_alone));
    POINT("flex-ra-absent-tracked", RULES, RULES,
          in_flexible && abi->tracks_ra && fixed_ra == 0 && ra_by_header);
    POINT("flex-ra-padding-last", BOTH, 0,
          in_flexible && ra->place == PLACE_PADDED && fp->place == PLACE_UNSAID && row->extra_count == 0);
    POINT("flex-regnum-without-reg", BOTH, 0, in_flexible && any_rule(row, has_idle_number));
    POINT("ra-tracking-v1-v2", RULES, RULES,
          words && profile->header_says_tracking && disagree_on_tracking(question));
    POINT("reserved-control-bit", 0, RULES, in_flexible && any_rule(row, has_odd_number));
    POINT("s390x-cfa-width", ANY, RULES,
          abi->cfa_factor != 1 && in_default && (cfa->offset < INT32_MIN || cfa->offset > INT32_MAX));
    POINT("s390x-flex-cfa-scaled", RULES, RULES,
          abi->cfa_factor != 1 && in_flexible && counts_from_register(cfa));
    POINT("s390x-fp-word-zero", RULES, RULES,
          abi->zero_is_unsaved && in_default && fp->place == PLACE_CFA && fp->offset == 0);
    POINT("s390x-register-unsaved-order", BOTH, 0,
          abi->names_registers && in_default && ((ra->place == PLACE_REGISTER && fp->place == PLACE_CFA) ||
                                                 (ra->place == PLACE_CFA && fp->place == PLACE_REGISTER)));
    return NULL;
}
