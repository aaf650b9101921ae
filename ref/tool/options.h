/* The option --profile, for the tables of options of all programs that read sections. */
#pragma once

#include <stdbool.h>

/* Sets *TO, an enum sfr_profile, to the profile that TEXT names; false: there is none.  For a message: what
 * TEXT must be. */
bool tool_take_profile(void *to, const char *text);
extern const char tool_profile_must[];
