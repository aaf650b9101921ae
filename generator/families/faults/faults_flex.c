/* One statement about flexible rows broken by the bytes, beside the valid twin.  On s390x only checks are
 * asked: what the offset of a CFA means there is contested.  What readers break is in faults_readers.c. */
#include "shapes/edges.h"
#include "../families.h"
#include "shapes/faults.h"
#include "shapes/tables.h"

enum { FIRST, LAST, ROWS = 3, WORDS = 6 };

static char shape_buffer[MAX_ID], twin_buffer[MAX_ID];

static const char *name_shape(char buffer[MAX_ID], const char *name, uint8_t word_size)
{
    return gen_shape_of_encoding(buffer, "rowfault-flex-", name, 0, word_size);
}

/* The CFA's offset that is stored as this word, with bit 2 unset, should it be taken for a control word. */
/* Two functions of three rows with six words each. */
static void build_twin(struct section *section, uint8_t word_size)
{
    for (int64_t start = 0x1000; start <= 0x2000; start += 0x1000) {
        gen_add_function(section, start, 32);
        gen_make_flexible(section);
        for (uint32_t i = 0; i < ROWS; i++) {
            struct row *row = gen_add_row(section, 8 * i);
            row->word_size = word_size;
            row->cfa = i == 2 ? gen_rule_fp(gen_cfa_of_word(section->abi, 32))
                              : gen_rule_sp(gen_cfa_of_word(section->abi, 16 * ((int64_t)i + 1)));
            row->ra = gen_rule_slot(-8);
            row->fp = gen_rule_slot(-16);
        }
    }
}

static struct section *begin_flex(struct emitter *emitter, const char *name, uint8_t word_size)
{
    struct section *section = gen_start(emitter, name_shape(shape_buffer, name, word_size));
    build_twin(section, word_size);
    return section;
}

static unsigned asked_on(const struct emitter *emitter)
{
    return has_clear_flexible(emitter->profile, emitter->abi) ? BOTH : CHECK;
}

static void emit_flex_twin(struct emitter *emitter, uint8_t word_size)
{
    begin_flex(emitter, "twin", word_size);
    if (!gen_make_bytes(emitter))
        return;
    gen_demand_class(emitter, CLASS_VALID);
    gen_ask_places(emitter, asked_on(emitter));
}

/* --- What the model can say ----------------------------------------------------------------------------- */

struct change {
    const char *name, *clause, *way;
    uint32_t row;            /* of the last function */
    struct rule cfa, ra, fp; /* those that are said replace the twin's */
    uint8_t extra_count;
};

/* A rule with further bits in its control word. */
#define WITH(bits, ...)                                                                                      \
    {                                                                                                        \
        __VA_ARGS__, .idle_bits = (bits)                                                                     \
    }

static const struct change changes[] = {
    {"unused-cfa", "flex.unused", "bit 2 of the CFA's control word", 1,
     WITH(4, .place = PLACE_REGISTER, .reg = 10, .offset = 16), NONE, NONE, 0},
    {"unused-cfa-deref", "flex.unused", "bit 2 of the control word of a CFA that is read", 0,
     WITH(4, .place = PLACE_REGISTER, .reg = 6, .deref = true, .offset = -8), NONE, NONE, 0},
    {"unused-ra-slot", "flex.unused", "bit 2 of RA's control word, a slot", 1, NONE,
     WITH(4, .place = PLACE_CFA, .deref = true, .offset = -8), NONE, 0},
    {"unused-ra-register", "flex.unused", "bit 2 of RA's control word, a register", 2, NONE,
     WITH(4, .place = PLACE_REGISTER, .reg = 14), NONE, 0},
    {"unused-fp-slot", "flex.unused", "bit 2 of FP's control word, a slot", 1, NONE, NONE,
     WITH(4, .place = PLACE_CFA, .deref = true, .offset = -16), 0},
    {"unused-fp-register", "flex.unused", "bit 2 of FP's control word, a register", 2, NONE, NONE,
     WITH(4, .place = PLACE_REGISTER, .reg = 12), 0},
    {"cfa-deref-only", "flex.cfa-register", "a control word of 2 for the CFA", 1, SLOT(16), NONE, NONE, 0},
    {"cfa-deref-first-row", "flex.cfa-register", "a control word of 2 for the first row's CFA", 0, SLOT(-8),
     NONE, NONE, 0},
    {"cfa-number-only", "flex.cfa-register", "a register number for the CFA, but not its bit 0", 1,
     WITH(10 << 3, .place = PLACE_CFA, .offset = 16), NONE, NONE, 0},
    {"cfa-number-deref", "flex.cfa-register", "a register number and a dereference for the CFA, not bit 0", 2,
     WITH(6 << 3, .place = PLACE_CFA, .deref = true, .offset = 16), NONE, NONE, 0},
    {"surplus-1", "flex.surplus", "one word after the pair of FP", 1, NONE, NONE, NONE, 1},
    {"surplus-2", "flex.surplus", "two words, a fourth pair", 1, NONE, NONE, NONE, 2},
    {"surplus-3", "flex.surplus", "three words after the pair of FP", 1, NONE, NONE, NONE, 3},
    {"surplus-8", "flex.surplus", "eight words after the pair of FP", 0, NONE, NONE, NONE, 8},
    {"surplus-9", "flex.surplus", "as many words as a row can have", 1, NONE, NONE, NONE, 9},
    {"surplus-last-row", "flex.surplus", "one word after the pair of FP in the last row", 2, NONE, NONE, NONE,
     1},
    {"surplus-after-padding", "flex.surplus", "one word after padding for FP", 1, NONE, NONE, PAD, 1},
};

