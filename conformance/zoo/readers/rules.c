/* Turns a row's words into rules: in default functions by the ABI, in flexible ones alike for all ABIs. */
#include "bug.h"
#include "decoder.h"

/* --- Words ---------------------------------------------------------------------------------------------- */

static uint64_t raw_word(const struct section *s, const struct row *row, unsigned index)
{
    const unsigned width = row->word_size;
    if (BUG(words_reversed))
        index = row->word_count - 1 - index;
    return load_in_order(s, row->words_at + (uint64_t)index * width, width,
                         s->big && !BUG(words_host_order) && !(BUG(words_of_2_host_order) && width == 2) &&
                             !(BUG(words_of_4_host_order) && width == 4));
}

static int64_t signed_word(const struct section *s, const struct row *row, unsigned index)
{
    const uint64_t raw = raw_word(s, row, index);
    const unsigned width = row->word_size;
    if ((BUG(words_unsigned)) || (BUG(words_of_1_byte_unsigned) && width == 1) ||
        (BUG(words_of_2_bytes_unsigned) && width == 2) || (BUG(words_of_4_bytes_unsigned) && width == 4))
        return (int64_t)raw;
    if (BUG(words_cut_to_16_bits) && width == 4)
        return sign_extend(raw & 0xffff, 2);
    if (BUG(words_cut_to_8_bits) && width > 1)
        return sign_extend(raw & 0xff, 1);
    return sign_extend(raw, width);
}

static struct rule place(int64_t base, int64_t offset, bool deref)
{
    return (struct rule){.kind = PLACE, .base = base, .offset = offset, .deref = deref};
}

static const struct rule same = {.kind = SAME}, unstated = {.kind = UNSTATED},
                         undefined = {.kind = UNDEFINED};

static struct rule slot(int64_t offset)
{
    if (BUG(slots_not_dereferenced))
        return place(BASE_CFA, offset, false);
    if (BUG(slots_above_cfa_refused) && offset > 0)
        return unstated;
    if (BUG(slots_negated))
        return place(BASE_CFA, -offset, true);
    return place(BASE_CFA, offset, true);
}

/* --- What holds where no word does ---------------------------------------------------------------------- */

/* Whether rows track RA.  Texts v1 and v2 only say "if RA is being tracked"; here it is tracked unless the
 * header has a fixed offset for it. */
static bool ra_is_tracked(const struct section *s)
{
    if (BUG(ra_tracked_on_amd64) && !abi_of(s)->tracks_ra)
        return true;
    /* Version 1 alone has no repetition size. */
    if (BUG(ra_never_tracked_v1) && !text_of(s)->rep_size)
        return false;
    if (BUG(ra_untracked_aarch64_big) && abi_of(s)->signs_ra && abi_of(s)->big)
        return false;
    return text_of(s)->abi_decides_tracking ? abi_of(s)->tracks_ra : s->fixed_ra == 0;
}

static struct rule fixed_ra(const struct section *s)
{
    if (BUG(fixed_ra_unsigned))
        return slot((uint8_t)s->fixed_ra);
    if (BUG(fixed_ra_is_8))
        return slot(8);
    if (BUG(fixed_ra_is_value))
        return place(BASE_CFA, s->fixed_ra, false);
    if (BUG(fixed_ra_ignored))
        return same;
    return s->fixed_ra != 0 ? slot(s->fixed_ra) : unstated;
}

static struct rule fixed_fp(const struct section *s)
{
    if (BUG(fixed_fp_unsigned) && s->fixed_fp != 0)
        return slot((uint8_t)s->fixed_fp);
    if (BUG(fixed_zero_is_an_offset))
        return slot(s->fixed_fp);
    if (BUG(fp_absent_is_undefined))
        return undefined;
    if (BUG(fp_absent_is_unstated))
        return unstated;
    return s->fixed_fp != 0 ? slot(s->fixed_fp) : same;
}

/* --- Default functions ---------------------------------------------------------------------------------- */

