/* Which programs are core: those that core.txt lists. */
#ifndef GENERATOR_PROGRAMS_CORE_PROGRAMS_H
#define GENERATOR_PROGRAMS_CORE_PROGRAMS_H

#include "model/format.h"

bool gen_is_core_program(enum abi abi, const char *family, const char *about);

#endif
