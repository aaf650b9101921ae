#include "exercise.h"

#include "sets.h"

/* A feature is something that a model has.  Each is one bit. */
#define FEATURES(FEATURE)                                                                                    \
    FEATURE(ANY)                                                                                             \
    FEATURE(LITTLE)                                                                                          \
    FEATURE(BIG)                                                                                             \
    FEATURE(AMD64)                                                                                           \
    FEATURE(AARCH64)                                                                                         \
    FEATURE(AARCH64_BE)                                                                                      \
    FEATURE(S390X)                                                                                           \
    FEATURE(RA_TRACKED)                                                                                      \
    FEATURE(RA_UNTRACKED)                                                                                    \
    FEATURE(SORTED)                                                                                          \
    FEATURE(FRAME_POINTER)                                                                                   \
    FEATURE(PCREL)                                                                                           \
    FEATURE(SECREL)                                                                                          \
    FEATURE(AUX)                                                                                             \
    FEATURE(FIXED_FP)                                                                                        \
    FEATURE(FUNCTION)                                                                                        \
    FEATURE(FUNCTIONS)                                                                                       \
    FEATURE(INC)                                                                                             \
    FEATURE(MASK)                                                                                            \
    FEATURE(ADDR1)                                                                                           \
    FEATURE(ADDR2)                                                                                           \
    FEATURE(ADDR4)                                                                                           \
    FEATURE(DEFAULT)                                                                                         \
    FEATURE(FLEX)                                                                                            \
    FEATURE(SIGNAL)                                                                                          \
    FEATURE(KEY_B)                                                                                           \
    FEATURE(NO_ROWS)                                                                                         \
    FEATURE(ROW)                                                                                             \
    FEATURE(ROWS)                                                                                            \
    FEATURE(WORD1)                                                                                           \
    FEATURE(WORD2)                                                                                           \
    FEATURE(WORD4)                                                                                           \
    FEATURE(EMPTY)                                                                                           \
    FEATURE(MANGLED)                                                                                         \
    FEATURE(FROM_FP)                                                                                         \
    FEATURE(FROM_SP)                                                                                         \
    FEATURE(SAYS_RA)                                                                                         \
    FEATURE(SAYS_FP)                                                                                         \
    FEATURE(NO_RA)                                                                                           \
    FEATURE(NO_FP)                                                                                           \
    FEATURE(PADDED_RA)                                                                                       \
    FEATURE(REGISTER)                                                                                        \
    FEATURE(MANY_WORDS)                                                                                      \
    FEATURE(FLEX_DEREF)                                                                                      \
    FEATURE(FLEX_CFA_BASE)                                                                                   \
    FEATURE(FLEX_SAYS_FP)                                                                                    \
    FEATURE(FLEX_SAYS_RA)                                                                                    \
    FEATURE(FLEX_NO_RA)

enum feature_number {
#define FEATURE(name) NUMBER_##name,
    FEATURES(FEATURE)
#undef FEATURE
};

#define FEATURE(name) static const uint64_t name = (uint64_t)1 << NUMBER_##name;
FEATURES(FEATURE)
#undef FEATURE

/* --- Features of a model -------------------------------------------------------------------------------- */

static uint64_t rule_features(const struct section *section, const struct row *row, bool flexible)
{
    uint64_t features = 0;
    bool says_ra = row->ra.place == PLACE_CFA || row->ra.place == PLACE_REGISTER;
    bool says_fp = row->fp.place != PLACE_UNSAID && row->fp.place != PLACE_PADDED;
    if (flexible) {
        features |= says_ra ? FLEX_SAYS_RA : FLEX_NO_RA;
        features |= says_fp ? FLEX_SAYS_FP : 0;
        features |= row->cfa.deref || row->ra.deref || row->fp.deref ? FLEX_DEREF : 0;
        features |= row->ra.place == PLACE_CFA || row->fp.place == PLACE_CFA ? FLEX_CFA_BASE : 0;
        features |= row->ra.place == PLACE_PADDED || (!says_ra && says_fp) ? PADDED_RA : 0;
        return features;
    }
    features |= row->cfa.place == PLACE_SP ? FROM_SP : FROM_FP;
    features |= says_ra ? SAYS_RA : NO_RA;
    features |= says_fp ? SAYS_FP : NO_FP;
    features |= row->ra.place == PLACE_PADDED ? PADDED_RA : 0;
    features |= row->ra.place == PLACE_REGISTER || row->fp.place == PLACE_REGISTER ? REGISTER : 0;
    features |=
        row->extra_count > 0 && !gen_profile_facts[section->profile].three_words_at_most ? MANY_WORDS : 0;
    return features;
}

