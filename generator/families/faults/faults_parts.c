/* Faults in how a section is put together: cut short, begun late, parts that leave gaps, overlap or stand in
 * the wrong order, bytes in the other order, flags that the text does not define.  One at a time, each beside
 * its valid twin. */
#include "../families.h"
#include "shapes/faults.h"

/* --- Cut short ------------------------------------------------------------------------------------------ */

/* The field that holds a byte of the header. */
static uint32_t cut_field(const struct emitter *emitter, uint32_t offset)
{
    for (uint32_t i = 0; i < emitter->encoded.field_count; i++) {
        const struct field *field = &emitter->encoded.fields[i];
        if (offset >= field->offset && offset - field->offset < field->width)
            return field->offset;
    }
    return offset;
}

/* What is left ends inside the header: the first field that is not whole is blamed. */
static void emit_cut_header(struct emitter *emitter, uint32_t length)
{
    if (!gen_make_fault(emitter, &gen_twin_plain, length < 4 ? "preamble.complete" : "header.complete",
                        gen_numbered_way("", length, " bytes")))
        return;
    gen_raw_cut(&emitter->encoded, length);
    gen_report(emitter, NULL, cut_field(emitter, length), MAL);
    gen_ask_places(emitter, length % 4 == 0 ? BOTH | AT_FIRST : CHECK);
}

/* Where a cut falls, and the field that then says too much. */
enum part { PART_AUX, PART_FUNCTIONS, PART_ROWS };

static const struct cut {
    const char *clause, *way;
    const struct twin *twin;
    enum part part;
    uint32_t kept; /* bytes of the part */
    uint32_t lost; /* if not 0: instead, bytes of the part that are missing */
    const char *reported;
    enum field_name blamed;
    unsigned asked;
} cuts[] = {
    {"header.aux-inside", "all of it missing", &gen_twin_aux, PART_AUX, 0, 0, NULL, FIELD_AUX_LEN,
     BOTH | AT_FIRST},
    {"header.aux-inside", "all but one byte missing", &gen_twin_aux, PART_AUX, 1, 0, NULL, FIELD_AUX_LEN,
     BOTH | AT_FIRST},
    {"header.aux-inside", "one byte missing", &gen_twin_aux, PART_AUX, 0, 1, NULL, FIELD_AUX_LEN,
     BOTH | AT_FIRST},
    {"section.parts", "a header alone", &gen_twin_plain, PART_FUNCTIONS, 0, 0, "header.freoff-inside",
     FIELD_FREOFF, BOTH | AT_FIRST},
    {"section.parts", "a header with its auxiliary header alone", &gen_twin_aux, PART_FUNCTIONS, 0, 0,
     "header.freoff-inside", FIELD_FREOFF, BOTH | AT_FIRST},
    {"section.parts", "no rows", &gen_twin_plain, PART_ROWS, 0, 0, "header.fre-len-inside", FIELD_FRE_LEN,
     BOTH | AT_FIRST},
    {"header.freoff-inside", "ends in the first entry", &gen_twin_plain, PART_FUNCTIONS, 4, 0, NULL,
     FIELD_FREOFF, BOTH | AT_FIRST},
    {"header.freoff-inside", "ends one byte before the rows", &gen_twin_plain, PART_FUNCTIONS, 0, 1, NULL,
     FIELD_FREOFF, BOTH | AT_LAST},
    {"header.fre-len-inside", "ends after the first byte of the rows", &gen_twin_plain, PART_ROWS, 1, 0, NULL,
     FIELD_FRE_LEN, BOTH | AT_LAST},
    {"header.fre-len-inside", "ends in the middle of the rows", &gen_twin_plain, PART_ROWS, 12, 0, NULL,
     FIELD_FRE_LEN, BOTH | AT_LAST},
    {"header.fre-len-inside", "ends two bytes early", &gen_twin_plain, PART_ROWS, 0, 2, NULL, FIELD_FRE_LEN,
     BOTH | AT_LAST},
    {"header.fre-len-inside", "ends one byte early", &gen_twin_plain, PART_ROWS, 0, 1, NULL, FIELD_FRE_LEN,
     BOTH | AT_LAST},
};

static uint32_t cut_length(const struct encoded *encoded, const struct cut *cut)
{
    const uint32_t begins[] = {HEADER_SIZE, encoded->functions_begin, encoded->rows_begin};
    const uint32_t ends[] = {encoded->header_end, encoded->functions_end, encoded->rows_end};
    return cut->lost > 0 ? ends[cut->part] - cut->lost : begins[cut->part] + cut->kept;
}

