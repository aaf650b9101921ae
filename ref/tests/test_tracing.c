/* One step of a trace, against what appendix A and the ABI chapters say of it. */
#include "sections.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* --- A machine of one row ------------------------------------------------------------------------------ */

enum { START = 0x1000, SIZE = 0x100, PC = START + 4 };
enum { SP = 0x7000, FP = 0x8000, LINK_AARCH64 = 0x1e000, LINK_S390X = 0xe000 };
enum { BASE_SP = 0x01, MANGLED = 0x80 }; /* of a row's info byte */

static uint8_t count_of(unsigned words)
{
    return (uint8_t)(words << 1);
}

/* A section of version 2 or 3 with one function, and one row of one-byte words if INFO is not negative. */
struct one_row {
    enum sfr_profile profile;
    enum sfr_abi abi;
    bool flexible, signal;
    int8_t fixed_ra, fixed_fp;
    int info;
    int8_t words[8];
};

static size_t put(uint8_t *bytes, size_t at, uint64_t value, unsigned width, bool big_endian)
{
    for (unsigned i = 0; i < width; i++)
        bytes[at + i] = (uint8_t)(value >> 8 * (big_endian ? width - 1 - i : i));
    return at + width;
}

static size_t lay_out(const struct one_row *row, uint8_t *bytes)
{
    const bool big = sfr_abi_facts(row->abi)->big_endian;
    const struct sfr_text_facts *const text = sfr_text_facts(row->profile);
    const bool v3 = text->attribute_fields != NULL;
    const unsigned words = row->info < 0 ? 0 : (unsigned)row->info >> 1 & 15, rows = row->info >= 0;
    const uint32_t entry = text->entry_size, length = (v3 ? 5 : 0) + (rows != 0 ? 2 + words : 0);
    size_t at = put(bytes, 0, 0xdee2, 2, big);
    at = put(bytes, at, text->version, 1, big);
    at = put(bytes, at, SFR_SORTED, 1, big);
    at = put(bytes, at, row->abi, 1, big);
    at = put(bytes, at, (uint8_t)row->fixed_fp, 1, big);
    at = put(bytes, at, (uint8_t)row->fixed_ra, 1, big);
    at = put(bytes, at, 0, 1, big);
    at = put(bytes, at, 1, 4, big);
    at = put(bytes, at, rows, 4, big);
    at = put(bytes, at, length, 4, big);
    at = put(bytes, at, 0, 4, big);
    at = put(bytes, at, entry, 4, big);
    at = put(bytes, at, START, text->start_size, big);
    at = put(bytes, at, SIZE, 4, big);
    at = put(bytes, at, 0, 4, big);
    at = put(bytes, at, rows, v3 ? 2 : 4, big);
    at = put(bytes, at, row->signal ? 0x80 : 0, 1, big);
    at = put(bytes, at, row->flexible, v3 ? 1 : 3, big);
    at = put(bytes, at, 0, v3 ? 1 : 0, big);
    at = put(bytes, at, 0, rows != 0 ? 1 : 0, big);
    at = put(bytes, at, (uint8_t)row->info, rows != 0 ? 1 : 0, big);
    for (unsigned i = 0; i < words; i++)
        at = put(bytes, at, (uint8_t)row->words[i], 1, big);
    return at;
}

/* Memory holds its own address plus 8; registers their own number times 0x1000. */
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

static const struct sfr_machine machine = {memory, registers, NULL, 0};
static const struct sfr_frame top = {.pc = PC, .sp = SP, .fp = FP, .topmost = true};
static const struct sfr_frame deeper = {.pc = PC, .sp = SP, .fp = FP};

static enum sfr_step step_from(const struct one_row *row, const struct sfr_frame *frame,
                               struct sfr_frame *caller)
{
    uint8_t bytes[128];
    struct sfr_section section;
    struct sfr_frame from = *frame;
    const size_t size = lay_out(row, bytes);
    memset(caller, 0xa5, sizeof *caller);
    assert_int_not_equal(sfr_open(&section, bytes, size, 0, row->profile, NULL), SFR_MALFORMED);
    return sfr_step(&section, &from, &machine, caller);
}

