/* Every bit of every info byte that has a meaning, flipped alone.
 *
 * A base section and a flipped one are modelled separately, so that exactly one bit of their bytes differs
 * and both are valid: where the bit decides how long a row is, the bytes after it are chosen so that they can
 * be split into rows either way.  The family stops the run if other bytes differ, or if no answer does.  Words
 * that take several bytes read the same in either byte order, where both occur. */
#include "emit/sets.h"
#include "families.h"
#include "models.h"
#include "shapes/edges.h"
#include "shapes/faults.h"

#include <string.h>

struct turn;

/* What one entry of the table is about.  Its field is that of function 0 and, in rows, of row `row`. */
struct flip {
    enum field_name field;
    int row, word;
    unsigned from, to; /* bits of the field */
    unsigned profiles, abis;
    const char *name;
    const char *clause; /* the one that defines the bit */
    void (*build)(struct section *section, const struct turn *turn);
    bool splits;         /* the bit splits the same bytes into rows in another way */
    unsigned operations; /* 0: all of them */
};

/* One section that an entry of the table makes: its base, or flipped in one bit. */
struct turn {
    const struct flip *flip;
    unsigned bit;
    bool flipped;
    struct emitter *emitter;
};

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

static void flip_by_text(struct section *section, const struct turn *turn)
{
    char shape[MAX_ID];
    SAY(shape, "%s-%s", turn->flip->name, turn->flipped ? "flipped" : "base");
    if (!gen_build_model(turn->emitter, section, shape))
        gen_family_fails(turn->emitter, "sections/bits.txt has no text for this profile and ABI");
}

/* If the bit is flipped, the last row's words go on beyond the rows.  No model can express that: bytes lie. */
static void flip_overrun(struct section *section, const struct turn *turn)
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