static void emit_cut(struct emitter *emitter, const struct cut *cut)
{
    if (!gen_make_fault(emitter, cut->twin, cut->clause, cut->way))
        return;
    gen_raw_cut(&emitter->encoded, cut_length(&emitter->encoded, cut));
    gen_report(emitter, cut->reported, gen_fault_field(emitter, cut->blamed, -1)->offset, MAL);
    gen_ask_places(emitter, cut->asked);
}

static void every_cut(struct emitter *emitter)
{
    for (uint32_t length = 1; length < HEADER_SIZE; length++) /* whether no bytes are a fault is contested */
        emit_cut_header(emitter, length);
    for (unsigned i = 0; i < COUNT(cuts); i++)
        emit_cut(emitter, &cuts[i]);
}

/* The length of the rows says less than there is: a row beyond it is not there, whatever bytes follow.  Every
 * field of the last row is one byte wide, so the first one that is missing is where the rows now end. */
static void every_short_length(struct emitter *emitter)
{
    for (uint32_t lost = 1; lost <= 4; lost++) {
        if (!gen_make_fault(emitter, &gen_twin_plain, "tile.fre-length",
                            gen_numbered_way("last ", lost, " bytes of the rows not counted")))
            return;
        const struct field *length = gen_fault_field(emitter, FIELD_FRE_LEN, -1);
        uint32_t end = emitter->encoded.rows_end - lost;
        gen_lie_field(&emitter->encoded, length, gen_raw_value(&emitter->encoded, length) - lost);
        gen_breaks(emitter, "fre.inside", end, MAL);
        gen_also_breaks(emitter, "tile.cover", end, IRR);
        gen_demand_class(emitter, CLASS_MALFORMED);
        gen_ask_places(emitter, BOTH | AT_LAST);
    }
}

/* --- Begun late ----------------------------------------------------------------------------------------- */

static void every_late_header(struct emitter *emitter)
{
    static const uint8_t fillers[2][64] = {{0}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}};
    static const uint32_t counts[] = {1, 2, 4, 8, 64};
    for (unsigned i = 0; i < 2 * COUNT(counts); i++) {
        uint32_t count = counts[i / 2];
        if (!gen_make_fault(emitter, &gen_twin_plain, "header.first",
                            gen_numbered_way("header after ", count, i % 2 == 0 ? " zeros" : " other bytes")))
            return;
        gen_raw_insert(&emitter->encoded, 0, fillers[i % 2], count);
        gen_report(emitter, "preamble.magic", 0, MAL);
        gen_ask_places(emitter, BOTH | AT_FIRST);
    }
}

/* --- Gaps and order of the parts ------------------------------------------------------------------------ */

enum { LOOKS = AT_SECOND_ROW | AT_LAST };

static const struct tiling {
    const char *clause, *way;
    const char *reported; /* null: the same */
    uint32_t gap_header, gap_functions, gap_end;
    uint8_t filler;
    bool rows_first;
} tilings[] = {
    {"tile.cover", "one byte after the header", NULL, 1, 0, 0, 0, false},
    {"tile.cover", "two bytes after the header", NULL, 2, 0, 0, 0, false},
    {"tile.cover", "four bytes after the header", NULL, 4, 0, 0, 0, false},
    {"tile.cover", "four other bytes after the header", NULL, 4, 0, 0, 0xa5, false},
    {"tile.cover", "an entry of bytes after the header", NULL, 20, 0, 0, 0, false},
    {"tile.cover", "300 bytes after the header", NULL, 300, 0, 0, 0xff, false},
    {"tile.cover", "one byte after the rows", NULL, 0, 0, 1, 0, false},
    {"tile.cover", "one other byte after the rows", NULL, 0, 0, 1, 0xa5, false},
    {"tile.cover", "four bytes after the rows", NULL, 0, 0, 4, 0, false},
    {"tile.cover", "seven bytes after the rows", NULL, 0, 0, 7, 0, false},
    {"tile.cover", "300 bytes after the rows", NULL, 0, 0, 300, 0xff, false},
    {"tile.order", "rows before functions", NULL, 0, 0, 0, 0, true},
    {"header.fdeoff", "functions not at once after the header", "tile.cover", 8, 0, 0, 0, false},
    {"header.fdeoff", "functions after the rows", "tile.order", 0, 0, 0, 0, true},
    {"header.freoff", "rows at once after the header", "tile.order", 0, 0, 0, 0, true},
    {"header.freoff", "rows further from the header than the array is long", "tile.cover", 12, 0, 0, 0,
     false},
    {"header.offsets-from-end", "both offsets eight higher", "tile.cover", 8, 0, 0, 0xff, false},
    {"header.fre-len", "rows do not end with the section", "tile.cover", 0, 0, 16, 0xff, false},
    {"fde.fre-off", "end of the entries is not the start of the rows", "tile.order", 0, 0, 0, 0, true},
    {"index.fre-off", "rows before the index", "tile.order", 0, 0, 0, 0, true},
    {"section.parts", "rows before functions", "tile.order", 0, 0, 0, 0, true},
};

