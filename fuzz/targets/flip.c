/* Laws of flipping a section to the other byte order: twice gives the same section, and nothing that it says
 * changes. */
#include "case.h"
#include "check.h"
#include "law.h"
#include "same.h"

#include <stdlib.h>
#include <string.h>

/* --- What a check finds -------------------------------------------------------------------------------- */

/* The violations of a section, without the one about its byte order. */
struct findings {
    struct sfr_violation *violations;
    size_t count, room;
    bool malformed, overlapping;
};

static void add_violation(void *context, const struct sfr_violation *violation)
{
    struct findings *const findings = context;
    findings->malformed = findings->malformed || violation->severity == SFR_MALFORMED;
    if (violation->clause == SFR_abi_byte_order)
        return;
    if (findings->count == findings->room) {
        findings->room = 2 * findings->room + 16;
        findings->violations = realloc(findings->violations, findings->room * sizeof *findings->violations);
        LAW(findings->violations != NULL, "out of memory for %zu violations", findings->room);
    }
    findings->violations[findings->count++] = *violation;
}

static void check(const struct sfr_section *section, struct findings *findings)
{
    *findings = (struct findings){0};
    (void)check_section(section->bytes, section->size, section->address, section->profile,
                        &(struct sfr_report){add_violation, findings});
}

static void compare_checks(const struct sfr_section *one, const struct sfr_section *other)
{
    struct findings before, after;
    check(one, &before);
    check(other, &after);
    LAW(before.count == after.count, "%zu violations, flipped %zu", before.count, after.count);
    for (size_t i = 0; i < before.count; i++)
        LAW(same_violation(&before.violations[i], &after.violations[i]),
            "of %s at 0x%llx the flipped section says %s at 0x%llx",
            sfr_clause_text(before.violations[i].clause)->id, (unsigned long long)before.violations[i].offset,
            sfr_clause_text(after.violations[i].clause)->id, (unsigned long long)after.violations[i].offset);
    free(before.violations);
    free(after.violations);
}

/* --- What a reader reads ------------------------------------------------------------------------------- */

/* The most rows that are read, for each byte of the section, as functions may share rows. */
enum { WALKED_PER_BYTE = 1 };

static void compare_rows(const struct sfr_section *one, const struct sfr_section *other,
                         const struct sfr_function *function, size_t *left)
{
    struct sfr_row row = {.next = function->rows}, twin;
    for (uint32_t i = 0; i<function->num_fres && * left> 0; i++, --*left) {
        struct sfr_violation fault, twin_fault;
        struct sfr_rules rules, twin_rules;
        const size_t at = row.next;
        LAW(sfr_row(one, function, at, &row, &fault) && sfr_row(other, function, at, &twin, &fault) &&
                same_row(&row, &twin),
            "the row at 0x%zx is another", at);
        const bool whole = sfr_rules(one, function, &row, &rules, &fault);
        LAW(sfr_rules(other, function, &twin, &twin_rules, &twin_fault) == whole &&
                same_rules(&rules, &twin_rules) && (whole || same_violation(&fault, &twin_fault)),
            "the rules of the row at 0x%zx are others", at);
    }
}

static void compare_functions(const struct sfr_section *one, const struct sfr_section *other)
{
    size_t left = one->size * WALKED_PER_BYTE;
    LAW(one->function_count == other->function_count && one->big_endian != other->big_endian,
        "the header is another");
    for (uint32_t i = 0; i < one->function_count; i++) {
        struct sfr_function function, twin;
        struct sfr_violation fault;
        LAW(sfr_function(one, i, &function, &fault) && sfr_function(other, i, &twin, &fault) &&
                same_function(&function, &twin),
            "function %u is another", i);
        compare_rows(one, other, &function, &left);
    }
}

static void compare_lookups(const struct sfr_section *one, const struct sfr_section *other,
                            const struct fuzz_case *input)
{
    uint64_t pcs[EDGES_MOST + 1];
    unsigned count = edges_of(one, input->choice, pcs);
    pcs[count++] = input->pc;
    for (unsigned i = 0; i < count; i++) {
        struct sfr_answer answer, twin;
        (void)sfr_lookup(one, pcs[i], &answer);
        (void)sfr_lookup(other, pcs[i], &twin);
        LAW(same_answer(&answer, &twin), "at PC 0x%llx the flipped section gives another answer",
            (unsigned long long)pcs[i]);
    }
}

/* --- Flipping ------------------------------------------------------------------------------------------ */

static void note_refusal(void *context, const struct sfr_violation *violation)
{
    struct findings *const findings = context;
    if (violation->severity == SFR_MALFORMED)
        *(violation->clause == SFR_fre_unshared ? &findings->overlapping : &findings->malformed) = true;
}

static void compare(const struct fuzz_case *input, const uint8_t *flipped)
{
    struct sfr_section one, other;
    uint8_t *const again = fuzz_block(flipped, input->size);
    (void)sfr_open(&one, input->section, input->size, input->address, input->profile, NULL);
    LAW(sfr_open(&other, flipped, input->size, input->address, one.profile, NULL) != SFR_MALFORMED,
        "what was flipped is malformed");
    compare_functions(&one, &other);
    compare_lookups(&one, &other, input);
    compare_checks(&one, &other);
    LAW(flip_section(flipped, input->size, one.profile, again, NULL),
        "what was flipped cannot be flipped back");
    LAW(memcmp(again, input->section, input->size) == 0, "flipped twice it is another section");
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_case input;
    struct findings findings = {0};
    case_begin(&input, data, size);
    uint8_t *const flipped = fuzz_block(input.section, input.size);
    if (flip_section(input.section, input.size, input.profile, flipped,
                     &(struct sfr_report){note_refusal, &findings})) {
        LAW(!findings.malformed && !findings.overlapping, "flipped, though it is malformed");
        compare(&input, flipped);
    } else {
        LAW(findings.malformed || findings.overlapping, "not flipped, and nothing says why");
    }
    free(flipped);
    case_end(&input);
    return 0;
}
