/* The clause catalogue as a table, the names of its enumerations, and how a violation is reported. */
#include "internal.h"

/* clang-format off: it takes an initializer for a block */
#define AT5(v1, v2, v2e1, v2e2, v3)                                                                          \
    {                                                                                                        \
        v1, v2, v2e1, v2e2, v3                                                                               \
    }
/* clang-format on */
#define AT(v1, v2, v2e1, v3) AT5(v1, v2, v2e1, v2e1, v3)

_Static_assert(sizeof((const char *const[])AT("", "", "", "")) == SFR_PROFILE_COUNT * sizeof(char *),
               "AT has a column for each text");

static const struct sfr_clause_text clauses[SFR_CLAUSE_END] = {
#define SECTION   SFR_SECTION
#define READER    SFR_READER
#define WRITER    SFR_WRITER
#define TRACER    SFR_TRACER
#define CONTAINER SFR_CONTAINER
#define MUST      SFR_MUST
#define SHOULD    SFR_SHOULD
#define STATES    SFR_STATES
#define IMPLIED   SFR_IMPLIED
#define CLAUSE(name, id, subject, strength, sections, words)                                                 \
    [SFR_##name] = {id, subject, strength, sections, words},
#include "clauses.def"
#undef CLAUSE
};

const struct sfr_clause_text *sfr_clause_text(enum sfr_clause clause)
{
    return clause > SFR_CLAUSE_NONE && clause < SFR_CLAUSE_END ? &clauses[clause] : NULL;
}

bool sfr_text_states(enum sfr_profile profile, enum sfr_clause clause)
{
    return is_text(profile) && (unsigned)clause < SFR_CLAUSE_END && clauses[clause].sections[profile] != NULL;
}

const char *sfr_subject_name(enum sfr_subject subject)
{
    static const char *const names[] = {"section", "reader", "writer", "tracer", "container"};
    return NAME_OF(names, subject);
}

const char *sfr_strength_name(enum sfr_strength strength)
{
    static const char *const names[] = {"must", "should", "states", "implied"};
    return NAME_OF(names, strength);
}

const char *sfr_verdict_name(enum sfr_verdict verdict)
{
    static const char *const names[] = {"valid", "irregular", "malformed", "unfinished"};
    return NAME_OF(names, verdict);
}

void sfr_breach(struct sink *sink, enum sfr_clause clause, enum sfr_verdict severity, uint64_t offset,
                uint64_t found, uint64_t allowed)
{
    if (severity > sink->verdict)
        sink->verdict = severity;
    if (sink->report != NULL && sink->report->violation != NULL)
        sink->report->violation(sink->report->context,
                                &(struct sfr_violation){clause, severity, offset, found, allowed});
}

void sfr_report_fault(struct sink *sink, enum sfr_clause clause, enum sfr_verdict severity, uint64_t offset,
                      uint64_t found, uint64_t allowed)
{
    if (sink->fault != NULL)
        *sink->fault = (struct sfr_violation){clause, severity, offset, found, allowed};
    sink->fault = NULL;
    sfr_breach(sink, clause, severity, offset, found, allowed);
}
