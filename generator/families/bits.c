/* Every bit of every info byte, flipped alone.
 *
 * A base section and a flipped one are modelled separately, so that exactly one bit of their bytes differs
 * and both are valid: where the bit decides how long a row is, the bytes after it are chosen so that they can
 * be split into rows either way.  The family stops the run if other bytes differ, if no answer does, or if
 * the table forgets a bit.  Words that take several bytes read the same in either byte order, where both
 * occur. */
#include "bits.h"

#include "shapes/edges.h"
#include "families.h"
#include "shapes/faults.h"

#include <string.h>

static char base_buffer[MAX_ID];
static char flipped_buffer[MAX_ID];

/* --- Every bit has an entry ----------------------------------------------------------------------------- */

static bool speaks_of(const struct flip *flip, enum profile profile, enum abi abi)
{
    return applies(flip->profiles, flip->abis, profile, abi);
}

/* The fields whose every bit must have an entry. */
static const struct info_field {
    enum field_name name;
    int word;
    unsigned bits;
    unsigned profiles;
} info_fields[] = {
    {FIELD_FLAGS, -1, 8, ALL},     {FIELD_INFO, -1, 8, ALL},     {FIELD_INFO2, -1, 8, V3},
    {FIELD_REP_SIZE, -1, 8, V2ON}, {FIELD_ROW_INFO, -1, 8, ALL}, {FIELD_WORD, 0, 8, V3},
    {FIELD_WORD, 2, 16, V3},       {FIELD_WORD, 4, 32, V3},
};

static bool has_entries(const struct info_field *field, enum profile profile, enum abi abi)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < gen_flip_count; i++)
        if (gen_flips[i].field == field->name && gen_flips[i].word == field->word &&
            speaks_of(&gen_flips[i], profile, abi))
            for (unsigned bit = gen_flips[i].from; bit <= gen_flips[i].to; bit++)
                bits |= (uint64_t)1 << bit;
    return bits == ((uint64_t)1 << field->bits) - 1;
}

static bool all_accounted(enum profile profile, enum abi abi)
{
    for (unsigned i = 0; i < COUNT(info_fields); i++)
        if (is_in(info_fields[i].profiles, profile) && !has_entries(&info_fields[i], profile, abi))
            return false;
    return true;
}

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

enum { MAX_TEXT = 1 << 14, MAX_DIFFERING = 1 };

struct said {
    struct text base, flipped;
};

static void begin_said(struct said *said)
{
    static char base_answer[MAX_TEXT];
    static char flipped_answer[MAX_TEXT];
    gen_text_init(&said->base, base_answer, MAX_TEXT);
    gen_text_init(&said->flipped, flipped_answer, MAX_TEXT);
}

static bool differs(const struct said *said)
{
    return said->base.length != said->flipped.length ||
           memcmp(said->base.begin, said->flipped.begin, said->base.length) != 0;
}

static bool lookup_differs(const struct section *base, const struct section *flipped, uint64_t pc)
{
    struct said said;
    begin_said(&said);
    gen_write_lookup(&said.base, base, pc);
    gen_write_lookup(&said.flipped, flipped, pc);
    return differs(&said);
}

static bool decode_differs(const struct section *base, const struct section *flipped)
{
    struct said said;
    begin_said(&said);
    gen_write_decode(&said.base, base, VERDICT_VALID);
    gen_write_decode(&said.flipped, flipped, VERDICT_VALID);
    return differs(&said);
}

/* Adds the first PC at which a row of `edges` begins and the two sections answer differently. */
static void add_differing(struct edge_pcs *pcs, const struct section *edges, const struct section *base,
                          const struct section *flipped)
{
    uint32_t limit = pcs->count + MAX_DIFFERING;
    for (uint32_t i = 0; i < edges->function_count; i++) {
        const struct function *function = &edges->functions[i];
        uint64_t start = gen_function_address(edges, function);
        for (uint64_t from = 0; from < function->size; from += gen_edge_block(function)) {
            for (uint32_t k = 0; k < function->row_count && pcs->count < limit; k++) {
                uint64_t pc = start + from + gen_function_row(edges, function, k)->start;
                if (lookup_differs(base, flipped, pc))
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
    if (turn->flip->build != gen_flip_overrun && !decode_differs(base, &flipped))
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
        emitter->note = "Flipping the bit splits the same bytes into rows in another way.";
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
    if (turn->flip->build == gen_flip_overrun)
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
    if (!all_accounted(emitter->profile, emitter->abi))
        gen_family_fails(emitter, "a bit has no entry in the table of bits");
    for (unsigned i = 0; i < gen_flip_count && !emitter->stopped; i++)
        if (gen_flips[i].build != NULL && speaks_of(&gen_flips[i], emitter->profile, emitter->abi))
            emit_entry(emitter, &gen_flips[i]);
}
