/* Statements about a row's info byte and words that a reader breaks, not the bytes: two valid sections that
 * differ in the one thing that the statement governs. */
#include "../families.h"
#include "shapes/faults.h"
#include "shapes/tables.h"

/* --- Shapes of a row ------------------------------------------------------------------------------------ */

struct shape {
    struct rule cfa, ra, fp;
    bool empty, mangled, flexible;
};

/* A shape means the same on each kind of ABI, as far as the kind can say it. */
enum kind { KIND_AMD64, KIND_AARCH64, KIND_S390X, KINDS };
#define ON_AMD   [KIND_AMD64]
#define ON_ARM   [KIND_AARCH64]
#define ON_S390X [KIND_S390X]
#define FLEXIBLE(...)                                                                                        \
    {                                                                                                        \
        ON_AMD = {__VA_ARGS__, .flexible = true}, ON_ARM = { __VA_ARGS__, .flexible = true }                 \
    }

#define SHAPES(SHAPE)                                                                                        \
    SHAPE(CFA)                                                                                               \
    SHAPE(CFA_MOVED) SHAPE(CFA_ON_FP) SHAPE(CFA_AT_ENTRY) SHAPE(FRAME) SHAPE(FRAME_ON_FP) SHAPE(FRAME_BELOW) \
        SHAPE(FRAME_ABOVE) SHAPE(RA_MOVED) SHAPE(FP_MOVED) SHAPE(SLOTS_SWAPPED) SHAPE(RA_ONLY) SHAPE(        \
            FP_AT_RA) SHAPE(NO_WORDS) SHAPE(FRAME_MANGLED) SHAPE(CFA_MANGLED) SHAPE(CFA_WORD_1)              \
            SHAPE(CFA_WORD_MINUS_1) SHAPE(CFA_WORD_MINUS_20) SHAPE(CFA_WORD_0_FP) SHAPE(RA_NO_SLOT) SHAPE(   \
                RA_NO_SLOT_FP) SHAPE(RA_LOWEST_SLOT) SHAPE(RA_ODD_SLOT) SHAPE(FP_ODD_SLOT) SHAPE(RA_SLOT_28) \
                SHAPE(RA_SLOT_32) SHAPE(RA_REGISTER_14) SHAPE(RA_REGISTER_16) SHAPE(RA_REGISTER_63)          \
                    SHAPE(FP_SLOT_2) SHAPE(FP_SLOT_22) SHAPE(FP_REGISTER_0) SHAPE(FP_REGISTER_11)            \
                        SHAPE(FP_REGISTER_12) SHAPE(FLEX_RA) SHAPE(FLEX_RA_LOWER) SHAPE(FLEX_RA_UNSAID)      \
                            SHAPE(FLEX_RA_AT_ZERO) SHAPE(FLEX_RA_AT_R0) SHAPE(FLEX_RA_R14)                   \
                                SHAPE(FLEX_RA_R14_PLUS_8) SHAPE(FLEX_RA_AT_R14) SHAPE(FLEX_FRAME)            \
                                    SHAPE(FLEX_FRAME_ABOVE) SHAPE(FLEX_FRAME_RA_LOWER) SHAPE(FLEX_SWAPPED)   \
                                        SHAPE(FLEX_RA_PADDED) SHAPE(FLEX_RA_PADDED_FP_AT_RBP)                \
                                            SHAPE(FLEX_FP_AT_RBP) SHAPE(FLEX_CFA_R10)                        \
                                                SHAPE(FLEX_CFA_R10_BELOW) SHAPE(FLEX_CFA_R10_MORE)           \
                                                    SHAPE(FLEX_CFA_AT_R10) SHAPE(FLEX_CFA_R11)               \
                                                        SHAPE(FLEX_CFA_AT_RBP) SHAPE(FLEX_CFA_R15)           \
                                                            SHAPE(FLEX_CFA_R16) SHAPE(FLEX_CFA_R31)          \
                                                                SHAPE(FLEX_CFA_R4095) SHAPE(FLEX_CFA_R4096)  \
                                                                    SHAPE(FLEX_CFA_2_TO_THE_28_LESS_1)       \
                                                                        SHAPE(FLEX_CFA_2_TO_THE_28)          \
                                                                            SHAPE(FLEX_REGISTERS)

