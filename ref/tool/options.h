/* What programs that read sections share of their tables of options. */
#ifndef REF_TOOL_OPTIONS_H
#define REF_TOOL_OPTIONS_H

#include <stdbool.h>

/* Of --profile: TO is an enum sfr_profile. */
bool tool_take_profile(void *to, const char *text);
extern const char tool_profile_must[];

#endif
