/* A lookup in a section in which a check finds nothing meets no fault. */
#include "../invariants.h"

/* Any function and any row of it, in whose checks nothing was found. */
static struct sfr_function function;
static struct sfr_row row;

bool valid_function(const struct sfr_section *section, struct manner how, uint32_t index, struct sfr_function *read,
                    struct sink *sink)
{
    (void)sink;
    assert(is_manner(section, how) && index < section->function_count && index == function.index);
    *read = function;
    return true;
}

/* All rows of the function can be read, so one is found or none. */
enum sfr_found valid_found(const struct sfr_section *section, struct manner how, size_t width,
                           uint32_t offset, struct sfr_answer *answer, struct sink *sink)
{
    (void)section, (void)how, (void)offset, (void)sink;
    assert(width == (size_t)1 << answer->function.fre_type);
    answer->row = row;
    return nondet_bool() ? SFR_FOUND : SFR_NO_ROW;
}

/* If a check found nothing, no lookup meets a fault, and each row that it finds has a rule for RA. */
void proof_valid(void)
{
    const struct sfr_section section = any_section();
    struct sink sink = {0};
    struct sfr_rules rules;
    struct sfr_violation fault;
    struct sfr_answer answer;
    __CPROVER_havoc_object(&function);
    __CPROVER_havoc_object(&row);
    __CPROVER_havoc_object(any_words);
    __CPROVER_assume(has_valid_header(&section) && is_function(&section, &function) &&
                     is_row(&section, &row));
    sfr_check_function(&section, &function, &sink);
    sfr_check_row(&section, &function, &row, &sink);
    __CPROVER_assume(sink.verdict == SFR_VALID);
    assert(sfr_rules(&section, &function, &row, &rules, &fault));
    assert(rules.ra.kind == SFR_UNDEFINED || (rules.cfa.kind == SFR_AT && rules.ra.kind != SFR_UNSTATED));
    assert(sfr_lookup_in(&section, function.index, nondet_u64(), &answer) != SFR_ERROR);
    REACHES(answer.found == SFR_FOUND);
    REACHES(answer.found == SFR_OUTERMOST);
    REACHES(rules.ra.kind == SFR_UNDEFINED);
    REACHES(function.fde_type == SFR_FLEX);
}
