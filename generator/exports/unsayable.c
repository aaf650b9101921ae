#include "unsayable.h"

#include "emit/sets.h"
#include "model/answer.h"

#include <string.h>

#define BEYOND_32             ((int64_t)1 << 31)
#define UNKNOWN_ABI           "no text knows the ABI"
#define UNKNOWN_TYPE          "no text knows the type"

enum { START = 0x1000, PLAIN_SIZE = 0x40, UNDEFINED_FLAG = 0x40, OTHER_REGISTER = 10 };
enum { MOST_COUNTED = 0xffff }; /* rows, where an attribute counts them */

/* --- What is said --------------------------------------------------------------------------------------- */

/* Of a section with one function and the row at its start. */
static struct row *first_row(struct section *section)
{
    return &section->rows[0];
}

static void say_late_row(struct section *section, enum fre_type type, uint32_t size, uint32_t start)
{
    section->functions[0].fre_type = type;
    section->functions[0].size = size;
    gen_add_row(section, start)->cfa.offset += 8;
}

CHANGE(say_addr1, say_late_row(section, FRE_ADDR1, 0x200, 0x100))
CHANGE(say_addr2, say_late_row(section, FRE_ADDR2, 0x20000, 0x10000))
CHANGE(say_row_at_end, say_late_row(section, FRE_ADDR1, PLAIN_SIZE, PLAIN_SIZE))

static void say_row_before(struct section *section)
{
    say_late_row(section, FRE_ADDR1, PLAIN_SIZE, 0x20);
    say_late_row(section, FRE_ADDR1, PLAIN_SIZE, 0x10);
}

/* Rows at all of these, of 8 bytes more each. */
static void say_rows_at(struct section *section, const uint32_t *starts, uint32_t count)
{
    section->rows[0].start = starts[0];
    for (uint32_t i = 1; i < count; i++)
        gen_add_row(section, starts[i])->cfa.offset += 8 * (int64_t)i;
}

static void say_rows_backwards(struct section *section)
{
    static const uint32_t starts[] = {0x30, 0x20, 0x10, 0};
    say_rows_at(section, starts, sizeof starts / sizeof *starts);
}

static void say_rows_equal(struct section *section)
{
    static const uint32_t starts[] = {0, 0x10, 0x10, 0x20};
    say_rows_at(section, starts, sizeof starts / sizeof *starts);
}

/* Each of another size, another number of rows and other offsets, so that none stands for another; starts of
 * rows have one byte and two in turns. */
static void say_functions(struct section *section)
{
    static const int64_t starts[] = {0x2000, 0x800, 0x3000, 0x1800};
    for (uint32_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const uint32_t step = i % 2 == 0 ? 0x8 : 0x100;
        struct function *const function = gen_add_function(section, starts[i], step * (i + 1) + 8);
        function->fre_type = i % 2 == 0 ? FRE_ADDR1 : FRE_ADDR2;
        function->key_b = gen_abi_facts[section->abi].signs_ra && i % 2 != 0;
        for (uint32_t row = 0; row <= i; row++)
            gen_add_row(section, step * row)->cfa.offset += 8 * (int64_t)(4 * i + row + 1);
    }
}

CHANGE(say_functions_unflagged, section->flags &= (uint8_t)~FLAG_SORTED; say_functions(section))
CHANGE(say_start_above, section->functions[0].start = BEYOND_32)

/* The field of the first function's start lies directly behind the header. */
CHANGE(say_start_above_field, section->functions[0].start = BEYOND_32 + HEADER_SIZE)

static void say_start_below(struct section *section)
{
    section->address = (uint64_t)1 << 32;
    section->functions[0].start = -BEYOND_32 - 1;
}

/* One more word than four bytes hold, however the word is scaled. */
static int64_t cfa_of_word(const struct section *section, int64_t word)
{
    const struct abi_facts *const facts = &gen_abi_facts[section->abi];
    return facts->cfa_factor * word + facts->cfa_addend;
}

CHANGE(say_cfa_above, first_row(section)->cfa.offset = cfa_of_word(section, BEYOND_32))
CHANGE(say_cfa_below, first_row(section)->cfa.offset = cfa_of_word(section, -BEYOND_32 - 1))
CHANGE(say_cfa_between, first_row(section)->cfa.offset++)
CHANGE(say_cfa_register, first_row(section)->cfa = gen_rule_register(OTHER_REGISTER, 16))
CHANGE(say_cfa_slot, first_row(section)->cfa.deref = true)

/* RA first, where rows track it, as FP comes behind it. */
static void say_fp(struct section *section, struct rule fp)
{
    if (gen_ra_tracked(section))
        first_row(section)->ra = gen_rule_slot(-8);
    first_row(section)->fp = fp;
}

