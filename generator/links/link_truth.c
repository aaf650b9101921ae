#include "link_emitter.h"

#include "programs/machine.h"
#include "programs/program_emitter.h"

static struct cfi_rule at(int base, int64_t offset, bool deref)
{
    return (struct cfi_rule){.kind = RULE_AT, .base = (int16_t)base, .offset = offset, .deref = deref};
}

/* Without a word, the register is saved where the header fixes it (FIXED), or (0) keeps its value. */
static struct cfi_rule rule_of(const struct section *section, const struct rule *rule, int8_t fixed)
{
    const struct abi_facts *const abi = &gen_abi_facts[section->abi];
    const int bases[] = {[PLACE_SP] = (int)abi->sp,
                         [PLACE_FP] = (int)abi->fp,
                         [PLACE_CFA] = BASE_IS_CFA,
                         [PLACE_REGISTER] = (int)rule->reg};
    if (gen_is_said(rule))
        return at(bases[rule->place], rule->offset, rule->deref);
    return fixed != 0 ? at(BASE_IS_CFA, fixed, true) : (struct cfi_rule){.kind = RULE_SAME};
}

/* An empty row has no words: the function is the outermost. */
static void add_row(struct truth *truth, const struct section *section, const struct row *row, uint32_t start)
{
    struct cfi_stretch *const stretch = &truth->stretches[truth->count++];
    *stretch = (struct cfi_stretch){.at = start, .sp = at(BASE_IS_CFA, 0, false)};
    if (row->empty) {
        stretch->cfa = at((int)gen_abi_facts[section->abi].sp, cfa_at_entry(section->abi), false);
        stretch->ra.kind = RULE_UNDEFINED;
        stretch->fp.kind = RULE_SAME;
        return;
    }
    stretch->cfa = rule_of(section, &row->cfa, 0);
    stretch->ra = rule_of(section, &row->ra, section->fixed_ra);
    stretch->fp = rule_of(section, &row->fp, section->fixed_fp);
    stretch->mangled = row->mangled;
}

/* A function of the PC type MASK has the same rows for each block. */
void gen_write_link_truth(struct text *text, const char *name, const struct section *section,
                          const struct function *function)
{
    static struct truth truth; /* nothing in it is contested, and sizes are known */
    const bool repeats = function->pc_type == PC_MASK && function->rep_size != 0;
    truth.size = function->size;
    truth.signal = function->signal;
    truth.key_b = function->key_b;
    truth.count = 0;
    if (function->row_count == 0)
        add_row(&truth, section, &(struct row){.empty = true}, 0);
    for (uint32_t block = 0; block < function->size && function->row_count != 0;
         block += repeats ? function->rep_size : function->size)
        for (uint32_t i = 0; i < function->row_count; i++) {
            const struct row *const row = gen_function_row(section, function, i);
            add_row(&truth, section, row, block + row->start);
        }
    gen_write_truth(text, name, 0, &truth, NULL);
}
