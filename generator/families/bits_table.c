/* The table of bits, and the sections in which each is flipped; a part of bits.c. */
#include "bits.h"

#include "models.h"
#include "shapes/edges.h"

/* --- Builders: one for each way to flip ----------------------------------------------------------------- */

static uint8_t flip_if(uint8_t byte, const struct turn *turn)
{
    unsigned mask = turn->flipped ? 1U << turn->bit : 0;
    return (uint8_t)(byte ^ mask);
}

static void flip_flag(struct section *section, const struct turn *turn)
{
    for (int64_t start = 0x1000; start <= 0x1100; start += 0x100) {
        gen_add_function(section, start, 32);
        gen_add_prologue(section, 8);
    }
    section->flags = flip_if(section->flags, turn);
}

/* A row with one word, the CFA's.  If the bit is flipped, the start is longer and includes the info byte. */
static void flip_fre_type(struct section *section, const struct turn *turn)
{
    static const int64_t words[] = {0x0202, 0x02020202};
    static const uint32_t starts[][2] = {{0x2200, 0x0022}, {0x02024200, 0x00420202}};
    gen_add_function(section, 0x1000, 0x04000000)->fre_type =
        turn->flipped ? (enum fre_type)(1U << turn->bit) : FRE_ADDR1;
    struct row *const row =
        gen_add_row(section, turn->flipped ? starts[turn->bit][section->order == ORDER_BIG] : 0);
    row->word_size = (uint8_t)(turn->flipped ? 1U : 2U << turn->bit);
    row->cfa = gen_rule_fp(gen_cfa_of_word(section->abi, turn->flipped ? 2 : words[turn->bit]));
}

/* Without rows nothing follows that the row type could change. */
static void flip_fre_type_no_rows(struct section *section, const struct turn *turn)
{
    gen_add_function(section, 0x1000, 32)->fre_type =
        turn->flipped ? (enum fre_type)(1U << turn->bit) : FRE_ADDR1;
}

/* At address 0 and start 0, so that it does not matter where the PC of a mask counts from.  Whichever bit of
 * 48 is flipped, the block still holds its second row. */
static void flip_rep_size(struct section *section, const struct turn *turn)
{
    section->address = 0;
    gen_add_stub(section, 0, 48, 8)->rep_size = flip_if(48, turn);
    section->rows[1].start = 8;
}

void gen_flip_by_text(struct section *section, const struct turn *turn)
{
    char shape[MAX_ID];
    SAY(shape, "%s-%s", turn->flip->name, turn->flipped ? "flipped" : "base");
    if (!gen_build_model(turn->emitter, section, shape))
        gen_family_fails(turn->emitter, "a flipped bit has no text");
}

/* If the bit is flipped, the last row's words go on beyond the rows.  No model can express that: bytes lie. */
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

/* --- The table of bits ---------------------------------------------------------------------------------- */

#define SECTION  -1, -1
#define FUNCTION -1, -1

/* Take the place of a name where no valid section can have the bit flipped: other families flip it. */
static const char reserved[] = "reserved";   /* it has no meaning: most call it a fault */
static const char contested[] = "contested"; /* its meaning is an open point of the ledger */