static int64_t cfa_offset(const struct section *s, int64_t word)
{
    const int64_t factor = abi_of(s)->factor, adjustment = abi_of(s)->adjustment;
    if (factor == 1 || BUG(s390x_cfa_plain) || (BUG(s390x_cfa_plain_v3) && text_of(s)->attribute))
        return word;
    if (BUG(s390x_cfa_unscaled))
        return word - adjustment;
    if (BUG(s390x_cfa_adjusted_down))
        return word * factor + adjustment;
    if (BUG(s390x_cfa_unadjusted))
        return word * factor;
    if (BUG(s390x_cfa_factor_4))
        return word * 4 - adjustment;
    if (BUG(s390x_cfa_scaled_after))
        return (word - adjustment) * factor;
    if (BUG(s390x_cfa_8_bits))
        return (int8_t)(word * factor) - adjustment;
    return word * factor - adjustment;
}

static struct rule cfa_rule(const struct section *s, const struct row *row)
{
    const int64_t word = BUG(cfa_word_unsigned) ? (int64_t)raw_word(s, row, 0) : signed_word(s, row, 0);
    const int64_t offset = cfa_offset(s, word);
    if (BUG(cfa_zero_is_none) && word == 0)
        return unstated;
    if (BUG(cfa_below_base_refused) && offset < 0)
        return unstated;
    if (BUG(s390x_cfa_register) && abi_of(s)->words_name_registers && (signed_word(s, row, 0) & 1) != 0)
        return place(signed_word(s, row, 0) >> 1, 0, false);
    if (BUG(cfa_dereferenced))
        return place(row->base_is_sp ? BASE_SP : BASE_FP, offset, true);
    if (BUG(cfa_base_r7_r6) && abi_of(s)->tracks_ra)
        return place(row->base_is_sp ? 7 : 6, offset, false);
    return place(row->base_is_sp ? BASE_SP : BASE_FP, offset, false);
}

/* On s390x until version 3, an odd word is a register's number, shifted left by one. */
static struct rule s390x_rule(const struct section *s, int64_t word)
{
    const struct text *const text = text_of(s);
    const bool until = BUG(s390x_registers_until_errata_1) && text->no_words_undefined;
    const bool with_registers = (text->registers && !until) || BUG(s390x_registers_in_v3);
    const bool is_register = BUG(s390x_register_bit_inverted) ? (word & 1) == 0 : (word & 1) != 0;
    if (!with_registers || !is_register || BUG(s390x_registers_forgotten))
        return slot(BUG(s390x_slots_scaled) ? word * abi_of(s)->factor : word);
    if (BUG(s390x_register_unshifted))
        return place(word, 0, false);
    if (BUG(s390x_register_shifted_twice))
        return place(word >> 2, 0, false);
    if (BUG(s390x_register_4_bits))
        return place(word >> 1 & 0xf, 0, false);
    if (BUG(s390x_register_dereferenced))
        return place(word >> 1, 0, true);
    if (BUG(s390x_fpr_as_gpr) && word >> 1 >= 16)
        return place((word >> 1) - 16, 0, false);
    return place(word >> 1, 0, false);
}

static struct rule tracked_rule(const struct section *s, int64_t word)
{
    return abi_of(s)->words_name_registers ? s390x_rule(s, word) : slot(word);
}

static struct rule tracked_ra(const struct section *s, const struct row *row, unsigned index)
{
    if (index >= row->word_count) {
        if (BUG(ra_absent_is_slot_0))
            return slot(0);
        if (BUG(ra_absent_is_fixed))
            return fixed_ra(s);
        if (BUG(ra_absent_is_undefined))
            return undefined;
        return same;
    }
    const int64_t word = signed_word(s, row, index);
    if (word == 0 && abi_of(s)->words_name_registers && !BUG(s390x_ra_zero_is_a_slot))
        return BUG(s390x_ra_zero_is_undefined) ? undefined : same;
    if (word == 0 && BUG(ra_zero_is_same))
        return same;
    if (BUG(s390x_ra_register_forgotten) && abi_of(s)->words_name_registers && text_of(s)->registers &&
        (word & 1) != 0)
        return same;
    return tracked_rule(s, word);
}

static struct rule word_fp(const struct section *s, const struct row *row, unsigned index)
{
    if (index >= row->word_count && !(BUG(absent_words_read) && row->word_count > 1))
        return fixed_fp(s);
    const int64_t word = signed_word(s, row, index);
    if (BUG(s390x_fp_register_forgotten) && abi_of(s)->words_name_registers)
        return slot(word);
    if (BUG(fp_relative_to_fp))
        return place(BASE_FP, word, true);
    return tracked_rule(s, word);
}