static void expect_step(const struct one_row *row, const struct sfr_frame *frame, uint64_t pc, uint64_t sp,
                        uint64_t fp)
{
    struct sfr_frame caller;
    assert_int_equal(step_from(row, frame, &caller), SFR_STEPPED);
    assert_int_equal(caller.pc, pc);
    assert_int_equal(caller.sp, sp);
    assert_int_equal(caller.fp, fp);
    assert_false(caller.topmost);
}

static void expect_stop(const struct one_row *row, const struct sfr_frame *frame, enum sfr_step stop)
{
    struct sfr_frame caller, untouched;
    assert_int_equal(step_from(row, frame, &caller), stop);
    memset(&untouched, 0xa5, sizeof untouched);
    assert_memory_equal(&caller, &untouched, sizeof caller);
}

/* --- AMD64 --------------------------------------------------------------------------------------------- */

static struct one_row amd64(uint8_t info, int8_t cfa, int8_t fp)
{
    return (struct one_row){SFR_V3, SFR_AMD64, .fixed_ra = -8, .info = info, .words = {cfa, fp}};
}

/* satisfies trace.frame  satisfies trace.first  satisfies trace.sp  satisfies trace.pc  satisfies trace.base
 * satisfies trace.offsets  satisfies trace.fp-kept  satisfies trace.fde-type */
static void a_frame_on_sp_gives_pc_from_the_slot_sp_from_the_cfa_and_keeps_fp(void **state)
{
    const struct one_row row = amd64(BASE_SP | count_of(1), 16, 0);
    (void)state;
    expect_step(&row, &top, SP + 16 - 8 + 8, SP + 16, FP);
    expect_step(&row, &deeper, SP + 16 - 8 + 8, SP + 16, FP);
}

/* breaks trace.base: the other base; breaks trace.fp-kept  satisfies trace.fp: there is a word for FP */
static void a_frame_on_fp_with_a_saved_fp_reads_it(void **state)
{
    const struct one_row row = amd64(count_of(2), 16, -16);
    (void)state;
    expect_step(&row, &top, FP + 16 - 8 + 8, FP + 16, FP + 16 - 16 + 8);
}

/* breaks trace.fp: no word, but breaks trace.offsets: the header's fixed offset applies */
static void a_fixed_fp_offset_serves_where_the_row_has_no_word(void **state)
{
    struct one_row row = amd64(BASE_SP | count_of(1), 16, 0);
    (void)state;
    row.fixed_fp = -16;
    expect_step(&row, &top, SP + 16 - 8 + 8, SP + 16, SP + 8);
}

/* breaks trace.first  breaks trace.frame: other registers, another caller */
static void another_frame_has_another_caller(void **state)
{
    const struct one_row row = amd64(BASE_SP | count_of(1), 16, 0);
    struct sfr_frame moved = top;
    (void)state;
    moved.sp = 0x9000;
    moved.fp = 0x9100;
    expect_step(&row, &moved, 0x9000 + 16 - 8 + 8, 0x9000 + 16, 0x9100);
}

/* breaks trace.pc: the slot cannot be read, so there is no caller */
static void an_unreadable_stack_stops_the_trace_and_gives_no_caller(void **state)
{
    struct one_row row = amd64(BASE_SP | count_of(2), 8, 0);
    struct sfr_frame low = top;
    (void)state;
    low.sp = 0;
    expect_stop(&row, &low, SFR_STOP_MEMORY);
    row.fixed_ra = 120; /* RA's slot is readable then, but FP's is not */
    row.words[1] = -8;
    low.sp = 0x90;
    expect_stop(&row, &low, SFR_STOP_MEMORY);
}

static void without_a_rule_for_ra_there_is_no_caller(void **state)
{
    struct one_row row = amd64(BASE_SP | count_of(1), 16, 0);
    (void)state;
    row.fixed_ra = 0;
    expect_stop(&row, &top, SFR_STOP_ERROR);
}

/* satisfies trace.no-row; breaks trace.no-row: the row that is there answers */
static void a_pc_without_function_row_or_sense_stops_the_trace(void **state)
{
    struct one_row row = amd64(BASE_SP | count_of(1), 16, 0);
    struct sfr_frame outside = top;
    (void)state;
    outside.pc = START + SIZE;
    expect_stop(&row, &outside, SFR_STOP_NO_FUNCTION);
    expect_step(&row, &top, SP + 16 - 8 + 8, SP + 16, FP);
    row.info = -1;
    row.flexible = true;
    expect_stop(&row, &top, SFR_STOP_NO_ROW);
    row.info = count_of(1);
    expect_stop(&row, &top, SFR_STOP_ERROR);
}

