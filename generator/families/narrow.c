/* Narrow: kinds of sections by which readers that differ in one small thing part, where no other family has
 * them.  Mutants of readers led to them (conformance/zoo/mutants). */
#include "../families.h"
#include "../sets.h"
#include "../tables.h"

/* --- Rows of two functions within one another ----------------------------------------------------------- */

enum { ADDRESS = 0x1000, OTHER_ADDRESS = 0x3000, SIZE = 0x1000 };
enum { OUTER_ROWS = 3, STEP = 3, ALSO_INFO = 3 /* as an info byte: one word of one byte, from SP */ };

/* Then rows have a word for it. */
static bool tracks_ra(const struct section *section)
{
    return gen_abi_facts[section->abi].tracks_ra;
}

/* The rows of the outer function have offsets and starts that are info bytes, too: from its second byte on
 * its data can be read as rows of another function. */
static void add_outer(struct section *section, int64_t start)
{
    gen_add_function(section, start, SIZE);
    gen_add_row(section, 0)->cfa = gen_rule_fp(ALSO_INFO);
    gen_add_row(section, STEP)->cfa = gen_rule_sp(ALSO_INFO);
    struct row *row = gen_add_row(section, 2 * STEP);
    row->cfa = gen_rule_sp(ALSO_INFO);
    row->fp = gen_rule_slot(-16);
    if (tracks_ra(section))
        row->ra = gen_rule_slot(-8);
}

static uint8_t last_info(const struct section *section)
{
    return tracks_ra(section) ? 7 : 5;
}

/* Starts of one byte: each row lies around the end of one of the outer function's. */
static void add_inner_1(struct section *section, int64_t start)
{
    gen_add_function(section, start, SIZE);
    gen_add_row(section, 2)->cfa = gen_rule_sp(STEP);
    gen_add_row(section, 3)->cfa = gen_rule_sp(INT64_C(2) * STEP);
    gen_add_row(section, last_info(section))->cfa = gen_rule_sp(tracks_ra(section) ? -8 : -16);
}

static uint32_t start_of(const struct section *section, uint32_t first, uint32_t second)
{
    return section->order == ORDER_BIG ? first << 8 | second : second << 8 | first;
}

/* Starts of two bytes. */
static void add_inner_2(struct section *section, int64_t start)
{
    gen_add_function(section, start, SIZE)->fre_type = FRE_ADDR2;
    gen_add_row(section, start_of(section, 2, ALSO_INFO))->cfa = gen_rule_sp(3);
    struct row *row = gen_add_row(section, start_of(section, ALSO_INFO, 2 * STEP));
    row->cfa = gen_rule_sp(ALSO_INFO);
    row->fp = gen_rule_slot(-16);
    if (tracks_ra(section))
        row->ra = gen_rule_slot(-8);
}

static const struct interleaved {
    const char *shape;
    void (*add_inner)(struct section *section, int64_t start);
    bool inner_first; /* in the table */
    bool one_more;    /* the outer function counts a row that is not there */
    const char *note;
} interleavings[] = {
    {"rows-within-rows-1", add_inner_1, false, false,
     "The rows of two functions take turns: each begins within one of the other's."},
    {"rows-within-rows-1-backwards", add_inner_1, true, false,
     "The same, and the function whose rows come later is first in the table."},
    {"rows-within-rows-2", add_inner_2, false, false,
     "The rows of two functions take turns, and their starts have different widths."},
    {"rows-within-rows-2-backwards", add_inner_2, true, false,
     "The same, and the function whose rows come later is first in the table."},
    {"rows-within-rows-1-one-more", add_inner_1, false, true,
     "Rows take turns, and one that is not there begins where the bytes end."},
    {"rows-within-rows-2-one-more", add_inner_2, false, true,
     "Rows take turns, and one that is not there begins where the bytes end."},
};

/* What the outer function's rows hold, and the bytes behind them, is the inner one's.  A function is told to
 * share bytes once, and a row is counted where its first byte is nobody's before. */
