#include "exercise.h"

#include "sets.h"

/* A feature is something that a model has. */
enum feature {
    ANY, LITTLE, BIG, AMD64, AARCH64, AARCH64_BE, S390X, RA_TRACKED, RA_UNTRACKED, SORTED, FRAME_POINTER, PCREL,
    SECREL, AUX, FIXED_FP, FUNCTION, FUNCTIONS, INC, MASK, ADDR1, ADDR2, ADDR4, DEFAULT, FLEX, SIGNAL, KEY_B,
    NO_ROWS, ROW, ROWS, WORD1, WORD2, WORD4, EMPTY, MANGLED, FROM_FP, FROM_SP, SAYS_RA, SAYS_FP, NO_RA, NO_FP,
    PADDED_RA, REGISTER, MANY_WORDS, FLEX_DEREF, FLEX_CFA_BASE, FLEX_SAYS_FP, FLEX_SAYS_RA, FLEX_NO_RA
};

_Static_assert(FLEX_NO_RA < 64, "a bit for each feature");

static uint64_t bit(enum feature feature)
{
    return (uint64_t)1 << feature;
}

static uint64_t bit_if(bool has, enum feature feature)
{
    return has ? bit(feature) : 0;
}

/* --- Features of a model -------------------------------------------------------------------------------- */

static uint64_t rule_features(const struct section *section, const struct row *row, bool flexible)
{
    const bool says_ra = row->ra.place == PLACE_CFA || row->ra.place == PLACE_REGISTER;
    const bool says_fp = row->fp.place != PLACE_UNSAID && row->fp.place != PLACE_PADDED;
    const bool pads_ra = row->ra.place == PLACE_PADDED;
    if (flexible)
        return bit(says_ra ? FLEX_SAYS_RA : FLEX_NO_RA) | bit_if(says_fp, FLEX_SAYS_FP) |
               bit_if(row->cfa.deref || row->ra.deref || row->fp.deref, FLEX_DEREF) |
               bit_if(row->ra.place == PLACE_CFA || row->fp.place == PLACE_CFA, FLEX_CFA_BASE) |
               bit_if(pads_ra || (!says_ra && says_fp), PADDED_RA);
    return bit(row->cfa.place == PLACE_SP ? FROM_SP : FROM_FP) | bit(says_ra ? SAYS_RA : NO_RA) |
           bit(says_fp ? SAYS_FP : NO_FP) | bit_if(pads_ra, PADDED_RA) |
           bit_if(row->ra.place == PLACE_REGISTER || row->fp.place == PLACE_REGISTER, REGISTER) |
           bit_if(row->extra_count > 0 && !gen_profile_facts[section->profile].three_words_at_most, MANY_WORDS);
}

/* A word size of 0 means the least that fits.  Only the encoder knows which that is, so it is no feature. */
static uint64_t row_features(const struct section *section, const struct function *function, const struct row *row)
{
    const uint64_t features = bit(ROW) | bit_if(row->mangled, MANGLED);
    if (row->empty)
        return features | bit(EMPTY);
    return features | bit_if(row->word_size == 1, WORD1) | bit_if(row->word_size == 2, WORD2) |
           bit_if(row->word_size == 4, WORD4) | rule_features(section, row, function->fde_type == FDE_FLEX);
}

static uint64_t function_features(const struct section *section, const struct function *function)
{
    uint64_t features = bit(FUNCTION) | bit(function->pc_type == PC_MASK ? MASK : INC) |
                        bit(function->fre_type == FRE_ADDR1   ? ADDR1
                            : function->fre_type == FRE_ADDR2 ? ADDR2
                                                              : ADDR4) |
                        bit(function->fde_type == FDE_FLEX ? FLEX : DEFAULT) | bit_if(function->signal, SIGNAL) |
                        bit_if(function->key_b, KEY_B) | bit_if(function->row_count == 0, NO_ROWS) |
                        bit_if(function->row_count > 1, ROWS);
    for (uint32_t i = 0; i < function->row_count; i++)
        features |= row_features(section, function, gen_function_row(section, function, i));
    return features;
}

uint64_t gen_features_of(const struct section *section)
{
    static const enum feature abis[ABIS] = {
        [ABI_AMD64] = AMD64, [ABI_AARCH64] = AARCH64, [ABI_AARCH64_BE] = AARCH64_BE, [ABI_S390X] = S390X};
    const unsigned flags = section->flags & gen_profile_facts[section->profile].flags_defined;
    uint64_t features = bit(ANY) | bit(abis[section->abi]) | bit(section->order == ORDER_BIG ? BIG : LITTLE) |
                        bit(gen_ra_tracked(section) ? RA_TRACKED : RA_UNTRACKED) |
                        bit_if((flags & FLAG_SORTED) != 0, SORTED) |
                        bit_if((flags & FLAG_FRAME_POINTER) != 0, FRAME_POINTER) |
                        bit((flags & FLAG_PCREL) != 0 ? PCREL : SECREL) | bit_if(section->aux_length > 0, AUX) |
                        bit_if(section->fixed_fp != 0, FIXED_FP) | bit_if(section->function_count > 1, FUNCTIONS);
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
     (uint64_t)1 << (need) | (uint64_t)1 << (other)},
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