/* satisfies flags.fallback: what the caller needs for it is told; breaks flags.fallback: not set, not told */
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

/* satisfies fre.count-zero-stop; breaks fre.count-zero-stop: version 2 errata 1 gives it no meaning */
static void an_undefined_return_address_is_the_outermost_frame(void **state)
{
    struct one_row row = amd64(BASE_SP | count_of(0), 0, 0);
    (void)state;
    expect_stop(&row, &top, SFR_STOP_OUTERMOST);
    row.info = -1;
    expect_stop(&row, &top, SFR_STOP_OUTERMOST);
    row.info = BASE_SP | count_of(0);
    row.profile = SFR_V2E1;
    expect_stop(&row, &top, SFR_STOP_ERROR);
}

static void a_signal_frame_is_stepped_like_any_other(void **state)
{
    struct one_row row = amd64(BASE_SP | count_of(1), 16, 0);
    (void)state;
    row.signal = true;
    expect_step(&row, &deeper, SP + 16 - 8 + 8, SP + 16, FP);
}

/* --- AArch64 and s390x --------------------------------------------------------------------------------- */

static void on_aarch64_the_topmost_frame_may_keep_ra_in_its_register(void **state)
{
    struct one_row row = {SFR_V3, SFR_AARCH64_LITTLE, .info = BASE_SP | MANGLED | count_of(1), .words = {16}};
    (void)state;
    expect_step(&row, &top, LINK_AARCH64, SP + 16, FP);
    expect_stop(&row, &deeper, SFR_STOP_UNSAFE);
    row.info = BASE_SP | count_of(3);
    row.words[1] = -16;
    row.words[2] = -8;
    expect_step(&row, &deeper, SP + 8, SP + 16, SP + 8 + 8);
}

static struct one_row s390x(uint8_t words, int8_t cfa, int8_t ra, int8_t fp)
{
    return (struct one_row){SFR_V2E2, SFR_S390X, .info = BASE_SP | count_of(words), .words = {cfa, ra, fp}};
}

/* satisfies s390x.sp  satisfies s390x.init  satisfies s390x.ra-topmost; breaks s390x.ra-topmost
 * breaks s390x.init: a register that is stale serves no deeper frame; breaks trace.sp: SP is not the CFA here
 */
static void on_s390x_sp_is_160_below_the_cfa_and_ra_may_be_unsaved_in_the_topmost_frame(void **state)
{
    const struct one_row row = s390x(1, 0, 0, 0);
    (void)state;
    expect_step(&row, &top, LINK_S390X, SP, FP);
    expect_stop(&row, &deeper, SFR_STOP_UNSAFE);
}

/* breaks s390x.sp: the same words on AMD64 leave SP at the CFA */
static void on_amd64_sp_is_the_cfa(void **state)
{
    const struct one_row row = amd64(BASE_SP | count_of(1), 24, 0);
    (void)state;
    expect_step(&row, &top, SP + 24 - 8 + 8, SP + 24, FP);
}

/* satisfies s390x.fp-any; breaks s390x.fp-any: saved, it is read */
static void on_s390x_any_frame_may_have_an_unsaved_fp(void **state)
{
    struct one_row row = s390x(2, 20, -48, 0);
    (void)state;
    expect_step(&row, &deeper, SP + 320 - 48 + 8, SP + 160, FP);
    row = s390x(3, 20, -48, -72);
    expect_step(&row, &deeper, SP + 320 - 48 + 8, SP + 160, SP + 320 - 72 + 8);
}

/* satisfies s390x.register-leaf; breaks s390x.register-leaf: not in a deeper frame */
static void on_s390x_ra_and_fp_in_registers_serve_the_topmost_frame_only(void **state)
{
    const struct one_row row = s390x(3, 0, 16 << 1 | 1, 18 << 1 | 1);
    (void)state;
    expect_step(&row, &top, 0x10000, SP, 0x12000);
    expect_stop(&row, &deeper, SFR_STOP_UNSAFE);
}

