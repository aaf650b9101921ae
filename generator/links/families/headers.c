/* Headers: flags, fixed offsets, auxiliary headers, gaps; tables that are empty, or not in order. */
#include "../families.h"
#include "../link_headers.h"
#include "emit/sets.h"

#include <string.h>

static void set_aux(struct section *section)
{
    static const uint8_t bytes[8] = {0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7};
    section->aux_length = sizeof bytes;
    memcpy(section->aux, bytes, sizeof bytes);
}

CHANGE(plain, (void)section)
CHANGE(sorted, section->flags |= FLAG_SORTED)
CHANGE(frame_pointer, section->flags |= FLAG_FRAME_POINTER)
CHANGE(fixed_fp, section->fixed_fp = -16)
CHANGE(fixed_ra, section->fixed_ra = -16)
CHANGE(aux, set_aux(section))
CHANGE(gap_header, section->gap_header = 8)
CHANGE(gap_functions, section->gap_functions = 4)
CHANGE(gap_end, section->gap_end = 3)
CHANGE(rows_first, section->rows_first = true)

const struct link_header gen_link_headers[LINK_HEADERS] = {
    [HEADER_PLAIN] = {"plain", ALL, ANY_ABI, plain, false, NULL},
    {"sorted", ALL, ANY_ABI, sorted, false, NULL},
    {"frame-pointer", BEFORE_V3, ANY_ABI, frame_pointer, false, "flag-frame-pointer-scope"},
    {"fixed-fp", ALL, ANY_ABI, fixed_fp, true, "fixed-fp-any-abi"},
    {"fixed-ra", ALL, AMD, fixed_ra, true, "fixed-ra-amd64-other"},
    {"aux", ALL, ANY_ABI, aux, false, NULL},
    {"gap-after-header", ALL, ANY_ABI, gap_header, false, "tile-gap-after-header"},
    {"gap-after-functions", ALL, ANY_ABI, gap_functions, false, "tile-filler"},
    {"bytes-at-end", ALL, ANY_ABI, gap_end, false, "tile-trailing-bytes"},
    {"rows-first", ALL, ANY_ABI, rows_first, false, "tile-rows-first"},
};

static void add_object(struct link_emitter *emitter, const struct link_header *header, enum link_fate fate)
{
    gen_begin_tabled_object(emitter);
    header->change(&emitter->table.section);
    const int text = gen_add_text(emitter, ".text", NULL);
    gen_add_described(emitter, text, SHAPE_LEAF, fate);
    gen_add_described(emitter, text, SHAPE_FRAME, fate);
    gen_end_tabled_object(emitter);
}

/* A header alone, or no byte at all. */
static void add_empty(struct link_emitter *emitter, bool has_header)
{
    const int text = gen_begin_plain_object(emitter);
    gen_add_undescribed(emitter, text, gen_shape_size(SHAPE_LEAF, emitter->abi));
    if (has_header)
        gen_end_table(emitter);
    else
        (void)gen_link_add_section(&emitter->object, ".sframe", emitter->table.type, 2, 8, NULL);
    gen_end_object(emitter);
}

/* What nobody writes comes in one mode. */
static bool is_left_out(const struct link_manner *manner, enum link_mode mode)
{
    return !manner->usual && mode != MODE_SHARED;
}

static void make_headers(struct link_emitter *emitter)
{
    for (size_t i = 0; i < LINK_HEADERS; i++) {
        const struct link_header *const header = &gen_link_headers[i];
        for (unsigned order = 0; order < 3; order++) { /* alone, first, last */
            static const char *const orders[] = {"alone", "first", "last"};
            if (is_left_out(emitter->manner, emitter->mode) ||
                !applies(header->profiles, header->abis, emitter->manner->profile, emitter->abi) ||
                !gen_begin_link(emitter, "%s-%s", header->name, orders[order]))
                continue;
            if (header->ledger != NULL)
                emitter->ledger = header->ledger;
            emitter->unmixed = header->unmixed && order != 0;
            add_object(emitter, order == 2 ? &gen_link_headers[0] : header, FATE_KEPT);
            if (order != 0)
                add_object(emitter, order == 2 ? header : &gen_link_headers[0], FATE_KEPT);
            gen_end_link(emitter);
        }
    }
}

