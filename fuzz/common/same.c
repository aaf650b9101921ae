#include "same.h"

/* --- Answers ------------------------------------------------------------------------------------------- */

bool same_function(const struct sfr_function *one, const struct sfr_function *other)
{
    return one->index == other->index && one->entry == other->entry && one->attribute == other->attribute &&
           one->info_offset == other->info_offset && one->start_field == other->start_field &&
           one->start == other->start && one->relative == other->relative && one->size == other->size &&
           one->num_fres == other->num_fres && one->rows == other->rows && one->info == other->info &&
           one->info2 == other->info2 && one->rep_size == other->rep_size && one->padding == other->padding &&
           one->pc_type == other->pc_type && one->fre_type == other->fre_type &&
           one->fde_type == other->fde_type && one->signal == other->signal &&
           one->pauth_key_b == other->pauth_key_b;
}

bool same_row(const struct sfr_row *one, const struct sfr_row *other)
{
    return one->offset == other->offset && one->next == other->next && one->words == other->words &&
           one->start == other->start && one->info == other->info && one->word_size == other->word_size &&
           one->word_count == other->word_count && one->base_sp == other->base_sp &&
           one->mangled_ra == other->mangled_ra;
}

static bool same_rule(const struct sfr_rule *one, const struct sfr_rule *other)
{
    if (one->kind != other->kind || one->kind != SFR_AT)
        return one->kind == other->kind;
    return one->base == other->base && one->deref == other->deref && one->offset == other->offset &&
           (one->base != SFR_REGISTER || one->regnum == other->regnum);
}

bool same_rules(const struct sfr_rules *one, const struct sfr_rules *other)
{
    return same_rule(&one->cfa, &other->cfa) && same_rule(&one->ra, &other->ra) &&
           same_rule(&one->fp, &other->fp);
}

bool same_violation(const struct sfr_violation *one, const struct sfr_violation *other)
{
    return one->clause == other->clause && one->severity == other->severity && one->offset == other->offset &&
           one->found == other->found && one->allowed == other->allowed;
}

bool same_answer(const struct sfr_answer *one, const struct sfr_answer *other)
{
    if (one->found != other->found || one->found == SFR_NO_FUNCTION)
        return one->found == other->found;
    if (one->found == SFR_ERROR)
        return same_violation(&one->fault, &other->fault);
    return same_function(&one->function, &other->function) &&
           (one->found != SFR_FOUND ||
            (one->row_index == other->row_index && same_row(&one->row, &other->row) &&
             same_rules(&one->rules, &other->rules)));
}

/* --- Edges --------------------------------------------------------------------------------------------- */

/* Adds four PCs: one before, the first, the last, and one behind. */
static unsigned add_edges(uint64_t from, uint64_t to, uint64_t *pcs)
{
    pcs[0] = from - 1;
    pcs[1] = from;
    pcs[2] = to - 1;
    pcs[3] = to;
    return 4;
}

static unsigned add_row_edges(const struct sfr_section *section, const struct sfr_function *function,
                              uint32_t choice, uint64_t *pcs)
{
    struct sfr_row row = {.next = function->rows};
    struct sfr_violation fault;
    for (uint32_t i = 0, last = choice % function->num_fres; i <= last; i++)
        if (!sfr_row(section, function, row.next, &row, &fault))
            return 0;
    return add_edges(function->start + row.start, function->start + row.start + 1, pcs);
}

unsigned edges_of(const struct sfr_section *section, uint64_t choice, uint64_t pcs[EDGES_MOST])
{
    unsigned count = 0;
    if (section->function_count == 0)
        return 0;
    const uint32_t indices[] = {0, section->function_count - 1, (uint32_t)choice % section->function_count};
    for (unsigned i = 0; i < sizeof indices / sizeof *indices; i++) {
        struct sfr_function function;
        struct sfr_violation fault;
        if (!sfr_function(section, indices[i], &function, &fault))
            continue;
        count += add_edges(function.start, function.start + function.size, &pcs[count]);
        if (i == 2 && function.num_fres != 0)
            count += add_row_edges(section, &function, (uint32_t)(choice >> 32), &pcs[count]);
    }
    return count;
}