static void default_rules(const struct section *s, const struct row *row, struct rules *r)
{
    const bool tracked = ra_is_tracked(s);
    unsigned ra_index = 1, fp_index = tracked ? 2 : 1;
    if (BUG(ra_and_fp_swapped) && tracked && row->word_count > 2) {
        ra_index = 2;
        fp_index = 1;
    }
    if (BUG(fp_always_second))
        fp_index = 1;
    if (BUG(fp_always_third))
        fp_index = 2;
    if (BUG(words_by_count)) {
        ra_index = row->word_count > 2 ? 1 : row->word_count;
        fp_index = row->word_count > 2 ? 2 : 1;
    }
    if (BUG(fp_always_last) && row->word_count > 1)
        fp_index = row->word_count - 1u;
    if (BUG(s390x_fp_second_without_ra) && abi_of(s)->words_name_registers && row->word_count > 2 &&
        signed_word(s, row, 1) == 0)
        fp_index = 1;
    r->cfa = cfa_rule(s, row);
    if (BUG(fp_base_tells_fp_saved) && row->base_is_sp)
        fp_index = row->word_count;
    if (BUG(words_4_and_up_end_row) && row->word_count > 3)
        fp_index = row->word_count;
    r->ra = tracked ? tracked_ra(s, row, ra_index) : fixed_ra(s);
    r->fp = word_fp(s, row, fp_index);
    if (BUG(fp_word_forgotten))
        r->fp = same;
    if (BUG(fp_based_row_saves_fp) && !row->base_is_sp && r->fp.kind == SAME)
        r->fp = slot(-16);
}

/* --- Flexible functions --------------------------------------------------------------------------------- */

static uint64_t control_word(const struct section *s, const struct row *row, unsigned index)
{
    uint64_t control = raw_word(s, row, index);
    if (BUG(flex_control_signed) || (BUG(flex_cfa_control_signed) && index == 0))
        control = (uint64_t)sign_extend(control, row->word_size);
    if (BUG(flex_control_host_order))
        control = load_in_order(s, row->words_at + index * (uint64_t)row->word_size, row->word_size, false);
    if (BUG(flex_control_two_bytes))
        control &= 0xffff;
    if (BUG(flex_control_one_byte))
        control &= 0xff;
    return control;
}

static struct rule flex_rule(const struct section *s, const struct row *row, unsigned index)
{
    const uint64_t control = control_word(s, row, index);
    const bool whole = index + 1 < row->word_count;
    int64_t offset = whole ? signed_word(s, row, index + 1) : 0;
    if (BUG(flex_offset_unsigned) && whole)
        offset = (int64_t)raw_word(s, row, index + 1);
    if (BUG(flex_offset_8_bits) && whole)
        offset = sign_extend((uint64_t)offset & 0xff, 1);
    if (BUG(flex_offset_16_bits) && whole)
        offset = sign_extend((uint64_t)offset & 0xffff, 2);
    if (BUG(flex_offset_host_order) && whole)
        offset = sign_extend(
            load_in_order(s, row->words_at + (index + 1) * (uint64_t)row->word_size, row->word_size, false),
            row->word_size);
    if (index == 0 && !BUG(s390x_flex_cfa_plain)) /* as in default rows: writers encode both alike */
        offset = offset * abi_of(s)->factor - abi_of(s)->adjustment;
    if (BUG(flex_words_swapped) && whole)
        return place((int64_t)(raw_word(s, row, index + 1) >> 3), (int64_t)control, (control & 2) != 0);
    bool from_register = (control & 1) != 0, deref = (control & 2) != 0;
    if (BUG(flex_flags_swapped)) {
        from_register = (control & 2) != 0;
        deref = (control & 1) != 0;
    }
    if (BUG(flex_reg_p_inverted))
        from_register = !from_register;
    if (BUG(flex_reg_p_ignored))
        from_register = true;
    if (BUG(flex_deref_inverted))
        deref = !deref;
    if (BUG(flex_deref_forgotten) || (BUG(flex_cfa_deref_forgotten) && index == 0) ||
        (BUG(flex_fp_deref_forgotten) && index > 2))
        deref = false;
    if (BUG(flex_deref_implied) && index != 0)
        deref = true;
    const unsigned shift = BUG(flex_register_shifted_by_2) ? 2 : BUG(flex_register_shifted_by_4) ? 4 : 3;
    int64_t number = (int64_t)(control >> shift);
    if (BUG(flex_register_31_at_most) && from_register && number > 31)
        return unstated;
    if (BUG(flex_registers_need_deref) && from_register && index != 0)
        deref = true;
    if (BUG(flex_register_4_bits))
        number &= 0xf;
    if (BUG(flex_register_5_bits))
        number &= 0x1f;
    if (BUG(flex_registers_by_instruction) && !abi_of(s)->tracks_ra) {
        static const int64_t by_instruction[] = {0, 2, 1, 3, 7, 6, 4, 5};
        number = number >= 0 && number < 8 ? by_instruction[number] : number;
    }
    if (BUG(flex_registers_sp_fp_only) && from_register)
        return place(number == 7 || number == 31 || number == 15 ? BASE_SP : BASE_FP, offset, deref);
    return place(from_register ? number : BASE_CFA, offset, deref);
}

