/* Which combinations of values are forbidden, and why. */
#include "dimensions.h"
#include "emit/sets.h"

#define ONLY(value) (1U << (value))
#define BUT(value)  (0xffU & ~ONLY(value))

#define TERM(dimension, values)                                                                              \
    {                                                                                                        \
        DIM_##dimension, (uint8_t)(values)                                                                   \
    }
#define ALONE(a, because, cites)                                                                             \
    {                                                                                                        \
        {TERM a}, 1, because, cites                                                                          \
    }
#define PAIR(a, b, because, cites)                                                                           \
    {                                                                                                        \
        {TERM a, TERM b}, 2, because, cites                                                                  \
    }
#define TRIPLE(a, b, c, because, cites)                                                                      \
    {                                                                                                        \
        {TERM a, TERM b, TERM c}, 3, because, cites                                                          \
    }
#define FOUR(a, b, c, d, because, cites)                                                                     \
    {                                                                                                        \
        {TERM a, TERM b, TERM c, TERM d}, 4, because, cites                                                  \
    }

/* clang-format off */
static const struct forbidden forbidden_entries[] = {
    /* values that no section of the covering array has */
    ALONE((FUNCTIONS, ONLY(FUNCTIONS_NONE)),
          "Without a function most dimensions are empty; the exhaustive family has such sections.",
          ""),
    ALONE((FRE_TYPE, ONLY(FRE_TYPE_OTHER)), "The texts know no such row type.", "info.fre-type-known"),
    ALONE((FDE_TYPE, ONLY(FDE_TYPE_OTHER)), "The texts know no such function type.", "info2.fde-type-known"),
    ALONE((WORD_SIZE, ONLY(WORD_SIZE_OTHER)), "The texts know no such word size.", "fre.size-known"),
    ALONE((CFA, ONLY(CFA_OTHER)), "The CFA is based on a register.", "flex.cfa-register"),
    ALONE((RA, ONLY(THING_OTHER)), "The texts leave open what a control word without both low bits says.",
          "flex-no-base-no-deref"),
    ALONE((FP, ONLY(THING_OTHER)), "The texts leave open what a control word without both low bits says.",
          "flex-no-base-no-deref"),
    ALONE((FP, ONLY(THING_PADDED)), "The texts leave open whether padding may stand in the place of FP.",
          "flex-fp-padding"),
    ALONE((FIXED_FP, ONLY(FIXED_FP_SOME)), "The texts leave open which rows a fixed FP offset is for.",
          "fixed-fp-without-word"),
    ALONE((FIXED_RA, ONLY(FIXED_RA_OTHER)), "The ABI decides whether RA has a fixed offset.",
          "header.fixed-ra-amd64"),
    ALONE((GAP, ONLY(GAP_FUNCTIONS)),
          "The texts leave open whether the function sub-section may hold more than its entries.",
          "tile-filler"),

    /* what a profile does not know */
    PAIR((PROFILE, V12), (ABI, S390), "The ABI came with errata 1.",
         "abi-s390x-before-errata1"),
    PAIR((PROFILE, V12), (START, ONLY(START_PCREL)), "The flag came with errata 1.",
         "flag-pcrel-before-errata1"),
    PAIR((PROFILE, V3), (FRAME_POINTER, ONLY(YES)), "Version 3 took the flag away.",
         "flag-frame-pointer-v3"),
    PAIR((PROFILE, BEFORE_V3), (FDE_TYPE, BUT(FDE_TYPE_DEFAULT)), "Function types came with version 3.",
         "info2.fde-type"),
    PAIR((PROFILE, BEFORE_V3), (SIGNAL, ONLY(YES)), "The mark came with version 3.", "info.signal"),
    PAIR((PROFILE, BEFORE_V3), (ROWS, ONLY(ROWS_NONE)),
         "Before version 3 the texts leave open what a function without rows is.", "no-rows-before-v3"),
    PAIR((PROFILE, BEFORE_E2), (RA, ONLY(THING_NOWHERE)),
         "Before errata 2 the texts leave open what a row without words says.", "count-zero-before-errata2"),
    TRIPLE((PROFILE, V1), (PC_TYPE, ONLY(PC_MASK)), (ROWS, ONLY(ROWS_SEVERAL)),
           "Version 1 leaves open which of several masks that match answers.", "pcmask-v1-last-match"),

    /* what an ABI does not know */
    PAIR((ABI, NOT_ARM), (KEY, ONLY(KEY_B)), "The key is AArch64's.", "info.pauth-aarch64"),
    PAIR((ABI, NOT_ARM), (MANGLED, ONLY(YES)), "Only AArch64 signs return addresses.",
         "fre.mangled-aarch64"),
    PAIR((ABI, S390), (FDE_TYPE, ONLY(FDE_TYPE_FLEX)),
         "The texts leave open whether the CFA's offset is scaled there.", "s390x-flex-cfa-scaled"),

    /* several functions, and where they lie */
    PAIR((FUNCTIONS, ONLY(FUNCTIONS_ONE)), (TABLE, ONLY(TABLE_OTHER)), "One function is always in order.",
         ""),
    PAIR((SORTED, ONLY(YES)), (TABLE, ONLY(TABLE_OTHER)),
         "A reader may trust the flag, and then misses functions.", "sorted-on-trust"),
    PAIR((PROFILE, V12), (TABLE, ONLY(TABLE_OTHER)), "There the array is sorted, whatever the flag says.",
         "fde.sorted-array"),
    PAIR((FUNCTIONS, ONLY(FUNCTIONS_ONE)), (DATA, ONLY(DATA_OTHER)), "One function's data is in order.", ""),
    PAIR((FUNCTIONS, ONLY(FUNCTIONS_ONE)), (SHARING, ONLY(SHARING_SOME)), "Sharing takes two functions.", ""),
    PAIR((FUNCTIONS, ONLY(FUNCTIONS_ONE)), (KINDS, ONLY(KINDS_MIXED)), "One function is like itself.", ""),
    PAIR((FUNCTIONS, ONLY(FUNCTIONS_ONE)), (SPACING, ONLY(SPACING_ADJACENT)),
         "One function has no neighbour.", ""),
    TRIPLE((FUNCTIONS, ONLY(FUNCTIONS_TWO)), (SHARING, ONLY(SHARING_SOME)), (KINDS, ONLY(KINDS_MIXED)),
           "Functions that share rows have them of one type.", "fretype.same"),
    TRIPLE((FUNCTIONS, ONLY(FUNCTIONS_TWO)), (SHARING, ONLY(SHARING_SOME)), (DATA, ONLY(DATA_OTHER)),
           "If the second function uses the first one's data there is nothing to order.", ""),
    PAIR((ADDRESS, ONLY(ADDRESS_ZERO)), (SIDE, ONLY(SIDE_BELOW)), "Nothing lies below address 0.",
         "fde-start-addition"),

    /* outermost frames: a function without rows, a row without words */
    PAIR((ROWS, ONLY(ROWS_NONE)), (RA, BUT(THING_NOWHERE)), "Without a row RA is nowhere.",
         "changes.outermost"),
    PAIR((FDE_TYPE, ONLY(FDE_TYPE_FLEX)), (ROWS, ONLY(ROWS_NONE)),
         "The texts leave open what a flexible function without rows is.", "outermost-no-rows-flex"),
    PAIR((FDE_TYPE, ONLY(FDE_TYPE_FLEX)), (RA, ONLY(THING_NOWHERE)),
         "The texts leave open what a flexible row without words says.", "count-zero-flex"),
    PAIR((MANGLED, ONLY(YES)), (RA, ONLY(THING_NOWHERE)),
         "The texts leave open whether an undefined RA may be mangled.", "count-zero-mangled"),
    PAIR((RA, ONLY(THING_NOWHERE)), (WORD_SIZE, BUT(WORD_SIZE_NONE)), "There are no words.", ""),
    PAIR((RA, ONLY(THING_NOWHERE)), (CFA, BUT(CFA_NONE)), "There is no word for the CFA.", ""),
    PAIR((RA, ONLY(THING_NOWHERE)), (CFA_OFFSET, BUT(CFA_OFFSET_NONE)), "There is no word for the CFA.", ""),
    PAIR((RA, ONLY(THING_NOWHERE)), (FP, BUT(THING_NOWHERE)), "There is no word for FP.", ""),
    PAIR((RA, ONLY(THING_NOWHERE)), (SURPLUS, ONLY(YES)), "A surplus word is a word.", ""),
    PAIR((RA, BUT(THING_NOWHERE)), (WORD_SIZE, ONLY(WORD_SIZE_NONE)), "There are words.", ""),
    PAIR((RA, BUT(THING_NOWHERE)), (CFA, ONLY(CFA_NONE)), "The first word is the CFA's.", "fre.cfa-first"),
    PAIR((RA, BUT(THING_NOWHERE)), (CFA_OFFSET, ONLY(CFA_OFFSET_NONE)), "The first word is the CFA's.",
         "fre.cfa-first"),
    PAIR((RA, BUT(THING_NOWHERE)), (FP, ONLY(THING_NOWHERE)), "There is a row, which may leave FP unsaid.",
         ""),

    /* default rows */
    PAIR((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (CFA, ONLY(CFA_REGISTER) | ONLY(CFA_SLOT)),
         "A default row's CFA is SP or FP plus an offset.", "fdetype.default"),
    PAIR((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (RA, ONLY(THING_REGISTER_SLOT)),
         "A default row has a slot at the CFA only.", "fdetype.default"),
    PAIR((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (FP, ONLY(THING_REGISTER_SLOT)),
         "A default row has a slot at the CFA only.", "fdetype.default"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (ABI, ANY_ABI & ~S390), (RA, ONLY(THING_REGISTER)),
           "Only s390x names registers in default rows.", "s390x.register"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (ABI, ANY_ABI & ~S390), (FP, ONLY(THING_REGISTER)),
           "Only s390x names registers in default rows.", "s390x.register"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (PROFILE, V3), (RA, ONLY(THING_REGISTER)),
           "Version 3 names registers in flexible rows only.", "changes.s390x-flex"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (PROFILE, V3), (FP, ONLY(THING_REGISTER)),
           "Version 3 names registers in flexible rows only.", "changes.s390x-flex"),
    TRIPLE((ABI, S390), (RA, ONLY(THING_REGISTER)), (FP, ONLY(THING_SLOT)),
           "The texts leave open whether one may be in a register and the other in a slot.",
           "s390x-register-unsaved-order"),
    TRIPLE((ABI, S390), (RA, ONLY(THING_SLOT)), (FP, ONLY(THING_REGISTER)),
           "The texts leave open whether one may be in a register and the other in a slot.",
           "s390x-register-unsaved-order"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (ABI, ANY_ABI & ~S390), (RA, ONLY(THING_PADDED)),
           "Only s390x has a word that says that RA was not saved.", "s390x.ra-invalid"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (ABI, AMD), (RA, ONLY(THING_SLOT)),
           "On AMD64 RA has a fixed place, so no word.", "amd64.ra-untracked"),
    FOUR((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (ABI, ARMS), (RA, ONLY(THING_SLOT)),
         (FP, ONLY(THING_UNSAID)), "The texts leave open what a row of two words says on AArch64.",
         "aarch64-two-words"),
    TRIPLE((ABI, TRACKED), (RA, ONLY(THING_UNSAID)), (FP, BUT(THING_UNSAID) & BUT(THING_NOWHERE)),
           "FP's word follows RA's.", "fre.fp-third"),

    /* flexible rows */
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_FLEX)), (ABI, ARMS), (RA, ONLY(THING_UNSAID) | ONLY(THING_PADDED)),
           "The texts leave open where RA is if a flexible row has no rule for it.",
           "flex-ra-absent-tracked"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_FLEX)), (RA, ONLY(THING_UNSAID)),
           (FP, BUT(THING_UNSAID) & BUT(THING_NOWHERE)), "If FP has a rule, padding stands in RA's place.",
           "flex.ra-padding"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_FLEX)), (RA, ONLY(THING_PADDED)), (FP, ONLY(THING_UNSAID)),
           "The texts leave open whether padding may end a row.", "flex-ra-padding-last"),

    /* surplus words */
    PAIR((SURPLUS, ONLY(YES)), (FP, ONLY(THING_UNSAID)), "The word after RA's is FP's.", "fre.fp-third"),
};
/* clang-format on */

enum { FORBIDDEN = sizeof forbidden_entries / sizeof *forbidden_entries };

_Static_assert(FORBIDDEN <= 64, "domains.c has one bit for each");

unsigned gen_forbidden_count(void)
{
    return FORBIDDEN;
}

const struct forbidden *gen_forbidden_entry(unsigned number)
{
    return &forbidden_entries[number];
}
