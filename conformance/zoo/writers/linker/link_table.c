/* Reads the .sframe sections of objects into functions.  Refuses what it cannot read. */
#include "../bug.h"
#include "linker.h"

#include <string.h>

struct table {
    struct linker *linker;
    struct link_section *section;
    const struct version *version;
    const uint8_t *at;
    size_t size, entries_at, rows_at, rows_size;
    uint64_t count;
    bool pcrel;        /* starts count from their field; else from the section */
    bool to_functions; /* without pcrel, yet relocations make starts relative to the field, as the
                        * ledger's relocatable-start describes */
};

static uint64_t field(const struct table *table, size_t at, unsigned size)
{
    return get_number(table->at + at, table->linker->big_endian, size);
}

static bool refuse_table(const struct table *table, const char *why)
{
    return link_fail(table->section->input->path, ".sframe: %s", why);
}

/* --- The header ----------------------------------------------------------------------------------------- */

static bool read_preamble(struct table *table)
{
    enum { VERSION_AT = 2, FLAGS_AT = 3, ABI_AT = 4 };
    struct linker *const linker = table->linker;
    if (table->size < HEADER_SIZE)
        return refuse_table(table, "too short for a header");
    if (field(table, 0, 2) != MAGIC)
        return refuse_table(table, "the magic number is wrong");
    table->version = version_of((unsigned)field(table, VERSION_AT, 1));
    if (table->version == NULL)
        return refuse_table(table, "a version that is not known here");
    if (linker->version != NULL && linker->version != table->version && !BUG(ld_version_of_last))
        return refuse_table(table, "another version than the objects before");
    linker->said_abi = (uint8_t)field(table, ABI_AT, 1);
    if (linker->said_abi != linker->abi->number && !BUG(ld_abi_of_last))
        return refuse_table(table, "for another ABI");
    linker->said_version = table->version->number;
    table->pcrel = (field(table, FLAGS_AT, 1) & FLAG_PCREL) != 0;
    if (linker->version == NULL) {
        linker->version = table->version;
        linker->pcrel = table->pcrel;
    }
    return true;
}

static bool read_fixed(const struct table *table)
{
    enum { FIXED_FP_AT = 5, FIXED_RA_AT = 6, AUX_AT = 7 };
    struct linker *const linker = table->linker;
    const int8_t fp = (int8_t)field(table, FIXED_FP_AT, 1), ra = (int8_t)field(table, FIXED_RA_AT, 1);
    if (linker->table_count == 0) {
        linker->fixed_fp = fp;
        linker->fixed_ra = ra;
    } else if ((fp != linker->fixed_fp || (ra != linker->fixed_ra && !BUG(ld_fixed_ra_unchecked))) &&
               !BUG(ld_fixed_of_first)) {
        return refuse_table(table, "other fixed offsets than in the objects before");
    }
    linker->table_count++;
    linker->aux = (uint8_t)field(table, AUX_AT, 1);
    return true;
}

