/* Open points about the whole section: its header, where its functions lie, and faults for which some readers
 * refuse it and others do not. */
#include "open_points.h"

#include <string.h>

/* Only a section without functions and rows can be read in the wrong order: all its lengths are 0. */
static bool order_decides(const struct question *question)
{
    const struct encoded *encoded = question->encoded;
    return question->section->order != abi_of(question)->order &&
           encoded->rows_end == encoded->header_end;
}

static bool has_fixed_fp(const struct question *question)
{
    return question->section->fixed_fp != 0;
}

static bool has_undefined_flag(const struct question *question, enum flag flag)
{
    return (question->section->flags & (unsigned)flag & ~(unsigned)profile_of(question)->flags_defined) != 0;
}

static bool flag_2_in_v3(const struct question *question)
{
    return has_undefined_flag(question, FLAG_FRAME_POINTER);
}

static bool holds(const struct function *function, uint64_t address, uint64_t pc)
{
    return pc - address < function->size;
}

/* Whether a function holds the PC if its start counts from the section, or if it counts from its field. */
static bool found_from_section_or_field(const struct question *question)
{
    const struct section *section = question->section;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct function *function = &section->functions[i];
        uint64_t address = gen_function_address(section, function);
        if (holds(function, address, question->pc) ||
            holds(function, address + question->encoded->start_at[i], question->pc))
            return true;
    }
    return false;
}

static bool flag_4_before_errata1(const struct question *question)
{
    return has_undefined_flag(question, FLAG_PCREL) &&
           (question->operation != OPERATION_LOOKUP || found_from_section_or_field(question));
}

static bool is_unaligned(const struct question *question)
{
    return question->section->address % 8 != 0;
}

static bool has_filler(const struct question *question)
{
    return question->section->gap_functions > 0 && !question->section->rows_first;
}

/* Whether a start leads below address 0 or beyond the last one. */
static bool wraps(const struct section *section, const struct function *function)
{
    uint64_t address = gen_function_address(section, function);
    return function->start < 0 ? address > section->address : address < section->address;
}

static bool any_start_wraps(const struct question *question)
{
    for (uint32_t i = 0; i < question->section->function_count; i++)
        if (wraps(question->section, &question->section->functions[i]))
            return true;
    return false;
}

/* Whether the PC lies in the part of a function that would go on at address 0. */
static bool beyond_last_address(const struct question *question)
{
    for (uint32_t i = 0; i < question->section->function_count; i++) {
        const struct function *function = &question->section->functions[i];
        uint64_t address = gen_function_address(question->section, function);
        if (question->pc < address && holds(function, address, question->pc))
            return true;
    }
    return false;
}

/* Whether the first function of the table that holds the PC is another than the nearest. */
static bool first_is_not_nearest(const struct question *question)
{
    const struct section *section = question->section;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct function *function = &section->functions[i];
        if (holds(function, gen_function_address(section, function), question->pc))
            return gen_look_up(section, question->pc).function != i;
    }
    return false;
}

/* A function of size 0 may be a breach; lookups differ only at its start. */
static bool empty_function(const struct question *question)
{
    for (uint32_t i = 0; i < question->section->function_count; i++) {
        const struct function *function = &question->section->functions[i];
        if (function->size == 0 && (question->operation != OPERATION_LOOKUP ||
                                    gen_function_address(question->section, function) == question->pc))
            return true;
    }
    return false;
}

/* Versions 1 and 2 call the functions a sorted array, flag or no flag. */
static bool said_sorted(const struct section *section)
{
    return gen_profile_facts[section->profile].array_is_sorted || (section->flags & FLAG_SORTED) != 0;
}

static bool equal_starts(const struct question *question)
{
    const struct section *section = question->section;
    for (uint32_t i = 1; said_sorted(section) && i < section->function_count; i++)
        if (section->functions[i].start == section->functions[i - 1].start)
            return true;
    return false;
}

