/* Tests for LLVM's assembler, as lit takes them: NAME.s with the commands (RUN) and what llvm-readobj must
 * print (CHECK, by FileCheck).  How it prints was seen from its output. */
#include "emit/sets.h"
#include "../sayable.h"
#include "test_files.h"

#include <inttypes.h>

static const struct tool_release releases[] = {
    {"23", PROFILE_V2E2, AMD, 0, true, NULL},
    {"22", PROFILE_V2E2, AMD, 0, true, NULL},
    {.name = NULL},
};

static const char *const triples[ABIS] = {
    [ABI_AMD64] = "x86_64-linux-gnu",
    [ABI_AARCH64] = "aarch64-linux-gnu",
    [ABI_AARCH64_BE] = "aarch64_be-linux-gnu",
    [ABI_S390X] = "s390x-linux-gnu",
};

static const char configuration[] = "config.suffixes = [\".s\"]\n"
                                    "if \"X86\" not in config.root.targets:\n"
                                    "    config.unsupported = True\n";

static void write_commands(FILE *file, const struct test_case *test)
{
    const char *const messages = test->said ? "" : " 2>&1 | FileCheck --check-prefix=WARN %s";
    fputs("# SFrame ", file);
    gen_write_title(file, test);
    fprintf(file, "\n# RUN: llvm-mc -triple=%s -filetype=obj --gsframe %%s -o %%t%s\n", triples[test->abi],
            messages);
    fputs("# RUN: llvm-readobj --sframe %t | FileCheck %s\n\n", file);
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

struct line {
    const char *name;
    bool is_there;
    int64_t value;
};

enum { OFFSETS_OF_ROW = 3 };

static void offsets_of(const struct test_case *test, const struct cfi_stretch *stretch,
                       struct line lines[OFFSETS_OF_ROW])
{
    const struct cfi_rule *const ra = &stretch->ra, *const fp = &stretch->fp;
    lines[0] = (struct line){"CFA Offset", true, stretch->cfa.offset};
    lines[1] = (struct line){"RA Offset", ra->kind == RULE_AT, ra->offset};
    lines[2] = (struct line){"FP Offset", fp->kind == RULE_AT, fp->offset};
    if (gen_is_outermost(test->release->profile, stretch))
        lines[0].is_there = lines[2].is_there = false;
}

static void write_row(FILE *file, const struct test_case *test, const struct cfi_stretch *stretch)
{
    struct line lines[OFFSETS_OF_ROW];
    offsets_of(test, stretch, lines);
    fprintf(file, "# CHECK-NEXT: Frame Row Entry {\n# CHECK-NEXT: Start Address: 0x%" PRIX64 "{{$}}\n",
            stretch->at);
    fprintf(file, "# CHECK-NEXT: Return Address Signed: %s\n# CHECK-NEXT: Offset Size:\n",
            stretch->mangled ? "Yes" : "No");
    fprintf(file, "# CHECK-NEXT: Base Register: %s\n",
            stretch->cfa.base == (int)gen_abi_facts[test->abi].sp ? "SP (0x1)" : "FP (0x0)");
    for (unsigned i = 0; i < OFFSETS_OF_ROW; i++)
        if (lines[i].is_there)
            fprintf(file, "# CHECK-NEXT: %s: %" PRId64 "{{$}}\n", lines[i].name, lines[i].value);
}

/* In an expression of FileCheck a line's end is space like any other. */
static const char gap[] = "[[:space:]]+";

/* There may be a row at the end of the code, which holds at no byte. */
static void write_row_behind(FILE *file, const struct test_case *test)
{
    fprintf(file,
            "# CHECK-SAME: {{(%s[}]%sFrame Row Entry [{]%sStart Address: 0x%" PRIX64
            "(%s[^}[:space:]]+)*)?$}}\n",
            gap, gap, gap, test->truth->size, gap);
}

/* There may be the same row once more at AT. */
static void write_repeated(FILE *file, const struct test_case *test, const struct cfi_stretch *stretch,
                           uint64_t at)
{
    struct line lines[OFFSETS_OF_ROW];
    offsets_of(test, stretch, lines);
    fprintf(file, "# CHECK-SAME: {{(%s[}]%sFrame Row Entry [{]%sStart Address: 0x%" PRIX64, gap, gap, gap,
            at);
    fprintf(file,
            "%sReturn Address Signed: [A-Za-z]+%sOffset Size: [^)]*[)]%sBase Register: [A-Z]+ [(]0x[01][)]",
            gap, gap, gap);
    for (unsigned i = 0; i < OFFSETS_OF_ROW; i++)
        if (lines[i].is_there)
            fprintf(file, "%s%s: %" PRId64, gap, lines[i].name, lines[i].value);
    fputs(")?$}}\n", file);
}

static void write_function(FILE *file, const struct test_case *test)
{
    const struct truth *const truth = test->truth;
    fprintf(file,
            "# CHECK: FuncDescEntry [0] {\n# CHECK: Start Address: 0x0{{$}}\n# CHECK: Size: 0x%" PRIX64
            "{{$}}\n",
            truth->size);
    fputs("# CHECK: FDE Type: PCInc\n# CHECK: FREs [\n", file);
    for (unsigned i = 0; i < truth->count; i++) {
        const struct cfi_stretch *const stretch = &truth->stretches[i];
        const uint64_t end = i + 1 < truth->count ? truth->stretches[i + 1].at : truth->size;
        write_row(file, test, stretch);
        for (uint64_t from = stretch->at + 1, at; gen_may_begin_row(test, from, &at) && at < end;
             from = at + 1)
            write_repeated(file, test, stretch, at);
        if (end == truth->size && gen_ends_with_directive(test))
            write_row_behind(file, test);
        fputs("# CHECK-NEXT: }\n", file);
    }
    fputs("# CHECK-NEXT: ]\n# CHECK-NEXT: }\n# CHECK-NEXT: ]\n", file);
}

static void write_test(FILE *file, const struct test_case *test)
{
    write_commands(file, test);
    gen_write_source(file, test);
    fputc('\n', file);
    if (!test->said)
        fputs("# WARN: warning:\n", file);
    fprintf(file, "# CHECK: Version: V%u\n# CHECK: Num FDEs: %d{{$}}\n",
            gen_profile_facts[test->release->profile].version, test->said);
    if (test->said)
        write_function(file, test);
}

const struct test_format gen_lit_format = {
    .name = "lit",
    .endings = {".s"},
    .write = {write_test},
    .once = "lit.local.cfg",
    .once_text = configuration,
    .releases = releases,
};
