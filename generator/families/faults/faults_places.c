/* Statements about function info bytes and the places where rows hold that a reader breaks, not the bytes:
 * two valid sections that differ in the one thing that the statement governs. */
#include "../families.h"
#include "shapes/faults.h"
#include "shapes/tables.h"

/* --- Sections, each with one thing that varies ---------------------------------------------------------- */

enum { START = 0x1000, NEXT_START = 0x2000, ORIGIN = 0x11000, SIZE = 64, BLOCK = 16 };

/* Rows at 0, 8 and 16, and after them another function. */
static void three_rows(struct section *section)
{
    gen_add_function(section, START, SIZE);
    gen_add_prologue(section, 8);
    gen_add_function(section, NEXT_START, SIZE);
    gen_add_prologue(section, 8);
}

static void vary_signal(struct section *section, int64_t value)
{
    three_rows(section);
    section->functions[0].signal = value != 0;
}

static void vary_key(struct section *section, int64_t value)
{
    three_rows(section);
    section->functions[0].key_b = value != 0;
}

static void vary_key_mangled(struct section *section, int64_t value)
{
    three_rows(section);
    section->functions[1].key_b = value != 0;
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].mangled = true;
}

static void vary_pc_type(struct section *section, int64_t value)
{
    if (value == PC_MASK) {
        gen_add_stub(section, START, BLOCK, SIZE / BLOCK);
        return;
    }
    gen_add_function(section, START, SIZE);
    gen_add_row(section, 0);
    gen_add_row(section, BLOCK / 2)->cfa.offset += 8;
}

static void vary_fre_type(struct section *section, int64_t value)
{
    three_rows(section);
    section->functions[0].fre_type = (enum fre_type)value;
}

/* The first function's type stays: who takes it for all reads the other one's rows wrongly. */
static void vary_next_type(struct section *section, int64_t value)
{
    three_rows(section);
    section->functions[1].fre_type = (enum fre_type)value;
}

/* The bytes of the rows are the same: what was FP + 49 and a slot at CFA + 16 becomes a register and an
 * offset. */
static void vary_fde_type(struct section *section, int64_t value)
{
    gen_add_function(section, START, SIZE)->fde_type = (enum fde_type)value;
    for (uint32_t start = 0; start <= 16; start += 8) {
        struct row *row = gen_add_row(section, start);
        row->cfa = value == FDE_FLEX ? gen_rule_register(6, 16) : gen_rule_fp(6 << 3 | 1);
        row->fp = value == FDE_FLEX ? gen_rule_unsaid() : gen_rule_slot(16);
    }
}

static void vary_start(struct section *section, int64_t value)
{
    three_rows(section);
    section->functions[0].start = value;
}

static void vary_second_row(struct section *section, int64_t value)
{
    three_rows(section);
    section->rows[1].start = (uint32_t)value;
}

static void vary_third_row(struct section *section, int64_t value)
{
    three_rows(section);
    section->rows[2].start = (uint32_t)value;
}

/* The second row starts near the top of its type. */
static void vary_far_row(struct section *section, int64_t value)
{
    enum fre_type type = value <= UINT8_MAX ? FRE_ADDR1 : value <= UINT16_MAX ? FRE_ADDR2 : FRE_ADDR4;
    gen_add_function(section, START, UINT32_MAX)->fre_type = type;
    gen_add_row(section, 0);
    gen_add_row(section, (uint32_t)value)->cfa.offset += 8;
}

static void vary_mask(struct section *section, int64_t value)
{
    gen_add_stub(section, START, BLOCK, SIZE / BLOCK);
    section->rows[1].start = (uint32_t)value;
}

static void vary_block(struct section *section, int64_t value)
{
    gen_add_stub(section, START, BLOCK, SIZE / BLOCK);
    section->functions[0].rep_size = (uint8_t)value;
}

/* What comes before the row: its words, and with them where the row lies. */
static void vary_row_before(struct section *section, int64_t value)
{
    gen_add_function(section, START, SIZE)->fre_type = FRE_ADDR4;
    for (uint32_t start = 0; start <= 16; start += 8)
        gen_add_row(section, start);
    if (value == 0)
        return;
    if (gen_ra_tracked(section))
        section->rows[0].ra = gen_rule_slot(-24);
    section->rows[0].fp = gen_rule_slot(-16);
    section->rows[0].cfa.offset += 16;
}