CHANGE(say_fp_below, say_fp(section, gen_rule_slot(-BEYOND_32 - 8)))
CHANGE(say_fp_sum, say_fp(section, gen_rule_cfa(-16)))
CHANGE(say_fp_register, say_fp(section, gen_rule_register(OTHER_REGISTER, 0)))
CHANGE(say_ra_elsewhere, first_row(section)->ra = gen_rule_slot(-16))
CHANGE(say_signal, section->functions[0].signal = true)

static void say_flexible(struct section *section)
{
    section->functions[0].fde_type = FDE_FLEX;
    first_row(section)->cfa = gen_rule_register_slot(OTHER_REGISTER, 16);
}

CHANGE(say_flag, section->flags |= UNDEFINED_FLAG)

static void say_mask(struct section *section, uint32_t block)
{
    section->functions[0].pc_type = PC_MASK;
    section->functions[0].rep_size = block;
}

CHANGE(say_no_block, say_mask(section, 0))
CHANGE(say_large_block, section->functions[0].size = 0x200; say_mask(section, 0x100))

/* --- The table ------------------------------------------------------------------------------------------ */

/* What stands in a member where the format has a name for everything that it knows. */
struct number {
    const char *member;
    uint32_t value;
};

static const struct number none = {NULL, 0};
static const struct number abi_zero = {"abi", 0}, abi_next = {"abi", 5}, abi_last = {"abi", 0xff};
static const struct number row_type_next = {"fre_type", 3}, row_type_last = {"fre_type", 0xf};
static const struct number type_next = {"fde_type", 2}, type_last = {"fde_type", 0x1f};

/* `may`: an encoder can put it right instead.  `rows`, `functions`: so many of the one; 0: as the section has
 * them.
 * `sayable`: just not too much, the twin of one that is.  `ledger`: what leaves open whether it is sayable.
 */
static const struct unsayable {
    const char *name, *why;
    void (*say)(struct section *section); /* null: nothing more */
    enum refusal refuse;
    unsigned profiles, abis; /* 0: all */
    bool no_registers;       /* only where default rows name none */
    uint32_t rows, functions;
    const struct number *number;
    const char *ledger;
} unsayables[] = {
    {"row-start-addr1", "a row starts at 256, and starts have one byte", say_addr1, .refuse = MUST},
    {"row-start-addr2", "a row starts at 65536, and starts have two bytes", say_addr2, .refuse = MUST},
    {"row-at-end", "a row starts where its function ends", say_row_at_end, .refuse = MUST},
    {"row-before", "rows are not in the order of their starts", say_row_before, MAY, .ledger = "row-order"},
    {"rows-backwards", "rows are not in the order of their starts", say_rows_backwards, MAY,
     .ledger = "row-order"},
    {"rows-equal", "two rows have one start", say_rows_equal, MAY, .ledger = "row-order-equal"},
    {"functions-mingled", "", say_functions, .refuse = SAYABLE},
    {"functions-unflagged", "", say_functions_unflagged, SAYABLE, .profiles = E1ON},
    {"abi-zero", UNKNOWN_ABI, NULL, MUST, .number = &abi_zero},
    {"abi-next", UNKNOWN_ABI, NULL, MUST, .number = &abi_next},
    {"abi-last", UNKNOWN_ABI, NULL, MUST, .number = &abi_last},
    {"row-type-next", UNKNOWN_TYPE, NULL, MUST, .number = &row_type_next},
    {"row-type-last", UNKNOWN_TYPE, NULL, MUST, .number = &row_type_last},
    {"function-type-next", UNKNOWN_TYPE, NULL, MUST, .profiles = V3, .number = &type_next},
    {"function-type-last", UNKNOWN_TYPE, NULL, MUST, .profiles = V3, .number = &type_last},
    {"start-above", "a start needs more than 32 bits", say_start_above, MUST, .profiles = V12},
    {"start-above-field", "a start needs more than 32 bits", say_start_above_field, MUST, .profiles = ERRATA},
    {"start-below", "a start needs more than 32 bits", say_start_below, MUST, .profiles = BEFORE_V3},
    {"cfa-above", "the CFA's offset needs more than 32 bits", say_cfa_above, .refuse = MUST},
    {"cfa-below", "the CFA's offset needs more than 32 bits", say_cfa_below, .refuse = MUST},
    {"cfa-between", "no word stands for the CFA's offset", say_cfa_between, MUST, .abis = S390},
    {"cfa-register", "a default row has its CFA on SP or FP", say_cfa_register, .refuse = MUST},
    {"cfa-slot", "a default row has no CFA that lies in memory", say_cfa_slot, .refuse = MUST},
    {"fp-below", "FP's offset needs more than 32 bits", say_fp_below, .refuse = MUST},
    {"fp-sum", "a default row has FP in memory", say_fp_sum, .refuse = MUST},
    {"fp-register", "a default row names no register", say_fp_register, MUST, .no_registers = true},
    {"ra-elsewhere", "RA has a fixed place", say_ra_elsewhere, MUST, .abis = AMD},
    {"signal", "the version has no signal frames", say_signal, MUST, .profiles = BEFORE_V3},
    {"flexible", "the version has no flexible functions", say_flexible, MUST, .profiles = BEFORE_V3},
    {"flag", "a flag that the version does not define", say_flag, .refuse = MUST},
    {"mask-block-zero", "a mask needs the size of its block", say_no_block, MUST, .profiles = V2ON},
    {"mask-block-256", "the size of a block has one byte", say_large_block, MUST, .profiles = V2ON},
    {"rows-65535", "", NULL, SAYABLE, .profiles = V3, .rows = MOST_COUNTED},
    {"rows-65536", "rows are counted in 16 bits", NULL, MUST, .profiles = V3, .rows = MOST_COUNTED + 1},
    {"functions-64", "", NULL, SAYABLE, .functions = 64},
    {"functions-65", "", NULL, SAYABLE, .functions = 65},
    {"functions-257", "", NULL, SAYABLE, .functions = 257},
};

