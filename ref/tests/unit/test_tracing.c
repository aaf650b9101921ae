/* One step of a trace, from a table: a section of one function, a frame in it, and the caller that
 * appendix A and the chapters on ABIs give it.  A comment names the clauses that a line satisfies or
 * breaks. */
#include "sections.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* --- A section of one function and at most one row ----------------------------------------------------- */

struct one_row {
    enum sfr_profile profile;
    enum sfr_abi abi;
    bool flexible, signal;
    int fixed_ra, fixed_fp;
    int info; /* the row's info byte; NO_ROW: there is none */
    int words[8];
};

enum { START = 0x1000, SIZE = 0x100, PC = START + 4, NO_ROW = -1 };
enum { ON_SP = 0x01, FOUR_BYTES = 0x40, MANGLED = 0x80 }; /* of an info byte */

static size_t put(uint8_t *bytes, size_t at, uint64_t value, unsigned width, bool big_endian)
{
    for (unsigned i = 0; i < width; i++)
        bytes[at + i] = (uint8_t)(value >> 8 * (big_endian ? width - 1 - i : i));
    return at + width;
}

static size_t lay_out(const struct one_row *row, uint8_t *bytes)
{
    const bool big = sfr_abi_facts(row->abi)->big_endian, any = row->info != NO_ROW;
    const struct sfr_text_facts *const text = sfr_text_facts(row->profile);
    const bool v3 = text->attribute_fields != NULL;
    const unsigned words = any ? (unsigned)row->info >> 1 & 15 : 0;
    const unsigned width = any && (row->info & FOUR_BYTES) != 0 ? 4 : 1;
    const struct {
        uint64_t value;
        unsigned width;
    } fields[] = {
        {0xdee2, 2}, {text->version, 1}, {SFR_SORTED, 1}, {row->abi, 1}, {(uint64_t)row->fixed_fp, 1},
        {(uint64_t)row->fixed_ra, 1}, {0, 1}, /* functions: */ {1, 4}, /* rows: */ {any, 4},
        {(v3 ? 5 : 0) + (any ? 2 + words * width : 0), 4}, {0, 4}, {text->entry_size, 4},
        /* The entry, and in version 3 the attribute: */
        {START, text->start_size}, {SIZE, 4}, {0, 4}, {any, v3 ? 2 : 4}, {row->signal ? 0x80 : 0, 1},
        {row->flexible, v3 ? 1 : 3}, {0, v3 ? 1 : 0},
        /* The row: */
        {0, any ? 1 : 0}, {(uint64_t)row->info, any ? 1 : 0}};
    size_t at = 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        at = put(bytes, at, fields[i].value, fields[i].width, big);
    for (unsigned i = 0; i < words; i++)
        at = put(bytes, at, (uint64_t)row->words[i], width, big);
    return at;
}

/* --- The table ------------------------------------------------------------------------------------------ */

/* Memory holds its own address plus 8; a register its own number times 0x1000. */
static bool memory(void *context, uint64_t address, uint64_t *value)
{
    (void)context;
    *value = address + 8;
    return address >= 0x100;
}

static bool registers(void *context, uint32_t regnum, uint64_t *value)
{
    (void)context;
    *value = UINT64_C(0x1000) * regnum;
    return regnum < 32;
}

enum { SP = 0x7000, FP = 0x8000, LINK_AARCH64 = 0x1e000, LINK_S390X = 0xe000 };
static const struct sfr_frame top = {.pc = PC, .sp = SP, .fp = FP, .topmost = true};
static const struct sfr_frame deeper = {.pc = PC, .sp = SP, .fp = FP};
static const struct sfr_frame moved = {.pc = PC, .sp = 0x9000, .fp = 0x9100, .topmost = true};
static const struct sfr_frame outside = {.pc = START + SIZE, .sp = SP, .fp = FP, .topmost = true};
static const struct sfr_frame no_stack = {.pc = PC, .sp = 0, .fp = FP, .topmost = true};
static const struct sfr_frame low_stack = {.pc = PC, .sp = 0x90, .fp = FP, .topmost = true};
static const struct sfr_frame odd_stack = {.pc = PC, .sp = SP + 3, .fp = FP, .topmost = true};

