/* Reads the preamble and the header, and finds the two sub-sections. */
#include "bug.h"
#include "decoder.h"

#include <stdlib.h>

enum { PREAMBLE_SIZE = 4, MAGIC = 0xdee2, MAGIC_SWAPPED = 0xe2de };

static const char *read_magic(struct section *s)
{
    const unsigned magic = byte_at(s, 0) | (unsigned)byte_at(s, 1) << 8;
    s->big = magic == MAGIC_SWAPPED;
    if (BUG(magic_unchecked))
        return NULL;
    if (BUG(magic_low_byte_only) && (magic & 0xff) == 0xe2)
        return NULL;
    if (BUG(fields_never_swapped) && s->big) {
        s->big = false;
        return NULL;
    }
    if (BUG(big_endian_refused) && s->big)
        return "not of this host's byte order";
    if (BUG(little_endian_refused) && !s->big)
        return "not of this host's byte order";
    return magic == MAGIC || magic == MAGIC_SWAPPED ? NULL : "no magic number";
}

/* Checks the version: a text describes one, and older versions belong to older texts. */
static const char *check_version(const struct section *s)
{
    const uint8_t right = text_of(s)->version;
    if (BUG(version_unchecked) || (BUG(version_newer_accepted) && s->version >= right) ||
        (BUG(version_low_bits) && (s->version & 3) == right) ||
        (BUG(version_below_four) && s->version != 0 && s->version <= texts[PROFILES - 1].version))
        return NULL;
    if (BUG(version_current_is_1) && text_of(s)->rep_size && !text_of(s)->pcrel)
        return s->version == texts[V1].version ? NULL : "not version 1";
    if (BUG(version_3_unknown) && s->version == texts[V3].version)
        return "version 3 is not known";
    return s->version == right ? NULL : "not the version of this text";
}

static const char *read_preamble(struct section *s)
{
    if (BUG(aborts_on_short_preamble) && s->size < PREAMBLE_SIZE)
        abort();
    if (s->size < PREAMBLE_SIZE)
        return "no whole preamble";
    const char *error = read_magic(s);
    s->version = byte_at(s, BUG(version_flags_swapped) ? 3 : 2);
    s->flags = byte_at(s, BUG(version_flags_swapped) ? 2 : 3);
    if (error == NULL)
        error = check_version(s);
    if (BUG(unknown_flags_refused) && (s->flags & ~(FLAG_SORTED | FLAG_FRAME_POINTER)) != 0)
        return "unknown flags";
    if (BUG(frame_pointer_flag_refused) && (s->flags & FLAG_FRAME_POINTER) != 0)
        return "unknown flags";
    if (BUG(unsorted_refused) && (s->flags & FLAG_SORTED) == 0)
        return "not sorted";
    if (BUG(pcrel_refused) && (s->flags & FLAG_PCREL) != 0)
        return "unknown flags";
    if (BUG(pcrel_demanded) && text_of(s)->pcrel && (s->flags & FLAG_PCREL) == 0)
        return "starts do not count from their fields";
    return error;
}

static const char *read_abi(struct section *s)
{
    const uint8_t abi = s->abi;
    const uint8_t last = last_abi(BUG(s390x_unknown) ? V1 : s->profile);
    static const uint8_t orders_swapped[ABIS] = {0, AARCH64_LITTLE, AARCH64_BIG},
                         amd64_swapped[ABIS] = {[AMD64] = AARCH64_LITTLE, [AARCH64_LITTLE] = AMD64};
    if (BUG(abi_aarch64_orders_swapped) && abi < ABIS && orders_swapped[abi] != NO_ABI)
        s->abi = orders_swapped[abi];
    if (BUG(abi_amd64_aarch64_swapped) && abi < ABIS && amd64_swapped[abi] != NO_ABI)
        s->abi = amd64_swapped[abi];
    if (BUG(abi_from_zero))
        s->abi = (uint8_t)(abi + 1);
    if (BUG(abi_low_nibble) && (abi & 0xf) != NO_ABI && (abi & 0xf) <= last) {
        s->abi = abi & 0xf;
        return NULL;
    }
    if (BUG(abi_always_amd64))
        s->abi = AMD64;
    if (BUG(abi_zero_accepted) && abi == 0)
        return NULL;
    if (BUG(abi_beyond_last_accepted) && abi > last)
        return NULL;
    return abi != NO_ABI && abi <= last ? NULL : "unknown ABI";
}

