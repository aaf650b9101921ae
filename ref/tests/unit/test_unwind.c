/* Whole traces: through modules, within the limit, with what was found before remembered.  fuzz/targets/unwind.c
 * compares traces with single steps, for any bytes and any memory. */
#include "sections.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* --- A program of two modules -------------------------------------------------------------------------- */

enum { PLACES = 4, FAR = 0x10000, STACK = 0x7000, WORDS = 16 };

/* A stack of words, and no register but SP and FP. */
struct stack {
    uint64_t words[WORDS];
    unsigned reads;
};

static bool stack_memory(void *context, uint64_t address, uint64_t *value)
{
    struct stack *const stack = context;
    stack->reads++;
    if (address < STACK || address >= STACK + sizeof stack->words)
        return false;
    *value = stack->words[(address - STACK) / 8];
    return true;
}

static bool no_register(void *context, uint32_t regnum, uint64_t *value)
{
    (void)context;
    (void)regnum;
    (void)value;
    return false;
}

/* The same function, at 0x1000 and at 0x11000; on entry its caller's PC lies at SP. */
static void open_two(struct sfr_section sections[2])
{
    const struct written *const written = written_section("v3-amd64-call");
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(
            sfr_open(&sections[i], written->bytes, written->size, i * FAR, written->profile, NULL),
            SFR_VALID);
        sfr_survey(&sections[i]);
    }
}

struct trace {
    struct sfr_frame frames[WORDS];
    unsigned count;
    enum sfr_step stop;
};

static struct trace trace_of(struct sfr_unwind *unwind, uint64_t pc, uint32_t limit)
{
    struct trace trace = {.count = 0};
    sfr_unwind_from(unwind, pc, STACK, 0, limit);
    while (sfr_unwind_next(unwind, &trace.frames[trace.count]))
        trace.count++;
    trace.stop = unwind->stop;
    return trace;
}

static struct trace trace_through(const struct sfr_section *sections, size_t count, struct stack *stack,
                                  uint32_t limit)
{
    const struct sfr_machine machine = {stack_memory, no_register, stack, 0};
    struct sfr_remembered remembered[PLACES];
    struct sfr_unwind unwind;
    sfr_unwind_begin(&unwind, sections, count, &machine, remembered, PLACES);
    return trace_of(&unwind, 0x1000, limit);
}

static const struct stack through_both = {.words = {FAR + 0x1001, 0x1001, FAR + 0x1001, 0x1001, 0x9999}};

static void expect_through_both(const struct trace *trace)
{
    assert_int_equal(trace->stop, SFR_STOP_NO_FUNCTION);
    assert_int_equal(trace->count, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(trace->frames[i].pc, i == 0 ? 0x1000 : through_both.words[i - 1]);
        assert_int_equal(trace->frames[i].sp, STACK + 8 * i);
        assert_int_equal(trace->frames[i].cfa_known, i < 5);
        assert_int_equal(trace->frames[i].topmost, i == 0);
        if (i < 5)
            assert_int_equal(trace->frames[i].cfa, STACK + 8 * (i + 1));
    }
}

static void a_trace_goes_through_modules_in_any_order(void **state)
{
    struct sfr_section sections[2];
    struct stack stack = through_both;
    (void)state;
    open_two(sections);
    struct trace trace = trace_through(sections, 2, &stack, 100);
    expect_through_both(&trace);
    assert_int_equal(stack.reads, 5);
    const struct sfr_section first = sections[0];
    sections[0] = sections[1];
    sections[1] = first;
    trace = trace_through(sections, 2, &stack, 100);
    expect_through_both(&trace);
}

static void a_trace_without_modules_shows_its_first_frame(void **state)
{
    struct stack stack = through_both;
    (void)state;
    const struct trace trace = trace_through(NULL, 0, &stack, 100);
    assert_int_equal(trace.stop, SFR_STOP_NO_FUNCTION);
    assert_int_equal(trace.count, 1);
    assert_false(trace.frames[0].cfa_known);
}

