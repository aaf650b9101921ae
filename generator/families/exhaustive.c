/* Small sections, exhaustively: first every way to encode the same few functions, then every shape of row,
 * then every flag and bit that a header or a function can carry. */
#include "families.h"
#include "models.h"
#include "shapes/edges.h"

#include <string.h>

/* The shape's name is put together here: ids refer to it until the next gen_begin(). */
static char shape_buffer[MAX_ID];

/* --- Every encoding ------------------------------------------------------------------------------------- */

struct encoding {
    enum fre_type fre_type;
    enum pc_type pc_type;
    enum fde_type fde_type;
    uint8_t word_size;
    bool pcrel, foreign;
    uint32_t functions;
};

static const char *encoding_name(const struct encoding *encoding)
{
    return SAY(shape_buffer, "%s-addr%u-word%u%s%s%s%s", encoding->pc_type == PC_INC ? "inc" : "mask",
               1U << encoding->fre_type, encoding->word_size, encoding->fde_type == FDE_FLEX ? "-flex" : "",
               encoding->pcrel ? "-pcrel" : "", encoding->foreign ? "-foreign" : "",
               encoding->functions == 1 ? "-one" : "-two");
}

/* Starts are multiples of 0x100, as the section's address is, so that it does not matter to a mask function
 * whether PC counts from the function, the section or 0: nothing here is contested. */
static void build_encoding(struct section *section, const struct encoding *encoding)
{
    static const uint32_t steps[] = {[FRE_ADDR1] = 8, [FRE_ADDR2] = 0x120, [FRE_ADDR4] = 0x12000};
    if (encoding->pcrel)
        section->flags |= FLAG_PCREL;
    if (encoding->foreign)
        section->order = section->order == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG;
    for (uint32_t i = 0; i < encoding->functions; i++) {
        int64_t start = 0x1000 + (int64_t)i * 0x100000;
        struct function *function;
        if (encoding->pc_type == PC_MASK) {
            function = gen_add_stub(section, start, 16, 3);
        } else {
            function = gen_add_function(section, start, 4 * steps[encoding->fre_type]);
            function->fde_type = encoding->fde_type;
            gen_add_prologue(section, steps[encoding->fre_type] - i);
        }
        function->fre_type = encoding->fre_type;
        function->fde_type = encoding->fde_type;
    }
    for (uint32_t i = 0; i < section->row_count; i++) {
        struct row *row = &section->rows[i];
        row->word_size = encoding->word_size;
        if (encoding->fde_type == FDE_FLEX && gen_ra_tracked(section) && row->ra.place == PLACE_UNSAID)
            row->ra = gen_rule_register(gen_abi_facts[section->abi].ra, 0); /* if it is unsaid, it is contested */
    }
}

static void emit_encoding(struct emitter *emitter, const struct encoding *encoding)
{
    struct section *section = gen_start(emitter, encoding_name(encoding));
    build_encoding(section, encoding);
    if (!encoding->foreign) {
        gen_emit_all(emitter, EDGE_BEFORE | EDGE_AT);
    } else if (gen_make_bytes(emitter)) {
        gen_demand_class(emitter, CLASS_IRREGULAR);
        gen_emit(emitter, OPERATION_DECODE, 0, "decode");
    }
}

static void every_encoding(struct emitter *emitter)
{
    unsigned starts = has_pcrel(emitter->profile) ? 2 : 1;
    unsigned types = has_clear_flexible(emitter->profile, emitter->abi) ? 2 : 1;
    unsigned all = 3 * 3 * 2 * 2 * 2 * starts * types;
    for (unsigned i = 0; i < all && !emitter->stopped; i++) {
        struct encoding encoding;
        unsigned rest = i;
        encoding.fre_type = (enum fre_type)(rest % 3);
        encoding.word_size = (uint8_t)(1U << (rest /= 3) % 3);
        encoding.pc_type = (enum pc_type)((rest /= 3) % 2);
        encoding.functions = 1 + (rest /= 2) % 2;
        encoding.foreign = (rest /= 2) % 2 != 0;
        encoding.pcrel = (rest /= 2) % starts != 0;
        encoding.fde_type = (enum fde_type)(rest / starts % types);
        emit_encoding(emitter, &encoding);
    }
}

