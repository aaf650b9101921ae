#include "format.h"

#include <elf.h>
#include <string.h>

/* The two errata of version 2 differ in one thing. */
#define OF_ERRATA                                                                                            \
    .version = 2, .flags_defined = FLAG_SORTED | FLAG_FRAME_POINTER | FLAG_PCREL, .entry_size = 20,          \
    .undefined_flags_are_zero = true, .start_width = 4, .block_size_width = 1, .may_be_extended = true,      \
    .other_keys_are_zero = true, .default_names_registers = true, .has_section_type = true,                  \
    .describes_tracing = true

const struct profile_facts gen_profile_facts[PROFILES] = {
    [PROFILE_V1] =
        {
            .name = "v1",
            .version = 1,
            .flags_defined = FLAG_SORTED | FLAG_FRAME_POINTER,
            .array_is_sorted = true,
            .entry_size = 17,
            .start_width = 4,
            .masks_are_bits = true,
            .header_says_tracking = true,
            .three_words_at_most = true,
        },
    [PROFILE_V2] =
        {
            .name = "v2",
            .version = 2,
            .flags_defined = FLAG_SORTED | FLAG_FRAME_POINTER,
            .array_is_sorted = true,
            .entry_size = 20,
            .start_width = 4,
            .block_size_width = 1,
            .header_says_tracking = true,
            .three_words_at_most = true,
        },
    [PROFILE_V2E1] = {.name = "v2e1", OF_ERRATA},
    [PROFILE_V2E2] = {.name = "v2e2", OF_ERRATA, .no_words_is_outermost = true},
    [PROFILE_V3] =
        {
            .name = "v3",
            .version = 3,
            .flags_defined = FLAG_SORTED | FLAG_PCREL,
            .undefined_flags_are_zero = true,
            .entry_size = 16,
            .start_width = 8,
            .has_attribute = true,
            .block_size_width = 1,
            .has_signal = true,
            .has_flexible = true,
            .may_be_extended = true,
            .other_keys_are_zero = true,
            .no_rows_is_outermost = true,
            .no_words_is_outermost = true,
            .has_section_type = true,
            .describes_tracing = true,
        },
};

#define WORDS(count) (1U << (count))

/* The two ABIs of AArch64 differ in name, number and byte order only. */
#define AARCH64(name_, id_, order_)                                                                          \
    {                                                                                                        \
        .name = (name_), .id = (id_), .order = (order_), .since = PROFILE_V1,                                \
        .elf_machine = EM_AARCH64,                                                                           \
        .sp = 31, .fp = 29, .ra = 30, .tracks_ra = true, .signs_ra = true, .cfa_factor = 1,                  \
        .word_counts = WORDS(1) | WORDS(3), .word_counts_clause = "aarch64.count", .frame_record = true,     \
        .code_unit = 4, .frame_unit = 16, .least_frame = 16, .spare = 8, .spares = 16,                       \
        .usual = {32, -24, -32},                                                                             \
    }

const struct abi_facts gen_abi_facts[ABIS] = {
    [ABI_AMD64] =
        {
            .name = "amd64",
            .id = 3,
            .order = ORDER_LITTLE,
            .since = PROFILE_V1,
            .elf_machine = EM_X86_64,
            .sp = 7,
            .fp = 6,
            .ra = 16,
            .cfa_at_entry = 8,
            .fixed_ra = -8,
            .cfa_factor = 1,
            .word_counts = WORDS(1) | WORDS(2),
            .word_counts_clause = "fre.words-surplus",
            .call_pushes_ra = true,
            .code_unit = 1,
            .frame_unit = 16,
            .least_frame = 16,
            .spare = 8,
            .spares = 8,
            .usual = {16, -8, -16},
        },
    [ABI_AARCH64] = AARCH64("aarch64", 2, ORDER_LITTLE),
    [ABI_AARCH64_BE] = AARCH64("aarch64_be", 1, ORDER_BIG),
    [ABI_S390X] =
        {
            .name = "s390x",
            .id = 4,
            .order = ORDER_BIG,
            .since = PROFILE_V2E1,
            .elf_machine = EM_S390,
            .sp = 15,
            .fp = 11,
            .ra = 14,
            .cfa_at_entry = 160,
            .cfa_above_sp = 160,
            .tracks_ra = true,
            .cfa_factor = 8,
            .cfa_addend = 160,
            .names_registers = true,
            .zero_is_unsaved = true,
            .word_counts = WORDS(1) | WORDS(2) | WORDS(3),
            .word_counts_clause = "s390x.count",
            .code_unit = 2,
            .frame_unit = 8,
            .least_frame = 320,
            .save_area = 160,
            .spare = 16,
            .spares = 16,
            .usual = {320, -48, -72},
        },
};

int gen_profile_named(const char *name)
{
    for (int i = 0; i < PROFILES; i++)
        if (strcmp(gen_profile_facts[i].name, name) == 0)
            return i;
    return -1;
}

int gen_abi_named(const char *name)
{
    for (int i = 0; i < ABIS; i++)
        if (strcmp(gen_abi_facts[i].name, name) == 0)
            return i;
    return -1;
}
