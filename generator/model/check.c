/* Finds the clauses that a model breaks.  A section that breaks one of these can still be read.  Only the raw
 * layer can make a section unreadable, and then the family says what must be reported. */
#include "answer.h"

#include <string.h>

enum { HEADER_ABI_ARCH = 4, HEADER_FLAGS = 3, HEADER_FIXED_RA = 6, HEADER_FREOFF = 0x18 };

/* What every check of one model looks at. */
struct checked {
    const struct section *section;
    const struct encoded *encoded;
    struct violations *violations;
};

void gen_violate(struct violations *violations, const char *clause, uint32_t offset, enum severity severity)
{
    if (violations->count == MAX_VIOLATIONS) {
        violations->full = true;
        return;
    }
    violations->list[violations->count++] = (struct violation){clause, offset, severity};
}

static void broken(const struct checked *checked, const char *clause, uint32_t offset)
{
    gen_violate(checked->violations, clause, offset, SEVERITY_IRREGULAR);
}

const char *gen_verdict_name(enum verdict verdict)
{
    static const char *const names[] = {"valid", "irregular", "malformed"};
    return names[verdict];
}

enum verdict gen_verdict_of(const struct violations *violations)
{
    enum verdict verdict = VERDICT_VALID;
    for (uint32_t i = 0; i < violations->count; i++) {
        if (violations->list[i].severity == SEVERITY_MALFORMED)
            return VERDICT_MALFORMED;
        if (violations->list[i].severity == SEVERITY_IRREGULAR)
            verdict = VERDICT_IRREGULAR;
    }
    return verdict;
}

/* --- Header --------------------------------------------------------------------------------------------- */

static void check_header(const struct checked *checked)
{
    const struct section *section = checked->section;
    const struct profile_facts *profile = &gen_profile_facts[section->profile];
    const struct abi_facts *abi = &gen_abi_facts[section->abi];
    if ((section->flags & ~profile->flags_defined) != 0)
        broken(checked, profile->undefined_flags_are_zero ? "flags.undefined-zero" : "flags.undefined",
               HEADER_FLAGS);
    if (section->order != abi->order)
        broken(checked, "abi.byte-order", HEADER_ABI_ARCH);
    if (abi->fixed_ra != 0 && section->fixed_ra != abi->fixed_ra)
        broken(checked, "header.fixed-ra-amd64", HEADER_FIXED_RA);
    if (gen_ra_tracked(section) && section->fixed_ra != 0)
        broken(checked, "header.fixed-ra-tracked", HEADER_FIXED_RA);
}

/* The header has a length for the row sub-section only; functions that come first go on until the rows begin.
 * If functions come last, nothing says that they go on after their entries: filler there belongs to nobody. */
static void check_tiling(const struct checked *checked)
{
    const struct section *section = checked->section;
    const struct encoded *encoded = checked->encoded;
    if (section->gap_header > 0)
        broken(checked, "tile.cover", encoded->header_end);
    if (encoded->rows_begin < encoded->functions_begin)
        broken(checked, "tile.order", HEADER_FREOFF);
    if (section->rows_first && section->gap_functions + section->gap_end > 0)
        broken(checked, "tile.cover", encoded->functions_end - section->gap_functions);
    else if (!section->rows_first && section->gap_end > 0)
        broken(checked, "tile.cover", encoded->rows_end);
}

/* --- Order and overlap of functions --------------------------------------------------------------------- */

/* The text or the header's flag may demand the order.  If the text does, only its clause is reported. */
static void check_order(const struct checked *checked)
{
    const struct section *section = checked->section;
    bool flagged = (section->flags & FLAG_SORTED) != 0;
    for (uint32_t i = 1; i < section->function_count; i++) {
        if (section->functions[i].start >= section->functions[i - 1].start)
            continue;
        if (gen_profile_facts[section->profile].array_is_sorted)
            broken(checked, "fde.sorted-array", checked->encoded->start_at[i]);
        else if (flagged)
            broken(checked, "fde.sorted-flagged", checked->encoded->start_at[i]);
    }
}

/* Whether function `later` starts in function `earlier`, modulo 2^64.  Of two that start at one address, only
 * the second in the table starts in the other. */
static bool starts_in(const struct section *section, uint32_t later, uint32_t earlier)
{
    const struct function *inner = &section->functions[later];
    const struct function *outer = &section->functions[earlier];
    if (inner->size == 0 || (inner->start == outer->start && later < earlier))
        return false;
    return (uint64_t)inner->start - (uint64_t)outer->start < outer->size;
}