/* The next rule of a flexible row.  Words are pairs of control and offset, for CFA, RA, FP.  One word of 0
 * means that there is no pair. */
static struct rule next_flex_rule(const struct section *s, const struct row *row, unsigned *index,
                                  struct rule without)
{
    const unsigned at = *index;
    if (at >= row->word_count)
        return without;
    const bool padding = raw_word(s, row, at) == 0;
    if (padding && !BUG(flex_padding_unknown)) {
        *index += BUG(flex_padding_is_a_pair) ? 2 : 1;
        return without;
    }
    if (padding && at + 1 >= row->word_count)
        return without;
    *index += 2;
    if (BUG(flex_deref_zero_is_padding) && control_word(s, row, at) == 2 && signed_word(s, row, at + 1) == 0)
        return without;
    return flex_rule(s, row, at);
}

static void flex_rules(const struct section *s, const struct row *row, struct rules *r)
{
    unsigned index = 0;
    if (BUG(flex_odd_count_refused) && row->word_count % 2 != 0)
        return;
    if (BUG(flex_cfa_alone_refused) && row->word_count == 2)
        return;
    struct rule ra = abi_of(s)->tracks_ra ? same : fixed_ra(s);
    if (BUG(flex_ra_absent_is_slot_0))
        ra = slot(0);
    if (BUG(flex_ra_absent_is_same))
        ra = same;
    if (BUG(flex_ra_absent_is_undefined))
        ra = undefined;
    if (BUG(flex_base_from_info)) {
        index = 2;
        r->cfa = place(row->base_is_sp ? BASE_SP : BASE_FP, signed_word(s, row, 1), false);
    } else
        r->cfa = next_flex_rule(s, row, &index, unstated);
    if (r->cfa.base == BASE_CFA)
        r->cfa = unstated; /* the CFA cannot be relative to itself */
    const unsigned ra_at = index;
    r->ra = next_flex_rule(s, row, &index, ra);
    if (BUG(flex_ra_always_fixed) && !abi_of(s)->tracks_ra)
        r->ra = fixed_ra(s);
    if (BUG(flex_ra_padding_is_undefined) && index == ra_at + 1)
        r->ra = undefined;
    if (BUG(flex_fp_at_3) && row->word_count > 4)
        index = 3;
    if (BUG(flex_fp_always_at_4))
        index = 4;
    if (BUG(flex_fp_needs_5_words) && row->word_count < 6)
        index = row->word_count;
    r->fp = next_flex_rule(s, row, &index, fixed_fp(s));
    if (BUG(flex_order_fp_ra) && row->word_count == 6) {
        const struct rule swapped = r->fp;
        r->fp = r->ra;
        r->ra = swapped;
    }
}

void read_rules(const struct section *s, const struct function *f, const struct row *row, struct rules *r)
{
    *r = (struct rules){0};
    if (row->word_count == 0) {
        r->ra = text_of(s)->no_words_undefined ? undefined : unstated;
        if (BUG(no_words_has_cfa))
            r->cfa = place(row->base_is_sp ? BASE_SP : BASE_FP, 0, false);
        if (BUG(no_words_keeps_fp))
            r->fp = same;
        if (BUG(no_words_is_same))
            r->ra = same;
        if (BUG(no_words_is_fixed_ra))
            r->ra = fixed_ra(s);
        if (BUG(no_words_unstated_v3) && text_of(s)->attribute)
            r->ra = unstated;
        if (BUG(no_words_unstated))
            r->ra = unstated;
    } else if (f->flex && !(BUG(flex_on_amd64_only) && abi_of(s)->tracks_ra))
        flex_rules(s, row, r);
    else
        default_rules(s, row, r);
}
