/* The facts in which texts and ABIs differ, a row each.  Elsewhere only sfr_lookup() asks which text a section
 * has: it chooses what is compiled for that text. */
#include "internal.h"

/* --- Texts -------------------------------------------------------------------------------------------- */

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

/* --- Rows ---------------------------------------------------------------------------------------------- */

/* clang-format off */
/* Bits 0 and 7 of the index say nothing of the size. */
#define EACH(n) n, n
#define FOUR(n, size) EACH((n) * (size)), EACH(((n) + 1) * (size)), EACH(((n) + 2) * (size)), EACH(((n) + 3) * (size))
#define COUNTS(size) FOUR(0, size), FOUR(4, size), FOUR(8, size), FOUR(12, size)
#define HALF (uint32_t)(SIZE_MAX / 2) /* beyond all rows, and no overflow on a 32-bit host */
#define NONE HALF, HALF, HALF, HALF, HALF, HALF, HALF, HALF, HALF, HALF, HALF, HALF, HALF, HALF, HALF, HALF

const uint32_t sfr_words_sizes[256] = {
    COUNTS(1), COUNTS(2), COUNTS(4), NONE, NONE, /* [fre.size-1], [fre.size-2], [fre.size-4] */
    COUNTS(1), COUNTS(2), COUNTS(4), NONE, NONE, /* the same of rows with a signed RA */
};
/* clang-format on */

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
                         sfr_counted_rules},
    [SFR_AARCH64_LITTLE] = {{.name = "aarch64", /* [abi.aarch64-little] */
                             .since = SFR_V1,
                             .sp = 31,
                             .fp = 29,
                             .ra = 30,
                             .cfa_scale = 1,
                             .signs_ra = true,
                             .paired_words = true},
                            sfr_counted_rules},
    [SFR_AMD64] = {{.name = "amd64", /* [abi.amd64-little] */
                    .since = SFR_V1,
                    .sp = 7,
                    .fp = 6,
                    .ra = 16,
                    .fixed_ra = -8, /* [header.fixed-ra-amd64] */
                    .cfa_scale = 1},
                   sfr_counted_rules},
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
