/* Faults in preamble, header and sub-sections: for each clause, every way to break it, each beside a valid
 * twin.  Most are one field of the header that lies: a table. */
#include "../families.h"
#include "shapes/faults.h"

/* --- Fields of the header that lie ---------------------------------------------------------------------- */

enum how {
    SET,  /* to the value */
    ADD,  /* the value, modulo the field's width */
    LEFT, /* to the number of bytes after the header, plus the value */
    WRAP, /* to what, added to the offset before it, wraps to the value in 32 bits */
};

/* A row as most are: the plain twin in every text, made malformed by the clause itself. */
#define LIE(clause, way, field, how, value, asked)                                                           \
    {                                                                                                        \
        clause, way, &gen_twin_plain, ALL, TWO, FIELD_##field, how, value, NULL, MAL, asked                  \
    }

/* The same of another twin; in some texts and of some ABIs alone; what only makes a section irregular. */
#define OF(twin, clause, way, field, how, value, asked)                                                      \
    {                                                                                                        \
        clause, way, &gen_twin_##twin, ALL, TWO, FIELD_##field, how, value, NULL, MAL, asked                 \
    }
#define FOR(profiles, abis, clause, way, field, how, value, asked)                                           \
    {                                                                                                        \
        clause, way, &gen_twin_plain, profiles, abis, FIELD_##field, how, value, NULL, MAL, asked            \
    }
#define IRREGULAR(clause, way, profiles, abis, field, how, value, asked)                                     \
    {                                                                                                        \
        clause, way, &gen_twin_plain, profiles, abis, FIELD_##field, how, value, NULL, IRR, asked            \
    }

