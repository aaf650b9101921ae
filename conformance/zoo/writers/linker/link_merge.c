/* Makes one section of all functions: V3 2. */
#include "../bug.h"
#include "linker.h"

#include <stdlib.h>

static int by_address(const void *left, const void *right)
{
    const struct link_function *const a = left, *const b = right;
    const bool a_made = a->section->input->bytes == NULL, b_made = b->section->input->bytes == NULL;
    if (BUG(ld_plt_unsorted) && a_made != b_made)
        return a_made ? -1 : 1;
    if (BUG(ld_sorted_by_offset) && a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    if (BUG(ld_sorted_by_size) && a->size != b->size)
        return a->size < b->size ? -1 : 1;
    const int order = a->address != b->address ? (a->address < b->address ? -1 : 1) : 0;
    return BUG(ld_sorted_downwards) ? -order : order;
}

static void put(struct linker *linker, unsigned size, uint64_t value)
{
    put_number(&linker->sframe, linker->big_endian, size, value);
}

static size_t attribute_size(const struct linker *linker)
{
    return linker->version->attributes ? ATTRIBUTE_SIZE : 0;
}

/* Gives each function a place for its rows, and returns the length of all rows. */
static uint32_t place_rows(struct linker *linker)
{
    uint32_t at = 0, previous = 0;
    for (size_t i = 0; i < linker->function_count; i++) {
        struct link_function *const function = &linker->functions[i];
        function->rows_at = BUG(ld_rows_of_previous) ? previous : at;
        if (BUG(ld_rows_not_moved) && i > 0 &&
            function->section->input != linker->functions[0].section->input)
            function->rows_at = 0;
        previous = at;
        at += (uint32_t)(attribute_size(linker) + function->rows_size);
    }
    return at;
}

static void put_header(struct linker *linker, uint32_t rows_size)
{
    const size_t entries = linker->function_count * linker->version->entry_size;
    const bool sorted =
        (!linker->relocatable || BUG(ld_relocatable_says_sorted)) && !BUG(ld_sorted_flag_lost);
    const size_t count = linker->function_count - (BUG(ld_last_function_lost) && linker->function_count > 1);
    put_number(&linker->sframe, linker->big_endian != BUG(ld_magic_swapped), 2, MAGIC);
    put(linker, 1, BUG(ld_version_of_last) ? linker->said_version : linker->version->number);
    put(linker, 1,
        (sorted ? FLAG_SORTED : 0U) | (linker->pcrel && !BUG(ld_pcrel_flag_lost) ? FLAG_PCREL : 0U));
    put(linker, 1, BUG(ld_abi_of_last) ? linker->said_abi : linker->abi->number);
    put(linker, 1, (uint8_t)linker->fixed_fp);
    put(linker, 1, BUG(ld_fixed_ra_lost) ? 0 : (uint8_t)linker->fixed_ra);
    put(linker, 1, BUG(ld_aux_length_kept) ? linker->aux : 0);
    put(linker, 4, BUG(ld_functions_8_bits) ? count & 0xffU : count);
    put(linker, 4, BUG(ld_row_total_is_functions) ? count : linker->row_total);
    put(linker, 4, BUG(ld_rows_length_short) && rows_size > 0 ? rows_size - 1 : rows_size);
    put(linker, 4, 0);
    put(linker, 4, BUG(ld_rows_offset_from_start) ? entries + HEADER_SIZE : entries);
}

static uint64_t start_of(const struct linker *linker, const struct link_function *function, size_t number)
{
    const bool from_field = linker->pcrel && !BUG(ld_place_is_section);
    uint64_t start = function->address - linker->sframe_address - (from_field ? linker->sframe.size : 0);
    if (BUG(ld_first_start_one_more) && number == 0)
        start++;
    if (BUG(ld_starts_16_bits))
        start = (start & 0xffffU) | (start >> 63 != 0 ? ~0xffffULL : 0);
    if (BUG(ld_starts_32_bits))
        start &= 0xffffffffU;
    return linker->relocatable ? 0 : start;
}

static void put_relocation(struct linker *linker, const struct link_function *function)
{
    const bool wide = linker->version->start_size == 8 && !BUG(ld_relocation_32_bits);
    const uint64_t from_section = linker->pcrel ? 0 : linker->sframe.size;
    const uint64_t section = BUG(ld_relocations_to_first) ? 0 : function->section->out_number;
    const uint64_t addend = BUG(ld_relocatable_addend_lost) ? 0 : function->address + from_section;
    const GElf_Rela rela = {.r_offset = linker->sframe.size,
                            .r_info = GELF_R_INFO(1 + section, wide ? linker->abi->pc64 : linker->abi->pc32),
                            .r_addend = (GElf_Sxword)addend};
    put_bytes(&linker->relocations, &rela, sizeof rela);
}

static void put_entry(struct linker *linker, size_t number)
{
    const struct link_function *const function = &linker->functions[number];
    if (linker->relocatable && !BUG(ld_relocations_lost))
        put_relocation(linker, function);
    put(linker, linker->version->start_size, start_of(linker, function, number));
    put(linker, 4, BUG(ld_size_8_bits) ? function->size & 0xffU : function->size);
    put(linker, 4,
        BUG(ld_rows_at_8_bits)    ? function->rows_at & 0xffU
        : BUG(ld_rows_at_16_bits) ? function->rows_at & 0xffffU
                                  : function->rows_at);
    if (!linker->version->attributes) {
        put(linker, 4, function->row_count);
        put(linker, 1, function->info);
    }
    if ((linker->version->repeats || BUG(ld_version_1_padded)) && !linker->version->attributes) {
        put(linker, 1, function->rep_size);
        put(linker, 2, 0);
    }
}

static void put_rows(struct linker *linker, const struct link_function *function)
{
    if (linker->version->attributes) {
        put(linker, 2, function->row_count);
        put(linker, 1,
            BUG(ld_info_of_first)    ? linker->functions[0].info
            : BUG(ld_info_high_lost) ? function->info & 0x1fU
                                     : function->info);
        put(linker, 1, BUG(ld_info2_lost) ? 0 : function->info2);
        put(linker, 1, BUG(ld_rep_size_lost) ? 0 : function->rep_size);
    }
    put_bytes(&linker->sframe, function->rows, function->rows_size);
}

void link_merge(struct linker *linker)
{
    if (linker->version == NULL)
        return;
    for (size_t i = 0; i < linker->function_count; i++)
        linker->functions[i].address = linker->functions[i].section->address + linker->functions[i].offset;
    const bool one_table = BUG(ld_unsorted_if_one_table) && linker->table_count == 1;
    const bool sort = !linker->relocatable && !BUG(ld_unsorted) && !one_table && linker->function_count != 0;
    if (sort)
        qsort(linker->functions, linker->function_count, sizeof *linker->functions, by_address);
    const uint32_t rows_size = place_rows(linker);
    put_header(linker, rows_size);
    for (size_t i = 0; i < linker->function_count; i++)
        put_entry(linker, i);
    for (size_t i = 0; i < linker->function_count; i++)
        put_rows(linker, &linker->functions[i]);
    if (BUG(ld_section_short) && rows_size != 0)
        linker->sframe.size--;
    if (BUG(ld_section_padded))
        put_zeros(&linker->sframe, 8);
}
