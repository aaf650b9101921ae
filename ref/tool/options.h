/* What programs that read sections share of their tables of options. */
#pragma once

#include <stdbool.h>

/* Of --profile: TO is an enum sfr_profile. */
bool tool_take_profile(void *to, const char *text);
extern const char tool_profile_must[];