/* fde.fre-off is said of versions 1 and 2, index.fre-off of 3. */
static bool states(const char *clause, enum profile profile)
{
    bool v3 = gen_profile_facts[profile].has_attribute;
    return clause[0] == 'f' ? !v3 : clause[0] == 'i' ? v3 : true;
}

static void every_tiling(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(tilings); i++) {
        const struct tiling *tiling = &tilings[i];
        if (!states(tiling->clause, emitter->profile))
            continue;
        struct section *section = gen_begin_fault(emitter, &gen_twin_plain, tiling->clause, tiling->way);
        section->gap_header = tiling->gap_header;
        section->gap_functions = tiling->gap_functions;
        section->gap_end = tiling->gap_end;
        section->filler = tiling->filler;
        section->rows_first = tiling->rows_first;
        if (!gen_make_bytes(emitter))
            return;
        gen_report_model(emitter, tiling->reported);
        gen_ask_places(emitter, BOTH | LOOKS);
    }
}

/* Bytes that nobody owns where a reader would look that takes the usual place for granted: entries whose
 * functions start four bytes later, or rows whose words are eight higher. */
static void add_to_decoys(struct emitter *emitter, enum field_name name, uint32_t from, uint32_t to,
                          uint64_t value)
{
    struct encoded *encoded = &emitter->encoded;
    for (uint32_t i = 0; i < encoded->field_count; i++) {
        struct field field = encoded->fields[i];
        if (field.name != name)
            continue;
        field.offset += to - from;
        gen_lie_field(encoded, &field, gen_raw_value(encoded, &field) + value);
    }
}

