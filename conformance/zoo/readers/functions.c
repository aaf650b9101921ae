/* Reads function entries.  In versions 1 and 2 an entry is one piece; in version 3 it is an index entry and
 * an attribute. */
#include "bug.h"
#include "decoder.h"

#include <stdlib.h>

int64_t sign_extend(uint64_t value, unsigned width)
{
    const uint64_t sign = (uint64_t)1 << (8 * width - 1);
    return (int64_t)((value ^ sign) - sign);
}

unsigned entry_size(const struct section *s)
{
    const struct text *const text = text_of(s);
    if (!text->rep_size && BUG(entry_v1_20_bytes))
        return 20;
    if (text->attribute && (BUG(entry_v3_20_bytes) || BUG(entry_v3_with_attribute)))
        return BUG(entry_v3_20_bytes) ? 20 : text->entry_size + text->attribute;
    if (text->rep_size && !text->attribute && BUG(entry_v2_17_bytes))
        return 17;
    return text->entry_size;
}

static uint64_t entry_at(const struct section *s, uint32_t index)
{
    return s->functions_at + (uint64_t)index * entry_size(s);
}

/* The start field, as a signed number. */
static int64_t raw_start(const struct section *s, uint64_t at)
{
    if (text_of(s)->start_width == 8) {
        if (BUG(start_v3_32_bits))
            return sign_extend(load(s, at + (s->big ? 4 : 0), 4), 4);
        if (BUG(start_v3_unsigned_32_bits))
            return (int64_t)load(s, at + (s->big ? 4 : 0), 4);
        if (BUG(start_v3_48_bits))
            return sign_extend(load(s, at, 8) & 0xffffffffffff, 6);
        if (BUG(start_v3_words_swapped))
            return (int64_t)(load(s, at, 4) << (s->big ? 0 : 32) | load(s, at + 4, 4) << (s->big ? 32 : 0));
        return (int64_t)load_in_order(s, at, 8, s->big && !BUG(start_v3_host_order));
    }
    const uint64_t raw = load_in_order(s, at, 4, s->big && !BUG(start_host_order));
    return BUG(start_unsigned) ? (int64_t)raw : sign_extend(raw, 4);
}

/* The address from which a start counts: the section's or, with the flag, the field's. */
static uint64_t start_origin(const struct section *s, uint32_t index)
{
    const uint64_t at = entry_at(s, index);
    const unsigned flag = BUG(pcrel_by_flag_2) ? 2 : FLAG_PCREL;
    bool pcrel = (s->flags & flag) != 0 && text_of(s)->pcrel;
    if (BUG(pcrel_forgotten) || (BUG(pcrel_forgotten_v3) && text_of(s)->attribute))
        pcrel = false;
    if (BUG(pcrel_always) && text_of(s)->pcrel)
        pcrel = true;
    if (BUG(pcrel_of_first_only) && index != 0)
        pcrel = false;
    if (BUG(start_is_address) && !pcrel)
        return 0;
    if (BUG(start_is_address_v1) && !text_of(s)->rep_size)
        return 0;
    if (BUG(start_from_rows) && !pcrel)
        return s->address + s->rows_at;
    if (BUG(start_from_functions) && !pcrel)
        return s->address + s->functions_at;
    if (!pcrel)
        return s->address;
    if (BUG(pcrel_from_array))
        return s->address + s->functions_at;
    if (BUG(pcrel_without_header))
        return s->address + (uint64_t)index * entry_size(s);
    if (BUG(pcrel_without_aux))
        return s->address + at - s->aux_size;
    if (BUG(pcrel_from_after_field))
        return s->address + at + text_of(s)->start_width;
    if (BUG(pcrel_from_next_entry))
        return s->address + at + entry_size(s);
    if (BUG(pcrel_added_in_32_bits) && text_of(s)->start_width == 4) {
        const uint32_t raw = (uint32_t)raw_start(s, at), sum = raw + (uint32_t)at;
        return s->address + (uint64_t)(int64_t)(int32_t)sum - (uint64_t)raw_start(s, at);
    }
    if (BUG(pcrel_v3_by_20) && text_of(s)->attribute)
        return s->address + s->functions_at + (uint64_t)index * 20;
    return s->address + at;
}

uint64_t read_start(const struct section *s, uint32_t index)
{
    const uint64_t start = start_origin(s, index) + (uint64_t)raw_start(s, entry_at(s, index));
    if (BUG(start_cut_to_32_bits))
        return (uint32_t)start;
    if (BUG(start_saturates) && raw_start(s, entry_at(s, index)) < 0 && start > s->address)
        return 0;
    return start;
}

