/* Tests of the guard (open.h): each open point is named where it is touched, and nowhere else. */
#include "open_cases.h"
#include "program_texts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* --- Asking --------------------------------------------------------------------------------------------- */

static struct emitter emitter;
static unsigned failures;

static void fails(const struct touch *touch, enum profile profile, enum abi abi, const char *what)
{
    failures++;
    print_error("%s (%s, %s): %s\n", touch->ledger, profile_name(profile), abi_name(abi), what);
}

/* As a family does it; false if the vectors are not of the row's class. */
static bool make(const struct touch *touch, enum profile profile, enum abi abi, build_section *change,
                 lie_about *lie)
{
    static const enum vector_class classes[] = {CLASS_VALID, CLASS_IRREGULAR, CLASS_MALFORMED};
    struct section *section = gen_begin(&emitter, profile, abi, "open");
    touch->build(section);
    if (change != NULL)
        change(section);
    if (touch->vector_class == CLASS_IRREGULAR)
        section->gap_end = 4;
    if (!gen_make_bytes(&emitter))
        return false;
    if (lie != NULL)
        lie(&emitter);
    return classes[gen_verdict_of(&emitter.violations)] == touch->vector_class;
}

static bool names(const struct touch *touch, enum operation operation, uint64_t pc, const char *expected)
{
    struct question question = {.section = &emitter.section,
                                .encoded = &emitter.encoded,
                                .violations = &emitter.violations,
                                .vector_class = touch->vector_class,
                                .operation = operation,
                                .pc = pc};
    const char *found = gen_open_point_of(&question);
    return found == NULL || expected == NULL ? found == expected : strcmp(found, expected) == 0;
}

static const char *named(const struct touch *touch, enum operation operation)
{
    return (touch->asked >> operation & 1) != 0 ? touch->ledger : touch->first[operation];
}

/* What a check names, every question about a valid section names. */
static const char *named_by_check(const struct touch *touch)
{
    return touch->vector_class == CLASS_VALID ? named(touch, OPERATION_CHECK) : NULL;
}

static void try_at(const struct touch *touch, enum profile profile, enum abi abi)
{
    if (!make(touch, profile, abi, touch->at.change, touch->at.lie))
        fails(touch, profile, abi, "not of its class");
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_LOOKUP; operation++) {
        const char *by_check = named_by_check(touch);
        if (!names(touch, operation, touch->at.pc, by_check != NULL ? by_check : named(touch, operation)))
            fails(touch, profile, abi, gen_operation_name(operation));
    }
}

static void try_beside(const struct touch *touch, enum profile profile, enum abi abi)
{
    const struct side *beside = &touch->beside;
    bool elsewhere = beside->pc != 0;
    if (!make(touch, profile, abi, elsewhere ? touch->at.change : beside->change,
              elsewhere ? touch->at.lie : beside->lie) &&
        touch->vector_class != CLASS_MALFORMED)
        fails(touch, profile, abi, "not of its class beside");
    if (beside->refused)
        gen_also_breaks(&emitter, "header.freoff-inside", 0x18, SEVERITY_MALFORMED);
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_LOOKUP; operation++) {
        bool asked = (touch->asked >> operation & 1) != 0;
        if (asked && (!elsewhere || operation == OPERATION_LOOKUP) &&
            !names(touch, operation, elsewhere ? beside->pc : touch->at.pc,
                   elsewhere && named_by_check(touch) != NULL ? named_by_check(touch) : beside->first))
            fails(touch, profile, abi, "touched beside");
    }
}

static void try_each(const struct touch *touch, enum profile profile, enum abi abi)
{
    if (!applies(touch->profiles, touch->abis, profile, abi) || !abi_known(profile, abi))
        return;
    try_at(touch, profile, abi);
    if (touch->asked != NOWHERE)
        try_beside(touch, profile, abi);
}

static void test_points_are_named_where_they_are_touched(void **state)
{
    static const struct touches *const tables[] = {&row_touches, &function_touches, &section_touches};
    (void)state;
    failures = 0;
    for (unsigned t = 0; t < sizeof tables / sizeof *tables; t++)
        for (unsigned i = 0; i < tables[t]->count; i++)
            for (unsigned both = 0; both < PROFILES * ABIS; both++)
                try_each(&tables[t]->list[i], (enum profile)(both / ABIS), (enum abi)(both % ABIS));
    assert_int_equal(failures, 0);
}

int main(void)
{
    static struct selection all;
    static struct sink sink;
    all = gen_select_all();
    gen_emitter_init(&emitter, &all, &sink, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_are_named_where_they_are_touched),
        cmocka_unit_test(test_texts_become_functions),
        cmocka_unit_test(test_what_is_wrong_with_a_text_is_said_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
