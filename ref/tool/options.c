#include "options.h"

#include "sframe-ref.h"

const char tool_profile_must[] = "a profile (v1, v2, v2e1, v2e2, v3)";

bool tool_take_profile(void *to, const char *text)
{
    const enum sfr_profile profile = sfr_profile_named(text);
    *(enum sfr_profile *)to = profile;
    return profile != SFR_PROFILE_COUNT;
}