/* Reads the info byte, which is the same in all versions but for the signal bit. */
static const char *read_info(const struct section *s, uint8_t info, struct function *f)
{
    static const unsigned widths[] = {1, 2, 4}, swapped[] = {1, 4, 2};
    unsigned type = BUG(fre_type_low_2_bits)   ? info & 0x3
                    : BUG(fre_type_low_3_bits) ? info & 0x7
                                               : info & 0xf;
    const bool from_msb = BUG(info_bits_from_msb) || (BUG(info_bits_from_msb_if_big) && s->big);
    if (from_msb)
        type = info >> 4;
    const unsigned mask_bit = from_msb || BUG(pc_type_bit_3) ? 0x08 : BUG(pc_type_bit_5) ? 0x20 : 0x10;
    f->mask = (info & mask_bit) != 0;
    if (BUG(pc_type_inverted))
        f->mask = !f->mask;
    f->key_b = (info & (BUG(key_bit_4) ? 0x10 : 0x20)) != 0;
    if (BUG(key_not_on_big_endian) && abi_of(s)->signs_ra && abi_of(s)->big)
        f->key_b = false;
    if (BUG(key_inverted))
        f->key_b = !f->key_b;
    if (BUG(key_forgotten))
        f->key_b = false;
    f->signal = (text_of(s)->signal || (BUG(signal_in_version_2) && text_of(s)->rep_size)) &&
                (info & (BUG(signal_bit_6) ? 0x40 : 0x80)) != 0;
    if (BUG(signal_forgotten))
        f->signal = false;
    if (type > 2 && (BUG(fre_type_unknown_is_addr1) || (BUG(fre_type_unknown_in_masks) && f->mask) ||
                     (BUG(fre_type_unknown_in_signal_frames) && f->signal)))
        type = 0;
    if (type > 2)
        return "unknown row type";
    f->row_start_width = BUG(row_types_swapped) ? swapped[type] : widths[type];
    if (BUG(addr4_is_three_bytes) && type == 2)
        f->row_start_width = 3;
    return NULL;
}

/* Reads the rest of an entry of version 3, which stands before the function's rows. */
static const char *read_attribute(const struct section *s, uint64_t at, uint64_t limit, struct function *f)
{
    const uint64_t size = text_of(s)->attribute;
    const bool unchecked = BUG(attribute_bounds_unchecked) ||
                           (BUG(attribute_unchecked_on_s390x) && abi_of(s)->words_name_registers);
    if (limit - at < size - BUG(attribute_one_byte_beyond) && !unchecked)
        return "an attribute reaches beyond the rows";
    const uint8_t info = byte_at(s, at + (BUG(info_bytes_swapped) ? 3 : 2));
    const uint8_t info2 = byte_at(s, at + (BUG(info_bytes_swapped) ? 2 : 3));
    f->row_count = (uint32_t)load_in_order(s, at, 2, s->big && !BUG(num_fres_v3_host_order));
    if (BUG(num_fres_v3_32_bits))
        f->row_count = (uint32_t)load(s, at, 4);
    if (BUG(num_fres_v3_8_bits))
        f->row_count &= 0xff;
    if (BUG(num_fres_v3_15_bits))
        f->row_count &= 0x7fff;
    if (BUG(num_fres_v3_signed) && f->row_count > 0x7fff)
        f->row_count = 0;
    if (BUG(num_fres_v3_from_header))
        f->row_count = s->row_count;
    f->rep_size = (uint32_t)load(s, at + (BUG(rep_size_v3_misplaced) ? 3 : 4), text_of(s)->rep_size);
    f->rows_at = at + (BUG(attribute_not_skipped)         ? 0
                       : BUG(attribute_without_rep_size)  ? 4
                       : BUG(attribute_padded_to_8_bytes) ? 8
                                                          : size);
    f->flex = (info2 & 0x1f) == 1;
    if (BUG(flex_inverted))
        f->flex = !f->flex;
    if (BUG(flex_forgotten))
        f->flex = false;
    if (BUG(flex_bit_in_info))
        f->flex = (info & 0x40) != 0;
    if (BUG(flex_num_fres_8_bits) && f->flex)
        f->row_count &= 0xff;
    if (BUG(fde_type_high_bits))
        f->flex = info2 >> 3 == 1;
    const bool lenient =
        BUG(fde_type_unchecked) || (BUG(fde_type_of_masks_unchecked) && (info & 0x10) != 0) ||
        (BUG(fde_type_4_bits) && (info2 & 0xf) <= 1) || (BUG(fde_type_one_bit) && (info2 & 1) == 0);
    if ((info2 & 0x1f) > (BUG(fde_type_2_accepted) ? 2 : 1) && !lenient)
        return "unknown function type";
    const char *const error = read_info(s, info, f);
    if (BUG(flex_signal_forgotten) && f->flex)
        f->signal = false;
    if (BUG(flex_key_forgotten) && f->flex)
        f->key_b = false;
    if (BUG(flex_mask_forgotten) && f->flex)
        f->mask = false;
    return error;
}

