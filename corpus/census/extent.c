/* Every function and row of a section is read once. */
#include "extent.h"

#include "tool/elf.h"

/* The bytes of rows, as many as can be read. */
static uint64_t add_rows(struct extent *extent, const struct sfr_section *section,
                         const struct sfr_function *function)
{
    size_t place = function->rows;
    struct sfr_row row;
    struct sfr_violation fault;
    for (uint32_t i = 0; i < function->num_fres; i++, place = row.next) {
        if (!sfr_row(section, function, place, &row, &fault))
            break;
        extent->rows++;
        if (row.word_count != 0)
            extent->offsets[row.word_size == 4 ? 2 : row.word_size - 1]++;
    }
    return place - function->rows;
}

static uint64_t add_function(struct extent *extent, const struct sfr_section *section,
                             const struct sfr_function *function)
{
    const struct sfr_text_facts *const text = sfr_text_facts(section->profile);
    uint64_t size = text->entry_size + add_rows(extent, section, function);
    for (const uint8_t *width = text->attribute_fields; width != NULL && *width != 0; width++)
        size += *width;
    extent->functions++;
    extent->flexible += function->fde_type == SFR_FLEX;
    extent->repeating += function->pc_type == SFR_MASK;
    extent->signals += function->signal;
    extent->starts[function->fre_type == SFR_ADDR1 ? 0 : function->fre_type == SFR_ADDR2 ? 1 : 2]++;
    return size;
}

/* The bytes of an FDE with its length field; 0: it is not all in ENTRIES. */
static uint64_t entry_bytes(const struct cfi_table *table, const uint8_t *entries, uint64_t size,
                            uint64_t offset)
{
    const bool big_endian = facts_of(table->machine)->big_endian;
    if (offset > size || size - offset < 12)
        return 0;
    const uint64_t length = tool_load(entries + offset, 4, big_endian);
    return length == UINT32_MAX ? 12 + tool_load(entries + offset + 4, 8, big_endian) : 4 + length;
}

void census_extent_add(struct extent *extent, const struct sfr_section *section,
                       const struct cfi_table *table, const uint8_t *entries, uint64_t size)
{
    const size_t count = table != NULL ? table->function_count : 0;
    size_t at = 0, counted = SIZE_MAX;
    struct sfr_function function;
    struct sfr_violation fault;
    for (uint32_t i = 0; i < section->function_count; i++) {
        if (!sfr_function(section, i, &function, &fault))
            continue;
        const uint64_t bytes = add_function(extent, section, &function);
        /* Both lists are sorted.  One function of the CFI may be several of SFrame. */
        while (at + 1 < count && table->functions[at].end <= function.start)
            at++;
        if (at >= count)
            continue;
        const struct cfi_function *const of = &table->functions[at];
        struct size_class *class = extent->classes;
        for (uint64_t left = of->end - of->start; left > 1 && class + 1 < extent->classes + SIZE_CLASSES;
             left >>= 1)
            class ++;
        class->sframe += bytes;
        if (at == counted)
            continue;
        counted = at;
        class->functions++;
        class->code += of->end - of->start;
        class->eh_frame += entry_bytes(table, entries, size, of->offset);
    }
}