/* satisfies s390x.ra-padding; breaks s390x.ra-padding: without the padding the word is RA's */
static void on_s390x_fp_without_ra_carries_padding_in_its_place(void **state)
{
    struct one_row row = s390x(3, 20, 0, -72);
    (void)state;
    expect_step(&row, &top, LINK_S390X, SP + 160, SP + 320 - 72 + 8);
    row = s390x(2, 20, -72, 0);
    expect_step(&row, &top, SP + 320 - 72 + 8, SP + 160, FP);
}

/* --- Flexible ------------------------------------------------------------------------------------------- */

static int8_t control(unsigned regnum, bool deref, bool reg)
{
    return (int8_t)(regnum << 3 | (unsigned)deref << 1 | (unsigned)reg);
}

static struct one_row flexible(enum sfr_abi abi, uint8_t words)
{
    const int8_t fixed_ra = sfr_abi_facts(abi)->fixed_ra;
    return (struct one_row){SFR_V3, abi, .flexible = true, .fixed_ra = fixed_ra, .info = count_of(words)};
}

/* satisfies trace.flex-words  satisfies trace.flex-apply  satisfies trace.flex-next  satisfies flex.uses
 * breaks trace.fde-type: as a default row the first word would be the CFA's offset */
static void a_flexible_row_finds_the_cfa_first_and_counts_the_others_from_it(void **state)
{
    struct one_row row = flexible(SFR_AMD64, 6);
    const int8_t words[] = {control(6, true, true), -8, control(0, true, false), -8,
                            control(6, true, true), 0};
    (void)state;
    memcpy(row.words, words, sizeof words);
    expect_step(&row, &top, FP - 8 + 8 - 8 + 8, FP - 8 + 8, FP + 8);
    row.flexible = false;
    row.info = count_of(1);
    row.fixed_ra = (int8_t)-words[0];
    expect_step(&row, &top, FP + 8, FP + (uint64_t)words[0], FP);
}

/* breaks trace.flex-words: padding in RA's place moves FP's pair; breaks trace.flex-apply: no pair, FP kept
 */
static void padding_in_place_of_ra_leaves_it_to_the_fixed_offset(void **state)
{
    struct one_row row = flexible(SFR_AMD64, 5);
    const int8_t words[] = {control(7, false, true), 16, 0, control(0, true, false), -16};
    (void)state;
    memcpy(row.words, words, sizeof words);
    expect_step(&row, &top, SP + 16 - 8 + 8, SP + 16, SP + 8);
    row.info = count_of(2);
    expect_step(&row, &top, SP + 16 - 8 + 8, SP + 16, FP);
}

/* satisfies changes.s390x-flex  satisfies s390x.register-flex; breaks trace.flex-next: read once more, it
 * would be another PC */
static void a_flexible_row_may_find_ra_in_a_register_without_reading_memory(void **state)
{
    struct one_row row = flexible(SFR_S390X, 6);
    const int8_t words[] = {control(11, false, true), 127, control(10, false, true), 4,
                            control(11, false, true), 0};
    (void)state;
    memcpy(row.words, words, sizeof words);
    expect_step(&row, &top, 0xa000 + 4, FP + 127 * 8, FP);
    expect_stop(&row, &deeper, SFR_STOP_UNSAFE);
}

/* breaks changes.s390x-flex  breaks s390x.register-flex: in a default row the same number is a slot */
static void a_default_row_of_version_3_on_s390x_has_slots_only(void **state)
{
    struct one_row row = s390x(2, 20, 10 << 1 | 1, 0);
    (void)state;
    struct sfr_frame aligned_there = top;
    aligned_there.sp = SP + 3;
    row.profile = SFR_V3;
    expect_step(&row, &aligned_there, SP + 3 + 320 + 21 + 8, SP + 3 + 160, FP);
}

/* satisfies trace.flex-unsafe; breaks trace.flex-unsafe: SP and FP are known in every frame
 * breaks flex.uses: a base that a default row could have said */
static void a_cfa_on_another_register_is_good_in_the_topmost_frame_only(void **state)
{
    struct one_row row = flexible(SFR_AMD64, 2);
    const int8_t words[] = {control(10, false, true), 8};
    (void)state;
    memcpy(row.words, words, sizeof words);
    expect_step(&row, &top, 0xa000 + 8, 0xa000 + 8, FP);
    expect_stop(&row, &deeper, SFR_STOP_UNSAFE);
    row.words[0] = control(7, false, true);
    expect_step(&row, &deeper, SP + 8, SP + 8, FP);
}

