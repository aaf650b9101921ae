/* Makes .sframe from functions: V2 2, V3 2. */
#include "assembler.h"
#include "bug.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

struct builder {
    struct unit *unit;
    struct sframe *to;
    uint32_t row_count;
};

static void put(struct builder *builder, struct bytes *bytes, unsigned size, uint64_t value)
{
    put_number(bytes, builder->unit->abi->big_endian, size, value);
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

enum { RULES = 4 };

static bool rows_equal(const struct row *a, const struct row *b)
{
    const struct rule *const left[RULES] = {&a->cfa, &a->ra, &a->fp, &a->sp};
    const struct rule *const right[RULES] = {&b->cfa, &b->ra, &b->fp, &b->sp};
    for (size_t i = 0; i < RULES; i++)
        if (!rules_equal(left[i], right[i])) {
            const bool offset_only = left[i]->kind == right[i]->kind && left[i]->base == right[i]->base;
            if (!(BUG(rows_compared_without_offset) && offset_only) &&
                !(BUG(rows_compared_by_cfa) && i != 0) && !(BUG(rows_compared_without_fp) && i == 2) &&
                !(BUG(rows_compared_without_ra) && i == 1))
                return false;
        }
    return a->is_signed == b->is_signed || BUG(rows_compared_without_signing);
}

/* Removes rows that begin behind the function, and those that equal the row before. */
static void tidy_rows(struct function *function)
{
    size_t kept = 0;
    for (size_t i = 0; i < function->row_count; i++) {
        const struct row row = function->rows[i];
        if ((row.at < function->size || BUG(rows_behind_end_kept)) &&
            (kept == 0 || !rows_equal(&row, &function->rows[kept - 1])))
            function->rows[kept++] = row;
    }
    if (BUG(last_row_missing) && kept > 1)
        kept--;
    if (BUG(first_row_missing) && kept > 1)
        memmove(function->rows, function->rows + 1, --kept * sizeof *function->rows);
    if (BUG(second_row_missing) && kept > 2) {
        kept--;
        memmove(function->rows + 1, function->rows + 2, (kept - 1) * sizeof *function->rows);
    }
    if (BUG(rows_at_most_4) && kept > 4)
        kept = 4;
    function->row_count = kept;
}

/* The type for row starts of 1, 2 or 4 bytes, which is the same for all rows of a function: V3 2.3.3.3. */
static unsigned start_type(const struct function *function)
{
    const uint64_t last = function->row_count == 0 ? 0 : function->rows[function->row_count - 1].at;
    const uint64_t first = function->row_count == 0 ? 0 : function->rows[0].at;
    const uint64_t deciding = BUG(start_type_by_first_row) ? first : last;
    if (BUG(start_type_always_1))
        return 0;
    if (BUG(start_type_never_4) && deciding > UINT8_MAX)
        return 1;
    return deciding <= UINT8_MAX + (uint64_t)BUG(start_type_limit_256)      ? 0
           : deciding <= UINT16_MAX + (uint64_t)BUG(start_type_limit_65536) ? 1
                                                                            : 2;
}

typedef const char *sayer(const struct unit *unit, const struct row *row, struct words *words);

/* Returns NULL if SAY can express every row; else what cannot be expressed. */
static const char *what_cannot_be_said(const struct unit *unit, const struct function *function, sayer *say)
{
    const char *why = NULL;
    for (size_t i = 0; i < function->row_count && why == NULL; i++) {
        struct words words;
        why = say(unit, &function->rows[i], &words);
        if (why == NULL && word_size(&words) == 0)
            why = "an offset does not fit";
        if (BUG(only_first_row_checked))
            break;
    }
    return why;
}

static void put_row(struct builder *builder, const struct function *function, size_t number, sayer *say)
{
    const struct row *const row = &function->rows[number];
    struct words words;
    (void)say(builder->unit, row, &words);
    unsigned size = word_size(&words);
    size = size == 0 ? 4 : size;
    const unsigned type = start_type(function);
    unsigned code = size == 1 ? 0 : size == 2 ? 1 : 2, count = words.count;
    uint64_t at = row->at;
    if (BUG(row_starts_from_section))
        at += function->start;
    if (BUG(row_starts_relative) && number > 0)
        at -= function->rows[number - 1].at;
    put(builder, &builder->to->rows, 1U << type, at);
    const bool is_signed = row->is_signed && !BUG(mangled_lost);
    if (BUG(count_one_less) && count > 1)
        count--;
    if (BUG(word_size_code_wrong) && code == 2)
        code = 3;
    put(builder, &builder->to->rows, 1,
        (is_signed ? 0x80U : 0) | code << (BUG(word_size_shift_4) ? 4 : 5) | count << 1 |
            (words.base_sp ? 1U : 0));
    for (unsigned i = 0; i < words.count; i++)
        put_number(&builder->to->rows, builder->unit->abi->big_endian != BUG(words_in_other_order), size,
                   (uint64_t)words.at[i]);
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static uint8_t info_of(const struct unit *unit, const struct function *function)
{
    unsigned info = start_type(function);
    if (BUG(start_type_said_less) && info > 0)
        info--;
    if (function->key_b && unit->abi->signs && !BUG(key_b_bit_lost))
        info |= 1U << (BUG(key_b_bit_6) ? 6 : 5);
    if (function->signal && unit->version->signals && !BUG(signal_bit_lost))
        info |= 1U << 7;
    if (BUG(mask_type))
        info |= 1U << 4;
    return (uint8_t)info;
}

static uint32_t said_row_count(const struct entry *entry)
{
    return BUG(row_count_8_bits) ? entry->row_count & UINT8_MAX : entry->row_count;
}

static void add_function(struct builder *builder, const struct function *function, sayer *say)
{
    struct sframe *const to = builder->to;
    struct entry entry = {.function = function, .rows_at = (uint32_t)to->rows.size};
    if (BUG(rows_at_of_previous) && to->entry_count > 0)
        entry.rows_at = to->entries[to->entry_count - 1].rows_at;
    entry.row_count = (uint32_t)function->row_count - (BUG(row_count_one_less) && function->row_count > 1);
    entry.info = info_of(builder->unit, function);
    entry.info2 = say == flexible_words && !BUG(flexible_said_default) ? 1 : 0;
    if (builder->unit->version->attributes) {
        struct bytes *const rows = &builder->to->rows; /* V3 2.3.2 */
        put(builder, rows, 2, said_row_count(&entry));
        put(builder, rows, 1, entry.info);
        put(builder, rows, 1, entry.info2);
        put(builder, rows, 1, 0);
    }
    for (size_t i = 0; i < function->row_count; i++)
        put_row(builder, function, i, say);
    entry.rows_end = (uint32_t)to->rows.size;
    builder->row_count += (uint32_t)function->row_count;
    to->entries = grown(to->entries, to->entry_count, &to->entry_room, sizeof entry);
    to->entries[to->entry_count++] = entry;
}

/* The kind of rows that can express all rows of a function.  If there is none, returns NULL after a warning.
 */
static sayer *way_to_say(const struct unit *unit, const struct function *function)
{
    const char *why = what_cannot_be_said(unit, function, default_words);
    if (unit->version->attributes && function->row_count > UINT16_MAX)
        why = "it has too many rows";
    else if (function->signal && !unit->version->signals && !BUG(signal_in_version_2))
        why = "it is a signal frame";
    else if (why == NULL)
        return default_words;
    else if (unit->version->flexible && !BUG(flexible_never))
        why = what_cannot_be_said(unit, function, flexible_words);
    if (why == NULL)
        return flexible_words;
    warn(unit, function->line, "no SFrame for this function: %s", why);
    return BUG(unsayable_said) ? default_words : NULL;
}

static void take_function(struct builder *builder, struct function *function)
{
    struct unit *const unit = builder->unit;
    if (function->refused || function->without_sframe)
        return;
    function->row_count = 0;
    run_steps(unit, function);
    tidy_rows(function);
    if (function->refused || function->size == 0)
        return;
    if ((BUG(functions_of_one_byte_lost) && function->size <= 4) ||
        (BUG(functions_without_steps_lost) && function->step_count == 0))
        return;
    if ((BUG(signal_frames_left_out) && function->signal) || (BUG(simple_left_out) && function->simple))
        return;
    sayer *const say = way_to_say(unit, function);
    if (say != NULL)
        add_function(builder, function, say);
}

/* --- The section ---------------------------------------------------------------------------------------- */

static uint32_t size_of(const struct function *function)
{
    uint64_t size = function->size;
    if (BUG(size_one_less))
        size--;
    if (BUG(size_one_more))
        size++;
    if (BUG(size_16_bits))
        size = (uint16_t)size;
    if (BUG(size_to_last_row) && function->row_count > 1)
        size = function->rows[function->row_count - 1].at;
    return (uint32_t)size;
}

static void put_header(struct builder *builder, struct bytes *out)
{
    const struct unit *const unit = builder->unit;
    const struct abi *const abi = unit->abi;
    const size_t entries = builder->to->entry_count * unit->version->entry_size;
    put(builder, out, 2, MAGIC);
    put(builder, out, 1, unit->version->number);
    put(builder, out, 1,
        (BUG(flag_pcrel_lost) ? 0U : FLAG_PCREL) | (BUG(flag_sorted_always) ? FLAG_SORTED : 0U));
    put(builder, out, 1, BUG(abi_of_other_order) ? abi->number ^ 3U : abi->number);
    put(builder, out, 1, BUG(fixed_fp_set) ? (uint8_t)-16 : 0);
    put(builder, out, 1,
        BUG(fixed_ra_zero)       ? 0
        : BUG(fixed_ra_positive) ? (uint8_t)-abi->fixed_ra
                                 : (uint8_t)abi->fixed_ra);
    put(builder, out, 1, 0);
    put(builder, out, 4,
        builder->to->entry_count - (BUG(function_count_one_less) && builder->to->entry_count > 0));
    put(builder, out, 4, BUG(row_total_one_more) ? builder->row_count + 1 : builder->row_count);
    put(builder, out, 4, BUG(rows_length_short) ? builder->to->rows.size - 1 : builder->to->rows.size);
    put(builder, out, 4, 0);
    put(builder, out, 4, BUG(rows_offset_from_start) ? entries + HEADER_SIZE : entries);
}

static void put_entry(struct builder *builder, struct sframe *sframe, size_t number)
{
    const struct version *const version = builder->unit->version;
    const struct entry *const entry = &sframe->entries[number];
    const struct function *const function = entry->function;
    struct bytes *const out = &sframe->bytes;
    if (!(BUG(last_relocation_lost) && number + 1 == builder->to->entry_count)) {
        const struct abi *const abi = builder->unit->abi;
        const uint64_t addend =
            function->start + (BUG(start_one_more) ? 1 : 0) + (BUG(start_addend_field) ? out->size : 0);
        /* Symbols of sections come first, behind the null symbol. */
        const uint64_t symbol = 1 + (BUG(relocations_to_first_section) ? 0 : (uint64_t)function->section);
        const GElf_Rela rela = {
            .r_offset = out->size,
            .r_info = GELF_R_INFO(symbol, version->start_size == 8 && !BUG(relocation_32_bits) ? abi->pc64
                                                                                               : abi->pc32),
            .r_addend = BUG(start_addend_zero) ? 0 : (GElf_Sxword)addend};
        put_bytes(&sframe->relocations, &rela, sizeof rela);
    }
    put(builder, out, version->start_size, 0);
    put(builder, out, 4, size_of(function));
    put(builder, out, 4, BUG(rows_at_16_bits) ? entry->rows_at & UINT16_MAX : entry->rows_at);
    if (!version->attributes) {
        put(builder, out, 4, said_row_count(entry));
        put(builder, out, 1, entry->info);
        put(builder, out, 1, 0);
        put(builder, out, 2, 0);
    }
}

bool make_sframe(struct unit *unit, struct sframe *sframe)
{
    struct builder builder = {.unit = unit, .to = sframe};
    for (size_t i = 0; i < unit->function_count; i++) {
        take_function(&builder, &unit->functions[i]);
        if (BUG(functions_doubled) && sframe->entry_count == 1)
            take_function(&builder, &unit->functions[i]);
    }
    if (!unit->wants_sframe || unit->function_count == 0)
        return false;
    put_header(&builder, &sframe->bytes);
    for (size_t i = 0; i < sframe->entry_count; i++)
        put_entry(&builder, sframe, i);
    put_bytes(&sframe->bytes, sframe->rows.at, sframe->rows.size);
    return true;
}

void free_sframe(struct sframe *sframe)
{
    free(sframe->bytes.at);
    free(sframe->rows.at);
    free(sframe->entries);
    free(sframe->relocations.at);
    *sframe = (struct sframe){.entry_count = 0};
}
