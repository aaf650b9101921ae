/* Groups of sections that say the same in different bytes.
 *
 * A group is one PC in one base section, which is written in several ways.  Its members are lookups of that
 * PC.  Their answers have the same `cfa`, `ra`, `fp`, `mangled_ra` and `signal`, or the same reason why
 * nothing is found.  They need not share `function` and `row`, which some of the ways renumber.  A member may
 * be irregular (foreign byte order, shared rows, unsorted entries before errata 1): then an error is right
 * too, but not another answer.  Members of one group may be of several profiles or ABIs.
 *
 * generator/tests/test_vectors.py compares the answers. */
#include "shapes/edges.h"
#include "emit/sets.h"
#include "families.h"
#include "models.h"

/* Sets of base sections, a bit each in the order of sections/metamorphic.txt. */
enum {
    SIMPLE = 1,
    PROLOGUE = 2,
    SEVERAL = 4,
    MANY_ROWS = 8,
    STUB = 16,
    STUB_ROWS = 32,
    MIXED = 64,
    TWINS = 128,
    SIGNAL = 256,
    FLEXIBLE = 512,
    MANGLED = 1024,
    UNDEFINED = 2048,
    REGISTERS = 4096,
    SPECIAL = SIGNAL | FLEXIBLE | MANGLED | UNDEFINED | REGISTERS,
};

static char shape_buffer[MAX_ID];
static char group_buffer[MAX_ID];

/* --- Ways to say the same: each changes a base section -------------------------------------------------- */

static void in_byte_order(struct section *section, unsigned way)
{
    if (way == 1)
        section->order = section->order == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG;
}

static void in_fre_type(struct section *section, unsigned way)
{
    for (uint32_t i = 0; i < section->function_count; i++)
        section->functions[i].fre_type = (enum fre_type)way;
}

static void in_word_size(struct section *section, unsigned way)
{
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].word_size = (uint8_t)(section->rows[i].empty ? 0U : 1U << way);
}

static void swap_functions(struct section *section, uint32_t one, uint32_t other)
{
    struct function kept = section->functions[one];
    section->functions[one] = section->functions[other];
    section->functions[other] = kept;
}

static void in_order(struct section *section, unsigned way)
{
    uint32_t last = section->function_count - 1;
    if (way > 0)
        section->flags &= (uint8_t)~FLAG_SORTED;
    if (way == 2) /* reversed */
        for (uint32_t i = 0; i < last - i; i++)
            swap_functions(section, i, last - i);
    if (way == 3) /* rotated: the first comes last */
        for (uint32_t i = 0; i < last; i++)
            swap_functions(section, i, i + 1);
}

static const struct aux_way {
    uint8_t length, first, step;
} aux_ways[] = {{0, 0, 0}, {1, 0xff, 0}, {3, 0, 0}, {8, 0xe2, 0xfc}, {255, 0, 1}};

static void with_aux(struct section *section, unsigned way)
{
    section->aux_length = aux_ways[way].length;
    for (unsigned i = 0; i < section->aux_length; i++)
        section->aux[i] = (uint8_t)(aux_ways[way].first + i * aux_ways[way].step);
}

static void from_field(struct section *section, unsigned way)
{
    if (way == 1)
        section->flags |= FLAG_PCREL;
}

/* A copy of a row at the end of the pool. */
static void copy_row(struct section *section, const struct row *row, uint32_t start)
{
    struct row *copy = &section->rows[section->row_count++];
    *copy = *row;
    copy->start = start;
}

static void expand_mask(struct section *section, struct function *function)
{
    uint32_t block = gen_edge_block(function);
    uint32_t from = function->first_row;
    uint32_t count = function->row_count;
    function->pc_type = PC_INC;
    function->rep_size = 0;
    function->first_row = section->row_count;
    function->row_count = count * (function->size / block);
    for (uint32_t i = 0; i < function->row_count; i++) {
        const struct row *row = &section->rows[from + i % count];
        copy_row(section, row, i / count * block + row->start);
    }
}

static void as_increments(struct section *section, unsigned way)
{
    for (uint32_t i = 0; i < section->function_count && way == 1; i++)
        if (section->functions[i].pc_type == PC_MASK)
            expand_mask(section, &section->functions[i]);
}

/* Each row twice: at its start, and one byte on. */
static void repeat_rows(struct section *section, struct function *function)
{
    uint32_t from = function->first_row;
    uint32_t count = function->row_count;
    function->first_row = section->row_count;
    function->row_count = 2 * count;
    for (uint32_t i = 0; i < 2 * count; i++) {
        const struct row *row = &section->rows[from + i / 2];
        copy_row(section, row, row->start + i % 2);
    }
}

static void with_rows_repeated(struct section *section, unsigned way)
{
    for (uint32_t i = 0; i < section->function_count && way == 1; i++)
        repeat_rows(section, &section->functions[i]);
}

static void with_rows_shared(struct section *section, unsigned way)
{
    if (way == 1)
        gen_share_rows(section, 0, 0, section->functions[0].row_count);
}