static void check_overlap(const struct checked *checked, uint32_t number)
{
    for (uint32_t i = 0; i < checked->section->function_count; i++) {
        if (i != number && starts_in(checked->section, number, i)) {
            broken(checked, "fde.overlap", checked->encoded->start_at[number]);
            return;
        }
    }
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

static void check_start(const struct checked *checked, const struct function *function, uint32_t index)
{
    const struct section *section = checked->section;
    uint32_t start = gen_function_row(section, function, index)->start;
    uint32_t at = checked->encoded->row_at[function->first_row + index];
    bool blocks = function->pc_type == PC_MASK && !gen_profile_facts[section->profile].masks_are_bits;
    bool limitless = blocks && function->rep_size == 0; /* a block of unknown size has no end to be beyond */
    uint32_t limit = blocks ? function->rep_size : function->size;
    if (index == 0 && start != 0)
        broken(checked, "fre.start-first", at);
    if (index > 0 && start <= gen_function_row(section, function, index - 1)->start)
        broken(checked, "fre.start-order", at);
    if (start != 0 && start >= limit && !limitless)
        broken(checked, "fre.start-inside", at);
}

/* Which clause a default row's number of words breaks. */
static const char *count_breaks(const struct section *section, unsigned count)
{
    const struct profile_facts *profile = &gen_profile_facts[section->profile];
    const struct abi_facts *abi = &gen_abi_facts[section->abi];
    if (count == 0)
        return profile->no_words_is_outermost ? NULL : "fre.cfa-first";
    if (profile->three_words_at_most) {
        if (count > 3)
            return "fre.count-3";
        return count == 3 && !gen_ra_tracked(section) ? "fre.words-surplus" : NULL;
    }
    return (abi->word_counts >> count & 1) != 0 ? NULL : abi->word_counts_clause;
}

static void check_control_word(const struct checked *checked, const struct rule *rule, bool cfa, uint32_t at)
{
    if (cfa && rule->place == PLACE_CFA)
        broken(checked, "flex.cfa-register", at);
    if ((rule->idle_bits & 4) != 0)
        broken(checked, "flex.unused", at);
}

static void check_flexible_words(const struct checked *checked, const struct row *row,
                                 const struct words *words, uint32_t words_at)
{
    const struct rule *const rules[] = {&row->cfa, &row->ra, &row->fp};
    uint32_t at = words_at;
    for (unsigned i = 0; i < 3; i++) {
        bool pair = gen_is_said(rules[i]);
        if (pair)
            check_control_word(checked, rules[i], i == 0, at);
        at += (pair ? 2U : 1U) * words->size;
    }
    if (words->extra_at >= 0)
        broken(checked, "flex.surplus", words_at + (uint32_t)words->extra_at * words->size);
}

static void check_row(const struct checked *checked, const struct function *function, uint32_t index)
{
    const struct section *section = checked->section;
    const struct row *row = gen_function_row(section, function, index);
    uint32_t info_at = checked->encoded->row_info_at[function->first_row + index];
    struct words words;
    gen_row_words(section, function, row, &words);
    check_start(checked, function, index);
    if (row->mangled && !gen_abi_facts[section->abi].signs_ra)
        broken(checked, "fre.mangled-aarch64", info_at);
    if (function->fde_type == FDE_FLEX) {
        if (!row->empty)
            check_flexible_words(checked, row, &words, info_at + 1);
        return;
    }
    const char *clause = count_breaks(section, words.count);
    if (clause != NULL)
        broken(checked, clause, info_at);
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static void check_function(const struct checked *checked, uint32_t number)
{
    const struct section *section = checked->section;
    const struct encoded *encoded = checked->encoded;
    const struct profile_facts *profile = &gen_profile_facts[section->profile];
    const struct function *function = &section->functions[number];
    uint64_t start = gen_function_address(section, function);
    if (function->size > 0 && function->size - 1 > UINT64_MAX - start)
        broken(checked, "fde.range", encoded->start_at[number]);
    if (function->key_b && profile->other_keys_are_zero && !gen_abi_facts[section->abi].signs_ra)
        broken(checked, "info.pauth-zero", encoded->info_at[number]);
    if (function->pc_type == PC_MASK && profile->block_size_width != 0 && function->rep_size == 0)
        broken(checked, "fde.rep-size-nonzero", encoded->rep_size_at[number]);
    check_overlap(checked, number);
    if (function->shares >= 0 && (function->row_count > 0 || profile->has_attribute))
        broken(checked, "fre.unshared", encoded->data_at[number]);
    /* Shared rows are checked once, for their owner; only the first of them is checked for each function. */
    for (uint32_t i = 0; i < function->row_count && (i == 0 || function->shares < 0); i++)
        check_row(checked, function, i);
}

/* Finds bytes among the rows that no function owns.  A run of them is reported once, at its first byte.  A
 * function without data (without rows, before version 3) does not end a run. */
static void check_owned(const struct checked *checked)
{
    const struct section *section = checked->section;
    const struct encoded *encoded = checked->encoded;
    uint32_t run_end = 0;
    for (uint32_t i = 0; i < section->function_count; i++) {
        uint32_t number = section->has_data_order ? section->data_order[i] : i;
        const struct function *function = &section->functions[number];
        if (function->gap_before == 0 || function->shares >= 0)
            continue;
        uint32_t run = encoded->data_at[number] - function->gap_before;
        if (run != run_end)
            broken(checked, "fre.owned", run);
        run_end = encoded->data_at[number];
    }
    if (section->gap_rows > 0 && encoded->rows_end - section->gap_rows != run_end)
        broken(checked, "fre.owned", encoded->rows_end - section->gap_rows);
}

/* By offset, then by clause: an insertion sort, as it is stable and lists are short. */
static void sort_violations(struct violations *violations)
{
    for (uint32_t i = 1; i < violations->count; i++) {
        struct violation moving = violations->list[i];
        uint32_t at = i;
        for (; at > 0; at--) {
            const struct violation *before = &violations->list[at - 1];
            if (before->offset < moving.offset ||
                (before->offset == moving.offset && strcmp(before->clause, moving.clause) <= 0))
                break;
            violations->list[at] = *before;
        }
        violations->list[at] = moving;
    }
}

void gen_check_model(const struct section *section, const struct encoded *encoded,
                     struct violations *violations)
{
    struct checked checked = {section, encoded, violations};
    violations->count = 0;
    violations->full = false;
    check_header(&checked);
    check_tiling(&checked);
    check_order(&checked);
    for (uint32_t i = 0; i < section->function_count; i++)
        check_function(&checked, i);
    check_owned(&checked);
    sort_violations(violations);
}
