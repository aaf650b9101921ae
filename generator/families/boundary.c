/* Boundaries: every PC one before, at and one after each edge of functions and rows, at both ends of the
 * address space as in its middle; and every integer field at its extremes and around zero, where that is
 * valid. */
#include "shapes/edges.h"
#include "families.h"
#include "models.h"
#include "emit/sets.h"

static char shape_buffer[MAX_ID];

static const char *numbered(const char *name, uint64_t number)
{
    return SAY(shape_buffer, "%s%" PRIu64, name, number);
}

/* --- Where functions lie -------------------------------------------------------------------------------- */

static void every_place(struct emitter *emitter)
{
    const char *place;
    for (unsigned i = 0; (place = gen_model_shape(emitter, i)) != NULL; i++) {
        for (unsigned pcrel = 0; pcrel <= (has_pcrel(emitter->profile) ? 1U : 0); pcrel++) {
            const char *const name = SAY(shape_buffer, "%s%s", place, pcrel != 0 ? "-pcrel" : "");
            struct section *section = gen_start(emitter, name);
            section->flags |= pcrel != 0 ? FLAG_PCREL : 0;
            if (gen_build_model(emitter, section, place))
                gen_emit_all(emitter, EDGE_ALL);
        }
    }
}

/* --- Fields of functions -------------------------------------------------------------------------------- */

/* The distance from the section at its extremes and around zero; then the start field, where a function around zero
 * begins at its own entry, or one byte beside it.  The function lies in the address space; and the section, for a
 * distance, at a multiple of 8. */
static void every_start(struct emitter *emitter)
{
    static const struct {
        const char *name;
        enum profile since;
        bool of_field;
        int64_t value;
    } starts[] = {
        {"start-int32-min", PROFILE_V1, false, INT32_MIN},
        {"start-int32-max", PROFILE_V1, false, INT32_MAX},
        {"start-minus-one", PROFILE_V1, false, -1},
        {"start-zero", PROFILE_V1, false, 0},
        {"start-one", PROFILE_V1, false, 1},
        {"start-below-int32", PROFILE_V3, false, (int64_t)INT32_MIN - 1},
        {"start-above-int32", PROFILE_V3, false, (int64_t)INT32_MAX + 1},
        {"start-above-uint32", PROFILE_V3, false, (int64_t)UINT32_MAX + 1},
        {"start-int64-min", PROFILE_V3, false, INT64_MIN},
        {"start-int64-max", PROFILE_V3, false, INT64_MAX},
        {"start-field-minus-one", PROFILE_V2E1, true, -1},
        {"start-field-zero", PROFILE_V2E1, true, 0},
        {"start-field-one", PROFILE_V2E1, true, 1},
        {"start-field-int32-min", PROFILE_V2E1, true, INT32_MIN},
        {"start-field-int32-max", PROFILE_V2E1, true, INT32_MAX},
        {"start-field-below-int32", PROFILE_V3, true, (int64_t)INT32_MIN - 1},
        {"start-field-above-int32", PROFILE_V3, true, (int64_t)INT32_MAX + 1},
        {"start-field-above-uint32", PROFILE_V3, true, (int64_t)UINT32_MAX + 1},
        {"start-field-int64-min", PROFILE_V3, true, INT64_MIN},
    };
    for (unsigned i = 0; i < COUNT(starts); i++) {
        const int64_t value = starts[i].value;
        if (emitter->profile < starts[i].since)
            continue;
        struct section *section = gen_start(emitter, starts[i].name);
        section->address = value < 0 ? (7 - (uint64_t)value) & ~UINT64_C(7) : 0;
        if (starts[i].of_field) {
            section->flags |= FLAG_PCREL;
            section->address = value < -1 ? 0 - (uint64_t)value : 0x10000;
        }
        gen_add_function(section, value + (starts[i].of_field ? HEADER_SIZE : 0), 16);
        gen_add_prologue(section, 4);
        gen_emit_all(emitter, EDGE_ALL);
    }
}

