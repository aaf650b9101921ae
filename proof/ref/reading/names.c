/* Names and facts: NULL, or something that can be read to its end. */
#include "../invariants.h"

/* NULL, or something that can be read to its end. */
static bool is_name(const char *name)
{
    size_t at = 0;
    while (name != NULL && name[at] != '\0')
        at++;
    return name == NULL || at > 0;
}

static void ask_tables(enum sfr_profile profile)
{
    const unsigned number = nondet_u32();
    assert(is_name(sfr_profile_name(profile)) && is_name(sfr_flag_name(profile, number)));
    assert(is_name(sfr_subject_name((enum sfr_subject)number)));
    assert(is_name(sfr_strength_name((enum sfr_strength)number)));
    assert(is_name(sfr_verdict_name((enum sfr_verdict)number)));
    assert(is_name(sfr_step_name((enum sfr_step)number)) && is_name(sfr_abi_name(number)));
    assert((sfr_abi_name(number) == NULL) == (sfr_abi_facts(number) == NULL));
    assert((sfr_profile_name(profile) == NULL) == (sfr_text_facts(profile) == NULL));
    REACHES(sfr_flag_name(profile, number) != NULL);
    REACHES(sfr_abi_name(number) != NULL && sfr_text_facts(profile) == NULL);
}

static void ask_clauses(enum sfr_profile profile)
{
    const enum sfr_clause clause = (enum sfr_clause)nondet_u32();
    const struct sfr_clause_text *const text = sfr_clause_text(clause);
    assert(text != NULL || !sfr_text_states(profile, clause));
    assert(text == NULL || (text->id != NULL && text->words != NULL));
    assert(sfr_text_facts(profile) == NULL || text == NULL ||
           sfr_text_states(profile, clause) == (text->sections[profile] != NULL));
    REACHES(text != NULL && sfr_text_states(profile, clause));
    REACHES(text == NULL);
}

/* ASK is ask_tables or ask_clauses: two proofs, as the table of clauses is large. */
void proof_names(void)
{
    ASK((enum sfr_profile)nondet_u32());
}