enum shape_name {
#define SHAPE(name) name,
    SHAPES(SHAPE)
#undef SHAPE
};

static const char *const shape_names[] = {
#define SHAPE(name) #name,
    SHAPES(SHAPE)
#undef SHAPE
};

static const struct shape shapes[][KINDS] = {
    [CFA] = {ON_AMD = {.cfa = SP(32)}, ON_ARM = {.cfa = SP(32)}, ON_S390X = {.cfa = SP(320)}},
    [CFA_MOVED] = {ON_AMD = {.cfa = SP(40)}, ON_ARM = {.cfa = SP(40)}, ON_S390X = {.cfa = SP(328)}},
    [CFA_ON_FP] = {ON_AMD = {.cfa = FP(32)}, ON_ARM = {.cfa = FP(32)}, ON_S390X = {.cfa = FP(320)}},
    [CFA_AT_ENTRY] = {ON_AMD = {.cfa = SP(8)}, ON_ARM = {.cfa = SP(0)}, ON_S390X = {.cfa = SP(160)}},
    [FRAME] = {ON_AMD = {.cfa = SP(32), .fp = SLOT(-16)},
               ON_ARM = {.cfa = SP(32), .ra = SLOT(-24), .fp = SLOT(-32)},
               ON_S390X = {.cfa = SP(320), .ra = SLOT(-48), .fp = SLOT(-72)}},
    [FRAME_ON_FP] = {ON_AMD = {.cfa = FP(32), .fp = SLOT(-16)},
                     ON_ARM = {.cfa = FP(32), .ra = SLOT(-24), .fp = SLOT(-32)},
                     ON_S390X = {.cfa = FP(320), .ra = SLOT(-48), .fp = SLOT(-72)}},
    [FRAME_BELOW] = {ON_AMD = {.cfa = SP(40), .fp = SLOT(-16)},
                     ON_ARM = {.cfa = SP(40), .ra = SLOT(-24), .fp = SLOT(-16)},
                     ON_S390X = {.cfa = SP(360), .ra = SLOT(-24), .fp = SLOT(-16)}},
    [FRAME_ABOVE] = {ON_AMD = {.cfa = SP(-40), .fp = SLOT(16)},
                     ON_ARM = {.cfa = SP(-40), .ra = SLOT(24), .fp = SLOT(16)},
                     ON_S390X = {.cfa = SP(-40), .ra = SLOT(24), .fp = SLOT(16)}},
    [RA_MOVED] = {ON_ARM = {.cfa = SP(32), .ra = SLOT(-8), .fp = SLOT(-32)},
                  ON_S390X = {.cfa = SP(320), .ra = SLOT(-56), .fp = SLOT(-72)}},
    [FP_MOVED] = {ON_AMD = {.cfa = SP(32), .fp = SLOT(-24)},
                  ON_ARM = {.cfa = SP(32), .ra = SLOT(-24), .fp = SLOT(-40)},
                  ON_S390X = {.cfa = SP(320), .ra = SLOT(-48), .fp = SLOT(-80)}},
    [SLOTS_SWAPPED] = {ON_ARM = {.cfa = SP(32), .ra = SLOT(-32), .fp = SLOT(-24)},
                       ON_S390X = {.cfa = SP(320), .ra = SLOT(-72), .fp = SLOT(-48)}},
    [RA_ONLY] = {ON_S390X = {.cfa = SP(320), .ra = SLOT(-48)}},
    [FP_AT_RA] = {ON_AMD = {.cfa = SP(32), .fp = SLOT(-8)}},
    [NO_WORDS] = {ON_AMD = {.empty = true}, ON_ARM = {.empty = true}, ON_S390X = {.empty = true}},
    [FRAME_MANGLED] = {ON_ARM = {.cfa = SP(32), .ra = SLOT(-24), .fp = SLOT(-32), .mangled = true}},
    [CFA_MANGLED] = {ON_ARM = {.cfa = SP(32), .mangled = true}},

    [CFA_WORD_1] = {ON_S390X = {.cfa = SP(168)}},
    [CFA_WORD_MINUS_1] = {ON_S390X = {.cfa = SP(152)}},
    [CFA_WORD_MINUS_20] = {ON_S390X = {.cfa = SP(0)}},
    [CFA_WORD_0_FP] = {ON_S390X = {.cfa = FP(160)}},
    [RA_NO_SLOT] = {ON_S390X = {.cfa = SP(320), .ra = PAD}},
    [RA_NO_SLOT_FP] = {ON_S390X = {.cfa = SP(320), .ra = PAD, .fp = SLOT(-72)}},
    [RA_LOWEST_SLOT] = {ON_S390X = {.cfa = SP(320), .ra = SLOT(-128)}},
    [RA_ODD_SLOT] = {ON_S390X = {.cfa = SP(320), .ra = SLOT(33), .fp = SLOT(-72)}},
    [FP_ODD_SLOT] = {ON_S390X = {.cfa = SP(320), .ra = SLOT(-48), .fp = SLOT(33)}},
    [RA_SLOT_28] = {ON_S390X = {.cfa = SP(160), .ra = SLOT(28)}},
    [RA_SLOT_32] = {ON_S390X = {.cfa = SP(160), .ra = SLOT(32)}},
    [RA_REGISTER_14] = {ON_S390X = {.cfa = SP(160), .ra = REG(14, 0)}},
    [RA_REGISTER_16] = {ON_S390X = {.cfa = SP(160), .ra = REG(16, 0)}},
    [RA_REGISTER_63] = {ON_S390X = {.cfa = SP(160), .ra = REG(63, 0)}},
    [FP_SLOT_2] = {ON_S390X = {.cfa = SP(160), .ra = PAD, .fp = SLOT(2)}},
    [FP_SLOT_22] = {ON_S390X = {.cfa = SP(160), .ra = PAD, .fp = SLOT(22)}},
    [FP_REGISTER_0] = {ON_S390X = {.cfa = SP(160), .ra = PAD, .fp = REG(0, 0)}},
    [FP_REGISTER_11] = {ON_S390X = {.cfa = SP(160), .ra = PAD, .fp = REG(11, 0)}},
    [FP_REGISTER_12] = {ON_S390X = {.cfa = SP(160), .ra = PAD, .fp = REG(12, 0)}},

    /* On s390x nobody knows whether the offset of the CFA is scaled (ledger: s390x-flex-cfa-scaled). */
    [FLEX_RA] = FLEXIBLE(.cfa = SP(32), .ra = SLOT(-8)),
    [FLEX_RA_LOWER] = FLEXIBLE(.cfa = SP(32), .ra = SLOT(-24)),
    [FLEX_RA_UNSAID] = {ON_AMD = {.cfa = SP(32), .flexible = true}},
    [FLEX_RA_AT_ZERO] = FLEXIBLE(.cfa = SP(32), .ra = SLOT(0)),
    [FLEX_RA_AT_R0] = FLEXIBLE(.cfa = SP(32), .ra = AT_REG(0, -8)),
    [FLEX_RA_R14] = FLEXIBLE(.cfa = SP(32), .ra = REG(14, 0)),
    [FLEX_RA_R14_PLUS_8] = FLEXIBLE(.cfa = SP(32), .ra = REG(14, 8)),
    [FLEX_RA_AT_R14] = FLEXIBLE(.cfa = SP(32), .ra = AT_REG(14, 0)),
    [FLEX_FRAME] = FLEXIBLE(.cfa = SP(32), .ra = SLOT(-8), .fp = SLOT(-16)),
    [FLEX_FRAME_ABOVE] = FLEXIBLE(.cfa = SP(-32), .ra = SLOT(8), .fp = SLOT(16)),
    [FLEX_FRAME_RA_LOWER] = FLEXIBLE(.cfa = SP(32), .ra = SLOT(-24), .fp = SLOT(-16)),
    [FLEX_SWAPPED] = FLEXIBLE(.cfa = SP(32), .ra = SLOT(-16), .fp = SLOT(-8)),
    [FLEX_RA_PADDED] = {ON_AMD = {.cfa = SP(32), .ra = PAD, .fp = SLOT(-16), .flexible = true}},
    [FLEX_RA_PADDED_FP_AT_RBP] = {ON_AMD = {.cfa = SP(32), .ra = PAD, .fp = AT_REG(6, 0), .flexible = true}},
    [FLEX_FP_AT_RBP] = FLEXIBLE(.cfa = SP(32), .ra = SLOT(-8), .fp = AT_REG(6, 0)),
    [FLEX_CFA_R10] = FLEXIBLE(.cfa = REG(10, 16), .ra = SLOT(-8)),
    [FLEX_CFA_R10_BELOW] = FLEXIBLE(.cfa = REG(10, -16), .ra = SLOT(-8)),
    [FLEX_CFA_R10_MORE] = FLEXIBLE(.cfa = REG(10, 24), .ra = SLOT(-8)),
    [FLEX_CFA_AT_R10] = FLEXIBLE(.cfa = AT_REG(10, 16), .ra = SLOT(-8)),
    [FLEX_CFA_R11] = FLEXIBLE(.cfa = REG(11, 16), .ra = SLOT(-8)),
    [FLEX_CFA_AT_RBP] = FLEXIBLE(.cfa = AT_REG(6, -8), .ra = SLOT(-8)),
    [FLEX_CFA_R15] = FLEXIBLE(.cfa = REG(15, 16), .ra = SLOT(-8)),
    [FLEX_CFA_R16] = FLEXIBLE(.cfa = REG(16, 16), .ra = SLOT(-8)),
    [FLEX_CFA_R31] = FLEXIBLE(.cfa = REG(31, 16), .ra = SLOT(-8)),
    [FLEX_CFA_R4095] = FLEXIBLE(.cfa = REG(4095, 16), .ra = SLOT(-8)),
    [FLEX_CFA_R4096] = FLEXIBLE(.cfa = REG(4096, 16), .ra = SLOT(-8)),
    [FLEX_CFA_2_TO_THE_28_LESS_1] = FLEXIBLE(.cfa = REG(0xfffffff, 16), .ra = SLOT(-8)),
    [FLEX_CFA_2_TO_THE_28] = FLEXIBLE(.cfa = REG(0x10000000, 16), .ra = SLOT(-8)),
    [FLEX_REGISTERS] = FLEXIBLE(.cfa = AT_REG(10, -8), .ra = REG(14, 0), .fp = AT_REG(6, 0)),
};