static void decoy_entries(struct emitter *emitter)
{
    gen_begin_fault(emitter, &gen_twin_plain, "header.fdeoff", "other entries at once after the header")
        ->gap_header = 3 * gen_entry_bytes(emitter->profile);
    if (!gen_make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    uint32_t from = encoded->functions_begin;
    gen_lie_bytes(encoded, encoded->header_end, encoded->bytes + from, encoded->functions_end - from);
    add_to_decoys(emitter, FIELD_START, from, encoded->header_end, 4);
    gen_report_model(emitter, "tile.cover");
    gen_ask_places(emitter, BOTH | AT_FIRST | LOOKS);
}

static void decoy_rows(struct emitter *emitter, const char *clause)
{
    struct section *section =
        gen_begin_fault(emitter, &gen_twin_plain, clause, "other rows at once after the entries");
    if (!gen_make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    section->rows_first = true;
    section->gap_end = encoded->rows_end - encoded->rows_begin;
    if (!gen_make_bytes(emitter))
        return;
    gen_lie_bytes(encoded, encoded->functions_end, encoded->bytes + encoded->rows_begin, section->gap_end);
    add_to_decoys(emitter, FIELD_WORD, encoded->rows_begin, encoded->functions_end, 8);
    gen_report_model(emitter, "tile.order");
    gen_ask_places(emitter, BOTH | AT_FIRST | LOOKS);
}

/* A second section after the first, as a linker leaves it that only puts sections one after the other.  The
 * first one alone counts, so what it does not describe is not found. */
static void every_concatenation(struct emitter *emitter)
{
    static const char *const ways[] = {"a second section after the first",
                                       "a second section and some zeros after the first"};
    static const uint8_t zeros[4] = {0};
    for (unsigned i = 0; i < 2; i++) {
        if (!gen_make_fault(emitter, &gen_twin_plain, "section.parts", ways[i]))
            return;
        struct encoded *encoded = &emitter->encoded;
        uint32_t end = encoded->length;
        if (i == 1)
            gen_raw_append(encoded, zeros, sizeof zeros);
        gen_raw_append(encoded, encoded->bytes, end);
        gen_report(emitter, "tile.cover", end, IRR);
        gen_ask_places(emitter, BOTH | LOOKS);
    }
}

/* --- Overlap of the parts ------------------------------------------------------------------------------- */

static void add_to(struct emitter *emitter, enum field_name name, int function, uint64_t value)
{
    const struct field *field = gen_fault_field(emitter, name, function);
    gen_lie_field(&emitter->encoded, field, gen_raw_value(&emitter->encoded, field) + value);
}

/* The row sub-section starts `by` bytes early, in the entries; every row stays where it is. */
static void emit_overlap(struct emitter *emitter, const char *way, uint32_t by)
{
    struct section *section = gen_begin_fault(emitter, &gen_twin_plain, "header.fde-array", way);
    emitter->ledger = "tile-overlap";
    if (!gen_make_bytes(emitter))
        return;
    add_to(emitter, FIELD_FREOFF, -1, 0 - (uint64_t)by);
    add_to(emitter, FIELD_FRE_LEN, -1, by);
    for (uint32_t i = 0; i < section->function_count; i++)
        add_to(emitter, FIELD_FRE_OFF, (int)i, by);
    gen_report(emitter, NULL, gen_fault_field(emitter, FIELD_NUM_FDES, -1)->offset, MAL);
    gen_ask_places(emitter, BOTH);
    gen_emit(emitter, OPERATION_FLIP, 0, gen_fault_name(emitter, "whole"));
}

/* Rows come first, and their length reaches into the entries. */
static void emit_rows_into_functions(struct emitter *emitter, const char *way, uint32_t by)
{
    struct section *section = gen_begin_fault(emitter, &gen_twin_plain, "tile.until-next", way);
    section->rows_first = true;
    emitter->ledger = "tile-overlap";
    if (!gen_make_bytes(emitter))
        return;
    add_to(emitter, FIELD_FRE_LEN, -1, by);
    gen_forget_violations(emitter);
    gen_report(emitter, NULL, gen_fault_field(emitter, FIELD_FRE_LEN, -1)->offset, MAL);
    gen_ask_places(emitter, BOTH);
    gen_emit(emitter, OPERATION_FLIP, 0, gen_fault_name(emitter, "whole"));
}

static void every_overlap(struct emitter *emitter)
{
    uint32_t entry = gen_entry_bytes(emitter->profile);
    emit_overlap(emitter, "rows from the last byte of the entries on", 1);
    emit_overlap(emitter, "rows from the last entry on", entry);
    emit_overlap(emitter, "rows from the first entry on", 3 * entry);
    emit_rows_into_functions(emitter, "rows first and one byte into the entries", 1);
    emit_rows_into_functions(emitter, "rows first and over all entries", 3 * entry);
}

/* --- Byte order ----------------------------------------------------------------------------------------- */

CHANGE(build_wide, gen_add_plain_functions(section, 0); gen_make_wide(section))

static const struct twin twin_wide = {"fault-twin-wide", build_wide, BOTH | AT_FIRST | LOOKS};

/* A reader may refuse foreign bytes; if it reads them, everything in them is turned round. */
static const struct foreign {
    const char *clause, *way;
    unsigned profiles;
    const struct twin *twin;
    unsigned asked;
} foreigns[] = {
    {"abi.byte-order", "the order that the ABI does not name", ALL, &gen_twin_plain, BOTH | LOOKS},
    {"abi.byte-order", "the order that the ABI does not name in an empty section", ALL, &gen_twin_empty,
     BOTH},
    {"overview.endianness", "contents in the other order", ALL, &gen_twin_plain, BOTH | AT_SECOND},
    {"overview.magic-endianness", "a magic that tells the other order", ALL, &gen_twin_plain,
     DECODE | AT_SECOND_ROW},
    {"preamble.endianness", "preamble in the other order", ALL, &gen_twin_empty, DECODE},
    {"header.endianness", "header and all that follows in the other order", ALL, &gen_twin_aux,
     DECODE | AT_FIRST},
    {"endian.swapped", "a magic that reads 0xe2de", V12, &gen_twin_plain, DECODE | AT_FIRST},
    {"endian.detect", "foreign order to be detected", E1ON, &gen_twin_plain, DECODE | AT_FIRST},
    {"endian.flip", "foreign order to be flipped", ALL, &gen_twin_plain, DECODE | AT_LAST},
    {"endian.flip-same", "the same values in the other order", ALL, &gen_twin_plain, DECODE | LOOKS},
    {"endian.flip-same", "starts and words of four bytes", ALL, &twin_wide, DECODE | AT_FIRST | LOOKS},
    {"endian.flip", "starts and words of four bytes", ALL, &twin_wide, DECODE | AT_SECOND_ROW},
};

static void every_foreign(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(foreigns); i++) {
        const struct foreign *foreign = &foreigns[i];
        if (!gen_is_for(emitter, foreign->profiles, ANY_ABI))
            continue;
        struct section *section = gen_begin_fault(emitter, foreign->twin, foreign->clause, foreign->way);
        section->order = section->order == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG;
        if (!gen_make_bytes(emitter))
            return;
        gen_report_model(emitter, "abi.byte-order");
        gen_ask_places(emitter, foreign->asked);
    }
}

static void swap_bytes(struct encoded *encoded, const struct field *field)
{
    uint64_t value = gen_raw_value(encoded, field);
    uint64_t swapped = 0;
    for (uint32_t i = 0; i < field->width; i++)
        swapped = swapped << 8 | (value >> 8 * i & 0xff);
    gen_lie_field(encoded, field, swapped);
}

/* One field in the other order, or all but one. */
static const struct mixed {
    const char *way;
    enum field_name field;
    const char *reported;
    enum severity severity;
} mixed_orders[] = {
    {"number of entries alone", FIELD_NUM_FDES, "header.fde-array", MAL},
    {"number of rows alone", FIELD_NUM_FRES, "header.fre-total", IRR},
    {"length of the rows alone", FIELD_FRE_LEN, "header.fre-len-inside", MAL},
    {"offset of the rows alone", FIELD_FREOFF, "header.freoff-inside", MAL},
    {"row offset of the last entry alone", FIELD_FRE_OFF, "fde.fre-off-inside", MAL},
};

static void every_mixed_order(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(mixed_orders); i++) {
        const struct mixed *mixed = &mixed_orders[i];
        if (!gen_make_fault(emitter, &gen_twin_plain, "overview.endianness", mixed->way))
            return;
        const struct field *field = gen_fault_field(emitter, mixed->field, 2);
        swap_bytes(&emitter->encoded, field);
        gen_report(emitter, mixed->reported, field->offset, mixed->severity);
        gen_ask_places(emitter, BOTH);
    }
    /* With the magic alone turned round the offset of the rows is the first that leads out. */
    if (!gen_make_fault(emitter, &gen_twin_plain, "overview.endianness", "magic alone"))
        return;
    swap_bytes(&emitter->encoded, gen_fault_field(emitter, FIELD_MAGIC, -1));
    gen_report(emitter, "header.freoff-inside", gen_fault_field(emitter, FIELD_FREOFF, -1)->offset, MAL);
    gen_also_breaks(emitter, "abi.byte-order", gen_fault_field(emitter, FIELD_ABI_ARCH, -1)->offset, IRR);
    gen_ask_places(emitter, BOTH | AT_FIRST);
}

