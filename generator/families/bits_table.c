/* The table of bits, and the sections in which each is flipped; a part of bits. */
#include "bits.h"

#include "shapes/edges.h"

/* --- Rows by their words -------------------------------------------------------------------------------- */

/* A default row as it is spelt: CFA, then RA where it is tracked, then FP, then words of no meaning. */
struct spelt {
    uint32_t start;
    uint8_t size, count; /* of words */
    int32_t words[4];
};

static struct rule slot_word(const struct section *section, int32_t word)
{
    return gen_abi_facts[section->abi].zero_is_unsaved && word == 0 ? gen_rule_padded() : gen_rule_slot(word);
}

static void spell(struct section *section, const struct spelt *spelt)
{
    struct row *row = gen_add_row(section, spelt->start);
    const int32_t *word = spelt->words;
    const int32_t *end = word + spelt->count;
    row->word_size = spelt->size;
    row->empty = spelt->count == 0;
    if (row->empty)
        return;
    row->cfa = gen_rule_fp(gen_cfa_of_word(section->abi, *word++));
    if (gen_ra_tracked(section) && word < end)
        row->ra = slot_word(section, *word++);
    if (word < end)
        row->fp = gen_rule_slot(*word++);
    while (word < end)
        row->extra[row->extra_count++] = *word++;
}

/* Two rows whose bytes are split here in one way and there in another. */
struct split {
    struct spelt base[2], flipped[2];
};

/* --- Builders: one for each way to flip ----------------------------------------------------------------- */

static void two_functions(struct section *section)
{
    for (int64_t start = 0x1000; start <= 0x1100; start += 0x100) {
        gen_add_function(section, start, 32);
        gen_add_prologue(section, 8);
    }
}

static uint8_t flip_if(uint8_t byte, const struct turn *turn)
{
    unsigned mask = turn->flipped ? 1U << turn->bit : 0;
    return (uint8_t)(byte ^ mask);
}

static void flip_flag(struct section *section, const struct turn *turn)
{
    two_functions(section);
    section->flags = flip_if(section->flags, turn);
}

/* Out of order and not flagged; flipped, flagged as if in order. */
static void flip_unsorted(struct section *section, const struct turn *turn)
{
    two_functions(section);
    section->flags = turn->flipped ? FLAG_SORTED : 0;
    section->functions[0].start = 0x2000;
}

/* The same field counts from elsewhere. */
static void flip_pcrel(struct section *section, const struct turn *turn)
{
    gen_add_function(section, 0x1000 + (turn->flipped ? HEADER_SIZE : 0), 32);
    gen_add_prologue(section, 8);
    section->flags = flip_if(section->flags, turn);
}

/* A first row that starts at 0 has a byte of 0 after it only if it is empty. */
static void flip_fre_type_empty(struct section *section, const struct turn *turn)
{
    static const struct split split = {
        {{0, 1, 0, {0}}, {2, 4, 1, {0x02020202}}},
        {{0, 1, 1, {0x42}}, {0x0202, 1, 1, {2}}},
    };
    gen_add_function(section, 0x1000, 0x400)->fre_type = turn->flipped ? FRE_ADDR2 : FRE_ADDR1;
    for (unsigned i = 0; i < 2; i++)
        spell(section, turn->flipped ? &split.flipped[i] : &split.base[i]);
}

/* Else the flipped start takes in the info byte, and does not begin at 0. */
static void flip_fre_type(struct section *section, const struct turn *turn)
{
    static const struct spelt bases[] = {{0, 2, 1, {0x0202}}, {0, 4, 1, {0x02020202}}};
    static const uint32_t starts[][2] = {{0x2200, 0x0022}, {0x02024200, 0x00420202}};
    struct spelt row = {starts[turn->bit][section->order == ORDER_BIG], 1, 1, {2}};
    gen_add_function(section, 0x1000, 0x04000000)->fre_type =
        turn->flipped ? (enum fre_type)(1U << turn->bit) : FRE_ADDR1;
    spell(section, turn->flipped ? &row : &bases[turn->bit]);
}

/* Without rows nothing follows that the row type could change. */
static void flip_fre_type_no_rows(struct section *section, const struct turn *turn)
{
    gen_add_function(section, 0x1000, 32)->fre_type =
        turn->flipped ? (enum fre_type)(1U << turn->bit) : FRE_ADDR1;
}

static void flip_pc_type(struct section *section, const struct turn *turn)
{
    struct function *function = gen_add_stub(section, 0x1000, 16, 2);
    function->pc_type = turn->flipped ? PC_INC : PC_MASK;
}