static void laid_out(struct section *section, unsigned way)
{
    section->has_data_order = way == 1;
    for (uint32_t i = 0; i < section->function_count; i++)
        section->data_order[i] = (uint8_t)(section->function_count - 1 - i);
}

/* --- Sections elsewhere in memory ------------------------------------------------------------------------
 *
 * Functions stay at their PCs, high enough that no section moved by 2^32 and more leaves the address space.
 */

static const uint64_t high_address = 0x7f0000010000;

enum { TO_DISTANCE, TO_FIRST_START, TO_LAST_START };

static const struct move_way {
    const char *name;
    unsigned profiles;
    bool pcrel;
    int what;
    int64_t value; /* the distance, or that start after the move */
} move_ways[] = {
    {"here", ALL, false, TO_DISTANCE, 0},
    {"on-first-function", ALL, false, TO_FIRST_START, 0},
    {"above", ALL, false, TO_DISTANCE, 0x4000},
    {"above-pcrel", E1ON, true, TO_DISTANCE, 0x4000},
    {"first-near-int32-min", ALL, false, TO_FIRST_START, INT32_MIN},
    {"last-near-int32-max", ALL, false, TO_LAST_START, 0x7fffff00},
    {"beyond-int32-min", V3, false, TO_FIRST_START, INT32_MIN - INT64_C(0x100)},
    {"beyond-int32-max", V3, false, TO_LAST_START, INT32_MAX + INT64_C(1)},
    {"beyond-uint32-max", V3, false, TO_LAST_START, UINT32_MAX + INT64_C(1)},
    {"address-zero", V3, false, TO_DISTANCE, -(INT64_C(0x7f0000010000))},
    {"far-above", V3, false, TO_DISTANCE, INT64_C(0x100000000000)},
};

enum { MOVE_WAYS = COUNT(move_ways) };

/* How far the section moves.  A given start is the value of the field, PC-relative or not. */
static int64_t distance(const struct section *section, const struct move_way *move)
{
    static struct encoded layout;
    uint32_t number = move->what == TO_LAST_START ? section->function_count - 1 : 0;
    int64_t start = section->functions[number].start;
    if (move->what == TO_DISTANCE)
        return move->value;
    if (move->pcrel && gen_encode(&layout, section))
        start -= layout.start_at[number];
    return start - move->value;
}

static void moved(struct section *section, unsigned way)
{
    const struct move_way *move = &move_ways[way];
    section->flags |= move->pcrel ? FLAG_PCREL : 0;
    int64_t by = distance(section, move);
    section->address = high_address + (uint64_t)by;
    for (uint32_t i = 0; i < section->function_count; i++)
        section->functions[i].start -= by;
}

/* --- The kinds of group --------------------------------------------------------------------------------- */

/* Whether the members of a group are for one profile and ABI, or for several profiles or ABIs. */
enum across { WITHIN_ONE, ACROSS_PROFILES, ACROSS_ENDIANS };

static const struct kind {
    const char *name;
    void (*say)(struct section *section, unsigned way); /* null: the base as it is */
    enum across across;
    unsigned profiles, bases;
    unsigned ways;
    const char *names[5]; /* of the ways; those of "moved" are in move_ways */
} kinds[] = {
    {"byte-order", in_byte_order, WITHIN_ONE, ALL, PROLOGUE | STUB | SPECIAL, 2, {"native", "foreign"}},
    {"endian", NULL, ACROSS_ENDIANS, ALL, PROLOGUE | SEVERAL | MIXED | SPECIAL, 2, {"both", "both"}},
    {"fre-type", in_fre_type, WITHIN_ONE, ALL, MANY_ROWS | SPECIAL, 3, {"addr1", "addr2", "addr4"}},
    {"word-size", in_word_size, WITHIN_ONE, ALL, MANY_ROWS | SPECIAL, 3, {"word1", "word2", "word4"}},
    {"order", in_order, WITHIN_ONE, ALL, SEVERAL | SIGNAL, 4, {"sorted", "unflagged", "reversed", "rotated"}},
    {"aux", with_aux, WITHIN_ONE, ALL, SIMPLE | SIGNAL, 5, {"none", "1-ff", "3-zero", "8-magic", "255-up"}},
    {"pcrel", from_field, WITHIN_ONE, E1ON, SEVERAL | MIXED | SIGNAL, 2, {"section", "field"}},
    {"mask", as_increments, WITHIN_ONE, ALL, STUB_ROWS | MIXED, 2, {"mask", "inc"}},
    {"lift",
     NULL,
     ACROSS_PROFILES,
     ALL,
     PROLOGUE | SEVERAL | MANY_ROWS | STUB_ROWS | MANGLED | UNDEFINED | REGISTERS,
     PROFILES,
     {"all", "all", "all", "all", "all"}},
    {"moved", moved, WITHIN_ONE, ALL, SIMPLE | STUB, MOVE_WAYS, {NULL}},
    {"layout", laid_out, WITHIN_ONE, ALL, MIXED, 2, {"tiled", "data-reversed"}},
    {"repeated", with_rows_repeated, WITHIN_ONE, ALL, PROLOGUE | SIGNAL, 2, {"once", "twice"}},
    {"shared", with_rows_shared, WITHIN_ONE, ALL, TWINS, 2, {"own", "shared"}},
};

