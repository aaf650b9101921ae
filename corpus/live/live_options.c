#include "live_options.h"

#include "../../common/command_line.h"
#include "target.h"

#include <string.h>

enum sfr_profile live_profile_of(const char *name)
{
    const enum sfr_profile profile = sfr_profile_named(name);
    if (profile == SFR_PROFILE_COUNT)
        live_fail("--profile %s: no such profile (v1, v2, v2e1, v2e2, v3)", name);
    return profile;
}

uint64_t live_number_of(const char *option, const char *text)
{
    uint64_t value;
    if (!command_line_number(text, &value))
        live_fail("--%s %s: is not a number", option, text);
    return value;
}