static void put_within(struct emitter *emitter, const struct interleaved *now)
{
    struct encoded *encoded = &emitter->encoded;
    const int inner = now->inner_first ? 0 : 1, outer = 1 - inner;
    const uint32_t begin = encoded->rows_begin, size = tracks_ra(&emitter->section) ? 11 : 10;
    gen_lie_field(encoded, gen_find_field(encoded, FIELD_FRE_OFF, inner, -1, -1), 1);
    gen_lie_field(encoded, gen_header_field(encoded, FIELD_FRE_LEN), size);
    gen_raw_cut(encoded, begin + size);
    gen_forget_violations(emitter);
    gen_breaks(emitter, "fre.unshared", begin + 1, SEVERITY_IRREGULAR);
    gen_also_breaks(emitter, "fre.start-first", begin + 1, SEVERITY_IRREGULAR);
    gen_also_breaks(emitter, "fre.unshared", begin + STEP, SEVERITY_IRREGULAR);
    if (now->one_more) {
        gen_lie_field(encoded, gen_find_field(encoded, FIELD_FUNC_NUM_FRES, outer, -1, -1), OUTER_ROWS + 1);
        gen_also_breaks(emitter, "fre.inside", begin + size, SEVERITY_MALFORMED);
    } else {
        gen_also_breaks(emitter, "header.fre-total", gen_header_field(encoded, FIELD_NUM_FRES)->offset,
                        SEVERITY_IRREGULAR);
    }
}

static void interleave(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (unsigned i = 0; i < COUNT(interleavings) && applies(BEFORE_V3, AMD | ARMS, profile, abi); i++) {
        const struct interleaved *now = &interleavings[i];
        struct section *section = gen_begin(emitter, profile, abi, now->shape);
        emitter->note = now->note;
        if (now->inner_first) {
            now->add_inner(section, ADDRESS);
            add_outer(section, OTHER_ADDRESS);
            section->has_data_order = true;
            section->data_order[0] = 1;
        } else {
            add_outer(section, ADDRESS);
            now->add_inner(section, OTHER_ADDRESS);
        }
        if (!gen_make_bytes(emitter))
            return;
        put_within(emitter, now);
        gen_emit(emitter, OPERATION_CHECK, 0, "whole");
        gen_emit(emitter, OPERATION_DECODE, 0, "whole");
    }
}

/* --- Functions that reach beyond the last start --------------------------------------------------------- */

/* Functions at the last start that can be said, and behind them in the table, though it is flagged sorted, at
 * the first start or a little behind it.  Whether those may reach around is open; what else a check reports
 * is not. */
static const struct around {
    const char *shape;
    uint32_t last_sizes[2]; /* the second: 0 if there is one alone */
    uint32_t first_distance, first_size;
} arounds[] = {
    {"around-up-to-2-63", {1, 0}, 0, 4},        {"around-by-one", {2, 0}, 0, 4},
    {"around-by-one-beside", {2, 0}, 1, 4},     {"around-into-the-last-byte", {16, 0}, 14, 4},
    {"around-beside", {16, 0}, 15, 4},          {"around-two-longer-first", {16, 8}, 10, 4},
    {"around-two-longer-last", {8, 16}, 10, 4},
};

static void reach_around(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (unsigned i = 0; i < COUNT(arounds) && applies(V3, BOTH_ORDERS, profile, abi) && !emitter->pcrel;
         i++) {
        const struct around *around = &arounds[i];
        struct section *section = gen_begin(emitter, profile, abi, around->shape);
        section->address = 0;
        section->flags = FLAG_SORTED;
        for (unsigned k = 0; k < COUNT(around->last_sizes) && around->last_sizes[k] > 0; k++) {
            gen_add_function(section, INT64_MAX, around->last_sizes[k]);
            gen_add_row(section, 0);
        }
        gen_add_function(section, INT64_MIN + (int64_t)around->first_distance, around->first_size);
        gen_add_row(section, 0);
        emitter->note =
            "A function at the last start that can be said reaches beyond it, where the first starts are: "
            "does it share PCs with the one there?";
        if (gen_make_bytes(emitter))
            gen_emit(emitter, OPERATION_CHECK, 0, "whole");
    }
}

static void narrow(struct emitter *emitter, enum profile profile, enum abi abi)
{
    interleave(emitter, profile, abi);
    reach_around(emitter, profile, abi);
}

void gen_family_narrow(struct emitter *emitter)
{
    gen_for_wanted(emitter, narrow);
}
