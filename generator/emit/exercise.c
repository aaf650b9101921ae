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

/* A word size of 0 is the least that fits; which one that is only the encoder knows, so it counts as none. */
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

/* Every feature of `needs` must be there: the clause, the profiles that state it, the operations that show
 * it. */
static const struct exercise {
    const char *clause;
    unsigned profiles;
    unsigned operations;
    uint8_t needs[2]; /* feature numbers plus one; 0: no more */
} exercises_table[] = {
#define NEEDS1(a)                                                                                            \
    {                                                                                                        \
        NUMBER_##a + 1, 0                                                                                    \
    }
#define NEEDS2(a, b)                                                                                         \
    {                                                                                                        \
        NUMBER_##a + 1, NUMBER_##b + 1                                                                       \
    }
    /* section and header */
    {"section.parts", ALL, CHECK, NEEDS1(FUNCTION)},
    {"preamble.magic", ALL, CHECK, NEEDS1(ANY)},
    {"preamble.complete", ALL, CHECK, NEEDS1(ANY)},
    {"preamble.layout", ALL, DECODE, NEEDS1(ANY)},
    {"preamble.invariant", ALL, DECODE, NEEDS1(ANY)},
    {"preamble.endianness", ALL, DECODE, NEEDS1(ANY)},
    {"preamble.flags", ALL, DECODE, NEEDS1(ANY)},
    {"version.field", ALL, DECODE, NEEDS1(ANY)},
    {"version.known", ALL, CHECK, NEEDS1(ANY)},
    {"version.described", ALL, CHECK, NEEDS1(ANY)},
    {"overview.endianness", ALL, CHECK, NEEDS1(ANY)},
    {"overview.magic-endianness", ALL, DECODE, NEEDS1(BIG)},
    {"endian.swapped", V12, DECODE, NEEDS1(BIG)},
    {"endian.flip", ALL, FLIP, NEEDS1(ANY)},
    {"endian.flip-same", ALL, FLIP, NEEDS1(ANY)},
    {"endian.detect", E1ON, DECODE, NEEDS1(BIG)},
    {"header.endianness", ALL, DECODE, NEEDS1(BIG)},
    {"overview.tracks", ALL, LOOKUP, NEEDS1(ROW)},
    {"overview.packed", ALL, DECODE, NEEDS1(ROWS)},
    {"flags.sorted", ALL, CHECK, NEEDS2(SORTED, FUNCTIONS)},
    {"flags.frame-pointer", V12 | V2E1 | V2E2, DECODE, NEEDS1(FRAME_POINTER)},
    {"flags.pcrel", E1ON, DECODE, NEEDS1(PCREL)},
    {"flags.undefined", V12, CHECK, NEEDS1(ANY)},
    {"flags.undefined-zero", E1ON, CHECK, NEEDS1(ANY)},
    {"header.first", ALL, CHECK, NEEDS1(ANY)},
    {"header.complete", ALL, CHECK, NEEDS1(ANY)},
    {"header.offsets-from-end", ALL, DECODE, NEEDS1(FUNCTION)},
    {"header.aux-end", ALL, DECODE, NEEDS1(AUX)},
    {"header.aux-follows", ALL, DECODE, NEEDS1(AUX)},
    {"header.aux-len", ALL, DECODE, NEEDS1(AUX)},
    {"header.aux-inside", ALL, CHECK, NEEDS1(AUX)},
    {"header.aux-skip", ALL, LOOKUP, NEEDS1(AUX)},
    {"header.aux-content", E1ON, DECODE, NEEDS1(AUX)},
    {"header.abi-arch", ALL, DECODE, NEEDS1(ANY)},
    {"header.fixed-fp", ALL, DECODE, NEEDS1(FIXED_FP)},
    {"header.fixed-int8", ALL, DECODE, NEEDS1(RA_UNTRACKED)},
    {"header.fixed-ra", ALL, DECODE, NEEDS1(RA_UNTRACKED)},
    {"header.fixed-none", ALL, LOOKUP, NEEDS1(NO_FP)},
    {"header.fixed-ra-amd64", ALL, CHECK, NEEDS1(AMD64)},
    {"header.fixed-ra-tracked", E1ON, CHECK, NEEDS1(RA_TRACKED)},
    {"header.num-fdes", ALL, DECODE, NEEDS1(FUNCTION)},
    {"header.num-fres", ALL, DECODE, NEEDS1(ROW)},
    {"header.fre-len", ALL, DECODE, NEEDS1(ROW)},
    {"header.fdeoff", ALL, DECODE, NEEDS1(FUNCTION)},
    {"header.freoff", ALL, DECODE, NEEDS1(ROW)},
    {"header.fde-array", ALL, CHECK, NEEDS1(FUNCTION)},
    {"header.fdeoff-inside", ALL, CHECK, NEEDS1(FUNCTION)},
    {"header.freoff-inside", ALL, CHECK, NEEDS1(ROW)},
    {"header.fre-len-inside", ALL, CHECK, NEEDS1(ROW)},
    {"header.fre-total", ALL, CHECK, NEEDS1(ROW)},
    {"tile.cover", ALL, CHECK, NEEDS1(ROW)},
    {"tile.order", ALL, CHECK, NEEDS1(ROW)},
    {"tile.until-next", ALL, CHECK, NEEDS1(ROW)},
    {"tile.fre-length", ALL, DECODE, NEEDS1(ROW)},
    {"header.fre-contents", V3, DECODE, NEEDS1(ROWS)},
    {"abi.known", ALL, CHECK, NEEDS1(ANY)},
    {"abi.byte-order", ALL, CHECK, NEEDS1(ANY)},
    {"abi.identified", ALL, DECODE, NEEDS1(ANY)},
    {"abi.amd64-little", ALL, DECODE, NEEDS1(AMD64)},
    {"abi.aarch64-little", ALL, DECODE, NEEDS1(AARCH64)},
    {"abi.aarch64-big", ALL, DECODE, NEEDS1(AARCH64_BE)},
    {"abi.s390x-big", E1ON, DECODE, NEEDS1(S390X)},
    /* functions */
    {"changes.fde-20", V2 | V2E1 | V2E2, DECODE, NEEDS1(FUNCTIONS)},
    {"fde.array", ALL, DECODE, NEEDS1(FUNCTIONS)},
    {"fde.layout-17", V1, DECODE, NEEDS1(FUNCTIONS)},
    {"fde.layout-20", V2 | V2E1 | V2E2, DECODE, NEEDS1(FUNCTIONS)},
    {"fde.sorted-array", V12, CHECK, NEEDS1(FUNCTIONS)},
    {"fde.sorted-flagged", E1ON, CHECK, NEEDS2(SORTED, FUNCTIONS)},
    {"fde.search", E1ON, LOOKUP, NEEDS2(SORTED, FUNCTIONS)},
    {"fde.start-signed32", V12 | V2E1 | V2E2, DECODE, NEEDS1(FUNCTION)},
    {"fde.start-address", V12 | V2E1 | V2E2, DECODE, NEEDS1(FUNCTION)},
    {"fde.start-pcrel", E1ON, READ, NEEDS2(PCREL, FUNCTION)},
    {"fde.start-section", E1ON, READ, NEEDS2(SECREL, FUNCTION)},
    {"fde.size", ALL, DECODE, NEEDS1(FUNCTION)},
    {"fde.contains", ALL, LOOKUP, NEEDS1(FUNCTION)},
    {"fde.range", ALL, CHECK, NEEDS1(FUNCTION)},
    {"fde.overlap", ALL, CHECK, NEEDS1(FUNCTIONS)},
    {"fde.fre-off", V12 | V2E1 | V2E2, DECODE, NEEDS1(ROW)},
    {"fde.fre-off-inside", ALL, CHECK, NEEDS1(ROW)},
    {"fde.num-fres", V12 | V2E1 | V2E2, DECODE, NEEDS1(ROW)},
    {"fde.info", ALL, DECODE, NEEDS1(FUNCTION)},
    {"fde.rep-size", V2 | E1ON, READ, NEEDS1(MASK)},
    {"fde.rep-size-nonzero", V2 | E1ON, CHECK, NEEDS1(MASK)},
    {"fde.padding", V2 | V2E1 | V2E2, CHECK, NEEDS1(FUNCTION)},
    {"index.own", V3, DECODE, NEEDS1(FUNCTION)},
    {"index.layout", V3, DECODE, NEEDS1(FUNCTIONS)},
    {"index.start-signed64", V3, DECODE, NEEDS1(FUNCTION)},
    {"index.fre-off", V3, DECODE, NEEDS1(FUNCTIONS)},
    {"attribute.first", V3, DECODE, NEEDS1(ROW)},
    {"attribute.layout", V3, DECODE, NEEDS1(FUNCTION)},
    {"attribute.unaligned", V3, DECODE, NEEDS1(FUNCTIONS)},
    {"attribute.inside", V3, CHECK, NEEDS1(FUNCTION)},
    {"attribute.num-fres", V3, DECODE, NEEDS1(ROW)},
    {"attribute.info2", V3, DECODE, NEEDS1(FUNCTION)},
    {"changes.outermost", V3, LOOKUP, NEEDS2(NO_ROWS, DEFAULT)},
    {"info.unused", V12 | V2E1 | V2E2, CHECK, NEEDS1(FUNCTION)},
    {"info.unused-v3", V3, CHECK, NEEDS1(FUNCTION)},
    {"info2.unused", V3, CHECK, NEEDS1(FUNCTION)},
    {"info2.fde-type-known", V3, CHECK, NEEDS1(FUNCTION)},
    {"info2.fde-type", V3, DECODE, NEEDS1(FLEX)},
    {"info.fre-type-known", ALL, CHECK, NEEDS1(FUNCTION)},
    {"info.signal", V3, READ, NEEDS1(SIGNAL)},
    {"info.pauth-key", ALL, DECODE, NEEDS1(KEY_B)},
    {"info.pauth-zero", E1ON, CHECK, NEEDS1(AMD64)},
    {"info.pc-type", ALL, DECODE, NEEDS1(MASK)},
    {"info.fre-type", ALL, DECODE, NEEDS1(ROW)},
    {"pctype.inc", ALL, LOOKUP, NEEDS2(INC, ROW)},
    {"pctype.inc-match", ALL, LOOKUP, NEEDS2(INC, ROW)},
    {"pctype.mask", ALL, LOOKUP, NEEDS2(MASK, ROW)},
    {"pctype.mask-match-v1", V1, LOOKUP, NEEDS2(MASK, ROW)},
    {"pctype.mask-match", V2 | E1ON, LOOKUP, NEEDS2(MASK, ROW)},
    {"pctype.mask-block", V2 | E1ON, LOOKUP, NEEDS2(MASK, ROW)},
    {"pctype.last-match", ALL, LOOKUP, NEEDS1(ROWS)},
    {"fdetype.default", V3, READ, NEEDS2(DEFAULT, ROW)},
    {"fdetype.default-abi", V3, READ, NEEDS2(DEFAULT, ROW)},
    {"fdetype.flex", V3, READ, NEEDS2(FLEX, ROW)},
    /* rows */
    {"fretype.addr1", ALL, READ, NEEDS2(ADDR1, ROW)},
    {"fretype.addr2", ALL, READ, NEEDS2(ADDR2, ROW)},
    {"fretype.addr4", ALL, READ, NEEDS2(ADDR4, ROW)},
    {"fretype.same", ALL, DECODE, NEEDS1(ROWS)},
    {"fre.range", ALL, LOOKUP, NEEDS1(ROW)},
    {"fre.range-end", ALL, LOOKUP, NEEDS1(ROWS)},
    {"fre.self-sufficient", ALL, LOOKUP, NEEDS1(ROWS)},
    {"fre.words", ALL, DECODE, NEEDS1(ROWS)},
    {"fre.inside", ALL, CHECK, NEEDS1(ROW)},
    {"fre.info-tells", ALL, DECODE, NEEDS1(ROW)},
    {"fre.cfa-first", ALL, CHECK, NEEDS2(DEFAULT, ROW)},
    {"fre.cfa", ALL, READ, NEEDS2(DEFAULT, ROW)},
    {"fre.ra-tracked", V12, READ, NEEDS1(SAYS_RA)},
    {"fre.ra-untracked", V12, READ, NEEDS2(RA_UNTRACKED, SAYS_FP)},
    {"fre.fp-third", V12, READ, NEEDS2(SAYS_RA, SAYS_FP)},
    {"fre.layout", ALL, DECODE, NEEDS1(ROW)},
    {"fre.unaligned", V2 | E1ON, DECODE, NEEDS1(ROWS)},
    {"fre.start", ALL, DECODE, NEEDS1(ROWS)},
    {"fre.start-first", ALL, CHECK, NEEDS1(ROW)},
    {"fre.start-order", ALL, CHECK, NEEDS1(ROWS)},
    {"fre.start-inside", ALL, CHECK, NEEDS1(ROWS)},
    {"fre.owned", ALL, CHECK, NEEDS1(ROW)},
    {"fre.unshared", ALL, CHECK, NEEDS1(FUNCTIONS)},
    {"fre.mangled", ALL, READ, NEEDS1(MANGLED)},
    {"fre.mangled-aarch64", ALL, CHECK, NEEDS1(MANGLED)},
    {"fre.size-known", ALL, CHECK, NEEDS1(ROW)},
    {"fre.size", ALL, DECODE, NEEDS1(ROW)},
    {"fre.size-1", ALL, READ, NEEDS1(WORD1)},
    {"fre.size-2", ALL, READ, NEEDS1(WORD2)},
    {"fre.size-4", ALL, READ, NEEDS1(WORD4)},
    {"overview.dataword", V3, DECODE, NEEDS1(WORD2)},
    {"fre.count", ALL, DECODE, NEEDS1(ROW)},
    {"fre.count-3", V12, CHECK, NEEDS2(SAYS_RA, SAYS_FP)},
    {"fre.count-15", E1ON, DECODE, NEEDS1(MANY_WORDS)},
    {"fre.count-zero", V2E2 | V3, READ, NEEDS1(EMPTY)},
    {"fre.base-reg", ALL, READ, NEEDS1(FROM_FP)},
    {"fre.base-reg-values", ALL, READ, NEEDS1(FROM_SP)},
    {"fre.words-signed", V3, READ, NEEDS2(DEFAULT, SAYS_FP)},
    {"fre.words-signed-implied", V12 | V2E1 | V2E2, READ, NEEDS1(SAYS_FP)},
    {"fre.words-abi", E1ON, READ, NEEDS1(SAYS_FP)},
    {"fre.words-surplus", ALL, CHECK, NEEDS1(SAYS_FP)},
    /* ABIs */
    {"amd64.ra-stack", E1ON, LOOKUP, NEEDS2(AMD64, FROM_SP)},
    {"amd64.ra-fixed", E1ON, READ, NEEDS2(AMD64, DEFAULT)},
    {"amd64.ra-untracked", E1ON, READ, NEEDS2(AMD64, SAYS_FP)},
    {"amd64.fp-second", E1ON, READ, NEEDS2(AMD64, SAYS_FP)},
    {"aarch64.ra-tracked", E1ON, READ, NEEDS2(AARCH64, SAYS_RA)},
    {"aarch64.ra-second", E1ON, READ, NEEDS2(AARCH64, SAYS_RA)},
    {"aarch64.fp-third", E1ON, READ, NEEDS2(AARCH64, SAYS_FP)},
    {"aarch64.count", E1ON, CHECK, NEEDS2(AARCH64, SAYS_FP)},
    {"aarch64.one-word", ALL, READ, NEEDS2(AARCH64, NO_RA)},
    {"aarch64.ra-tracked", E1ON, READ, NEEDS2(AARCH64_BE, SAYS_RA)},
    {"aarch64.ra-second", E1ON, READ, NEEDS2(AARCH64_BE, SAYS_RA)},
    {"aarch64.fp-third", E1ON, READ, NEEDS2(AARCH64_BE, SAYS_FP)},
    {"aarch64.count", E1ON, CHECK, NEEDS2(AARCH64_BE, SAYS_FP)},
    {"aarch64.one-word", ALL, READ, NEEDS2(AARCH64_BE, NO_RA)},
    {"s390x.cfa-encoded", E1ON, READ, NEEDS2(S390X, DEFAULT)},
    {"s390x.cfa-decoded", E1ON, READ, NEEDS2(S390X, DEFAULT)},
    {"s390x.cfa-constants", E1ON, READ, NEEDS2(S390X, DEFAULT)},
    {"s390x.ra-second", E1ON, READ, NEEDS2(S390X, SAYS_RA)},
    {"s390x.ra-invalid", E1ON, READ, NEEDS2(S390X, PADDED_RA)},
    {"s390x.ra-invalid-value", E1ON, READ, NEEDS2(S390X, PADDED_RA)},
    {"s390x.ra-absent", E1ON, READ, NEEDS2(S390X, NO_RA)},
    {"s390x.fp-third", E1ON, READ, NEEDS2(S390X, SAYS_FP)},
    {"s390x.fp-absent", E1ON, READ, NEEDS2(S390X, NO_FP)},
    {"s390x.slot", V2E1 | V2E2, READ, NEEDS2(S390X, SAYS_FP)},
    {"s390x.register", V2E1 | V2E2, READ, NEEDS2(S390X, REGISTER)},
    {"s390x.register-number", V2E1 | V2E2, READ, NEEDS2(S390X, REGISTER)},
    {"s390x.register-positive", V2E1 | V2E2, CHECK, NEEDS2(S390X, REGISTER)},
    {"s390x.count", E1ON, CHECK, NEEDS2(S390X, ROW)},
    /* flexible functions */
    {"flex.pairs", V3, READ, NEEDS2(FLEX, ROW)},
    {"flex.order", V3, READ, NEEDS2(FLEX_SAYS_RA, FLEX_SAYS_FP)},
    {"flex.word-size", V3, READ, NEEDS2(FLEX, ROW)},
    {"flex.cfa-first", V3, CHECK, NEEDS2(FLEX, ROW)},
    {"flex.cfa-register", V3, CHECK, NEEDS2(FLEX, ROW)},
    {"flex.padding", V3, READ, NEEDS2(FLEX, PADDED_RA)},
    {"flex.ra-padding", V3, READ, NEEDS2(FLEX_NO_RA, FLEX_SAYS_FP)},
    {"flex.zero-alone", V3, READ, NEEDS2(FLEX, PADDED_RA)},
    {"flex.zero-fixed", V3, READ, NEEDS2(FLEX_NO_RA, RA_UNTRACKED)},
    {"flex.control-unsigned", V3, READ, NEEDS2(FLEX, ROW)},
    {"flex.reg-p", V3, READ, NEEDS2(FLEX, FLEX_CFA_BASE)},
    {"flex.deref-p", V3, READ, NEEDS2(FLEX, FLEX_DEREF)},
    {"flex.regnum", V3, READ, NEEDS2(FLEX, ROW)},
    {"flex.regnum-effective", V3, READ, NEEDS2(FLEX, FLEX_CFA_BASE)},
    {"flex.offset-signed", V3, READ, NEEDS2(FLEX, FLEX_SAYS_RA)},
    {"flex.value", V3, READ, NEEDS2(FLEX, FLEX_DEREF)},
    {"flex.universal", V3, READ, NEEDS2(FLEX, ROW)},
    {"flex.unused", V3, CHECK, NEEDS2(FLEX, ROW)},
    {"flex.pair-whole", V3, CHECK, NEEDS2(FLEX, ROW)},
    {"flex.surplus", V3, CHECK, NEEDS2(FLEX, FLEX_SAYS_FP)},
};

