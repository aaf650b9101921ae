/* Statements about function info bytes and the places where rows hold that a reader breaks, not the bytes:
 * two valid sections that differ in the one thing that the statement governs. */
#include "../apart.h"
#include "../families.h"
#include "../tables.h"

/* --- Sections, each with one thing that varies -------------------------------------------------------------
 */

enum { START = 0x1000, NEXT_START = 0x2000, ORIGIN = 0x11000, SIZE = 64, BLOCK = 16 };

/* Rows at 0, 8 and 16, and after them another function. */
static void three_rows(struct section *section)
{
    add_function(section, START, SIZE);
    add_prologue(section, 8);
    add_function(section, NEXT_START, SIZE);
    add_prologue(section, 8);
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
        add_stub(section, START, BLOCK, SIZE / BLOCK);
        return;
    }
    add_function(section, START, SIZE);
    add_row(section, 0);
    add_row(section, BLOCK / 2)->cfa.offset += 8;
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
    add_function(section, START, SIZE)->fde_type = (enum fde_type)value;
    for (uint32_t start = 0; start <= 16; start += 8) {
        struct row *row = add_row(section, start);
        row->cfa = value == FDE_FLEX ? rule_register(6, 16) : rule_fp(6 << 3 | 1);
        row->fp = value == FDE_FLEX ? rule_unsaid() : rule_slot(16);
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
    add_function(section, START, UINT32_MAX)->fre_type = type;
    add_row(section, 0);
    add_row(section, (uint32_t)value)->cfa.offset += 8;
}

static void vary_mask(struct section *section, int64_t value)
{
    add_stub(section, START, BLOCK, SIZE / BLOCK);
    section->rows[1].start = (uint32_t)value;
}

static void vary_block(struct section *section, int64_t value)
{
    add_stub(section, START, BLOCK, SIZE / BLOCK);
    section->functions[0].rep_size = (uint8_t)value;
}

/* What comes before the row: its words, and with them where the row lies. */
static void vary_row_before(struct section *section, int64_t value)
{
    add_function(section, START, SIZE)->fre_type = FRE_ADDR4;
    for (uint32_t start = 0; start <= 16; start += 8)
        add_row(section, start);
    if (value == 0)
        return;
    if (ra_tracked(section))
        section->rows[0].ra = rule_slot(-24);
    section->rows[0].fp = rule_slot(-16);
    section->rows[0].cfa.offset += 16;
}

/* --- Pairs -------------------------------------------------------------------------------------------------
 */

struct place_pair {
    const char *clause, *name, *way;
    unsigned profiles, abis;
    void (*build)(struct section *section, int64_t value);
    int64_t twin, apart;
    unsigned lookup_count;
    uint32_t lookups[MAX_LOOKUPS]; /* from where the function of the twin starts */
};

enum { IN_NEXT = NEXT_START - START };