const struct flip gen_flips[] = {
    {FIELD_FLAGS, SECTION, 0, 0, ALL, ANY_ABI, "sorted", "flags.sorted", flip_flag, false, 0},
    {FIELD_FLAGS, SECTION, 0, 0, E1ON, ANY_ABI, "unsorted", "flags.sorted", gen_flip_by_text, false, 0},
    {FIELD_FLAGS, SECTION, 1, 1, BEFORE_V3, ANY_ABI, "frame-pointer", "flags.frame-pointer", flip_flag, false,
     0},
    {FIELD_FLAGS, SECTION, 1, 1, V3, ANY_ABI, contested, "flags.undefined-zero", NULL, false, 0},
    {FIELD_FLAGS, SECTION, 2, 2, E1ON, ANY_ABI, "pcrel", "flags.pcrel", gen_flip_by_text, false, 0},
    {FIELD_FLAGS, SECTION, 2, 2, V12, ANY_ABI, contested, "flags.undefined", NULL, false, 0},
    {FIELD_FLAGS, SECTION, 3, 7, V12, ANY_ABI, reserved, "flags.undefined", NULL, false, 0},
    {FIELD_FLAGS, SECTION, 3, 7, E1ON, ANY_ABI, reserved, "flags.undefined-zero", NULL, false, 0},

    {FIELD_INFO, FUNCTION, 0, 0, E2ON, ANY_ABI, "fre-type-empty", "info.fre-type", gen_flip_by_text, false,
     0},
    {FIELD_INFO, FUNCTION, 0, 0, ALL, ANY_ABI, "fre-type-addr2", "info.fre-type", flip_fre_type, false, 0},
    {FIELD_INFO, FUNCTION, 1, 1, ALL, ANY_ABI, "fre-type-addr4", "info.fre-type", flip_fre_type, false, 0},
    {FIELD_INFO, FUNCTION, 0, 1, V3, ANY_ABI, "fre-type-no-rows", "info.fre-type", flip_fre_type_no_rows, false, 0},
    {FIELD_INFO, FUNCTION, 2, 3, ALL, ANY_ABI, reserved, "info.fre-type-known", NULL, false, 0},
    {FIELD_INFO, FUNCTION, 4, 4, V1, ANY_ABI, "pc-type", "info.pc-type", gen_flip_by_text, false, 0},
    /* Whether increment functions may have a block size is contested, but not what lookups then answer. */
    {FIELD_INFO, FUNCTION, 4, 4, V2ON, ANY_ABI, "pc-type", "info.pc-type", gen_flip_by_text, false, LOOKUP},
    {FIELD_INFO, FUNCTION, 5, 5, ALL, ARMS, "key", "info.pauth-key", gen_flip_by_text, false, 0},
    {FIELD_INFO, FUNCTION, 5, 5, V12, NOT_ARM, contested, "info.pauth-key", NULL, false, 0},
    {FIELD_INFO, FUNCTION, 5, 5, E1ON, NOT_ARM, contested, "info.pauth-zero", NULL, false, 0},
    {FIELD_INFO, FUNCTION, 6, 7, BEFORE_V3, ANY_ABI, reserved, "info.unused", NULL, false, 0},
    {FIELD_INFO, FUNCTION, 6, 6, V3, ANY_ABI, reserved, "info.unused-v3", NULL, false, 0},
    {FIELD_INFO, FUNCTION, 7, 7, V3, ANY_ABI, "signal", "info.signal", gen_flip_by_text, false, 0},

    {FIELD_INFO2, FUNCTION, 0, 0, V3, AMD, "fde-type", "info2.fde-type", gen_flip_by_text, false, 0},
    {FIELD_INFO2, FUNCTION, 0, 0, V3, TRACKED & UNSCALED, "fde-type", "info2.fde-type",
     gen_flip_by_text, false, 0},
    {FIELD_INFO2, FUNCTION, 0, 0, V3, S390, contested, "info2.fde-type", NULL, false, 0},
    {FIELD_INFO2, FUNCTION, 1, 4, V3, ANY_ABI, reserved, "info2.fde-type-known", NULL, false, 0},
    {FIELD_INFO2, FUNCTION, 5, 7, V3, ANY_ABI, reserved, "info2.unused", NULL, false, 0},

    {FIELD_REP_SIZE, FUNCTION, 0, 7, V2ON, ANY_ABI, "rep-size", "fde.rep-size", flip_rep_size, false, 0},

    {FIELD_ROW_INFO, 1, -1, 0, 0, ALL, ANY_ABI, "base", "fre.base-reg", gen_flip_by_text, false, 0},
    {FIELD_ROW_INFO, 0, -1, 1, 1, E2ON, ANY_ABI, "count-0-1", "fre.count", gen_flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 1, 1, E1ON, S390, "count-2-3", "fre.count", gen_flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 1, 1, ALL, ARMS, "count-3-2", "fre.count", gen_flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 1, 1, BEFORE_E2, AMD, "count-2-3", "fre.count", gen_flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 2, 2, ALL, TRACKED, "count-1-3", "fre.count", gen_flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 2, 2, BEFORE_E2, AMD, "count-1-3", "fre.count", gen_flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 2, 2, E2ON, AMD, "count-0-2", "fre.count", gen_flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 2, 2, V3, UNSCALED, "flex-count-4-6", "fre.count", gen_flip_by_text, false, 0},
    {FIELD_ROW_INFO, 0, -1, 3, 3, V3, AMD, "flex-count-2-6", "fre.count", gen_flip_by_text, false, 0},
    {FIELD_ROW_INFO, 0, -1, 3, 4, ALL, ANY_ABI, "count-overrun", "fre.inside", gen_flip_overrun, false, 0},
    {FIELD_ROW_INFO, 0, -1, 5, 5, ALL, ANY_ABI, "size-1-2", "fre.size", gen_flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 6, 6, ALL, ANY_ABI, "size-1-4", "fre.size", gen_flip_by_text, true, 0},
    {FIELD_ROW_INFO, 1, -1, 7, 7, ALL, ARMS, "mangled", "fre.mangled", gen_flip_by_text, false, 0},
    {FIELD_ROW_INFO, 1, -1, 7, 7, ALL, NOT_ARM, contested, "fre.mangled-aarch64", NULL, false, 0},

    /* Control words of CFA (one byte), RA (two) and FP (four).  On s390x the CFA of such rows is contested. */
    {FIELD_WORD, 0, 0, 0, 0, V3, UNSCALED, "cfa-reg-p", "flex.reg-p", flip_control, false, 0},
    {FIELD_WORD, 0, 2, 0, 0, V3, UNSCALED, "ra-reg-p", "flex.reg-p", flip_control, false, 0},
    {FIELD_WORD, 0, 4, 0, 0, V3, UNSCALED, "fp-reg-p", "flex.reg-p", flip_control, false, 0},
    {FIELD_WORD, 0, 0, 1, 1, V3, UNSCALED, "cfa-deref-p", "flex.deref-p", flip_control, false, 0},
    {FIELD_WORD, 0, 2, 1, 1, V3, UNSCALED, "ra-deref-p", "flex.deref-p", flip_control, false, 0},
    {FIELD_WORD, 0, 4, 1, 1, V3, UNSCALED, "fp-deref-p", "flex.deref-p", flip_control, false, 0},
    {FIELD_WORD, 0, 0, 2, 2, V3, UNSCALED, reserved, "flex.unused", NULL, false, 0},
    {FIELD_WORD, 0, 2, 2, 2, V3, UNSCALED, reserved, "flex.unused", NULL, false, 0},
    {FIELD_WORD, 0, 4, 2, 2, V3, UNSCALED, reserved, "flex.unused", NULL, false, 0},
    {FIELD_WORD, 0, 0, 3, 7, V3, UNSCALED, "cfa-regnum", "flex.regnum", flip_control, false, 0},
    {FIELD_WORD, 0, 2, 3, 15, V3, UNSCALED, "ra-regnum", "flex.regnum", flip_control, false, 0},
    {FIELD_WORD, 0, 4, 3, 31, V3, UNSCALED, "fp-regnum", "flex.regnum", flip_control, false, 0},
    {FIELD_WORD, 0, 0, 0, 7, V3, S390, contested, "flex.value", NULL, false, 0},
    {FIELD_WORD, 0, 2, 0, 15, V3, S390, contested, "flex.value", NULL, false, 0},
    {FIELD_WORD, 0, 4, 0, 31, V3, S390, contested, "flex.value", NULL, false, 0},
};

const unsigned gen_flip_count = COUNT(gen_flips);
