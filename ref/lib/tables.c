/* The facts in which texts and ABIs differ, a row each.  No other file asks which text or ABI a section
 * has. */
#include "internal.h"

/* --- Texts -------------------------------------------------------------------------------------------- */

static const uint8_t entry_17[] = {4, 4, 4, 4, 1, 0};       /* [fde.layout-17] */
static const uint8_t entry_20[] = {4, 4, 4, 4, 1, 1, 2, 0}; /* [fde.layout-20] */
static const uint8_t index_entry[] = {8, 4, 4, 0};          /* [index.layout] */
static const uint8_t attribute[] = {2, 1, 1, 1, 0};         /* [attribute.layout] */

enum { BEFORE_ERRATA = SFR_SORTED | SFR_FRAME_POINTER, ERRATA = BEFORE_ERRATA | SFR_PCREL };

/* What a text does not have is false. */
const struct sfr_text_facts sfr_texts[SFR_PROFILE_COUNT] = {
    [SFR_V1] = {.name = "v1",
                .version = 1,
                .flags = BEFORE_ERRATA,
                .start_size = 4, /* [fde.start-signed32] */
                .entry_size = 17,
                .entry_fields = entry_17,
                .info_unused = 0xc0},
    [SFR_V2] = {.name = "v2",
                .version = 2,
                .flags = BEFORE_ERRATA,
                .start_size = 4,
                .entry_size = 20, /* [changes.fde-20] */
                .entry_fields = entry_20,
                .info_unused = 0xc0,
                .rep_size = true, /* [fde.rep-size] */
                .blocks = true},  /* [pctype.mask-block] */
    [SFR_V2E1] = {.name = "v2e1",
                  .version = 2,
                  .flags = ERRATA,
                  .start_size = 4,
                  .entry_size = 20,
                  .entry_fields = entry_20,
                  .info_unused = 0xc0,
                  .rep_size = true,
                  .blocks = true,
                  .abi_words = true,       /* [fre.words-abi] */
                  .register_words = true}, /* [s390x.register] */
    [SFR_V2E2] = {.name = "v2e2",
                  .version = 2,
                  .flags = ERRATA,
                  .start_size = 4,
                  .entry_size = 20,
                  .entry_fields = entry_20,
                  .info_unused = 0xc0,
                  .rep_size = true,
                  .blocks = true,
                  .abi_words = true,
                  .register_words = true,
                  .outermost_rows = true}, /* [fre.count-zero] */
    [SFR_V3] = {.name = "v3",              /* words name no register: [changes.s390x-flex] */
                .version = 3,
                .flags = SFR_SORTED | SFR_PCREL,
                .start_size = 8, /* [index.start-signed64] */
                .entry_size = 16,
                .entry_fields = index_entry,
                .attribute_fields = attribute, /* [index.own] */
                .info_unused = 0x40,
                .rep_size = true,
                .blocks = true,
                .signals = true,  /* [info.signal] */
                .flexible = true, /* [fdetype.flex] */
                .abi_words = true,
                .outermost_rows = true,
                .outermost_functions = true}, /* [changes.outermost] */
};

const struct sfr_text_facts *sfr_text_facts(enum sfr_profile profile)
{
    return is_text(profile) ? &sfr_texts[profile] : NULL;
}

const char *sfr_profile_name(enum sfr_profile profile)
{
    return is_text(profile) ? sfr_texts[profile].name : NULL;
}

static bool same_name(const char *left, const char *right)
{
    while (*left != '\0' && *left == *right) {
        left++;
        right++;
    }
    return *left == *right;
}

enum sfr_profile sfr_profile_named(const char *name)
{
    int profile = 0;
    while (profile < SFR_PROFILE_COUNT && !same_name(sfr_texts[profile].name, name))
        profile++;
    return (enum sfr_profile)profile;
}

/* [flags.versions] */
const char *sfr_flag_name(enum sfr_profile profile, unsigned flag)
{
    const unsigned defined = is_text(profile) ? sfr_texts[profile].flags : 0;
    switch (flag & defined) {
    case SFR_SORTED:
        return "sorted"; /* [flags.sorted] */
    case SFR_FRAME_POINTER:
        return "frame_pointer"; /* [flags.frame-pointer] */
    case SFR_PCREL:
        return "pcrel"; /* [flags.pcrel] */
    default:
        return NULL;
    }
}

/* --- ABIs --------------------------------------------------------------------------------------------- */

/* An ABI has its number as an index: [abi.identified]. */
const struct abi sfr_abis[SFR_ABI_END] = {
    {.facts = {.cfa_scale = 1}},
    [SFR_AARCH64_BIG] = {{.name = "aarch64_be", /* [abi.aarch64-big] */
                          .big_endian = true,
                          .since = SFR_V1,
                          .sp = 31,
                          .fp = 29,
                          .ra = 30,
                          .cfa_scale = 1,
                          .signs_ra = true,
                          .paired_words = true}, /* [aarch64.count] */
                         sfr_aarch64_rules},
    [SFR_AARCH64_LITTLE] = {{.name = "aarch64", /* [abi.aarch64-little] */
                             .since = SFR_V1,
                             .sp = 31,
                             .fp = 29,
                             .ra = 30,
                             .cfa_scale = 1,
                             .signs_ra = true,
                             .paired_words = true},
                            sfr_aarch64_rules},
    [SFR_AMD64] = {{.name = "amd64", /* [abi.amd64-little] */
                    .since = SFR_V1,
                    .sp = 7,
                    .fp = 6,
                    .ra = 16,
                    .fixed_ra = -8, /* [header.fixed-ra-amd64] */
                    .cfa_scale = 1},
                   sfr_amd64_rules},
    [SFR_S390X] = {{.name = "s390x", /* [abi.s390x-big] */
                    .big_endian = true,
                    .since = SFR_V2E1,
                    .sp = 15,
                    .fp = 11,
                    .ra = 14,
                    .sp_from_cfa = -160, /* [s390x.sp] */
                    .cfa_bias = 160,     /* [s390x.cfa-constants] */
                    .cfa_scale = 8,
                    .register_words = true, /* [s390x.register] */
                    .zero_ra_word = true},  /* [s390x.ra-invalid-value] */
                   sfr_s390x_rules},
};

const struct sfr_abi_facts *sfr_abi_facts(unsigned abi)
{
    return abi > 0 && abi < SFR_ABI_END ? &sfr_abis[abi].facts : NULL;
}

const char *sfr_abi_name(unsigned abi)
{
    return abi_numbered(abi)->facts.name;
}

unsigned sfr_abi_named(const char *name)
{
    unsigned abi = SFR_ABI_END - 1;
    while (abi > 0 && !same_name(sfr_abis[abi].facts.name, name))
        abi--;
    return abi;
}
