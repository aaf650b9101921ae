/* sfr_rules of default rows gives what a table says that was written from the texts. */
#include "../invariants.h"

/* What a default row's words say, as the texts have it: V1 1.4 and V2 2.4; V2E1 3.1 to 3.3; V3 3.1.1
 * to 3.1.3. Not from the library's tables.  RA and FP: the number of the word that says where they lie, 0 if
 * none does. */
struct line {
    enum sfr_profile first, last;
    unsigned abi;                  /* 0: all of them */
    enum { ANY, NONE, ONE } fixed; /* the line is for headers with or without a fixed offset of RA, or both */
    unsigned ra, fp;
    enum sfr_rule_kind no_ra; /* RA's rule if neither a word nor the header says where it lies */
    bool scaled;              /* the CFA's offset is stored less 160, divided by 8 */
    bool zero;                /* RA's word may be 0: RA is still in its register */
    bool registers;           /* an odd word is twice a register's number, and 1 */
};

static const struct line lines[] = {
    {SFR_V1, SFR_V2, 0, NONE, 1, 2, SFR_SAME, false, false, false},
    {SFR_V1, SFR_V2, 0, ONE, 0, 1, SFR_SAME, false, false, false},
    {SFR_V2E1, SFR_V3, SFR_AMD64, ANY, 0, 1, SFR_UNSTATED, false, false, false},
    {SFR_V2E1, SFR_V3, SFR_AARCH64_BIG, ANY, 1, 2, SFR_SAME, false, false, false},
    {SFR_V2E1, SFR_V3, SFR_AARCH64_LITTLE, ANY, 1, 2, SFR_SAME, false, false, false},
    {SFR_V2E1, SFR_V2E2, SFR_S390X, ANY, 1, 2, SFR_SAME, true, true, true},
    {SFR_V3, SFR_V3, SFR_S390X, ANY, 1, 2, SFR_SAME, true, true, false},
};

static const struct line *line_of(const struct sfr_section *section)
{
    const struct line *found = NULL;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (section->profile >= lines[i].first && section->profile <= lines[i].last &&
            (lines[i].abi == 0 || lines[i].abi == section->abi) &&
            (lines[i].fixed == ANY || (lines[i].fixed == ONE) == (section->fixed_ra != 0)))
            found = &lines[i];
    return found;
}

static bool equal(const struct sfr_rule *left, const struct sfr_rule *right)
{
    return left->kind == right->kind &&
           (left->kind != SFR_AT ||
            (left->base == right->base && left->deref == right->deref && left->offset == right->offset &&
             (left->base != SFR_REGISTER || left->regnum == right->regnum)));
}

static struct sfr_rule expected(const struct sfr_section *section, const struct sfr_row *row,
                                const struct line *line, unsigned i, int8_t fixed,
                                enum sfr_rule_kind otherwise)
{
    const int64_t word = i < row->word_count ? any_signed(section, manner_of(section), row, i) : 0;
    if (i == 0 || i >= row->word_count)
        return fixed != 0 ? (struct sfr_rule){SFR_AT, SFR_CFA, true, 0, fixed}
                          : (struct sfr_rule){.kind = otherwise};
    if (line->zero && i == line->ra && word == 0)
        return (struct sfr_rule){.kind = SFR_SAME};
    if (!line->registers || word % 2 == 0)
        return (struct sfr_rule){SFR_AT, SFR_CFA, true, 0, word};
    return word > 0 ? (struct sfr_rule){SFR_AT, SFR_REGISTER, false, (uint32_t)(word / 2), 0}
                    : (struct sfr_rule){.kind = SFR_UNSTATED};
}

void proof_default(void)
{
    struct sfr_section section = any_section();
    section.abi = ABI;
    __CPROVER_assume(is_open(&section));
    struct sfr_function function;
    struct sfr_row row;
    __CPROVER_assume(!section.malformed && is_row(&section, &row) && row.word_count != 0 &&
                     function.fde_type == SFR_DEFAULT);
    __CPROVER_havoc_object(any_words);
    const struct line *const line = line_of(&section);
    struct sfr_rules rules;
    struct sfr_violation fault;
    const bool read = sfr_rules(&section, &function, &row, &rules, &fault);
    assert(line != NULL);
    const int64_t first = any_signed(&section, manner_of(&section), &row, 0);
    const struct sfr_rule cfa = {SFR_AT, row.base_sp ? SFR_SP : SFR_FP, false, 0,
                                 line->scaled ? first * 8 + 160 : first};
    const struct sfr_rule ra = expected(&section, &row, line, line->ra, line->ra == 0 ? section.fixed_ra : 0,
                                        line->ra == 0 ? line->no_ra : SFR_SAME);
    const struct sfr_rule fp = expected(&section, &row, line, line->fp, section.fixed_fp, SFR_SAME);
    assert(equal(&rules.cfa, &cfa) && equal(&rules.ra, &ra) && equal(&rules.fp, &fp));
    assert(sfr_tracks_ra(&section) == (line->ra == 1));
    assert(read == (ra.kind != SFR_UNSTATED && fp.kind != SFR_UNSTATED) || line->abi == SFR_AMD64);
    REACHES(ABI != SFR_S390X || (ra.base == SFR_REGISTER && read));
    REACHES(ABI != SFR_AMD64 || ra.kind == SFR_UNSTATED);
    REACHES(ABI == SFR_S390X || line->fixed == ONE);
}
