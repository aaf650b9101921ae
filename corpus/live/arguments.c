#include "arguments.h"

#include "target.h"

#include <errno.h>
#include <string.h>

enum sfr_profile profile_of(const char *name)
{
    for (int i = 0; i < SFR_PROFILE_COUNT; i++)
        if (strcmp(name, sfr_profile_name((enum sfr_profile)i)) == 0)
            return (enum sfr_profile)i;
    fail("--profile %s: no such profile (v1, v2, v2e1, v2e2, v3)", name);
}

uint64_t number_of(const char *option, const char *text)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || *end != 0 || *text < '0' || *text > '9')
        fail("--%s %s: is not a number", option, text);
    return value;
}
