#include "open.h"

#include "sets.h"

#include <string.h>

static const struct profile_facts *profile_of(const struct question *question)
{
    return &profile_facts[question->section->profile];
}

static const struct abi_facts *abi_of(const struct question *question)
{
    return &abi_facts[question->section->abi];
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

static bool flexible(const struct question *question)
{
    return question->function->fde_type == FDE_FLEX;
}

static bool is_said(const struct rule *rule)
{
    return rule->place != PLACE_UNSAID && rule->place != PLACE_PADDED;
}

/* Whether a control word gives a register's number that counts. */
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

/* What both the header and a word say may be the same. */
static bool fixed_fp_and_word(const struct question *question)
{
    const struct section *section = question->section;
    const struct rule *fp = &question->row->fp;
    bool same = fp->place == PLACE_CFA && fp->deref && fp->offset == section->fixed_fp;
    return section->fixed_fp != 0 && !question->row->empty && is_said(fp) && !same;
}

static bool fixed_fp_alone(const struct question *question)
{
    return question->section->fixed_fp != 0 && !question->row->empty && !is_said(&question->row->fp);
}

static bool fixed_fp_default(const struct question *question)
{
    return !flexible(question) && fixed_fp_alone(question);
}

static bool fixed_fp_flexible(const struct question *question)
{
    return flexible(question) && fixed_fp_alone(question);
}

/* Whether nothing but the header tells where RA is. */
static bool ra_by_header(const struct question *question)
{
    return !question->row->empty && !is_said(&question->row->ra);
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
    return ra_tracked(section) && !abi_of(question)->tracks_ra && section->fixed_ra == 0 &&
           !question->row->empty;
}

/* Only who takes the second word for RA's gives another FP; RA itself the vector leaves unsaid. */
static bool fixed_ra_zero(const struct question *question)
{
    const struct section *section = question->section;
    return !ra_tracked(section) && section->fixed_ra == 0 &&
           !flexible(question) && !question->row->empty && is_said(&question->row->fp);
}

static bool fixed_ra_tracking(const struct question *question)
{
    const struct section *section = question->section;
    return ra_tracked(section) && section->fixed_ra != 0 &&
           !question->row->empty && (!flexible(question) || ra_by_header(question));
}

/* A row says by its count of words that RA is tracked, or it does not; so do header and ABI. */
static bool tracking_v1_v2(const struct question *question)
{
    const struct section *section = question->section;
    bool tracked = ra_tracked(section);
    unsigned words = default_word_count(question->row);
    if (!profile_of(question)->header_tells_tracking || words == 0)
        return false;
    return tracked != abi_of(question)->tracks_ra || (tracked ? words == 2 : words >= 3);
}

static bool flex_cfa_without_register(const struct question *question)
{
    return flexible(question) && !question->row->empty && question->row->cfa.place == PLACE_CFA;
}

static bool flex_cfa_unsaid(const struct question *question)
{
    return flexible(question) && !question->row->empty && !is_said(&question->row->cfa);
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

static bool is_unknown(const struct rule *rule)
{
    return rule->place == PLACE_UNKNOWN;
}

static bool flex_unknown(const struct question *question)
{
    return any_rule(question, is_unknown);
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

/* The unused bit beside a number. */
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

/* The word times eight and 160, where 32 bits do not hold it. */
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

static bool s390x_unknown(const struct question *question)
{
    return abi_of(question)->names_registers && has_default_words(question) &&
           (is_unknown(&question->row->ra) || is_unknown(&question->row->fp));
}

static bool s390x_register_and_slot(const struct question *question)
{
    enum place ra = question->row->ra.place, fp = question->row->fp.place;
    return abi_of(question)->names_registers && has_default_words(question) &&
           ((ra == PLACE_REGISTER && fp == PLACE_CFA) || (ra == PLACE_CFA && fp == PLACE_REGISTER));
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static bool default_without_rows(const struct question *question)
{
    return !profile_of(question)->no_rows_is_outermost && question->function->row_count == 0;
}

static bool flexible_without_rows(const struct question *question)
{
    return flexible(question) && question->function->row_count == 0;
}

static bool key_on_amd64(const struct question *question)
{
    return question->function->key_b && !profile_of(question)->other_keys_are_zero &&
           !abi_of(question)->signs_ra;
}

static bool increments_with_block(const struct question *question)
{
    return question->function->pc_type == PC_INC && question->function->rep_size != 0;
}

/* Functions that repeat a block of bytes: masks, but for those of version 1. */
static bool has_blocks(const struct question *question)
{
    return question->function->pc_type == PC_MASK && !profile_of(question)->masks_are_bits;
}

static bool block_beyond_function(const struct question *question)
{
    return has_blocks(question) && question->function->rep_size > question->function->size;
}

/* Without rows there is nothing to divide for. */
static bool block_of_zero(const struct question *question)
{
    const struct function *function = question->function;
    return has_blocks(question) && function->rep_size == 0 && function->row_count > 0;
}

/* --- Which row answers ---------------------------------------------------------------------------------- */

enum { ORIGINS = 3, CHOICES = 3 };

/* The PC as one may count it: from its function, as an address, from the section. */
static uint64_t counted_from(const struct question *question, unsigned origin)
{
    const uint64_t origins[ORIGINS] = {function_address(question->section, question->function), 0,
                                       question->section->address};
    return question->pc - origins[origin];
}

/* Of the rows that match: the last, the first, the last before one that does not.  -1: none. */
static int chosen(const struct question *question, unsigned choice,
                  bool (*matches)(uint64_t place, uint32_t start), uint64_t place)
{
    const struct function *function = question->function;
    int found = -1;
    for (uint32_t i = 0; i < function->row_count; i++) {
        bool match = matches(place, function_row(question->section, function, i)->start);
        if (match)
            found = (int)i;
        if (match ? choice == 1 : choice == 2)
            break;
    }
    return found;
}

static bool not_beyond(uint64_t place, uint32_t start)
{
    return place >= start;
}

static bool masked(uint64_t place, uint32_t start)
{
    return (place & start) >= start;
}

static bool block_origin_tells(const struct question *question)
{
    const struct function *function = question->function;
    if (!has_blocks(question) || function->rep_size == 0)
        return false;
    int first = chosen(question, 2, not_beyond, counted_from(question, 0) % function->rep_size);
    for (unsigned origin = 1; origin < ORIGINS; origin++) {
        uint64_t place = counted_from(question, origin) % function->rep_size;
        /* Whoever counts from elsewhere may take rows out of order otherwise too. */
        if (chosen(question, 2, not_beyond, place) != first ||
            chosen(question, 0, not_beyond, place) != first)
            return true;
    }
    return false;
}

static bool choice_tells(const struct question *question, unsigned origins,
                         bool (*matches)(uint64_t place, uint32_t start))
{
    int first = chosen(question, 0, matches, counted_from(question, 0));
    for (unsigned origin = 0; origin < origins; origin++)
        for (unsigned choice = 0; choice < CHOICES; choice++)
            if (chosen(question, choice, matches, counted_from(question, origin)) != first)
                return true;
    return false;
}

static bool is_v1_mask(const struct question *question)
{
    return question->function->pc_type == PC_MASK && profile_of(question)->masks_are_bits;
}

static bool v1_choice_tells(const struct question *question)
{
    return is_v1_mask(question) && choice_tells(question, 1, masked);
}

/* Whoever counts from elsewhere may choose otherwise too. */
static bool v1_origin_tells(const struct question *question)
{
    return is_v1_mask(question) && choice_tells(question, ORIGINS, masked);
}

/* Where the PC stands among the starts. */
static uint64_t place_of(const struct question *question)
{
    uint64_t offset = counted_from(question, 0);
    return has_blocks(question) && question->function->rep_size != 0 ? offset % question->function->rep_size
                                                                     : offset;
}

/* Whether rows out of order answer in more than one way: by the last before one beyond, the last of all, the
 * greatest start. */
static bool row_order_tells(const struct question *question)
{
    if (is_v1_mask(question))
        return false;
    uint64_t place = place_of(question);
    int until = chosen(question, 2, not_beyond, place);
    if (until != chosen(question, 0, not_beyond, place))
        return true;
    for (int i = 0; i < until; i++)
        if (function_row(question->section, question->function, (uint32_t)i)->start >
            function_row(question->section, question->function, (uint32_t)until)->start)
            return true;
    return false;
}

/* Whether the row that answers shares its start with one before it. */
static bool equal_rows_tell(const struct question *question)
{
    const struct function *function = question->function;
    for (uint32_t i = 0; question->row != NULL && i < function->row_count; i++) {
        const struct row *other = function_row(question->section, function, i);
        if (other != question->row && other->start == question->row->start)
            return true;
    }
    return false;
}

/* --- Sections ------------------------------------------------------------------------------------------- */

/* The lengths of the header cannot be read in the other order unless all are 0. */
static bool order_tells(const struct question *question)
{
    const struct encoded *encoded = question->encoded;
    return question->section->order != abi_of(question)->order &&
           encoded->rows_end == encoded->header_end;
}

static bool has_fixed_fp(const struct question *question)
{
    return question->section->fixed_fp != 0;
}

static bool has_undefined_flag(const struct question *question, enum flag flag)
{
    return (question->section->flags & (unsigned)flag & ~(unsigned)profile_of(question)->flags_defined) != 0;
}

static bool flag_2_in_v3(const struct question *question)
{
    return has_undefined_flag(question, FLAG_FRAME_POINTER);
}

static bool holds(const struct function *function, uint64_t address, uint64_t pc)
{
    return pc - address < function->size;
}

/* Whether a function holds the PC, be its start counted from the section or from its field. */
static bool found_from_section_or_field(const struct question *question)
{
    const struct section *section = question->section;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct function *function = &section->functions[i];
        uint64_t address = function_address(section, function);
        if (holds(function, address, question->pc) ||
            holds(function, address + question->encoded->start_at[i], question->pc))
            return true;
    }
    return false;
}

static bool flag_4_before_errata1(const struct question *question)
{
    return has_undefined_flag(question, FLAG_PCREL) &&
           (question->operation != OPERATION_LOOKUP || found_from_section_or_field(question));
}

static bool is_unaligned(const struct question *question)
{
    return question->section->address % 8 != 0;
}

static bool has_filler(const struct question *question)
{
    return question->section->gap_functions > 0 && !question->section->rows_first;
}

/* Whether a start leads below address 0 or beyond the last one. */
static bool wraps(const struct section *section, const struct function *function)
{
    uint64_t address = function_address(section, function);
    return function->start < 0 ? address > section->address : address < section->address;
}

static bool any_start_wraps(const struct question *question)
{
    for (uint32_t i = 0; i < question->section->function_count; i++)
        if (wraps(question->section, &question->section->functions[i]))
            return true;
    return false;
}

/* Whether the PC lies in the part of a function that would go on at address 0. */
static bool beyond_last_address(const struct question *question)
{
    for (uint32_t i = 0; i < question->section->function_count; i++) {
        const struct function *function = &question->section->functions[i];
        uint64_t address = function_address(question->section, function);
        if (question->pc < address && holds(function, address, question->pc))
            return true;
    }
    return false;
}

/* Whether the first function of the table that holds the PC is another than the nearest. */
static bool first_is_not_nearest(const struct question *question)
{
    const struct section *section = question->section;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct function *function = &section->functions[i];
        if (holds(function, function_address(section, function), question->pc))
            return look_up(section, question->pc).function != i;
    }
    return false;
}

/* A function of size 0 may be a breach; a lookup shows only where it starts. */
static bool empty_function(const struct question *question)
{
    for (uint32_t i = 0; i < question->section->function_count; i++) {
        const struct function *function = &question->section->functions[i];
        if (function->size == 0 && (question->operation != OPERATION_LOOKUP ||
                                    function_address(question->section, function) == question->pc))
            return true;
    }
    return false;
}

/* Versions 1 and 2 call the functions a sorted array, flag or no flag. */
static bool said_sorted(const struct section *section)
{
    return profile_facts[section->profile].array_is_sorted || (section->flags & FLAG_SORTED) != 0;
}

static bool order_by_address_differs(const struct question *question)
{
    const struct section *section = question->section;
    for (uint32_t i = 1; said_sorted(section) && i < section->function_count; i++) {
        const struct function *one = &section->functions[i - 1], *other = &section->functions[i];
        if ((one->start <= other->start) !=
            (function_address(section, one) <= function_address(section, other)))
            return true;
    }
    return false;
}

static bool equal_starts(const struct question *question)
{
    const struct section *section = question->section;
    for (uint32_t i = 1; said_sorted(section) && i < section->function_count; i++)
        if (section->functions[i].start == section->functions[i - 1].start)
            return true;
    return false;
}

/* What halving finds where the order is broken depends on how one halves; where no function holds the PC it
 * finds none. */
static bool out_of_order(const struct question *question)
{
    const struct section *section = question->section;
    if (look_up(section, question->pc).found == FOUND_NO_FUNCTION)
        return false;
    for (uint32_t i = 1; said_sorted(section) && i < section->function_count; i++)
        if (section->functions[i].start < section->functions[i - 1].start)
            return true;
    return false;
}

/* --- Faults that make a section unreadable, or not for all ---------------------------------------------- */

static bool is_about(const struct question *question, const char *clause)
{
    return strcmp(question->fault->clause, clause) == 0;
}

static bool unknown_abi(const struct question *question)
{
    return is_about(question, "abi.known");
}

static bool s390x_before_errata1(const struct question *question)
{
    uint8_t id = question->encoded->bytes[question->fault->offset];
    return unknown_abi(question) && id == abi_id(ABI_S390X) &&
           !abi_known(question->section->profile, ABI_S390X);
}

static bool no_bytes(const struct question *question)
{
    return is_about(question, "preamble.complete") && question->encoded->length == 0;
}

static bool older_version(const struct question *question)
{
    if (!is_about(question, "version.known"))
        return false;
    uint8_t version = question->encoded->bytes[question->fault->offset];
    return version != 0 && version < profile_version(question->section->profile);
}

static bool unknown_function_type(const struct question *question)
{
    return is_about(question, "info2.fde-type-known");
}

static bool unknown_row_type(const struct question *question)
{
    return is_about(question, "info.fre-type-known");
}

/* The words of a row of word size 3, at its info byte. */
static unsigned words_of_unknown_size(const struct question *question)
{
    return question->encoded->bytes[question->fault->offset] >> 1 & 15;
}

static bool no_words_of_unknown_size(const struct question *question)
{
    return is_about(question, "fre.size-known") && words_of_unknown_size(question) == 0;
}

/* Words of 8 bytes do not always fit, and then nobody reads the row. */
static bool words_of_eight_bytes(const struct question *question)
{
    return is_about(question, "fre.size-known") && words_of_unknown_size(question) > 0 &&
           question->fault->offset + 1 + 8 * words_of_unknown_size(question) <= question->encoded->rows_end;
}

/* --- The table ------------------------------------------------------------------------------------------ */

enum { RULES = DECODE | LOOKUP, ANY = BOTH | LOOKUP };

struct ledger_point {
    const char *ledger;
    unsigned asks[CLASSES];                           /* by class: of which operations answers differ */
    bool (*touches)(const struct question *question); /* null: no vector can */
};

/* Classes are left out where no vector can touch the point or where what it accepts is fair. */
#define TOUCHED(ledger, valid, irregular, touches)                                                           \
    {                                                                                                        \
        ledger, {[CLASS_VALID] = (valid), [CLASS_IRREGULAR] = (irregular)}, touches                          \
    }
#define UNREADABLE(ledger, malformed, touches)                                                               \
    {                                                                                                        \
        ledger, {[CLASS_MALFORMED] = (malformed)}, touches                                                   \
    }
#define UNTOUCHED(ledger)                                                                                    \
    {                                                                                                        \
        ledger, {0}, NULL                                                                                    \
    }

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
    TOUCHED("flex-cfa-padding", 0, RULES, flex_cfa_unsaid),
    TOUCHED("flex-cfa-without-register", 0, RULES, flex_cfa_without_register),
    TOUCHED("flex-fp-absent-fixed", 0, RULES, fixed_fp_flexible),
    TOUCHED("flex-fp-padding", BOTH, 0, flex_fp_padded),
    TOUCHED("flex-no-base-no-deref", ANY, RULES, flex_no_base_no_deref),
    TOUCHED("flex-pair-cut", 0, LOOKUP, flex_unknown),
    TOUCHED("flex-ra-absent-tracked", RULES, RULES, flex_ra_absent_tracked),
    TOUCHED("flex-ra-padding-last", BOTH, 0, flex_ra_padding_last),
    TOUCHED("flex-regnum-without-reg", BOTH, 0, flex_idle_number),
    TOUCHED("ra-tracking-v1-v2", RULES, RULES, tracking_v1_v2),
    TOUCHED("reserved-control-bit", 0, RULES, flex_odd_number),
    TOUCHED("s390x-cfa-width", ANY, RULES, s390x_beyond_32_bits),
    TOUCHED("s390x-flex-cfa-scaled", RULES, RULES, s390x_flexible),
    TOUCHED("s390x-fp-word-zero", RULES, RULES, s390x_fp_zero),
    TOUCHED("s390x-register-sign", 0, LOOKUP, s390x_unknown),
    TOUCHED("s390x-register-unsaved-order", BOTH, 0, s390x_register_and_slot),
};

static const struct ledger_point function_points[] = {
    TOUCHED("no-rows-before-v3", ANY, LOOKUP, default_without_rows),
    TOUCHED("outermost-no-rows-flex", ANY, LOOKUP, flexible_without_rows),
    TOUCHED("pauth-key-v1-v2", BOTH, 0, key_on_amd64),
    TOUCHED("pcmask-block-beyond-function", BOTH, 0, block_beyond_function),
    TOUCHED("pcmask-pc-origin", LOOKUP, LOOKUP, block_origin_tells),
    TOUCHED("pcmask-rep-size-zero", 0, LOOKUP, block_of_zero),
    TOUCHED("pcmask-v1-last-match", LOOKUP, LOOKUP, v1_choice_tells),
    TOUCHED("pcmask-v1-pc-origin", LOOKUP, LOOKUP, v1_origin_tells),
    TOUCHED("rep-size-inc", BOTH, 0, increments_with_block),
    TOUCHED("row-order-answer", 0, LOOKUP, row_order_tells),
    TOUCHED("row-order-equal", 0, LOOKUP, equal_rows_tell),
};

static const struct ledger_point section_points[] = {
    TOUCHED("abi-byte-order", 0, DECODE, order_tells),
    TOUCHED("fde-start-addition", ANY, 0, any_start_wraps),
    TOUCHED("fixed-fp-any-abi", BOTH, 0, has_fixed_fp),
    TOUCHED("flag-frame-pointer-v3", 0, DECODE, flag_2_in_v3),
    TOUCHED("flag-pcrel-before-errata1", 0, RULES, flag_4_before_errata1),
    TOUCHED("function-range-wrap", 0, LOOKUP, beyond_last_address),
    TOUCHED("overlap-answer", 0, LOOKUP, first_is_not_nearest),
    TOUCHED("section-alignment", ANY, 0, is_unaligned),
    TOUCHED("sorted-below-section", BOTH, 0, order_by_address_differs),
    TOUCHED("sorted-equal-starts", BOTH, 0, equal_starts),
    TOUCHED("sorted-on-trust", 0, LOOKUP, out_of_order),
    TOUCHED("tile-filler", BOTH, 0, has_filler),
    TOUCHED("zero-size-function", ANY, LOOKUP, empty_function),
    /* What is accepted whatever the reading: an error, or an answer that all who answer give. */
    UNTOUCHED("aarch64-two-words"),
    UNTOUCHED("count-limit"),
    UNTOUCHED("fde-start-overflow-v3"),
    UNTOUCHED("flex-ra-absent-amd64"),
    UNTOUCHED("flex-surplus"),
    UNTOUCHED("mangled-other-abi"),
    UNTOUCHED("num-fres-shared"),
    UNTOUCHED("overlap"),
    UNTOUCHED("pauth-key-other-abi"),
    UNTOUCHED("pauth-key-s390x-v2e1"),
    UNTOUCHED("reserved-fde-info-v3"),
    UNTOUCHED("reserved-fde-info"),
    UNTOUCHED("reserved-flags-v1-v2"),
    UNTOUCHED("reserved-info2"),
    UNTOUCHED("reserved-padding"),
    UNTOUCHED("row-first-start"),
    UNTOUCHED("row-order"),
    UNTOUCHED("row-start-inside-block"),
    UNTOUCHED("row-start-inside"),
    UNTOUCHED("rows-shared"),
    UNTOUCHED("rows-unowned"),
    UNTOUCHED("sorted-unflagged"),
    UNTOUCHED("surplus-words"),
    UNTOUCHED("tile-gap-after-header"),
    UNTOUCHED("tile-rows-first"),
    UNTOUCHED("tile-trailing-bytes"),
    /* What only a walk over frames can show. */
    UNTOUCHED("caller-pc"),
    UNTOUCHED("flex-sp-fp-numbers"),
    UNTOUCHED("flex-sp-s390x"),
    UNTOUCHED("flex-topmost-scope"),
    UNTOUCHED("flex-topmost-unread-regnum"),
    UNTOUCHED("mangled-key"),
    UNTOUCHED("mangled-ra"),
    UNTOUCHED("outermost-stop"),
    UNTOUCHED("s390x-register-deeper"),
    UNTOUCHED("signal-caller-pc"),
    UNTOUCHED("trace-end"),
    UNTOUCHED("trace-progress"),
    UNTOUCHED("trace-ra-register-deeper"),
    UNTOUCHED("trace-unaligned"),
    /* What only the file around a section can show. */
    UNTOUCHED("flag-frame-pointer-scope"),
    UNTOUCHED("relocatable-start"),
    UNTOUCHED("section-type-errata"),
    UNTOUCHED("segment-extent"),
    UNTOUCHED("segment-own"),
    /* What only a writer can show. */
    UNTOUCHED("cfa-offset-too-large"),
    UNTOUCHED("num-fres-overflow"),
    UNTOUCHED("undefined-fp"),
    /* The vector names its text. */
    UNTOUCHED("errata-in-version-byte"),
    /* Whoever is tested declares which byte orders it reads. */
    UNTOUCHED("foreign-byte-order"),
};

/* What some can read. */
static const struct ledger_point fault_points[] = {
    UNREADABLE("abi-s390x-before-errata1", ANY, s390x_before_errata1),
    UNREADABLE("abi-unknown", BOTH, unknown_abi),
    UNREADABLE("count-zero-word-size", ANY, no_words_of_unknown_size),
    UNREADABLE("empty-section", BOTH, no_bytes),
    UNREADABLE("reserved-fde-type", BOTH, unknown_function_type),
    UNREADABLE("reserved-fre-type", BOTH, unknown_row_type),
    UNREADABLE("reserved-word-size", ANY, words_of_eight_bytes),
    UNREADABLE("version-older-accepted", ANY, older_version),
};

/* --- Trying the points ---------------------------------------------------------------------------------- */

static const char *touched(const struct question *question, const struct ledger_point *points, size_t count)
{
    for (const struct ledger_point *point = points; point < points + count; point++)
        if ((point->asks[question->vector_class] >> question->operation & 1) != 0 && point->touches(question))
            return point->ledger;
    return NULL;
}

#define ANY_OF(points, question) touched(question, points, sizeof(points) / sizeof *(points))

static const char *touched_function(struct question *question, const struct function *function)
{
    question->function = function;
    const char *ledger = ANY_OF(function_points, question);
    for (uint32_t i = 0; i < function->row_count && ledger == NULL; i++) {
        question->row = function_row(question->section, function, i);
        ledger = ANY_OF(row_points, question);
    }
    return ledger;
}

static const char *touched_at_pc(struct question *question)
{
    struct answer_lookup found = look_up(question->section, question->pc);
    if (found.found == FOUND_NO_FUNCTION)
        return NULL;
    question->function = &question->section->functions[found.function];
    bool in_row =
        question->function->row_count > 0 && (found.found == FOUND_ROW || found.found == FOUND_ERROR);
    question->row = in_row ? function_row(question->section, question->function, found.row) : NULL;
    const char *ledger = ANY_OF(function_points, question);
    return ledger != NULL || !in_row ? ledger : ANY_OF(row_points, question);
}

/* A section that cannot be read for one reason that stands is refused by all. */
static const char *touched_faults(struct question *question)
{
    const char *ledger = NULL;
    for (uint32_t i = 0; i < question->violations->count; i++) {
        question->fault = &question->violations->list[i];
        if (question->fault->severity != SEVERITY_MALFORMED)
            continue;
        ledger = ANY_OF(fault_points, question);
        if (ledger == NULL)
            return NULL;
    }
    return ledger;
}

static const char *touched_anywhere(struct question *question)
{
    const char *ledger = ANY_OF(section_points, question);
    for (uint32_t i = 0; i < question->section->function_count && ledger == NULL; i++)
        ledger = touched_function(question, &question->section->functions[i]);
    return ledger;
}

/* Whoever finds a breach may refuse the section, whatever is asked of it. */
static const char *touched_by_check(const struct question *question)
{
    struct question check = *question;
    check.operation = OPERATION_CHECK;
    return touched_anywhere(&check);
}

const char *open_point_of(struct question *question)
{
    if (question->vector_class == CLASS_MALFORMED)
        return touched_faults(question);
    bool by_check = question->vector_class == CLASS_VALID && question->operation != OPERATION_CHECK;
    const char *ledger = by_check ? touched_by_check(question) : NULL;
    if (ledger != NULL)
        return ledger;
    if (question->operation != OPERATION_LOOKUP)
        return touched_anywhere(question);
    ledger = ANY_OF(section_points, question);
    return ledger != NULL ? ledger : touched_at_pc(question);
}
