/* Open points about the whole section: its header, where its functions lie, and faults for which some readers
 * refuse it and others do not. */
#include "open.h"

#include <string.h>

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

const char *gen_open_point_of_section(const struct question *question)
{
    const struct section *const section = question->section;
    const struct encoded *const encoded = question->encoded;
    const unsigned undefined_flags = section->flags & ~(unsigned)profile_of(question)->flags_defined;
    const bool is_lookup = question->operation == OPERATION_LOOKUP;

    /* Only a section without functions and rows can be read in the wrong order: all its lengths are 0. */
    POINT("abi-byte-order", 0, DECODE,
          section->order != abi_of(question)->order && encoded->rows_end == encoded->header_end);
    POINT("fde-start-addition", ANY, 0, any_start_wraps(question));
    POINT("fixed-fp-any-abi", BOTH, 0, section->fixed_fp != 0);
    POINT("flag-frame-pointer-v3", 0, DECODE, (undefined_flags & FLAG_FRAME_POINTER) != 0);
    POINT("flag-pcrel-before-errata1", 0, RULES,
          (undefined_flags & FLAG_PCREL) != 0 && (!is_lookup || found_from_section_or_field(question)));
    POINT("function-range-wrap", 0, LOOKUP, beyond_last_address(question));
    POINT("overlap-answer", 0, LOOKUP, first_is_not_nearest(question));
    POINT("section-alignment", ANY, 0, section->address % 8 != 0);
    POINT("sorted-equal-starts", BOTH, 0, equal_starts(question));
    POINT("sorted-on-trust", 0, LOOKUP, out_of_order(question));
    POINT("tile-filler", BOTH, 0, section->gap_functions > 0 && !section->rows_first);
    POINT("zero-size-function", ANY, LOOKUP, empty_function(question));
    return NULL;
}

/* --- Faults that make a section unreadable, or not for all ---------------------------------------------- */

/* The byte at fault. */
static unsigned byte_of(const struct question *question)
{
    return question->encoded->bytes[question->fault->offset];
}

/* Some readers take word size 3 for 8 bytes.  If the rows have not enough bytes for that, all refuse. */
static bool has_words_of_eight_bytes(const struct question *question)
{
    const unsigned words = byte_of(question) >> 1 & 15;
    return words > 0 && question->fault->offset + 1 + 8 * words <= question->encoded->rows_end;
}

const char *gen_open_point_of_fault(const struct question *question)
{
    const enum profile profile = question->section->profile;
    const char *const clause = question->fault->clause;
    const bool is_of_abi = strcmp(clause, "abi.known") == 0, is_of_size = strcmp(clause, "fre.size-known") == 0;

    POINT("abi-s390x-before-errata1", 0, ANY,
          is_of_abi && byte_of(question) == abi_id(ABI_S390X) && !abi_known(profile, ABI_S390X));
    POINT("abi-unknown", 0, BOTH, is_of_abi);
    POINT("count-zero-word-size", 0, ANY, is_of_size && (byte_of(question) >> 1 & 15) == 0);
    POINT("empty-section", 0, BOTH,
          strcmp(clause, "preamble.complete") == 0 && question->encoded->length == 0);
    POINT("reserved-fde-type", 0, BOTH, strcmp(clause, "info2.fde-type-known") == 0);
    POINT("reserved-fre-type", 0, BOTH, strcmp(clause, "info.fre-type-known") == 0);
    POINT("reserved-word-size", 0, ANY, is_of_size && has_words_of_eight_bytes(question));
    POINT("version-older-accepted", 0, ANY,
          strcmp(clause, "version.known") == 0 && byte_of(question) != 0 &&
              byte_of(question) < profile_version(profile));
    return NULL;
}