static void flip_key(struct section *section, const struct turn *turn)
{
    gen_add_function(section, 0x1000, 32)->key_b = turn->flipped;
    gen_add_prologue(section, 8);
    section->rows[1].mangled = true;
}

static void flip_signal(struct section *section, const struct turn *turn)
{
    gen_add_function(section, 0x1000, 32)->signal = turn->flipped;
    gen_add_prologue(section, 8);
}

/* Two words: CFA and FP, or the pair of the CFA.  49 names register 6 and says "register". */
static void flip_fde_type_amd64(struct section *section, const struct turn *turn)
{
    gen_add_function(section, 0x1000, 32)->fde_type = turn->flipped ? FDE_FLEX : FDE_DEFAULT;
    struct row *row = gen_add_row(section, 0);
    row->cfa = turn->flipped ? gen_rule_register(6, -16) : gen_rule_fp(49);
    row->fp = turn->flipped ? gen_rule_unsaid() : gen_rule_slot(-16);
}

/* Four words: pairs of CFA and RA, or those of a default row and one too many. */
static void flip_fde_type_tracked(struct section *section, const struct turn *turn)
{
    static const struct spelt surplus = {0, 1, 4, {9, 16, 2, -8}};
    gen_add_function(section, 0x1000, 32)->fde_type = turn->flipped ? FDE_DEFAULT : FDE_FLEX;
    if (turn->flipped) {
        spell(section, &surplus);
        return;
    }
    struct row *row = gen_add_row(section, 0);
    row->cfa = gen_rule_register(1, 16);
    row->ra = gen_rule_slot(-8);
}

/* At address 0 and start 0, so that it does not matter where the PC of a mask counts from.  Whichever bit of
 * 48 is flipped, the block still holds its second row. */
static void flip_rep_size(struct section *section, const struct turn *turn)
{
    section->address = 0;
    gen_add_stub(section, 0, 48, 8)->rep_size = flip_if(48, turn);
    section->rows[1].start = 8;
}

static void flip_base(struct section *section, const struct turn *turn)
{
    gen_add_function(section, 0x1000, 32);
    gen_add_prologue(section, 8);
    section->rows[1].cfa.place = turn->flipped ? PLACE_FP : PLACE_SP;
}

static void flip_mangled(struct section *section, const struct turn *turn)
{
    gen_add_function(section, 0x1000, 32);
    gen_add_prologue(section, 8);
    section->rows[1].mangled = turn->flipped;
}

static void flip_split(struct section *section, const struct turn *turn)
{
    gen_add_function(section, 0x1000, 0x80);
    for (unsigned i = 0; i < 2; i++)
        spell(section, turn->flipped ? &turn->flip->split->flipped[i] : &turn->flip->split->base[i]);
}

/* CFA's pair alone, then those of all three.  9, 17 and 25 name registers 1, 2 and 3; 2 says "in a slot". */
static void flip_count_2_6(struct section *section, const struct turn *turn)
{
    gen_add_function(section, 0x1000, 0x80)->fde_type = FDE_FLEX;
    struct row *row = gen_add_row(section, 0);
    row->cfa = gen_rule_register(1, 16);
    row->ra = turn->flipped ? gen_rule_slot(12)
                            : gen_rule_unsaid(); /* 2 is the next row's start, 12 its info byte */
    row->fp = turn->flipped ? gen_rule_register(2, 24) : gen_rule_unsaid();
    row = gen_add_row(section, 2);
    row->cfa = turn->flipped ? gen_rule_register(3, -8) : gen_rule_register(2, 24);
    row->ra = turn->flipped ? gen_rule_unsaid() : gen_rule_slot(4); /* likewise start and info byte */
    row->fp = turn->flipped ? gen_rule_unsaid() : gen_rule_register(3, -8);
}

/* CFA and RA, then FP as well. */
static void flip_count_4_6(struct section *section, const struct turn *turn)
{
    gen_add_function(section, 0x1000, 0x80)->fde_type = FDE_FLEX;
    struct row *row = gen_add_row(section, 0);
    row->cfa = gen_rule_register(1, 16);
    row->ra = gen_rule_slot(-8);
    row->fp = turn->flipped ? gen_rule_slot(12) : gen_rule_unsaid();
    row = gen_add_row(section, turn->flipped ? 9 : 2);
    row->cfa = turn->flipped ? gen_rule_register(2, 24) : gen_rule_register(1, 8);
    row->ra = turn->flipped ? gen_rule_register(3, -8) : gen_rule_register(2, 24);
    row->fp = turn->flipped ? gen_rule_unsaid() : gen_rule_register(3, -8);
}

