/* Which combinations of values are forbidden, and why. */
#include "dimensions.h"
#include "emit/sets.h"

#define ONLY(value) (1U << (value))
#define BUT(value)  (0xffU & ~ONLY(value))

#define TERM(dimension, values) {DIM_##dimension, (uint8_t)(values)}

/* clang-format off */
static const struct forbidden forbidden_entries[] = {
    /* values that no section of the covering array has */
    {{TERM(FUNCTIONS, ONLY(FUNCTIONS_NONE))},
     "Without a function most dimensions are empty; the exhaustive family has such sections.", ""},
    {{TERM(FRE_TYPE, ONLY(FRE_TYPE_OTHER))}, "The texts know no such row type.", "info.fre-type-known"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_OTHER))}, "The texts know no such function type.", "info2.fde-type-known"},
    {{TERM(WORD_SIZE, ONLY(WORD_SIZE_OTHER))}, "The texts know no such word size.", "fre.size-known"},
    {{TERM(CFA, ONLY(CFA_OTHER))}, "The CFA is based on a register.", "flex.cfa-register"},
    {{TERM(RA, ONLY(THING_OTHER))},
     "The texts leave open what a control word without both low bits says.", "flex-no-base-no-deref"},
    {{TERM(FP, ONLY(THING_OTHER))},
     "The texts leave open what a control word without both low bits says.", "flex-no-base-no-deref"},
    {{TERM(FP, ONLY(THING_PADDED))},
     "The texts leave open whether padding may stand in the place of FP.", "flex-fp-padding"},
    {{TERM(FIXED_FP, ONLY(FIXED_FP_SOME))},
     "The texts leave open which rows a fixed FP offset is for.", "fixed-fp-without-word"},
    {{TERM(FIXED_RA, ONLY(FIXED_RA_OTHER))}, "The ABI decides whether RA has a fixed offset.", "header.fixed-ra-amd64"},
    {{TERM(GAP, ONLY(GAP_FUNCTIONS))},
     "The texts leave open whether the function sub-section may hold more than its entries.", "tile-filler"},

    /* what a profile does not know */
    {{TERM(PROFILE, V12), TERM(ABI, S390)}, "The ABI came with errata 1.", "abi-s390x-before-errata1"},
    {{TERM(PROFILE, V12), TERM(START, ONLY(START_PCREL))}, "The flag came with errata 1.", "flag-pcrel-before-errata1"},
    {{TERM(PROFILE, V3), TERM(FRAME_POINTER, ONLY(YES))}, "Version 3 took the flag away.", "flag-frame-pointer-v3"},
    {{TERM(PROFILE, BEFORE_V3), TERM(FDE_TYPE, BUT(FDE_TYPE_DEFAULT))},
     "Function types came with version 3.", "info2.fde-type"},
    {{TERM(PROFILE, BEFORE_V3), TERM(SIGNAL, ONLY(YES))}, "The mark came with version 3.", "info.signal"},
    {{TERM(PROFILE, BEFORE_V3), TERM(ROWS, ONLY(ROWS_NONE))},
     "Before version 3 the texts leave open what a function without rows is.", "no-rows-before-v3"},
    {{TERM(PROFILE, BEFORE_E2), TERM(RA, ONLY(THING_NOWHERE))},
     "Before errata 2 the texts leave open what a row without words says.", "count-zero-before-errata2"},
    {{TERM(PROFILE, V1), TERM(PC_TYPE, ONLY(PC_MASK)), TERM(ROWS, ONLY(ROWS_SEVERAL))},
     "Version 1 leaves open which of several masks that match answers.", "pcmask-v1-last-match"},

    /* what an ABI does not know */
    {{TERM(ABI, NOT_ARM), TERM(KEY, ONLY(KEY_B))}, "The key is AArch64's.", "info.pauth-aarch64"},
    {{TERM(ABI, NOT_ARM), TERM(MANGLED, ONLY(YES))}, "Only AArch64 signs return addresses.", "fre.mangled-aarch64"},
    {{TERM(ABI, S390), TERM(FDE_TYPE, ONLY(FDE_TYPE_FLEX))},
     "The texts leave open whether the CFA's offset is scaled there.", "s390x-flex-cfa-scaled"},

    /* several functions, and where they lie */
    {{TERM(FUNCTIONS, ONLY(FUNCTIONS_ONE)), TERM(TABLE, ONLY(TABLE_OTHER))}, "One function is always in order.", ""},
    {{TERM(SORTED, ONLY(YES)), TERM(TABLE, ONLY(TABLE_OTHER))},
     "A reader may trust the flag, and then misses functions.", "sorted-on-trust"},
    {{TERM(PROFILE, V12), TERM(TABLE, ONLY(TABLE_OTHER))},
     "There the array is sorted, whatever the flag says.", "fde.sorted-array"},
    {{TERM(FUNCTIONS, ONLY(FUNCTIONS_ONE)), TERM(DATA, ONLY(DATA_OTHER))}, "One function's data is in order.", ""},
    {{TERM(FUNCTIONS, ONLY(FUNCTIONS_ONE)), TERM(SHARING, ONLY(SHARING_SOME))}, "Sharing takes two functions.", ""},
    {{TERM(FUNCTIONS, ONLY(FUNCTIONS_ONE)), TERM(KINDS, ONLY(KINDS_MIXED))}, "One function is like itself.", ""},
    {{TERM(FUNCTIONS, ONLY(FUNCTIONS_ONE)), TERM(SPACING, ONLY(SPACING_ADJACENT))},
     "One function has no neighbour.", ""},
    {{TERM(FUNCTIONS, ONLY(FUNCTIONS_TWO)), TERM(SHARING, ONLY(SHARING_SOME)), TERM(KINDS, ONLY(KINDS_MIXED))},
     "Functions that share rows have them of one type.", "fretype.same"},
    {{TERM(FUNCTIONS, ONLY(FUNCTIONS_TWO)), TERM(SHARING, ONLY(SHARING_SOME)), TERM(DATA, ONLY(DATA_OTHER))},
     "If the second function uses the first one's data there is nothing to order.", ""},
    {{TERM(ADDRESS, ONLY(ADDRESS_ZERO)), TERM(SIDE, ONLY(SIDE_BELOW))},
     "Nothing lies below address 0.", "fde-start-addition"},

    /* outermost frames: a function without rows, a row without words */
    {{TERM(ROWS, ONLY(ROWS_NONE)), TERM(RA, BUT(THING_NOWHERE))}, "Without a row RA is nowhere.", "changes.outermost"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_FLEX)), TERM(ROWS, ONLY(ROWS_NONE))},
     "The texts leave open what a flexible function without rows is.", "outermost-no-rows-flex"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_FLEX)), TERM(RA, ONLY(THING_NOWHERE))},
     "The texts leave open what a flexible row without words says.", "count-zero-flex"},
    {{TERM(MANGLED, ONLY(YES)), TERM(RA, ONLY(THING_NOWHERE))},
     "The texts leave open whether an undefined RA may be mangled.", "count-zero-mangled"},
    {{TERM(RA, ONLY(THING_NOWHERE)), TERM(WORD_SIZE, BUT(WORD_SIZE_NONE))}, "There are no words.", ""},
    {{TERM(RA, ONLY(THING_NOWHERE)), TERM(CFA, BUT(CFA_NONE))}, "There is no word for the CFA.", ""},
    {{TERM(RA, ONLY(THING_NOWHERE)), TERM(CFA_OFFSET, BUT(CFA_OFFSET_NONE))}, "There is no word for the CFA.", ""},
    {{TERM(RA, ONLY(THING_NOWHERE)), TERM(FP, BUT(THING_NOWHERE))}, "There is no word for FP.", ""},
    {{TERM(RA, ONLY(THING_NOWHERE)), TERM(SURPLUS, ONLY(YES))}, "A surplus word is a word.", ""},
    {{TERM(RA, BUT(THING_NOWHERE)), TERM(WORD_SIZE, ONLY(WORD_SIZE_NONE))}, "There are words.", ""},
    {{TERM(RA, BUT(THING_NOWHERE)), TERM(CFA, ONLY(CFA_NONE))}, "The first word is the CFA's.", "fre.cfa-first"},
    {{TERM(RA, BUT(THING_NOWHERE)), TERM(CFA_OFFSET, ONLY(CFA_OFFSET_NONE))},
     "The first word is the CFA's.", "fre.cfa-first"},
    {{TERM(RA, BUT(THING_NOWHERE)), TERM(FP, ONLY(THING_NOWHERE))}, "There is a row, which may leave FP unsaid.", ""},

    /* default rows */
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), TERM(CFA, ONLY(CFA_REGISTER) | ONLY(CFA_SLOT))},
     "A default row's CFA is SP or FP plus an offset.", "fdetype.default"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), TERM(RA, ONLY(THING_REGISTER_SLOT))},
     "A default row has a slot at the CFA only.", "fdetype.default"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), TERM(FP, ONLY(THING_REGISTER_SLOT))},
     "A default row has a slot at the CFA only.", "fdetype.default"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), TERM(ABI, ANY_ABI & ~S390), TERM(RA, ONLY(THING_REGISTER))},
     "Only s390x names registers in default rows.", "s390x.register"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), TERM(ABI, ANY_ABI & ~S390), TERM(FP, ONLY(THING_REGISTER))},
     "Only s390x names registers in default rows.", "s390x.register"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), TERM(PROFILE, V3), TERM(RA, ONLY(THING_REGISTER))},
     "Version 3 names registers in flexible rows only.", "changes.s390x-flex"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), TERM(PROFILE, V3), TERM(FP, ONLY(THING_REGISTER))},
     "Version 3 names registers in flexible rows only.", "changes.s390x-flex"},
    {{TERM(ABI, S390), TERM(RA, ONLY(THING_REGISTER)), TERM(FP, ONLY(THING_SLOT))},
     "The texts leave open whether one may be in a register and the other in a slot.", "s390x-register-unsaved-order"},
    {{TERM(ABI, S390), TERM(RA, ONLY(THING_SLOT)), TERM(FP, ONLY(THING_REGISTER))},
     "The texts leave open whether one may be in a register and the other in a slot.", "s390x-register-unsaved-order"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), TERM(ABI, ANY_ABI & ~S390), TERM(RA, ONLY(THING_PADDED))},
     "Only s390x has a word that says that RA was not saved.", "s390x.ra-invalid"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), TERM(ABI, AMD), TERM(RA, ONLY(THING_SLOT))},
     "On AMD64 RA has a fixed place, so no word.", "amd64.ra-untracked"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), TERM(ABI, ARMS),
      TERM(RA, ONLY(THING_SLOT)), TERM(FP, ONLY(THING_UNSAID))},
     "The texts leave open what a row of two words says on AArch64.", "aarch64-two-words"},
    {{TERM(ABI, TRACKED), TERM(RA, ONLY(THING_UNSAID)), TERM(FP, BUT(THING_UNSAID) & BUT(THING_NOWHERE))},
     "FP's word follows RA's.", "fre.fp-third"},

    /* flexible rows */
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_FLEX)), TERM(ABI, ARMS), TERM(RA, ONLY(THING_UNSAID) | ONLY(THING_PADDED))},
     "The texts leave open where RA is if a flexible row has no rule for it.", "flex-ra-absent-tracked"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_FLEX)), TERM(RA, ONLY(THING_UNSAID)),
      TERM(FP, BUT(THING_UNSAID) & BUT(THING_NOWHERE))},
     "If FP has a rule, padding stands in RA's place.", "flex.ra-padding"},
    {{TERM(FDE_TYPE, ONLY(FDE_TYPE_FLEX)), TERM(RA, ONLY(THING_PADDED)), TERM(FP, ONLY(THING_UNSAID))},
     "The texts leave open whether padding may end a row.", "flex-ra-padding-last"},

    /* surplus words */
    {{TERM(SURPLUS, ONLY(YES)), TERM(FP, ONLY(THING_UNSAID))}, "The word after RA's is FP's.", "fre.fp-third"},
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