#define WORDS(count)        ((count) << 1)
#define ROW(byte, ...)      .info = (byte), .words = {__VA_ARGS__}
#define AMD64               SFR_V3, SFR_AMD64, .fixed_ra = -8
#define S390X(count, ...)   {SFR_V2E2, SFR_S390X, ROW(ON_SP | WORDS(count), __VA_ARGS__)}
#define FLEX_AMD64(n, ...)  {AMD64, .flexible = true, ROW(WORDS(n), __VA_ARGS__)}
#define CALLER(a, b, c)     SFR_STEPPED, (uint64_t)(a), (uint64_t)(b), (uint64_t)(c)
#define STOPS(why)          SFR_STOP_##why, 0, 0, 0
/* Control words of flexible rows: a register or the CFA, and what lies there. */
#define IN(reg)   ((reg) << 3 | 1)
#define AT(reg)   ((reg) << 3 | 3)
#define AT_CFA    2

static const struct {
    const char *what;
    struct one_row row;
    const struct sfr_frame *frame;
    enum sfr_step step;
    uint64_t pc, sp, fp; /* of the caller, if there is one */
} steps[] = {
    /* satisfies trace.frame  satisfies trace.first  satisfies trace.sp  satisfies trace.pc
     * satisfies trace.base  satisfies trace.offsets  satisfies trace.fp-kept  satisfies trace.fde-type */
    {"a frame on SP: PC from the slot, SP from the CFA, FP kept", {AMD64, ROW(ON_SP | WORDS(1), 16)}, &top,
     CALLER(SP + 16 - 8 + 8, SP + 16, FP)},
    {"the same deeper", {AMD64, ROW(ON_SP | WORDS(1), 16)}, &deeper, CALLER(SP + 16 - 8 + 8, SP + 16, FP)},
    /* breaks trace.base: the other base; breaks trace.fp-kept  satisfies trace.fp: there is a word for FP */
    {"a frame on FP with a saved FP reads it", {AMD64, ROW(WORDS(2), 16, -16)}, &top,
     CALLER(FP + 16 - 8 + 8, FP + 16, FP + 16 - 16 + 8)},
    /* breaks trace.fp: no word, but breaks trace.offsets: the header's fixed offset applies */
    {"a fixed FP offset serves a row without a word",
     {AMD64, .fixed_fp = -16, ROW(ON_SP | WORDS(1), 16)}, &top,
     CALLER(SP + 16 - 8 + 8, SP + 16, SP + 8)},
    /* breaks trace.first  breaks trace.frame: other registers, another caller */
    {"another frame has another caller", {AMD64, ROW(ON_SP | WORDS(1), 16)}, &moved,
     CALLER(0x9000 + 16 - 8 + 8, 0x9000 + 16, 0x9100)},
    /* breaks trace.pc: the slot cannot be read, so there is no caller */
    {"RA's slot cannot be read", {AMD64, ROW(ON_SP | WORDS(2), 8, 0)}, &no_stack, STOPS(MEMORY)},
    {"FP's slot cannot be read",
     {SFR_V3, SFR_AMD64, .fixed_ra = 120, ROW(ON_SP | WORDS(2), 8, -8)}, &low_stack, STOPS(MEMORY)},
    {"no rule for RA", {SFR_V3, SFR_AMD64, ROW(ON_SP | WORDS(1), 16)}, &top, STOPS(ERROR)},
    {"no function", {AMD64, ROW(ON_SP | WORDS(1), 16)}, &outside, STOPS(NO_FUNCTION)},
    /* satisfies trace.no-row; breaks trace.no-row: the row that is there answers, as above */
    {"no row", {AMD64, .flexible = true, .info = NO_ROW}, &top, STOPS(NO_ROW)},
    {"a flexible row without sense", FLEX_AMD64(1, 16), &top, STOPS(ERROR)},
    /* satisfies fre.count-zero-stop; breaks fre.count-zero-stop: version 2 errata 1 gives it no meaning */
    {"an undefined return address ends the trace", {AMD64, .info = ON_SP}, &top, STOPS(OUTERMOST)},
    {"a function without rows, too", {AMD64, .info = NO_ROW}, &top, STOPS(OUTERMOST)},
    {"it has no meaning yet", {SFR_V2E1, SFR_AMD64, .fixed_ra = -8, .info = ON_SP}, &top, STOPS(ERROR)},
    {"a signal frame is stepped like any other", {AMD64, .signal = true, ROW(ON_SP | WORDS(1), 16)}, &deeper,
     CALLER(SP + 16 - 8 + 8, SP + 16, FP)},

    {"AArch64: the topmost frame may keep RA in its register",
     {SFR_V3, SFR_AARCH64_LITTLE, ROW(ON_SP | MANGLED | WORDS(1), 16)}, &top,
     CALLER(LINK_AARCH64, SP + 16, FP)},
    {"a deeper one may not", {SFR_V3, SFR_AARCH64_LITTLE, ROW(ON_SP | MANGLED | WORDS(1), 16)}, &deeper,
     STOPS(UNSAFE)},
    {"it saved both", {SFR_V3, SFR_AARCH64_LITTLE, ROW(ON_SP | WORDS(3), 16, -16, -8)}, &deeper,
     CALLER(SP + 8, SP + 16, SP + 8 + 8)},
    {"a register that the machine does not have",
     {SFR_V3, SFR_AARCH64_LITTLE, .flexible = true, ROW(FOUR_BYTES | WORDS(2), IN(40), 8)}, &top,
     STOPS(ERROR)},

    /* satisfies s390x.sp  satisfies s390x.init  satisfies s390x.ra-topmost; breaks s390x.ra-topmost
     * breaks s390x.init: a register that is stale serves no deeper frame
     * breaks trace.sp: SP is not the CFA */
    {"s390x: SP is 160 below the CFA, RA unsaved", S390X(1, 0), &top, CALLER(LINK_S390X, SP, FP)},
    {"RA unsaved in a deeper frame", S390X(1, 0), &deeper, STOPS(UNSAFE)},
    /* breaks s390x.sp: the same words on AMD64 leave SP at the CFA */
    {"AMD64: SP is the CFA", {AMD64, ROW(ON_SP | WORDS(1), 24)}, &top, CALLER(SP + 24 - 8 + 8, SP + 24, FP)},
    /* satisfies s390x.fp-any; breaks s390x.fp-any: saved, it is read */
    {"any frame may have an unsaved FP", S390X(2, 20, -48), &deeper, CALLER(SP + 320 - 48 + 8, SP + 160, FP)},
    {"FP saved", S390X(3, 20, -48, -72), &deeper, CALLER(SP + 320 - 48 + 8, SP + 160, SP + 320 - 72 + 8)},
    /* satisfies s390x.register-leaf; breaks s390x.register-leaf: not in a deeper frame */
    {"RA and FP in registers", S390X(3, 0, 16 << 1 | 1, 18 << 1 | 1), &top, CALLER(0x10000, SP, 0x12000)},
    {"the same deeper", S390X(3, 0, 16 << 1 | 1, 18 << 1 | 1), &deeper, STOPS(UNSAFE)},
    /* satisfies s390x.ra-padding; breaks s390x.ra-padding: without the padding the word is RA's */
    {"FP without RA has padding in its place", S390X(3, 20, 0, -72), &top,
     CALLER(LINK_S390X, SP + 160, SP + 320 - 72 + 8)},
    {"no padding", S390X(2, 20, -72), &top, CALLER(SP + 320 - 72 + 8, SP + 160, FP)},
    /* breaks changes.s390x-flex  breaks s390x.register-flex: in a default row the same number is a slot */
    {"version 3, default row: slots only",
     {SFR_V3, SFR_S390X, ROW(ON_SP | WORDS(2), 20, 10 << 1 | 1)}, &odd_stack,
     CALLER(SP + 3 + 320 + 21 + 8, SP + 3 + 160, FP)},
    /* satisfies changes.s390x-flex  satisfies s390x.register-flex; breaks trace.flex-next: read once more, it
     * would be another PC */
    {"a flexible row: RA is in a register, not in memory",
     {SFR_V3, SFR_S390X, .flexible = true, ROW(WORDS(6), IN(11), 127, IN(10), 4, IN(11), 0)}, &top,
     CALLER(0xa000 + 4, FP + 127 * 8, FP)},
    {"the same deeper",
     {SFR_V3, SFR_S390X, .flexible = true, ROW(WORDS(6), IN(11), 127, IN(10), 4, IN(11), 0)}, &deeper,
     STOPS(UNSAFE)},

    /* satisfies trace.flex-words  satisfies trace.flex-apply  satisfies trace.flex-next  satisfies flex.uses
     * breaks trace.fde-type: as a default row the first word would be the CFA's offset */
    {"a flexible row: the CFA first, the others from it", FLEX_AMD64(6, AT(6), -8, AT_CFA, -8, AT(6), 0),
     &top, CALLER(FP - 8 + 8 - 8 + 8, FP - 8 + 8, FP + 8)},
    {"its first word in a default row", {SFR_V3, SFR_AMD64, .fixed_ra = -AT(6), ROW(WORDS(1), AT(6))}, &top,
     CALLER(FP + 8, FP + AT(6), FP)},
    /* breaks trace.flex-words: padding in RA's place moves FP's pair; breaks trace.flex-apply: no pair, FP
     * kept */
    {"padding for RA: the fixed offset applies", FLEX_AMD64(5, IN(7), 16, 0, AT_CFA, -16), &top,
     CALLER(SP + 16 - 8 + 8, SP + 16, SP + 8)},
    {"neither RA nor FP", FLEX_AMD64(2, IN(7), 16), &top, CALLER(SP + 16 - 8 + 8, SP + 16, FP)},
    /* satisfies trace.flex-unsafe; breaks trace.flex-unsafe: SP and FP are known in every frame
     * breaks flex.uses: a base that a default row could have said */
    {"a CFA on another register", FLEX_AMD64(2, IN(10), 8), &top, CALLER(0xa000 + 8, 0xa000 + 8, FP)},
    {"the same deeper", FLEX_AMD64(2, IN(10), 8), &deeper, STOPS(UNSAFE)},
    {"on SP it is known deeper", FLEX_AMD64(2, IN(7), 8), &deeper, CALLER(SP + 8, SP + 8, FP)},
    /* satisfies flex.cfa-plus-zero: CFA + 0 dereferenced can be said; breaks flex.cfa-plus-zero: its
     * control word without the bit is padding, and the fixed offset applies */
    {"CFA + 0 dereferenced", FLEX_AMD64(4, IN(7), 16, AT_CFA, 0), &top, CALLER(SP + 16 + 8, SP + 16, FP)},
    {"CFA + 0 cannot be said", FLEX_AMD64(4, IN(7), 16, 0, 0), &top, CALLER(SP + 16 - 8 + 8, SP + 16, FP)},
};