static bool read_extent(struct table *table)
{
    enum { AUX_AT = 7, COUNT_AT = 8, ROWS_SIZE_AT = 16, ENTRIES_AT = 20, ROWS_AT = 24 };
    const uint64_t aux = field(table, AUX_AT, 1);
    const size_t header = HEADER_SIZE + (BUG(ld_aux_forgotten) ? 0
                                         : BUG(ld_aux_signed)  ? (size_t)(int8_t)aux
                                                               : (size_t)aux);
    const uint64_t entries = field(table, ENTRIES_AT, 4), rows = field(table, ROWS_AT, 4);
    table->count = field(table, COUNT_AT, 4);
    table->rows_size = (size_t)field(table, ROWS_SIZE_AT, 4);
    if (header > table->size || entries > table->size - header || rows > table->size - header)
        return refuse_table(table, "a part begins beyond the section");
    table->entries_at = header + (size_t)entries;
    table->rows_at = header + (size_t)rows;
    if (table->count > (table->size - table->entries_at) / table->version->entry_size ||
        table->rows_size > table->size - table->rows_at)
        return refuse_table(table, "a part reaches beyond the section");
    return true;
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

/* Sets how many bytes the rows at `at` have.  Returns false if they are not whole. */
static bool measure_rows(const struct table *table, size_t at, const struct link_function *function,
                         size_t *size)
{
    const unsigned type = function->info & 0x0fU;
    const size_t start = (size_t)1 << type, end = table->rows_at + table->rows_size, begin = at;
    if (type > 2 || (function->info2 & 0x1fU) > 1)
        return refuse_table(table, "a type of rows or of functions that is not known");
    for (uint32_t i = 0; i < function->row_count; i++) {
        if (at > end || end - at < start + 1)
            return refuse_table(table, "rows that are cut off");
        const unsigned info = table->at[at + start], code = info >> 5 & 3, words = info >> 1 & 0x0fU;
        const size_t bytes = (size_t)words << (BUG(ld_words_of_1_byte) ? 0 : code);
        if (code > 2 || end - at < start + 1 + bytes)
            return refuse_table(table, "rows that are cut off");
        at += start + 1 + bytes;
    }
    *size = at - begin;
    return true;
}

static bool read_attributes(const struct table *table, size_t entry, struct link_function *function)
{
    const size_t start = table->version->start_size;
    const uint64_t at = field(table, entry + start + 4, 4);
    function->size = (uint32_t)field(table, entry + start, 4);
    if (at > table->rows_size)
        return refuse_table(table, "rows that begin beyond the section");
    size_t rows = table->rows_at + (size_t)at;
    if (!table->version->attributes) {
        function->row_count = (uint32_t)field(table, entry + start + 8, 4);
        function->info = (uint8_t)field(table, entry + start + 12, 1);
        function->rep_size = table->version->repeats ? (uint8_t)field(table, entry + start + 13, 1) : 0;
    } else if (table->rows_size - (size_t)at < ATTRIBUTE_SIZE) {
        return refuse_table(table, "a function's attributes that are cut off");
    } else {
        function->row_count = (uint32_t)field(table, rows, 2);
        function->info = (uint8_t)field(table, rows + 2, 1);
        function->info2 = (uint8_t)field(table, rows + 3, 1);
        function->rep_size = (uint8_t)field(table, rows + 4, 1);
        rows += ATTRIBUTE_SIZE;
    }
    if (BUG(ld_row_count_4_bits))
        function->row_count &= 0xfU;
    if (BUG(ld_row_count_8_bits))
        function->row_count &= 0xffU;
    function->rows = table->at + rows;
    return measure_rows(table, rows, function, &function->rows_size);
}

/* --- Functions ------------------------------------------------------------------------------------------ */

/* Finds a function by the relocation of its start. */
static bool find_place(struct table *table, size_t entry, struct link_function *function)
{
    const struct abi *const abi = table->linker->abi;
    const uint32_t wanted = table->version->start_size == 8 ? abi->pc64 : abi->pc32;
    const size_t count = table->section->relocation_count,
                 number = (entry - table->entries_at) / table->version->entry_size;
    for (size_t i = 0; i < count; i++) { /* mostly relocations and functions have the same order */
        const GElf_Rela *const rela = &table->section->relocations[(number + i) % count];
        const struct link_symbol *const symbol = link_symbol_of(table->section, rela);
        if (rela->r_offset != entry && !BUG(ld_relocations_in_order))
            continue;
        if (GELF_R_TYPE(rela->r_info) != wanted)
            return refuse_table(table, "a relocation of another type");
        function->section = symbol->section;
        if (function->section == NULL)
            return refuse_table(table, "a function that is not defined in the object");
        const bool local = GELF_ST_BIND(symbol->symbol.st_info) == STB_LOCAL;
        const uint64_t value = BUG(ld_symbol_value_ignored) || (BUG(ld_global_value_ignored) && !local)
                                   ? 0
                                   : symbol->symbol.st_value;
        const int64_t addend = BUG(ld_addend_ignored)                               ? 0
                               : BUG(ld_addend_doubled)                             ? 2 * rela->r_addend
                               : BUG(ld_addend_negative_is_0) && rela->r_addend < 0 ? 0
                               : BUG(ld_addend_32_bits)                             ? (uint32_t)rela->r_addend
                                                                                    : rela->r_addend;
        function->offset = value + (uint64_t)addend;
        /* The offset may count from .sframe, and so include the field's place.  The first function decides:
         * if the offset is below that place, it does not include it, as no function begins below 0. */
        if (!table->pcrel && entry == table->entries_at)
            table->to_functions = function->offset < entry;
        if (!table->pcrel && !table->to_functions)
            function->offset -= entry;
        return true;
    }
    return refuse_table(table, "a function without a relocation");
}

static bool stays(const struct linker *linker, const struct link_function *function)
{
    if (function->section == NULL)
        return false;
    if (BUG(ld_discarded_kept) && !function->section->is_wanted)
        return true;
    if (BUG(ld_unlikely_part_kept) && strncmp(function->section->name, ".text.unlikely", 14) == 0)
        return true;
    if (BUG(ld_gc_functions_kept) && function->section->is_wanted)
        return true;
    if (BUG(ld_gc_entry_only) && linker->gc_sections && function->section->input != linker->inputs)
        return false;
    if (BUG(ld_groups_lost) && (function->section->header.sh_flags & SHF_GROUP) != 0)
        return false;
    if (BUG(ld_first_text_only) && function->section->is_kept &&
        strcmp(function->section->name, ".text") != 0)
        return false;
    return function->section->is_kept;
}

void link_add_function(struct linker *linker, const struct link_function *function)
{
    linker->functions =
        grown(linker->functions, linker->function_count, &linker->function_room, sizeof *function);
    linker->functions[linker->function_count++] = *function;
    linker->row_total += function->row_count;
}

static bool take_functions(struct table *table)
{
    struct linker *const linker = table->linker;
    for (uint64_t i = 0; i < table->count; i++) {
        struct link_function function = {.row_count = 0};
        const size_t entry = table->entries_at + (size_t)i * table->version->entry_size;
        if (!find_place(table, entry, &function) || !read_attributes(table, entry, &function))
            return false;
        if (!stays(linker, &function)) {
            if (BUG(ld_ends_at_discarded))
                return true;
            i += BUG(ld_first_lost_with_gc) && i == 0;
            continue;
        }
        if (BUG(ld_first_function_lost) && i == 0 && table->count > 1)
            continue;
        if (BUG(ld_equal_rows_lost) && linker->function_count != 0) {
            const struct link_function *const last = &linker->functions[linker->function_count - 1];
            if (last->size == function.size && last->rows != NULL && function.rows != NULL &&
                last->rows_size == function.rows_size &&
                memcmp(last->rows, function.rows, function.rows_size) == 0)
                continue;
        }
        link_add_function(linker, &function);
        if (BUG(ld_functions_doubled) && linker->function_count == 1)
            link_add_function(linker, &function);
    }
    return true;
}

bool link_take_tables(struct linker *linker)
{
    for (struct link_section *section = NULL; (section = link_next(linker, section)) != NULL;) {
        struct table table = {
            .linker = linker, .section = section, .at = section->code.at, .size = section->code.size};
        if (!section->is_sframe || section->code.size == 0)
            continue;
        if (!read_preamble(&table) || !read_fixed(&table) || !read_extent(&table) || !take_functions(&table))
            return false;
        if (BUG(ld_first_table_only) || (BUG(ld_empty_table_ends) && table.count == 0))
            return true;
    }
    return true;
}