static const struct lie {
    const char *clause, *way;
    const struct twin *twin;
    unsigned profiles, abis;
    enum field_name field;
    enum how how;
    int64_t value;
    const char *reported; /* the clause that a check reports; null: the same */
    enum severity severity;
    unsigned asked;
} lies[] = {
    /* version: those that no text lists, and those of newer texts.  A reader of both may take the latter for
     * sections of the newer text, so only a check asked them. */
    LIE("version.known", "version 0", VERSION, SET, 0, BOTH | AT_FIRST),
    LIE("version.known", "version 4", VERSION, SET, 4, BOTH | AT_FIRST),
    LIE("version.known", "version 5", VERSION, SET, 5, BOTH),
    LIE("version.known", "version 127", VERSION, SET, 127, BOTH),
    LIE("version.known", "version 128", VERSION, SET, 128, BOTH),
    LIE("version.known", "version 255", VERSION, SET, 255, BOTH | AT_FIRST),
    LIE("version.known", "bit 4 of the version set", VERSION, ADD, 16, BOTH),
    LIE("version.known", "top bit of the version set", VERSION, ADD, 128, BOTH),
    FOR(V1, TWO, "version.known", "version 2 before its text", VERSION, SET, 2, CHECK),
    FOR(BEFORE_V3, TWO, "version.known", "version 3 before its text", VERSION, SET, 3, CHECK),
    {"version.described", "the next version", &gen_twin_plain, BEFORE_V3, TWO, FIELD_VERSION, ADD, 1,
     "version.known", MAL, CHECK},
    {"version.described", "the next version", &gen_twin_plain, V3, TWO, FIELD_VERSION, ADD, 1,
     "version.known", MAL, BOTH | AT_FIRST},
    {"version.described", "no version", &gen_twin_plain, ALL, TWO, FIELD_VERSION, SET, 0, "version.known",
     MAL, BOTH},
    {"header.varies", "an unknown version with the known header", &gen_twin_plain, ALL, TWO, FIELD_VERSION,
     SET, 9, "version.known", MAL, BOTH | AT_FIRST},

    /* ABI: what functions and rows say of an unknown one is contested, so decode is left out. */
    LIE("abi.known", "identifier 0", ABI_ARCH, SET, 0, CHECK | AT_FIRST),
    FOR(ALL, ANY_ABI, "abi.known", "identifier 5", ABI_ARCH, SET, 5, CHECK | AT_FIRST),
    LIE("abi.known", "identifier 6", ABI_ARCH, SET, 6, CHECK | AT_FIRST),
    LIE("abi.known", "identifier 127", ABI_ARCH, SET, 127, CHECK | AT_FIRST),
    LIE("abi.known", "identifier 128", ABI_ARCH, SET, 128, CHECK | AT_FIRST),
    LIE("abi.known", "identifier 255", ABI_ARCH, SET, 255, CHECK | AT_FIRST),
    FOR(ALL, ANY_ABI, "abi.known", "bit 3 of the identifier set", ABI_ARCH, ADD, 8, CHECK | AT_FIRST),
    FOR(ALL, ANY_ABI, "abi.known", "top bit of the identifier set", ABI_ARCH, ADD, 128, CHECK | AT_FIRST),
    {"overview.abis-two", "an ABI that is not named", &gen_twin_plain, V12, TWO, FIELD_ABI_ARCH, SET, 9,
     "abi.known", MAL, CHECK | AT_FIRST},
    {"overview.abis-two", "no ABI", &gen_twin_plain, V12, TWO, FIELD_ABI_ARCH, SET, 0, "abi.known", MAL,
     CHECK | AT_FIRST},
    {"overview.abis-three", "an ABI that is not named", &gen_twin_plain, E1ON, TWO | S390, FIELD_ABI_ARCH,
     SET, 9, "abi.known", MAL, CHECK | AT_FIRST},
    {"overview.abis-three", "no ABI", &gen_twin_plain, E1ON, TWO | S390, FIELD_ABI_ARCH, SET, 0, "abi.known",
     MAL, CHECK | AT_FIRST},

    /* auxiliary header */
    OF(empty, "header.aux-inside", "one byte where none is left", AUX_LEN, SET, 1, BOTH),
    OF(empty, "header.aux-inside", "255 bytes where none is left", AUX_LEN, SET, 255, BOTH),
    LIE("header.aux-inside", "one byte beyond the section", AUX_LEN, LEFT, 1, BOTH | AT_FIRST),
    LIE("header.aux-inside", "greatest length", AUX_LEN, SET, 255, BOTH | AT_FIRST),

    /* number of entries */
    OF(empty, "header.fde-array", "one entry where none is left", NUM_FDES, SET, 1, BOTH | AT_FIRST),
    OF(small, "header.fde-array", "one entry too many", NUM_FDES, ADD, 1, BOTH | AT_FAR),
    LIE("header.fde-array", "one entry too many that lies in the rows", NUM_FDES, ADD, 1, BOTH | AT_FAR),
    OF(small, "header.fde-array", "two entries too many", NUM_FDES, ADD, 2, BOTH | AT_FAR),
    LIE("header.fde-array", "256 entries too many", NUM_FDES, ADD, 0x100, BOTH | AT_FAR),
    LIE("header.fde-array", "65536 entries too many", NUM_FDES, ADD, 0x10000, BOTH | AT_FAR),
    LIE("header.fde-array", "count in the top byte", NUM_FDES, SET, 0x3000000, BOTH | AT_FAR),
    LIE("header.fde-array", "greatest signed count", NUM_FDES, SET, INT32_MAX, BOTH | AT_FAR),
    LIE("header.fde-array", "count with the sign bit", NUM_FDES, SET, 0x80000000, BOTH | AT_FAR),
    LIE("header.fde-array", "greatest count", NUM_FDES, SET, UINT32_MAX, BOTH | AT_FAR),
    FOR(V1, TWO, "header.fde-array", "size that wraps to 16 in 32 bits", NUM_FDES, SET, 252645136,
        BOTH | AT_FAR),
    FOR(V2 | ERRATA, TWO, "header.fde-array", "size that wraps to the right one in 32 bits", NUM_FDES, ADD,
        0x40000000, BOTH | AT_FAR),
    FOR(V3, TWO, "header.fde-array", "size that wraps to the right one in 32 bits", NUM_FDES, ADD, 0x10000000,
        BOTH | AT_FAR),
    FOR(V2 | ERRATA, TWO, "header.fde-array", "size that wraps to nothing in 32 bits", NUM_FDES, SET,
        0x40000000, BOTH | AT_FAR),
    FOR(V3, TWO, "header.fde-array", "size that wraps to nothing in 32 bits", NUM_FDES, SET, 0x10000000,
        BOTH | AT_FAR),

    /* where the function sub-section starts */
    OF(empty, "header.fdeoff-inside", "one byte beyond", FDEOFF, SET, 1, BOTH),
    OF(empty, "header.fdeoff-inside", "offset with the top bit in an empty section", FDEOFF, SET, 0x80000000,
       BOTH),
    LIE("header.fdeoff-inside", "one byte beyond the rows", FDEOFF, LEFT, 1, BOTH | AT_FIRST),
    LIE("header.fdeoff-inside", "counted from byte 0", FDEOFF, LEFT, HEADER_SIZE, BOTH | AT_FIRST),
    LIE("header.fdeoff-inside", "greatest signed offset", FDEOFF, SET, INT32_MAX, BOTH | AT_FIRST),
    LIE("header.fdeoff-inside", "offset with the sign bit", FDEOFF, SET, 0x80000000, BOTH | AT_FIRST),
    LIE("header.fdeoff-inside", "greatest offset", FDEOFF, SET, UINT32_MAX, BOTH | AT_FIRST),
    LIE("header.fdeoff-inside", "wraps to the header in 32 bits", FDEOFF, WRAP, 0, BOTH | AT_FIRST),
    LIE("header.fdeoff-inside", "256 above", FDEOFF, ADD, 0x100, BOTH | AT_FIRST),
    LIE("header.fdeoff-inside", "65536 above", FDEOFF, ADD, 0x10000, BOTH | AT_FIRST),
    LIE("header.fdeoff-inside", "16777216 above", FDEOFF, ADD, 0x1000000, BOTH | AT_FIRST),
    OF(aux, "header.fdeoff-inside", "beyond an auxiliary header", FDEOFF, LEFT, 1, BOTH | AT_FIRST),

    /* where the row sub-section starts */
    OF(empty, "header.freoff-inside", "one byte beyond", FREOFF, SET, 1, BOTH),
    LIE("header.freoff-inside", "one byte beyond the rows", FREOFF, LEFT, 1, BOTH | AT_FIRST),
    LIE("header.freoff-inside", "counted from byte 0", FREOFF, LEFT, HEADER_SIZE, BOTH | AT_FIRST),
    LIE("header.freoff-inside", "greatest signed offset", FREOFF, SET, INT32_MAX, BOTH | AT_FIRST),
    LIE("header.freoff-inside", "offset with the sign bit", FREOFF, SET, 0x80000000, BOTH | AT_FIRST),
    LIE("header.freoff-inside", "greatest offset", FREOFF, SET, UINT32_MAX, BOTH | AT_FIRST),
    LIE("header.freoff-inside", "wraps to the header in 32 bits", FREOFF, WRAP, 0, BOTH | AT_FIRST),
    LIE("header.freoff-inside", "256 above", FREOFF, ADD, 0x100, BOTH | AT_FIRST),
    LIE("header.freoff-inside", "65536 above", FREOFF, ADD, 0x10000, BOTH | AT_FIRST),
    LIE("header.freoff-inside", "16777216 above", FREOFF, ADD, 0x1000000, BOTH | AT_FIRST),
    OF(aux, "header.freoff-inside", "beyond an auxiliary header", FREOFF, LEFT, 1, BOTH | AT_FIRST),

    /* how long the row sub-section is.  Lookups may do without it. */
    OF(empty, "header.fre-len-inside", "one byte where none is left", FRE_LEN, SET, 1, BOTH),
    LIE("header.fre-len-inside", "one byte too long", FRE_LEN, ADD, 1, BOTH),
    LIE("header.fre-len-inside", "counted from the header", FRE_LEN, LEFT, 0, BOTH),
    LIE("header.fre-len-inside", "counted from byte 0", FRE_LEN, LEFT, HEADER_SIZE, BOTH),
    LIE("header.fre-len-inside", "256 too long", FRE_LEN, ADD, 0x100, BOTH),
    LIE("header.fre-len-inside", "65536 too long", FRE_LEN, ADD, 0x10000, BOTH),
    LIE("header.fre-len-inside", "greatest signed length", FRE_LEN, SET, INT32_MAX, BOTH),
    LIE("header.fre-len-inside", "length with the sign bit", FRE_LEN, SET, 0x80000000, BOTH),
    LIE("header.fre-len-inside", "greatest length", FRE_LEN, SET, UINT32_MAX, BOTH),
    LIE("header.fre-len-inside", "ends at byte 0 in 32 bits", FRE_LEN, WRAP, 0, BOTH),
    LIE("header.fre-len-inside", "ends at the header in 32 bits", FRE_LEN, WRAP, HEADER_SIZE, BOTH),
    OF(aux, "header.fre-len-inside", "beyond an auxiliary header", FRE_LEN, ADD, 1, BOTH),

    /* number of rows: readable whatever it says */
    IRREGULAR("header.fre-total", "one too many", ALL, TWO, NUM_FRES, ADD, 1, BOTH | AT_THIRD_ROW),
    IRREGULAR("header.fre-total", "one too few", ALL, TWO, NUM_FRES, ADD, -1, BOTH | AT_THIRD_ROW),
    IRREGULAR("header.fre-total", "none", ALL, TWO, NUM_FRES, SET, 0, BOTH | AT_THIRD_ROW),
    IRREGULAR("header.fre-total", "those of each function", ALL, TWO, NUM_FRES, SET, 3, BOTH | AT_THIRD_ROW),
    IRREGULAR("header.fre-total", "256 too many", ALL, TWO, NUM_FRES, ADD, 0x100, BOTH | AT_THIRD_ROW),
    IRREGULAR("header.fre-total", "65536 too many", ALL, TWO, NUM_FRES, ADD, 0x10000, BOTH | AT_THIRD_ROW),
    IRREGULAR("header.fre-total", "count with the sign bit", ALL, TWO, NUM_FRES, SET, 0x80000000,
              BOTH | AT_THIRD_ROW),
    IRREGULAR("header.fre-total", "greatest count", ALL, TWO, NUM_FRES, SET, UINT32_MAX, BOTH | AT_THIRD_ROW),
    {"header.fre-total", "one row in an empty section", &gen_twin_empty, ALL, TWO, FIELD_NUM_FRES, SET, 1,
     NULL, IRR, BOTH | AT_FIRST},

    /* Fixed RA.  What rows then say is contested; that the header says it is not. */
    IRREGULAR("header.fixed-ra-amd64", "minus 7", ALL, AMD, FIXED_RA, SET, -7, CHECK),
    IRREGULAR("header.fixed-ra-amd64", "minus 9", ALL, AMD, FIXED_RA, SET, -9, CHECK),
    IRREGULAR("header.fixed-ra-amd64", "minus 16", ALL, AMD, FIXED_RA, SET, -16, CHECK),
    IRREGULAR("header.fixed-ra-amd64", "plus 8", ALL, AMD, FIXED_RA, SET, 8, CHECK),
    IRREGULAR("header.fixed-ra-amd64", "minus 1", ALL, AMD, FIXED_RA, SET, -1, CHECK),
    IRREGULAR("header.fixed-ra-amd64", "minus 128", ALL, AMD, FIXED_RA, SET, -128, CHECK),
    IRREGULAR("header.fixed-ra-amd64", "plus 127", ALL, AMD, FIXED_RA, SET, 127, CHECK),
    IRREGULAR("header.fixed-ra-amd64", "none", E1ON, AMD, FIXED_RA, SET, 0, CHECK),
    IRREGULAR("header.fixed-ra-tracked", "minus 8", E1ON, TRACKED, FIXED_RA, SET, -8, CHECK),
    IRREGULAR("header.fixed-ra-tracked", "plus 8", E1ON, TRACKED, FIXED_RA, SET, 8, CHECK),
    IRREGULAR("header.fixed-ra-tracked", "minus 1", E1ON, TRACKED, FIXED_RA, SET, -1, CHECK),
    IRREGULAR("header.fixed-ra-tracked", "minus 48", E1ON, TRACKED, FIXED_RA, SET, -48, CHECK),
    IRREGULAR("header.fixed-ra-tracked", "plus 127", E1ON, TRACKED, FIXED_RA, SET, 127, CHECK),
    IRREGULAR("header.fixed-ra-tracked", "minus 128", E1ON, TRACKED, FIXED_RA, SET, -128, CHECK),
};

