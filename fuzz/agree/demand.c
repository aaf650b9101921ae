#include "demand.h"

#include "check.h"
#include "law.h"

#include <stdlib.h>
#include <string.h>

/* --- Rules ---------------------------------------------------------------------------------------------- */

static bool same_rule(const struct answer_rule *expected, const struct sfr_rule *found)
{
    static const enum sfr_rule_kind kinds[] = {[STATED_NOTHING] = SFR_UNSTATED,
                                               [STATED_SAME] = SFR_SAME,
                                               [STATED_UNDEFINED] = SFR_UNDEFINED,
                                               [STATED_VALUE] = SFR_AT};
    static const enum sfr_base bases[] = {
        [BASE_SP] = SFR_SP, [BASE_FP] = SFR_FP, [BASE_CFA] = SFR_CFA, [BASE_REGISTER] = SFR_REGISTER};
    if (found->kind != kinds[expected->stated] || found->kind != SFR_AT)
        return found->kind == kinds[expected->stated];
    return found->base == bases[expected->base] && found->offset == expected->offset &&
           found->deref == expected->deref && (found->base != SFR_REGISTER || found->regnum == expected->reg);
}

static void demand_rule(const char *name, uint32_t function, uint32_t row, const struct answer_rule *expected,
                        const struct sfr_rule *found)
{
    LAW(same_rule(expected, found),
        "functions[%u].rows[%u].%s: told %d, base %d, register %u, offset %lld, deref %d; the oracle reads "
        "kind %d, base %d, register %u, offset %lld, deref %d",
        function, row, name, (int)expected->stated, (int)expected->base, expected->reg,
        (long long)expected->offset, expected->deref, (int)found->kind, (int)found->base, found->regnum,
        (long long)found->offset, found->deref);
}

static void demand_rules(uint32_t function, uint32_t row, const struct answer_row *expected,
                         const struct sfr_rules *found)
{
    demand_rule("cfa", function, row, &expected->cfa, &found->cfa);
    demand_rule("ra", function, row, &expected->ra, &found->ra);
    demand_rule("fp", function, row, &expected->fp, &found->fp);
}

/* --- Decode --------------------------------------------------------------------------------------------- */

#define SAME(what, expected, found)                                                                          \
    LAW((long long)(expected) == (long long)(found), "%s: expected %lld, the oracle reads %lld", what,       \
        (long long)(expected), (long long)(found))

#define SAME_OF(function, what, expected, found)                                                             \
    LAW((long long)(expected) == (long long)(found),                                                         \
        "functions[%u].%s: expected %lld, the oracle reads %lld", function, what, (long long)(expected),     \
        (long long)(found))

static void demand_header(const struct section *model, const struct sfr_section *section)
{
    SAME("profile", model->profile, section->profile);
    SAME("version", gen_profile_facts[model->profile].version, section->version);
    SAME("big_endian", model->order == ORDER_BIG, section->big_endian);
    SAME("abi", gen_abi_facts[model->abi].id, section->abi);
    SAME("flags", model->flags, section->flags);
    SAME("fixed_fp", model->fixed_fp, section->fixed_fp);
    SAME("fixed_ra", model->fixed_ra, section->fixed_ra);
    SAME("address", model->address, section->address);
    SAME("auxhdr_len", model->aux_length, section->aux_len);
    LAW(section->aux_len == 0 || memcmp(model->aux, section->bytes + 28, section->aux_len) == 0,
        "the auxiliary header is another");
    SAME("num_fdes", model->function_count, section->function_count);
}

static void demand_row(const struct section *model, const struct sfr_section *section,
                       const struct sfr_function *from, uint32_t index, const struct sfr_row *row)
{
    const struct function *const function = &model->functions[from->index];
    const struct row *const expected = gen_function_row(model, function, index);
    const struct answer_row said = gen_say_row(model, function, expected);
    struct sfr_rules rules;
    struct sfr_violation fault;
    const bool usable = sfr_rules(section, from, row, &rules, &fault);
    SAME_OF(from->index, "rows.start", expected->start, row->start);
    SAME_OF(from->index, "rows.mangled_ra", expected->mangled, row->mangled_ra);
    SAME_OF(from->index, "rows.usable", said.usable, usable);
    demand_rules(from->index, index, &said, &rules);
}

static void demand_function(const struct section *model, const struct sfr_section *section, uint32_t index)
{
    const struct function *const expected = &model->functions[index];
    struct sfr_function from;
    struct sfr_violation fault;
    LAW(sfr_function(section, index, &from, &fault), "functions[%u] cannot be read: %s", index,
        sfr_clause_text(fault.clause)->id);
    SAME_OF(index, "start", gen_function_address(model, expected), from.start);
    SAME_OF(index, "size", expected->size, from.size);
    SAME_OF(index, "pc_type", expected->pc_type == PC_MASK, from.pc_type == SFR_MASK);
    SAME_OF(index, "fre_type", expected->fre_type, from.fre_type);
    SAME_OF(index, "rep_size", expected->rep_size, from.rep_size);
    SAME_OF(index, "fde_type", expected->fde_type, from.fde_type);
    SAME_OF(index, "signal", expected->signal, from.signal);
    SAME_OF(index, "pauth_key", expected->key_b, from.pauth_key_b);
    SAME_OF(index, "rows", expected->row_count, from.num_fres);
    struct sfr_row row = {.next = from.rows};
    for (uint32_t i = 0; i < from.num_fres; i++) {
        LAW(sfr_row(section, &from, row.next, &row, &fault), "functions[%u].rows[%u] cannot be read: %s",
            index, i, sfr_clause_text(fault.clause)->id);
        demand_row(model, section, &from, i, &row);
    }
}