/* What a binary search finds in a table out of order depends on how it halves.  If no function holds the PC,
 * it finds none in any case. */
static bool out_of_order(const struct question *question)
{
    const struct section *section = question->section;
    if (gen_look_up(section, question->pc).found == FOUND_NO_FUNCTION)
        return false;
    for (uint32_t i = 1; said_sorted(section) && i < section->function_count; i++)
        if (section->functions[i].start < section->functions[i - 1].start)
            return true;
    return false;
}

static const struct ledger_point section_points[] = {
    TOUCHED("abi-byte-order", 0, DECODE, order_decides),
    TOUCHED("fde-start-addition", ANY, 0, any_start_wraps),
    TOUCHED("fixed-fp-any-abi", BOTH, 0, has_fixed_fp),
    TOUCHED("flag-frame-pointer-v3", 0, DECODE, flag_2_in_v3),
    TOUCHED("flag-pcrel-before-errata1", 0, RULES, flag_4_before_errata1),
    TOUCHED("function-range-wrap", 0, LOOKUP, beyond_last_address),
    TOUCHED("overlap-answer", 0, LOOKUP, first_is_not_nearest),
    TOUCHED("section-alignment", ANY, 0, is_unaligned),
    TOUCHED("sorted-equal-starts", BOTH, 0, equal_starts),
    TOUCHED("sorted-on-trust", 0, LOOKUP, out_of_order),
    TOUCHED("tile-filler", BOTH, 0, has_filler),
    TOUCHED("zero-size-function", ANY, LOOKUP, empty_function),
    /* Vectors accept the answers of all readings: an error, or the one answer that all others give. */
    UNTOUCHED("aarch64-two-words"),
    UNTOUCHED("count-limit"),
    UNTOUCHED("fde-start-overflow-v3"),
    UNTOUCHED("flex-ra-absent-amd64"),
    UNTOUCHED("flex-surplus"),
    UNTOUCHED("mangled-other-abi"),
    UNTOUCHED("num-fres-shared"),
    UNTOUCHED("overlap"),
    UNTOUCHED("pauth-key-other-abi"),
    UNTOUCHED("pauth-key-s390x-v2e1"),
    UNTOUCHED("reserved-fde-info-v3"),
    UNTOUCHED("reserved-fde-info"),
    UNTOUCHED("reserved-flags-v1-v2"),
    UNTOUCHED("reserved-info2"),
    UNTOUCHED("reserved-padding"),
    UNTOUCHED("row-first-start"),
    UNTOUCHED("row-order"),
    UNTOUCHED("row-start-inside-block"),
    UNTOUCHED("row-start-inside"),
    UNTOUCHED("rows-shared"),
    UNTOUCHED("rows-unowned"),
    UNTOUCHED("sorted-unflagged"),
    UNTOUCHED("surplus-words"),
    UNTOUCHED("tile-gap-after-header"),
    UNTOUCHED("tile-rows-first"),
    UNTOUCHED("tile-trailing-bytes"),
    /* The start wraps, so that fde-start-addition, above, is found first. */
    UNTOUCHED("sorted-below-section"),
    /* No family and no text has such a row in a vector with one right answer. */
    UNTOUCHED("flex-cfa-padding"),
    UNTOUCHED("flex-pair-cut"),
    UNTOUCHED("s390x-register-sign"),
    /* These are about writers: a section does not show what its source said. */
    UNTOUCHED("cfi-escape-counted"),
    UNTOUCHED("cfi-negate-ra-with-pc"),
    UNTOUCHED("signal-frame-before-v3"),
    /* What only a walk over frames can show. */
    UNTOUCHED("caller-pc"),
    UNTOUCHED("flex-sp-fp-numbers"),
    UNTOUCHED("flex-sp-s390x"),
    UNTOUCHED("flex-topmost-scope"),
    UNTOUCHED("flex-topmost-unread-regnum"),
    UNTOUCHED("mangled-key"),
    UNTOUCHED("mangled-ra"),
    UNTOUCHED("outermost-stop"),
    UNTOUCHED("s390x-register-deeper"),
    UNTOUCHED("signal-caller-pc"),
    UNTOUCHED("trace-end"),
    UNTOUCHED("trace-progress"),
    UNTOUCHED("trace-ra-register-deeper"),
    UNTOUCHED("trace-unaligned"),
    UNTOUCHED("unmangled-ra"),
    /* What only the file around a section can show. */
    UNTOUCHED("flag-frame-pointer-scope"),
    UNTOUCHED("relocatable-start"),
    UNTOUCHED("section-type-errata"),
    UNTOUCHED("segment-extent"),
    UNTOUCHED("segment-own"),
    /* What only a writer can show. */
    UNTOUCHED("cfa-offset-too-large"),
    UNTOUCHED("num-fres-overflow"),
    UNTOUCHED("undefined-fp"),
    /* The vector names its text. */
    UNTOUCHED("errata-in-version-byte"),
    /* If a function of a section cannot be read, families look up only its broken row. */
    UNTOUCHED("broken-neighbour"),
    UNTOUCHED("broken-row"),
    /* A reader declares which byte orders it reads. */
    UNTOUCHED("foreign-byte-order"),
};