/* What stands before the sub-section that a field places or measures: what a sum in 32 bits adds to it. */
static uint64_t sum_before(const struct encoded *encoded, enum field_name field)
{
    return field == FIELD_FRE_LEN ? encoded->rows_begin : encoded->header_end;
}

static uint64_t lie_value(const struct encoded *encoded, const struct lie *lie, const struct field *field)
{
    uint64_t value = (uint64_t)lie->value;
    switch (lie->how) {
    case SET:
        return value;
    case ADD:
        return gen_raw_value(encoded, field) + value;
    case LEFT:
        return encoded->length - encoded->header_end + value;
    case WRAP:
        break;
    }
    return value - sum_before(encoded, field->name);
}

static void emit_lie(struct emitter *emitter, const struct lie *lie, bool foreign)
{
    static char way[MAX_ID];
    struct section *section = gen_begin_fault(emitter, lie->twin, lie->clause,
                                              SAY(way, "%s%s", lie->way, foreign ? " in foreign order" : ""));
    if (foreign)
        section->order = section->order == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG;
    if (!gen_make_bytes(emitter))
        return;
    const struct field *field = gen_fault_field(emitter, lie->field, -1);
    gen_lie_field(&emitter->encoded, field, lie_value(&emitter->encoded, lie, field));
    gen_report(emitter, lie->reported, field->offset, lie->severity);
    gen_ask_places(emitter, foreign ? lie->asked & BOTH : lie->asked);
}

