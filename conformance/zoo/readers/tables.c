/* The differences between the texts, and between ABIs. */
#include "decoder.h"

#include <string.h>

const char text_names[] = "v1 v2 v2e1 v2e2 v3";
const char abi_names[] = "amd64 aarch64 aarch64_be s390x";

#define VERSION_2 .version = 2, .entry_size = 20, .start_width = 4, .rep_size = 1
#define ERRATA_1  .pcrel = true, .abi_decides_tracking = true, .registers = true

const struct text texts[PROFILES] = {
    [V1] = {.name = "v1", .version = 1, .entry_size = 17, .start_width = 4},
    [V2] = {.name = "v2", VERSION_2},
    [V2E1] = {.name = "v2e1", VERSION_2, ERRATA_1},
    [V2E2] = {.name = "v2e2", VERSION_2, ERRATA_1, .no_words_undefined = true},
    [V3] = {.name = "v3",
            .version = 3,
            .entry_size = 16,
            .start_width = 8,
            .attribute = 5,
            .rep_size = 1,
            .signal = true,
            .pcrel = true,
            .abi_decides_tracking = true,
            .no_words_undefined = true,
            .no_rows_outermost = true},
};

enum profile profile_named(const char *name)
{
    unsigned profile = V1;
    while (profile < PROFILES - 1 && strcmp(name, texts[profile].name) != 0)
        profile++;
    return (enum profile)profile;
}

#define AARCH64 .tracks_ra = true, .signs_ra = true, .factor = 1, .sp = 31, .fp = 29, .ra = 30

const struct abi_facts abis[ABIS] = {
    [NO_ABI] = {.name = "", .tracks_ra = true, .factor = 1},
    [AARCH64_BIG] = {.name = "aarch64_be", .big = true, AARCH64},
    [AARCH64_LITTLE] = {.name = "aarch64", AARCH64},
    [AMD64] = {.name = "amd64", .factor = 1, .sp = 7, .fp = 6, .ra = 16},
    [S390X] = {.name = "s390x",
               .since = V2E1,
               .big = true,
               .tracks_ra = true,
               .words_name_registers = true,
               .factor = 8,
               .adjustment = -160,
               .sp_below_cfa = 160,
               .sp = 15,
               .fp = 11,
               .ra = 14},
};

uint8_t last_abi(enum profile profile)
{
    uint8_t last = ABIS - 1;
    while (abis[last].since > profile)
        last--;
    return last;
}

const struct abi_facts *abi_named(const char *name)
{
    unsigned abi = ABIS - 1;
    while (abi > NO_ABI && strcmp(name, abis[abi].name) != 0)
        abi--;
    return &abis[abi];
}