void demand_reading(const struct section *model, const struct sfr_section *section)
{
    demand_header(model, section);
    for (uint32_t i = 0; i < model->function_count; i++)
        demand_function(model, section, i);
}

/* --- Lookup --------------------------------------------------------------------------------------------- */

void demand_lookup(const struct section *model, const struct sfr_section *section, uint64_t pc)
{
    static const enum sfr_found founds[] = {[FOUND_ROW] = SFR_FOUND,
                                            [FOUND_OUTERMOST] = SFR_OUTERMOST,
                                            [FOUND_NO_FUNCTION] = SFR_NO_FUNCTION,
                                            [FOUND_NO_ROW] = SFR_NO_ROW,
                                            [FOUND_ERROR] = SFR_ERROR};
    const struct answer_lookup expected = gen_look_up(model, pc);
    struct sfr_answer answer;
    const enum sfr_found found = sfr_lookup(section, pc, &answer);
    LAW(found == founds[expected.found], "at 0x%llx: expected to find %d, the oracle %d",
        (unsigned long long)pc, (int)expected.found, (int)found);
    if (found == SFR_NO_FUNCTION || found == SFR_ERROR)
        return;
    LAW(expected.function == answer.function.index, "at 0x%llx: expected function %u, the oracle %u",
        (unsigned long long)pc, expected.function, answer.function.index);
    if (found != SFR_FOUND)
        return;
    LAW(expected.row == answer.row_index, "at 0x%llx: expected row %u, the oracle %u", (unsigned long long)pc,
        expected.row, answer.row_index);
    const struct function *const function = &model->functions[expected.function];
    const struct row *const row = gen_function_row(model, function, expected.row);
    const struct answer_row said = gen_say_row(model, function, row);
    demand_rules(expected.function, expected.row, &said, &answer.rules);
    SAME_OF(expected.function, "rows.mangled_ra", row->mangled, answer.row.mangled_ra);
}

static uint64_t draw(uint64_t *choice, uint64_t below)
{
    const uint64_t drawn = *choice % below;
    *choice /= below;
    return drawn;
}

uint64_t edge_of(const struct section *model, uint64_t choice)
{
    enum { SIDES = 3 };
    if (model->function_count == 0)
        return model->address + choice;
    const struct function *const function = &model->functions[draw(&choice, model->function_count)];
    uint64_t pc = gen_function_address(model, function) + draw(&choice, SIDES) - 1;
    const uint64_t edge = draw(&choice, function->row_count + 2U);
    if (edge < function->row_count)
        pc += gen_function_row(model, function, (uint32_t)edge)->start;
    else if (edge == function->row_count)
        pc += function->size;
    if (function->pc_type == PC_MASK && function->rep_size != 0)
        pc += draw(&choice, function->size / function->rep_size + UINT64_C(1)) * function->rep_size;
    return pc;
}

void demand_edges(const struct section *model, const struct sfr_section *section, uint64_t choice,
                  unsigned most)
{
    for (unsigned i = 0; i < most; i++)
        demand_lookup(model, section, edge_of(model, choice + i));
}

/* --- What the check reports ---------------------------------------------------------------------------- */

static void add_violation(void *context, const struct sfr_violation *violation)
{
    struct violations *const violations = context;
    if (violation->severity != SFR_VALID)
        gen_violate(violations, sfr_clause_text(violation->clause)->id, (uint32_t)violation->offset,
                    violation->severity == SFR_MALFORMED ? SEVERITY_MALFORMED : SEVERITY_IRREGULAR);
}

enum sfr_verdict reported_by_check(const uint8_t *bytes, size_t size, uint64_t address, enum sfr_profile profile,
                            struct violations *violations)
{
    const struct sfr_report report = {add_violation, violations};
    violations->count = 0;
    violations->full = false;
    return check_section(bytes, size, address, profile, &report);
}

static int compare(const void *one, const void *other)
{
    const struct violation *const a = one, *const b = other;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    const int clauses = strcmp(a->clause, b->clause);
    return clauses != 0 ? clauses : (int)a->severity - (int)b->severity;
}

static void sort(struct violations *to, const struct violations *from)
{
    to->count = from->count;
    memcpy(to->list, from->list, from->count * sizeof from->list[0]);
    qsort(to->list, to->count, sizeof to->list[0], compare);
}

void demand_violations(const struct violations *expected, const struct violations *reported)
{
    static struct violations one, other;
    if (expected->full || reported->full)
        return;
    sort(&one, expected);
    sort(&other, reported);
    for (uint32_t i = 0; i < one.count || i < other.count; i++) {
        const int order = i == one.count ? 1 : i == other.count ? -1 : compare(&one.list[i], &other.list[i]);
        LAW(order >= 0, "the oracle does not report %s at 0x%x", one.list[i].clause, one.list[i].offset);
        LAW(order <= 0, "the oracle reports %s at 0x%x, and nobody expects it", other.list[i].clause,
            other.list[i].offset);
    }
}
