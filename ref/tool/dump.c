/* `dump`: the section as a text for people. */
#include "printing.h"

#include "../../common/safe_text.h"

#include <inttypes.h>
#include <string.h>

struct colours tool_colours(const struct subject *subject)
{
    return subject->request->colour
               ? (struct colours){"\033[1m", "\033[31m", "\033[2m", "\033[36m", "\033[0m"}
               : (struct colours){"", "", "", "", ""};
}

static void print_flag(void *context, const char *name)
{
    (void)printf(" %s", name);
    *(bool *)context = true;
}

static void print_fixed(const char *name, int offset)
{
    if (offset == 0)
        (void)printf("  fixed %s offset: none\n", name);
    else
        (void)printf("  fixed %s offset: %d\n", name, offset);
}

static void print_header(const struct sfr_section *section)
{
    bool any = false;
    (void)printf("  version %u, %s-endian, %s\n  flags:", section->version,
                 section->big_endian ? "big" : "little", sfr_abi_name(section->abi));
    tool_each_flag(section, print_flag, &any);
    (void)puts(any ? "" : " none");
    print_fixed("FP", section->fixed_fp);
    print_fixed("RA", section->fixed_ra);
    (void)printf("  auxiliary header, bytes: %u\n  functions: %" PRIu32 " at 0x%zx\n  rows: %" PRIu32
                 " at 0x%zx, bytes: %" PRIu32 "\n",
                 section->aux_len, section->num_fdes, section->fdes, section->num_fres, section->fres,
                 section->fre_len);
}

static void print_row(const struct sfr_section *section, const struct sfr_function *function,
                      const struct sfr_row *row)
{
    char cfa[RULE_TEXT], ra[RULE_TEXT], fp[RULE_TEXT];
    struct sfr_rules rules;
    struct sfr_violation fault;
    (void)sfr_rules(section, function, row, &rules, &fault);
    tool_rule_text(&rules.cfa, cfa);
    tool_rule_text(&rules.ra, ra);
    tool_rule_text(&rules.fp, fp);
    (void)printf("  %#-10" PRIx32 " %-14s %-14s %s%s\n", row->start, cfa, ra, fp,
                 row->mangled_ra ? "  (RA mangled)" : "");
}

static void print_function(const struct sfr_section *section, uint32_t index, struct colours colours)
{
    struct sfr_function function;
    struct sfr_row row;
    struct sfr_violation fault;
    (void)sfr_function(section, index, &function, &fault);
    (void)printf("\n%sfunction %" PRIu32 ": 0x%" PRIx64 ", %" PRIu32 " bytes%s: %s, %s, %s", colours.heading,
                 index, function.start, function.size, colours.plain, tool_pc_type_names[function.pc_type],
                 tool_fre_type_names[function.fre_type], tool_fde_type_names[function.fde_type]);
    if (function.pc_type == SFR_MASK)
        (void)printf(", repeats every %" PRIu32 " bytes", function.rep_size);
    (void)printf("%s%s\n", function.signal ? ", signal frame" : "", function.pauth_key_b ? ", key B" : "");
    if (function.num_fres != 0)
        (void)puts("  start      CFA            RA             FP");
    size_t at = function.rows;
    for (uint32_t i = 0; i < function.num_fres; i++, at = row.next) {
        (void)sfr_row(section, &function, at, &row, &fault); /* checked before: they are all there */
        print_row(section, &function, &row);
    }
}

static void print_violation(void *context, const struct sfr_violation *violation)
{
    const struct colours *const colours = context;
    (void)printf("%s  0x%" PRIx64 " %s: ", colours->bad, violation->offset,
                 sfr_clause_text(violation->clause)->id);
    tool_print_violation_words(stdout, violation);
    (void)puts(colours->plain);
}

void tool_print_dump(const struct subject *subject)
{
    const struct sfr_section *const section = &subject->section;
    struct colours colours = tool_colours(subject);
    (void)fputs(colours.heading, stdout);
    safe_print(stdout, SAFE_LINE, "SFrame section%s%s", subject->source->name[0] != '\0' ? " " : "",
                subject->source->name);
    (void)printf(" of %zu bytes at 0x%" PRIx64 ", read by %s: %s%s\n", section->size, section->address,
                 sfr_profile_name(section->profile), sfr_verdict_name(subject->verdict), colours.plain);
    if (subject->verdict != SFR_MALFORMED) {
        print_header(section);
        for (uint32_t i = 0; i < section->function_count; i++)
            print_function(section, i, colours);
    }
    if (subject->violations != 0)
        (void)printf("\n%sviolations:%s\n", colours.heading, colours.plain);
    tool_subject_violations(subject, &(struct sfr_report){print_violation, &colours});
}