/* The last row's words go on beyond the rows' end: lied, as no model says it. */
void gen_flip_overrun(struct section *section, const struct turn *turn)
{
    (void)turn;
    gen_add_function(section, 0x1000, 32);
    gen_add_row(section, 0);
}

static void flip_control(struct section *section, const struct turn *turn)
{
    struct rule rule = turn->bit == 0 ? gen_rule_register_slot(0, -16) : gen_rule_register_slot(5, -16);
    gen_add_function(section, 0x1000, 32)->fde_type = FDE_FLEX;
    struct row *row = gen_add_row(section, 0);
    row->word_size =
        (uint8_t)(1U << turn->flip->word / 2); /* CFA's control has one byte, RA's two, FP's four */
    row->cfa = gen_rule_register(7, 16);
    row->ra = gen_rule_slot(-8);
    row->fp = gen_rule_slot(-16);
    if (turn->flipped && turn->bit == 0)
        rule = gen_rule_slot(-16);
    else if (turn->flipped && turn->bit == 1)
        rule.deref = false;
    else if (turn->flipped)
        rule.reg ^= (uint32_t)1 << (turn->bit - 3);
    *(turn->flip->word == 0 ? &row->cfa : turn->flip->word == 2 ? &row->ra : &row->fp) = rule;
}

/* --- Splits ----------------------------------------------------------------------------------------------
 *
 * The numbers that stand for bytes of the next row: its start, its info byte (count << 1, and 0x20 or 0x40
 * for words of two or four bytes), its first words. */

static const struct split count_0_1 = {{{0, 1, 0, {0}}, {4, 1, 1, {0}}}, {{0, 1, 1, {4}}, {2, 1, 0, {0}}}};

static const struct split count_0_2 = {{{0, 1, 0, {0}}, {8, 1, 2, {16, 0}}},
                                       {{0, 1, 2, {8, 4}}, {16, 1, 0, {0}}}};

static const struct split count_2_3 = {{{0, 1, 2, {4, 8}}, {8, 1, 3, {4, 16, 24}}},
                                       {{0, 1, 3, {4, 8, 8}}, {6, 1, 2, {16, 24}}}};

static const struct split count_3_2 = {{{0, 1, 3, {4, 8, 8}}, {0x22, 1, 1, {2}}},
                                       {{0, 1, 2, {4, 8}}, {8, 2, 1, {0x0202}}}};

static const struct split count_1_3 = {{{0, 1, 1, {4}}, {8, 1, 3, {16, 2, 24}}},
                                       {{0, 1, 3, {4, 8, 6}}, {16, 1, 1, {24}}}};

/* AMD64 before errata 2, where counts are 1 and 2: the flipped row has a word that means nothing. */
static const struct split surplus_2_3 = {{{0, 1, 2, {4, 8}}, {8, 1, 2, {2, 16}}},
                                         {{0, 1, 3, {4, 8, 8}}, {4, 1, 1, {16}}}};

static const struct split surplus_1_3 = {{{0, 1, 1, {4}}, {8, 4, 1, {0x01022230}}},
                                         {{0, 1, 3, {4, 8, 0x42}}, {0x30, 2, 1, {0x0102}}}};

static const struct split size_1_2 = {{{0, 1, 1, {8}}, {8, 2, 1, {0x0202}}},
                                      {{0, 2, 1, {0x0808}}, {0x22, 1, 1, {2}}}};

/* Eight times the long words still fit in 32 bits: on s390x more is contested. */
static const struct split size_1_4 = {{{0, 1, 1, {8}}, {0x42, 4, 1, {0x08020208}}},
                                      {{0, 4, 1, {0x08424208}}, {2, 1, 1, {8}}}};

/* --- The table of bits ---------------------------------------------------------------------------------- */

#define SECTION  -1, -1
#define FUNCTION -1, -1

/* In place of a name, where no valid section can have the bit flipped: that is for other families. */
static const char reserved[] = "reserved";   /* nothing is defined: a fault, to most */
static const char contested[] = "contested"; /* what it means there is an open point of the ledger */