/* In the other byte order only the fields of several bytes, and only in the last texts of two layouts. */
static bool foreign_too(const struct lie *lie, enum profile profile, enum abi abi)
{
    return lie->severity == MAL && lie->field >= FIELD_NUM_FDES && applies(E2ON, AMD, profile, abi);
}

static void every_lie(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(lies); i++) {
        if (!gen_is_for(emitter, lies[i].profiles, lies[i].abis))
            continue;
        emit_lie(emitter, &lies[i], false);
        if (foreign_too(&lies[i], emitter->profile, emitter->abi))
            emit_lie(emitter, &lies[i], true);
    }
}

/* The offset is good, but what follows it is too short for the one entry: the count is blamed. */
static void every_late_array(struct emitter *emitter)
{
    uint32_t entry = gen_entry_bytes(emitter->profile);
    const uint32_t rooms[] = {0, 9, entry - 4, entry - 2, entry - 1};
    for (unsigned i = 0; i < COUNT(rooms); i++) {
        const char *way = gen_numbered_way("offset leaves room for ", rooms[i], " bytes");
        if (!gen_make_fault(emitter, &gen_twin_small, "header.fde-array", way))
            return;
        struct encoded *encoded = &emitter->encoded;
        gen_lie_field(encoded, gen_fault_field(emitter, FIELD_FDEOFF, -1),
                      encoded->length - encoded->header_end - rooms[i]);
        gen_report(emitter, NULL, gen_fault_field(emitter, FIELD_NUM_FDES, -1)->offset, MAL);
        gen_ask_places(emitter, BOTH | AT_FIRST);
    }
}

