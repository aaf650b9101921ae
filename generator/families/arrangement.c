/* Arrangement: functions inside others, and rows that come first and reach into the entries.  Bugs of the zoo
 * about the choice among functions are noticed here; where the text has the flag, starts count from their own
 * fields, as in what assemblers and linkers write. */
#include "families.h"
#include "emit/sets.h"

/* Each function's rows say another CFA. */
static void add_different(struct section *section, int64_t start, uint32_t size)
{
    gen_add_function(section, start, size);
    gen_add_row(section, 0)->cfa.offset += INT64_C(16) * section->function_count;
}

CHANGE(three_nested, add_different(section, 0x1000, 0x100); add_different(section, 0x1040, 0x80);
       add_different(section, 0x1060, 0x20))
CHANGE(three_nested_backwards, section->flags &= (uint8_t)~FLAG_SORTED; add_different(section, 0x1060, 0x20);
       add_different(section, 0x1040, 0x80); add_different(section, 0x1000, 0x100))
CHANGE(two_in_one, add_different(section, 0x1000, 0x100); add_different(section, 0x1020, 0x20);
       add_different(section, 0x1080, 0x20))
CHANGE(rows_first, section->rows_first = true; add_different(section, 0x1000, 0x20))

static const struct arrangement {
    const char *shape;
    unsigned profiles;
    void (*fill)(struct section *section);
    uint32_t rows_too_long; /* bytes */
    const char *note;
    uint32_t offsets[8]; /* of PCs, from 0x1000; ended by a 0 after the first */
} arrangements[] = {
    {"nested-three",
     ALL,
     three_nested,
     0,
     "A function in a function in a function: the one that begins last answers.",
     {0, 0x3f, 0x40, 0x60, 0x7f, 0x80, 0xbf, 0xc0}},
    {"nested-three-backwards",
     V3,
     three_nested_backwards,
     0,
     "The same, not sorted: the one that begins last answers, which comes first.",
     {0, 0x3f, 0x40, 0x60, 0x7f, 0x80, 0xbf, 0xc0}},
    {"nested-two",
     ALL,
     two_in_one,
     0,
     "Two functions in one, which answers before, between and behind them.",
     {0, 0x20, 0x3f, 0x40, 0x7f, 0x80, 0xa0, 0xff}},
    {"rows-first-too-long-1",
     ALL,
     rows_first,
     1,
     "Rows come first and reach one byte into the entries.",
     {0, 0x1f}},
    {"rows-first-too-long-4",
     ALL,
     rows_first,
     4,
     "Rows come first and reach four bytes into the entries.",
     {0, 0x1f}},
};

static void lengthen_rows(struct emitter *emitter, uint32_t by)
{
    const struct field *field = gen_header_field(&emitter->encoded, FIELD_FRE_LEN);
    gen_lie_field(&emitter->encoded, field, emitter->encoded.rows_end - emitter->encoded.rows_begin + by);
    gen_forget_violations(emitter);
    gen_breaks(emitter, "tile.until-next", field->offset, SEVERITY_MALFORMED);
}

static void arrange(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (unsigned i = 0; i < COUNT(arrangements); i++) {
        const struct arrangement *arrangement = &arrangements[i];
        if (!applies(arrangement->profiles, BOTH_ORDERS, profile, abi))
            continue;
        struct section *section = gen_begin(emitter, profile, abi, arrangement->shape);
        if (has_pcrel(profile))
            section->flags |= FLAG_PCREL;
        emitter->note = arrangement->note;
        arrangement->fill(section);
        if (!gen_make_bytes(emitter))
            return;
        if (arrangement->rows_too_long > 0)
            lengthen_rows(emitter, arrangement->rows_too_long);
        for (unsigned k = 0; k < COUNT(arrangement->offsets) && (k == 0 || arrangement->offsets[k] != 0);
             k++) {
            struct text *text = gen_detail(emitter);
            gen_text_string(text, "pc-");
            gen_text_hex(text, 0x1000 + arrangement->offsets[k]);
            gen_emit(emitter, OPERATION_LOOKUP, section->address + 0x1000 + arrangement->offsets[k],
                     gen_text_c(text));
        }
    }
}

void gen_family_arrangement(struct emitter *emitter)
{
    gen_for_wanted(emitter, arrange);
}
