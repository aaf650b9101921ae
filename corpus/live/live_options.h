/* What options are given. What makes no sense ends the process with one line. */
#ifndef CORPUS_LIVE_LIVE_OPTIONS_H
#define CORPUS_LIVE_LIVE_OPTIONS_H

#include "sframe-ref.h"

enum sfr_profile live_profile_of(const char *name);
uint64_t live_number_of(const char *option, const char *text);

#endif
