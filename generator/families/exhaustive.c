/* Small sections, exhaustively: first every way to encode the same few functions, then every shape of row,
 * then every flag and bit that a header or a function can carry. */
#include "shapes/edges.h"
#include "families.h"
#include "shapes/tables.h"

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
            row->ra = gen_rule_register(register_ra(section->abi), 0); /* left unsaid it is contested */
    }
}

static void emit_encoding(struct emitter *emitter, const struct encoding *encoding)
{
    struct section *section = gen_start(emitter, encoding_name(encoding));
    build_encoding(section, encoding);
    if (!gen_make_bytes(emitter))
        return;
    gen_demand_class(emitter, encoding->foreign ? CLASS_IRREGULAR : CLASS_VALID);
    if (encoding->foreign)
        gen_emit(emitter, OPERATION_DECODE, 0, "decode");
    else
        gen_emit_all(emitter, "whole", EDGE_BEFORE | EDGE_AT);
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

static const struct row_shape {
    const char *name;
    unsigned profiles, abis;
    enum fde_type fde_type;
    struct rule cfa, ra, fp;
    bool empty, mangled;
} row_shapes[] = {
    {"sp", ALL, ANY_ABI, FDE_DEFAULT, SP(32), NONE, NONE, false, false},
    {"fp", ALL, ANY_ABI, FDE_DEFAULT, FP(32), NONE, NONE, false, false},
    {"sp-zero", ALL, UNSCALED, FDE_DEFAULT, SP(0), NONE, NONE, false, false},
    {"sp-160", E1ON, S390, FDE_DEFAULT, SP(160), NONE, NONE, false, false},
    {"sp-negative", ALL, UNSCALED, FDE_DEFAULT, SP(-8), NONE, NONE, false, false},
    {"sp-below-160", E1ON, S390, FDE_DEFAULT, SP(-8), NONE, NONE, false, false},
    {"fp-slot", ALL, AMD, FDE_DEFAULT, SP(32), NONE, SLOT(-16), false, false},
    {"fp-slot-above", ALL, AMD, FDE_DEFAULT, FP(32), NONE, SLOT(16), false, false},
    {"fp-slot-zero", ALL, AMD, FDE_DEFAULT, FP(32), NONE, SLOT(0), false, false},
    {"frame-record", ALL, ARMS, FDE_DEFAULT, SP(32), SLOT(-24), SLOT(-32), false, false},
    {"frame-record-fp", ALL, ARMS, FDE_DEFAULT, FP(32), SLOT(-24), SLOT(-32), false, false},
    {"frame-record-zero", ALL, ARMS, FDE_DEFAULT, FP(32), SLOT(0), SLOT(0), false, false},
    {"mangled", ALL, ARMS, FDE_DEFAULT, SP(32), SLOT(-24), SLOT(-32), false, true},
    {"mangled-in-register", ALL, ARMS, FDE_DEFAULT, SP(0), NONE, NONE, false, true},
    {"ra-slot", E1ON, S390, FDE_DEFAULT, SP(320), SLOT(-48), NONE, false, false},
    {"ra-fp-slots", E1ON, S390, FDE_DEFAULT, FP(320), SLOT(-48), SLOT(-72), false, false},
    {"ra-padded", E1ON, S390, FDE_DEFAULT, SP(160), PAD, NONE, false, false},
    {"ra-padded-fp-slot", E1ON, S390, FDE_DEFAULT, SP(160), PAD, SLOT(-72), false, false},
    {"ra-register", ERRATA, S390, FDE_DEFAULT, SP(160), REG(16, 0), NONE, false, false},
    {"ra-fp-registers", ERRATA, S390, FDE_DEFAULT, SP(160), REG(16, 0), REG(17, 0), false, false},
    {"ra-padded-fp-register", ERRATA, S390, FDE_DEFAULT, SP(160), PAD, REG(0, 0), false, false},
    {"odd-words", V3, S390, FDE_DEFAULT, SP(160), SLOT(33), SLOT(35), false, false},
    {"undefined", E2ON, ANY_ABI, FDE_DEFAULT, NONE, NONE, NONE, true, false},
    {"flex-cfa", V3, ANY_ABI, FDE_FLEX, REG(10, 16), NONE, NONE, false, false},
    {"flex-cfa-slot", V3, ANY_ABI, FDE_FLEX, AT_REG(6, -8), NONE, NONE, false, false},
    {"flex-cfa-sp", V3, ANY_ABI, FDE_FLEX, SP(16), NONE, NONE, false, false},
    {"flex-cfa-fp", V3, ANY_ABI, FDE_FLEX, FP(16), NONE, NONE, false, false},
    {"flex-cfa-r0", V3, ANY_ABI, FDE_FLEX, REG(0, 0), NONE, NONE, false, false},
    {"flex-cfa-unscaled", V3, UNSCALED, FDE_FLEX, REG(15, -3), NONE, NONE, false, false},
    {"flex-ra-slot", V3, ANY_ABI, FDE_FLEX, SP(16), SLOT(-8), NONE, false, false},
    {"flex-ra-slot-zero", V3, ANY_ABI, FDE_FLEX, SP(16), SLOT(0), NONE, false, false},
    {"flex-ra-register", V3, ANY_ABI, FDE_FLEX, SP(16), REG(14, 0), NONE, false, false},
    {"flex-ra-register-slot", V3, ANY_ABI, FDE_FLEX, SP(16), AT_REG(10, 24), NONE, false, false},
    {"flex-fp-slot", V3, ANY_ABI, FDE_FLEX, SP(16), NONE, SLOT(-16), false, false},
    {"flex-fp-register", V3, ANY_ABI, FDE_FLEX, SP(16), NONE, REG(12, 0), false, false},
    {"flex-fp-register-slot", V3, ANY_ABI, FDE_FLEX, AT_REG(6, -8), NONE, AT_REG(6, 0), false, false},
    {"flex-fp-value", V3, ANY_ABI, FDE_FLEX, SP(16), NONE, REG(3, -4), false, false},
    {"flex-all-slots", V3, ANY_ABI, FDE_FLEX, AT_REG(10, -8), SLOT(-8), SLOT(-16), false, false},
    {"flex-all-registers", V3, ANY_ABI, FDE_FLEX, REG(10, 0), REG(14, 0), REG(11, 0), false, false},
    {"flex-mixed", V3, ANY_ABI, FDE_FLEX, FP(16), AT_REG(6, 8), SLOT(-16), false, false},
    {"flex-mangled", V3, ARMS, FDE_FLEX, SP(16), SLOT(-8), SLOT(-16), false, true},
};

/* On AArch64 and s390x the texts leave open where RA is if a flexible row has no rule for it (ledger:
 * flex-ra-absent-tracked); and whether the offset of the CFA is scaled on s390x (s390x-flex-cfa-scaled). */
static bool shape_is_contested(const struct row_shape *row_shape, enum abi abi)
{
    if (row_shape->fde_type != FDE_FLEX)
        return false;
    return gen_abi_facts[abi].cfa_factor != 1 ||
           (gen_abi_facts[abi].tracks_ra && row_shape->ra.place == PLACE_UNSAID);
}

static void emit_row_shape(struct emitter *emitter, const struct row_shape *row_shape, uint8_t word_size)
{
    const char *const name = SAY(shape_buffer, "row-%s-word%u", row_shape->name, word_size);
    struct section *section = gen_start(emitter, name);
    gen_add_function(section, 0x1000, 16)->fde_type = row_shape->fde_type;
    for (uint32_t start = 0; start <= 8; start += 8) {
        struct row *row = gen_add_row(section, start);
        row->word_size = word_size;
        if (start == 0 && row_shape->fde_type == FDE_FLEX)
            row->ra = gen_rule_slot(-8);
        if (start == 0)
            continue; /* a plain row, so that the one in question does not stand first */
        row->cfa = row_shape->cfa;
        row->ra = row_shape->ra;
        row->fp = row_shape->fp;
        row->empty = row_shape->empty;
        row->mangled = row_shape->mangled;
    }
    if (!gen_make_bytes(emitter))
        return;
    gen_demand_class(emitter, CLASS_VALID);
    gen_emit_whole(emitter, BOTH, "whole");
    gen_emit(emitter, OPERATION_LOOKUP, 0x11000, "first-row");
    gen_emit(emitter, OPERATION_LOOKUP, 0x11008, "row");
    gen_emit(emitter, OPERATION_LOOKUP, 0x1100f, "last-byte");
}

static void every_row_shape(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(row_shapes); i++) {
        const struct row_shape *row_shape = &row_shapes[i];
        if (!applies(row_shape->profiles, row_shape->abis, emitter->profile, emitter->abi) ||
            shape_is_contested(row_shape, emitter->abi))
            continue;
        for (uint8_t size = 1; size <= 4 && !emitter->stopped; size = (uint8_t)(size * 2))
            if (!row_shape->empty || size == 1)
                emit_row_shape(emitter, row_shape, size);
    }
}