static const struct place_pair pairs[] = {
    {"info.signal", "signal", "bit 7: a signal frame", V3, ANY_ABI, vary_signal, 0, 1, 1, {0}},
    {"info.pauth-key", "key", "bit 5: key B", ALL, ARM, vary_key, 0, 1, 1, {16}},
    {"info.pauth-aarch64",
     "key-mangled",
     "key B for mangled addresses",
     E1ON,
     ARM,
     vary_key_mangled,
     0,
     1,
     1,
     {IN_NEXT + 16}},
    {"info.pc-type",
     "pc-type",
     "bit 4: masks, not increments",
     ALL,
     EITHER_END,
     vary_pc_type,
     PC_INC,
     PC_MASK,
     3,
     {8, 16, 24}},
    {"info.fre-type",
     "type-2",
     "starts of two bytes, not one",
     ALL,
     EACH_KIND,
     vary_fre_type,
     FRE_ADDR1,
     FRE_ADDR2,
     2,
     {8, 16}},
    {"info.fre-type",
     "type-4",
     "starts of four bytes, not two",
     ALL,
     EACH_KIND,
     vary_fre_type,
     FRE_ADDR2,
     FRE_ADDR4,
     2,
     {8, 16}},
    {"info.fre-type",
     "type-1",
     "starts of one byte, not four",
     ALL,
     EACH_KIND,
     vary_fre_type,
     FRE_ADDR4,
     FRE_ADDR1,
     2,
     {8, 16}},
    {"info2.fde-type",
     "fde-type",
     "the same rows, but flexible",
     V3,
     AMD,
     vary_fde_type,
     FDE_DEFAULT,
     FDE_FLEX,
     1,
     {8}},

    {"pctype.inc",
     "inc-start",
     "the function moves by three, and its rows with it",
     ALL,
     EITHER_END,
     vary_start,
     START,
     START + 3,
     4,
     {8, 10, 11, 19}},
    {"pctype.inc",
     "inc-third",
     "the third start, counted from the function",
     ALL,
     EITHER_END,
     vary_third_row,
     16,
     24,
     3,
     {16, 23, 24}},
    {"pctype.inc-match",
     "inc-match",
     "the second row starts a byte later",
     ALL,
     EITHER_END,
     vary_second_row,
     8,
     9,
     3,
     {7, 8, 9}},
    {"pctype.mask",
     "mask",
     "rows that hold in each block",
     ALL,
     EITHER_END,
     vary_pc_type,
     PC_INC,
     PC_MASK,
     5,
     {8, 16, 24, 48, 56}},
    {"pctype.mask-match-v1",
     "mask-bits",
     "a mask of 4, not 8: bits, not a remainder",
     V1,
     EITHER_END,
     vary_mask,
     8,
     4,
     5,
     {4, 8, 12, 20, 24}},
    {"pctype.mask-match",
     "mask-remainder",
     "a start of 4, not 8: a remainder, not bits",
     SINCE_V2,
     EITHER_END,
     vary_mask,
     8,
     4,
     5,
     {4, 8, 12, 20, 24}},
    {"pctype.mask-match",
     "mask-edge",
     "a start of 9, not 8",
     SINCE_V2,
     EITHER_END,
     vary_mask,
     8,
     9,
     4,
     {8, 9, 24, 25}},
    {"pctype.mask-block",
     "block-32",
     "a block of 32, not 16",
     SINCE_V2,
     EITHER_END,
     vary_block,
     BLOCK,
     32,
     4,
     {16, 32, 48, 63}},
    {"pctype.mask-block",
     "block-64",
     "a block as long as the function",
     SINCE_V2,
     EITHER_END,
     vary_block,
     BLOCK,
     SIZE,
     3,
     {16, 32, 63}},
    {"pctype.last-match",
     "last-match",
     "the third row starts a byte after the second",
     ALL,
     EITHER_END,
     vary_third_row,
     16,
     9,
     4,
     {8, 9, 15, 16}},

    {"fretype.addr1",
     "addr1",
     "a start of 0xff, not 0x7f",
     ALL,
     EITHER_END,
     vary_far_row,
     INT8_MAX,
     UINT8_MAX,
     4,
     {0x7f, 0x80, 0xfe, 0xff}},
    {"fretype.addr2",
     "addr2",
     "a start of 0xffff, not 0x7fff",
     ALL,
     EITHER_END,
     vary_far_row,
     INT16_MAX,
     UINT16_MAX,
     4,
     {0x7fff, 0x8000, 0xfffe, 0xffff}},
    {"fretype.addr4",
     "addr4",
     "a start of 0x80000000, not 0x7fffffff",
     ALL,
     EITHER_END,
     vary_far_row,
     INT32_MAX,
     0x80000000,
     4,
     {0x7ffffffe, 0x7fffffff, 0x80000000, 0xfffffffe}},
    {"fretype.same",
     "next-addr2",
     "the next function's rows are of another type",
     ALL,
     EACH_KIND,
     vary_next_type,
     FRE_ADDR1,
     FRE_ADDR2,
     3,
     {16, IN_NEXT, IN_NEXT + 16}},
    {"fretype.same",
     "next-addr4",
     "the next function's rows are of another type",
     ALL,
     EACH_KIND,
     vary_next_type,
     FRE_ADDR1,
     FRE_ADDR4,
     3,
     {16, IN_NEXT, IN_NEXT + 16}},

    {"fre.range",
     "range",
     "the second row starts earlier",
     ALL,
     EITHER_END,
     vary_second_row,
     8,
     3,
     5,
     {2, 3, 7, 8, 15}},
    {"fre.range-end",
     "range-end",
     "the third row starts later, so the second holds longer",
     ALL,
     EITHER_END,
     vary_third_row,
     16,
     33,
     4,
     {16, 32, 33, 63}},
    {"fre.start", "start", "an odd start, in bytes", ALL, EITHER_END, vary_second_row, 8, 5, 3, {4, 5, 8}},
    {"fre.self-sufficient",
     "self-sufficient",
     "the row before has words that this one lacks",
     ALL,
     EACH_KIND,
     vary_row_before,
     0,
     1,
     2,
     {0, 8}},
    {"fre.unaligned",
     "unaligned",
     "more words before four-byte starts",
     ALL,
     EACH_KIND,
     vary_row_before,
     1,
     0,
     2,
     {8, 16}},
    {"fre.layout",
     "layout",
     "the info byte is the third byte, not the second",
     ALL,
     EACH_KIND,
     vary_fre_type,
     FRE_ADDR1,
     FRE_ADDR2,
     2,
     {0, 8}},
    {"fre.layout",
     "layout-addr4",
     "the info byte is the fifth byte, not the second",
     ALL,
     EACH_KIND,
     vary_fre_type,
     FRE_ADDR1,
     FRE_ADDR4,
     2,
     {0, 8}},
};

static void build_place(struct section *section, const void *what, bool apart)
{
    const struct place_pair *pair = what;
    pair->build(section, apart ? pair->apart : pair->twin);
}

static void emit_place(struct emitter *emitter, enum profile profile, enum abi abi,
                       const struct place_pair *place)
{
    char buffer[MAX_ID];
    struct text shape;
    text_init(&shape, buffer, sizeof buffer);
    text_string(&shape, "rowfault-place-");
    text_string(&shape, place->name);
    struct pair pair = {.shape = text_c(&shape),
                        .clause = place->clause,
                        .way = place->way,
                        .questions = {ASK_BOTH, ORIGIN, place->lookup_count, {0}}};
    for (unsigned i = 0; i < place->lookup_count; i++)
        pair.questions.lookups[i] = place->lookups[i];
    emit_pair(emitter, profile, abi, &pair, build_place, place);
}

void family_faults_places(struct emitter *emitter)
{
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        for (enum abi abi = ABI_AMD64; abi < ABIS; abi++)
            for (size_t i = 0; i < sizeof pairs / sizeof *pairs && wanted(emitter, profile, abi); i++)
                if (applies(pairs[i].profiles, pairs[i].abis, profile, abi))
                    emit_place(emitter, profile, abi, &pairs[i]);
}
