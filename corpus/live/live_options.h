/* What the programs that step others share of their tables of options. */
#ifndef CORPUS_LIVE_LIVE_OPTIONS_H
#define CORPUS_LIVE_LIVE_OPTIONS_H

#include "sframe-ref.h"

/* Of --profile: TO is an enum sfr_profile. */
bool live_take_profile(void *to, const char *text);
extern const char live_profile_must[];

#endif