/* --- Flags ---------------------------------------------------------------------------------------------- */

static const char *undefined_flags(enum profile profile)
{
    return gen_profile_facts[profile].undefined_flags_are_zero ? "flags.undefined-zero" : "flags.undefined";
}

/* Bits 0x2 and 0x4 are contested where the text does not define them, so they are left alone. */
static void emit_flags(struct emitter *emitter, const char *clause, uint8_t flags)
{
    gen_begin_fault(emitter, &gen_twin_plain, clause, gen_numbered_way("undefined flags ", flags, ""))
        ->flags |= flags;
    if (!gen_make_bytes(emitter))
        return;
    gen_report_model(emitter, undefined_flags(emitter->profile));
    gen_ask_places(emitter, BOTH | AT_SECOND_ROW);
}

static void every_undefined_flag(struct emitter *emitter)
{
    static const uint8_t flags[] = {8, 16, 32, 64, 128, 24, 136, 248};
    for (unsigned i = 0; i < COUNT(flags); i++)
        emit_flags(emitter, undefined_flags(emitter->profile), flags[i]);
    emit_flags(emitter, "flags.future", 8);
    emit_flags(emitter, "flags.future", 128);
}

void gen_family_faults_parts(struct emitter *emitter)
{
    gen_emit_twin(emitter, &twin_wide);
    every_foreign(emitter);
    if (!gen_is_for(emitter, ALL, TWO))
        return;
    every_mixed_order(emitter);
    every_cut(emitter);
    every_short_length(emitter);
    every_late_header(emitter);
    every_tiling(emitter);
    decoy_entries(emitter);
    decoy_rows(emitter, "header.freoff");
    decoy_rows(emitter, gen_profile_facts[emitter->profile].has_attribute ? "index.fre-off" : "fde.fre-off");
    every_concatenation(emitter);
    every_overlap(emitter);
    every_undefined_flag(emitter);
}
