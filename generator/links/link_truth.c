#include "link_truth.h"

/* --- Places --------------------------------------------------------------------------------------------- */

static void write_place(struct text *text, int64_t base, int64_t offset, bool deref)
{
    gen_text_string(text, "{\"base\":");
    if (base < 0)
        gen_text_string(text, "\"cfa\"");
    else
        gen_text_signed(text, base);
    gen_text_string(text, ",\"offset\":");
    gen_text_signed(text, offset);
    gen_text_string(text, deref ? ",\"deref\":true}" : "}");
}

/* What no word says is where the header fixes it, or still in its register. */
static void write_rule(struct text *text, const struct section *section, const struct rule *rule,
                       int8_t fixed)
{
    const struct abi_facts *const abi = &gen_abi_facts[section->abi];
    const int64_t bases[] = {
        [PLACE_SP] = abi->sp, [PLACE_FP] = abi->fp, [PLACE_CFA] = -1, [PLACE_REGISTER] = rule->reg};
    if (gen_is_said(rule))
        write_place(text, bases[rule->place], rule->offset, rule->deref);
    else if (fixed != 0)
        write_place(text, -1, fixed, true);
    else
        gen_text_string(text, "\"same\"");
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

static void write_outermost(struct text *text, const struct section *section, uint32_t at)
{
    gen_text_string(text, "{\"at\":");
    gen_text_unsigned(text, at);
    gen_text_string(text, ",\"cfa\":");
    write_place(text, gen_abi_facts[section->abi].sp, cfa_at_entry(section->abi), false);
    gen_text_string(text, ",\"ra\":\"undefined\",\"fp\":\"same\",\"sp\":");
    write_place(text, -1, 0, false);
    gen_text_char(text, '}');
}

static void write_row(struct text *text, const struct section *section, const struct row *row, uint32_t at)
{
    if (row->empty) {
        write_outermost(text, section, at);
        return;
    }
    gen_text_string(text, "{\"at\":");
    gen_text_unsigned(text, at);
    gen_text_string(text, ",\"cfa\":");
    write_rule(text, section, &row->cfa, 0);
    gen_text_string(text, ",\"ra\":");
    write_rule(text, section, &row->ra, section->fixed_ra);
    gen_text_string(text, ",\"fp\":");
    write_rule(text, section, &row->fp, section->fixed_fp);
    gen_text_string(text, ",\"sp\":");
    write_place(text, -1, 0, false);
    gen_text_string(text, row->mangled ? ",\"mangled\":true}" : "}");
}

/* A mask function says the same of each block. */
static void write_rows(struct text *text, const struct section *section, const struct function *function)
{
    const uint32_t block =
        function->pc_type == PC_MASK && function->rep_size != 0 ? function->rep_size : function->size;
    if (function->row_count == 0)
        write_outermost(text, section, 0);
    for (uint32_t at = 0; at < function->size && function->row_count != 0; at += block) {
        for (uint32_t i = 0; i < function->row_count; i++) {
            const struct row *const row = gen_function_row(section, function, i);
            if (at != 0 || i != 0)
                gen_text_char(text, ',');
            write_row(text, section, row, at + row->start);
        }
    }
}

void gen_write_link_truth(struct text *text, const char *name, const struct section *section,
                          const struct function *function)
{
    gen_text_string(text, "{\"name\":");
    gen_text_quoted(text, name);
    gen_text_string(text, ",\"size\":");
    gen_text_unsigned(text, function->size);
    if (function->signal)
        gen_text_string(text, ",\"signal\":true");
    if (function->key_b)
        gen_text_string(text, ",\"key_b\":true");
    gen_text_string(text, ",\"rows\":[");
    write_rows(text, section, function);
    gen_text_string(text, "]}");
}