/* A word size of 0 means the least that fits.  Only the encoder knows which that is, so it is no feature. */
static uint64_t row_features(const struct section *section, const struct function *function,
                             const struct row *row)
{
    uint64_t features = ROW | (row->mangled ? MANGLED : 0);
    if (row->empty)
        return features | EMPTY;
    features |= row->word_size == 1 ? WORD1 : row->word_size == 2 ? WORD2 : row->word_size == 4 ? WORD4 : 0;
    return features | rule_features(section, row, function->fde_type == FDE_FLEX);
}

static uint64_t function_features(const struct section *section, const struct function *function)
{
    uint64_t features = FUNCTION | (function->pc_type == PC_MASK ? MASK : INC);
    features |= function->fre_type == FRE_ADDR1 ? ADDR1 : function->fre_type == FRE_ADDR2 ? ADDR2 : ADDR4;
    features |= function->fde_type == FDE_FLEX ? FLEX : DEFAULT;
    features |= (function->signal ? SIGNAL : 0) | (function->key_b ? KEY_B : 0);
    features |= function->row_count == 0 ? NO_ROWS : function->row_count > 1 ? ROWS : 0;
    for (uint32_t i = 0; i < function->row_count; i++)
        features |= row_features(section, function, gen_function_row(section, function, i));
    return features;
}

uint64_t gen_features_of(const struct section *section)
{
    static const uint64_t *const abis[ABIS] = {[ABI_AMD64] = &AMD64,
                                               [ABI_AARCH64] = &AARCH64,
                                               [ABI_AARCH64_BE] = &AARCH64_BE,
                                               [ABI_S390X] = &S390X};
    unsigned flags = section->flags & flags_defined(section->profile);
    uint64_t features = ANY | (abis[section->abi] != NULL ? *abis[section->abi] : 0) | (section->order == ORDER_BIG ? BIG : LITTLE);
    features |= gen_ra_tracked(section) ? RA_TRACKED : RA_UNTRACKED;
    features |= (flags & FLAG_SORTED ? SORTED : 0) | (flags & FLAG_FRAME_POINTER ? FRAME_POINTER : 0);
    features |= flags & FLAG_PCREL ? PCREL : SECREL;
    features |= (section->aux_length > 0 ? AUX : 0) | (section->fixed_fp != 0 ? FIXED_FP : 0);
    features |= section->function_count > 1 ? FUNCTIONS : 0;
    for (uint32_t i = 0; i < section->function_count; i++)
        features |= function_features(section, &section->functions[i]);
    return features;
}

/* --- Clauses by feature --------------------------------------------------------------------------------- */

enum { READ = DECODE | LOOKUP, ANYOP = READ | CHECK };

static const struct exercise {
    const char *clause, *in_list;
    unsigned profiles;
    unsigned operations;
    uint64_t needs; /* the features that must all be there */
} exercises_table[] = {
#define EXERCISE(clause, profiles, operations, need, other)                                                  \
    {clause, ",\"" clause "\"", profiles, operations,                                                       \
     (uint64_t)1 << NUMBER_##need | (uint64_t)1 << NUMBER_##other},
#include "exercises.def"
#undef EXERCISE
};

_Static_assert(COUNT(exercises_table) <= MAX_EXERCISED, "a question may exercise all");

static void find_exercised(struct exercised *exercised, unsigned operation)
{
    exercised->count = 0;
    gen_text_init(&exercised->list, exercised->buffer, sizeof exercised->buffer);
    for (unsigned i = 0; i < COUNT(exercises_table); i++) {
        const struct exercise *const exercise = &exercises_table[i];
        if (!is_in(exercise->operations, operation) || !is_in(exercise->profiles, exercised->profile) ||
            (exercise->needs & ~exercised->features) != 0)
            continue;
        gen_text_string(&exercised->list, exercise->in_list + (exercised->count == 0 ? 1 : 0));
        exercised->clauses[exercised->count++] = exercise->clause;
    }
}

/* Most questions exercise what the last one with the same operation did. */
const struct exercised *gen_exercised_clauses(enum profile profile, uint64_t features, unsigned operation)
{
    static struct exercised last[OPERATIONS];
    struct exercised *const exercised = &last[operation];
    if (exercised->features != features || exercised->profile != profile) {
        exercised->features = features;
        exercised->profile = profile;
        find_exercised(exercised, operation);
    }
    return exercised;
}