/* Nobody knows what it held; what the other modules hold is found. */
static void a_malformed_module_makes_an_error_of_what_no_other_knows(void **state)
{
    struct sfr_section sections[3];
    struct stack stack = through_both;
    (void)state;
    open_two(sections + 1);
    assert_int_equal(sfr_open(&sections[0], (const uint8_t *)"", 0, 0, SFR_V3, NULL), SFR_MALFORMED);
    struct trace trace = trace_through(sections, 3, &stack, 100);
    assert_int_equal(trace.stop, SFR_STOP_ERROR);
    trace.stop = SFR_STOP_NO_FUNCTION;
    expect_through_both(&trace);
    struct sfr_frame frame = {.pc = 0x1000, .topmost = true}, caller;
    const struct sfr_machine machine = {stack_memory, no_register, &stack, 0};
    assert_int_equal(sfr_step(&sections[0], &frame, &machine, &caller), SFR_STOP_ERROR);
}

/* --- The limit ----------------------------------------------------------------------------------------- */

static void the_limit_ends_a_trace_that_would_go_on_and_no_other(void **state)
{
    struct sfr_section sections[2];
    struct stack stack = through_both;
    (void)state;
    open_two(sections);
    for (uint32_t limit = 0; limit < 8; limit++) {
        const struct trace trace = trace_through(sections, 2, &stack, limit);
        assert_int_equal(trace.count, limit < 6 ? limit : 6);
        assert_int_equal(trace.stop, limit < 6 ? SFR_STOP_LIMIT : SFR_STOP_NO_FUNCTION);
    }
}

static void before_a_trace_begins_there_is_no_frame(void **state)
{
    const struct sfr_machine machine = {stack_memory, no_register, NULL, 0};
    struct sfr_remembered remembered[1];
    struct sfr_unwind unwind;
    struct sfr_frame frame;
    (void)state;
    sfr_unwind_begin(&unwind, NULL, 0, &machine, remembered, 1);
    assert_false(sfr_unwind_next(&unwind, &frame));
}

/* --- What is remembered -------------------------------------------------------------------------------- */

static void a_second_trace_answers_as_the_first_with_any_room(void **state)
{
    struct sfr_section sections[2];
    struct stack stack = through_both;
    const struct sfr_machine machine = {stack_memory, no_register, &stack, 0};
    struct sfr_remembered remembered[64];
    struct sfr_unwind unwind;
    (void)state;
    open_two(sections);
    for (size_t places = 1; places <= 64; places++) {
        memset(remembered, 0xa5, sizeof remembered); /* any contents will do */
        sfr_unwind_begin(&unwind, sections, 2, &machine, remembered, places);
        for (unsigned again = 0; again < 2; again++) {
            const struct trace trace = trace_of(&unwind, 0x1000, 100);
            expect_through_both(&trace);
        }
    }
}

/* The bytes may be gone, and nobody looks at them: what was found is what was remembered. */
static void what_is_remembered_is_not_looked_up_again(void **state)
{
    struct sfr_section sections[2];
    struct stack stack = through_both;
    const struct sfr_machine machine = {stack_memory, no_register, &stack, 0};
    struct sfr_remembered remembered[64];
    struct sfr_unwind unwind;
    (void)state;
    open_two(sections);
    sfr_unwind_begin(&unwind, sections, 2, &machine, remembered, 64);
    (void)trace_of(&unwind, 0x1000, 100);
    sections[0].function_count = 0;
    sections[1].function_count = 0;
    const struct trace trace = trace_of(&unwind, 0x1000, 100);
    expect_through_both(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trace_goes_through_modules_in_any_order),
        cmocka_unit_test(a_trace_without_modules_shows_its_first_frame),
        cmocka_unit_test(a_malformed_module_makes_an_error_of_what_no_other_knows),
        cmocka_unit_test(the_limit_ends_a_trace_that_would_go_on_and_no_other),
        cmocka_unit_test(before_a_trace_begins_there_is_no_frame),
        cmocka_unit_test(a_second_trace_answers_as_the_first_with_any_room),
        cmocka_unit_test(what_is_remembered_is_not_looked_up_again),
    };
    return cmocka_run_group_tests_name("unwind", tests, NULL, NULL);
}