/* --- Groups --------------------------------------------------------------------------------------------- */

static struct edge_pcs group_pcs; /* those of the groups of one kind, base, profile and ABI */

/* Every edge of every row in every block, and the function's last byte. */
static void add_pcs(const struct section *section, const struct function *function)
{
    uint64_t start = gen_function_address(section, function);
    for (uint64_t from = 0; from < function->size; from += gen_edge_block(function))
        for (uint32_t i = 0; i < function->row_count; i++)
            gen_add_edge_pc(&group_pcs, start + from + gen_function_row(section, function, i)->start);
    gen_add_edge_pc(&group_pcs, start + function->size - 1);
}

static void begin_groups(const struct section *section)
{
    group_pcs.count = 0;
    gen_add_edge_pc(&group_pcs, gen_function_address(section, &section->functions[0]) - 1);
    for (uint32_t i = 0; i < section->function_count; i++)
        add_pcs(section, &section->functions[i]);
    const struct function *last = &section->functions[section->function_count - 1];
    gen_add_edge_pc(&group_pcs, gen_function_address(section, last) + last->size);
}

/* meta-fre-type/v3/amd64/prologue/0x11004; a group across profiles or ABIs does not name what differs. */
static const char *group_id(const struct section *section, const struct kind *kind,
                            const char *base, uint64_t pc)
{
    return SAY(group_buffer, "meta-%s/%s/%s/%s/0x%" PRIx64, kind->name,
               kind->across == ACROSS_PROFILES ? "profiles" : profile_name(section->profile),
               kind->across == ACROSS_ENDIANS ? "endians" : abi_name(section->abi), base, pc);
}

static void emit_member(struct emitter *emitter, const struct kind *kind, const char *base)
{
    for (uint32_t i = 0; i < group_pcs.count && !emitter->stopped; i++) {
        const uint64_t pc = group_pcs.list[i];
        emitter->vector.group = group_id(&emitter->section, kind, base, pc);
        gen_emit(emitter, OPERATION_LOOKUP, pc, SAY(emitter->detail, "pc-0x%" PRIx64, pc));
    }
}

static const char *shape_of(const struct kind *kind, const char *base, const char *way)
{
    return SAY(shape_buffer, "meta-%s-%s-%s", kind->name, base, way);
}

static void emit_groups(struct emitter *emitter, const struct kind *kind, const char *base)
{
    bool begun = false;
    for (unsigned way = 0; way < kind->ways && !emitter->stopped; way++) {
        enum profile said_in = kind->across == ACROSS_PROFILES ? (enum profile)way : emitter->profile;
        enum abi said_for = kind->across == ACROSS_ENDIANS ? (enum abi)(ABI_AARCH64 + way) : emitter->abi;
        const char *name = kind->say == moved ? move_ways[way].name : kind->names[way];
        const unsigned profiles = kind->say == moved ? move_ways[way].profiles : kind->profiles;
        if (!is_in(profiles, said_in) || !abi_known(said_in, said_for) ||
            !gen_has_model(emitter, base, said_in, said_for))
            continue;
        struct section *section = gen_begin(emitter, said_in, said_for, shape_of(kind, base, name));
        emitter->vector.note = "All members of the group say the same of this PC.";
        if (!gen_build_model(emitter, section, base))
            return;
        section->address = kind->say == moved ? high_address : section->address;
        if (!begun)
            begin_groups(section);
        begun = true;
        if (kind->say != NULL)
            kind->say(section, way);
        if (!gen_make_bytes(emitter))
            return;
        emit_member(emitter, kind, base);
    }
}

/* A group across profiles or ABIs is made once, and not once for each of them. */
static bool leads(const struct kind *kind, enum profile profile, enum abi abi)
{
    return (kind->across != ACROSS_PROFILES || is_in(V1, profile)) &&
           (kind->across != ACROSS_ENDIANS || is_in(ARM, abi));
}

static bool group_is_wanted(const struct emitter *emitter, const struct kind *kind)
{
    if (emitter->pcrel && kind->say == from_field) /* it makes both itself */
        return false;
    return kind->across != WITHIN_ONE || gen_wanted(emitter, emitter->profile, emitter->abi);
}

void gen_family_metamorphic(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(kinds); i++)
        for (emitter->profile = PROFILE_V1; emitter->profile < PROFILES; emitter->profile++)
            for (emitter->abi = ABI_AMD64; emitter->abi < ABIS; emitter->abi++)
                for (unsigned base = 0; gen_model_shape(emitter, base) != NULL; base++)
                    if ((kinds[i].bases & 1U << base) != 0 &&
                        leads(&kinds[i], emitter->profile, emitter->abi) &&
                        group_is_wanted(emitter, &kinds[i]))
                        emit_groups(emitter, &kinds[i], gen_model_shape(emitter, base));
}