/* --- Every flag and bit --------------------------------------------------------------------------------- */

static void emit_plain(struct emitter *emitter, enum vector_class vector_class)
{
    if (!gen_make_bytes(emitter))
        return;
    gen_demand_class(emitter, vector_class);
    gen_emit_all(emitter, "whole", EDGE_BEFORE | EDGE_AT);
}

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
        if ((flags & ~(unsigned)flags_defined(emitter->profile)) != 0)
            continue;
        struct section *section = gen_start(emitter, SAY(shape_buffer, "flags-%u", flags));
        section->flags = (uint8_t)flags;
        two_functions(section);
        emit_plain(emitter, CLASS_VALID);
        gen_start(emitter, SAY(shape_buffer, "no-functions-flags-%u", flags))->flags = (uint8_t)flags;
        emit_plain(emitter, CLASS_VALID);
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
            emit_plain(emitter, CLASS_VALID);
        }
    }
}

static void every_function_bit(struct emitter *emitter)
{
    if (gen_abi_facts[emitter->abi].signs_ra) {
        struct section *section = gen_start(emitter, "key-b");
        two_functions(section);
        section->functions[1].key_b = true;
        section->rows[4].mangled = true;
        emit_plain(emitter, CLASS_VALID);
    }
    if (gen_profile_facts[emitter->profile].has_signal) {
        struct section *section = gen_start(emitter, "signal");
        two_functions(section);
        section->functions[0].signal = true;
        emit_plain(emitter, CLASS_VALID);
    }
    if (gen_profile_facts[emitter->profile].no_rows_is_outermost) {
        struct section *section = gen_start(emitter, "outermost");
        two_functions(section);
        gen_add_function(section, 0x3000, 32);
        emit_plain(emitter, CLASS_VALID);
    }
    if (gen_profile_facts[emitter->profile].no_rows_is_outermost &&
        gen_profile_facts[emitter->profile].has_signal) {
        struct section *section = gen_start(emitter, "outermost-signal");
        gen_add_function(section, 0x1000, 32)->signal = true;
        emit_plain(emitter, CLASS_VALID);
    }
}

void gen_family_exhaustive(struct emitter *emitter)
{
    every_encoding(emitter);
    every_row_shape(emitter);
    every_flag(emitter);
    every_auxiliary_header(emitter);
    every_function_bit(emitter);
}