static void replace(struct rule *rule, const struct rule *by)
{
    if (by->place != PLACE_UNSAID)
        *rule = *by;
}

static void emit_change(struct emitter *emitter, const struct change *change, uint8_t word_size)
{
    struct section *section = begin_flex(emitter, change->name, word_size);
    struct row *row = &section->rows[section->functions[LAST].first_row + change->row];
    replace(&row->cfa, &change->cfa);
    replace(&row->ra, &change->ra);
    replace(&row->fp, &change->fp);
    row->extra_count = change->extra_count;
    if (!gen_make_bytes(emitter))
        return;
    gen_differs_from(emitter, name_shape(twin_buffer, "twin", word_size), change->clause, change->way);
    gen_report_model(emitter, NULL);
    gen_ask_places(emitter, asked_on(emitter));
}

/* --- What only bytes can say: what the row then answers is contested ------------------------------------ */

/* Padding takes no offset word with it, so the words of RA and FP move up and the last one is left over. */
static void pad_cfa(struct emitter *emitter, uint8_t word_size)
{
    static const char *const names[ROWS] = {"cfa-padding-first", "cfa-padding-inside", "cfa-padding-last"};
    for (int row = 0; row < ROWS && !emitter->stopped; row++) {
        begin_flex(emitter, names[row], word_size);
        if (!gen_make_bytes(emitter))
            return;
        const struct encoded *encoded = &emitter->encoded;
        gen_lie_field(&emitter->encoded, gen_find_field(encoded, FIELD_WORD, LAST, row, 0), 0);
        gen_differs_from(emitter, name_shape(twin_buffer, "twin", word_size), "flex.cfa-first",
                         "a row whose first word is padding");
        gen_report(emitter, NULL, gen_find_field(encoded, FIELD_WORD, LAST, row, 0)->offset, IRR);
        gen_also_breaks(emitter, "flex.surplus",
                        gen_find_field(encoded, FIELD_WORD, LAST, row, WORDS - 1)->offset, IRR);
        gen_ask_places(emitter, CHECK);
    }
}

/* The last row ends after a control word. */
static const struct cut {
    const char *name, *way;
    int count;
} cuts[] = {
    {"cut-cfa", "the CFA's offset word is missing", 1},
    {"cut-ra", "RA's offset word is missing", 3},
    {"cut-fp", "FP's offset word is missing", 5},
};

static void cut_pair(struct emitter *emitter, const struct cut *cut, uint8_t word_size)
{
    begin_flex(emitter, cut->name, word_size);
    if (!gen_make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    const struct field *info = gen_find_field(encoded, FIELD_ROW_INFO, LAST, ROWS - 1, -1);
    const struct field *control = gen_find_field(encoded, FIELD_WORD, LAST, ROWS - 1, cut->count - 1);
    gen_lie_bits(encoded, info, (uint64_t)cut->count << 1, 0x1e);
    gen_cut_rows(encoded, encoded->length - (control->offset + control->width));
    gen_differs_from(emitter, name_shape(twin_buffer, "twin", word_size), "flex.pair-whole", cut->way);
    gen_report(emitter, NULL, control->offset, IRR);
    gen_ask_places(emitter, CHECK);
}

/* Every cut of the last row, down to nothing, though it counts all its words. */
static void every_cut(struct emitter *emitter, uint8_t word_size)
{
    uint32_t row_size = 2 + WORDS * (uint32_t)word_size;
    for (uint32_t bytes = 1; bytes <= row_size && !emitter->stopped; bytes++) {
        struct encoded *encoded = &emitter->encoded;
        char name[MAX_ID];
        begin_flex(emitter, SAY(name, "cut-%u", bytes), word_size);
        if (!gen_make_bytes(emitter))
            return;
        gen_cut_rows(encoded, bytes);
        gen_differs_from(emitter, name_shape(twin_buffer, "twin", word_size), "fre.inside",
                         "the last row of a flexible function is cut");
        gen_report(emitter, NULL, gen_first_cut(encoded, encoded->length), MAL);
        gen_ask_places(emitter, asked_on(emitter));
    }
}

void gen_family_faults_flex(struct emitter *emitter)
{
    for (uint8_t size = 1; size <= 4 && is_in(V3, emitter->profile); size = (uint8_t)(size * 2)) {
        emit_flex_twin(emitter, size);
        for (size_t i = 0; i < COUNT(changes); i++)
            emit_change(emitter, &changes[i], size);
        pad_cfa(emitter, size);
        for (size_t i = 0; i < COUNT(cuts); i++)
            cut_pair(emitter, &cuts[i], size);
        if (is_in(BOTH_ORDERS, emitter->abi))
            every_cut(emitter, size);
    }
}