static void each_frame_has_the_caller_that_its_row_gives(void **state)
{
    static const struct sfr_machine machine = {memory, registers, NULL, 0};
    unsigned wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        uint8_t bytes[128];
        struct sfr_section section;
        struct sfr_frame frame = *steps[i].frame, caller, untouched;
        const size_t size = lay_out(&steps[i].row, bytes);
        memset(&caller, 0xa5, sizeof caller);
        memset(&untouched, 0xa5, sizeof untouched);
        assert_int_not_equal(sfr_open(&section, bytes, size, 0, steps[i].row.profile, NULL), SFR_MALFORMED);
        const enum sfr_step step = sfr_step(&section, &frame, &machine, &caller);
        const bool as_said = step == SFR_STEPPED ? caller.pc == steps[i].pc && caller.sp == steps[i].sp &&
                                                       caller.fp == steps[i].fp && !caller.topmost
                                                 : memcmp(&caller, &untouched, sizeof caller) == 0;
        if (step == steps[i].step && as_said)
            continue;
        wrong++;
        (void)fprintf(stderr, "%s: %s, PC 0x%llx, SP 0x%llx, FP 0x%llx\n", steps[i].what, sfr_step_name(step),
                      (unsigned long long)caller.pc, (unsigned long long)caller.sp,
                      (unsigned long long)caller.fp);
    }
    assert_int_equal(wrong, 0);
}

/* satisfies flags.fallback: what the caller needs for it is reported; breaks flags.fallback: not set, not
 * reported */
static void a_stop_for_want_of_a_function_leaves_the_flag_to_fall_back_by(void **state)
{
    struct sfr_section section;
    struct sfr_answer answer;
    const struct written *const with = written_section("v2-amd64-frame-pointer");
    const struct written *const without = written_section("v2e2-amd64-call");
    (void)state;
    (void)sfr_open(&section, with->bytes, with->size, 0, with->profile, NULL);
    assert_int_equal(sfr_lookup(&section, UINT64_MAX, &answer), SFR_NO_FUNCTION);
    assert_true((section.flags & SFR_FRAME_POINTER) != 0);
    (void)sfr_open(&section, without->bytes, without->size, 0, without->profile, NULL);
    assert_false((section.flags & SFR_FRAME_POINTER) != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_frame_has_the_caller_that_its_row_gives),
        cmocka_unit_test(a_stop_for_want_of_a_function_leaves_the_flag_to_fall_back_by),
    };
    return cmocka_run_group_tests_name("tracing", tests, NULL, NULL);
}
