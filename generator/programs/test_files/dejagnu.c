/* Tests for the GNU assembler, as run_dump_test of binutils' testsuite takes them: NAME.s, and NAME.d with
 * what objdump must print, as regular expressions.  How objdump prints was seen from its output. */
#include "emit/sets.h"
#include "../sayable.h"
#include "test_files.h"

#include <inttypes.h>

static const struct tool_release releases[] = {
    {"2.47", PROFILE_V3, ANY_ABI, AMD | S390, true, "[fU]"},
    {"2.44", PROFILE_V2, AMD | ARMS, 0, true, "f"},
    {"2.40", PROFILE_V1, AMD | ARMS, 0, false, "u"},
    {.name = NULL},
};

static const struct {
    const char *target;
    const char *options;
} targets[ABIS] = {
    [ABI_AMD64] = {"x86_64-*-*", ""},
    [ABI_AARCH64] = {"aarch64*-*-*", " -EL"},
    [ABI_AARCH64_BE] = {"aarch64*-*-*", " -EB"},
    [ABI_S390X] = {"s390x-*-*", ""},
};

static const char driver[] = "# Runs every test in the folders beside this file: ABI/FAMILY/NAME.d.\n"
                             "foreach sframe_program [lsort [glob -nocomplain $srcdir/$subdir/*/*/*.d]] {\n"
                             "    run_dump_test [file rootname $sframe_program]\n"
                             "}\n";

/* --- Places --------------------------------------------------------------------------------------------- */

/* "sp+16", or "(fp-8)" of what lies there; a slot of the CFA is "c-16".  A negative offset of the CFA has
 * both signs in default rows: "sp+-8". */
static void write_place(FILE *file, enum abi abi, const struct cfi_rule *rule)
{
    const bool slot = rule->base == BASE_IS_CFA;
    const bool brackets = rule->deref && !slot;
    if (brackets)
        fputs("\\(", file);
    if (slot)
        fputc('c', file);
    else if (rule->base == (int)gen_abi_facts[abi].sp || rule->base == (int)gen_abi_facts[abi].fp)
        fputs(rule->base == (int)gen_abi_facts[abi].sp ? "sp" : "fp", file);
    else
        fprintf(file, "r%d", rule->base);
    fprintf(file, "%s%" PRId64 "%s", rule->offset < 0 ? "\\+?" : "\\+", rule->offset, brackets ? "\\)" : "");
}

/* A slot can be said from the CFA or from its register, if rows are flexible. */
static void write_saved(FILE *file, const struct test_case *test, const struct cfi_rule *rule,
                        const struct cfi_rule *cfa)
{
    struct cfi_rule resolved;
    const bool other_way = rule->base == BASE_IS_CFA &&
                           gen_profile_facts[test->release->profile].has_flexible &&
                           gen_resolve_rule(rule, cfa, &resolved);
    if (rule->kind == RULE_SAME) {
        fputs(gen_profile_facts[test->release->profile].has_flexible ? "[uU]" : "u", file);
        return;
    }
    const bool spelled = rule->base != BASE_IS_CFA || rule->deref;
    fputc('(', file);
    if (spelled)
        write_place(file, test->abi, rule);
    if (spelled && other_way)
        fputc('|', file);
    if (other_way)
        write_place(file, test->abi, &resolved);
    fputc(')', file);
}

static void write_ra(FILE *file, const struct test_case *test, const struct cfi_stretch *stretch)
{
    const struct abi_facts *const facts = &gen_abi_facts[test->abi];
    const struct cfi_rule *const ra = &stretch->ra;
    if (gen_is_slot(ra) && facts->fixed_ra != 0 && ra->offset == facts->fixed_ra) {
        fprintf(file, "(%s|", test->release->fixed_ra);
        write_saved(file, test, ra, &stretch->cfa);
        fputc(')', file);
    } else
        write_saved(file, test, ra, &stretch->cfa);
    fputs(stretch->mangled ? "\\[s\\]" : "", file);
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

static void write_row(FILE *file, const struct test_case *test, const struct cfi_stretch *stretch,
                      uint64_t at)
{
    fprintf(file, " +%016" PRIx64 " +", at);
    if (gen_is_outermost(test->release->profile, stretch)) {
        fputs("RA undefined *\n", file);
        return;
    }
    write_place(file, test->abi, &stretch->cfa);
    fputs(" *", file); /* long offsets fill their column */
    write_saved(file, test, &stretch->fp, &stretch->cfa);
    fputs(" *", file);
    write_ra(file, test, stretch);
    fputs(" *\n", file);
}

static void write_function(FILE *file, const struct test_case *test)
{
    const struct truth *const truth = test->truth;
    fprintf(file, " +func idx \\[0\\]: pc = 0x0, size = %" PRIu64 " bytes", truth->size);
    if (truth->signal)
        fputs(", attr = \"SF?\"", file);
    else if (gen_profile_facts[test->release->profile].has_flexible)
        fputs("(, attr = \"F\")?", file);
    fprintf(file, "%s\n", truth->key_b ? ", pauth = B key" : "");
    fputs(" +STARTPC +CFA +FP +RA *\n", file);
    for (unsigned i = 0; i < truth->count; i++) {
        const struct cfi_stretch *const stretch = &truth->stretches[i];
        const uint64_t end = i + 1 < truth->count ? truth->stretches[i + 1].at : truth->size;
        write_row(file, test, stretch, stretch->at);
        for (uint64_t from = stretch->at + 1, at; gen_may_begin_row(test, from, &at) && at < end;
             from = at + 1) {
            fputs("#?", file);
            write_row(file, test, stretch, at);
        }
    }
    if (gen_ends_with_directive(test))
        fprintf(file, "#? +%016" PRIx64 " .*\n", truth->size);
}

static void write_expectation(FILE *file, const struct test_case *test)
{
    fprintf(file, "#as: --gsframe%s\n#objdump: --sframe=.sframe\n#name: SFrame ", targets[test->abi].options);
    gen_write_title(file, test);
    fprintf(file, "\n#target: %s\n", targets[test->abi].target);
    if (!test->said && test->release->warns)
        fputs("#warning: .*Warning:.*SFrame FDE.*\n", file);
    fprintf(file, "#...\n +Version: SFRAME_VERSION_%u\n#...\n", gen_profile_facts[test->release->profile].version);
    fprintf(file, " +Num FDEs: %d\n +Num FREs: %s\n +Function Index :\n", test->said,
            test->said ? "[0-9]+" : "0");
    if (test->said)
        write_function(file, test);
}

const struct test_format gen_dejagnu_format = {
    .name = "dejagnu",
    .endings = {".s", ".d"},
    .write = {gen_write_source, write_expectation},
    .once = "sframe-programs.exp",
    .once_text = driver,
    .releases = releases,
};
