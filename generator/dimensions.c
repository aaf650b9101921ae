#include "dimensions.h"

#include <string.h>

static const struct {
    const char *name;
    const char *values[MAX_VALUES];
    uint8_t breaks; /* the set of values that break a statement */
} dimensions[DIMENSIONS] = {
    [DIM_PROFILE] = {"profile", {NULL}, 0},
    [DIM_ABI] = {"abi", {NULL}, 0},
    [DIM_ORDER] = {"byte-order", {"native", "foreign"}, 1 << ORDER_FOREIGN},
    [DIM_SORTED] = {"sorted-flag", {"no", "yes"}, 0},
    [DIM_TABLE] = {"function-order", {"ascending", "other"}, 0},
    [DIM_FRAME_POINTER] = {"frame-pointer-flag", {"no", "yes"}, 0},
    [DIM_START] = {"starts", {"section", "pcrel"}, 0},
    [DIM_FIXED_FP] = {"fixed-fp", {"none", "some"}, 0},
    [DIM_FIXED_RA] = {"fixed-ra", {"usual", "other"}, 0},
    [DIM_AUX] = {"auxiliary-header", {"none", "some", "longest"}, 0},
    [DIM_ADDRESS] = {"section-address", {"zero", "low", "high", "last"}, 0},
    [DIM_SIDE] = {"functions-lie", {"above-section", "below-section"}, 0},
    [DIM_FUNCTIONS] = {"functions", {"one", "two", "several", "none"}, 0},
    [DIM_KINDS] = {"function-kinds", {"alike", "mixed"}, 0},
    [DIM_SPACING] = {"function-spacing", {"apart", "adjacent"}, 0},
    [DIM_SHARING] = {"shared-rows", {"none", "some"}, 1 << SHARING_SOME},
    [DIM_SUBSECTIONS] = {"first-sub-section", {"functions", "rows"}, 1 << SUBSECTIONS_ROWS_FIRST},
    [DIM_DATA] = {"row-data-order", {"ascending", "other"}, 0},
    [DIM_GAP] = {"gap",
                 {"none", "after-header", "after-functions", "among-rows", "after-rows", "end"},
                 1 << GAP_HEADER | 1 << GAP_AMONG_ROWS | 1 << GAP_AFTER_ROWS | 1 << GAP_END},
    [DIM_PC_TYPE] = {"pc-type", {"inc", "mask"}, 0},
    [DIM_FDE_TYPE] = {"fde-type", {"default", "flex", "other"}, 0},
    [DIM_SIGNAL] = {"signal", {"no", "yes"}, 0},
    [DIM_KEY] = {"pauth-key", {"a", "b"}, 0},
    [DIM_FRE_TYPE] = {"fre-type", {"addr1", "addr2", "addr4", "other"}, 0},
    [DIM_ROWS] = {"rows", {"one", "several", "none"}, 0},
    [DIM_MANGLED] = {"mangled-ra", {"no", "yes"}, 0},
    [DIM_WORD_SIZE] = {"word-size", {"1", "2", "4", "other", "none"}, 0},
    [DIM_CFA] = {"cfa", {"sp", "fp", "register", "slot", "other", "none"}, 0},
    [DIM_CFA_OFFSET] = {"cfa-word", {"small", "large", "negative", "none"}, 0},
    [DIM_RA] = {"ra", {"unsaid", "padded", "slot", "register", "register-slot", "other", "undefined"}, 0},
    [DIM_FP] = {"fp", {"unsaid", "padded", "slot", "register", "register-slot", "other", "none"}, 0},
    [DIM_SURPLUS] = {"surplus-words", {"no", "yes"}, 1 << YES},
};

const char *dimension_name(enum dimension dimension)
{
    return dimensions[dimension].name;
}

const char *value_name(enum dimension dimension, unsigned value)
{
    if (dimension == DIM_PROFILE)
        return profile_name((enum profile)value);
    return dimension == DIM_ABI ? abi_name((enum abi)value) : dimensions[dimension].values[value];
}

