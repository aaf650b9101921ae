#include "small_sections.h"

void gen_leaf_at(struct section *section, int64_t start)
{
    gen_add_function(section, start, 0x20);
    gen_add_row(section, 0)->cfa = gen_rule_sp(320);
}

void gen_leaf(struct section *section)
{
    gen_leaf_at(section, 0x1000);
}

void gen_prologue(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_add_prologue(section, 4);
}

void gen_no_functions(struct section *section)
{
    (void)section;
}

void gen_end_of_stack(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_add_row(section, 0)->cfa = gen_rule_sp(320);
    gen_add_row(section, 8)->empty = true;
    gen_add_row(section, 16)->cfa = gen_rule_sp(328);
}

void gen_stub(struct section *section)
{
    gen_add_stub(section, 0x1000, 16, 4);
}

void gen_slots_to(const struct section *section, struct row *row, int64_t ra, int64_t fp)
{
    if (gen_ra_tracked(section))
        row->ra = gen_rule_slot(ra);
    row->fp = gen_rule_slot(fp);
}