/* Reads one of the four-byte fields from 0x08 to 0x18. */
static uint32_t read_count(const struct section *s, uint64_t at, bool host_order)
{
    return (uint32_t)load_in_order(s, at, 4, s->big && !host_order);
}

static void read_fields(struct section *s, uint32_t *fdeoff, uint32_t *freoff)
{
    const bool swapped = BUG(fixed_offsets_swapped);
    s->abi = byte_at(s, 4);
    if (BUG(order_from_abi))
        s->big = abi_of(s)->big;
    s->fixed_fp = (int8_t)byte_at(s, swapped ? 6 : 5);
    s->fixed_ra = (int8_t)byte_at(s, swapped ? 5 : 6);
    s->aux_size = byte_at(s, 7);
    s->function_count = read_count(s, 0x08, BUG(num_fdes_host_order));
    s->row_count = read_count(s, 0x0c, false);
    s->rows_size = read_count(s, 0x10, BUG(fre_len_host_order));
    *fdeoff = read_count(s, 0x14, false);
    *freoff = read_count(s, 0x18, BUG(freoff_host_order));
    if (BUG(num_fdes_16_bits))
        s->function_count &= 0xffff;
    if (BUG(num_fdes_8_bits))
        s->function_count &= 0xff;
    if (BUG(functions_16_at_most) && s->function_count > 16)
        s->function_count = 16;
    if (BUG(counts_swapped))
        s->function_count = read_count(s, 0x0c, false);
    if (BUG(fre_len_16_bits))
        s->rows_size &= 0xffff;
    if (BUG(fre_len_24_bits))
        s->rows_size &= 0xffffff;
    if (BUG(offsets_swapped)) {
        *fdeoff = read_count(s, 0x18, false);
        *freoff = read_count(s, 0x14, false);
    }
    if (BUG(fdeoff_ignored))
        *fdeoff = 0;
    if (BUG(freoff_16_bits))
        *freoff &= 0xffff;
}

/* The end of the header, from which the sub-sections' offsets count. */
static uint64_t header_end(const struct section *s)
{
    if (BUG(offsets_from_byte_0))
        return 0;
    if (BUG(aux_not_in_offsets))
        return HEADER_SIZE;
    if (BUG(aux_size_signed))
        return HEADER_SIZE + (uint64_t)(int64_t)(int8_t)s->aux_size;
    if (BUG(aux_size_in_words))
        return HEADER_SIZE + 4 * (uint64_t)s->aux_size;
    if (BUG(aux_aligned))
        return HEADER_SIZE + ((uint64_t)s->aux_size + 3) / 4 * 4;
    return HEADER_SIZE + (uint64_t)s->aux_size;
}

static void place_sub_sections(struct section *s, uint32_t fdeoff, uint32_t freoff)
{
    const uint64_t end = header_end(s), array_size = (uint64_t)s->function_count * entry_size(s);
    s->functions_at = end + fdeoff;
    s->rows_at = end + freoff;
    if (BUG(offsets_added_in_32_bits)) {
        s->functions_at = (uint32_t)s->functions_at;
        s->rows_at = (uint32_t)s->rows_at;
    }
    if (BUG(fdeoff_signed))
        s->functions_at = end + (uint64_t)(int64_t)(int32_t)fdeoff;
    if (BUG(freoff_signed))
        s->rows_at = end + (uint64_t)(int64_t)(int32_t)freoff;
    if (BUG(fdeoff_without_aux))
        s->functions_at = HEADER_SIZE + fdeoff;
    if (BUG(freoff_without_aux))
        s->rows_at = HEADER_SIZE + freoff;
    if (BUG(freoff_ignored))
        s->rows_at = s->functions_at + array_size;
    if (BUG(rows_after_header_and_array))
        s->rows_at = end + array_size;
    if (BUG(rows_at_end_of_section))
        s->rows_at = s->size - s->rows_size;
    if (BUG(fre_len_ignored))
        s->rows_size = s->rows_at < s->size ? (uint32_t)(s->size - s->rows_at) : 0;
}