/* Other bits have no meaning, or one that is open, for some profile or ABI: there other families flip them. */
static const struct flip flips[] = {
    {FIELD_FLAGS, SECTION, 0, 0, ALL, ANY_ABI, "sorted", "flags.sorted", flip_flag, false, 0},
    {FIELD_FLAGS, SECTION, 0, 0, E1ON, ANY_ABI, "unsorted", "flags.sorted", flip_by_text, false, 0},
    {FIELD_FLAGS, SECTION, 1, 1, BEFORE_V3, ANY_ABI, "frame-pointer", "flags.frame-pointer", flip_flag, false,
     0},
    {FIELD_FLAGS, SECTION, 2, 2, E1ON, ANY_ABI, "pcrel", "flags.pcrel", flip_by_text, false, 0},

    {FIELD_INFO, FUNCTION, 0, 0, E2ON, ANY_ABI, "fre-type-empty", "info.fre-type", flip_by_text, false,
     0},
    {FIELD_INFO, FUNCTION, 0, 0, ALL, ANY_ABI, "fre-type-addr2", "info.fre-type", flip_fre_type, false, 0},
    {FIELD_INFO, FUNCTION, 1, 1, ALL, ANY_ABI, "fre-type-addr4", "info.fre-type", flip_fre_type, false, 0},
    {FIELD_INFO, FUNCTION, 0, 1, V3, ANY_ABI, "fre-type-no-rows", "info.fre-type", flip_fre_type_no_rows, false, 0},
    {FIELD_INFO, FUNCTION, 4, 4, V1, ANY_ABI, "pc-type", "info.pc-type", flip_by_text, false, 0},
    /* Whether increment functions may have a block size is contested, but not what lookups then answer. */
    {FIELD_INFO, FUNCTION, 4, 4, V2ON, ANY_ABI, "pc-type", "info.pc-type", flip_by_text, false, LOOKUP},
    {FIELD_INFO, FUNCTION, 5, 5, ALL, ARMS, "key", "info.pauth-key", flip_by_text, false, 0},
    {FIELD_INFO, FUNCTION, 7, 7, V3, ANY_ABI, "signal", "info.signal", flip_by_text, false, 0},

    {FIELD_INFO2, FUNCTION, 0, 0, V3, AMD, "fde-type", "info2.fde-type", flip_by_text, false, 0},
    {FIELD_INFO2, FUNCTION, 0, 0, V3, TRACKED & UNSCALED, "fde-type", "info2.fde-type",
     flip_by_text, false, 0},

    {FIELD_REP_SIZE, FUNCTION, 0, 7, V2ON, ANY_ABI, "rep-size", "fde.rep-size", flip_rep_size, false, 0},

    {FIELD_ROW_INFO, 1, -1, 0, 0, ALL, ANY_ABI, "base", "fre.base-reg", flip_by_text, false, 0},
    {FIELD_ROW_INFO, 0, -1, 1, 1, E2ON, ANY_ABI, "count-0-1", "fre.count", flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 1, 1, E1ON, S390, "count-2-3", "fre.count", flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 1, 1, ALL, ARMS, "count-3-2", "fre.count", flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 1, 1, BEFORE_E2, AMD, "count-2-3", "fre.count", flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 2, 2, ALL, TRACKED, "count-1-3", "fre.count", flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 2, 2, BEFORE_E2, AMD, "count-1-3", "fre.count", flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 2, 2, E2ON, AMD, "count-0-2", "fre.count", flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 2, 2, V3, UNSCALED, "flex-count-4-6", "fre.count", flip_by_text, false, 0},
    {FIELD_ROW_INFO, 0, -1, 3, 3, V3, AMD, "flex-count-2-6", "fre.count", flip_by_text, false, 0},
    {FIELD_ROW_INFO, 0, -1, 3, 4, ALL, ANY_ABI, "count-overrun", "fre.inside", flip_overrun, false, 0},
    {FIELD_ROW_INFO, 0, -1, 5, 5, ALL, ANY_ABI, "size-1-2", "fre.size", flip_by_text, true, 0},
    {FIELD_ROW_INFO, 0, -1, 6, 6, ALL, ANY_ABI, "size-1-4", "fre.size", flip_by_text, true, 0},
    {FIELD_ROW_INFO, 1, -1, 7, 7, ALL, ARMS, "mangled", "fre.mangled", flip_by_text, false, 0},

    /* Control words of CFA (one byte), RA (two) and FP (four).  On s390x the CFA of such rows is contested. */
    {FIELD_WORD, 0, 0, 0, 0, V3, UNSCALED, "cfa-reg-p", "flex.reg-p", flip_control, false, 0},
    {FIELD_WORD, 0, 2, 0, 0, V3, UNSCALED, "ra-reg-p", "flex.reg-p", flip_control, false, 0},
    {FIELD_WORD, 0, 4, 0, 0, V3, UNSCALED, "fp-reg-p", "flex.reg-p", flip_control, false, 0},
    {FIELD_WORD, 0, 0, 1, 1, V3, UNSCALED, "cfa-deref-p", "flex.deref-p", flip_control, false, 0},
    {FIELD_WORD, 0, 2, 1, 1, V3, UNSCALED, "ra-deref-p", "flex.deref-p", flip_control, false, 0},
    {FIELD_WORD, 0, 4, 1, 1, V3, UNSCALED, "fp-deref-p", "flex.deref-p", flip_control, false, 0},
    {FIELD_WORD, 0, 0, 3, 7, V3, UNSCALED, "cfa-regnum", "flex.regnum", flip_control, false, 0},
    {FIELD_WORD, 0, 2, 3, 15, V3, UNSCALED, "ra-regnum", "flex.regnum", flip_control, false, 0},
    {FIELD_WORD, 0, 4, 3, 31, V3, UNSCALED, "fp-regnum", "flex.regnum", flip_control, false, 0},
};

static char base_buffer[MAX_ID];
static char flipped_buffer[MAX_ID];

/* --- Bytes ---------------------------------------------------------------------------------------------- */