/* --- Pairs ---------------------------------------------------------------------------------------------- */

struct place_pair {
    const char *clause, *name, *way;
    unsigned profiles, abis;
    void (*build)(struct section *section, int64_t value);
    int64_t twin, changed;
    uint32_t lookup_1, lookup_2, lookup_3; /* from where the first function of the twin starts */
};

enum { IN_NEXT = NEXT_START - START };
#define NOWHERE UINT32_MAX

static const struct place_pair pairs[] = {
    {"info.signal", "signal", "bit 7: a signal frame", V3, ANY_ABI, vary_signal, 0, 1, 0, NOWHERE, NOWHERE},
    {"info.pauth-key", "key", "bit 5: key B", ALL, ARMS, vary_key, 0, 1, 16, NOWHERE, NOWHERE},
    {"info.pauth-aarch64", "key-mangled", "key B for mangled addresses", E1ON, ARMS, vary_key_mangled, 0, 1,
     IN_NEXT + 16, NOWHERE, NOWHERE},
    {"info.pc-type", "pc-type", "bit 4: masks, not increments", ALL, BOTH_ORDERS, vary_pc_type, PC_INC,
     PC_MASK, 8, 16, NOWHERE},
    {"info.fre-type", "type-2", "starts of two bytes, not one", ALL, EACH_KIND, vary_fre_type, FRE_ADDR1,
     FRE_ADDR2, 8, 16, NOWHERE},
    {"info.fre-type", "type-4", "starts of four bytes, not two", ALL, EACH_KIND, vary_fre_type, FRE_ADDR2,
     FRE_ADDR4, 8, 16, NOWHERE},
    {"info.fre-type", "type-1", "starts of one byte, not four", ALL, EACH_KIND, vary_fre_type, FRE_ADDR4,
     FRE_ADDR1, 8, 16, NOWHERE},
    {"info2.fde-type", "fde-type", "the same rows, but flexible", V3, AMD, vary_fde_type, FDE_DEFAULT,
     FDE_FLEX, 8, NOWHERE, NOWHERE},

    {"pctype.inc", "inc-start", "the function moves by three, and its rows with it", ALL, BOTH_ORDERS,
     vary_start, START, START + 3, 0, 8, 10},
    {"pctype.inc", "inc-third", "the third start, counted from the function", ALL, BOTH_ORDERS,
     vary_third_row, 16, 24, 16, 23, NOWHERE},
    {"pctype.inc-match", "inc-match", "the second row starts a byte later", ALL, BOTH_ORDERS, vary_second_row,
     8, 9, 8, 9, NOWHERE},
    {"pctype.mask", "mask", "rows that hold in each block", ALL, BOTH_ORDERS, vary_pc_type, PC_INC, PC_MASK,
     16, 24, 48},
    {"pctype.mask-match-v1", "mask-bits", "a mask of 4, not 8: bits, not a remainder", V1, BOTH_ORDERS,
     vary_mask, 8, 4, NOWHERE, NOWHERE, NOWHERE}, /* which of two rows answers is open */
    {"pctype.mask-match", "mask-remainder", "a start of 4, not 8: a remainder, not bits", V2ON, BOTH_ORDERS,
     vary_mask, 8, 4, 4, 8, 20},
    {"pctype.mask-match", "mask-edge", "a start of 9, not 8", V2ON, BOTH_ORDERS, vary_mask, 8, 9, 8, 9, 24},
    {"pctype.mask-block", "block-32", "a block of 32, not 16", V2ON, BOTH_ORDERS, vary_block, BLOCK, 32, 16,
     48, NOWHERE},
    {"pctype.mask-block", "block-64", "a block as long as the function", V2ON, BOTH_ORDERS, vary_block, BLOCK,
     SIZE, 16, 32, NOWHERE},
    {"pctype.last-match", "last-match", "the third row starts a byte after the second", ALL, BOTH_ORDERS,
     vary_third_row, 16, 9, 8, 9, 15},

    {"fretype.addr1", "addr1", "a start of 0xff, not 0x7f", ALL, BOTH_ORDERS, vary_far_row, INT8_MAX,
     UINT8_MAX, 0x7f, 0x80, 0xfe},
    {"fretype.addr2", "addr2", "a start of 0xffff, not 0x7fff", ALL, BOTH_ORDERS, vary_far_row, INT16_MAX,
     UINT16_MAX, 0x7fff, 0x8000, 0xfffe},
    {"fretype.addr4", "addr4", "a start of 0x80000000, not 0x7fffffff", ALL, BOTH_ORDERS, vary_far_row,
     INT32_MAX, 0x80000000, 0x7fffffff, 0x80000000, NOWHERE},
    {"fretype.same", "next-addr2", "the next function's rows are of another type", ALL, EACH_KIND,
     vary_next_type, FRE_ADDR1, FRE_ADDR2, IN_NEXT, IN_NEXT + 16, NOWHERE},
    {"fretype.same", "next-addr4", "the next function's rows are of another type", ALL, EACH_KIND,
     vary_next_type, FRE_ADDR1, FRE_ADDR4, IN_NEXT, IN_NEXT + 16, NOWHERE},

    {"fre.range", "range", "the second row starts earlier", ALL, BOTH_ORDERS, vary_second_row, 8, 3, 3, 7,
     15},
    {"fre.range-end", "range-end", "the third row starts later, so the second holds longer", ALL, BOTH_ORDERS,
     vary_third_row, 16, 33, 16, 32, 33},
    {"fre.start", "start", "an odd start, in bytes", ALL, BOTH_ORDERS, vary_second_row, 8, 5, 5, 7, NOWHERE},
    {"fre.self-sufficient", "self-sufficient", "the row before has words that this one lacks", ALL, EACH_KIND,
     vary_row_before, 0, 1, 0, 8, NOWHERE},
    {"fre.unaligned", "unaligned", "more words before four-byte starts", ALL, EACH_KIND, vary_row_before, 1,
     0, 8, 16, NOWHERE},
    {"fre.layout", "layout", "the info byte is the third byte, not the second", ALL, EACH_KIND, vary_fre_type,
     FRE_ADDR1, FRE_ADDR2, 0, 8, NOWHERE},
    {"fre.layout", "layout-addr4", "the info byte is the fifth byte, not the second", ALL, EACH_KIND,
     vary_fre_type, FRE_ADDR1, FRE_ADDR4, 0, 8, NOWHERE},
};