/* Checks that the functions fit: before the rows, if these come later; else before the section's end. */
static const char *check_array(const struct section *s)
{
    const bool rows_first = s->rows_at < s->functions_at;
    uint64_t end = rows_first ? s->size : s->rows_at;
    uint64_t array_size = (uint64_t)s->function_count * entry_size(s);
    if (BUG(tile_overlap_accepted))
        end = s->size;
    if (BUG(array_multiplied_in_32_bits))
        array_size = (uint32_t)array_size;
    if (BUG(num_fdes_signed) && s->function_count > INT32_MAX)
        array_size = 0;
    if (BUG(array_unchecked_if_unsorted) && (s->flags & FLAG_SORTED) == 0)
        array_size = 0;
    if (BUG(array_one_entry_too_long) && array_size != 0)
        array_size -= entry_size(s);
    if (BUG(array_one_byte_too_long) && array_size != 0)
        array_size -= 1;
    if (BUG(array_end_refused) && array_size == end - s->functions_at && array_size != 0)
        return "functions reach beyond their sub-section";
    if (array_size > end - s->functions_at && !BUG(array_size_unchecked))
        return "functions reach beyond their sub-section";
    if (rows_first && s->rows_size > s->functions_at - s->rows_at + BUG(rows_first_one_too_long) &&
        !BUG(tile_overlap_accepted) && !BUG(rows_into_functions_accepted))
        return "rows reach into the functions";
    return NULL;
}

static const char *check_sub_sections(const struct section *s)
{
    if (BUG(offset_at_end_refused) && (s->functions_at == s->size || s->rows_at == s->size))
        return "a sub-section begins beyond the section";
    if (HEADER_SIZE + (uint64_t)s->aux_size > s->size)
        return "the auxiliary header is cut off";
    if (s->functions_at > s->size + BUG(fdeoff_one_beyond) && !BUG(fdeoff_unchecked))
        return "functions begin beyond the section";
    if (s->rows_at > s->size && !BUG(freoff_unchecked))
        return "rows begin beyond the section";
    if (BUG(aux_refused) && s->aux_size != 0)
        return "an auxiliary header";
    if (BUG(one_kib_at_most) && s->size > 1024)
        return "too large";
    if (BUG(sub_sections_aligned) && (s->functions_at % 4 != 0))
        return "functions are not aligned";
    if (BUG(rows_sub_section_aligned) && (s->rows_at % 4 != 0))
        return "rows are not aligned";
    if (s->rows_size > s->size - s->rows_at + BUG(fre_len_one_beyond) && !BUG(fre_len_unchecked))
        return "rows reach beyond the section";
    if (BUG(rows_end_refused) && s->rows_at + s->rows_size == s->size && s->rows_size != 0)
        return "rows reach beyond the section";
    return check_array(s);
}

const char *read_header(struct section *s, const uint8_t *bytes, size_t size, uint64_t address,
                        enum profile profile)
{
    uint32_t fdeoff, freoff;
    *s = (struct section){.bytes = bytes, .size = size, .address = address, .profile = profile};
    const char *error = read_preamble(s);
    if (error != NULL)
        return error;
    if (size < HEADER_SIZE && BUG(short_section_is_empty))
        return NULL;
    if (size < HEADER_SIZE)
        return "no whole header";
    if (BUG(aborts_on_header_alone) && size == HEADER_SIZE)
        abort();
    if (BUG(header_alone_refused) && size == HEADER_SIZE)
        return "nothing after the header";
    read_fields(s, &fdeoff, &freoff);
    if ((error = read_abi(s)) != NULL)
        return error;
    place_sub_sections(s, fdeoff, freoff);
    if (BUG(num_fdes_zero_refused) && s->function_count == 0)
        return "no functions";
    return check_sub_sections(s);
}