static void every_size(struct emitter *emitter)
{
    static const uint32_t sizes[] = {1, 0xff, 0x100, 0xffff, 0x10000, INT32_MAX, 0x80000000, UINT32_MAX};
    for (unsigned i = 0; i < COUNT(sizes); i++) {
        struct section *section = gen_start(emitter, numbered("size-", sizes[i]));
        gen_add_function(section, 0x1000, sizes[i]);
        gen_add_row(section, 0);
        gen_emit_all(emitter, EDGE_ALL);
    }
}

static void every_row_start(struct emitter *emitter)
{
    static const uint32_t starts[] = {1,      0x7f,   0x80,    0xff,      0x100,      0x7fff,
                                      0x8000, 0xffff, 0x10000, INT32_MAX, 0x80000000, UINT32_MAX - 1};
    for (unsigned i = 0; i < COUNT(starts); i++) {
        for (enum fre_type type = FRE_ADDR1; type <= FRE_ADDR4; type++) {
            if (type < FRE_ADDR4 && starts[i] >> (8U << type) != 0)
                continue;
            const char *const name = SAY(shape_buffer, "row-start-%u-addr%u", starts[i], 1U << type);
            struct section *section = gen_start(emitter, name);
            gen_add_function(section, 0x1000, starts[i] + 1)->fre_type = type;
            gen_add_row(section, 0);
            gen_add_row(section, starts[i])->cfa.offset += 8;
            gen_emit_all(emitter, EDGE_ALL);
        }
    }
}

static void every_count(struct emitter *emitter)
{
    static const uint32_t row_counts[] = {1, 2, 255, 256, 257, 1000};
    for (unsigned i = 0; i < COUNT(row_counts); i++) {
        struct section *section = gen_start(emitter, numbered("rows-", row_counts[i]));
        gen_add_function(section, 0x1000, 0x1000)->fre_type = FRE_ADDR2;
        for (uint32_t row = 0; row < row_counts[i]; row++)
            gen_add_row(section, 2 * row)->cfa.offset += 8 * (int64_t)(row % 8);
        if (!gen_emit_valid(emitter))
            return;
        gen_emit(emitter, OPERATION_LOOKUP, 0x11000, "first-row");
        gen_emit(emitter, OPERATION_LOOKUP, 0x11000 + 2 * (uint64_t)row_counts[i] - 3, "last-row-before");
        gen_emit(emitter, OPERATION_LOOKUP, 0x11000 + 2 * (uint64_t)row_counts[i] - 2, "last-row-at");
        gen_emit(emitter, OPERATION_LOOKUP, 0x11fff, "last-byte");
    }
    static const uint32_t function_counts[] = {1, 2, 3, 4, 5, 7, 8, 9, 63, 64};
    for (unsigned i = 0; i < COUNT(function_counts); i++) {
        struct section *section = gen_start(emitter, numbered("functions-", function_counts[i]));
        for (uint32_t k = 0; k < function_counts[i]; k++) {
            gen_add_function(section, 0x1000 + 32 * (int64_t)k, 16);
            gen_add_row(section, 0)->cfa.offset += 8 * (int64_t)(k % 8);
        }
        gen_emit_all(emitter, EDGE_AT);
    }
}

/* --- Words ---------------------------------------------------------------------------------------------- */

/* A word's extremes by size: the least, the greatest, and around zero. */
static int64_t extreme_word(unsigned which, uint8_t size)
{
    int64_t half = (int64_t)1 << (8 * size - 1);
    const int64_t values[] = {-half, -half + 1, -2, -1, 0, 1, 2, half - 2, half - 1};
    return values[which];
}

enum { EXTREME_WORDS = 9 };

/* On s390x an RA word of 0 and odd words before V3 are no slots, and an FP word of 0 is contested. */
static bool can_be_slot(enum profile profile, enum abi abi, int64_t word)
{
    return !gen_abi_facts[abi].zero_is_unsaved ||
           (word != 0 && (word % 2 == 0 || !gen_profile_facts[profile].default_names_registers));
}