static const struct shape *shape_on(enum shape_name name, enum abi abi)
{
    const struct abi_facts *const facts = &gen_abi_facts[abi];
    const enum kind tracking = facts->names_registers ? KIND_S390X : KIND_AARCH64;
    return &shapes[name][facts->tracks_ra ? tracking : KIND_AMD64];
}

/* --- Pairs of shapes ------------------------------------------------------------------------------------ */

enum { ONE = 1, SIZES = 1 | 2 | 4 }; /* sets of word sizes */

struct row_pair {
    const char *clause, *name, *way;
    unsigned profiles, abis;
    unsigned sizes;     /* with words of each of these */
    uint8_t changed_size; /* 0: the same */
    enum shape_name twin, changed;
};

static const struct row_pair pairs[] = {
    {"fre.cfa", "cfa", "another offset of the CFA", ALL, EACH_KIND, SIZES, 0, CFA, CFA_MOVED},
    {"fre.base-reg", "base", "the base is FP, not SP", ALL, EACH_KIND, ONE, 0, CFA, CFA_ON_FP},
    {"fre.base-reg-values", "base-values", "the base is SP, not FP, and slots follow", ALL, EACH_KIND, ONE, 0,
     FRAME_ON_FP, FRAME},
    {"fdetype.default", "default", "a default row on FP, not SP", V3, EACH_KIND, SIZES, 0, FRAME,
     FRAME_ON_FP},
    {"fdetype.default-abi", "default-abi", "words after the first", V3, EACH_KIND, ONE, 0, CFA, FRAME},

    {"fre.info-tells", "info", "size, count and base all change", ALL, EACH_KIND, ONE, 2, CFA, FRAME_ON_FP},
    {"fre.count", "count", "more words", ALL, EACH_KIND, SIZES, 0, CFA, FRAME},
    {"fre.count", "count-two", "two words instead of three", ALL, S390, ONE, 0, FRAME, RA_ONLY},
    {"fre.words", "words", "wider words before the next row", ALL, EACH_KIND, ONE, 4, FRAME, FRAME},
    {"fre.size", "size", "words of two bytes instead of one", ALL, EACH_KIND, ONE, 2, FRAME, FRAME},
    {"fre.size-1", "size-1", "words of one byte instead of two or four", ALL, EACH_KIND, 2 | 4, 1, FRAME,
     FRAME},
    {"fre.size-2", "size-2", "words of two bytes instead of one or four", ALL, EACH_KIND, 1 | 4, 2, FRAME,
     FRAME},
    {"fre.size-4", "size-4", "words of four bytes instead of one or two", ALL, EACH_KIND, 1 | 2, 4, FRAME,
     FRAME},
    {"fre.words-signed", "signed", "each word has the other sign", V3, EACH_KIND, SIZES, 0, FRAME_BELOW,
     FRAME_ABOVE},
    {"fre.words-signed-implied", "signed-before-v3", "each word has the other sign", BEFORE_V3, EACH_KIND,
     SIZES, 0, FRAME_BELOW, FRAME_ABOVE},

    {"fre.count-zero", "count-zero", "no words: RA is undefined", E2ON, EACH_KIND, ONE, 0, CFA, NO_WORDS},
    {"fre.count-zero", "count-zero-after-frame", "no words: RA is undefined", E2ON, EACH_KIND, SIZES, 0,
     FRAME, NO_WORDS},
    {"fre.ra-tracked", "ra-second", "another second word", V12, ARMS, SIZES, 0, FRAME, RA_MOVED},
    {"fre.ra-tracked", "ra-swapped", "second and third word change places", V12, ARMS, ONE, 0, FRAME,
     SLOTS_SWAPPED},
    {"fre.ra-untracked", "fp-second", "another second word", V12, AMD, SIZES, 0, FRAME, FP_MOVED},
    {"fre.ra-untracked", "fp-at-ra", "the second word leads to RA's own place, and is FP", V12, AMD, ONE, 0,
     FRAME, FP_AT_RA},
    {"fre.fp-third", "fp-third", "another third word", V12, ARMS, SIZES, 0, FRAME, FP_MOVED},
    {"fre.words-abi", "abi", "the words that this ABI puts after the first", E1ON, ANY_ABI, ONE, 0, CFA,
     FRAME},
    {"fre.mangled", "mangled", "a row with slots is mangled", ALL, ARMS, SIZES, 0, FRAME, FRAME_MANGLED},
    {"fre.mangled", "mangled-in-register", "a row that leaves RA in its register is mangled", ALL, ARMS, ONE,
     0, CFA, CFA_MANGLED},

    {"amd64.ra-stack", "ra-stack", "RA is at CFA - 8 at entry as in a frame", E1ON, AMD, ONE, 0, FRAME,
     CFA_AT_ENTRY},
    {"amd64.ra-fixed", "ra-fixed", "RA goes with the CFA, not with its base", E1ON, AMD, ONE, 0, CFA_AT_ENTRY,
     CFA_ON_FP},
    {"amd64.ra-untracked", "ra-untracked", "a second word, even to RA's own place, is FP", E1ON, AMD, ONE, 0,
     CFA, FP_AT_RA},
    {"amd64.fp-second", "amd64-fp-second", "another second word", E1ON, AMD, SIZES, 0, FRAME, FP_MOVED},

    {"aarch64.ra-tracked", "ra-tracked", "RA has left its register", E1ON, ARMS, ONE, 0, CFA, FRAME},
    {"aarch64.ra-second", "aarch64-ra-second", "another second word", E1ON, ARMS, SIZES, 0, FRAME, RA_MOVED},
    {"aarch64.ra-second", "aarch64-swapped", "second and third word change places", E1ON, ARMS, ONE, 0, FRAME,
     SLOTS_SWAPPED},
    {"aarch64.fp-third", "aarch64-fp-third", "another third word", E1ON, ARMS, SIZES, 0, FRAME, FP_MOVED},
    {"aarch64.one-word", "one-word", "RA and FP are in their registers again", ALL, ARMS, ONE, 0, FRAME, CFA},

    {"s390x.cfa-encoded", "cfa-encoded", "a stored word of 1, not 0", E1ON, S390, SIZES, 0, CFA_AT_ENTRY,
     CFA_WORD_1},
    {"s390x.cfa-decoded", "cfa-decoded", "a stored word of -1, not 1", E1ON, S390, SIZES, 0, CFA_WORD_1,
     CFA_WORD_MINUS_1},
    {"s390x.cfa-decoded", "cfa-decoded-fp", "a stored word of 20, not 0, on FP", E1ON, S390, ONE, 0,
     CFA_WORD_0_FP, CFA_ON_FP},
    {"s390x.cfa-constants", "cfa-constants", "the word for CFA = SP", E1ON, S390, ONE, 0, CFA_AT_ENTRY,
     CFA_WORD_MINUS_20},
    {"s390x.ra-second", "s390x-ra-second", "another second word", E1ON, S390, SIZES, 0, FRAME, RA_MOVED},
    {"s390x.ra-second", "s390x-swapped", "second and third word change places", E1ON, S390, ONE, 0, FRAME,
     SLOTS_SWAPPED},
    {"s390x.ra-second", "ra-odd-slot", "an odd second word is a slot in version 3", V3, S390, SIZES, 0, FRAME,
     RA_ODD_SLOT},
    {"s390x.fp-third", "fp-odd-slot", "an odd third word is a slot in version 3", V3, S390, SIZES, 0, FRAME,
     FP_ODD_SLOT},
    {"s390x.ra-invalid", "ra-invalid", "a second word of 0: RA is not saved", E1ON, S390, SIZES, 0, RA_ONLY,
     RA_NO_SLOT},
    {"s390x.ra-invalid", "ra-invalid-fp", "a second word of 0 before FP's slot", E1ON, S390, SIZES, 0, FRAME,
     RA_NO_SLOT_FP},
    {"s390x.ra-invalid-value", "ra-invalid-value", "the lowest second word is a slot, unlike 0", E1ON, S390,
     ONE, 0, RA_NO_SLOT, RA_LOWEST_SLOT},
    {"s390x.ra-absent", "ra-absent", "no second word: RA is unchanged", E1ON, S390, ONE, 0, RA_ONLY, CFA},
    {"s390x.fp-third", "s390x-fp-third", "another third word", E1ON, S390, SIZES, 0, FRAME, FP_MOVED},
    {"s390x.fp-absent", "fp-absent", "no third word: FP is unchanged", E1ON, S390, ONE, 0, FRAME, RA_ONLY},
    {"s390x.slot", "slot-ra", "a second word of 28 is a slot, not register 14", ERRATA, S390, SIZES, 0,
     RA_REGISTER_14, RA_SLOT_28},
    {"s390x.slot", "slot-fp", "a third word of 22 is a slot, not register 11", ERRATA, S390, SIZES, 0,
     FP_REGISTER_11, FP_SLOT_22},
    {"s390x.register", "register-ra", "a second word of 33 is register 16, not a slot", ERRATA, S390, SIZES,
     0, RA_SLOT_32, RA_REGISTER_16},
    {"s390x.register", "register-fp", "a third word of 1 is register 0, not a slot", ERRATA, S390, SIZES, 0,
     FP_SLOT_2, FP_REGISTER_0},
    {"s390x.register-number", "register-number-ra", "register 63, the greatest in one byte", ERRATA, S390,
     SIZES, 0, RA_REGISTER_16, RA_REGISTER_63},
    {"s390x.register-number", "register-number-fp", "register 12, not 11", ERRATA, S390, ONE, 0,
     FP_REGISTER_11, FP_REGISTER_12},

    {"fdetype.flex", "flexible", "the same said by pairs", V3, UNSCALED, SIZES, 0, FRAME, FLEX_FRAME},
    {"info2.fde-type", "fde-type", "a flexible function, not a default one", V3, UNSCALED, ONE, 0, CFA,
     FLEX_RA},
    {"fre.count-15", "count-six", "six words, more than a default row ever has", V3, AMD | ARM_BE, SIZES, 0,
     FLEX_RA, FLEX_FRAME},
    {"flex.padding", "padding", "a word of 0 where RA's pair was", V3, AMD, SIZES, 0, FLEX_FRAME_RA_LOWER,
     FLEX_RA_PADDED},
    {"flex.pairs", "pairs", "a third pair", V3, AMD | ARM_BE, SIZES, 0, FLEX_RA, FLEX_FRAME},
    {"flex.order", "order", "RA and FP change places", V3, AMD | ARM_BE, SIZES, 0, FLEX_FRAME, FLEX_SWAPPED},
    {"flex.word-size", "word-size-2", "words of two bytes instead of one or four", V3, AMD | ARM_BE, 1 | 4, 2,
     FLEX_FRAME, FLEX_FRAME},
    {"flex.word-size", "word-size-4", "words of four bytes instead of one or two", V3, AMD | ARM_BE, 1 | 2, 4,
     FLEX_FRAME, FLEX_FRAME},
    {"flex.word-size", "word-size-1", "words of one byte instead of two or four", V3, AMD | ARM_BE, 2 | 4, 1,
     FLEX_FRAME, FLEX_FRAME},
    {"flex.ra-padding", "ra-padding", "one word of padding before FP's pair, not two", V3, AMD, SIZES, 0,
     FLEX_FRAME_RA_LOWER, FLEX_RA_PADDED_FP_AT_RBP},
    {"flex.control-unsigned", "control-16", "register 16 sets the top bit of a byte", V3, AMD | ARM_BE, ONE,
     0, FLEX_CFA_R15, FLEX_CFA_R16},
    {"flex.control-unsigned", "control-31", "register 31 sets all high bits of a byte", V3, AMD | ARM_BE, ONE,
     0, FLEX_CFA_R15, FLEX_CFA_R31},
    {"flex.control-unsigned", "control-4096", "register 4096 sets the top bit of two bytes", V3, AMD | ARM_BE,
     2, 0, FLEX_CFA_R4095, FLEX_CFA_R4096},
    {"flex.control-unsigned", "control-2-to-the-28", "register 2^28 sets the top bit of four bytes", V3,
     AMD | ARM_BE, 4, 0, FLEX_CFA_2_TO_THE_28_LESS_1, FLEX_CFA_2_TO_THE_28},
    {"flex.reg-p", "reg-p", "the base is register 0, not the CFA", V3, AMD | ARM_BE, SIZES, 0, FLEX_RA,
     FLEX_RA_AT_R0},
    {"flex.deref-p", "deref-p-cfa", "the CFA is what lies there", V3, AMD | ARM_BE, SIZES, 0, FLEX_CFA_R10,
     FLEX_CFA_AT_R10},
    {"flex.deref-p", "deref-p-ra", "RA is what lies there", V3, AMD | ARM_BE, SIZES, 0, FLEX_RA_R14,
     FLEX_RA_AT_R14},
    {"flex.regnum", "regnum", "another register", V3, AMD | ARM_BE, SIZES, 0, FLEX_CFA_R10, FLEX_CFA_R11},
    {"flex.zero-alone", "zero-alone", "FP's pair follows a control word of 0 at once", V3, AMD, SIZES, 0,
     FLEX_RA_UNSAID, FLEX_RA_PADDED},
    {"flex.zero-fixed", "zero-fixed-unsaid", "RA has no words, so its fixed offset holds", V3, AMD, SIZES, 0,
     FLEX_RA_LOWER, FLEX_RA_UNSAID},
    {"flex.zero-fixed", "zero-fixed-padded", "RA is padded, so its fixed offset holds", V3, AMD, ONE, 0,
     FLEX_SWAPPED, FLEX_RA_PADDED},
    {"flex.deref-zero", "deref-zero", "a control word of 2 and an offset of 0 for RA", V3, AMD | ARM_BE,
     SIZES, 0, FLEX_RA, FLEX_RA_AT_ZERO},
    {"flex.offset-signed", "offset-signed-cfa", "the CFA's offset is negative", V3, AMD | ARM_BE, SIZES, 0,
     FLEX_CFA_R10, FLEX_CFA_R10_BELOW},
    {"flex.offset-signed", "offset-signed", "each offset has the other sign", V3, AMD | ARM_BE, SIZES, 0,
     FLEX_FRAME, FLEX_FRAME_ABOVE},
    {"flex.value", "value-cfa", "another offset from the base of the CFA", V3, AMD | ARM_BE, ONE, 0,
     FLEX_CFA_R10, FLEX_CFA_R10_MORE},
    {"flex.value", "value-ra", "an offset from a register that is RA itself", V3, AMD | ARM_BE, ONE, 0,
     FLEX_RA_R14, FLEX_RA_R14_PLUS_8},
    {"flex.example-drap", "example-drap", "CFA = *(RBP - 8)", V3, AMD, SIZES, 0, FLEX_RA, FLEX_CFA_AT_RBP},
    {"flex.example-fp", "example-fp", "FP = *(RBP + 0)", V3, AMD, SIZES, 0, FLEX_FRAME, FLEX_FP_AT_RBP},
    {"flex.example-ra", "example-ra", "RA = *(CFA - 8)", V3, AMD, SIZES, 0, FLEX_RA_LOWER, FLEX_RA},
    {"flex.universal", "universal", "registers for all three", V3, UNSCALED, SIZES, 0, FLEX_FRAME,
     FLEX_REGISTERS},
};