/* The twin, whose shape ends in "-twin", and beside it the one that differs. */
static void emit_pair(struct emitter *emitter, const struct place_pair *pair)
{
    const uint32_t lookups[] = {pair->lookup_1, pair->lookup_2, pair->lookup_3};
    char shape[MAX_ID], twin[MAX_ID];
    struct questions questions = {.asked = BOTH, .origin = ORIGIN};
    for (unsigned i = 0; i < COUNT(lookups); i++)
        if (lookups[i] != NOWHERE)
            questions.lookups[questions.lookup_count++] = lookups[i];
    gen_shape_of_encoding(shape, "rowfault-place-", pair->name, 0, 0);
    gen_shape_of_encoding(twin, shape, "-twin", 0, 0);
    for (unsigned changed = 0; changed <= 1; changed++) {
        pair->build(gen_start(emitter, changed != 0 ? shape : twin),
                    changed != 0 ? pair->changed : pair->twin);
        if (!gen_make_bytes(emitter))
            return;
        if (changed != 0)
            gen_differs_from(emitter, twin, pair->clause, pair->way);
        gen_demand_class(emitter, CLASS_VALID);
        gen_ask(emitter, &questions);
    }
}

void gen_family_faults_places(struct emitter *emitter)
{
    for (size_t i = 0; i < COUNT(pairs) && !emitter->stopped; i++)
        if (applies(pairs[i].profiles, pairs[i].abis, emitter->profile, emitter->abi))
            emit_pair(emitter, &pairs[i]);
}