static void a_register_that_the_machine_does_not_have_is_an_error(void **state)
{
    struct one_row row = flexible(SFR_AARCH64_LITTLE, 2);
    uint8_t bytes[128];
    struct sfr_section section;
    struct sfr_frame frame = top, caller;
    (void)state;
    row.info |= 0x40; /* four-byte words, for a number above 31: patched in below */
    const size_t size = lay_out(&row, bytes);
    const uint8_t words[] = {0x41, 0x01, 0, 0, 8, 0, 0, 0}; /* register 40, plus 8 */
    uint8_t longer[160];
    memcpy(longer, bytes, size - 2);
    memcpy(longer + size - 2, words, sizeof words);
    put(longer, 0x10, 5 + 2 + sizeof words, 4, false);
    assert_int_equal(sfr_open(&section, longer, size - 2 + sizeof words, 0, SFR_V3, NULL), SFR_VALID);
    assert_int_equal(sfr_step(&section, &frame, &machine, &caller), SFR_STOP_ERROR);
}

/* satisfies flex.cfa-plus-zero: CFA + 0 dereferenced can be said; breaks flex.cfa-plus-zero: its control word
 * without the bit is padding, and the fixed offset applies */
static void the_rule_cfa_plus_zero_cannot_be_said(void **state)
{
    struct one_row row = flexible(SFR_AMD64, 4);
    const int8_t words[] = {control(7, false, true), 16, control(0, true, false), 0};
    (void)state;
    memcpy(row.words, words, sizeof words);
    expect_step(&row, &top, SP + 16 + 8, SP + 16, FP);
    row.words[2] = control(0, false, false);
    expect_step(&row, &top, SP + 16 - 8 + 8, SP + 16, FP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_on_sp_gives_pc_from_the_slot_sp_from_the_cfa_and_keeps_fp),
        cmocka_unit_test(a_frame_on_fp_with_a_saved_fp_reads_it),
        cmocka_unit_test(a_fixed_fp_offset_serves_where_the_row_has_no_word),
        cmocka_unit_test(another_frame_has_another_caller),
        cmocka_unit_test(an_unreadable_stack_stops_the_trace_and_gives_no_caller),
        cmocka_unit_test(without_a_rule_for_ra_there_is_no_caller),
        cmocka_unit_test(a_pc_without_function_row_or_sense_stops_the_trace),
        cmocka_unit_test(a_stop_for_want_of_a_function_leaves_the_flag_to_fall_back_by),
        cmocka_unit_test(an_undefined_return_address_is_the_outermost_frame),
        cmocka_unit_test(a_signal_frame_is_stepped_like_any_other),
        cmocka_unit_test(on_aarch64_the_topmost_frame_may_keep_ra_in_its_register),
        cmocka_unit_test(on_s390x_sp_is_160_below_the_cfa_and_ra_may_be_unsaved_in_the_topmost_frame),
        cmocka_unit_test(on_amd64_sp_is_the_cfa),
        cmocka_unit_test(on_s390x_any_frame_may_have_an_unsaved_fp),
        cmocka_unit_test(on_s390x_ra_and_fp_in_registers_serve_the_topmost_frame_only),
        cmocka_unit_test(on_s390x_fp_without_ra_carries_padding_in_its_place),
        cmocka_unit_test(a_flexible_row_finds_the_cfa_first_and_counts_the_others_from_it),
        cmocka_unit_test(padding_in_place_of_ra_leaves_it_to_the_fixed_offset),
        cmocka_unit_test(a_flexible_row_may_find_ra_in_a_register_without_reading_memory),
        cmocka_unit_test(a_default_row_of_version_3_on_s390x_has_slots_only),
        cmocka_unit_test(a_cfa_on_another_register_is_good_in_the_topmost_frame_only),
        cmocka_unit_test(a_register_that_the_machine_does_not_have_is_an_error),
        cmocka_unit_test(the_rule_cfa_plus_zero_cannot_be_said),
    };
    return cmocka_run_group_tests_name("tracing", tests, NULL, NULL);
}