/* --- Sections ------------------------------------------------------------------------------------------- */

enum { FIRST_START = 0x1000, LAST_START = 0x2000, ORIGIN = 0x11000, FUNCTION_SIZE = 32, IN_ROW = 8 };

/* The row stands between two plain ones, and before another function's, so that a miscount of its bytes
 * shows there. */
static void build_rows(struct section *section, enum shape_name name, uint8_t word_size, uint8_t row_size)
{
    const struct shape *shape = shape_on(name, section->abi);
    gen_add_function(section, FIRST_START, FUNCTION_SIZE);
    if (shape->flexible)
        gen_make_flexible(section);
    for (uint32_t start = 0; start < FUNCTION_SIZE; start += IN_ROW) {
        struct row *plain = gen_add_row(section, start);
        plain->word_size = word_size;
        if (shape->flexible)
            plain->ra = gen_rule_slot(-8); /* left unsaid it is contested on AArch64 */
    }
    struct row *row = &section->rows[1];
    row->word_size = row_size;
    row->cfa = shape->cfa;
    row->ra = shape->ra;
    row->fp = shape->fp;
    row->empty = shape->empty;
    row->mangled = shape->mangled;
    gen_add_function(section, LAST_START, FUNCTION_SIZE);
    gen_add_row(section, 0);
}

