/* sfr_profile_named and sfr_abi_named: they give the profile or ABI that has the name, or none. */
#include "../invariants.h"

/* Any C string: it ends with the last of its bytes, and perhaps before. */
static const char *any_string(void)
{
    const size_t size = nondet_size();
    __CPROVER_assume(size > 0 && size <= LARGEST);
    const uint8_t *const string = any_bytes(size);
    __CPROVER_assume(string[size - 1] == '\0');
    return (const char *)string;
}

static bool same(const char *name, const char *string)
{
    size_t at = 0;
    while (name[at] != '\0' && name[at] == string[at])
        at++;
    return name[at] == string[at];
}

void proof_named(void)
{
    const char *const string = any_string();
    const unsigned any = nondet_u32();
    const enum sfr_profile profile = sfr_profile_named(string);
    const unsigned abi = sfr_abi_named(string);
    assert(profile == SFR_PROFILE_COUNT || same(sfr_profile_name(profile), string));
    assert(abi == 0 || same(sfr_abi_name(abi), string));
    assert(any >= SFR_PROFILE_COUNT || profile == any ||
           !same(sfr_profile_name((enum sfr_profile)any), string));
    assert(sfr_abi_name(any) == NULL || abi == any || !same(sfr_abi_name(any), string));
    REACHES(profile == SFR_V3);
    REACHES(abi == SFR_AARCH64_BIG);
    REACHES(abi == 0 && profile == SFR_PROFILE_COUNT);
}