static const char *read_one_piece(const struct section *s, uint64_t at, struct function *f)
{
    f->row_count = (uint32_t)load_in_order(s, at + 12, 4, s->big && !BUG(num_fres_host_order));
    if (BUG(num_fres_16_bits))
        f->row_count = (uint16_t)f->row_count;
    if (BUG(num_fres_8_bits))
        f->row_count = (uint8_t)f->row_count;
    if (BUG(num_fres_from_header))
        f->row_count = s->row_count;
    if (text_of(s)->rep_size)
        f->rep_size =
            (uint8_t)load(s, at + (BUG(rep_size_in_padding) ? 18 : 17), BUG(rep_size_16_bits) ? 2 : 1);
    if (BUG(rep_size_always_16) || (BUG(rep_size_v1_is_16) && !text_of(s)->rep_size))
        f->rep_size = 16;
    if (BUG(rep_size_signed) && f->rep_size > 127)
        f->rep_size = 0;
    return read_info(s, byte_at(s, at + (BUG(info_after_rep_size) && text_of(s)->rep_size ? 17 : 16)), f);
}

uint32_t read_size(const struct section *s, uint32_t index)
{
    const uint64_t at =
        entry_at(s, index) + text_of(s)->start_width + (BUG(size_and_fre_off_swapped) ? 4 : 0);
    const uint32_t size = (uint32_t)load_in_order(s, at, 4, s->big && !BUG(size_host_order));
    return BUG(size_16_bits) ? size & 0xffff : BUG(size_31_bits) ? size & 0x7fffffff : size;
}

static const char *read_alone(const struct section *s, uint32_t index, struct function *f)
{
    const uint64_t at = entry_at(s, index), tail = at + text_of(s)->start_width;
    const uint64_t limit = s->rows_at + s->rows_size;
    *f = (struct function){.start = read_start(s, index), .size = read_size(s, index)};
    uint32_t offset = (uint32_t)load_in_order(s, tail + (BUG(size_and_fre_off_swapped) ? 0 : 4), 4,
                                              s->big && !BUG(fre_off_host_order));
    if (BUG(fre_off_16_bits))
        offset &= 0xffff;
    if (BUG(fre_off_17_bits))
        offset &= 0x1ffff;
    if (BUG(first_fre_off_ignored) && index == 0)
        offset = 0;
    const uint64_t origin = BUG(row_offsets_from_section)     ? 0
                            : BUG(row_offsets_from_header)    ? HEADER_SIZE + (uint64_t)s->aux_size
                            : BUG(row_offsets_from_functions) ? s->functions_at
                            : BUG(row_offsets_from_entry)     ? at
                                                              : s->rows_at;
    f->rows_at = origin + offset;
    if (BUG(fre_off_wraps))
        f->rows_at = (uint32_t)f->rows_at;
    if (BUG(fre_off_of_no_rows_unchecked) && !text_of(s)->attribute && load(s, tail + 8, 4) == 0)
        return read_one_piece(s, at, f);
    if (f->rows_at > limit && !BUG(fre_off_unchecked))
        return "rows begin beyond their sub-section";
    return text_of(s)->attribute ? read_attribute(s, f->rows_at, limit, f) : read_one_piece(s, at, f);
}

/* Bugs of readers that take a fact from the first function for all functions. */
static void keep_from_first(const struct section *s, struct function *f)
{
    struct function first;
    if (!BUG(row_type_of_first_function) && !BUG(rep_size_of_first_function) && !BUG(key_of_first_function) &&
        !BUG(signal_of_first_function) && !BUG(fde_type_of_first_function) && !BUG(pc_type_of_first_function))
        return;
    if (read_alone(s, 0, &first) != NULL)
        return;
    if (BUG(row_type_of_first_function))
        f->row_start_width = first.row_start_width;
    if (BUG(rep_size_of_first_function))
        f->rep_size = first.rep_size;
    if (BUG(key_of_first_function))
        f->key_b = first.key_b;
    if (BUG(signal_of_first_function))
        f->signal = first.signal;
    if (BUG(fde_type_of_first_function))
        f->flex = first.flex;
    if (BUG(pc_type_of_first_function))
        f->mask = first.mask;
}

const char *read_function(const struct section *s, uint32_t index, struct function *f)
{
    const char *const error = read_alone(s, index, f);
    if (index != 0 && error == NULL)
        keep_from_first(s, f);
    if (BUG(rep_size_on_amd64_only) && abi_of(s)->tracks_ra)
        f->rep_size = 0;
    if (error == NULL && BUG(rep_size_zero_divides_always) && f->rep_size == 0 && text_of(s)->rep_size)
        abort(); /* the machine would trap */
    if (error == NULL && BUG(no_rows_refused) && f->row_count == 0)
        return "a function without rows";
    if (error == NULL && BUG(start_below_refused) && raw_start(s, entry_at(s, index)) < 0)
        return "a negative start";
    if (error == NULL && BUG(row_width_by_size))
        f->row_start_width = f->size <= 0x100 ? 1 : f->size <= 0x10000 ? 2 : 4;
    if (error == NULL && BUG(rows_16_at_most) && f->row_count > 16)
        f->row_count = 16;
    if (error == NULL && BUG(row_offsets_must_ascend) && index != 0) {
        struct function before;
        (void)read_alone(s, index - 1, &before);
        if (before.rows_at > f->rows_at)
            return "rows before those of the function before";
    }
    if (error == NULL && BUG(rep_size_zero_refused) && f->rep_size == 0)
        return "no repetition size";
    return error;
}
