/* Facts as tables: the clause catalogue, the profiles, and the names of both. */
#include "internal.h"

/* clang-format off: it takes an initializer for a block */
#define AT5(v1, v2, v2e1, v2e2, v3)                                                                          \
    {                                                                                                        \
        v1, v2, v2e1, v2e2, v3                                                                               \
    }
/* clang-format on */
#define AT(v1, v2, v2e1, v3) AT5(v1, v2, v2e1, v2e1, v3)

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

const struct sfr_text sfr_texts[SFR_PROFILE_COUNT] = {
    [SFR_V1] = {.name = "v1", .version = 1, .flags = 0x3, .last_abi = SFR_AMD64, .entry_size = 17},
    [SFR_V2] =
        /* [changes.fde-20] */
        {.name = "v2", .version = 2, .flags = 0x3, .last_abi = SFR_AMD64, .entry_size = 20, .rep_size = true},
    [SFR_V2E1] = {.name = "v2e1",
                  .version = 2,
                  .flags = 0x7,
                  .last_abi = SFR_S390X,
                  .entry_size = 20,
                  .rep_size = true,
                  .abi_chapters = true,
                  .s390x_registers = true},
    [SFR_V2E2] = {.name = "v2e2",
                  .version = 2,
                  .flags = 0x7,
                  .last_abi = SFR_S390X,
                  .entry_size = 20,
                  .rep_size = true,
                  .abi_chapters = true,
                  .s390x_registers = true,
                  .count_zero_undefined = true},
    [SFR_V3] = {.name = "v3",
                .version = 3,
                .flags = 0x5,
                .last_abi = SFR_S390X,
                .entry_size = 16,
                .rep_size = true,
                .abi_chapters = true,
                .attribute = true,
                .count_zero_undefined = true},
};

const char *sfr_profile_name(enum sfr_profile profile)
{
    return profile < SFR_PROFILE_COUNT ? sfr_texts[profile].name : NULL;
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

/* [abi.identified] */
const char *sfr_abi_name(unsigned abi)
{
    static const char *const names[] = {NULL,         /* an ABI has its number as an index */
                                        "aarch64_be", /* [abi.aarch64-big] */
                                        "aarch64",    /* [abi.aarch64-little] */
                                        "amd64",      /* [abi.amd64-little] */
                                        "s390x"};     /* [abi.s390x-big] */
    return NAME_OF(names, abi);
}

const char *sfr_flag_name(enum sfr_profile profile, unsigned flag)
{
    const unsigned defined = profile < SFR_PROFILE_COUNT ? sfr_texts[profile].flags : 0;
    switch (flag & defined) {
    case SFR_SORTED:
        return "sorted"; /* [flags.sorted] */
    case SFR_FRAME_POINTER:
        return "frame_pointer"; /* [flags.frame-pointer] */
    case SFR_PCREL:
        return "pcrel"; /* [flags.pcrel] */
    default:
        return NULL;
    }
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

bool sfr_fault(struct sink *sink, enum sfr_clause clause, enum sfr_verdict severity, uint64_t offset,
               uint64_t found, uint64_t allowed)
{
    if (sink->fault != NULL)
        *sink->fault = (struct sfr_violation){clause, severity, offset, found, allowed};
    sink->fault = NULL;
    sfr_breach(sink, clause, severity, offset, found, allowed);
    return false;
}