static const struct questions questions = {BOTH, ORIGIN, 1, {IN_ROW}};
static char twin_buffer[MAX_ID], changed_buffer[MAX_ID];

static const char *twin_shape(enum shape_name name, uint8_t word_size)
{
    return gen_shape_of_encoding(twin_buffer, "rowfault-row-", shape_names[name], 0, word_size);
}

static bool asks(const struct row_pair *pair, enum profile profile, enum abi abi, uint8_t word_size)
{
    return applies(pair->profiles, pair->abis, profile, abi) && (pair->sizes & word_size) != 0;
}

/* A twin is made once, for the first pair that needs it. */
static void emit_row_twin(struct emitter *emitter, const struct row_pair *pair, uint8_t word_size)
{
    for (const struct row_pair *earlier = pairs; earlier < pair; earlier++)
        if (earlier->twin == pair->twin && asks(earlier, emitter->profile, emitter->abi, word_size))
            return;
    struct section *section = gen_start(emitter, twin_shape(pair->twin, word_size));
    build_rows(section, pair->twin, word_size, word_size);
    if (!gen_make_bytes(emitter))
        return;
    gen_demand_class(emitter, CLASS_VALID);
    gen_ask(emitter, &questions);
}

static void emit_changed(struct emitter *emitter, const struct row_pair *pair, uint8_t word_size)
{
    const char *shape = gen_shape_of_encoding(changed_buffer, "rowfault-read-", pair->name, 0, word_size);
    build_rows(gen_start(emitter, shape), pair->changed, word_size,
               pair->changed_size != 0 ? pair->changed_size : word_size);
    if (!gen_make_bytes(emitter))
        return;
    gen_demand_class(emitter, CLASS_VALID);
    gen_differs_from(emitter, twin_shape(pair->twin, word_size), pair->clause, pair->way);
    gen_ask(emitter, &questions);
}

void gen_family_faults_readers(struct emitter *emitter)
{
    for (size_t i = 0; i < COUNT(pairs); i++) {
        for (uint8_t size = 1; size <= 4 && !emitter->stopped; size = (uint8_t)(size * 2)) {
            if (!asks(&pairs[i], emitter->profile, emitter->abi, size))
                continue;
            emit_row_twin(emitter, &pairs[i], size);
            emit_changed(emitter, &pairs[i], size);
        }
    }
}