/* The base's bytes with the bit flipped: what the flipped section's must be. */
static struct {
    uint32_t length;
    uint8_t bytes[MAX_BYTES];
} wanted_bytes;

static void want_flipped(const struct encoded *encoded, const struct turn *turn)
{
    const struct flip *flip = turn->flip;
    int function = flip->field == FIELD_FLAGS ? -1 : 0;
    const struct field *field = gen_find_field(encoded, flip->field, function, flip->row, flip->word);
    uint32_t byte = encoded->big ? field->width - 1 - turn->bit / 8 : turn->bit / 8;
    wanted_bytes.length = encoded->length;
    memcpy(wanted_bytes.bytes, encoded->bytes, encoded->length);
    wanted_bytes.bytes[field->offset + byte] ^= (uint8_t)(1U << turn->bit % 8);
}

static bool bytes_as_wanted(const struct encoded *encoded)
{
    return encoded->length == wanted_bytes.length &&
           memcmp(encoded->bytes, wanted_bytes.bytes, encoded->length) == 0;
}

/* --- Which PCs ------------------------------------------------------------------------------------------ */

/* Whether the sections answer differently: a lookup of this PC, or (null) a decode. */
static bool differ(const struct section *base, const struct section *flipped, const uint64_t *pc)
{
    static char buffers[2][1 << 14];
    const struct section *const sections[] = {base, flipped};
    struct text answers[2];
    for (unsigned i = 0; i < 2; i++) {
        gen_text_init(&answers[i], buffers[i], sizeof buffers[i]);
        if (pc != NULL)
            gen_write_lookup(&answers[i], sections[i], *pc);
        else
            gen_write_decode(&answers[i], sections[i], VERDICT_VALID);
    }
    return answers[0].length != answers[1].length ||
           memcmp(answers[0].begin, answers[1].begin, answers[0].length) != 0;
}

/* Adds the first PC at which a row of `edges` begins and the two sections answer differently. */
static void add_differing(struct edge_pcs *pcs, const struct section *edges, const struct section *base,
                          const struct section *flipped)
{
    const uint32_t before = pcs->count;
    for (uint32_t i = 0; i < edges->function_count; i++) {
        const struct function *function = &edges->functions[i];
        uint64_t start = gen_function_address(edges, function);
        for (uint64_t from = 0; from < function->size; from += gen_edge_block(function)) {
            for (uint32_t k = 0; k < function->row_count && pcs->count == before; k++) {
                uint64_t pc = start + from + gen_function_row(edges, function, k)->start;
                if (differ(base, flipped, &pc))
                    gen_add_edge_pc(pcs, pc);
            }
        }
    }
}

/* Finds the PCs to ask: the first byte of the first function, and where the bit changes the answer. */
static void find_pcs(struct emitter *emitter, const struct turn *turn, struct edge_pcs *pcs)
{
    static struct section flipped;
    const struct section *base = &emitter->section;
    gen_section_init(&flipped, base->profile, base->abi);
    turn->flip->build(&flipped, turn);
    gen_add_edge_pc(pcs, gen_function_address(base, &base->functions[0]));
    add_differing(pcs, base, base, &flipped);
    add_differing(pcs, &flipped, base, &flipped);
    if (turn->flip->build != flip_overrun && !differ(base, &flipped, NULL))
        gen_family_fails(emitter, "a flipped bit changes nothing");
}

/* --- Emitting ------------------------------------------------------------------------------------------- */

static const char *shape_of(char buffer[MAX_ID], const struct turn *turn)
{
    static const char *const bytes[FIELD_NAMES] = {
        [FIELD_FLAGS] = "flags",  [FIELD_INFO] = "info",         [FIELD_INFO2] = "info2",
        [FIELD_REP_SIZE] = "rep", [FIELD_ROW_INFO] = "row-info", [FIELD_WORD] = "control"};
    char side[24] = "base";
    if (turn->flipped)
        SAY(side, "%u", turn->bit);
    return gen_print(buffer, MAX_ID, "bit-%s-%s-%s", bytes[turn->flip->field], turn->flip->name, side);
}