/* --- Every shape of row --------------------------------------------------------------------------------- */

/* The second row of the section has the shape; the first is plain. */
static void emit_row_shape(struct emitter *emitter, const char *row_shape, uint8_t word_size)
{
    struct section *section = gen_start(emitter, SAY(shape_buffer, "%s-word%u", row_shape, word_size));
    if (!gen_build_model(emitter, section, row_shape) || (section->rows[1].empty && word_size > 1))
        return;
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].word_size = word_size;
    if (!gen_emit_valid(emitter))
        return;
    gen_emit(emitter, OPERATION_LOOKUP, 0x11000, "first-row");
    gen_emit(emitter, OPERATION_LOOKUP, 0x11008, "row");
    gen_emit(emitter, OPERATION_LOOKUP, 0x1100f, "last-byte");
}

static bool is_of_row(const char *shape)
{
    static const char of_row[] = "row-";
    return strncmp(shape, of_row, sizeof of_row - 1) == 0;
}

static void every_row_shape(struct emitter *emitter)
{
    const char *shape;
    for (unsigned i = 0; (shape = gen_model_shape(emitter, i)) != NULL && !emitter->stopped; i++)
        for (uint8_t size = 1; size <= 4 && is_of_row(shape); size = (uint8_t)(size * 2))
            emit_row_shape(emitter, shape, size);
}

/* --- Every flag and bit --------------------------------------------------------------------------------- */

static void two_functions(struct section *section)
{
    for (int64_t start = 0x1000; start <= 0x2000; start += 0x1000) {
        gen_add_function(section, start, 64);
        gen_add_prologue(section, 4);
    }
}

static void every_flag(struct emitter *emitter)
{
    for (unsigned flags = 0; flags < 8; flags++) {
        if ((flags & ~(unsigned)gen_profile_facts[emitter->profile].flags_defined) != 0)
            continue;
        struct section *section = gen_start(emitter, SAY(shape_buffer, "flags-%u", flags));
        section->flags = (uint8_t)flags;
        two_functions(section);
        gen_emit_all(emitter, EDGE_BEFORE | EDGE_AT);
        gen_start(emitter, SAY(shape_buffer, "no-functions-flags-%u", flags))->flags = (uint8_t)flags;
        gen_emit_all(emitter, EDGE_BEFORE | EDGE_AT);
        gen_emit(emitter, OPERATION_LOOKUP, 0x11000, "anywhere");
    }
}

static void every_auxiliary_header(struct emitter *emitter)
{
    static const uint8_t lengths[] = {1, 2, 3, 4, 8, 16, 254, 255};
    for (unsigned i = 0; i < sizeof lengths; i++) {
        for (unsigned pcrel = 0; pcrel <= (has_pcrel(emitter->profile) ? 1U : 0); pcrel++) {
            const char *const name = SAY(shape_buffer, "aux-%u%s", lengths[i], pcrel != 0 ? "-pcrel" : "");
            struct section *section = gen_start(emitter, name);
            section->flags |= pcrel != 0 ? FLAG_PCREL : 0;
            section->aux_length = lengths[i];
            for (unsigned k = 0; k < lengths[i]; k++)
                section->aux[k] = (uint8_t)(0xa5 + k);
            two_functions(section);
            gen_emit_all(emitter, EDGE_BEFORE | EDGE_AT);
        }
    }
}

static void every_function_bit(struct emitter *emitter)
{
    const char *shape;
    for (unsigned i = 0; (shape = gen_model_shape(emitter, i)) != NULL; i++)
        if (!is_of_row(shape) && gen_build_model(emitter, gen_start(emitter, shape), shape))
            gen_emit_all(emitter, EDGE_BEFORE | EDGE_AT);
}

void gen_family_exhaustive(struct emitter *emitter)
{
    every_encoding(emitter);
    every_row_shape(emitter);
    every_flag(emitter);
    every_auxiliary_header(emitter);
    every_function_bit(emitter);
}