/* Whether there may be this fixed place of FP or RA or not: it is another in the other object. */
static void make_beside(struct link_emitter *emitter)
{
    static const struct link_header others[] = {{"fixed-fp", ALL, ANY_ABI, fixed_fp, true, NULL},
                                                {"fixed-ra", ALL, AMD, fixed_ra, true, NULL}};
    for (unsigned i = 0; i < 2 * COUNT(others); i++) {
        const struct link_header *const other = &others[i / 2];
        const bool last = i % 2 != 0;
        if (!applies(other->profiles, other->abis, emitter->manner->profile, emitter->abi) ||
            !gen_begin_link(emitter, "%s%s", last ? "before-" : "behind-", other->name))
            continue;
        emitter->unmixed = true;
        add_object(emitter, last ? &gen_link_headers[0] : other, last ? FATE_KEPT : FATE_SILENT);
        add_object(emitter, last ? other : &gen_link_headers[0], last ? FATE_SILENT : FATE_KEPT);
        gen_end_link(emitter);
    }
}

static void make_empty(struct link_emitter *emitter)
{
    static const char *const names[] = {"header-alone-first", "header-alone-last", "no-bytes-first",
                                        "no-bytes-last"};
    for (unsigned i = 0; i < COUNT(names); i++) {
        const bool last = i % 2 != 0, has_header = i < 2;
        if (is_left_out(emitter->manner, emitter->mode) || !gen_begin_link(emitter, "%s", names[i]))
            continue;
        if (!has_header)
            emitter->ledger = "empty-section";
        if (!last)
            add_empty(emitter, has_header);
        add_object(emitter, &gen_link_headers[0], FATE_KEPT);
        if (last)
            add_empty(emitter, has_header);
        gen_end_link(emitter);
    }
}

/* Entries in another order than the functions: the last first, or the halves exchanged. */
static void make_unsorted(struct link_emitter *emitter)
{
    static const unsigned places[][6] = {
        {5, 4, 3, 2, 1, 0}, {3, 4, 5, 0, 1, 2}, {0, 2, 1, 4, 3, 5}, {5, 4, 3, 2, 1, 0}};
    static const char *const names[] = {"backwards", "halves", "neighbours", "backwards-alone"};
    for (unsigned i = 0; i < COUNT(places); i++) {
        if (is_left_out(emitter->manner, emitter->mode) || !gen_begin_link(emitter, "%s", names[i]))
            continue;
        for (unsigned object = 0; object < (i + 1 == COUNT(places) ? 1 : 2); object++) {
            const int text = gen_begin_plain_object(emitter);
            for (unsigned j = 0; j < 6; j++)
                gen_add_described(emitter, text, j % 2 != 0 ? SHAPE_FRAME : SHAPE_LEAF, FATE_KEPT);
            gen_permute_table(emitter, places[i]);
            gen_end_tabled_object(emitter);
        }
        gen_end_link(emitter);
    }
}

static void set_long_aux(struct section *section)
{
    section->aux_length = MAX_AUX;
}

/* An auxiliary header as long as one can be, before a table without one. */
static void make_long(struct link_emitter *emitter)
{
    static const struct link_header longest = {"aux-longest", ALL, ANY_ABI, set_long_aux, false, NULL};
    if (emitter->mode != MODE_STATIC || !gen_begin_link(emitter, "aux-longest-first"))
        return;
    add_object(emitter, &longest, FATE_KEPT);
    add_object(emitter, &gen_link_headers[HEADER_PLAIN], FATE_KEPT);
    gen_end_link(emitter);
}

void gen_links_headers(struct link_emitter *emitter)
{
    gen_for_links(emitter, false, make_headers);
    gen_for_links(emitter, false, make_empty);
    gen_for_links(emitter, false, make_unsorted);
    gen_for_links(emitter, true, make_beside);
    gen_for_links(emitter, true, make_long);
}