static const char *way_of(const struct turn *turn)
{
    static char buffer[MAX_ID];
    return SAY(buffer, "bit %u flipped: %s", turn->bit, turn->flip->name);
}

static void emit_one(struct emitter *emitter, const struct turn *turn, enum operation operation, uint64_t pc,
                     const char *name)
{
    if (turn->flip->operations == 0 || is_in(turn->flip->operations, operation))
        gen_ask_one(emitter, operation, pc, name);
}

static void emit_turn(struct emitter *emitter, const struct turn *turn, const struct edge_pcs *pcs)
{
    emit_one(emitter, turn, OPERATION_DECODE, 0, "section");
    emit_one(emitter, turn, OPERATION_CHECK, 0, "section");
    for (uint32_t i = 0; i < pcs->count; i++)
        emit_one(emitter, turn, OPERATION_LOOKUP, pcs->list[i],
                 SAY(emitter->detail, "pc-0x%" PRIx64, pcs->list[i]));
}

static bool begin_turn(struct emitter *emitter, const struct turn *turn)
{
    char *buffer = turn->flipped ? flipped_buffer : base_buffer;
    struct section *section = gen_start(emitter, shape_of(buffer, turn));
    if (turn->flipped)
        gen_differs_from(emitter, base_buffer, turn->flip->clause, way_of(turn));
    turn->flip->build(section, turn);
    if (turn->flip->splits)
        emitter->vector.note = "Flipping the bit splits the same bytes into rows in another way.";
    return gen_make_bytes(emitter);
}

/* Writes the flipped bytes over the base's: the words of its last row, one byte each, go on beyond the rows. */
static void overrun(struct emitter *emitter)
{
    struct encoded *encoded = &emitter->encoded;
    gen_lie_bytes(encoded, 0, wanted_bytes.bytes, wanted_bytes.length);
    gen_breaks(emitter, "fre.inside", encoded->rows_end, SEVERITY_MALFORMED);
}

/* The base, asked wherever one of the flipped sections is asked. */
static void emit_base(struct emitter *emitter, const struct flip *flip)
{
    struct edge_pcs pcs = {0, {0}};
    struct turn base = {flip, flip->from, false, emitter};
    if (!begin_turn(emitter, &base))
        return;
    for (unsigned bit = flip->from; bit <= flip->to; bit++)
        find_pcs(emitter, &(struct turn){flip, bit, true, emitter}, &pcs);
    gen_demand_class(emitter, CLASS_VALID);
    emit_turn(emitter, &base, &pcs);
}

static void emit_flipped(struct emitter *emitter, const struct turn *turn)
{
    struct edge_pcs pcs = {0, {0}};
    struct turn base = {turn->flip, turn->bit, false, emitter};
    if (!begin_turn(emitter, &base))
        return;
    find_pcs(emitter, turn, &pcs);
    want_flipped(&emitter->encoded, turn);
    if (!begin_turn(emitter, turn))
        return;
    if (turn->flip->build == flip_overrun)
        overrun(emitter);
    if (!bytes_as_wanted(&emitter->encoded))
        gen_family_fails(emitter, "more or less than one bit is flipped");
    emit_turn(emitter, turn, &pcs);
}

static void emit_entry(struct emitter *emitter, const struct flip *flip)
{
    if (emitter->pcrel && flip->field == FIELD_FLAGS && strcmp(flip->name, "pcrel") == 0)
        return; /* the base has no such flag */
    emit_base(emitter, flip);
    for (unsigned bit = flip->from; bit <= flip->to && !emitter->stopped; bit++)
        emit_flipped(emitter, &(struct turn){flip, bit, true, emitter});
}

void gen_family_bits(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(flips) && !emitter->stopped; i++)
        if (applies(flips[i].profiles, flips[i].abis, emitter->profile, emitter->abi))
            emit_entry(emitter, &flips[i]);
}