POINTS(gen_open_section_points, section_points);

/* --- Faults that make a section unreadable, or not for all ---------------------------------------------- */

static bool is_about(const struct question *question, const char *clause)
{
    return strcmp(question->fault->clause, clause) == 0;
}

static bool unknown_abi(const struct question *question)
{
    return is_about(question, "abi.known");
}

static bool s390x_before_errata1(const struct question *question)
{
    uint8_t id = question->encoded->bytes[question->fault->offset];
    return unknown_abi(question) && id == abi_id(ABI_S390X) &&
           !abi_known(question->section->profile, ABI_S390X);
}

static bool no_bytes(const struct question *question)
{
    return is_about(question, "preamble.complete") && question->encoded->length == 0;
}

static bool older_version(const struct question *question)
{
    if (!is_about(question, "version.known"))
        return false;
    uint8_t version = question->encoded->bytes[question->fault->offset];
    return version != 0 && version < profile_version(question->section->profile);
}

static bool unknown_function_type(const struct question *question)
{
    return is_about(question, "info2.fde-type-known");
}

static bool unknown_row_type(const struct question *question)
{
    return is_about(question, "info.fre-type-known");
}

/* How many words a row of word size 3 has: the fault is at its info byte. */
static unsigned words_of_unknown_size(const struct question *question)
{
    return question->encoded->bytes[question->fault->offset] >> 1 & 15;
}

static bool no_words_of_unknown_size(const struct question *question)
{
    return is_about(question, "fre.size-known") && words_of_unknown_size(question) == 0;
}

/* Some readers take word size 3 for 8 bytes.  If the rows have not enough bytes for that, all refuse. */
static bool words_of_eight_bytes(const struct question *question)
{
    return is_about(question, "fre.size-known") && words_of_unknown_size(question) > 0 &&
           question->fault->offset + 1 + 8 * words_of_unknown_size(question) <= question->encoded->rows_end;
}

static const struct ledger_point fault_points[] = {
    UNREADABLE("abi-s390x-before-errata1", ANY, s390x_before_errata1),
    UNREADABLE("abi-unknown", BOTH, unknown_abi),
    UNREADABLE("count-zero-word-size", ANY, no_words_of_unknown_size),
    UNREADABLE("empty-section", BOTH, no_bytes),
    UNREADABLE("reserved-fde-type", BOTH, unknown_function_type),
    UNREADABLE("reserved-fre-type", BOTH, unknown_row_type),
    UNREADABLE("reserved-word-size", ANY, words_of_eight_bytes),
    UNREADABLE("version-older-accepted", ANY, older_version),
};

POINTS(gen_open_fault_points, fault_points);