/* --- As questions ----------------------------------------------------------------------------------------- */

/* As producers write it: starts count from their fields, where the text has that. */
static struct section *plain(enum profile profile, enum abi abi)
{
    static struct section section;
    gen_section_init(&section, profile, abi);
    section.flags |= has_pcrel(profile) ? FLAG_PCREL : 0;
    gen_add_function(&section, START, PLAIN_SIZE);
    gen_add_row(&section, 0);
    return &section;
}

static bool is_there(const struct unsayable *unsayable, enum profile profile, enum abi abi)
{
    return (unsayable->profiles == 0 || is_in(unsayable->profiles, profile)) &&
           (unsayable->abis == 0 || is_in(unsayable->abis, abi)) &&
           !(unsayable->no_registers && default_names_registers(profile, abi));
}

static bool is_wanted(const struct selection *selection, enum profile profile, enum abi abi)
{
    return abi_known(profile, abi) && (selection->profile < 0 || selection->profile == (int)profile) &&
           (selection->abi < 0 || selection->abi == (int)abi) && selection->family == NULL;
}

/* All of them are core; of those with millions of bytes one ABI's, as none changes how rows are counted. */
static bool is_selected(const struct selection *selection, const char *id, bool is_large, enum abi abi)
{
    if (selection->core && is_large && abi != ABI_AARCH64)
        return false;
    struct selection any = *selection;
    any.core = false;
    return gen_selects_id(&any, id);
}

static bool ask(const struct encoder_sink *sink, const struct unsayable *unsayable, enum profile profile,
                enum abi abi, const char *id)
{
    struct section *const section = plain(profile, abi);
    const struct number *const number = unsayable->number != NULL ? unsayable->number : &none;
    if (unsayable->say != NULL)
        unsayable->say(section);
    const struct encoder_question question = {
        .id = id,
        .family = "unsayable",
        .family_first = true,
        .ledger = unsayable->ledger,
        .section = section,
        .asked = {.from = ENCODE_MODEL, .member = number->member, .number = number->value},
        .rows = unsayable->rows,
        .functions = unsayable->functions,
        .refuse = unsayable->refuse,
        .why = unsayable->why};
    return sink->take(sink->into, &question);
}

static bool ask_all(const struct selection *selection, const struct encoder_sink *sink,
                    const struct unsayable *unsayable)
{
    char id[MAX_ID];
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        for (enum abi abi = ABI_AMD64; abi < ABIS; abi++) {
            SAY(id, "%s/%s/encode/unsayable/%s", profile_name(profile), abi_name(abi), unsayable->name);
            if (is_wanted(selection, profile, abi) && is_there(unsayable, profile, abi) &&
                is_selected(selection, id, unsayable->rows != 0, abi) &&
                !ask(sink, unsayable, profile, abi, id))
                return false;
        }
    return true;
}

void gen_unsayable_questions(const struct selection *selection, const struct encoder_sink *sink)
{
    bool goes_on = true;
    for (size_t i = 0; i < sizeof unsayables / sizeof *unsayables && goes_on; i++)
        goes_on = ask_all(selection, sink, &unsayables[i]);
}