/* --- Magic ---------------------------------------------------------------------------------------------- */

static void emit_magic(struct emitter *emitter, uint16_t magic, const char *way, unsigned asked)
{
    if (!gen_make_fault(emitter, &gen_twin_plain, "preamble.magic", way))
        return;
    gen_lie_field(&emitter->encoded, gen_fault_field(emitter, FIELD_MAGIC, -1), magic);
    gen_report(emitter, NULL, 0, MAL);
    gen_ask_places(emitter, asked);
}

static void every_magic(struct emitter *emitter)
{
    static const struct {
        uint16_t magic;
        const char *way;
    } magics[] = {
        {0, "zero"},
        {0xffff, "all ones"},
        {0xdede, "high byte twice"},
        {0xe2e2, "low byte twice"},
        {0x00e2, "high byte missing"},
        {0xde00, "low byte missing"},
        {0xed2e, "digits of each byte swapped"},
        {0x211d, "every bit turned"},
    };
    for (unsigned i = 0; i < COUNT(magics); i++)
        emit_magic(emitter, magics[i].magic, magics[i].way, BOTH | AT_FIRST);
    for (unsigned bit = 0; bit < 16; bit++)
        emit_magic(emitter, (uint16_t)(0xdee2 ^ 1U << bit), gen_numbered_way("bit ", bit, " turned"),
                   CHECK | AT_FIRST);
}

void gen_family_faults_layout(struct emitter *emitter)
{
    gen_emit_twin(emitter, &gen_twin_plain);
    gen_emit_twin(emitter, &gen_twin_small);
    gen_emit_twin(emitter, &gen_twin_empty);
    gen_emit_twin(emitter, &gen_twin_aux);
    every_lie(emitter);
    if (!gen_is_for(emitter, ALL, TWO))
        return;
    every_late_array(emitter);
    every_magic(emitter);
}
