#include "invariants.h"

static struct sfr_row any_row(const struct sfr_section *section)
{
    struct sfr_row row;
    row.word_count = nondet_u8();
#ifdef WORD_SIZE
    row.word_size = WORD_SIZE;
#else
    row.word_size = nondet_u8();
#endif
    __CPROVER_assume(is_row(section, &row));
    return row;
}

static bool is_rule(const struct sfr_rule *rule)
{
    return (unsigned)rule->kind <= SFR_AT && (unsigned)rule->base <= SFR_REGISTER;
}

void proof_rules(void)
{
    const struct sfr_section section = any_section();
    const struct sfr_row row = any_row(&section);
    struct sfr_function function;
    __CPROVER_assume(is_function(&section, &function));
    struct sfr_rules rules;
    struct sfr_violation fault;
    const bool read = sfr_rules(&section, &function, &row, &rules, &fault);
    assert(is_rule(&rules.cfa) && is_rule(&rules.ra) && is_rule(&rules.fp));
    assert(!read || rules.cfa.kind == SFR_AT || rules.ra.kind == SFR_UNDEFINED);
    assert(read || fault.severity == SFR_IRREGULAR || fault.severity == SFR_MALFORMED);
    REACHES(read);
    REACHES(!read);
    REACHES(rules.ra.kind == SFR_UNDEFINED);
}