static void every_word(struct emitter *emitter)
{
    for (uint8_t size = 1; size <= 4; size = (uint8_t)(size * 2)) {
        struct section *section = gen_start(emitter, numbered("words-", size));
        gen_add_function(section, 0x1000, 2 * 2 * EXTREME_WORDS);
        for (unsigned i = 0; i < 2 * EXTREME_WORDS; i++) {
            int64_t word = extreme_word(i % EXTREME_WORDS, size);
            struct row *row = gen_add_row(section, 2 * i);
            row->word_size = size;
            int64_t cfa = gen_cfa_of_word(emitter->abi, gen_clear_cfa_word(emitter->abi, word));
            row->cfa = i < EXTREME_WORDS ? gen_rule_sp(cfa) : gen_rule_fp(cfa);
            if (!can_be_slot(emitter->profile, emitter->abi, word))
                continue;
            if (gen_ra_tracked(section))
                row->ra = gen_rule_slot(word);
            row->fp = gen_rule_slot(word);
        }
        gen_emit_all(emitter, EDGE_AT);
    }
}

/* Registers by the size of the word that names them: the greatest, the one that sets the top bit, and others.
 */
static void every_s390x_register(struct emitter *emitter)
{
    for (uint8_t size = 1; size <= 4; size = (uint8_t)(size * 2)) {
        uint32_t greatest = ((uint32_t)1 << (8 * size - 2)) - 1;
        const uint32_t registers[] = {0, 1, 14, 15, 16, 31, 62, 63, greatest - 1, greatest};
        struct section *section = gen_start(emitter, numbered("registers-", size));
        gen_add_function(section, 0x1000, 32);
        for (uint32_t i = 0; i < COUNT(registers); i++) {
            struct row *row = gen_add_row(section, 2 * i);
            row->word_size = size;
            row->ra = gen_rule_register(registers[i], 0);
            row->fp = gen_rule_register(registers[i], 0);
        }
        gen_emit_all(emitter, EDGE_AT);
    }
}

static void every_flexible_word(struct emitter *emitter)
{
    for (uint8_t size = 1; size <= 4; size = (uint8_t)(size * 2)) {
        uint32_t greatest = (uint32_t)(((uint64_t)1 << (8 * size - 3)) - 1);
        const uint32_t registers[] = {0,        1, 15, 16, greatest / 2, greatest / 2 + 1, greatest - 1,
                                      greatest, 7};
        struct section *section = gen_start(emitter, numbered("flex-words-", size));
        gen_add_function(section, 0x1000, 2 * EXTREME_WORDS);
        gen_make_flexible(section);
        for (unsigned i = 0; i < EXTREME_WORDS; i++) {
            int64_t word = extreme_word(i, size);
            struct row *row = gen_add_row(section, 2 * i);
            row->word_size = size;
            row->cfa = i % 2 == 0 ? gen_rule_register(registers[i], word)
                                  : gen_rule_register_slot(registers[i], word);
            row->ra = i % 3 == 0 ? gen_rule_slot(word) : gen_rule_register_slot(registers[i], word);
            row->fp = i % 3 == 1 ? gen_rule_slot(word) : gen_rule_register(registers[i], word);
        }
        gen_emit_all(emitter, EDGE_AT);
    }
}

void gen_family_boundary(struct emitter *emitter)
{
    if (!emitter->pcrel) /* it makes both kinds itself */
        every_place(emitter);
    every_start(emitter);
    every_size(emitter);
    every_row_start(emitter);
    every_count(emitter);
    every_word(emitter);
    if (gen_abi_facts[emitter->abi].names_registers &&
        gen_profile_facts[emitter->profile].default_names_registers)
        every_s390x_register(emitter);
    if (has_clear_flexible(emitter->profile, emitter->abi))
        every_flexible_word(emitter);
}