unsigned value_count(enum dimension dimension)
{
    unsigned count = dimension == DIM_PROFILE ? PROFILES : dimension == DIM_ABI ? ABIS : 0;
    while (count < MAX_VALUES && dimensions[dimension].values[count] != NULL)
        count++;
    return count;
}

bool value_breaks(enum dimension dimension, unsigned value)
{
    return (dimensions[dimension].breaks >> value & 1) != 0;
}

/* --- What is forbidden ---------------------------------------------------------------------------------- */

#define ONLY(value) (1U << (value))
#define BUT(value)  (0xffU & ~ONLY(value))

enum {
    V1_V2 = ONLY(PROFILE_V1) | ONLY(PROFILE_V2),
    BEFORE_V2E2 = V1_V2 | ONLY(PROFILE_V2E1),
    BEFORE_V3 = BEFORE_V2E2 | ONLY(PROFILE_V2E2),
    AARCH64S = ONLY(ABI_AARCH64) | ONLY(ABI_AARCH64_BE),
    NOT_AARCH64 = ONLY(ABI_AMD64) | ONLY(ABI_S390X),
    FLEX_ONLY = ONLY(THING_REGISTER) | ONLY(THING_REGISTER_SLOT),
};

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
    PAIR((PROFILE, V1_V2), (ABI, ONLY(ABI_S390X)), "The ABI came with errata 1.",
         "abi-s390x-before-errata1"),
    PAIR((PROFILE, V1_V2), (START, ONLY(START_PCREL)), "The flag came with errata 1.",
         "flag-pcrel-before-errata1"),
    PAIR((PROFILE, ONLY(PROFILE_V3)), (FRAME_POINTER, ONLY(YES)), "Version 3 took the flag away.",
         "flag-frame-pointer-v3"),
    PAIR((PROFILE, BEFORE_V3), (FDE_TYPE, BUT(FDE_TYPE_DEFAULT)), "Function types came with version 3.",
         "info2.fde-type"),
    PAIR((PROFILE, BEFORE_V3), (SIGNAL, ONLY(YES)), "The mark came with version 3.", "info.signal"),
    PAIR((PROFILE, BEFORE_V3), (ROWS, ONLY(ROWS_NONE)),
         "Before version 3 the texts leave open what a function without rows is.", "no-rows-before-v3"),
    PAIR((PROFILE, BEFORE_V2E2), (RA, ONLY(THING_NOWHERE)),
         "Before errata 2 the texts leave open what a row without words says.", "count-zero-before-errata2"),
    TRIPLE((PROFILE, ONLY(PROFILE_V1)), (PC_TYPE, ONLY(PC_MASK)), (ROWS, ONLY(ROWS_SEVERAL)),
           "Version 1 leaves open which of several masks that match answers.", "pcmask-v1-last-match"),

    /* what an ABI does not know */
    PAIR((ABI, NOT_AARCH64), (KEY, ONLY(KEY_B)), "The key is AArch64's.", "info.pauth-aarch64"),
    PAIR((ABI, NOT_AARCH64), (MANGLED, ONLY(YES)), "Only AArch64 signs return addresses.",
         "fre.mangled-aarch64"),
    PAIR((ABI, ONLY(ABI_S390X)), (FDE_TYPE, ONLY(FDE_TYPE_FLEX)),
         "The texts leave open whether the CFA's offset is scaled there.", "s390x-flex-cfa-scaled"),

    /* several functions, and where they lie */
    PAIR((FUNCTIONS, ONLY(FUNCTIONS_ONE)), (TABLE, ONLY(TABLE_OTHER)), "One function is always in order.",
         ""),
    PAIR((SORTED, ONLY(YES)), (TABLE, ONLY(TABLE_OTHER)),
         "A reader may trust the flag, and then misses functions.", "sorted-on-trust"),
    PAIR((PROFILE, V1_V2), (TABLE, ONLY(TABLE_OTHER)), "There the array is sorted, whatever the flag says.",
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
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (ABI, BUT(ABI_S390X)), (RA, ONLY(THING_REGISTER)),
           "Only s390x names registers in default rows.", "s390x.register"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (ABI, BUT(ABI_S390X)), (FP, ONLY(THING_REGISTER)),
           "Only s390x names registers in default rows.", "s390x.register"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (PROFILE, ONLY(PROFILE_V3)), (RA, ONLY(THING_REGISTER)),
           "Version 3 names registers in flexible rows only.", "changes.s390x-flex"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (PROFILE, ONLY(PROFILE_V3)), (FP, ONLY(THING_REGISTER)),
           "Version 3 names registers in flexible rows only.", "changes.s390x-flex"),
    TRIPLE((ABI, ONLY(ABI_S390X)), (RA, ONLY(THING_REGISTER)), (FP, ONLY(THING_SLOT)),
           "The texts leave open whether one may be in a register and the other in a slot.",
           "s390x-register-unsaved-order"),
    TRIPLE((ABI, ONLY(ABI_S390X)), (RA, ONLY(THING_SLOT)), (FP, ONLY(THING_REGISTER)),
           "The texts leave open whether one may be in a register and the other in a slot.",
           "s390x-register-unsaved-order"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (ABI, BUT(ABI_S390X)), (RA, ONLY(THING_PADDED)),
           "Only s390x has a word that says that RA was not saved.", "s390x.ra-invalid"),
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (ABI, ONLY(ABI_AMD64)), (RA, ONLY(THING_SLOT)),
           "On AMD64 RA has a fixed place, so no word.", "amd64.ra-untracked"),
    FOUR((FDE_TYPE, ONLY(FDE_TYPE_DEFAULT)), (ABI, AARCH64S), (RA, ONLY(THING_SLOT)),
         (FP, ONLY(THING_UNSAID)), "The texts leave open what a row of two words says on AArch64.",
         "aarch64-two-words"),
    TRIPLE((ABI, BUT(ABI_AMD64)), (RA, ONLY(THING_UNSAID)), (FP, BUT(THING_UNSAID) & BUT(THING_NOWHERE)),
           "FP's word follows RA's.", "fre.fp-third"),

    /* flexible rows */
    TRIPLE((FDE_TYPE, ONLY(FDE_TYPE_FLEX)), (ABI, AARCH64S), (RA, ONLY(THING_UNSAID) | ONLY(THING_PADDED)),
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

unsigned forbidden_count(void)
{
    return FORBIDDEN;
}

const struct forbidden *forbidden_entry(unsigned number)
{
    return &forbidden_entries[number];
}

struct domains all_domains(void)
{
    struct domains domains;
    for (unsigned i = 0; i < DIMENSIONS; i++)
        domains.of[i] = (uint8_t)((1U << value_count((enum dimension)i)) - 1);
    return domains;
}

struct domains unbroken_domains(void)
{
    struct domains domains = all_domains();
    for (unsigned i = 0; i < DIMENSIONS; i++)
        domains.of[i] &= (uint8_t)~dimensions[i].breaks;
    return domains;
}

/* --- An exact search ------------------------------------------------------------------------------------ */

enum outlook { IMPOSSIBLE, UNDECIDED, ANYTHING_GOES };

/* What one forbidden combination means for the domains: if all terms but one are certain to hold, the values
 * of that one are taken away; if one term cannot hold, or all do, the matter is decided. */
static enum outlook narrow(struct domains *domains, const struct forbidden *entry)
{
    const uint8_t *doubtful_values = NULL;
    uint8_t *doubtful = NULL;
    unsigned doubts = 0;
    for (unsigned i = 0; i < entry->term_count; i++) {
        uint8_t *domain = &domains->of[entry->terms[i].dimension];
        if ((*domain & entry->terms[i].values) == 0)
            return ANYTHING_GOES;
        if ((*domain & ~entry->terms[i].values) != 0) {
            doubts++;
            doubtful = domain;
            doubtful_values = &entry->terms[i].values;
        }
    }
    if (doubts != 1)
        return doubts == 0 ? IMPOSSIBLE : UNDECIDED;
    *doubtful &= (uint8_t) ~*doubtful_values;
    return ANYTHING_GOES;
}

/* Of a dimension's possible values: the forbidden combinations, a bit each, that may hold as far as this
 * dimension is concerned, and those that do for certain. */
static struct {
    uint64_t may_hold, hold;
} of_values[DIMENSIONS][1 << MAX_VALUES];

_Static_assert(FORBIDDEN <= 64, "one bit for each forbidden combination");

static void tabulate(void)
{
    static bool done;
    for (unsigned i = 0; i < DIMENSIONS && !done; i++)
        for (unsigned values = 0; values < 1 << MAX_VALUES; values++)
            of_values[i][values].may_hold = of_values[i][values].hold = ~UINT64_C(0);
    for (unsigned i = 0; i < FORBIDDEN && !done; i++) {
        for (unsigned k = 0; k < forbidden_entries[i].term_count; k++) {
            const enum dimension dimension = forbidden_entries[i].terms[k].dimension;
            const unsigned forbidden = forbidden_entries[i].terms[k].values;
            for (unsigned values = 0; values < 1 << MAX_VALUES; values++) {
                if ((values & forbidden) == 0)
                    of_values[dimension][values].may_hold &= ~(UINT64_C(1) << i);
                if ((values & ~forbidden) != 0)
                    of_values[dimension][values].hold &= ~(UINT64_C(1) << i);
            }
        }
    }
    done = true;
}

/* If it is undecided, `*entry` is the first combination that may or may not hold. */
static enum outlook propagate(struct domains *domains, const struct forbidden **entry)
{
    tabulate();
    for (;;) {
        uint64_t open = ~UINT64_C(0) >> (64 - FORBIDDEN), in_doubt = 0, in_doubt_twice = 0;
        for (unsigned i = 0; i < DIMENSIONS; i++) {
            const uint64_t doubtful = ~of_values[i][domains->of[i]].hold;
            open &= of_values[i][domains->of[i]].may_hold;
            in_doubt_twice |= in_doubt & doubtful;
            in_doubt |= doubtful;
        }
        if ((open & ~in_doubt) != 0)
            return IMPOSSIBLE;
        uint64_t decidable = open & in_doubt & ~in_doubt_twice;
        if (decidable == 0) {
            *entry = forbidden_entries;
            for (uint64_t undecided = open & in_doubt_twice; undecided != 0; undecided >>= 1, ++*entry)
                if ((undecided & 1) != 0)
                    return UNDECIDED;
            return ANYTHING_GOES;
        }
        for (unsigned i = 0; decidable != 0; i++, decidable >>= 1)
            if ((decidable & 1) != 0 && narrow(domains, &forbidden_entries[i]) == IMPOSSIBLE)
                return IMPOSSIBLE;
    }
}

/* Its first term that may or may not hold. */
static unsigned doubtful_term(const struct domains *domains, const struct forbidden *entry)
{
    unsigned term = 0;
    while ((domains->of[entry->terms[term].dimension] & ~entry->terms[term].values) == 0)
        term++;
    return term;
}

/* The lowest of each domain. */
static void choose(const struct domains *domains, uint8_t values[DIMENSIONS])
{
    for (unsigned i = 0; i < DIMENSIONS; i++)
        for (values[i] = 0; (domains->of[i] >> values[i] & 1) == 0;)
            values[i]++;
}

bool domains_allow(const struct domains *domains, uint8_t values[DIMENSIONS])
{
    struct domains narrowed = *domains;
    const struct forbidden *entry;
    enum outlook outlook = propagate(&narrowed, &entry);
    if (outlook == ANYTHING_GOES && values != NULL)
        choose(&narrowed, values);
    if (outlook != UNDECIDED)
        return outlook == ANYTHING_GOES;
    const unsigned term = doubtful_term(&narrowed, entry);
    struct domains without = narrowed, with = narrowed;
    without.of[entry->terms[term].dimension] &= (uint8_t)~entry->terms[term].values;
    with.of[entry->terms[term].dimension] &= entry->terms[term].values;
    return domains_allow(&without, values) || domains_allow(&with, values);
}

/* --- Measuring ------------------------------------------------------------------------------------------ */

/* The fields that are looked at: those of the header, of the first function and of its last row. */
struct fields {
    const struct encoded *encoded;
    const struct field *named[FIELD_NAMES];
    const struct field *words[MAX_WORDS];
    unsigned word_count;
};

/* Fields of a row stand together and rows in order, so the last row of the function is the one that is kept.
 */
static void gather(struct fields *fields, const struct encoded *encoded)
{
    memset(fields, 0, sizeof *fields);
    fields->encoded = encoded;
    for (uint32_t i = 0; i < encoded->field_count; i++) {
        const struct field *field = &encoded->fields[i];
        if (field->function > 0 || field->name == FIELD_GAP)
            continue;
        if (field->name == FIELD_ROW_START)
            fields->word_count = 0;
        if (field->name != FIELD_WORD)
            fields->named[field->name] = field;
        else if (fields->word_count < MAX_WORDS)
            fields->words[fields->word_count++] = field;
    }
}

/* 0 for a field that the section does not have. */
static uint64_t field_value(const struct fields *fields, enum field_name name)
{
    const struct field *field = fields->named[name];
    return field == NULL ? 0 : raw_value(fields->encoded, field);
}

static int64_t word_value(const struct fields *fields, unsigned number)
{
    const struct field *field = fields->words[number];
    unsigned unused = 64 - 8 * field->width;
    uint64_t value = raw_value(fields->encoded, field);
    bool negative = (value >> (8 * field->width - 1) & 1) != 0;
    return (int64_t)(negative ? value | ~(UINT64_MAX >> unused) : value);
}

static uint8_t yes(bool value)
{
    return value ? YES : NO;
}

static void measure_header(const struct section *section, const struct fields *fields, uint8_t *values)
{
    bool big = fields->encoded->bytes[0] == 0xde;
    uint64_t flags = field_value(fields, FIELD_FLAGS);
    uint64_t usual_ra = (uint8_t)abi_facts[section->abi].fixed_ra;
    uint64_t auxiliary = field_value(fields, FIELD_AUX_LEN);
    uint64_t functions = field_value(fields, FIELD_NUM_FDES);
    values[DIM_PROFILE] = (uint8_t)section->profile;
    values[DIM_ABI] = (uint8_t)section->abi;
    values[DIM_ORDER] = big == (abi_order(section->abi) == ORDER_BIG) ? ORDER_NATIVE : ORDER_FOREIGN;
    values[DIM_SORTED] = yes((flags & FLAG_SORTED) != 0);
    values[DIM_FRAME_POINTER] = yes((flags & FLAG_FRAME_POINTER) != 0);
    values[DIM_START] = (flags & FLAG_PCREL) != 0 ? START_PCREL : START_SECTION;
    values[DIM_FIXED_FP] = field_value(fields, FIELD_FIXED_FP) == 0 ? FIXED_FP_NONE : FIXED_FP_SOME;
    values[DIM_FIXED_RA] = field_value(fields, FIELD_FIXED_RA) == usual_ra ? FIXED_RA_USUAL : FIXED_RA_OTHER;
    values[DIM_AUX] = auxiliary == 0 ? AUX_NONE : auxiliary < MAX_AUX ? AUX_SOME : AUX_LONGEST;
    values[DIM_FUNCTIONS] = functions == 0   ? FUNCTIONS_NONE
                            : functions == 1 ? FUNCTIONS_ONE
                            : functions == 2 ? FUNCTIONS_TWO
                                             : FUNCTIONS_SEVERAL;
}

/* Near the end of the address space is within the last 16 MiB; low is where 32 bits reach. */
static uint8_t measure_address(uint64_t address)
{
    if (address == 0)
        return ADDRESS_ZERO;
    if (address >> 32 == 0)
        return ADDRESS_LOW;
    return address >> 24 == UINT64_MAX >> 24 ? ADDRESS_LAST : ADDRESS_HIGH;
}

/* The first gap, if there are several. */
static uint8_t measure_gap(const struct encoded *encoded)
{
    const struct field *first = NULL;
    for (uint32_t i = 0; i < encoded->field_count; i++) {
        const struct field *field = &encoded->fields[i];
        if (field->name == FIELD_GAP && (first == NULL || field->offset < first->offset))
            first = field;
    }
    if (first == NULL)
        return GAP_NONE;
    uint32_t end = first->offset + first->width;
    if (first->offset >= encoded->rows_begin && end <= encoded->rows_end)
        return end == encoded->rows_end ? GAP_AFTER_ROWS : GAP_AMONG_ROWS;
    if (first->offset >= encoded->functions_begin && end <= encoded->functions_end)
        return GAP_FUNCTIONS;
    return first->offset == encoded->header_end ? GAP_HEADER : GAP_END;
}

static bool ends_at(const struct function *one, const struct function *other)
{
    return (uint64_t)one->start + one->size == (uint64_t)other->start;
}

static bool are_alike(const struct function *one, const struct function *other)
{
    return one->fre_type == other->fre_type && one->pc_type == other->pc_type &&
           one->fde_type == other->fde_type;
}

/* Only neighbours in the table are compared: nearly every table is in order one way or the other. */
static void measure_functions(const struct section *section, const struct encoded *encoded, uint8_t *values)
{
    bool below = section->function_count > 0 && section->functions[0].start < 0;
    values[DIM_SIDE] = below ? SIDE_BELOW : SIDE_ABOVE;
    values[DIM_TABLE] = TABLE_ASCENDING;
    values[DIM_KINDS] = KINDS_ALIKE;
    values[DIM_SPACING] = SPACING_APART;
    values[DIM_SHARING] = SHARING_NONE;
    values[DIM_DATA] = DATA_ASCENDING;
    for (uint32_t i = 1; i < section->function_count; i++) {
        const struct function *function = &section->functions[i], *before = function - 1;
        if (function->start < before->start)
            values[DIM_TABLE] = TABLE_OTHER;
        if (!are_alike(function, before))
            values[DIM_KINDS] = KINDS_MIXED;
        if (ends_at(function, before) || ends_at(before, function))
            values[DIM_SPACING] = SPACING_ADJACENT;
        if (function->shares >= 0)
            values[DIM_SHARING] = SHARING_SOME;
        if (encoded->data_at[i] < encoded->data_at[i - 1])
            values[DIM_DATA] = DATA_OTHER;
    }
}

static void measure_layout(const struct section *section, const struct encoded *encoded, uint8_t *values)
{
    values[DIM_ADDRESS] = measure_address(section->address);
    values[DIM_SUBSECTIONS] =
        encoded->rows_begin < encoded->functions_begin ? SUBSECTIONS_ROWS_FIRST : SUBSECTIONS_FUNCTIONS_FIRST;
    values[DIM_GAP] = measure_gap(encoded);
}

static void measure_function(const struct section *section, const struct fields *fields, uint8_t *values)
{
    uint64_t info = field_value(fields, FIELD_INFO);
    uint64_t type = info & 0xf;
    uint64_t fde_type = field_value(fields, FIELD_INFO2) & 0x1f;
    uint64_t rows = field_value(fields, FIELD_FUNC_NUM_FRES);
    values[DIM_PC_TYPE] = (info & 0x10) != 0 ? PC_MASK : PC_INC;
    values[DIM_FDE_TYPE] = (uint8_t)(fde_type < FDE_TYPE_OTHER ? fde_type : FDE_TYPE_OTHER);
    values[DIM_SIGNAL] = yes(profile_facts[section->profile].has_signal && (info & 0x80) != 0);
    values[DIM_KEY] = (info & 0x20) != 0 ? KEY_B : KEY_A;
    values[DIM_FRE_TYPE] = (uint8_t)(type < FRE_TYPE_OTHER ? type : FRE_TYPE_OTHER);
    values[DIM_ROWS] = rows == 0 ? ROWS_NONE : rows == 1 ? ROWS_ONE : ROWS_SEVERAL;
}

/* A small word leaves the upper half of what its size can hold to the large ones; but with four bytes large
 * begins so low that s390x can scale some in 32 bits. */
int64_t least_large_word(unsigned width)
{
    return (int64_t)1 << (width == 4 ? 27 : 8 * width - 2);
}

static uint8_t measure_offset(const struct fields *fields, unsigned number)
{
    int64_t value = word_value(fields, number);
    if (value < 0)
        return CFA_OFFSET_NEGATIVE;
    return value < least_large_word(fields->words[number]->width) ? CFA_OFFSET_SMALL : CFA_OFFSET_LARGE;
}

/* The word of RA or FP in a default row. */
static uint8_t measure_default_thing(const struct section *section, int64_t word, bool is_ra)
{
    if (word == 0 && is_ra && abi_facts[section->abi].zero_is_unsaved)
        return THING_PADDED;
    return names_registers(section) && (word & 1) != 0 ? THING_REGISTER : THING_SLOT;
}

static void measure_default_row(const struct section *section, const struct fields *fields, uint8_t *values)
{
    bool base_is_sp = (field_value(fields, FIELD_ROW_INFO) & 1) != 0;
    unsigned at = 1;
    values[DIM_CFA] = base_is_sp ? CFA_SP : CFA_FP;
    values[DIM_CFA_OFFSET] = measure_offset(fields, 0);
    if (ra_tracked(section) && at < fields->word_count)
        values[DIM_RA] = measure_default_thing(section, word_value(fields, at++), true);
    if (at < fields->word_count)
        values[DIM_FP] = measure_default_thing(section, word_value(fields, at++), false);
    values[DIM_SURPLUS] = yes(at < fields->word_count);
}

static uint8_t measure_flexible_cfa(const struct section *section, uint64_t control)
{
    if ((control & 1) == 0)
        return CFA_OTHER;
    if ((control & 2) != 0)
        return CFA_SLOT;
    if (control >> 3 == register_sp(section->abi))
        return CFA_SP;
    return control >> 3 == register_fp(section->abi) ? CFA_FP : CFA_REGISTER;
}

static uint8_t measure_flexible_thing(uint64_t control)
{
    static const uint8_t by_low_bits[] = {THING_OTHER, THING_REGISTER, THING_SLOT, THING_REGISTER_SLOT};
    return control == 0 ? THING_PADDED : by_low_bits[control & 3];
}

static void measure_flexible_row(const struct section *section, const struct fields *fields, uint8_t *values)
{
    static const enum dimension things[] = {DIM_CFA, DIM_RA, DIM_FP};
    unsigned at = 0;
    values[DIM_CFA] = CFA_OTHER;
    values[DIM_CFA_OFFSET] = CFA_OFFSET_SMALL;
    for (unsigned i = 0; i < 3 && at < fields->word_count; i++) {
        uint64_t control = raw_value(fields->encoded, fields->words[at++]);
        bool has_offset = control != 0 && at < fields->word_count;
        values[things[i]] = i == 0 ? measure_flexible_cfa(section, control) : measure_flexible_thing(control);
        if (i == 0 && has_offset)
            values[DIM_CFA_OFFSET] = measure_offset(fields, at);
        at += has_offset ? 1 : 0;
    }
    values[DIM_SURPLUS] = yes(at < fields->word_count);
}

/* Without words, or without a row, the dimensions of words are empty. */
static void measure_row(const struct section *section, const struct fields *fields, uint8_t *values)
{
    uint64_t info = field_value(fields, FIELD_ROW_INFO);
    bool has_words = fields->word_count > 0;
    uint64_t size = info >> 5 & 3;
    values[DIM_MANGLED] = yes((info & 0x80) != 0);
    values[DIM_WORD_SIZE] = has_words ? (uint8_t)size : WORD_SIZE_NONE;
    values[DIM_CFA] = CFA_NONE;
    values[DIM_CFA_OFFSET] = CFA_OFFSET_NONE;
    values[DIM_RA] = has_words ? THING_UNSAID : THING_NOWHERE;
    values[DIM_FP] = has_words ? THING_UNSAID : THING_NOWHERE;
    values[DIM_SURPLUS] = NO;
    if (has_words && values[DIM_FDE_TYPE] == FDE_TYPE_FLEX)
        measure_flexible_row(section, fields, values);
    else if (has_words)
        measure_default_row(section, fields, values);
}

void dimensions_of(const struct section *section, const struct encoded *encoded, uint8_t values[DIMENSIONS])
{
    struct fields fields;
    gather(&fields, encoded);
    measure_header(section, &fields, values);
    measure_layout(section, encoded, values);
    measure_functions(section, encoded, values);
    measure_function(section, &fields, values);
    measure_row(section, &fields, values);
}
