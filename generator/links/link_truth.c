#include "link_emitter.h"

/* --- Places --------------------------------------------------------------------------------------------- */

static void write_place(struct text *text, int64_t base, int64_t offset, bool deref)
{
    char number[24] = "\"cfa\"";
    if (base >= 0)
        SAY(number, "%" PRId64, base);
    gen_text_format(text, "{\"base\":%s,\"offset\":%" PRId64 "%s}", number, offset,
                    deref ? ",\"deref\":true" : "");
}

/* Without a word, the register is saved where the header fixes it (FIXED), or (0) keeps its value. */
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

/* An empty row has no words: the function is the outermost. */
static void write_row(struct text *text, const struct section *section, const struct row *row, uint32_t at)
{
    const bool outermost = row->empty;
    gen_text_format(text, "{\"at\":%u,\"cfa\":", at);
    if (outermost)
        write_place(text, gen_abi_facts[section->abi].sp, cfa_at_entry(section->abi), false);
    else
        write_rule(text, section, &row->cfa, 0);
    gen_text_string(text, outermost ? ",\"ra\":\"undefined\",\"fp\":\"same\"" : ",\"ra\":");
    if (!outermost) {
        write_rule(text, section, &row->ra, section->fixed_ra);
        gen_text_string(text, ",\"fp\":");
        write_rule(text, section, &row->fp, section->fixed_fp);
    }
    gen_text_string(text, ",\"sp\":");
    write_place(text, -1, 0, false);
    gen_text_string(text, row->mangled && !outermost ? ",\"mangled\":true}" : "}");
}

/* A function of the PC type MASK has the same rows for each block. */
static void write_rows(struct text *text, const struct section *section, const struct function *function)
{
    const uint32_t block =
        function->pc_type == PC_MASK && function->rep_size != 0 ? function->rep_size : function->size;
    if (function->row_count == 0)
        write_row(text, section, &(struct row){.empty = true}, 0);
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
    gen_text_format(text, "{\"name\":\"%s\",\"size\":%u%s%s,\"rows\":[", name, function->size,
                    function->signal ? ",\"signal\":true" : "", function->key_b ? ",\"key_b\":true" : "");
    write_rows(text, section, function);
    gen_text_string(text, "]}");
}