static bool has_all(uint64_t features, const uint8_t needs[2])
{
    for (unsigned i = 0; i < 2 && needs[i] != 0; i++)
        if ((features >> (needs[i] - 1) & 1) == 0)
            return false;
    return true;
}

enum { ENTRIES = sizeof exercises_table / sizeof *exercises_table };

/* The numbers of those that a question about a profile can exercise, from 1, up to a 0.  Worked out once. */
static const uint8_t *asked_of(enum profile profile, unsigned operation)
{
    _Static_assert(ENTRIES < UINT8_MAX, "a number for each");
    static struct {
        bool known;
        uint8_t numbers[ENTRIES + 1];
    } lists[PROFILES][OPERATIONS];
    uint8_t *next = lists[profile][operation].numbers;
    for (unsigned i = 0; i < ENTRIES && !lists[profile][operation].known; i++)
        if ((exercises_table[i].profiles >> profile & 1) != 0 &&
            (exercises_table[i].operations >> operation & 1) != 0)
            *next++ = (uint8_t)(i + 1);
    lists[profile][operation].known = true;
    return lists[profile][operation].numbers;
}

uint32_t gen_exercised_clauses(enum profile profile, uint64_t features, unsigned operation,
                               const char **clauses, uint32_t room)
{
    uint32_t count = 0;
    for (const uint8_t *asked = asked_of(profile, operation); *asked != 0 && count < room; asked++)
        if (has_all(features, exercises_table[*asked - 1].needs))
            clauses[count++] = exercises_table[*asked - 1].clause;
    return count;
}