const struct flip gen_flips[] = {
    {FIELD_FLAGS, SECTION, 0, 0, ALL, ANY_ABI, "sorted", "flags.sorted", flip_flag, NULL, 0},
    {FIELD_FLAGS, SECTION, 0, 0, E1ON, ANY_ABI, "unsorted", "flags.sorted", flip_unsorted, NULL, 0},
    {FIELD_FLAGS, SECTION, 1, 1, BEFORE_V3, ANY_ABI, "frame-pointer", "flags.frame-pointer", flip_flag, NULL,
     0},
    {FIELD_FLAGS, SECTION, 1, 1, V3, ANY_ABI, contested, "flags.undefined-zero", NULL, NULL, 0},
    {FIELD_FLAGS, SECTION, 2, 2, E1ON, ANY_ABI, "pcrel", "flags.pcrel", flip_pcrel, NULL, 0},
    {FIELD_FLAGS, SECTION, 2, 2, V12, ANY_ABI, contested, "flags.undefined", NULL, NULL, 0},
    {FIELD_FLAGS, SECTION, 3, 7, V12, ANY_ABI, reserved, "flags.undefined", NULL, NULL, 0},
    {FIELD_FLAGS, SECTION, 3, 7, E1ON, ANY_ABI, reserved, "flags.undefined-zero", NULL, NULL, 0},

    {FIELD_INFO, FUNCTION, 0, 0, E2ON, ANY_ABI, "fre-type-empty", "info.fre-type", flip_fre_type_empty, NULL,
     0},
    {FIELD_INFO, FUNCTION, 0, 0, ALL, ANY_ABI, "fre-type-addr2", "info.fre-type", flip_fre_type, NULL, 0},
    {FIELD_INFO, FUNCTION, 1, 1, ALL, ANY_ABI, "fre-type-addr4", "info.fre-type", flip_fre_type, NULL, 0},
    {FIELD_INFO, FUNCTION, 0, 1, V3, ANY_ABI, "fre-type-no-rows", "info.fre-type", flip_fre_type_no_rows,
     NULL, 0},
    {FIELD_INFO, FUNCTION, 2, 3, ALL, ANY_ABI, reserved, "info.fre-type-known", NULL, NULL, 0},
    {FIELD_INFO, FUNCTION, 4, 4, V1, ANY_ABI, "pc-type", "info.pc-type", flip_pc_type, NULL, 0},
    /* What a block size is to increments is contested, but not what lookups then answer. */
    {FIELD_INFO, FUNCTION, 4, 4, V2ON, ANY_ABI, "pc-type", "info.pc-type", flip_pc_type, NULL, LOOKUP},
    {FIELD_INFO, FUNCTION, 5, 5, ALL, ARMS, "key", "info.pauth-key", flip_key, NULL, 0},
    {FIELD_INFO, FUNCTION, 5, 5, V12, NOT_ARM, contested, "info.pauth-key", NULL, NULL, 0},
    {FIELD_INFO, FUNCTION, 5, 5, E1ON, NOT_ARM, contested, "info.pauth-zero", NULL, NULL, 0},
    {FIELD_INFO, FUNCTION, 6, 7, BEFORE_V3, ANY_ABI, reserved, "info.unused", NULL, NULL, 0},
    {FIELD_INFO, FUNCTION, 6, 6, V3, ANY_ABI, reserved, "info.unused-v3", NULL, NULL, 0},
    {FIELD_INFO, FUNCTION, 7, 7, V3, ANY_ABI, "signal", "info.signal", flip_signal, NULL, 0},

    {FIELD_INFO2, FUNCTION, 0, 0, V3, AMD, "fde-type", "info2.fde-type", flip_fde_type_amd64, NULL, 0},
    {FIELD_INFO2, FUNCTION, 0, 0, V3, TRACKED & UNSCALED, "fde-type", "info2.fde-type",
     flip_fde_type_tracked, NULL, 0},
    {FIELD_INFO2, FUNCTION, 0, 0, V3, S390, contested, "info2.fde-type", NULL, NULL, 0},
    {FIELD_INFO2, FUNCTION, 1, 4, V3, ANY_ABI, reserved, "info2.fde-type-known", NULL, NULL, 0},
    {FIELD_INFO2, FUNCTION, 5, 7, V3, ANY_ABI, reserved, "info2.unused", NULL, NULL, 0},

    {FIELD_REP_SIZE, FUNCTION, 0, 7, V2ON, ANY_ABI, "rep-size", "fde.rep-size", flip_rep_size, NULL, 0},

    {FIELD_ROW_INFO, 1, -1, 0, 0, ALL, ANY_ABI, "base", "fre.base-reg", flip_base, NULL, 0},
    {FIELD_ROW_INFO, 0, -1, 1, 1, E2ON, ANY_ABI, "count-0-1", "fre.count", flip_split, &count_0_1, 0},
    {FIELD_ROW_INFO, 0, -1, 1, 1, E1ON, S390, "count-2-3", "fre.count", flip_split, &count_2_3, 0},
    {FIELD_ROW_INFO, 0, -1, 1, 1, ALL, ARMS, "count-3-2", "fre.count", flip_split, &count_3_2, 0},
    {FIELD_ROW_INFO, 0, -1, 1, 1, BEFORE_E2, AMD, "count-2-3", "fre.count", flip_split, &surplus_2_3, 0},
    {FIELD_ROW_INFO, 0, -1, 2, 2, ALL, TRACKED, "count-1-3", "fre.count", flip_split, &count_1_3, 0},
    {FIELD_ROW_INFO, 0, -1, 2, 2, BEFORE_E2, AMD, "count-1-3", "fre.count", flip_split, &surplus_1_3, 0},
    {FIELD_ROW_INFO, 0, -1, 2, 2, E2ON, AMD, "count-0-2", "fre.count", flip_split, &count_0_2, 0},
    {FIELD_ROW_INFO, 0, -1, 2, 2, V3, UNSCALED, "flex-count-4-6", "fre.count", flip_count_4_6, NULL, 0},
    {FIELD_ROW_INFO, 0, -1, 3, 3, V3, AMD, "flex-count-2-6", "fre.count", flip_count_2_6, NULL, 0},
    {FIELD_ROW_INFO, 0, -1, 3, 4, ALL, ANY_ABI, "count-overrun", "fre.inside", gen_flip_overrun, NULL, 0},
    {FIELD_ROW_INFO, 0, -1, 5, 5, ALL, ANY_ABI, "size-1-2", "fre.size", flip_split, &size_1_2, 0},
    {FIELD_ROW_INFO, 0, -1, 6, 6, ALL, ANY_ABI, "size-1-4", "fre.size", flip_split, &size_1_4, 0},
    {FIELD_ROW_INFO, 1, -1, 7, 7, ALL, ARMS, "mangled", "fre.mangled", flip_mangled, NULL, 0},
    {FIELD_ROW_INFO, 1, -1, 7, 7, ALL, NOT_ARM, contested, "fre.mangled-aarch64", NULL, NULL, 0},

    /* Control words of CFA (one byte), RA (two) and FP (four).  On s390x what scales their CFA is contested.
     */
    {FIELD_WORD, 0, 0, 0, 0, V3, UNSCALED, "cfa-reg-p", "flex.reg-p", flip_control, NULL, 0},
    {FIELD_WORD, 0, 2, 0, 0, V3, UNSCALED, "ra-reg-p", "flex.reg-p", flip_control, NULL, 0},
    {FIELD_WORD, 0, 4, 0, 0, V3, UNSCALED, "fp-reg-p", "flex.reg-p", flip_control, NULL, 0},
    {FIELD_WORD, 0, 0, 1, 1, V3, UNSCALED, "cfa-deref-p", "flex.deref-p", flip_control, NULL, 0},
    {FIELD_WORD, 0, 2, 1, 1, V3, UNSCALED, "ra-deref-p", "flex.deref-p", flip_control, NULL, 0},
    {FIELD_WORD, 0, 4, 1, 1, V3, UNSCALED, "fp-deref-p", "flex.deref-p", flip_control, NULL, 0},
    {FIELD_WORD, 0, 0, 2, 2, V3, UNSCALED, reserved, "flex.unused", NULL, NULL, 0},
    {FIELD_WORD, 0, 2, 2, 2, V3, UNSCALED, reserved, "flex.unused", NULL, NULL, 0},
    {FIELD_WORD, 0, 4, 2, 2, V3, UNSCALED, reserved, "flex.unused", NULL, NULL, 0},
    {FIELD_WORD, 0, 0, 3, 7, V3, UNSCALED, "cfa-regnum", "flex.regnum", flip_control, NULL, 0},
    {FIELD_WORD, 0, 2, 3, 15, V3, UNSCALED, "ra-regnum", "flex.regnum", flip_control, NULL, 0},
    {FIELD_WORD, 0, 4, 3, 31, V3, UNSCALED, "fp-regnum", "flex.regnum", flip_control, NULL, 0},
    {FIELD_WORD, 0, 0, 0, 7, V3, S390, contested, "flex.value", NULL, NULL, 0},
    {FIELD_WORD, 0, 2, 0, 15, V3, S390, contested, "flex.value", NULL, NULL, 0},
    {FIELD_WORD, 0, 4, 0, 31, V3, S390, contested, "flex.value", NULL, NULL, 0},
};

const unsigned gen_flip_count = COUNT(gen_flips);
